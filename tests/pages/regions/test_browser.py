"""The plane in a real browser: pointing, choosing, classifying, drawing, keys, a finger."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from dtlearn.data.synthetic import SHAPES
from pages.ui.regions.link import read_points, write_points
from tests.conftest import PROJECTOR
from tests.support.owntables import hostile
from tests.support.visits import (
    at_step,
    bottom,
    box_of,
    boxes_of,
    button,
    idle,
    inside,
    letters,
    listening,
    load,
    open_at,
    still,
    texts,
    uncovered,
    unfold,
    until,
    url,
)

NINE = "regions?v=1&data=partition_2d&algorithm=cart&step=7"
FOUR = ((200, 200, 0), (800, 200, 1), (200, 800, 1), (800, 800, 0))
DRAWN = f"regions?v=1&data=drawn&algorithm=cart&tool=add&step=7&points={write_points(FOUR)}"


def spot(page, x, y):
    """px on the screen of a place in the plane; x and y are shares of its width and height."""
    frame = box_of(page.locator(".plane .frame"))
    return frame["x"] + x * frame["width"], frame["y"] + (1 - y) * frame["height"]


def take(page, name):
    """Take a tool or a class: the radio button itself is hidden under its label."""
    page.get_by_test_id("stRadioOption").filter(has_text=name).click()


def click(page, x, y):
    page.mouse.click(*spot(page, x, y))


def drag(page, *places):
    """Press at the first place, and pull to the others; the path, px."""
    path = [spot(page, *place) for place in places]
    page.mouse.move(*path[0])
    page.mouse.down()
    for place in path[1:]:
        page.mouse.move(*place)
    return path


def drawn(page):
    text = re.search(r"points=(\w*)", page.url)
    return read_points(text[1]) if text else ()


def points(page, pattern):
    """Wait until the link has these points, and the page what follows from them."""
    page.wait_for_function(f"() => /points={pattern}(&|$)/.test(location.href)")
    idle(page)


def test_a_box_lights_its_node_a_place_is_classified_and_a_node_is_looked_at(page, server):
    open_at(page, server, NINE)
    split = page.get_by_role("treeitem", name=re.compile("^x2 < 7: split"))
    hot, lit, status = (page.locator(name) for name in (".node.hot", ".node.lit", ".planes .status"))
    expect(split).to_be_visible()
    still(page)
    page.mouse.move(*spot(page, 0.6, 0.4))
    expect(hot).to_have_count(3)
    expect(page.locator(".edge.hot")).to_have_count(2)
    expect(status).to_have_text("x2 < 7, x1 ≥ 2.5: ■ B, 0 A, 4 B.")
    page.mouse.move(5, 5)
    expect(hot).to_have_count(0)
    split.locator(".shape").hover()
    whole, part = box_of(page.locator(".plane .frame")), box_of(page.locator(".plane rect.hot"))
    assert part["width"] == pytest.approx(whole["width"], abs=6)
    assert 0.6 < part["height"] / whole["height"] < 0.95
    click(page, 0.6, 0.4)
    expect(status).to_have_text(re.compile(r"^x2 < 7\? Yes, it is [\d.]+\. x1 < 2\.5\? No, it is [\d.]+\. So: B\.$"))
    expect(lit).to_have_count(3)
    expect(page.locator(".query")).to_have_count(1)
    url(page, r"fresh=[\d.]+_[\d.]+(&|$)")
    x, y = map(float, re.search("fresh=([^&]*)", page.url)[1].split("_"))
    assert max(len(f"{x}"), len(f"{y}")) <= 5  # a place in a link is as exact as it can be pointed at
    page.reload()
    at_step(page, 7, 7)
    expect(lit).to_have_count(3)
    expect(page.locator(".query")).to_have_count(1)
    page.get_by_role("tab", name="Boxes").click()
    expect(page.locator(".boxes caption")).to_have_text("The boxes of the plane")
    expect(page.locator(".boxes tbody tr")).to_have_text(
        [
            "x1 < 2.5, x2 < 5● A2 A, 0 B",
            "x1 < 2.5, 5 ≤ x2 < 7■ B0 A, 1 B",
            "x1 ≥ 2.5, x2 < 7■ B0 A, 4 B",
            "x2 ≥ 7● A2 A, 0 B",
        ]
    )
    page.get_by_role("tab", name="A new example").click()
    page.get_by_role("button", name="Clear example").click()
    split.locator(".shape").click()
    url(page, "node=r.0(&|$)")
    expect(page.locator(".looked")).to_contain_text("x2 < 7: split")
    expect(page.locator("rect.chosen")).to_have_count(1)
    split.press("Escape")
    expect(page).not_to_have_url(re.compile("node"))
    plane = page.get_by_role("application", name=re.compile("^Plane of x1 and x2, 4 boxes"))
    plane.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cross")).to_have_count(1)
    for _ in range(24):
        page.keyboard.press("ArrowUp")
    expect(status).to_contain_text("x2 ≥ 7")
    button(page, "First").click()
    at_step(page, 0, 7)
    page.keyboard.press("ArrowRight")
    at_step(page, 1, 7)
    expect(page.locator("line.last")).to_have_count(1)
    expect(page.locator("text.question")).to_have_text("x2 < 7")


def test_stepping_and_pointing_send_nothing_and_the_server_hears_of_the_step_on_the_way_out(fresh, server):
    fresh.set_viewport_size(PROJECTOR)
    sent = listening(fresh)
    load(fresh, server, "regions?v=1&algorithm=cart&step=1")
    at_step(fresh, 1, 17)
    before = len(sent)
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "PageDown"):
        fresh.keyboard.press(key)
    for name in ("Next", "Next", "Back", "Next"):
        button(fresh, name).click()
    click(fresh, 0.2, 0.2)
    fresh.get_by_role("tab", name="Boxes").click()
    at_step(fresh, 3, 17)
    url(fresh, "#step=3&.*panel=boxes.*fresh=")
    assert len(sent) == before
    unfold(fresh, "More settings")
    slider = fresh.get_by_role("slider", name=re.compile("sepal"))
    slider.focus()
    fresh.keyboard.press("ArrowRight")
    url(fresh, "slices=0%3A5.81")
    expect(fresh.locator(".where")).to_have_text("The slice where sepal_length = 5.81")
    at_step(fresh, 3, 17)
    expect(fresh.locator(".query")).to_have_count(1)
    fresh.go_back()
    expect(fresh.locator(".where")).to_have_text("The slice where sepal_length = 5.8")
    at_step(fresh, 3, 17)
    button(fresh, "Next").click()
    at_step(fresh, 4, 17)
    fresh.get_by_role("button", name="This step in Grow a tree").click()
    url(fresh, "/grow.*step=4")
    at_step(fresh, 4, 17)


@pytest.mark.parametrize("more", ["", "&present=1"])
def test_tree_plane_candidates_and_player_stand_on_one_screen(fresh, server, more):
    fresh.set_viewport_size(PROJECTOR)
    load(fresh, server, f"regions?v=1&algorithm=cart&step=8&x=0&y=1{more}")
    still(fresh)
    for _ in texts(fresh):
        for part in (".player", ".caption", ".trees", ".planes", ".where", ".panels", ".tables", ".sums", ".legend"):
            box = fresh.locator(part).bounding_box()
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= PROJECTOR["height"], part
            assert box["x"] + box["width"] <= PROJECTOR["width"], part
        planes = fresh.locator(".planes")
        assert planes.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
        assert letters(fresh) >= 11.99
        plane = box_of(fresh.locator(".plane .frame"))
        assert plane["width"] >= 420
        assert plane["height"] >= 0.6 * plane["width"]
        rows = fresh.locator(".tables tbody tr").all()
        assert [row.bounding_box()["y"] + 20 < 800 for row in rows] == [True] * 4


def test_a_caption_stands_in_its_box_and_covers_no_point_and_a_threshold_on_its_line(page, server):
    for step in (4, 9):
        open_at(page, server, f"regions?v=1&data=iris&depth=3&step={step}")
        words = page.locator(".plane :is(.say, .question, .inner)")
        expect(words.nth(6)).to_be_attached()
        still(page)
        marks = boxes_of(page.locator(".plane .point"))
        for at in boxes_of(words):
            for mark in marks:
                x, y = mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2
                assert not (at["x"] < x < at["x"] + at["width"] and at["y"] < y < at["y"] + at["height"])
    on, line = box_of(page.locator(".plane .inner", has_text="4.95")), page.locator(".plane line.cut").all()
    ends = [cut.bounding_box() for cut in line]
    assert any(abs(on["x"] + on["width"] / 2 - end["x"]) < 2 and end["width"] < 3 for end in ends)


def test_on_a_phone_the_class_of_an_example_is_seen(phone, server):
    open_at(phone, server, "regions?v=1&data=iris&depth=3&step=4")
    panel, last = phone.locator(".panels [role=tabpanel]").first, phone.locator(".examples th", has_text="species")
    still(phone)
    assert box_of(last)["x"] + box_of(last)["width"] <= box_of(panel)["x"] + box_of(panel)["width"]


@pytest.mark.parametrize("more", ["", "&present=1"])
def test_every_column_of_the_examples_is_seen(page, server, more):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, f"regions?v=1&data=iris&step=12&panel=examples{more}")
    still(page)
    panel = page.locator(".examples").first
    expect(panel.locator("th", has_text="species")).to_be_visible()
    assert panel.locator("table").evaluate(
        "(table) => table.offsetWidth <= table.closest('[role=tabpanel]').clientWidth"
    )


def test_save_offers_a_page_that_plays(page, server, tmp_path):
    open_at(page, server, NINE)
    expect(page.locator(".plane .point")).to_have_count(9)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Save")
    with page.expect_download() as found:
        dialog.get_by_role("button", name="Page that plays").click()
    assert found.value.suggested_filename == "regions-tree.html"
    page.keyboard.press("Escape")
    found.value.save_as(tmp_path / "nine.html")
    page.goto((tmp_path / "nine.html").as_uri())
    expect(page.locator(".planes .box")).to_have_count(4)


def test_points_are_added_moved_relabelled_removed_and_all_undone(page, server):
    open_at(page, server, DRAWN)
    point = page.locator(".point")
    expect(point).to_have_count(4)
    take(page, "▲ C")
    url(page, "label=2")
    click(page, 0.5, 0.5)
    points(page, write_points(FOUR)[:20] + r"\w{4}2")
    assert drawn(page)[4][:2] == pytest.approx((500, 500), abs=5)
    page.keyboard.press("1")
    points(page, r"\w{24}0")
    page.keyboard.press("Delete")
    points(page, r"\w{20}")
    expect(point).to_have_count(4)
    path = drag(page, (0.2, 0.2), (0.3, 0.3), (0.9, 0.3))
    # For a moment it is nowhere, if the plane is just being drawn anew.
    until(page, lambda: (box := point.first.bounding_box()) and abs(box["x"] + 5 - path[2][0]) < 8)
    expect(page.get_by_role("treeitem", name=re.compile("^x1"))).not_to_have_count(0)
    page.mouse.up()
    until(page, lambda: abs(drawn(page)[0][0] - 900) < 8)
    for count in (4, 5, 5, 4):
        idle(page)
        before = page.url
        page.keyboard.press("Control+z")
        expect(page).not_to_have_url(before)
        expect(point).to_have_count(count)
    until(page, lambda: drawn(page) == FOUR)
    idle(page)
    page.get_by_role("button", name="Redo").click()
    expect(point).to_have_count(5)
    idle(page)
    page.get_by_role("button", name="Undo").click()
    expect(point).to_have_count(4)
    idle(page)
    page.get_by_role("application", name=re.compile("^Plane of")).focus()
    for key, there, last in (
        ("ArrowRight", 4, None),
        ("Enter", 5, (500, 500, 2)),
        ("2", 5, (500, 500, 1)),
        ("Shift+ArrowUp", 5, (500, 520, 1)),
        ("Delete", 4, FOUR[3]),
    ):
        page.keyboard.press(key)
        expect(point).to_have_count(there)
        until(page, lambda last=last: not last or drawn(page)[-1] == last)
    idle(page)
    take(page, "Relabel")
    url(page, "tool=label")
    click(page, 0.8, 0.2)
    points(page, r"\w{9}2\w{10}")
    take(page, "Erase")
    url(page, "tool=erase")
    click(page, 0.8, 0.2)
    expect(point).to_have_count(3)
    click(page, 0.5, 0.5)
    expect(point).to_have_count(3)


def test_letters_choose_the_class_of_the_next_point_and_b_blacks_out_nothing(page, server):
    open_at(page, server, DRAWN)
    expect(page.locator(".point")).to_have_count(4)
    page.keyboard.press("b")
    url(page, "label=1")
    expect(page.get_by_role("radio", name="■ B")).to_be_checked()
    reached = set()  # Tab comes to the tool and the class that are chosen
    still(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('[data-testid=stRadioOption]')?.textContent ?? ''"))
    assert reached == {"", "Draw", "■ B"}
    click(page, 0.5, 0.5)
    points(page, r"\w{24}1")
    page.keyboard.press("d")  # the mouse is over the new point: that one becomes a D
    points(page, r"\w{24}3")
    assert "label=1" in page.url
    take(page, "Step")
    expect(page.locator(".planes .point")).to_have_count(5)
    idle(page)
    page.keyboard.press("c")
    page.keyboard.press("Home")  # what came before this key would have been done
    url(page, "step=0")
    assert "label=1" in page.url


def test_the_limit_is_one_sentence(page, server):
    full = write_points(tuple((i * 3, (i * 7) % 1000, i % 2) for i in range(300)))
    open_at(page, server, f"regions?v=1&data=drawn&tool=add&points={full}")
    expect(page.locator(".point")).to_have_count(300)
    click(page, 0.97, 0.03)
    expect(page.locator(".status")).to_have_text("300 points are the most that fit into a link: remove one first.")


def test_a_large_tree_is_whole_at_its_end_and_panned_where_one_draws_and_every_cut_has_its_number(page, server):
    open_at(page, server, "regions?v=1&data=iris&step=17")
    assert letters(page) >= 11.99
    expect(page.locator(".map")).to_be_hidden()
    inside(page.get_by_role("treeitem"))
    open_at(page, server, "regions?v=1&data=drawn&points=spiral&tool=add")
    assert letters(page) >= 11.99
    tree, last = (box_of(page.locator(name).first) for name in ("svg[role=tree]", ".node.done .shape"))
    assert tree["x"] <= last["x"]
    assert last["x"] + last["width"] <= tree["x"] + tree["width"]
    assert tree["y"] <= last["y"]
    assert last["y"] + last["height"] <= tree["y"] + tree["height"]
    uncovered(page)
    for present in (0, 1):
        open_at(page, server, f"regions?v=1&data=iris&present={present}")
        for number in ("1.55", "1.65", "1.75", "2.45", "4.85", "4.95"):
            expect(page.locator(".plane .threshold", has_text=number)).to_be_visible()


def test_a_shape_from_the_list_is_drawn_and_numbers_by_steps_and_by_a_heat_map(page, server):
    open_at(page, server, "regions")
    page.get_by_role("radio", name="More").click()
    page.get_by_role("radio", name="XOR").click()
    expect(page.locator(".point")).to_have_count(len(SHAPES["xor"].points))
    expect(page.locator(".status")).to_contain_text("Hard for a greedy tree")
    url(page, "data=drawn.*tool=add")
    open_at(page, server, "regions?v=1&data=regression_1d&step=7&depth=1")
    expect(page.locator("line.mean")).to_have_count(2)
    expect(page.locator(".plane .say.first")).to_have_text(["1.667", "6.667"])
    expect(page.locator(".plane .scale")).to_be_hidden()
    open_at(page, server, "regions?v=1&data=cars_mpg&depth=2&step=7")
    expect(page.locator(".plane .scale")).to_contain_text("mpg: 9.000")
    expect(page.locator(".box.shade")).not_to_have_count(0)


def test_a_finger_can_tap_twice_and_the_plane_stays(phone, server):
    """On one place two classes contradict each other (facts E12): both points are there,
    and the plane has not moved."""
    open_at(phone, server, "regions?v=1&data=drawn&tool=add")
    before = box_of(phone.locator(".plane .frame"))
    place = spot(phone, 0.4, 0.6)
    phone.touchscreen.tap(*place)
    phone.touchscreen.tap(*place)
    expect(phone.locator(".point")).to_have_count(2)
    expect(phone.locator(".status")).to_have_text("2 points.")
    take(phone, "■ B")
    url(phone, "label=1")
    phone.touchscreen.tap(*spot(phone, 0.4, 0.6))
    expect(phone.locator(".status")).to_contain_text("One place holds points of several classes")
    until(phone, lambda: len(drawn(phone)) == 3)
    assert len({point[:2] for point in drawn(phone)}) == 1
    after = box_of(phone.locator(".plane .frame"))
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)
    open_at(phone, server, DRAWN)  # who draws sees the whole plane
    assert bottom(phone.locator(".plane")) <= 844
    take(phone, "Step")  # who steps needs the player at the plane
    first, plane = phone.get_by_role("button", name="First"), phone.locator(".planes .plane")
    expect(plane).to_be_visible()
    still(phone)
    assert box_of(first)["y"] < box_of(plane)["y"] < box_of(phone.locator(".trees"))["y"]


def test_points_on_one_place_are_counted_and_look_out_from_under_each_other(page, server):
    heap = write_points(
        ((300, 300, 0), (300, 300, 1), (300, 300, 1), (300, 300, 2), (990, 500, 0), (990, 500, 0), (500, 800, 0))
    )
    open_at(page, server, f"regions?v=1&data=drawn&tool=add&points={heap}")
    expect(page.locator(".plane .count")).to_have_text(["×4", "×2"])
    frame = box_of(page.locator(".plane .frame"))
    widths = "all => all.map(e => e.getBoundingClientRect().width)"
    sizes = page.locator(".plane .point").evaluate_all(widths)[:4]
    assert sizes == sorted(sizes, reverse=True)
    assert len({round(size) for size in sizes}) == 3
    ends = page.locator(".plane .count").evaluate_all("all => all.map(e => e.getBoundingClientRect().right)")
    assert max(ends) <= frame["x"] + frame["width"]
    open_at(page, server, "regions?v=1&data=cars_mpg")  # in data, points of one place are no conflict
    expect(page.locator(".plane .point")).to_have_count(392)
    still(page)
    assert len({round(size, 1) for size in page.locator(".plane .point").evaluate_all(widths)}) == 1
    expect(page.locator(".plane .count")).to_have_count(0)


def test_the_first_cut_moves_no_point(page, server):
    apart = write_points(((200, 800, 0), (800, 800, 0), (500, 700, 0)))
    open_at(page, server, f"regions?v=1&data=drawn&algorithm=cart&tool=add&label=1&points={apart}")
    expect(page.locator(".point")).to_have_count(3)
    frame = box_of(page.locator(".plane .frame"))
    click(page, 0.5, 0.2)
    expect(page.locator(".plane .cut")).to_have_count(1)
    after = box_of(page.locator(".plane .frame"))
    assert (after["x"], after["width"], after["height"]) == (frame["x"], frame["width"], frame["height"])
    click(page, 0.5, 0.2)
    points(page, r"\w{25}")
    assert drawn(page)[3][:2] == pytest.approx(drawn(page)[4][:2], abs=1)


def test_the_chart_says_exact_values_and_every_name_letter_for_letter(page, server):
    open_at(page, server, f"regions?v=1&data={quote(hostile())}&drawn=plotly&algorithm=cart")
    chart = page.locator(".js-plotly-plot")
    expect(chart.locator(".xtitle, .ytitle")).to_have_text(["<b>bold</b>", "$x^2$"])
    expect(chart.locator("svg b, script, image, a")).to_have_count(0)
    chart.scroll_into_view_if_needed()
    point = box_of(chart.locator(".scatterlayer .point").first)
    page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    expect(chart.locator(".hoverlayer .hovertext")).to_contain_text(re.compile(r"^<b>bold</b> = \d+\$x\^2\$ = [\d.]+"))


def test_beside_the_sidebar_of_a_small_window_the_legend_is_whole_and_the_tree_is_seen(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, "regions?v=1")
    said = page.locator(".legend > span")
    expect(said).to_have_count(6)  # three classes, three rings
    for one in said.all():
        expect(one).to_be_visible()
    still(page)
    assert page.locator(".legend").bounding_box()["height"] <= 100
    assert page.locator(".trees").bounding_box()["height"] >= 150
