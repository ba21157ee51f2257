"""What we write asks for nothing: every kind of file, from a stranger's words and names, opened in a real browser."""

import csv
import functools
import re
import shutil
import subprocess
from io import StringIO
from urllib.parse import quote

import markdown_it
import nbconvert
import nbformat
import pytest
from playwright.sync_api import Page, expect

from dtlearn import load, steps
from dtlearn.data import packing
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.show.base import text
from dtlearn.show.growing import tables
from dtlearn.show.paper import growth, tree_and_table
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck, Question, Slide
from pages.ui.examples import paper
from pages.ui.kit import handout
from tests.pages.kit.test_save_browser import saved
from tests.show.paper.test_sheets import streams
from tests.support.asking import HOST, WORDS, deck, table
from tests.support.visits import idle, open_at

PLACE = "http://paper.test"
HTML, PLAIN = "text/html; charset=utf-8", "text/plain; charset=utf-8"
TYPES = {"html": HTML, "svg": "image/svg+xml", "png": "image/png"}


@functools.cache
def files_of_a_deck() -> dict[str, str | bytes]:
    words = {name: deck(WORDS[k * 50 : (k + 1) * 50]) for k, name in enumerate(("first", "second"))}
    found = {f"{name}.toml": worked_examples.write(each) for name, each in words.items()}
    for name, each in words.items():
        sheet = paper.paper_of(each, "http://127.0.0.1:8501")
        for suffix in handout.FORMATS:
            for key in (False, True):
                found[f"{name}-{key:d}.{suffix}"] = handout.written(sheet, key, suffix, "a4")
    return found


@functools.cache
def files_of_a_table(regression: bool) -> dict[str, str | bytes]:
    data = table(regression)
    trace = grow(data, GrowSettings(criterion="mse" if regression else "info_gain"))
    view, found = tree_view(trace.tree), {}
    sheets_ = (growth.gain_sheet(trace, WORDS[0]), growth.steps_sheet(trace.steps(), WORDS[0]))
    for k, sheet in enumerate(sheets_):
        for suffix in handout.FORMATS:
            found[f"sheet-{k}.{suffix}"] = handout.written(sheet, True, suffix, "a4")
    step = steps(trace, "breadth_first", "question")[1]
    flat = grow(table(regression, plane=True), trace.settings)
    return found | {
        "tree.svg": tree_svg(view),
        "tree.dot": tree_dot(view),
        "tree.tex": tree_and_table.tree_latex(view),
        "tree.txt": text.tree_text(trace.tree),
        "tree.py": text.tree_function(trace.tree),
        "gains.csv": tables.gain_csv(step),
        "data.csv": tables.data_csv(data),
        "own.csv": packing.write_csv(data),
        "own.toml": packing.write_card(data),
        "plane.svg": partition_svg(partition_view(flat.tree, flat.data, (0, 1), flat.data.X[0]), 400, 300),
    }


def opened(name: str, content: str | bytes) -> list[tuple[str, str | bytes]]:
    """A file as its readers show it: (content type, content), once for each reader."""
    suffix = name.rpartition(".")[2]
    if suffix == "md":
        readers = (markdown_it.MarkdownIt("commonmark"), markdown_it.MarkdownIt("gfm-like", {"html": True}))
        return [(HTML, reader.render(content)) for reader in readers] + [(PLAIN, content)]
    if suffix == "ipynb":
        # Without the scripts that the full template brings.
        exporter = nbconvert.HTMLExporter(template_name="basic")
        return [(HTML, exporter.from_notebook_node(nbformat.reads(content, as_version=4))[0]), (PLAIN, content)]
    if suffix == "dot" and shutil.which("dot"):
        run = subprocess.run(["dot", "-Tsvg"], input=content.encode(), capture_output=True, check=True)
        assert not run.stderr
        return [("image/svg+xml", run.stdout), (PLAIN, content)]
    return [] if suffix == "pdf" else [(TYPES.get(suffix, PLAIN), content)]  # this browser saves a PDF


