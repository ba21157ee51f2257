"""Sheets: the worksheet gives nothing away, the key shows all, hostile names stay words in every format."""

import contextlib
import itertools
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import markdown_it
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from dtlearn import ALGORITHMS, CRITERIA, Feature, GrowSettings, from_arrays, grow, load
from dtlearn.data import plans, sniff
from dtlearn.show.base.arithmetic import _Set, arithmetic, tex
from dtlearn.show.base.text import gain_text, shorten, shown
from dtlearn.show.paper import growth, latex_reader, tree_and_table
from dtlearn.show.paper.blocks import (
    Answer,
    Asked,
    Beside,
    Blank,
    Code,
    Drawing,
    Formula,
    Heading,
    Items,
    Paragraph,
    Room,
    Sheet,
    Table,
    blocks,
    sections,
)
from dtlearn.show.paper.columns import LINE, fitted
from dtlearn.show.paper.exercise_set import exercise_sheet
from dtlearn.show.paper.inline import Run, literal, prose, runs, without_pictures
from dtlearn.show.paper.node import BLANKS, ties
from dtlearn.show.paper.node import candidate as one_candidate
from dtlearn.show.paper.opening import examples, setup_code
from dtlearn.show.paper.worked_example import SlideContent, _holds, deck_sheet
from dtlearn.show.paper.write_markdown import plain, sheet_markdown
from dtlearn.show.paper.write_notebook import sheet_notebook
from dtlearn.show.paper.write_pdf import sheet_pdf
from dtlearn.show.tree.layout import text_width
from dtlearn.show.tree.view import tree_view
from dtlearn.teaching import exercises, worked_examples
from dtlearn.teaching.figures_and_errata import notes_for
from tests.support import asking
from tests.support.growths import growths
from tests.support.strategies import HOSTILE, datasets, words

TENNIS = grow(load("play_tennis"))
LINK = "http://localhost:8501/grow?v=1&data=play_tennis&step=1"
SHEET = growth.gain_sheet(TENNIS, "ID3 (CS181), information gain", link=LINK)


def flat(sheet, key):
    """The blocks of one side, those beside each other as well."""
    for block in blocks(sheet, key):
        yield from (block.left, block.right) if isinstance(block, Beside) else (block,)


def only(kind, sheet, key):
    return [block for block in blocks(sheet, key) if isinstance(block, kind)]


def cells(sheet, key):
    return [cell for block in flat(sheet, key) if isinstance(block, Table) for row in block.rows for cell in row]


# --- what is asked, what is told ---------------------------------------------------------------------------


@given(growths(regression=False), st.sampled_from(list(BLANKS)))
def test_a_worksheet_gives_no_result_away(trace, blanks):
    sheet = growth.gain_sheet(trace, "x", blanks=blanks)
    assert not any(isinstance(cell, Answer | Asked) for cell in cells(sheet, False))
    assert not any(block.answer for block in only(Paragraph, sheet, False))
    assert not any(node["title"] for block in only(Drawing, sheet, False) for node in block.view["nodes"])
    for block in flat(sheet, False):
        for line in block.lines if isinstance(block, Formula) else ():
            sums = re.sub(r"\\text\{(?:\\.|[^{}\\]|\\[a-z]+\{\})*\}", "", line)
            assert not re.search(r"\d\.\d|\\mathbf|\\cdot \\tfrac|= (\\tfrac|\d+$)", sums.replace("&", "")), line


@given(growths(regression=True), st.sampled_from(list(BLANKS)))
def test_nor_does_one_with_a_number_to_predict(trace, blanks):
    sheet = growth.gain_sheet(trace, "x", blanks=blanks)
    assert not re.search(r"MSE \d", str([b.text for b in only(Heading | Paragraph, sheet, False)]))
    sums = [block.lines for block in flat(sheet, False) if isinstance(block, Formula)]
    assert not any(
        re.search(r"(=|\\approx) (-?\\tfrac\{\d+\}\{\d+\}|-?[\d.]+)$", line) for lines in sums for line in lines
    )


@given(growths(), st.sampled_from(list(BLANKS)))
def test_a_key_shows_every_gain_and_leaves_nothing_blank(trace, blanks):
    sheet = growth.gain_sheet(trace, "x", blanks=blanks)
    told = cells(sheet, True)
    assert not any(isinstance(cell, Blank) for cell in told)
    assert "blank" not in str([block.lines for block in flat(sheet, True) if isinstance(block, Formula)])
    found = trace.candidates[0]
    if len(found) <= 12:
        assert {gain_text(gain, trace.data.schema, shown) for gain in found.gain} <= {
            cell.text for cell in told if isinstance(cell, Answer)
        }
    (drawn,) = (block.view for block in only(Drawing, sheet, True))
    assert drawn["nodes"] == tree_view(trace.tree)["nodes"]


