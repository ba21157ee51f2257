"""The page Forest in a real browser: votes one by one without a word to the server, the plane by click and key,
a tree and its nodes, present mode."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import (
    at_step,
    bottom,
    box_of,
    boxes_of,
    button,
    idle,
    letters,
    listening,
    load,
    open_at,
    pictures,
    still,
    texts,
    unfold,
    until,
    url,
)


def plane(page: Page):
    return page.get_by_role("application", name=re.compile("^The plane, shaded"))


def votes(page: Page):
    return page.get_by_role("group", name="Votes of the trees").get_by_role("button")


def drawn(page: Page) -> None:
    """The cards and their pictures are there."""
    unfold(page, "The trees, one by one")
    expect(page.get_by_role("group", name="Trees", exact=True).locator("img").first).to_be_visible()
    pictures(page)


def test_stepping_sends_nothing_and_a_reload_lands_on_the_same_step(fresh, server):
    sent = listening(fresh)
    load(fresh, server, "forest?v=1&trees=8#step=6")
    at_step(fresh, 6, 8)
    expect(plane(fresh)).to_have_accessible_name(re.compile("of 6 trees"))
    shaded, before = fresh.locator(".together .tint").first.get_attribute("d"), len(sent)
    for key, k in (("ArrowRight", 7), ("End", 8), ("Home", 0), ("PageDown", 1)):
        fresh.keyboard.press(key)
        at_step(fresh, k, 8)
    button(fresh, "Next").click()
    expect(votes(fresh)).to_have_count(8)
    expect(votes(fresh).nth(7)).to_have_accessible_name("Tree 8: not asked yet")
    votes(fresh).nth(2).click()
    at_step(fresh, 3, 8)
    expect(plane(fresh)).to_have_accessible_name(re.compile("of 3 trees"))
    expect(fresh.get_by_role("img", name="Partition of tree 3")).to_be_visible()
    assert fresh.locator(".together .tint").first.get_attribute("d") != shaded
    fresh.locator(".chart svg[role=slider]").click()
    expect(fresh.locator(".counter")).not_to_have_text("Step 3 of 8")
    url(fresh, "#step=[45](&|$)")
    button(fresh, "Last").click()
    fresh.keyboard.press("ArrowLeft")
    url(fresh, "#step=7(&|$)")
    assert len(sent) == before
    fresh.reload()
    at_step(fresh, 7, 8)
    fresh.keyboard.press("ArrowLeft")
    at_step(fresh, 6, 8)
    runs = fresh.ended
    unfold(fresh, "More settings")
    fresh.get_by_role("radio", name="Mean of probabilities").click()
    url(fresh, "by=means.*#step=6")
    assert fresh.ended >= runs
    at_step(fresh, 6, 8)
    expect(plane(fresh)).to_have_accessible_name(re.compile("mean of probabilities of 6 trees"))


def test_the_plane_takes_a_point_by_click_and_by_key(page, server):
    open_at(page, server, "forest?v=1&trees=8&step=6")
    at_step(page, 6, 8)
    page.keyboard.press("ArrowRight")
    at_step(page, 7, 8)
    box = box_of(plane(page))
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
    url(page, r"example=x5\.\d+_[45]\.\d+")
    idle(page)
    expect(page.get_by_text(re.compile(r"^x1 = 5[.\d]*, x2 = [45][.\d]*$"))).to_be_visible()
    at_step(page, 7, 8)
    clicked = re.search("example=[^&]*", page.url)[0]
    expect(page.locator(".surface .status")).not_to_contain_text("on their way")  # the lesson that came takes the focus
    plane(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".surface .status")).to_contain_text("of 7 trees")
    url(page, clicked)  # nobody has asked yet
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(clicked))
    idle(page)
    expect(plane(page)).to_be_focused()  # of the new lesson
    at_step(page, 7, 8)
    page.go_back()
    url(page, clicked)
    at_step(page, 7, 8)


def test_the_plane_of_the_tree_alone_takes_a_point_too(page, server):
    open_at(page, server, "forest?v=1&trees=8&step=6")
    at_step(page, 6, 8)
    box = box_of(page.locator(".alone > svg"))
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
    url(page, r"example=x5\.\d+_[45]\.\d+")


def test_the_plane_tells_what_a_click_there_will_say_and_old_votes_are_pale_until_it_comes(page, server):
    open_at(page, server, "forest?v=1&trees=9&seed=2&step=9")
    at_step(page, 9, 9)
    box, held = box_of(plane(page)), []
    for across, up in ((0.33, 0.3), (0.47, 0.21), (0.5, 0.55), (0.71, 0.42), (0.83, 0.6)):
        page.mouse.move(box["x"] + box["width"] * across, box["y"] + box["height"] * up)
        told = page.locator(".surface .status").inner_text()
        cell = re.search(r"([AB]), (\d) of 9 trees", told)
        page.route("**/walkthrough/**", lambda route: held.append(route))
        page.mouse.down()
        page.mouse.up()
        expect(page.locator(".surface .status")).to_have_text("Asked: its votes are on their way …")
        expect(page.locator(".stage.waits")).to_have_count(1)
        until(page, lambda: held)
        held.pop().continue_()
        page.unroute("**/walkthrough/**")
        expect(page.locator(".stage.waits")).to_have_count(0)
        at_step(page, 9, 9)
        expect(page.locator(".tables tr", has_text="answer")).to_contain_text(f"{cell[2]}/9")
        expect(page.locator(".caption")).to_contain_text(f" {cell[1]}.")
        page.mouse.down()  # the same once more: nothing is to come
        page.mouse.up()
        expect(page.locator(".stage.waits")).to_have_count(0)


def test_the_plane_of_means_tells_the_mean_and_its_colours_differ_from_place_to_place(page, server):
    open_at(page, server, "forest?v=1&data=cars_mpg&x=2&y=3&trees=6&step=6")
    at_step(page, 6, 6)
    assert page.locator(".together .tint").count() > 5
    box = box_of(plane(page))
    told = []
    for share in (0.3, 0.9):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * (1 - share) * 0.8)
        said = page.get_by_text(re.compile(r"^horsepower [\d.]+, weight_lbs \d+: f\(x\) = [\d.]+$"))
        expect(said).to_be_visible()
        told.append(said.inner_text())
    assert told[0] != told[1]
    plane(page).click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    url(page, r"example=x\d")
    expect(page.get_by_text("whatever the truth")).to_be_visible()


def test_along_one_feature_the_mean_of_the_trees_is_a_line(page, server):
    open_at(page, server, "forest?v=1&data=stopping_distance&trees=6&step=0")
    lines = page.locator(".together svg:not(.sample) > .line")
    expect(page.get_by_text("No tree has spoken yet", exact=True)).to_be_visible()
    expect(lines).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(lines).to_have_count(2)  # one tree's, and the mean, which is the first one's
    page.keyboard.press("ArrowRight")
    expect(lines).to_have_count(3)
    expect(page.get_by_text("f(x), their mean")).to_be_visible()


def test_a_card_and_a_node_lead_to_a_tree_and_the_tree_to_its_vote(page, server):
    open_at(page, server, "forest?v=1&data=iris&trees=14&step=14")
    drawn(page)
    at_step(page, 14, 14)
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Tree 5", exact=True).click()
    expect(page.get_by_text("Tree 5.", exact=True)).to_be_visible()
    drew = "^Tree 5, All 90 examples .*: drew 2 of 4 features"
    expect(page.get_by_role("table", name=re.compile(drew))).to_be_visible()
    still(page)
    page.locator(".st-key-fo-tree").get_by_role("treeitem", name=re.compile(": leaf ")).first.click()
    expect(page.get_by_text(re.compile("^Tree 5, .*: a leaf, for (all|both|the)"))).to_be_visible()
    url(page, "tree=5.*tree_node=r\\.|tree_node=r\\..*tree=5")
    idle(page)
    url(page, "#step=13")
    page.get_by_role("link", name="To its vote").click()
    at_step(page, 5, 14)
    url(page, "#step=5")
    page.get_by_role("button", name="Tree 5", exact=True).click()
    expect(page.get_by_text("Tree 5.", exact=True)).to_be_hidden()
    at_step(page, 5, 14)


def test_what_the_page_changes_the_sidebar_shows_and_present_mode_and_paper_have_no_buttons(page, server):
    open_at(page, server, "forest?v=1&trees=9&step=9")
    drawn(page)
    page.get_by_role("button", name="Leaves of 8 or more").click()
    url(page, "min_leaf=8")
    unfold(page, "More settings")
    expect(page.get_by_role("spinbutton", name="Min. examples per leaf")).to_have_value("8")
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, "forest?v=1&trees=9&present=1&step=9")
    drawn(page)
    at_step(page, 9, 9)
    assert bottom(plane(page), votes(page).last) <= 768
    page.emulate_media(media="print")
    for word in ("Next", "More trees"):
        expect(page.get_by_role("button", name=word)).to_have_count(0)
    expect(page.get_by_role("radio", name="Random subspace")).to_have_count(0)
    expect(plane(page)).to_be_visible()


SCREENS = [
    ({"width": 1280, "height": 800}, ""),
    ({"width": 1280, "height": 800}, "&data=wine"),
    ({"width": 1280, "height": 800}, "&data=stopping_distance"),
    ({"width": 1920, "height": 1080}, "&present=1"),
    ({"width": 1280, "height": 800}, "&present=1"),
    ({"width": 1024, "height": 768}, "&present=1"),
    ({"width": 1024, "height": 768}, "&present=1&data=wine"),
    ({"width": 1024, "height": 768}, "&present=1&data=stopping_distance"),
]


@pytest.mark.parametrize(("size", "more"), SCREENS, ids=str)
def test_everything_stands_on_one_screen(fresh, server, size, more):
    fresh.set_viewport_size(size)
    load(fresh, server, f"forest?v=1{more}#step=40")
    at_step(fresh, 40, 100)
    for _ in texts(fresh):
        assert fresh.locator(".player").bounding_box()["height"] <= 56
        parts = [".player", ".caption", ".trees", ".views", ".legend", ".tables", ".sums", ".chart", ".votes"]
        planes = [] if "wine" in more else [".surfaces"]
        boxes = {part: fresh.locator(part).first.bounding_box() for part in parts + planes}
        for part, box in boxes.items():
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= size["height"], part
            assert box["x"] + box["width"] <= size["width"], part
        for i, a in enumerate(found := [*boxes.values()]):
            for b in found[:i]:
                apart = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
                assert apart or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
        tree, views = boxes[".trees"], boxes[".views"]  # the tree's buttons stand right below it
        assert 0 <= views["y"] - tree["y"] - tree["height"] <= 40
        assert tree["x"] <= views["x"]
        assert views["x"] + views["width"] <= tree["x"] + tree["width"] + 1
        if planes:  # nothing of it is cut off
            assert fresh.locator(".sums").evaluate("(sums) => sums.scrollWidth <= sums.clientWidth")
            assert fresh.locator(".surface").bounding_box()["height"] <= boxes[".surfaces"]["height"] + 1
            least = "(all) => Math.min(...all.map((text) => parseFloat(getComputedStyle(text).fontSize)))"
            assert fresh.locator(".surface text").evaluate_all(least) >= 12
        assert letters(fresh) >= 11.99
        for node in boxes_of(fresh.locator(".node .shape")):  # the tree is whole
            assert node["y"] >= tree["y"]
            assert node["y"] + node["height"] <= tree["y"] + tree["height"]
            assert tree["x"] <= node["x"] <= tree["x"] + tree["width"] - node["width"]


def test_of_many_trees_each_plays_in_a_moment(page, server):
    open_at(page, server, "forest?v=1&step=90")
    at_step(page, 90, 100)
    button(page, "Play").click()
    expect(page.locator(".counter")).to_have_text("Step 100 of 100", timeout=8000)  # ten steps took 16 s


def test_an_answer_on_a_slide_does_not_move_enlarged_planes(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    load(page, server, "forest?v=1&deck=8-one-is-moody&moment=4&large=plane")
    planes, whole = page.locator(".stage .surfaces svg").first, page.locator(".stage")
    expect(planes).to_be_visible()
    still(page)
    before = box_of(planes)
    page.get_by_role("textbox").fill("They differ.")
    page.get_by_text("Compare", exact=True).click()
    expect(page.get_by_text("One way to say it")).to_be_visible()
    still(page)
    assert box_of(planes) == before
    assert bottom(planes) <= bottom(whole)


def test_many_votes_come_in_parts_and_each_leads_to_its_tree(page, server):
    parts = []
    page.on("request", lambda one: parts.extend(re.findall(r"/walkthrough/.*part=(\d+)", one.url)))
    load(page, server, "forest?v=1&trees=200&noise=40&draws=5&curve=seen#step=0")
    at_step(page, 0, 200)
    assert parts[0] == "0"
    votes(page).nth(119).click()
    at_step(page, 120, 200)
    expect(votes(page).and_(page.locator(".waits"))).to_have_count(80)
    expect(page.locator(".tables")).to_contain_text("/120 = ")
    seen = page.locator("#reached rect").get_attribute("width")
    page.keyboard.press("Home")
    at_step(page, 0, 200)
    expect(votes(page).and_(page.locator(".waits"))).to_have_count(200)
    expect(page.locator("#reached rect")).to_have_attribute("width", seen)
