"""Save, in a real browser: every tree, chart and table of a page as a file that another program reads."""

import csv
import io
import re
import zipfile
from base64 import b64decode
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from pages.ui.regions.link import write_points
from tests.support.owntables import hostile
from tests.support.visits import at_step, box_of, load, open_at, still

BUTTON = "Save a picture or a table of this page"
ENDINGS = {
    "SVG": "svg",
    "PNG": "png",
    "CSV": "csv",
    "CSV with ;": "csv",
    "Graphviz DOT": "dot",
    "LaTeX": "tex",
    "Markdown": "md",
    "Page that plays": "html",
}
# Chromium drops the eleventh file of a quick series: what a link would save is read instead.
CATCH = """() => {
  window.files = {};
  HTMLAnchorElement.prototype.click = async function () {
    const bytes = new Uint8Array(await (await fetch(this.href)).arrayBuffer());
    window.files[this.download] = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  };
}"""


def saved(page: Page) -> dict[str, bytes]:
    """Everything that the dialog offers, by the files' names."""
    still(page)
    page.evaluate(CATCH)
    page.get_by_role("button", name=BUTTON).click()
    wanted, dialog = [], page.get_by_role("dialog", name="Save")
    expect(dialog).to_be_visible()
    for k, button in enumerate(dialog.locator("li button").all()):
        wanted.append(ENDINGS[button.text_content()])
        button.click()
        page.wait_for_function("k => Object.keys(files).length > k", arg=k)
    page.keyboard.press("Escape")
    files = {name: b64decode(text) for name, text in page.evaluate("files").items()}
    assert [name.rpartition(".")[2] for name in files] == wanted
    return files


def test_the_pruning_page_as_files(fresh, server):
    fresh.emulate_media(color_scheme="dark")
    open_at(fresh, server, "pruning?v=1&data=play_tennis&step=1&panel=states")
    files = saved(fresh)
    pictures = {name: raw.decode() for name, raw in files.items() if name.endswith(".svg")}
    assert [*pictures] == ["pruning-tree.svg", "pruning-chart.svg"]
    for name, picture in pictures.items():
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        assert not re.search(r"var\(|color\(|NaN", picture), name
        assert files[name.replace(".svg", ".png")].startswith(b"\x89PNG")
    assert files["pruning-tree.dot"].startswith(b"digraph")
    assert rb"\begin{forest}" in files["pruning-tree.tex"]
    # Five of the fourteen days are No: one leaf gets 5/14 wrong (facts, PlayTennis).
    states = list(csv.reader(io.StringIO(files["pruning-the-pruning-sequence.csv"].decode("utf-8-sig"))))
    assert float(states[2][2]) == pytest.approx(5 / 14, rel=1e-15)
    alternatives = list(csv.reader(io.StringIO(files["pruning-alternatives.csv"].decode("utf-8-sig"))))
    assert [float(row[1]) for row in alternatives[1:]] == pytest.approx([5 / 14, 2 / 14, 2 / 14], rel=1e-15)
    assert b"| --- |" in files["pruning-alternatives.md"]
    # The legend stands in the picture; a badge has a column of its own.
    assert "training" in ElementTree.fromstring(pictures["pruning-chart.svg"]).itertext()
    assert alternatives[0][-1] == "mark"
    assert {row[-1] for row in alternatives[1:]} <= {"", "best", "chosen", "tie", "best, chosen"}


def test_the_forest_page_as_files(fresh, server):
    open_at(fresh, server, "forest?v=1&trees=5&step=5")
    files = saved(fresh)
    plane = next(raw.decode() for name, raw in files.items() if re.search("the-plane.*svg$", name))
    scales = [float(size) for size in re.findall(r"matrix\(([-\d.]+)", plane)]
    assert max(scales) < 2  # no line grows with the cells
    assert "The first 5 trees together" in ElementTree.fromstring(plane).itertext()
    tally = list(csv.reader(io.StringIO(files["forest-what-the-trees-have-said.csv"].decode("utf-8-sig"))))
    assert tally[0] == ["Class", "Votes", "Votes: of", "Probability", "mark"]
    assert [row[0] for row in tally[1:]] == ["A", "B"]
    assert sum(int(row[1]) for row in tally[1:]) == 5
    assert sorted(row[4] for row in tally[1:]) == ["", "answer"]