@given(growths(), st.sampled_from(list(BLANKS)), st.booleans())
def test_worksheet_and_key_are_one_document(trace, blanks, steps):
    sheet = growth.steps_sheet(trace.steps(), "x", blanks) if steps else growth.gain_sheet(trace, "x", 0, blanks)
    one, other = (only(Heading, sheet, key) for key in (False, True))
    assert [(head.level, head.points) for head in one] == [(head.level, head.points) for head in other]
    assert sheet.points == sum(heading.points for heading in one) > 0


def test_the_sheet_of_the_notes_own_example():
    told = cells(SHEET, True)
    assert [cell.text for cell in told if isinstance(cell, Answer)][:4] == ["0.247", "0.029", "0.152", "0.048"]
    sums, *_ = [b.right.lines for b in only(Beside, growth.gain_sheet(TENNIS, "", blanks="results"), False)]
    assert sums[1] == r"H(\text{Sunny}) &= -\tfrac{3}{5}\log_2\tfrac{3}{5} -\tfrac{2}{5}\log_2\tfrac{2}{5} = \blank{}"
    assert (
        sums[5]
        == r"&= \blank{} - \tfrac{5}{14}\cdot \blank{} - \tfrac{4}{14}\cdot \blank{} - \tfrac{5}{14}\cdot \blank{}"
    )


def test_a_sheet_says_of_the_zero_gain_stop_only_where_the_tree_has_it():
    for stops in (True, False):
        trace = grow(load("play_tennis"), replace(ALGORITHMS["ID3 (CS181)"], stop_at_zero_gain=stops))
        said = str(list(blocks(growth.gain_sheet(trace, ""), False)))
        assert ("or if the best gain is 0." in said) == stops


def test_the_key_warns_of_the_notes_slips():
    sheet = growth.gain_sheet(TENNIS, "x", notes=notes_for(TENNIS, "ID3 (CS181)", 0))
    assert "0.151 for information gain of Humidity; it is 0.1518." in sheet_markdown(sheet, True).replace(
        "**", ""
    ).replace("\\", "")
    assert "0.151" not in sheet_markdown(sheet, False)
    leaf = growth.gain_sheet(TENNIS, "x", notes=notes_for(grow(load("or")), "CART", 0))
    assert "Beside the notes" not in sheet_markdown(leaf, False)


def test_a_large_table_is_not_printed_whole_and_its_counts_are_given():
    sheet = growth.gain_sheet(grow(load("congress_votes"), GrowSettings(max_depth=2)), "x", blanks="all")
    table = next(block for block in only(Table, sheet, False))
    assert len(table.rows) == 12
    counts = next(block.left for block in only(Beside, sheet, False))
    assert all(isinstance(cell, str) for row in counts.rows for cell in row)


def test_a_long_walk_and_a_large_tree_fit_on_paper():
    rows, labels = [[float(k)] for k in range(60)], ["ab"[k % 2] for k in range(60)]
    trace = grow(from_arrays(rows, labels, ["x"]), ALGORITHMS["ID3 (UML)"])
    told = list(blocks(growth.steps_sheet(trace.steps(), "x"), True))
    assert all(block.whole for block in told if isinstance(block, Heading) and block.text.startswith("Step "))
    assert any("more steps are left out" in block.text for block in told if isinstance(block, Paragraph))
    (drawn,) = (block for block in told if isinstance(block, Drawing))
    assert len(drawn.view["nodes"]) <= 61
    assert drawn.caption == f"The first levels; the whole tree has {len(trace.tree)} nodes."


def test_rows_that_a_count_repeats_are_one_line_and_so_the_table_is_whole():
    data = from_arrays([["a"]] * 50 + [["b"]] * 30 + [["a"]], ["y"] * 81, ["x"])
    *told, table = examples(data)
    assert table.rows == (("1 to 50", "a", "y"), ("51 to 80", "b", "y"), ("81", "a", "y"))
    assert not any("are printed" in block.text for block in told)


# --- words and formulas --------------------------------------------------------------------------------------


@given(words | st.text())
def test_words_from_data_mean_themselves(text):
    assert runs(literal(text)) == ([Run(" ".join(text.split()))] if text.split() else [])


