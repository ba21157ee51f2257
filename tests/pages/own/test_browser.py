"""Your own data in a real browser: a hostile file from upload to a stranger's tree, the grid by keyboard, the files."""

import csv
import io
import re
import tomllib

from playwright.sync_api import Page, expect

from dtlearn.data.dataset import read_csv
from tests.support.strategies import HOSTILE
from tests.support.visits import box_of, fits, idle, load, menu, open_at, still, through_the_menu, unfold, url

WORDS = [word for word in HOSTILE if word == " ".join(word.split()) and "\0" not in word][:30]


def hostile() -> bytes:
    out = io.StringIO()
    rows = [[word, str(i), "<i>yes</i>" if i % 3 else "=no"] for i, word in enumerate(WORDS)]
    csv.writer(out).writerows([["<img src=x onerror=alert(1)>", "**b** $x^2$", "=target"], *rows])
    return out.getvalue().encode()


def upload(page: Page, name: str, raw: bytes) -> None:
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": raw})


def test_a_hostile_file_goes_from_upload_to_a_strangers_tree(fresh, phone, server):
    problems = []
    for tab in (fresh, phone):
        tab.on("dialog", lambda dialog: problems.append(dialog.message))
    fresh.on("request", lambda request: problems.append(request.url) if "example" in request.url else None)
    fresh.on("pageerror", lambda error: problems.append(str(error)))
    open_at(fresh, server, "own?v=1&entry=file")
    upload(fresh, "my <b>.csv", hostile())
    expect(fresh.get_by_text(re.compile(rf"^{len(WORDS)} rows, 2 features, 2 classes"))).to_be_visible()
    unfold(fresh, "Change what a column is")
    expect(fresh.locator(".own-column").get_by_text("<img src=x onerror=alert(1)>")).to_be_visible()
    still(fresh)
    fresh.get_by_role("button", name="Use this table").click()
    url(fresh, "data=~1")
    unfold(fresh, "More pages")
    texts = []
    for ending in (".csv", ".toml"):
        with fresh.expect_download() as saved:
            fresh.get_by_role("button", name=f"Save {ending}").click()
        texts.append(saved.value.path().read_bytes().decode())
    table, card = texts[0], tomllib.loads(texts[1])
    assert not any(cell.startswith(("=", "+", "@")) for row in csv.reader(io.StringIO(table)) for cell in row)
    assert [feature.name for feature in read_csv(table, card).schema.features][0] == "<img src=x onerror=alert(1)>"
    fresh.get_by_role("link", name="Grow a tree on it").click()
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("my <b>")
    url(fresh, "/grow.*data=~1")
    phone.goto(fresh.url)  # a stranger's
    expect(phone.get_by_role("heading", level=1)).to_contain_text("my <b>")
    fits(phone)
    assert not problems


def begin_with(page, title):
    menu(page, "Begin with").press_sequentially(title)
    page.get_by_role("option", name=re.compile(f"^{title}")).first.click()
    expect(page.get_by_role("button", name="Use this table")).to_be_enabled()
    still(page)


def test_a_cell_is_typed_into_the_grid(page, server):
    open_at(page, server, "own?v=1&entry=edit")
    begin_with(page, "XOR of two bits")
    expect(page.get_by_text("4 rows, 2 features, 2 classes")).to_be_visible()
    grid = page.locator("[data-testid=stDataFrame]").first
    expect(grid).to_be_visible()
    box = box_of(grid)
    page.mouse.click(box["x"] + 90, box["y"] + 55)
    expect(grid.locator("td[aria-selected=true]")).to_have_count(1)  # only then Enter is this cell's
    page.keyboard.press("Enter")
    cell = page.locator("textarea.gdg-input")
    cell.fill("7")
    cell.press("Enter")
    expect(page.locator(".own-column").first).to_contain_text("7 ×1")


# A paste as a browser brings it, without the clipboard, which a headless browser keeps to itself.
PASTE = """([box, text]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
}"""


