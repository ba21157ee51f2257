"""Taking something away from the Grow page: the choices of a hand-out, its files in a browser,
from a table to paper."""

import json
import re
from dataclasses import replace

import pytest
import streamlit as st
from playwright.sync_api import Page, expect

from dtlearn import from_arrays, load
from dtlearn import names as all_names
from dtlearn.data import packing
from dtlearn.data.dataset import Card
from dtlearn.show.base.text import shown
from dtlearn.show.paper.blocks import PAPERS, Answer, Blank, Drawing, Formula, Heading, Paragraph, Room, Table, blocks
from dtlearn.show.paper.inline import prose
from dtlearn.show.paper.worked_example import _holds
from dtlearn.teaching import worked_examples
from pages.ui.examples import paper
from pages.ui.kit import handout
from pages.ui.kit import tables as own
from pages.ui.pruning.data import MADE
from pages.ui.thresholds.lesson import NEAR
from tests.show.paper.test_sheets import cells, ran, streams
from tests.support.apps import open_page, switched
from tests.support.visits import idle, menu, open_at, still


def downloads_of(at) -> list[str]:
    return [element.proto.label for element in at.get("download_button")]


FILES = [
    "Worksheet",
    "Answer key",
    "Page that plays",
    "Package for your course platform (SCORM 1.2)",
    "Text",
    "Code",
]


def test_the_panel_offers_a_hand_out_the_tree_the_gains_and_the_data():
    at = open_page("grow", v=1, below="export", step=1)
    assert downloads_of(at) == [*FILES, "CSV", "CSV with ;", "CSV", "CSV with ;"]
    leaf = open_page("grow", v=1, below="export", step=4)  # never scored: no gains
    assert downloads_of(leaf) == [*FILES, "CSV", "CSV with ;"]
    first = open_page("grow", v=1, below="export", predict=1)
    assert downloads_of(first) == [*FILES[2:], "CSV", "CSV with ;"]  # no key, and no gains while a question is open
    assert any("predict first" in caption.value for caption in first.caption)


def test_choices_are_kept_when_one_comes_back_and_no_link_says_them():
    at = open_page("grow", v=1, below="export")
    for name, value in (("kind", "steps"), ("blanks", "all"), ("paper", "us-letter"), ("format", "md")):
        at.selectbox(key=f"w_{name}").set_value(value).run()
    assert not handout.USUAL.keys() & at.query_params.keys()
    again = switched(switched(at, "limits"), "grow")
    assert again.selectbox(key="w_kind").value == "steps"
    assert not [box for box in again.selectbox if box.key == "w_paper"]  # Markdown has no paper


@pytest.fixture(scope="module")
def papers():
    """Each worked example with its sheet."""
    made = {name: worked_examples.load(name) for name in (*worked_examples.names(), *worked_examples.chapters())}
    return {name: (deck, paper.paper_of(deck, "https://example.org/app")) for name, deck in made.items()}


@pytest.mark.parametrize("suffix", handout.FORMATS)
def test_every_worked_example_goes_on_paper(papers, suffix):
    for deck, sheet in papers.values():
        made = handout.written(sheet, True, suffix, "a4")
        assert len(made) > 1000
        if suffix == "md":
            for slide in deck.slides:
                assert f"(https://example.org/app/{slide.page}?v=1" in made
            assert "example.org" not in handout.written(sheet, False, suffix, "a4")  # these screens show the answers


@pytest.mark.parametrize(
    "page",
    [
        ("grow", {"below": "export"}),
        ("practice", {"mode": "set"}),
        ("examples", {}),
        ("grow", {"author": "1", "deck": "pruning-sequence"}),
    ],
)
def test_files_whose_links_only_this_computer_understands_say_so(monkeypatch, page):
    for url, warned in (
        ("http://localhost:8501/", True),
        ("http://127.0.0.1:8501/", True),
        ("http://[::1]:8501/", True),
        ("https://localhost.example.org/", False),
        ("", False),
    ):
        monkeypatch.setattr(type(st.context), "url", property(lambda self, url=url: url))
        found = [one.value for one in open_page(page[0], v=1, **page[1]).caption if "in these files" in one.value]
        assert found == warned * [
            "Links in these files work only on this computer. For links that students can open, first open the app at"
            " its network address."
        ]