def test_words_of_a_person_have_styles():
    assert prose("# On *gains*\nA **bold\\* word**, $x_1$ `a*b`\n\n1. one\n2. [two](https://x.org/a)") == (
        Heading("On gains", 2),
        Paragraph("A **bold\\* word**, $x_1$ `a*b`"),
        prose("1. one\n2. [two](https://x.org/a)")[0],
    )
    assert [(run.kind, run.text) for run in runs("A **bold\\* word**, $x_1$ `a*b` ____ [n](javascript:x)")] == [
        ("", "A "),
        ("bold", "bold* word"),
        ("", ", "),
        ("math", "x_1"),
        ("", " "),
        ("code", "a*b"),
        ("", " "),
        ("blank", "____"),
        ("", " [n](javascript:x)"),
    ]


def test_a_link_to_a_page_of_the_app_is_its_words_on_paper():
    said = runs("Go to [chapter **1**](learn?v=1&deck=1-twenty-questions), [there](https://x.org) or [n](../x?y).")
    assert said == [Run("Go to chapter **1**, "), Run("there", "link", "https://x.org"), Run(" or [n](../x?y).")]


@given(words)
def test_a_name_in_a_formula_is_read_back_to_the_letter(name):
    row = latex_reader.parse(tex(name))
    said = "".join(item[1] for item in row[1])
    assert said == "".join(ch if ch.isprintable() else " " for ch in shorten(name, 30))


def test_a_text_ends_with_its_own_brace_and_of_a_number_a_command_takes_one_digit():
    assert latex_reader.parse(r"\text{a{b}c}d")[1] == [["text", "abc"], ["id", "d"]]
    assert latex_reader.parse(r"\bar3,4")[1] == [["bar", ["num", "3"]], ["text", ",4"]]


PIECES = (
    *r"\{}_^&$ab1 ()[]=-+%~.",
    r"\frac",
    r"\tfrac",
    r"\text{",
    r"\left(",
    r"\right",
    r"\blank",
    r"\blank{",
    r"\bar",
    r"\sum",
    "9" * 5000,
)


@example(r"\blank\tfrac12")
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_no_formula_fails(latex):
    json.dumps(latex_reader.lines_of(latex))
    json.dumps(latex_reader.short_lines([latex]))


def test_the_braces_after_a_sign_end_it_not_the_words():
    assert latex_reader.parse(r"\text{a\textbackslash{}b}")[1] == [["text", "a\\b"]]


def test_deeply_nested_braces_are_shown_not_followed():
    deep = tuple(opened * 5000 for opened in ("{", r"\left(", r"\frac{", r"\sqrt", "x^", "x_", r"\text{"))
    assert latex_reader.lines_of(list(deep))
    assert sheet_pdf(Sheet("t", "s", (Formula(tuple(line[:200] for line in deep)),)), True)


def leaves(formula):
    """The signs and commands of a formula, what stands in words left out."""
    if isinstance(formula, str):
        yield formula
    elif isinstance(formula, list) and formula[:1] != ["text"]:
        for part in formula:
            yield from leaves(part)


@given(growths(hostile=True))
def test_the_arithmetic_is_read_whole(trace):
    for node in range(len(trace.tree)):
        for c in range(min(len(trace.candidates[node]), 3)):
            lines = arithmetic(trace, node, c)
            read = latex_reader.lines_of(lines)
            assert len(read) == len(lines)
            assert not any(re.match(r"\\[a-z]", word) for word in leaves(read))


# --- the formats ---------------------------------------------------------------------------------------------


@given(growths(hostile=True), st.booleans())
def test_markdown_tables_keep_their_columns(trace, key):
    sheet = growth.steps_sheet(trace.steps(), "x")
    text = sheet_markdown(sheet, key)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line.replace("\\\\", ""))) for line in table.splitlines()}) == 1
    assert text.count("$$") % 2 == 0


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_in_markdown_is_no_markup(name):
    said = plain(name).replace("\u2060", "")
    assert re.sub(r"\\([^A-Za-z0-9\s])", r"\1", said) == " ".join(
        "".join(c if c.isprintable() else " " for c in name).split()
    )
    assert not re.search(r"(?<!\\)[<>*`$|\[\]]", said.replace("\\\\", ""))


ASKING = re.compile(r"\\(href|style|require|includegraphics|unicode|mmlToken|url|input)(?![A-Za-z])")


