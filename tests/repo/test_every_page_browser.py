"""What only a real browser shows: every page on every screen, and the steps of Grow a tree by keys, clicks and links."""

import os
import re

import pytest
from playwright.sync_api import expect

from tests.support.server import ROOT, Server
from tests.support.visits import (
    at_step,
    box_of,
    button,
    fits,
    idle,
    linked,
    menu,
    open_at,
    pictures,
    still,
    url,
)

GROW = "grow?v=1&data="
BLOCK = "role=button[name=/^Symbol 1: /]"
CHART, KATEX, TREE = ".stPlotlyChart .js-plotly-plot .legend", ".katex-html", "[role=treeitem]"
# (link, what it shows): every kind of thing that is drawn.
SCREENS = [
    ("", "text=PlayTennis, ID3"), ("numbers", "td"), ("own", "role=button[name='Use this table']"),
    (f"{GROW}iris&algorithm=cart&criterion=gini_gain&step=9", TREE), ("grow?v=1&step=2&panel=pseudocode", TREE),
    (f"{GROW}regression_1d&algorithm=cart&criterion=mse&step=1", KATEX),
    (f"{GROW}play_tennis&algorithm=cart&criterion=info_gain&nominal=subset&step=1", KATEX),
    (f"{GROW}cars_mpg&algorithm=cart&criterion=mse&step=1", KATEX),
    ("byhand?v=1&by_data=play_tennis&by_finish=1&by_tree=r-f2&by_at=r&by_criterion=gain_ratio", "role=button[name='Yours']"),
    ("criteria?v=1&c_tab=curves&c_set=four_class", ".result"), ("criteria?v=1&c_tab=split&c_set=four_class", ".result"),
    ("criteria?v=1&c_tab=disagree&c_set=four_class", "table"), ("criteria?v=1&c_tab=ratio&c_set=four_class", KATEX),
    ("thresholds?v=1&th_data=wine&th_feature=6&th_at=60&th_rest=1", KATEX), ("thresholds?v=1&th_data=zoo&th_at=2", KATEX),
    ("thresholds?v=1&th_part=cost", KATEX),
    ("partitions?v=1&algorithm=cart&step=17", ".point"),
    ("partitions?v=1&p_data=drawn&algorithm=cart&p_tool=add&step=7&p_points=5k5k0m85k15km81m8m80", ".point"),
    ("limits?v=1&sl_data=cloud-rings&sl_limit=depth&step=7", ".st-key-sl-row img"),
    ("limits?v=1&sl_data=wine&sl_limit=splits&step=3", ".st-key-sl-row img"),
    ("overfitting?v=1&of_data=zoo&of_xor=bits", CHART),
    ("pruning?v=1&pr_data=source&pr_algorithm=id3-uml&pr_held=30&step=5", ".st-key-pr_errors .scatterlayer .point"),
    ("pruning?v=1&pr_data=xor-8&pr_by=generic&pr_algorithm=id3-uml&step=7", ".st-key-pr_errors .scatterlayer .point"),
    ("bound", CHART), ("bound?v=1&bo_data=source&bo_way=greedy&step=20", CHART), ("bound?v=1&bo_data=iris", CHART),
    ("code?v=1&co_data=congress_votes&co_way=write&step=12&co_panel=length", BLOCK),
    ("code?v=1&co_data=restaurant_wait&co_way=read&step=5&co_panel=alphabet", BLOCK),
    ("code?v=1&co_data=seven_points&co_way=read&co_word=x1+x2+x99+leaf0&co_panel=kraft", BLOCK),
    ("learning?v=1&le_rows=000--0-1-00-01--&le_bias=leaves&le_target=random&le_panel=counts", "role=button[name=/^1111:/]"),
    ("learning?v=1&le_rows=0---1--1&le_bias=shortest&le_target=own&le_own=00101001&le_panel=lunch", "role=button[name=/^111:/]"),
    ("unstable?v=1&un_data=wine&un_draw=3&un_n=100", "text=different trees"),
    ("unstable?v=1&un_changes=3c0&un_show=1&un_way=flip", "text=different trees"),
    ("forest?v=1&fo_trees=13&fo_ex_run=five&fo_matter=1", "role=group[name='Trees'] >> img"),
    ("forest?v=1&fo_data=congress_votes&fo_trees=13&step=5", "role=group[name='Trees'] >> img"),
    ("practice?v=1&ex_at=8&ex_level=3&ex_hint=2", "text=It removes the subtree of"),
    ("practice?v=1&ex_mode=faded&ex_stage=4", "text=Numbers put in"), ("practice?v=1&ex_mode=own", "text=first other decision"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "sign"), SCREENS, ids=[path for path, _ in SCREENS])
