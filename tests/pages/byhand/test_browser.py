"""Grow it yourself in a real browser: click a node, pick a row, keys, the link."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import box_of, idle, load, open_at, press, still, url


def nodes(page: Page, count: int) -> None:
    expect(page.get_by_role("treeitem")).to_have_count(count)
    idle(page)


def test_a_tree_grows_by_clicks_and_keys_and_is_in_the_link(page, server):
    load(page, server, "byhand?data=play_tennis")
    nodes(page, 1)
    still(page)  # nothing on the page acts by itself: what was wrong with the link is said until the first action
    expect(page.get_by_text("it has no version")).to_be_visible()
    page.get_by_role("button", name="Humidity", exact=True).click()
    expect(page.get_by_text("it has no version")).to_have_count(0)
    expect(page.get_by_role("button", name="Split on Humidity")).to_be_enabled()
    press(page, "d")
    nodes(page, 3)
    url(page, "choices=r-f2")
    expect(page.get_by_text("Humidity = High, 4 No and 3 Yes")).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("^Humidity = Normal")).click()
    expect(page.get_by_text("Humidity = Normal, 1 No and 6 Yes")).to_be_visible()
    press(page, "x")
    url(page, "choices=r-f2_1-x")
    press(page, "z")
    expect(page).not_to_have_url(re.compile("1-x"))
    press(page, "z")
    nodes(page, 1)
    press(page, "y")
    nodes(page, 3)
    page.get_by_role("button", name="Finish for me").click()
    page.get_by_role("button", name=re.compile("^ID3 with yes.no questions")).click()
    nodes(page, 13)
    page.get_by_role("button", name="Back to my tree").click()
    expect(page.get_by_role("button", name="Show me the best")).to_be_visible()


def test_on_the_slide_of_the_first_split_the_gains_appear_and_undo_is_in_view(page, server):
    load(
        page,
        server,
        "byhand?v=1&data=play_tennis&algorithm=id3-cs181&predict=1&deck=2-which-question-first&moment=4",
    )
    page.get_by_role("table", name="Candidates").get_by_role("button", name="Humidity").click()
    page.get_by_role("button", name="Split on Humidity").click()
    expect(page.get_by_role("row", name=re.compile("Outlook")).get_by_text("0.247")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)


def test_trees_and_moves_are_one_row_and_a_choice_moves_no_question(page, server):
    open_at(page, server, "byhand?v=1&data=play_tennis")
    nodes(page, 1)
    scores = box_of(page.locator(".by-scores"))
    finish = box_of(page.get_by_role("button", name="Finish for me"))
    assert scores["y"] <= finish["y"] <= scores["y"] + scores["height"] <= 260
    table = page.get_by_role("table", name="Candidates")
    row = table.get_by_role("row", name=re.compile("Outlook = Overcast"))
    assert box_of(row.locator(".bar"))["width"] > 0.2 * box_of(row)["width"]  # short names leave long bars their room
    assert box_of(row)["height"] < 40
    places = [box_of(table)["y"]]
    for question, count in (("Outlook = Rain", 3), ("Humidity", 5)):
        page.get_by_role("button", name=question, exact=True).click()
        press(page, "d")
        nodes(page, count)
        places.append(box_of(table)["y"])
    assert len(set(places)) == 1
    page.get_by_role("button", name="Start over").click()


def test_a_picked_question_shows_its_groups_as_dashes_until_split(page, server):
    open_at(page, server, "byhand?v=1&data=play_tennis&algorithm=id3-cs181&predict=1")
    nodes(page, 1)
    dashed = page.locator(".edge.ghost")
    page.get_by_role("button", name="Outlook", exact=True).click()
    expect(dashed).to_have_count(3)
    page.get_by_role("button", name="Wind", exact=True).click()
    expect(dashed).to_have_count(2)
    idle(page)
    press(page, "d")
    expect(dashed).to_have_count(0)
    nodes(page, 3)


def test_on_a_phone_what_a_split_did_is_in_view(phone, server):
    load(phone, server, "byhand?v=1&data=play_tennis&algorithm=id3-cs181")
    nodes(phone, 1)
    phone.get_by_role("button", name="Humidity", exact=True).tap()
    split = phone.get_by_role("button", name="Split on Humidity")
    split.evaluate("button => button.scrollIntoView({ block: 'center' })")  # just below the tree
    split.dispatch_event("click")  # a tap of Playwright's scrolls first
    nodes(phone, 3)
    for item in phone.get_by_role("treeitem").all():
        expect(item).to_be_in_viewport(ratio=1)


def test_a_new_example_walks_by_keys_to_where_the_tree_is_open(page, server):
    open_at(page, server, "byhand?v=1&data=play_tennis&choices=r-f0v0")
    nodes(page, 3)
    way, said = page.locator(".node.lit"), page.locator("p.said")
    page.locator(".folded summary").press("Enter")
    outlook = page.get_by_label("Outlook", exact=True)
    page.keyboard.press("Tab")
    expect(outlook).to_be_focused()
    page.keyboard.press("r")  # Rain, and no key of the page
    expect(said).to_have_text("Outlook = Sunny? No, it is Rain. This node is not decided yet.")
    expect(said).to_have_attribute("role", "status")
    expect(outlook).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "d", "x", "n"):  # to Sunny; no letter is the page's here
        page.keyboard.press(key)
    expect(said).to_have_text("Outlook = Sunny? Yes, it is Sunny. This node is not decided yet.")
    assert [node.get_attribute("data-id") for node in way.all()] == ["r", "r.0"]
    nodes(page, 3)
    url(page, r"choices=r-f0v0(&|$).*fresh=0_0_0_0")
    page.keyboard.press("Shift+Tab")
    press(page, "n")  # a key of the page again
    page.locator(".folded form").get_by_role("button").press(
        "Enter"
    )  # it lets go, and keeps the focus for the next one
    expect(way).to_have_count(0)
    expect(page.get_by_role("button", name="Let it walk")).to_be_focused()
    expect(said).to_be_empty()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("it is Sunny")
    expect(page.get_by_role("button", name="Clear example")).to_be_focused()


def test_an_example_that_is_chosen_in_the_tree_walks(page, server):
    open_at(page, server, "byhand?v=1&data=play_tennis")
    nodes(page, 1)
    still(page)
    dots = page.locator(".dots .dot").first.bounding_box()  # those of No, in a row: days 1, 2, 6, 8, 14
    page.mouse.click(dots["x"] + dots["width"] / 2, dots["y"] + dots["height"] / 2)
    expect(page.locator("p.said")).to_have_text("This node is not decided yet.")
    url(page, "fresh=2_2_1_1")
    expect(page.locator(".dot-ring")).to_have_attribute("d", re.compile("^M"))
    expect(page.get_by_label("Outlook", exact=True)).to_have_value("2")


def test_all_questions_are_seen_then_the_best_one_and_the_whole_regret(page, server):
    open_at(page, server, "byhand?v=1&data=play_tennis&nominal=one_vs_rest")
    nodes(page, 1)
    still(page)
    side = box_of(page.locator(".st-key-dt-side"))
    for name in ("Outlook = Sunny", "Wind"):
        row = box_of(page.get_by_role("button", name=name, exact=True))
        assert side["y"] <= row["y"] <= side["y"] + side["height"] - row["height"]
    scroller = page.locator(".choices .scroller")
    assert scroller.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    page.get_by_role("button", name="Temperature = Mild", exact=True).click()
    press(page, "d")
    nodes(page, 3)
    expect(page.get_by_text("Temperature = Mild (gain 0.226 against 0.001)")).to_be_visible()
    still(page)
    page.get_by_role("treeitem", name=re.compile("^All 14")).click()
    expect(page.get_by_text("is the regret")).to_be_visible()
    still(page)
    regret, side = box_of(page.locator(".katex-display").first), box_of(page.locator(".st-key-dt-side"))
    assert regret["y"] + regret["height"] <= side["y"] + side["height"]
    best, list_ = box_of(page.locator(".choices tr", has_text="best")), box_of(scroller)
    assert list_["y"] <= best["y"]
    assert best["y"] + best["height"] <= list_["y"] + list_["height"]
