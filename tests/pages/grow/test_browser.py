"""Grow a tree in a real browser: another target, limits typed and taken off, a tree too deep to be drawn whole."""

import re

from playwright.sync_api import expect

from dtlearn import from_arrays
from dtlearn.data.packing import pack
from tests.support.visits import at_step, box_of, button, idle, open_at, still, unfold, url

# Where the fourth dot of a class stands on the screen.
FOURTH = """(path) => {
  const [x, y] = path.getAttribute("d").split("M")[4].split(/[m ]/).map(Number);
  const place = new DOMPoint(x + 2, y).matrixTransform(path.getScreenCTM());
  return [place.x, place.y];
}"""


def test_another_target_brings_another_criterion_and_back(page, server):
    open_at(page, server, "grow?v=1&criterion=gini_gain")
    for name, criterion in (("Regression: Stopping distance", "mse"), ("Iris", "gini_gain")):
        page.get_by_role("combobox", name="Data set").fill(name)
        page.get_by_role("option", name=re.compile(name)).first.click()
        url(page, f"criterion={criterion}&")
        idle(page)
        expect(page.get_by_text("This link is not quite right")).to_have_count(0)
        expect(page.locator(".legend .class")).to_have_count(3 if name == "Iris" else 1)
        expect(page.locator(".legend .scale")).to_have_count(0 if name == "Iris" else 1)


def test_a_limit_is_taken_off_again_and_not_taken_out_of_range(page, server):
    fields = {"leaves": "Max. leaves", "depth": "Max. depth", "splits": "Max. splits (iterations)"}
    open_at(page, server, "&".join(["grow?v=1", *(f"{name}=6" for name in fields)]))
    unfold(page, "More settings")
    for name, label in fields.items():
        field = page.get_by_role("spinbutton", name=label)
        expect(field).to_have_value("6")
        for typed, key in (("4", "Enter"), ("", "Enter"), ("5", "Enter"), ("", "Tab")):
            field.fill(typed)
            field.press(key)
            url(page, f"[&?]{name}={typed}(&|$)" if typed else f"^((?!&{name}=).)*$")
            idle(page)
            expect(field).to_have_value(typed)
    field = page.get_by_role("spinbutton", name="Max. leaves")
    for typed in ("0", "1e30"):
        field.fill(typed)
        field.press("Enter")
        expect(page.get_by_text("Number is outside the allowed range")).to_be_visible()
    assert "leaves=" not in page.url
    field.fill("1e1")
    field.press("Enter")
    url(page, "leaves=10&")


def test_a_very_deep_tree_is_drawn_in_part_and_stepped_through(page, server):
    data = pack(from_arrays([[k] for k in range(300)], ["ab"[k % 2] for k in range(300)]))
    open_at(page, server, f"grow?v=1&data={data}&algorithm=cart&criterion=gini_gain&step=416")
    drawn, nodes = page.get_by_text(re.compile("^Drawn are [0-9]+ of 4[0-9]{2} nodes")), page.get_by_role("treeitem")
    expect(drawn).to_be_visible()
    expect(nodes.first).to_contain_text("levels above")
    first = nodes.first.get_attribute("data-id")
    nodes.first.focus()  # it goes, and another one takes the focus
    for way, steps in (("Next", range(417, 420)), ("Back", range(418, 415, -1))):
        for k in steps:
            button(page, way).click()
            at_step(page, k, 599)
        still(page)
        expect(page.locator("path.edge")).to_have_count(nodes.count() - 1)
        assert (nodes.first.get_attribute("data-id") == first) == (way == "Back")
    button(page, "First").click()
    at_step(page, 0, 599)
    expect(nodes).to_have_count(1)
    expect(drawn).to_have_count(0)
    button(page, "Next").click()
    at_step(page, 1, 599)
    still(page)
    expect(page.locator("path.edge")).to_have_count(nodes.count() - 1)


def test_the_numbers_put_into_a_squared_error_fit_beside_the_tree(page, server):
    open_at(page, server, "grow?v=1&data=regression_1d&algorithm=cart&criterion=mse&step=1")
    formula, column = (box_of(page.locator(name).first) for name in (".sum", ".side"))
    assert formula["x"] + formula["width"] <= column["x"] + column["width"]


def test_a_dot_is_chosen_and_its_way_is_shown_until_it_is_let_go_of(page, server):
    open_at(page, server, "grow?v=1&step=8")
    still(page)
    lit, told = page.locator(".node.lit"), page.get_by_text("Example 6: Outlook? Rain. Wind? Strong. So: No.")
    page.mouse.click(*page.locator(".dot").first.evaluate(FOURTH))  # of the five No the first under Strong
    expect(told).to_be_visible()
    url(page, "[&?]row=5(&|$)")
    assert [node.get_attribute("data-id") for node in lit.all()] == ["r", "r.2", "r.2.1"]
    row = page.get_by_role("button", name="6", exact=True)
    expect(row).to_have_attribute("aria-pressed", "true")
    row.click()
    expect(told).to_have_count(0)
    url(page, "^((?!row=).)*$")
    expect(lit).to_have_count(0)


def test_no_tab_below_the_tree_is_cut_on_a_small_projector(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    for data in ("play_tennis", "iris"):
        open_at(page, server, f"grow?v=1&present=1&data={data}")
        tabs = page.locator(".tabs")
        assert tabs.evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")


def test_zoomed_in_what_a_step_decides_is_in_the_window_and_a_finished_tree_keeps_words(page, server):
    """1024x768 at 175 %: of the case classroom_zoom; a folded tree draws nothing negative."""
    page.set_viewport_size({"width": 585, "height": 439})
    open_at(page, server, "grow?v=1&step=4")
    still(page)
    decided = box_of(page.locator(".node.done .shape").first)
    assert decided["y"] + decided["height"] <= 439
    open_at(page, server, "grow?v=1&data=iris&algorithm=cart&step=17")
    still(page)
    letters = "all => all.map((one) => one.getBoundingClientRect().height).filter(Boolean)"
    assert min(page.locator(".node.done text").evaluate_all(letters)) >= 12
    expect(page.get_by_role("button", name="Fit")).to_be_visible()