def asked(page: Page, files: dict[str, str | bytes]) -> list[tuple[str, str]]:
    """(file, address) of everything that the files ask for, opened one after the other as if a server had them."""
    shown = {f"{PLACE}/{k}-{name}": body for name, each in files.items() for k, body in enumerate(opened(name, each))}
    found = []

    def answer(route) -> None:
        if route.request.url in shown:
            kind, body = shown[route.request.url]
            route.fulfill(content_type=kind, body=body)
        else:
            found.append((page.url, route.request.url))
            route.abort()

    page.route("**", answer)
    for address in shown:
        page.goto(address, wait_until="load")
    return found


@pytest.mark.parametrize(
    "made",
    [files_of_a_deck, lambda: files_of_a_table(False), lambda: files_of_a_table(True)],
    ids=["a worked example", "a table", "numbers"],
)
def test_no_file_asks_for_another(fresh, made):
    files = made()
    assert len(files) >= 14
    assert sorted(set(asked(fresh, files))) == []


ACTIONS = re.compile(
    rb"/(OpenAction|JavaScript|Launch|SubmitForm|ImportData|GoToR|EmbeddedFile|RichMedia|XObject\s*/F)\b"
)
# Those of Graphviz that tree_dot writes: none names a file or an address.
ATTRIBUTES = {
    "bgcolor",
    "shape",
    "style",
    "fillcolor",
    "fontname",
    "fontsize",
    "margin",
    "arrowhead",
    "label",
    "class",
    "tooltip",
    "color",
    "penwidth",
    "peripheries",
}


def test_what_no_browser_opens_asks_for_nothing_either():
    plain = tree_view(grow(load("play_tennis"), GrowSettings()).tree)
    tame = tree_and_table.tree_latex(plain)
    commands = {*re.findall(r"\\[A-Za-z]+", tame + " ".join(tree_and_table.TEX.values()))}
    for name, content in (files_of_a_deck() | files_of_a_table(False)).items():
        match name.rpartition(".")[2]:
            case "pdf":
                assert not ACTIONS.search(content + streams(content)), name
            case "dot":
                bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', content)
                assert {*re.findall(r"(\w+)\s*=", bare)} <= ATTRIBUTES
                assert "<" not in bare
            case "tex":
                assert {*re.findall(r"\\[A-Za-z]+", content)} <= commands, name
            case "csv":
                cells = [cell for row in csv.reader(StringIO(content)) for cell in row]
                assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], name


def test_no_page_asks_another_server(fresh, server):
    """A worked example of a stranger, read slide by slide; the caption of a deck that holds both."""
    foreign = []
    fresh.on("request", lambda r: r.url.startswith(("data:", "blob:", server.url)) or foreign.append(r.url))
    slides = [
        Slide("", (), "\n\n".join(WORDS[k : k + 8]), Question("\n\n".join(WORDS[k : k + 3])))
        for k in range(0, len(WORDS), 8)
    ]
    open_at(fresh, server, f"?v=1&deck={quote(worked_examples.pack(Deck('t', slides=tuple(slides))))}&moment=1")
    for k in range(1, len(slides)):
        expect(fresh.get_by_text(f"{k} of {len(slides)}")).to_be_visible()
        idle(fresh)
        fresh.get_by_role("button", name="Next slide").click()
    expect(fresh.get_by_text(f"{k + 1} of {len(slides)}")).to_be_visible()
    idle(fresh)
    assert foreign == []


TABLES = "\n\n".join(word for word in WORDS if "\n--|--\n" in word)


@pytest.mark.parametrize("path", ["grow?v=1&step=1&data=", "regions?v=1&p_source=own&data="])
def test_nothing_saved_from_a_page_asks_for_another(fresh, server, path):
    foreign = []
    fresh.on("request", lambda r: r.url.startswith(("data:", "blob:", server.url)) or foreign.append(r.url))
    caption = Slide(path.partition("?")[0], (), TABLES)
    deck = worked_examples.pack(Deck("t", slides=(caption, caption)))
    own = f"{quote(packing.pack(table()))}&deck={quote(deck)}&moment=2"
    open_at(fresh, server, path + own)
    expect(fresh.get_by_text("2 of 2")).to_be_visible()
    files = saved(fresh)
    assert foreign == []
    assert any(HOST.encode() in raw for raw in files.values())
    assert asked(fresh, {name: raw if name.endswith("png") else raw.decode() for name, raw in files.items()}) == []