class Live(HTMLParser):
    """What is more than words in rendered Markdown: tags, attributes that name another file,
    commands where formulas are set."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside = set(), []
        self.feed(page)

    def handle_data(self, data):
        if not {"code", "pre"} & {*self.inside}:
            self.found |= {*ASKING.findall(data)}

    def handle_endtag(self, tag):
        while tag in self.inside and self.inside.pop() != tag:
            pass

    def handle_starttag(self, tag, attrs):
        self.inside.append(tag)
        self.found |= {tag} & {"script", "style", "link", "iframe", "svg", "object", "embed", "meta", "base", "video"}
        for name, value in attrs:
            told = {"src": f"{value}".startswith("data:image/svg+xml;base64,"), "style": "url" not in f"{value}"}
            if not told.get(name, name in ("href", "alt", "class", "start", "id", "title")):
                self.found.add((tag, name, value))


READERS = (
    markdown_it.MarkdownIt("commonmark").render,
    markdown_it.MarkdownIt("gfm-like", {"html": True}).render,
    markdown2html_mistune,
)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(asking.WORDS) | st.sampled_from(asking.PARTS), min_size=1, max_size=9), st.booleans())
def test_no_words_of_an_author_ask_for_anything(parts, apart):
    written = ("\n\n" if apart else "").join(parts)
    sheet = Sheet(
        written,
        written,
        (
            *prose(written),
            Paragraph(written),
            Heading(written),
            Items((written, written)),
            Formula((written,)),
            Table((written,), ((Asked(written),), (written,)), written),
            Formula((tex(written), tex(written[5:]))),
            *prose(literal(written)),
        ),
        written,
    )
    for reader in READERS:
        assert Live(reader(sheet_markdown(sheet, True))).found == set()
    assert "![" not in without_pictures(written)


def test_every_hostile_name_is_typeset_as_it_is():
    rows = tuple(
        (name, Asked(name)) for name in (*HOSTILE, '#import "x"', "$pi$", "*b*", "@ref", "<label>", "\\u{41}", "//c")
    )
    lines = tuple(rf"{tex(name)} &= {tex(name)}" for name in HOSTILE)
    words_ = tuple(Paragraph(literal(name)) for name in HOSTILE)
    sheet = Sheet(
        "#panic() $x$", "*x*", (Table(("#h", "$h$"), rows), Formula(lines), *words_), "@x", "https://x.org/#\\"
    )
    assert pages(sheet_pdf(sheet, True)) >= 3


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf + streams(pdf)))


def test_a_table_of_everything_that_is_too_large_is_typeset():
    long = "a" * 200
    data = from_arrays(
        [[long + str(i % 7), *(f"v{j}" for j in range(99))] for i in range(70)],
        [f"{long}{i % 40}" for i in range(70)],
        [f"name_{j}_{long}" for j in range(100)],
    )
    trace = grow(data, GrowSettings(max_depth=2))
    assert sheet_pdf(growth.gain_sheet(trace, "x", 0, "all", "https://x.org/?data=" + "A" * 6000), False)


def streams(pdf: bytes) -> bytes:
    """What a PDF's compressed streams hold."""
    found = []
    for part in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompress(part))
    return b"".join(found)


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_same_sheet_gives_the_same_bytes_with_fonts_and_a_link_and_without_a_clock(paper):
    pdf = sheet_pdf(SHEET, True, paper)
    assert pdf == sheet_pdf(growth.gain_sheet(TENNIS, "ID3 (CS181), information gain", link=LINK), True, paper)
    inside = pdf + streams(pdf)
    assert b"/FontFile" in inside
    assert LINK.encode() in inside
    assert b"CreationDate" not in inside
    width = {"a4": b"595", "us-letter": b"612"}[paper]
    assert re.search(rb"/MediaBox\s*\[0 0 " + width, inside)


def test_a_sheet_opens_no_other_kind_of_address():
    with pytest.raises(ValueError, match="begins with http"):
        Sheet("t", "s", (), link="javascript:alert(1)")


def ran(notebook: str) -> dict:
    """The names that a notebook's code leaves, every cell run."""
    names, said = {}, StringIO()
    with contextlib.redirect_stdout(said):
        for cell in json.loads(notebook)["cells"]:
            if cell["cell_type"] == "code":
                exec(compile(cell["source"], cell["id"], "exec"), names)  # noqa: S102
    return names | {"said": said.getvalue()}


@pytest.mark.parametrize(
    ("data", "algorithm", "criterion"),
    [
        ("play_tennis", "ID3 (CS181)", "info_gain"),
        ("seven_points", "CART", "gini_gain"),
        ("or", "BuildTree", "train_error_gain"),
    ],
)
def test_a_notebook_computes_it_again(data, algorithm, criterion):
    trace = grow(load(data), GrowSettings(**(vars(ALGORITHMS[algorithm]) | {"criterion": criterion})))
    names = ran(sheet_notebook(growth.gain_sheet(trace, "x"), True))
    assert repr(names["trace"]) == repr(trace)
    assert [float(line.strip("(,)")) for line in names["said"].split()] == pytest.approx(
        trace.candidates[0].gain, abs=1e-12
    )
    ran(sheet_notebook(growth.gain_sheet(trace, "x"), False))
    assert "trace" in ran(sheet_notebook(growth.steps_sheet(trace.steps(), "x"), True))