def test_a_page_fits_a_light_projector_and_a_dark_phone_and_prints(page, server, errors, path, sign):
    open_at(page, server, path)
    expect(page.locator(sign).last).to_be_attached()
    pictures(page)
    fits(page)
    if path.startswith("bound"):  # all columns are seen at once
        wide = "[...document.querySelectorAll('.dt-scroll')].every(e => e.scrollWidth <= e.clientWidth + 1)"
        page.wait_for_function(wide)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)
    expect(page.locator(".katex-error")).to_have_count(0)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("background-color", "rgb(255, 255, 255)")
    assert errors == []


@pytest.mark.parametrize(("path", "title"), [("grow?v=1&step=3", "PlayTennis"), ("numbers", "The notes' numbers")])
def test_a_link_is_the_first_request_of_a_fresh_server(fresh, path, title):
    with Server() as server:
        open_at(fresh, server, path)
        expect(fresh.get_by_role("heading", level=1)).to_contain_text(title)
        expect(fresh.get_by_role("link", name="Lessons", exact=True)).to_be_visible()
        if "step" in path:
            at_step(fresh, 3)


def test_the_player_by_mouse_and_by_keys(page, server):
    open_at(page, server, "grow")
    at_step(page, 0)
    for name, k in (("Next", 1), ("Last", 8), ("Back", 7), ("First", 0)):
        button(page, name).click()
        at_step(page, k)
        if k == 1:
            expect(page.get_by_text("Outlook has the largest gain, 0.247 bits, so split on it.")).to_be_visible()
    url(page, "step=0")
    for key, k in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("End", 8), ("PageUp", 7), ("Home", 0)):
        page.keyboard.press(key)
        at_step(page, k)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at_step(page, 5)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    idle(page)
    page.keyboard.press("b")
    cover = "document.elementFromPoint(640, 400).shadowRoot?.elementFromPoint(640, 400).className"
    page.wait_for_function(f"{cover} === 'blank'")
    page.keyboard.press("b")
    page.wait_for_function(f"{cover} !== 'blank'")
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_visible()
    idle(page)
    page.keyboard.press("2")
    expect(page.get_by_text(re.compile(r"Step \d+ of 36"))).to_be_visible()


def test_it_starts_paused_and_plays_to_the_end(page, server):
    open_at(page, server, "grow?v=1&step=5&speed=4")
    at_step(page, 5)
    expect(button(page, "Play")).to_be_visible()  # not Pause
    page.keyboard.press("Space")
    at_step(page, 8)
    expect(button(page, "Play")).to_be_visible()
    url(page, "step=8")


def test_a_node_goes_to_its_step_and_a_row_shows_its_arithmetic(page, server, clipboard):
    open_at(page, server, "grow?v=1&step=8")
    page.get_by_role("treeitem", name=re.compile("Wind = Strong")).focus()
    page.keyboard.press("ArrowUp")
    rain = page.get_by_role("treeitem", name=re.compile("^Outlook = Rain:"))
    expect(rain).to_be_focused()
    at_step(page, 8)
    page.keyboard.press("Enter")
    at_step(page, 6)
    page.keyboard.press("End")
    at_step(page, 8)
    rain.click()
    at_step(page, 6)
    page.get_by_role("button", name=re.compile("^Temperature")).click()
    expect(page.get_by_text("Temperature: examples by branch and class")).to_be_visible()
    url(page, "pick=0")
    idle(page)
    link = linked(page)
    page.get_by_role("button", name="Copy the link to this step").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.goto("about:blank")
    page.goto(link)
    at_step(page, 6)
    expect(page.get_by_text("Temperature: examples by branch and class")).to_be_visible()


def test_a_feature_unfolds_into_its_thresholds_of_which_one_is_chosen(page, server):
    open_at(page, server, f"{GROW}iris&algorithm=cart&criterion=gini_gain&step=3")
    page.get_by_role("button", name=re.compile("^All of this feature")).first.click()
    url(page, "open=0")
    idle(page)
    page.locator("tr.child .name").first.click()
    url(page, "pick=0")
    idle(page)
    page.get_by_role("button", name=re.compile("^All of this feature")).first.click()
    expect(page.locator("tr.child")).to_have_count(0)


@pytest.mark.parametrize("path", ["grow?v=1&step=3&present=1", "thresholds?v=1&present=1"])
def test_present_mode_says_that_the_link_is_copied(page, server, clipboard, path):
    open_at(page, server, path)
    said = page.get_by_role("status").filter(has_text="Link copied")
    expect(page.locator("[aria-label^='Copy the link']")).to_be_attached()  # the component that owns the key is up
    page.keyboard.press("l")
    expect(said).to_be_visible()
    assert "present=1" in page.evaluate("navigator.clipboard.readText()")
    expect(said).to_have_count(0)


