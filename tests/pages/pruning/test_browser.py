"""Pruning in a real browser: keys, clicks on the charts and on the tree, folds, and what fits on a screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import at_step, beside, bottom, box_of, button, idle, open_at, still, url

SEVEN = "pruning?v=1&pr_data=seven_points&pr_algorithm=id3-uml&pr_once=0"
SOURCE = "pruning?v=1&pr_data=source&pr_algorithm=id3-uml&pr_held=30"


def ghosts(page: Page):
    return page.locator("svg[role=tree] .node.open")


def points(page: Page, chart: str, line: int = 0):
    return (
        page.locator(f".st-key-{chart} .stPlotlyChart .js-plotly-plot .scatterlayer .trace").nth(line).locator(".point")
    )


def test_keys_prune_and_undo_and_points_and_nodes_lead_to_their_trees(page, server):
    open_at(page, server, f"{SEVEN}&step=0")
    at_step(page, 0, 3)
    expect(ghosts(page)).to_have_count(0)
    for k, cut in ((1, 4), (2, 8), (3, 10)):
        page.keyboard.press("ArrowRight")
        at_step(page, k, 3)
        expect(ghosts(page)).to_have_count(cut)
    page.keyboard.press("Home")
    at_step(page, 0, 3)
    expect(ghosts(page)).to_have_count(0)
    url(page, "step=0")
    for chart, line, place, k in (("pr_errors", 0, 3, 3), ("pr_alphas", 1, 0, 0)):
        point = points(page, chart, line).nth(place)
        expect(point).to_be_visible()
        point.scroll_into_view_if_needed()
        box = box_of(point)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        at_step(page, k, 3)
    idle(page)
    button(page, "Last").click()
    at_step(page, 3, 3)
    page.get_by_role("treeitem", name=re.compile("^X1 = 1: cut in this step")).click()
    at_step(page, 1, 3)
    page.get_by_role("button", name="The root").click()
    url(page, "pr_pick=")
    expect(page.locator(".katex-mathml annotation").first).to_contain_text("2}{35")


def test_folds_show_both_choices(page, server):
    open_at(page, server, f"{SOURCE}&step=2&pr_folds=5")
    expect(page.get_by_text("By cross-validation with 5 folds")).to_be_visible()
    page.get_by_role("button", name="★ Show the best").first.click()
    idle(page)
    expect(page).not_to_have_url(re.compile("step=2"))
    url(page, "pr_folds=5")


@pytest.mark.parametrize("path", [f"{SEVEN}&step=1", "pruning"])
def test_tree_and_table_stand_side_by_side_on_a_projector(page, server, path):
    open_at(page, server, path)
    tree = page.locator("svg[role=tree]")
    beside(tree, page.locator(".st-key-dt-side"))
    assert bottom(tree) <= 800


def test_play_runs_to_the_end(page, server):
    open_at(page, server, f"{SEVEN}&step=1&speed=4")
    button(page, "Play").click()
    expect(page.get_by_text("Step 3 of 3", exact=True)).to_be_visible()
    url(page, "step=3")


def test_the_table_of_every_tree_shows_the_present_one_and_leads_to_others(page, server):
    open_at(page, server, f"{SOURCE}&pr_m=300&step=8")
    at_step(page, 8, 10)
    table = page.get_by_role("table", name="Every tree on the way")
    now = table.locator("tr.selected")
    inside = "row => { const a = row.getBoundingClientRect(), b = row.closest('.scroller').getBoundingClientRect(); return a.top >= b.top && a.bottom <= b.bottom + 1 }"
    expect(now).to_have_count(1)
    still(page)
    assert now.evaluate(inside)
    table.get_by_role("button", name="7", exact=True).click()
    at_step(page, 7, 10)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_nothing_of_a_small_tree_or_of_the_procedures_is_cut_off(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    open_at(page, server, "pruning?v=1&pr_data=xor-800&pr_algorithm=id3-uml&pr_by=generic&step=7")
    at_step(page, 7, 7)
    box = box_of(page.locator("svg[role=tree]"))
    shapes = page.locator("svg[role=tree] .node .shape").all()
    assert shapes
    for node in shapes:
        at = node.bounding_box()
        assert at["x"] >= box["x"]
        assert at["x"] + at["width"] <= box["x"] + box["width"]
    last = page.get_by_role("radio", name="Gain threshold").bounding_box()
    assert last["x"] + last["width"] <= width


def test_present_mode_has_the_lowest_level_on_the_screen(page, server):
    open_at(page, server, f"{SEVEN}&step=2&present=1")
    expect(page.locator(".node .shape").first).to_be_visible()
    assert bottom(*page.locator(".node .shape").all()) < 800


def test_the_sentence_of_a_lesson_waits_until_the_last_prediction(page, server):
    open_at(page, server, "pruning?v=1&pr_data=xor-800&pr_algorithm=id3-uml&pr_by=generic&predict=1&step=0")
    says = page.get_by_text("X1 has no say. Every cut would hurt")
    expect(page.get_by_text("Each node in turn becomes what makes f")).to_have_count(2)
    expect(says).to_have_count(0)
    expect(page.get_by_text(re.compile("^Step 0 of "))).to_be_visible()  # the player, who owns the keys
    page.keyboard.press("End")
    expect(says).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(says).to_have_count(0)
