"""The page that plays, opened from the disk and in a frame of a foreign page: nothing is asked for,
nothing runs from a name."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, PRUNERS, GrowSettings, PruneSettings, from_arrays, grow, load
from tests.support.strategies import HOSTILE
from tests.support.visits import until


@pytest.fixture
def lesson(tmp_path):
    trace = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
    return trace.steps().walkthrough("ID3 (CS181)").save(tmp_path / "lesson.html")


def test_a_lesson_plays_from_the_disk_and_asks_for_nothing(tab, lesson):
    tab.goto(lesson.as_uri())
    counter, caption, nodes = tab.locator(".counter"), tab.locator(".caption"), tab.get_by_role("treeitem")
    expect(counter).to_have_text("Step 0 of 8")
    expect(nodes).to_have_count(1)
    tab.keyboard.press("ArrowRight")
    expect(counter).to_have_text("Step 1 of 8")
    expect(caption).to_contain_text("Outlook has the largest gain: it takes away 0.247 of 0.940 bits")
    expect(nodes).to_have_count(4)
    expect(tab.locator(".sums math")).not_to_have_count(0)
    expect(tab.locator(".sums")).to_contain_text("0.247")
    tab.get_by_role("button", name="Humidity").click()
    expect(tab.locator(".sums")).to_contain_text("0.152")
    tab.keyboard.press("End")
    expect(counter).to_have_text("Step 8 of 8")
    expect(tab.get_by_role("button", name="Next")).to_be_disabled()
    assert tab.evaluate("location.hash") == "#step=8"
    for key, shown in (("b", True), ("b", False), ("B", True), ("Escape", False)):
        tab.keyboard.press(key)
        expect(tab.locator(".black")).to_be_visible(visible=shown)
    nodes.first.click()  # it is looked at where it stands, with a way to its step
    expect(tab.locator(".looked")).to_contain_text("All 14 examples: split on Outlook")
    expect(tab.locator(".sums")).to_contain_text("0.247")
    expect(counter).to_have_text("Step 8 of 8")
    tab.get_by_role("button", name="Go to its step").click()
    expect(tab.locator(".looked")).to_be_hidden()
    expect(counter).to_have_text("Step 1 of 8")
    tab.reload()
    expect(counter).to_have_text("Step 1 of 8")
    assert {*tab.asked} <= {lesson.as_uri(), f"{lesson.as_uri()}#step=1"}
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800  # one screen
    assert lesson.stat().st_size <= 120 * 1024
    asking = grow(load("play_tennis")).steps(detail="question").walkthrough()
    assert len(asking.html().encode()) <= 120 * 1024


def test_a_split_that_is_pointed_at_is_a_ghost_in_the_tree_which_does_not_move(tab, lesson):
    tab.goto(f"{lesson.as_uri()}#step=1")
    ghosts, root, rows = tab.locator(".edge.ghost"), tab.get_by_role("treeitem").first, tab.locator(".choices tr")
    title, before = root.locator(".title"), root.locator(".shape").bounding_box()
    expect(ghosts).to_have_count(0)
    rows.filter(has_text="Wind").hover()
    expect(ghosts).to_have_count(2)
    expect(title).to_have_text("Wind?")
    expect(tab.get_by_role("treeitem", name="Preview: Strong, 3 No, 3 Yes")).to_be_visible()
    assert root.locator(".shape").bounding_box() == before
    rows.filter(has_text="Outlook").hover()  # it is there already
    expect(ghosts).to_have_count(0)
    expect(title).to_have_text("Outlook")
    tab.mouse.move(5, 5)
    tab.get_by_role("button", name="Outlook").focus()
    tab.keyboard.press("ArrowDown")
    expect(ghosts).to_have_count(3)
    tab.keyboard.press("ArrowLeft")  # who goes on sees what happens
    expect(ghosts).to_have_count(0)


def test_what_a_pruning_weighs_is_no_ghost_and_its_table_counts_predicted_and_true_classes(tab, tmp_path):
    pruning = PRUNERS["weakest_link"](grow(load("play_tennis")), PruneSettings(costs=(1, 5)))
    tab.goto(f"{pruning.walkthrough().save(tmp_path / 'costs.html').as_uri()}#step=1")
    counts = tab.get_by_role("table", name="Predicted and true classes").get_by_role("row")
    expect(counts).to_have_text(["predictedtrue Notrue Yes", "No00", "Yes59"])
    tab.locator(".choices tr").filter(has_text="The root").hover()
    expect(tab.get_by_role("treeitem").first.locator(".title")).not_to_have_text("The root?")
    assert tab.locator(".edge.ghost").count() == 0


@pytest.mark.parametrize(("width", "detail"), [(1280, "node"), (390, "question")])
def test_the_tree_stays_where_it_is_whatever_a_step_says_and_is_answered(tab, tmp_path, width, detail):
    page = grow(load("iris"), ALGORITHMS["CART"]).steps(detail=detail).walkthrough().save(tmp_path / "iris.html")
    tab.set_viewport_size({"width": width, "height": 800})
    seen, said = set(), set()
    for k in range(6):
        tab.goto("about:blank")
        tab.goto(f"{page.as_uri()}#step={k}")
        expect(tab.locator(".counter")).to_contain_text(f"Step {k} ")
        box = tab.locator(".trees").bounding_box()
        seen.add((box["y"], box["height"]))
        said.add(len(tab.locator(".caption").inner_text()) // 130)  # lines, at the larger width
    assert len(said) > 1
    assert len(seen) == 1


def test_in_a_wide_font_what_a_node_says_stays_inside_it(tab, tmp_path):
    page = PRUNERS["weakest_link"](grow(load("iris"), ALGORITHMS["CART"])).walkthrough().html()
    (tmp_path / "wide.html").write_text(page.replace("--st-font:system-ui", "--st-font:Verdana,'DejaVu Sans'"))
    tab.goto(f"{(tmp_path / 'wide.html').as_uri()}#step=4")
    expect(tab.locator(".node text.title").first).to_be_visible()
    wide = """nodes => {
        const width = (e) => e.getBoundingClientRect().width;
        return nodes.map((node) =>
            Math.max(0, ...[...node.querySelectorAll("text")].map(width)) - width(node.querySelector(".shape")));
    }"""
    assert max(tab.get_by_role("treeitem").evaluate_all(wide)) <= 0


def test_an_example_and_a_new_day_walk_down_the_tree(tab, lesson):
    tab.goto(f"{lesson.as_uri()}#step=8")
    way, said = tab.locator(".node.lit"), tab.locator(".left > .said")
    row = tab.get_by_role("button", name="6", exact=True)
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    assert [node.get_attribute("data-id") for node in way.all()] == ["r", "r.2", "r.2.1"]
    expect(tab.locator(".dot-ring")).to_have_attribute("d", re.compile("^M"))
    row.press("ArrowDown")  # the next example; Enter leaves the focus where it is
    for pressed in ("true", "false"):
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("button", name="14", exact=True)).to_have_attribute("aria-pressed", pressed)
    tab.keyboard.press("Shift+Tab")  # past all examples
    expect(tab.get_by_role("tab", name="Examples")).to_be_focused()
    expect(way).to_have_count(0)
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    expect(tab.get_by_role("tab", name="A new example")).to_be_focused()
    for name, value in (("Outlook", "Sunny"), ("Temperature", "Mild"), ("Humidity", "High"), ("Wind", "Strong")):
        tab.get_by_label(name, exact=True).select_option(value)
    expect(said).to_have_text("Outlook? Sunny. Humidity? High. So: No.")
    assert [node.get_attribute("data-id") for node in way.all()] == ["r", "r.0", "r.0.0"]
    tab.get_by_role("slider").press("Home")
    expect(said).to_have_text("This node is not decided yet.")
    tab.get_by_role("button", name="Clear example").click()
    expect(way).to_have_count(0)


def test_a_frame_that_a_sanitizer_takes_leaves_a_still_picture_below_it(tab):
    trace = grow(load("play_tennis"))
    tab.set_content(trace.steps().walkthrough().frame_html())
    still, frame = tab.locator("img"), tab.locator("iframe")
    expect(tab.frame_locator("iframe").locator(".counter")).to_have_text("Step 0 of 8")
    x, y = (still.bounding_box()[name] for name in "xy")
    assert tab.evaluate("([x, y]) => document.elementFromPoint(x + 5, y + 5).tagName", [x, y]) == "IFRAME"
    assert frame.evaluate(
        "frame => frame.clientHeight + 2 === frame.parentNode.clientHeight"
    )  # nothing looks out below
    frame.evaluate("frame => frame.remove()")
    expect(still).to_be_visible()
    assert still.evaluate("image => image.naturalWidth") > 300
    expect(tab.get_by_text("PlayTennis: this plays where scripts may run")).to_be_visible()
    asked = trace.steps(detail="question").walkthrough().frame_html()
    assert "<img" not in asked  # it would say the answers


# The nodes that are written to while a click is answered.
TOUCHED = """(node) => {
  const watch = new MutationObserver(() => {}), options = { attributes: true, childList: true, subtree: true };
  watch.observe(node.parentNode, options);
  node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return [...new Set(watch.takeRecords().map(({ target }) => target.closest(".node")?.dataset.id))].sort();
}"""


def test_a_click_on_a_node_writes_to_no_other(tab, tmp_path):
    page = grow(load("iris"), ALGORITHMS["CART"]).steps().walkthrough().save(tmp_path / "lesson.html", 17)
    tab.goto(page.as_uri())
    expect(tab.get_by_role("treeitem")).to_have_count(17)
    one, other = (tab.locator(f'[data-id="{at}"]') for at in ("r.0", "r.1.1"))
    assert one.evaluate(TOUCHED) == ["r.0"]
    assert other.evaluate(TOUCHED) == ["r.0", "r.1.1"]
    expect(other).to_have_class(re.compile("lit"))
    expect(one).not_to_have_class(re.compile("lit"))


def test_examples_fall_to_the_node_that_holds_them(tab, lesson):
    tab.goto(lesson.as_uri())
    dots = "[...document.querySelector('main').shadowRoot.querySelector('.trees').shadowRoot.querySelectorAll('.dot')]"
    counts = f"{dots}.map((path) => path.getAttribute('d').split('M').length - 1)"
    assert tab.evaluate(counts) == [5, 9]
    drop = f"(({dots})[1].getAttribute('d').match(/M\\S+ [0-9.]+/g).map((m) => Number(m.split(' ')[1])))"
    deep = f"Math.max(...{drop}) - Math.min(...{drop})"
    assert tab.evaluate(deep) < 50  # all in one bag
    tab.keyboard.press("End")
    expect(tab.locator(".counter")).to_have_text("Step 8 of 8")
    assert tab.evaluate(counts) == [5, 9]
    assert tab.evaluate(deep) > 80  # the leaves Yes lie on two levels


def test_a_lesson_that_asks_first_tells_what_the_answer_was_worth(tab, tmp_path):
    trace = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
    tab.goto(trace.steps(detail="question").walkthrough().save(tmp_path / "ask.html").as_uri())
    counter, told, table = tab.locator(".counter"), tab.locator(".quiz"), tab.locator(".tables")
    expect(told).to_contain_text("What happens at this node?")
    expect(table).to_be_hidden()
    expect(tab.locator(".ticks .mark:visible")).to_have_count(0)
    told.get_by_role("button", name="Humidity").click()
    expect(counter).to_have_text("Step 1 of 15")
    expect(told).to_contain_text("but Outlook makes Overcast pure (gain 0.152 against 0.247 bits).")
    expect(told).to_contain_text("0 of 1 right")
    expect(table).to_be_visible()
    tab.keyboard.press("ArrowRight")
    told.get_by_role("button", name="Humidity").press("Enter")
    expect(told).to_contain_text("Right: Humidity.")
    expect(told).to_contain_text("1 of 2 right")
    tab.keyboard.press("Home")
    expect(told).to_have_text("You have answered: Humidity. Next shows what happens.")
    tab.get_by_role("treeitem").first.click()  # its step is still to come
    tab.keyboard.press(" ")  # nor does it play past a question
    play = tab.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_disabled()
    expect(play).to_have_accessible_description("Answer, then press Next")
    expect(counter).to_have_text("Step 0 of 15")
    tab.keyboard.press("ArrowRight")
    tab.get_by_role("button", name="Start over").click()
    expect(told).to_contain_text("What happens at this node?")


def test_a_key_that_is_held_stops_at_a_question(tab, tmp_path):
    trace = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
    tab.goto(trace.steps(detail="question").walkthrough().save(tmp_path / "ask.html").as_uri())
    counter, told = tab.locator(".counter"), tab.locator(".quiz")
    for step in (0, 2):
        for _ in range(4):
            tab.keyboard.down("ArrowRight")  # the first is a press, the others repeat it
        expect(counter).to_have_text(f"Step {step} of 15")
        expect(told).to_contain_text("Say it first, or press Next once more to see it.")
        tab.keyboard.up("ArrowRight")
        tab.keyboard.press("ArrowRight")
        expect(counter).to_have_text(f"Step {step + 1} of 15")


def test_the_last_step_is_reached_at_the_second_press_and_a_drag_stops_at_what_is_asked(tab, tmp_path):
    trace = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])
    tab.goto(trace.steps(detail="question").walkthrough().save(tmp_path / "ask.html").as_uri())
    counter, told, end = tab.locator(".counter"), tab.locator(".quiz"), tab.get_by_role("button", name="Last")
    end.click()
    expect(told).to_contain_text("Say it first, or press Next once more to see it.")
    expect(counter).to_have_text("Step 0 of 15")
    end.click()
    expect(counter).to_have_text("Step 15 of 15")
    tab.keyboard.press("Home")
    expect(counter).to_have_text("Step 0 of 15")
    told.get_by_role("button", name="Outlook").click()
    expect(counter).to_have_text("Step 1 of 15")
    bar = tab.get_by_role("slider", name="Step").bounding_box()
    y = bar["y"] + bar["height"] / 2
    tab.mouse.move(bar["x"] + bar["width"] / 2, y)
    tab.mouse.down()
    tab.mouse.move(bar["x"] + bar["width"] * 0.8, y, steps=8)
    tab.mouse.up()
    expect(counter).to_have_text("Step 2 of 15")  # the next question
    expect(told).to_contain_text("Say it first, or press Next once more to see it.")


def test_every_threshold_can_be_unfolded_and_the_line_at_work_is_in_view(tab, tmp_path):
    trace = grow(load("iris"), replace(ALGORITHMS["CART"], max_depth=2))
    tab.goto(f"{trace.steps().walkthrough('BuildTree').save(tmp_path / 'iris.html').as_uri()}#step=1")
    rows = tab.locator(".tables tbody tr")
    expect(rows).to_have_count(4)
    tab.locator(".tables .fold").first.click()
    every = [1 for c in range(len(trace.candidates[0])) if trace.candidates[0].feature[c] == 0]
    expect(rows).to_have_count(4 + len(every))
    rows.nth(2).click()
    expect(tab.locator(".sums")).to_contain_text("left out here")
    tab.get_by_role("tab", name="Pseudocode").click()

    def begins_with_a_line_and_shows_it() -> bool:
        box, line = tab.locator(".code").bounding_box(), tab.locator(".code .now").first.bounding_box()
        top, tops = tab.locator(".code").evaluate(
            "box => [box.scrollTop, [...box.querySelectorAll('li')].map((one) => one.offsetTop)]"
        )
        seen = box["y"] <= line["y"] and line["y"] + line["height"] <= box["y"] + box["height"] + 1
        return seen and (top < tops[0] or round(top) in tops)

    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End"):
        tab.get_by_role("slider").press(key)
        until(tab, begins_with_a_line_and_shows_it)


def test_what_was_just_decided_is_in_view_where_both_fit(tab, tmp_path):
    trace = grow(load("stopping_distance"), replace(ALGORITHMS["CART"], criterion="mse"))
    lesson = trace.steps().walkthrough()
    tab.goto(lesson.save(tmp_path / "wide.html").as_uri())

    def in_view() -> bool:
        box = tab.locator(".trees").bounding_box()
        weighs = tab.locator(".tables").is_visible()
        marked = [tab.locator(f".node.{mark}") for mark in ("next", "done")]
        mark = next(one for one in marked if one.count()).locator(".shape").bounding_box()
        return (
            (box["width"] > 1200) == (not weighs)  # else it has that room too
            and box["x"] - 1 <= mark["x"]
            and mark["x"] + mark["width"] <= box["x"] + box["width"] + 1
        )

    for _ in range(len(lesson) - 1):
        tab.keyboard.press("ArrowRight")
        until(tab, in_view)


def test_a_foreign_page_shows_it_in_a_frame_from_which_nothing_gets_out(tab, tmp_path):
    data = load("play_tennis")
    (tmp_path / "book.html").write_text(grow(data).steps().walkthrough().frame_html(2))
    tab.goto((tmp_path / "book.html").as_uri())
    inside = tab.frame_locator("iframe")
    expect(inside.locator(".counter")).to_have_text("Step 2 of 8")
    inside.get_by_role("button", name="Next").click()
    expect(inside.locator(".counter")).to_have_text("Step 3 of 8")
    assert {url for url in tab.asked if not url.startswith("about:")} == {(tmp_path / "book.html").as_uri()}


def test_names_full_of_markup_are_words(tab, tmp_path):
    bad = [
        f"{k}{name}"
        for k, name in enumerate([*HOSTILE, '<img src=x onerror="alert(1)">', "</script><script>alert(2)</script>"])
    ]
    values = [[name, k] for k, name in enumerate(bad)]
    data = from_arrays(values, [bad[k % 2] for k in range(len(bad))], [bad[-2], bad[-1]], name=bad[-1])
    trace = grow(data, replace(ALGORITHMS["ID3 (CS181)"], max_depth=2))
    path = trace.steps().walkthrough("ID3 (CS181)").save(tmp_path / "bad.html", 1)
    tab.goto(path.as_uri())
    expect(tab.locator(".counter")).to_contain_text("Step 1 of")
    for key in ("ArrowRight", "End", "Home"):
        tab.keyboard.press(key)
    assert tab.locator("img").count() == 0
    assert tab.locator("script").count() == 2
    assert set(tab.asked) == {path.as_uri()}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (853, 533), (1920, 1080)])
def test_it_fits_a_phone_and_a_projector(tab, lesson, width, height):
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto(f"{lesson.as_uri()}#step=1")
    expect(tab.locator(".counter")).to_have_text("Step 1 of 8")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".trees").bounding_box()["height"] >= 260


def test_a_legend_of_many_long_classes_leaves_the_tree_its_room(tab, tmp_path):
    classes = [f"Department of Applied Physics and {letter * 6}" for letter in "ABCDEFGHIJKLMNOPQRST"]
    data = from_arrays([[k] for k in range(20)], classes)
    tab.goto(grow(data, GrowSettings(max_depth=1)).steps().walkthrough().save(tmp_path / "many.html").as_uri())
    expect(tab.get_by_role("treeitem").first).to_be_visible()
    assert tab.locator(".trees").bounding_box()["height"] > 200
