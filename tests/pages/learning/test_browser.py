"""Is learning possible? in a real browser: cells by mouse and keyboard, the concepts, a clicker."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import bottom, box_of, open_at, press, still, url


def label(page: Page, bits: str):
    return page.get_by_role("table", name="Truth table").get_by_role("button", name=re.compile(f"^{bits}:"))


def caption(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def rows(page: Page, text: str) -> None:
    url(page, f"rows={text}(&|$)")


def test_cells_by_mouse_and_by_keyboard(page, server):
    open_at(page, server, "learning?v=1")
    caption(page, "16 predict 1 and 16 predict 0")
    for bits in ("001", "010", "011"):  # quicker than the server answers
        label(page, bits).click()
    rows(page, "01111--1")
    caption(page, "4 of 256 concepts agree")
    label(page, "001").click()
    rows(page, "00111--1")
    label(page, "001").click()
    rows(page, "0-111--1")
    label(page, "010").focus()
    for key in ("0", "ArrowDown", "Delete", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    rows(page, "0-0-0--1")
    expect(label(page, "100")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    press(page, "PageUp")
    press(page, "PageDown")  # a clicker: the next preset
    rows(page, "--------")
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()


def test_a_bias_a_target_and_one_of_all_concepts(page, server):
    open_at(page, server, "learning?v=1&rows=01----01&bias=shortest&target=parity")
    caption(page, "Right on 0 of 4 unseen rows (4 wrong).")
    expect(page.get_by_text("✗ wrong")).to_have_count(4)
    label(page, "011").click()  # the target tells its answer
    rows(page, "01-0--01")
    cells = page.get_by_role("group", name="All 256 concepts")
    expect(cells.locator("g.struck")).to_have_count(256 - 8)
    chosen = cells.get_by_role("button", name=re.compile("^01000001, "))
    chosen.hover()
    expect(page.get_by_text(re.compile("^01000001, 5 leaves: X3"))).to_be_visible()
    says = page.locator(".lens .says")  # row by row, as in the truth table
    expect(says).to_have_text(["001 → 1", "111 → 1"])
    chosen.focus()
    page.keyboard.press("Enter")
    url(page, "table=01000001")
    cells.get_by_role("button", name=re.compile("^01001001, ")).click()
    url(page, "table=01001001")
    page.get_by_role("button", name="Target of 010: 0").click()
    url(page, "table=01101001")


def test_a_concept_of_two_features_is_a_tile_for_each_row_with_the_sign_of_its_label(page, server):
    open_at(page, server, "learning?v=1&rows=0--1")
    cell = page.get_by_role("group", name="All 16 concepts").get_by_role("button", name=re.compile("^0001, "))
    expect(cell.locator("title")).to_have_text("00 → 0, 01 → 0, 10 → 0, 11 → 1")
    zeros, one = cell.locator(".sign").all()
    around, dot = box_of(cell), box_of(one)
    assert dot["x"] > around["x"] + around["width"] / 2  # X2 = 1
    assert dot["y"] > around["y"] + around["height"] / 2  # X1 = 1
    assert box_of(zeros)["width"] > 2 * dot["width"]
    assert len({tile.evaluate("e => getComputedStyle(e).fill") for tile in cell.locator(".tile").all()}) == 2


def test_of_65536_concepts_on_one_screen_of_a_projector_one_is_clicked(page, server):
    four = "rows=000--0-1-00-01--&bias=shortest&target=majority"
    open_at(page, server, f"learning?v=1&present=1&{four}")
    assert bottom(label(page, "1111")) <= 800
    board = page.get_by_role("img", name="All 65,536 concepts as dots")
    page.get_by_text("agrees, but the bias forbids it", exact=True).wait_for()
    still(page)
    green = board.evaluate("""e => { // of the mark of 0000000100000101, the smallest tree with x = 128, y = 160
        const found = [...e.getContext("2d").getImageData(0, 0, e.width, e.height).data];
        let pixels = 0;
        for (let i = 0; i < found.length; i += 4) pixels += found[i] < 40 && found[i + 1] > 140 && found[i + 3] > 200;
        return pixels * (e.clientWidth / e.width) ** 2;
    }""")
    assert green > 5 * 3.14 * 4.5**2  # five discs, 10 px wide with their rim
    # Beside the middle of a disc is still that concept, not one that contradicts an example.
    box, (x, y) = board.bounding_box(), (0b10000000, 0b10100000)
    page.mouse.move(box["x"] + (x + 0.5) / 256 * box["width"] + 4, box["y"] + (y + 0.5) / 256 * box["height"] - 2)
    expect(page.get_by_text(re.compile("^0000000100000101 · votes"))).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    url(page, "table=0000000100000101")