def test_a_long_paste_is_read_and_a_paste_of_megabytes_gets_a_sentence(page, server):
    open_at(page, server, "own?v=1&entry=paste")
    box = page.get_by_label("Paste a table")
    expect(box).to_be_visible()
    still(page)

    def paste(rows: int) -> None:
        page.evaluate(PASTE, [box.element_handle(), "size,class\n" + "12345678,a\n23456789,b\n" * (rows // 2)])

    paste(5000)
    expect(page.get_by_text("5,000 rows, 1 feature, 2 classes (class)")).to_be_visible()
    expect(box).to_have_value("")
    idle(page)
    paste(200_000)
    expect(page.get_by_role("alert")).to_have_text(re.compile("has 2,200,011 characters; 2,000,000 can be read"))
    expect(page.get_by_text("5,000 rows, 1 feature, 2 classes (class)")).to_be_visible()


def test_a_table_that_cannot_be_read_says_so_where_its_columns_would_stand(page, server):
    open_at(page, server, "own?v=1&entry=file")
    upload(page, "t.csv", b"\n\n")
    expect(page.get_by_test_id("stAlert")).to_have_count(1)
    expect(page.locator(".st-key-own-right [data-testid=stAlert]")).to_be_visible()


def test_a_column_is_ordered_by_mouse_and_by_keyboard(page, server):
    open_at(page, server, "own?v=1")
    bikes = "id,Distance,*b*\n1,Short,x\n2,Medium,y\n3,Long,x\n4,Short,y\n5,a < b,x\n"
    page.get_by_label("Paste a table").fill(bikes)
    page.get_by_label("Paste a table").press("Control+Enter")
    expect(page.get_by_text(re.compile("^5 rows"))).to_be_visible()
    unfold(page, "Change what a column is")
    page.get_by_label("Kind of Distance").click()
    page.get_by_role("option", name="ordered").click()
    row = page.locator("[class*=st-key-own-order-1-] button")
    expect(page.get_by_text("Order of Distance, least first")).to_be_visible()
    order = ["Long", "Medium", "Short", "a < b"]
    for value, times in (("Short", 2), ("Medium", 1), ("a < b", 1)):  # to the front, and on
        for time in range(times):
            moved = page.get_by_role("button", name=f"← {value}")
            if value == "Short" and time:
                page.keyboard.press("Enter")  # the focus went along
            elif value == "Medium":
                moved.click()
            else:
                moved.focus()
                page.keyboard.press("Enter")
            k = order.index(value)
            order[k - 1 : k + 1] = value, order[k - 1]
            now = [f"{'← ' if i else ''}{each}" for i, each in enumerate(order)]
            expect(row).to_have_text(now)
            idle(page)
            expect(row).to_have_text(now)  # and stays so


def test_a_used_table_is_first_of_all_grown(page, server):
    open_at(page, server, "own?v=1&entry=edit")
    begin_with(page, "PlayTennis")
    page.get_by_role("button", name="Use this table").click()
    url(page, "data=~1")
    grow, other = (
        page.get_by_role("link", name=name, exact=True) for name in ("Grow a tree on it", "Grow it yourself")
    )
    back = "e => getComputedStyle(e).backgroundColor"
    assert grow.evaluate(back) == "rgb(192, 51, 74)"
    assert other.evaluate(back) != grow.evaluate(back)


def test_a_table_that_was_pasted_goes_along_by_the_menu(page, server):
    """A part of the page that is drawn alone opens it: the page's own run hears of it all the same."""
    load(page, server, "own?v=1")
    page.get_by_role("textbox").first.fill("a,b,class\n" + "1,2,p\n3,1,q\n" * 6)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Use this table")).to_be_enabled()
    still(page)
    page.get_by_role("button", name="Use this table").click()
    url(page, "data=~")
    through_the_menu(page, "limits")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Size limits: My table")
