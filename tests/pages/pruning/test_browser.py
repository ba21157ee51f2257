"""Pruning in a real browser: keys, clicks on the charts and on the tree, folds, and what fits on a screen."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, box_of, button, idle, inside, open_at, still, url

SEVEN = "pruning?v=1&pr_data=seven_points&pr_algorithm=id3-uml&pr_once=0"


def ghosts(page: Page):
    return page.locator("svg[role=tree] .node.open")


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
        point = page.locator(f".st-key-{chart} .scatterlayer .trace").nth(line).locator(".point").nth(place)
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


def test_folds_show_both_choices_and_the_table_of_every_tree_leads_to_others(page, server):
    open_at(page, server, "pruning?v=1&pr_data=source&pr_algorithm=id3-uml&pr_held=30&pr_m=300&step=8&pr_folds=5")
    at_step(page, 8, 10)
    table = page.get_by_role("table", name="Every tree on the way")
    now = table.locator("tr.selected")
    inside = "row => { const a = row.getBoundingClientRect(), b = row.closest('.scroller').getBoundingClientRect(); return a.top >= b.top && a.bottom <= b.bottom + 1 }"
    expect(now).to_have_count(1)
    still(page)
    assert now.evaluate(inside)
    expect(page.get_by_text("By cross-validation with 5 folds")).to_be_visible()
    page.get_by_role("button", name="★ Show the best").first.click()
    expect(page).not_to_have_url(re.compile("step=8"))
    url(page, "pr_folds=5")
    idle(page)
    table.get_by_role("button", name="9", exact=True).click()
    at_step(page, 9, 10)


def test_nothing_of_a_small_tree_or_of_the_procedures_is_cut_off(page, server):
    open_at(page, server, "pruning?v=1&pr_data=xor-800&pr_algorithm=id3-uml&pr_by=generic&step=7")
    at_step(page, 7, 7)
    for width, height in ((1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        inside(page.locator(".node .shape"))
        last = page.get_by_role("radio", name="Gain threshold").bounding_box()
        assert last["x"] + last["width"] <= width