@given(datasets(hostile=True) | datasets(hostile=True, regression=True))
def test_a_notebook_holds_a_table_of_ones_own_to_the_letter(data):
    names = {}
    exec(setup_code(data, GrowSettings(max_depth=2)), names)  # noqa: S102
    again = names["data"]
    assert again.schema == data.schema
    assert np.array_equal(again.X, data.X)
    assert np.array_equal(again.y, data.y)
    assert names["settings"] == GrowSettings(max_depth=2)


@pytest.mark.parametrize(("criterion", "key"), [*zip(CRITERIA, [False, True] * 2, strict=False)])
def test_every_format_takes_every_criterion(criterion, key):
    trace = grow(load("contact_lenses"), GrowSettings(criterion=criterion))
    for sheet in (growth.gain_sheet(trace, "x", 1, "results"), growth.steps_sheet(trace.steps(), "x", "all")):
        notebook = json.loads(sheet_notebook(sheet, key))
        assert notebook["nbformat"] == 4
        assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
        assert sheet_markdown(sheet, key).startswith("# ")


def test_every_block_goes_into_every_format():
    sheet = Sheet(
        "t",
        "s",
        (
            Heading("h", 3),
            *prose("1. one\n2. *two*"),
            *prose("- a\n- $b$"),
            Room(2),
            Room(3, frame=True),
            Paragraph("`c` [d](https://x.org) ____"),
            Drawing(tree_view(TENNIS.tree), "a tree"),
            Table(("x",), ((Asked("told", "x = ____"),), (Asked("3"),)), "caption"),
        ),
    )
    text, pdf = sheet_markdown(sheet, False), sheet_pdf(sheet, False)
    assert "1. one\n2. *two*" in text
    assert "x = \\_\\_\\_\\_" in text
    assert "Outlook (5 No, 9 Yes)\n  - Sunny: Humidity (3 No, 2 Yes)" in text
    assert pages(pdf) == 1
    assert "told" not in text


# --- exercises and worked examples ---------------------------------------------------------------------------


def said(sheet, key):
    """All words of one side."""
    parts = [str(cell.text if isinstance(cell, Answer) else cell) for cell in cells(sheet, key)]
    return parts + [block.text for block in only(Paragraph, sheet, key)]


@pytest.mark.parametrize("kind", exercises.KINDS)
def test_a_set_of_exercises_has_its_answers_on_the_key_alone(kind):
    made = exercises.generate(3, 1, (kind,), 2)
    sheet = exercise_sheet(made, "Level 1")
    for exercise in made:
        for blank in exercise.blanks:
            if blank.kind == "number":
                assert not any(blank.right in text for text in said(sheet, False))
                assert any(blank.right in text for text in said(sheet, True))
            elif blank.kind == "choice":
                assert any(f"☐ {literal(blank.right)}" in text for text in said(sheet, False))
                assert any(f"☑ **{literal(blank.right)}**" in text for text in said(sheet, True))
    assert not any("☑" in text for text in said(sheet, False))
    assert "[blank.right" in next(block.text for block in only(Code, sheet, True))
    ran(sheet_notebook(sheet, True))


def test_a_table_for_a_split_has_room_for_every_feature():
    made = next(
        e
        for n in range(50)
        for e in [exercises.make("split", 3, n)]
        if len({len(f.values) for f in e.trace.data.schema.features}) > 1
    )
    sheet = exercise_sheet([made], "x")
    blank, full = (
        [b for b in only(Table, sheet, key) if b.caption == "Examples by branch and class"][0] for key in (False, True)
    )
    assert len(blank.rows) == max(len(f.values) for f in made.trace.data.schema.features)
    assert all(isinstance(cell, Blank) for row in blank.rows for cell in row)
    assert not any(isinstance(cell, Blank) for row in full.rows for cell in row)


SLIDES = """
title = "Made"
about = "It begins with Outlook."
[[slides]]
page = "grow"
caption = "Look. **Outlook** wins."
[slides.question]
ask = "Which?"
options = ["Outlook", "Wind"]
answer = "Outlook"
hint = "Look at Overcast."
why = "All its days agree."
[[slides]]
page = "grow"
caption = "Not yet 0.5, is it?"
[slides.question]
ask = "How much?"
answer = "0.971"
[[slides]]
page = "grow"
caption = "It is 0.971."
[slides.question]
ask = "How much more?"
answer = "3"
"""