def test_what_is_said_of_links_parts_no_button_from_its_row(monkeypatch):
    monkeypatch.setattr(type(st.context), "url", property(lambda self: "http://localhost:8501/"))
    places = [one for one in open_page("grow", v=1, below="export").main if one.type in ("caption", "download_button")]
    said = [one.type == "caption" and "in these files" in one.value for one in places].index(True)
    assert [one.proto.label for one in places[said - 2 : said]] == ["Worksheet", "Answer key"]


def words(sheet, key):
    """Everything that a side says in words, the boxes to tick left out, and what its trees say."""
    found = list(blocks(sheet, key))
    trees = [node["title"] for block in found if isinstance(block, Drawing) for node in block.view["nodes"]]
    return [block.text for block in found if isinstance(block, Paragraph) and "☐" not in block.text] + trees


@pytest.mark.parametrize("name", [*worked_examples.names(), *worked_examples.chapters()])
def test_a_worked_example_asks_on_the_worksheet_and_answers_on_the_key(papers, name):
    deck, sheet = papers[name]
    asked, told = words(sheet, False), words(sheet, True)
    ticked = [block.text for block in blocks(sheet, True) if isinstance(block, Paragraph) and "☑" in block.text]
    for slide in deck.slides:
        captions = [b.text for b in prose(slide.caption) if isinstance(b, Paragraph)]
        assert all(text in told for text in captions)
        question = slide.question
        if question is None:
            continue
        assert any(question.answer in text for text in (*told, *ticked))
        assert any(question.hint in text for text in told)
        assert not any(question.hint in text for text in asked)
        if len(question.answer) > 3:  # no number that is there by chance
            sums = "The gain of "  # of any candidate
            assert not any(_holds(text, question.answer) for text in asked if not text.startswith(sums))
    assert not any(isinstance(cell, Answer) for cell in cells(sheet, False))
    assert not any(isinstance(cell, Blank) for cell in cells(sheet, True))
    gains = {cell.text for cell in cells(sheet, True) if isinstance(cell, Answer)} - {"0.000", "1.000"}
    assert not any(_holds(text, gain) for gain in gains for text in asked)
    sums = [line for block in blocks(sheet, False) if isinstance(block, Formula) for line in block.lines]
    assert all(r"\blank" in line for line in sums)


def test_captions_without_a_question_are_printed_with_their_page_unless_they_tell(papers):
    _, sheet = papers["pruning-sequence"]
    asked = " ".join(words(sheet, False))
    assert "At α = 1/14 the subtree at X1 = 0 goes: 2 leaves" in asked
    assert "*Pruning, Cost-complexity, step 2*" in asked
    assert "PlayTennis shows how coarse" in asked
    _, sheet = papers["play-tennis"]
    asked = " ".join(words(sheet, False))
    for told in ("**Outlook**, with", "Humidity separates them", "Overcast is a leaf at once", "Five leaves"):
        assert told in " ".join(words(sheet, True))
        assert told not in asked
    assert "Its figure is on the screen" in " ".join(words(papers["humidity"][1], False))


def test_a_large_table_says_beside_the_buttons_what_is_not_asked():
    at = open_page("grow", v=1, below="export", data="iris", algorithm="cart", criterion="gini_gain")
    at.selectbox(key="w_blanks").set_value("all").run()
    assert any("not about the other nodes" in c.value and "counts stay" in c.value for c in at.caption)
    at = open_page("grow", v=1, below="export")
    at.selectbox(key="w_blanks").set_value("all").run()
    assert not any("too large to be printed" in c.value for c in at.caption)


def test_a_tree_is_drawn_once_and_on_the_worksheet_before_its_decision(papers):
    _, sheet = papers["play-tennis"]
    drawn = [block.view for block in blocks(sheet, True) if isinstance(block, Drawing)]
    assert [sum(node["kind"] != "open" for node in view["nodes"]) for view in drawn] == [1, 2, 5, 6, 8]
    assert [block.lines for block in blocks(sheet, False) if isinstance(block, Room) and block.frame] == [8]
    assert sum(" Draw it in 7." in text for text in words(sheet, False)) == 4
    _, sheet = papers["or-and-parity"]
    before, after = (
        next(block.view for block in blocks(sheet, key) if isinstance(block, Drawing)) for key in (False, True)
    )
    assert [node["kind"] for node in before["nodes"]].count("open") == 1
    assert "open" not in [node["kind"] for node in after["nodes"]]


