"""Taking something away from the Grow page: the choices of a hand-out, its files in a browser, from a table to paper."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from pages.ui import deckpaper, handout
from tests import test_browser as shared
from tests.test_browser import idle, open_at
from tests.test_pages import open_page
from tests.test_sheets import ran, streams

browser, server, page = shared.browser, shared.server, shared.page


def downloads_of(at) -> list[str]:
    return [element.proto.label for element in at.get("download_button")]


FILES = ["Worksheet", "Answer key", "SVG", "PNG", "Graphviz DOT", "LaTeX", "Text", "Code"]


def test_the_panel_offers_a_hand_out_the_tree_the_gains_and_the_data():
    at = open_page("grow", v=1, panel="export", step=1)
    assert not at.exception
    assert downloads_of(at) == [*FILES, "CSV", "LaTeX", "Markdown", "CSV"]
    leaf = open_page("grow", v=1, panel="export", step=4)  # never scored: no gains
    assert downloads_of(leaf) == [*FILES, "CSV"]


def test_choices_are_in_the_link_and_the_usual_ones_are_left_out():
    at = open_page("grow", v=1, panel="export")
    assert not [name for name in at.query_params if name.startswith("h_")]
    for name, value in (("h_kind", "steps"), ("h_blanks", "all"), ("h_format", "html"), ("h_paper", "us-letter")):
        at.selectbox(key=f"w_{name}").set_value(value).run()
        assert at.query_params[name] == [value] or at.query_params[name] == value
    assert not at.exception
    again = open_page("grow", v=1, panel="export", h_kind="steps", h_format="md")
    assert again.selectbox(key="w_h_kind").value == "steps"
    assert not [box for box in again.selectbox if box.key == "w_h_paper"]  # Markdown has no paper


def test_a_wrong_choice_in_a_link_is_said():
    at = open_page("grow", v=1, panel="export", h_format="docx")
    assert "h\\_format" in at.warning[0].value
    assert at.selectbox(key="w_h_format").value == "pdf"


def test_who_predicts_first_gets_no_key():
    at = open_page("grow", v=1, panel="export", predict=1)
    assert "Worksheet" not in downloads_of(at)
    assert downloads_of(at) == [*FILES[2:], "CSV"]  # no gains while a question is open
    assert any("predict first" in caption.value for caption in at.caption)


@pytest.mark.parametrize("suffix", handout.FORMATS)
def test_every_worked_example_goes_on_paper(suffix):
    from dtlearn import decks

    for name in decks.names():
        sheet = deckpaper.paper_of(decks.load(name), "https://example.org/app")
        made = handout.written(sheet, True, suffix, "a4")
        assert len(made) > 1000
        if suffix == "md":
            for moment in decks.load(name).moments:
                assert f"(https://example.org/app/{moment.page}?v=1" in made


def saved(page: Page, name: str, n: int = 0) -> tuple[str, bytes]:
    """A file's name and bytes, downloaded by a click."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).nth(n).click()
    with open(download.value.path(), "rb") as file:
        return download.value.suggested_filename, file.read()


def test_the_files_of_a_step(page, server):
    open_at(page, server, "grow?v=1&panel=export&step=1")
    name, pdf = saved(page, "Worksheet")
    assert name == "play_tennis-gains-worksheet.pdf"
    assert f"{server.url}/grow?v=1&data=play_tennis".encode() in pdf + streams(pdf)
    kinds = {
        "SVG": b"<svg",
        "PNG": b"\x89PNG",
        "Graphviz DOT": b"digraph",
        "LaTeX": b"% The tree",
        "Text": b"Outlook  (5 No",
    }
    for label, start in kinds.items():
        name, file = saved(page, label)
        assert name.startswith("play_tennis-step-1.")
        assert file.startswith(start)
    assert saved(page, "LaTeX", 1)[1].startswith(rb"\begin{tabular}")
    assert saved(page, "Markdown")[1].startswith(b"| question |")
    expect(page.get_by_text("Hand-out")).to_be_visible()


def test_a_notebook_and_a_page_of_another_paper(page, server):
    open_at(
        page,
        server,
        "grow?v=1&panel=export&data=seven_points&algorithm=cart&criterion=gini_gain&h_format=ipynb&h_kind=steps",
    )
    name, file = saved(page, "Answer key")
    assert name == "seven_points-steps-key.ipynb"
    assert "trace" in ran(file.decode())
    assert json.loads(file)["metadata"]["title"]
    open_at(page, server, "grow?v=1&panel=export&h_format=html&h_paper=us-letter")
    name, file = saved(page, "Worksheet")
    assert b"size:letter" in file
    page.set_content(file.decode())
    assert page.locator("math").count() > 5
    for width in (1000, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("table.sum").first.evaluate("e => e.getBoundingClientRect().height") > 20


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

    click(page.get_by_text("For class"))
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
        assert name.endswith(f"-gains-{side}.pdf")
        assert pdf.startswith(b"%PDF-")
        assert b"/URI" in pdf + streams(pdf)
    assert len(clicks) == 9