def test_a_caption_that_holds_an_answer_is_on_the_key_alone():
    deck = worked_examples.read(SLIDES)
    trace = TENNIS
    before, after = tree_view(trace.tree, {0}), tree_view(trace.tree, {0, 1})
    at = SlideContent(trace.data, trace, 1, (0, 1, 2), decides="Humidity", view=after, given=before)
    sheet = deck_sheet(deck, lambda slide: at, lambda slide: "")
    told, asked = " ".join(said(sheet, True)), " ".join(said(sheet, False))
    for words_ in (
        "It begins with Outlook",
        "Look. ",
        "It is 0.971",
        "Look at Overcast",
        "All its days agree",
        "Outlook = Sunny",
    ):
        assert words_ in told
        assert words_ not in asked
    assert "Not yet 0.5" in asked
    assert told.count("Gains: see question 1.") == 2
    assert "The next node, 3 No and 2 Yes: what does each question gain?" in asked
    assert not only(Drawing, sheet, False)  # the tree before has Outlook in it
    assert any(isinstance(b, Room) and b.frame for b in blocks(sheet, False))


@pytest.mark.parametrize(
    ("text", "answer", "tells"),
    [
        ("It is 0,971 bits", "0.971", True),
        ("It is 10.971", "0.971", False),
        ("**X1** first", "x1", True),
        ("X12", "X1", False),
        ("5 No", "5", True),
        ("Five leaves", "5", True),
        ("15 No, 5.2", "5", False),
        ("in notes", "no", False),
        ("t = 6, gains", "6", True),
    ],
)
def test_an_answer_is_found_in_a_text(text, answer, tells):
    assert _holds(text, answer) is tells


# --- what paper must not hide ------------------------------------------------------------------------------------

GAPS = """Day,Temp,Wind,swim
Mon,20,5,no
Tue,24,10,yes
,26,15,yes
Thu,,20,no
Fri,22,25,no
Sat,28,12,yes
Sun,26,30,no
Mon,24,17,yes
"""


def own_table(text):
    sheet = sniff.read(text)
    missing = plans.missing_words(sheet)
    return plans.apply(sheet, plans.Plan(3, plans.guess(plans.look(sheet, missing)), missing), "Swimming")


def test_a_table_of_ones_own_says_on_paper_what_fills_its_gaps():
    note = "2 cells were empty: Day a value of its own, (missing) (row 3); Temp filled with the median 24 (row 4)."
    data = own_table(GAPS)
    assert data.card.note == note
    assert plain(note) in sheet_markdown(growth.gain_sheet(grow(data), "x"), False)
    assert own_table(GAPS.replace("\n,26", "\nWed,26").replace("Thu,,", "Thu,21,")).card.note == ""
    assert "Day column" not in sheet_markdown(SHEET, False)  # what a data set of the collection is told of may be asked


def test_a_key_names_the_questions_that_tie():
    trace = grow(own_table(GAPS), ALGORITHMS["CART"])
    text = sheet_markdown(growth.gain_sheet(trace, "x"), True)
    assert "It is the best of 4 thresholds, tied with Wind \\< 22.5; the first in the list is taken." in text
    assert "Temp \\< 22 is tied with Wind \\< 7.5; the first in the list is taken." in text
    assert "tied" not in sheet_markdown(growth.gain_sheet(trace, "x"), False)
    steps = sheet_markdown(growth.steps_sheet(trace.steps(), "x"), True)
    assert "Temp \\< 22 and Wind \\< 7.5 tie at gain 0.320" in steps


@given(growths(regression=False))
def test_ties_are_the_other_best_questions(trace):
    for node in range(len(trace.tree)):
        found = trace.candidates[node]
        if found.chosen is not None:
            assert bool(ties(trace, node, found.chosen)) == (found.best.sum() > 1)


LONG = "http://localhost:8501/grow?v=1&data=" + "A" * 200


def test_a_link_too_long_to_type_is_opened_from_the_file():
    short, long = (growth.gain_sheet(TENNIS, "x", link=link) for link in ("http://localhost:8501/grow?v=1", LONG))
    for sheet, link in ((short, "http://localhost:8501/grow?v=1"), (long, LONG)):
        pdf = sheet_pdf(sheet, True)
        assert link.encode() in pdf + streams(pdf)
        assert link in sheet_markdown(sheet, True)
    assert "Open it" not in sheet_markdown(growth.gain_sheet(TENNIS, "x"), False)


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=9).filter(any))
def test_an_entropy_is_written_as_a_whole_number_where_it_is_one(counts):
    held = [c for c in counts if c]
    whole = len(set(held)) == 1 and len(held) & (len(held) - 1) == 0
    assert _Set(sum(counts), float(CRITERIA["info_gain"].impurity(counts)), "").exact is whole