def printed(slide):
    """The data sets of a slide that stand on paper: not those that are drawn at random."""
    used = {"data": slide.query.get("data")} | dict(slide.scene)
    return {
        value
        for key, value in used.items()
        if key.endswith("data") and value in (*all_names(), *all_names(regression=True), *MADE)
    }


@pytest.mark.parametrize("name", [*worked_examples.names(), *worked_examples.chapters()])
def test_the_examples_of_a_worked_example_stand_before_their_slides(papers, name):
    deck, sheet = papers[name]
    data = []
    for slide in deck.slides:
        data += sorted(printed(slide) - {*data})
    for key in (False, True):
        found = list(blocks(sheet, key))
        tables = [block for block in found if isinstance(block, Table) and block.header[0] == "#"]
        assert [len(table.rows) for table in tables] == [
            len(MADE[one]()[0] if one in MADE else load(one)) for one in data
        ]
        first = next(k for k, block in enumerate(found) if isinstance(block, Heading) and block.text == "1")
        assert not data or any(table is tables[0] for table in found[:first])


@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("name", [*worked_examples.names(), *worked_examples.chapters()])
def test_the_notebook_of_a_worked_example_computes_it(papers, name, key):
    deck, sheet = papers[name]
    notebook = handout.written(sheet, key, "ipynb", "a4")
    names = ran(notebook)
    code = [cell["source"] for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "code"]
    grown = sum(
        slide.page in ("grow", "thresholds", "pruning") and bool(printed(slide) - {*MADE}) for slide in deck.slides
    )
    assert not key or len(code) >= grown
    assert (key and grown > 0) == ("trace" in names or "pruning" in names)
    gains = {shown(float(line.strip("(,)"))) for line in names["said"].split()}
    asked = [b for b in blocks(sheet, True) if isinstance(b, Table) and b.header[0] == "question"]
    assert not key or {row[2].text for table in asked for row in table.rows} <= gains | {"0.000"}


def test_thresholds_and_trees_made_by_hand_have_their_figures_on_paper():
    text = """title = "t"
    [[slides]]
    page = "thresholds"
    scene = {data = "iris", feature = 2, at = 20}
    [[slides]]
    page = "thresholds"
    scene = {data = "regression_1d", at = 3}
    [[slides]]
    page = "byhand"
    scene = {data = "xor", place = "0.0.0"}
    [[slides]]
    page = "criteria"
    [[slides]]
    page = "grow"
    scene = {data = "table-0123456789abcdef0123456789abcdef"}
    [[slides]]
    page = "learning"
    scene = {data = "or"}
    """
    sheet = paper.paper_of(worked_examples.read(text), "https://example.org/app")
    tables = [block for block in blocks(sheet, False) if isinstance(block, Table) and block.header[0] == "question"]
    assert [len(table.rows) for table in tables] == [NEAR, 5, 2]
    assert all(isinstance(row[2], Blank) for table in tables for row in table.rows)
    assert sum("Its figure is on the screen" in text for text in words(sheet, False)) == 3
    assert "The first 12 are printed" in " ".join(words(sheet, False))


def test_a_slide_with_a_large_tree_draws_the_levels_that_paper_has_room_for():
    striped = packing.pack(from_arrays([[float(k)] for k in range(60)], ["ab"[k % 2] for k in range(60)], ["x"]))
    text = f'title = "x"\n[[slides]]\npage = "grow"\nscene = {{data = "{striped}", algorithm = "cart", step = 9999}}'
    sheet = paper.paper_of(worked_examples.read(text), "")
    (drawn,) = (block for block in blocks(sheet, True) if isinstance(block, Drawing))
    assert len(drawn.view["nodes"]) <= 61
    assert "The first levels; the whole tree has" in " ".join(words(sheet, True))


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("wetter", r"wetter"),
        ("Größe & Wetter, 2024.csv", "grosse-wetter-2024-csv"),
        ("天气", r"your-table-[0-9a-f]{4}"),
        ("../../etc", "etc"),
        ("iris", r"iris-[0-9a-f]{4}"),
        ("x" * 70, "x{40}"),
    ],
)
def test_files_of_a_table_of_ones_own_bear_its_name(title, stem):
    rows, labels = [["a"], ["b"]], ["0", "1"]
    name = packing.pack(replace(from_arrays(rows, labels, ["x"], name="own"), card=Card(title)))
    assert re.fullmatch(stem, own.file_stem(name))