def test_words_of_a_visitor_are_safe_in_every_file(fresh, server):
    open_at(fresh, server, f"grow?v=1&data={quote(hostile())}&step=1")
    files = saved(fresh)

    def table(ending: str) -> str:
        return next(raw.decode() for name, raw in files.items() if name.endswith(f"examples.{ending}"))

    cells = [cell for row in csv.reader(io.StringIO(table("csv"))) for cell in row]
    assert "<b>bold</b>" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "@"))]
    assert r"\$x\textasciicircum{}2\$" in table("tex")
    assert r"\<b\>bold\</b\>" in table("md")
    ElementTree.fromstring(files["grow-tree.svg"])


def test_the_dialog_saves_a_file_and_takes_the_keys_and_a_camera_saves_a_chart(page, server):
    open_at(page, server, "grow?v=1&step=1")
    at_step(page, 1)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Save")
    with page.expect_download() as found:
        dialog.get_by_role("button", name="Candidates: CSV", exact=True).click()
    assert found.value.suggested_filename == "grow-candidates.csv"
    assert found.value.path().read_text(encoding="utf-8-sig").startswith("Split,")
    page.keyboard.press("End")
    page.keyboard.press("s")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuenow", "1")
    open_at(page, server, "hard?v=1&tab=leaves")
    chart = page.locator(".stPlotlyChart .js-plotly-plot").first
    width = box_of(chart)["width"]
    chart.hover()
    expect(chart.locator(".modebar-btn")).to_have_count(1)
    with page.expect_download() as found:
        chart.locator(".modebar-btn").click()
    assert found.value.suggested_filename == "hard-leaves.svg"
    assert abs(float(ElementTree.parse(found.value.path()).getroot().get("width")) - width) < 2


@pytest.mark.parametrize(
    ("address", "kind", "step"),
    [
        ("bound?v=1&step=2", "row", 2),
        ("limits?v=1&data=iris&step=1", "row", 1),
        ("overfitting?v=1&data=iris&step=2", "row", 2),
        ("forest?v=1&data=iris&trees=5&step=3", "forest", 3),
        ("code?v=1&step=4", "word", 4),
    ],
)
def test_a_page_that_steps_offers_the_page_that_plays(page, server, address, kind, step):
    open_at(page, server, address)
    (text,) = (raw.decode() for name, raw in saved(page).items() if name.endswith(".html"))
    assert f'"kind":"{kind}"' in text
    assert f'data-step="{step}"' in text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("grow?v=1&predict=1&step=3", ['"kind":"growth"', '"choices":[[']),
        (
            f"regions?v=1&data=drawn&points={write_points(((200, 200, 0), (800, 200, 1)))}",
            ['"kind":"partition"'],
        ),
        ("forest?v=1&data=iris&trees=5&step=3&view=graphviz", ['"kind":"forest"']),
    ],
)
def test_share_saves_a_package_for_a_course_platform_where_something_plays(page, server, address, words):
    load(page, server, address)  # anew: the tests above have caught what a link would save
    still(page)
    page.get_by_role("button", name="Share: links").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Package for your course platform (SCORM 1.2)").click()
    assert found.value.suggested_filename == f"{address.partition('?')[0]}-scorm.zip"
    with zipfile.ZipFile(found.value.path()) as files:
        assert files.namelist() == ["imsmanifest.xml", "index.html"]
        text = files.read("index.html").decode()
    assert 'data-step="0"' in text
    assert [word for word in words if word not in text] == []


def test_share_has_no_package_where_nothing_plays(page, server):
    open_at(page, server, "criteria")
    page.get_by_role("button", name="Share: links").click()
    expect(page.get_by_role("button", name="Open a room")).to_be_visible()
    expect(page.get_by_role("button", name="SCORM")).to_have_count(0)