def test_a_question_stays_with_its_lines_and_a_table_with_its_words():
    sheet = deck_sheet(worked_examples.read(SLIDES), lambda slide: SlideContent(), lambda slide: "")
    found = list(blocks(sheet, False))
    asks = [b for b, after in itertools.pairwise(found) if isinstance(after, Room)]
    assert len(asks) == 2
    assert all(b.keep for b in asks)


# --- what an instructor met ---------------------------------------------------------------------------------------


def test_what_is_not_printed_whole_is_not_asked():
    iris = grow(load("iris"), ALGORITHMS["CART"])
    sheet = growth.gain_sheet(iris, "x")
    asked = [block.text for block in only(Heading, sheet, False)]
    assert "The other nodes" not in asked
    assert "The tree" not in asked
    assert sheet.points == 4 * 2 + 5
    assert {"The other nodes", "The tree"} <= {b.text for b in only(Heading, SHEET, False)}
    steps = growth.steps_sheet(iris.steps(), "x")
    gains = [block for block in only(Table, steps, False) if block.header[0] == "question"]
    assert all(table.header[1] == "branches" for table in gains)
    assert gains[0].rows[2][1] == "< 2.45: 50 setosa; ≥ 2.45: 50 versicolor, 50 virginica"
    long = grow(load("titanic"), ALGORITHMS["ID3 (UML)"])
    assert not only(Drawing, growth.steps_sheet(long.steps(), "x"), True)


def test_a_worksheet_opens_at_the_beginning_and_its_key_where_it_was_made():
    sheet = growth.gain_sheet(TENNIS, "x", link=LINK, begin=LINK.replace("step=1", "step=0"))
    for write in (sheet_markdown, sheet_notebook):
        assert "step=0" in write(sheet, False)
        assert "step=1" not in write(sheet, False)
        assert "step=1" in write(sheet, True)
    pdf = sheet_pdf(sheet, False)
    assert b"step=0" in pdf + streams(pdf)
    with pytest.raises(ValueError, match="begins with http"):
        Sheet("t", "s", (), begin="javascript:alert(1)")


def test_a_long_path_is_named_by_the_row_above():
    rows, labels = [[float(k)] for k in range(12)], ["ab"[k % 2] for k in range(12)]
    trace = grow(from_arrays(rows, labels, ["a_long_name_of_a_feature"]), ALGORITHMS["CART"])
    table = next(b for b in only(Table, growth.gain_sheet(trace, "x"), True) if b.header[1] == "node")
    assert [row[0] for row in table.rows] == [str(k) for k in range(1, len(table.rows) + 1)]
    where = [row[1].text for row in table.rows]
    assert all(len(text) <= 45 for text in where)
    below = [re.fullmatch(r"below (\d+): .+", text) for text in where]
    assert any(below)
    assert all(int(found[1]) < k for k, found in enumerate(below, 1) if found)
    assert all(text.endswith(trace.tree[k].conditions[-1]) for k, text in enumerate(where, 1))


def test_a_sum_stands_beside_its_table_if_there_is_room_for_the_longer_name():
    def beside(*values):
        data = from_arrays([[v] for v in values], ["no", "yes"], [Feature("f", values)])
        return any(isinstance(block, Beside) for block in one_candidate(grow(data), 0, 0, "working"))

    for k in range(1, 60):
        assert beside("a", "b" * k + "d") == beside("d" * k + "b", "b" * k + "d")
    assert beside("a", "b")
    assert not beside("a", "b" * 60)


def test_a_table_breaks_its_names_before_its_letters_become_small():
    names = Table(("#", "node", "gain"), tuple((str(k), "a name " * 20, "5 No, 9 Yes") for k in range(3)))
    size, widths = fitted(names, 10)
    assert size == 10
    assert sum(widths) * size <= LINE + 1
    assert widths[2] > text_width("5 No, 9 Yes", 1)
    assert fitted(Table(("a",), (("b",),)), 10) == (10, None)
    for n in range(10, 40):  # on paper they are smaller where they must be, and only there
        wide = Table(("x",) * n, (("0.954",) * n,), compact=True)
        size, widths = fitted(wide, 9.5)
        assert (size < 9.5) == (widths is not None and sum(widths) * 9.5 > LINE + 1)
    small, _ = fitted(Table(("x",) * 60, (("0.954",) * 60,)), 10)
    assert small < 10