def saved(page: Page, name: str, n: int = 0) -> tuple[str, bytes]:
    """A file's name and bytes, downloaded by a click, once what was chosen before has come to rest."""
    still(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).nth(n).click()
    with open(download.value.path(), "rb") as file:
        return download.value.suggested_filename, file.read()


def test_the_files_of_a_step(page, server):
    open_at(page, server, "grow?v=1&below=export&step=1")
    name, pdf = saved(page, "Worksheet")
    assert name == "play_tennis-gains-worksheet.pdf"
    assert f"{server.url}/grow?v=1&data=play_tennis".encode() in pdf + streams(pdf)
    assert b"step=0" in pdf + streams(pdf)
    _, key = saved(page, "Answer key")
    assert b"step=1" in key + streams(key)
    name, file = saved(page, "Text")
    assert name == "play_tennis-step-1.txt"
    assert file.startswith(b"Outlook  (5 No")
    assert saved(page, "CSV")[0] == "play_tennis-step-1-candidates.csv"
    expect(page.get_by_text("Hand-out")).to_be_visible()


def test_a_notebook_and_a_page_of_another_paper(page, server):
    def choose(name: str, option: str) -> None:
        menu(page, name).fill(option)  # by keyboard: near the foot its options may lie outside of the screen
        page.keyboard.press("Enter")
        idle(page)

    open_at(page, server, "grow?v=1&below=export&data=seven_points&algorithm=cart&criterion=gini_gain")
    choose("Contents", "Every step")
    choose("Format", "Notebook")
    name, file = saved(page, "Answer key")
    assert name == "seven_points-steps-key.ipynb"
    assert "trace" in ran(file.decode())
    assert json.loads(file)["metadata"]["title"]
    open_at(page, server, "grow?v=1&below=export")
    choose("Format", "PDF")
    choose("Contents", "Gains, then the tree")
    choose("Paper", PAPERS["us-letter"])
    name, file = saved(page, "Worksheet")
    assert name == "play_tennis-gains-worksheet.pdf"
    assert re.search(rb"/MediaBox\s*\[0 0 612", file + streams(file))


TABLE = b"""sky,wind,swim
blue,calm,yes
blue,strong,no
grey,calm,no
blue,calm,yes
grey,strong,no
black,calm,no
"""


def test_from_a_table_to_a_worksheet_and_its_key(page, server):
    """Nine clicks, the choice of the file among them."""
    open_at(page, server, "")
    clicks = []

    def click(what) -> None:
        clicks.append(what)
        what.click()

    click(page.get_by_test_id("stHeader").get_by_text("Teach", exact=True))
    click(page.get_by_role("menuitem", name="Your own data"))
    idle(page)
    click(page.get_by_text("Open a file", exact=True))
    clicks.append("the file")
    page.locator("input[type=file]").set_input_files({"name": "swim.csv", "mimeType": "text/csv", "buffer": TABLE})
    expect(page.get_by_text("6 rows, 2 features")).to_be_visible()
    click(page.get_by_role("button", name="Use this table"))
    click(page.get_by_role("link", name=re.compile("Grow a tree on it")))
    idle(page)
    click(page.get_by_text("Take away", exact=True))
    expect(page.get_by_role("button", name="Worksheet")).to_be_visible()
    for label, side in (("Worksheet", "worksheet"), ("Answer key", "key")):
        clicks.append(label)
        name, pdf = saved(page, label)
        assert name == f"swim-gains-{side}.pdf"
        assert pdf.startswith(b"%PDF-")
        assert b"/URI" in pdf + streams(pdf)
    assert len(clicks) == 9


def test_a_slide_that_cannot_be_read_says_so_on_paper():
    deck = worked_examples.Deck("Broken", slides=(worked_examples.Slide("grow", (("data", "~1broken"),), "Look."),))
    assert "*Grow a tree, what it shows cannot be read*" in handout.written(paper.paper_of(deck, ""), False, "md", "a4")