def test_nothing_moves_between_steps(page, server):
    open_at(page, server, "grow?v=1&step=1")
    at_step(page, 1)
    still(page)
    places = """() => [scrollY, document.querySelector('.stMain').scrollTop,
        ...['.st-key-dt-player', '.st-key-dt-side', '.st-key-dt-panel']
        .map(s => Math.round(document.querySelector(s).getBoundingClientRect().top))]"""
    page.locator(".stMain").evaluate("e => e.scrollTop = 150")
    before = page.evaluate(places)
    assert before[1] == 150
    for k in range(2, 9):
        page.keyboard.press("ArrowRight")  # to click on Next would scroll to it
        at_step(page, k)
        still(page)
        assert page.evaluate(places) == before


def test_a_component_stays_while_its_place_is_on_the_page(page):
    """Streamlit cleans up after a call that newer data overtakes, sometimes before the newer call: no focus may be lost."""
    log = page.evaluate(
        """async (script) => {
            const log = window.log = [];
            const { component } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
            const show = component(() => ({ update: (data) => log.push(data), remove: () => log.push("gone") }));
            const parentElement = document.body.appendChild(document.createElement("div"));
            show({ data: "older", parentElement })();
            const end = show({ data: "newer", parentElement });
            parentElement.remove();
            end();
            return log;
        }""",
        (ROOT / "pages" / "ui" / "components" / "shared" / "mount.js").read_text(encoding="utf-8"),
    )
    assert log == ["older", "newer", "gone"]


def test_graphviz_draws_the_tree_in_the_browser(page, server):
    open_at(page, server, "grow?v=1&step=8&view=graphviz")
    expect(page.locator("[data-testid=stGraphVizChart] svg g.node")).to_have_count(8)
    expect(page.locator("[data-testid=stGraphVizChart] svg")).to_contain_text("Humidity")


def test_a_clicker_works_on_after_a_select_and_space_plays_after_a_click(page, server):
    open_at(page, server, "grow?v=1&step=1&speed=4")
    at_step(page, 1)
    menu(page, "Criterion")
    page.get_by_role("option", name="Gini gain").click()
    expect(page).to_have_url(re.compile("gini_gain"))
    idle(page)
    page.keyboard.press("PageDown")
    at_step(page, 2)
    page.get_by_role("radio", name="Pseudocode").click()
    expect(page).to_have_url(re.compile("panel=pseudocode"))
    idle(page)
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.get_by_text("in detail", exact=True).click()
    expect(page.get_by_text("of 36")).to_be_visible()
    idle(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("detail=detail.*step=16"))
    idle(page)
    page.keyboard.press("1")
    at_step(page, 3)
    page.get_by_role("button", name="Slower").click()
    expect(page).to_have_url(re.compile("speed=2"))
    idle(page)
    button(page, "Back").click()
    at_step(page, 2)
    page.keyboard.press("Space")
    expect(button(page, "Pause")).to_be_visible()


def test_predicting_by_keyboard(page, server):
    open_at(page, server, "grow?v=1&predict=1")
    page.get_by_role("radio", name="Outlook").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Check").focus()
    page.keyboard.press("Enter")
    at_step(page, 1, 15)
    expect(page.get_by_text(re.compile("Right:.{0,2}Outlook"))).to_be_visible()
    expect(page.get_by_text("1 of 1 right, 8 nodes in all")).to_be_visible()


def test_a_tree_of_sixty_nodes_can_be_read_and_seen_whole(page, server):
    open_at(page, server, "grow?v=1&data=titanic&algorithm=id3-uml&step=65")
    nodes = page.get_by_role("treeitem")
    expect(nodes).to_have_count(65)
    still(page)
    text = "node => node.querySelector('text').getBoundingClientRect().height"
    assert nodes.last.evaluate(text) >= 9
    cut = page.get_by_text("wider than the window: Fit")
    expect(cut).to_be_visible()
    page.get_by_role("button", name="Fit the whole tree").click()
    expect(cut).to_have_count(0)
    still(page)
    box = page.get_by_role("tree").bounding_box()
    for node in nodes.all():
        place = node.bounding_box()
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"]


def test_a_step_on_paper_in_present_mode_and_as_the_readmes_picture(page, server):
    open_at(page, server, "grow?v=1&step=1&present=1")
    expect(page.locator(".katex").first).to_be_visible()
    assert box_of(page.locator(".katex-html .mathbf").first)["y"] + 20 < 800
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 20
    open_at(page, server, "grow?v=1&step=2")
    expect(page.get_by_role("treeitem")).to_have_count(6)
    still(page)
    picture = ROOT / "docs" / "grow.png"
    picture.parent.mkdir(exist_ok=True)
    shot = page.screenshot(path=picture if os.environ.get("UPDATE_PICTURE") else None)
    assert len(shot) > 20_000
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print", color_scheme="dark")
    expect(button(page, "Next")).to_be_hidden()
    still(page)
    for part in (".st-key-dt-side", ".st-key-dt-panel"):
        assert page.locator(part).evaluate("e => e.scrollHeight <= e.clientHeight + 1")