def test_sections_begin_with_their_headings_and_words_alone_go_with_what_they_head():
    found = list(blocks(SHEET, False))
    parts = sections(found)
    assert [block for part in parts for block in part] == found
    heads = [[block.text for block in part if isinstance(block, Heading)] for part in parts]
    assert ["The root: 5 No, 9 Yes", "Outlook"] in heads
    assert ["Temperature"] in heads


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("$5 and $6", [""]),
        ("pay $5, $6 or $7", [""]),
        ("a $x_1$ b", ["", "math", ""]),
        ("$ x $", [""]),
        ("$x$5", [""]),
        ("$5$ five", ["math", ""]),
        ("($5) and ($6)", [""]),
        ("$$x^2$$ in", ["math", ""]),
        ("$p$, not $q$; $3", ["math", "", "math", ""]),
    ],
)
def test_dollars_are_read_as_on_a_page(text, kinds):
    assert [run.kind for run in runs(text)] == kinds


def test_a_table_in_a_caption_is_a_table_on_paper():
    written = "Look:\n| a | **b** |\n|:--|--:|\n| 1 | `c` \\| d |\n| 2 |\n\n$$\nx^2\n$$"
    found = prose(written)
    assert found == (
        Paragraph("Look:"),
        Table(("a", "b"), (("1", "c | d"), ("2", ""))),
        Formula(("x^2",)),
    )
    assert prose("a | b\n--- | ---") == (Table(("a", "b"), ()),)
    assert prose("a | b\nc") == (Paragraph("a | b c"),)
    sheet = Sheet("t", "s", (*found, *prose("a | b\n--- | ---")))
    assert "| a | b |\n| --- | --- |\n| 1 | c \\| d |" in sheet_markdown(sheet, True)
    assert sheet_pdf(sheet, True)


OPEN = """
title = "Open"
[[slides]]
page = "pruning"
step = 1
caption = "One leaf is left."
[[slides]]
page = "grow"
[slides.question]
ask = "What do you think?"
[[slides]]
page = "grow"
[slides.question]
ask = "How many?"
answer = "5"
[[slides]]
page = "grow"
caption = "Five leaves."
"""


def test_an_open_question_has_no_points_and_the_key_says_so():
    sheet = deck_sheet(
        worked_examples.read(OPEN), lambda slide: SlideContent(where="Pruning, step 1"), lambda slide: "https://x.org/p"
    )
    assert sheet.points == 1
    told, asked = said(sheet, True), said(sheet, False)
    assert told.count(open_ := "An open question: it is not graded.") == 1
    assert told.index("What do you think?") < told.index(open_) < told.index("How many?")
    assert [room.lines for room in only(Room, sheet, False)] == [2, 2]
    assert "An open question: it is not graded." not in asked
    assert "" not in told
    assert "One leaf is left." in asked  # a caption without a question
    assert "Five leaves." in told
    assert "Five leaves." not in asked  # it answers the question before
    assert "*Pruning, step 1*: [https://x.org/p](https://x.org/p)" in told
    assert "*Pruning, step 1*" in asked
    assert not any("x.org" in text for text in asked)


def test_what_the_author_scores_counts_and_is_said_once():
    scored = OPEN.replace('answer = "5"', 'answer = "5"\npoints = 3', 1)
    assert scored != OPEN
    sheet = deck_sheet(worked_examples.read(scored), lambda slide: SlideContent(), lambda slide: "")
    heads = [block.points for block in sheet.blocks if isinstance(block, Heading)]
    assert (sheet.points, sorted(heads)[-2:]) == (3, [0, 3])
    assert "point" not in said(sheet, False)


# --- trees and tables ----------------------------------------------------------------------------------------


@given(growths(hostile=True))
def test_a_tree_in_latex_is_whole(trace):
    view = tree_view(trace.tree)
    source = tree_and_table.tree_latex(view)
    bare = re.sub(r"\\[\\{}$&#%_]", "", source)
    assert bare.count("{") == bare.count("}")
    assert source.count("[{\\textbf{") == len(view["nodes"])
    bare = bare.replace("{[}", "").replace("{]}", "")
    assert bare.count("[") == bare.count("]")


def test_the_gain_table_of_the_notes_example():
    assert tree_and_table.gain_rows(TENNIS, 0)[1][0] == [
        "Outlook",
        "Sunny: 3 No, 2 Yes; Overcast: 0 No, 4 Yes; Rain: 2 No, 3 Yes",
        "0.247",
    ]


def test_a_list_loses_its_first_mark_only():
    assert prose("- 5 - 3 = 2\n- a + b") == (Items(("5 - 3 = 2", "a + b")),)
    assert prose("1. 2) b\n2. c") == (Items(("2) b", "c"), True),)


@pytest.mark.parametrize("inside", ["x^2+y", "x^23+y", "x^2"])
def test_a_group_holds_all_that_stands_in_it(inside):
    assert latex_reader.parse(rf"\bar{{{inside}}}")[1] == [["bar", latex_reader.parse(inside)]]
