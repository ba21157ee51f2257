"""Regression and sets of values in a real browser: what the tree, the formulas and the links show."""

import re

import pytest
from playwright.sync_api import expect

from dtlearn import from_arrays
from dtlearn.data.packing import pack
from tests.support.visits import at_step, box_of, button, idle, open_at, still, url

STAIRS = "grow?v=1&data=regression_1d&algorithm=cart&criterion=mse"
SETS = "grow?v=1&data=play_tennis&algorithm=cart&criterion=info_gain&nominal=subset"


def test_a_regression_tree_grows_step_by_step(page, server):
    open_at(page, server, f"{STAIRS}&depth=1")
    at_step(page, 0, 3)
    for k in (1, 2, 3):
        button(page, "Next").click()
        at_step(page, k, 3)
    expect(page.get_by_role("treeitem")).to_have_count(3)
    leaf = page.get_by_role("treeitem", name=re.compile("^x < 3.5: leaf 1.667, mean 1.667, n = 3, MSE 0.889"))
    expect(leaf).to_contain_text("< 3.51.667")  # its colour is its value: a sign would say a class
    expect(leaf).to_contain_text("n = 3, MSE 0.889")
    expect(page.get_by_text("mean of y", exact=False).first).to_be_visible()
    expect(page.get_by_text("mean squared error 0.889 on the training set")).to_be_visible()


def test_the_numbers_put_into_a_squared_error_fit_beside_the_tree(page, server):
    open_at(page, server, f"{STAIRS}&step=1")
    expect(page.locator(".katex").first).to_be_visible()
    formula, column = (box_of(page.locator(name).first) for name in (".katex-html .base", ".st-key-dt-side"))
    assert formula["x"] + formula["width"] <= column["x"] + column["width"]


def test_another_target_brings_another_criterion_and_back(page, server):
    open_at(page, server, "grow?v=1&criterion=gini_gain")
    for name, criterion in (("Regression: Stopping distance", "mse"), ("Iris", "gini_gain")):
        page.get_by_role("combobox", name="Data set").fill(name)
        page.get_by_role("option", name=re.compile(name)).first.click()
        url(page, f"criterion={criterion}&")
        idle(page)
        expect(page.get_by_text("This link is not quite right")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "more", "fields"),
    [("grow?v=1", "Order, limits, drawing",
      {"leaves": "Most leaves", "depth": "Greatest depth", "splits": "Most splits (iterations)"}),
     ("partitions?v=1&p_data=iris", "", {"depth": "Greatest depth"})],
)  # fmt: skip
def test_a_limit_can_be_taken_off_again(page, server, path, more, fields):
    open_at(page, server, "&".join([path, *(f"{name}=6" for name in fields)]))
    if more:
        page.get_by_text(more).click()
    for name, label in fields.items():
        field = page.get_by_role("spinbutton", name=label)
        expect(field).to_have_value("6")
        for typed, key in (("4", "Enter"), ("", "Enter"), ("5", "Enter"), ("", "Tab")):
            field.fill(typed)
            field.press(key)
            url(page, f"[&?]{name}={typed}(&|$)" if typed else f"^((?!&{name}=).)*$")
            idle(page)
            expect(field).to_have_value(typed)


def test_a_limit_out_of_range_is_said_and_not_taken(page, server):
    open_at(page, server, "grow?v=1")
    page.get_by_text("Order, limits, drawing").click()
    field = page.get_by_role("spinbutton", name="Most leaves")
    for typed in ("0", "1e30"):
        field.fill(typed)
        field.press("Enter")
        expect(page.get_by_text("Number is outside the allowed range")).to_be_visible()
    assert "leaves=" not in page.url
    field.fill("1e1")
    field.press("Enter")
    url(page, "leaves=10&")


def test_the_legend_of_regression_is_the_scale_of_the_leaves(page, server):
    open_at(page, server, "grow?v=1&data=stopping_distance&algorithm=cart&criterion=mse&leaves=4&step=7")
    legend = page.locator(".dt-legend")
    expect(legend).to_contain_text("mean of distance_ft: 18.200")
    expect(legend).to_contain_text("92.000")
    expect(legend.locator(".dt-class")).to_have_count(0)


def test_a_very_deep_tree_is_drawn_in_part_and_stepped_through(page, server, errors):
    data = pack(from_arrays([[k] for k in range(300)], ["ab"[k % 2] for k in range(300)]))
    open_at(page, server, f"grow?v=1&data={data}&algorithm=cart&criterion=gini_gain&step=400")
    drawn = page.get_by_text(re.compile("^Drawn are [0-9]+ of 4[0-9]{2} nodes"))
    expect(drawn).to_be_visible()
    expect(page.get_by_role("treeitem").first).to_contain_text("levels above")
    first = page.get_by_role("treeitem").first.get_attribute("data-id")
    page.get_by_role("treeitem").first.focus()  # it goes, and another one takes the focus
    for way, steps in (("Next", range(401, 415)), ("Back", range(413, 399, -1))):
        for k in steps:
            button(page, way).click()
            at_step(page, k, 599)
        still(page)
        edges = page.locator("path.edge")
        expect(edges).to_have_count(page.get_by_role("treeitem").count() - 1)
        assert (page.get_by_role("treeitem").first.get_attribute("data-id") == first) == (way == "Back")
    button(page, "First").click()
    at_step(page, 0, 599)
    expect(page.get_by_role("treeitem")).to_have_count(1)
    expect(drawn).to_have_count(0)
    for k in range(1, 4):
        button(page, "Next").click()
        at_step(page, k, 599)
    still(page)
    expect(page.locator("path.edge")).to_have_count(page.get_by_role("treeitem").count() - 1)
    assert not errors
