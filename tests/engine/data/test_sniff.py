"""Tables as people save them: every bad one is read, or refused in one sentence; what a plan counts, it does."""

import json
import re
import unicodedata
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DataError, error, from_arrays, grow
from dtlearn.data import plans, sniff
from dtlearn.data.dataset import MISSING
from dtlearn.data.numerals import figure, figures
from dtlearn.data.plans import COUNT, DROP, IGNORE, MEDIAN, NOMINAL, NUMERIC, ORDERED, OWN, Plan, Use
from dtlearn.data.sniff import MOST_BYTES, MOST_COLUMNS, MOST_ROWS, MOST_VALUES, Format, check, read
from pages.ui.own.words import column_html, plan_text, remark
from tests.engine.data.test_dataset import same
from tests.support import DATA
from tests.support.strategies import datasets

FOLDER = DATA / "badcsv"
CASES = {case["file"]: case for case in json.loads((FOLDER / "manifest.json").read_text())["files"]}
# message_kind of the manifest -> what the sentence must say.
SAYS = {
    "empty": "is empty",
    "ragged": r"^Line \d+ has \d+ cell",
    "encoding": "UTF-8",
    "not_csv": "not a CSV",
    "too_wide": "10,001 columns, more than 100",
    "unnamed_column": "no name",
}


def one_sentence(message: str) -> bool:
    return bool(re.fullmatch(r"[A-Z0-9][^\n]*[^.\s]\.", message)) and not re.search(r"[.!?] [A-Z]", message)


def guessed(sheet: sniff.Sheet) -> Plan:
    missing = plans.missing_words(sheet)
    return Plan(len(sheet.header) - 1, plans.guess(plans.look(sheet, missing)), missing)


def used(source, **wanted):
    """The data set of a table, all that can be guessed guessed."""
    sheet = read(source, Format(**wanted))
    return plans.apply(sheet, guessed(sheet))


@pytest.mark.parametrize("name", CASES)
def test_a_bad_csv_is_read_as_expected_or_refused_in_one_sentence(name):
    case = CASES[name]
    refusal = ""
    try:
        sheet = read((FOLDER / name).read_bytes())
    except DataError as error:
        refusal = str(error)
    assert case["expect"] == "accept_or_reject" or (case["expect"] == "reject") == bool(refusal)
    if refusal:
        assert one_sentence(refusal)
        assert re.search(SAYS[case["message_kind"]], refusal)
        return
    assert (len(sheet), len(sheet.header)) == (case["rows"], case["columns"])
    data = plans.apply(sheet, guessed(sheet))
    check(data)
    assert len(data) == case["rows"]


def cells(name):
    sheet = read((FOLDER / name).read_bytes())
    return dict(zip(sheet.header, sheet.columns, strict=True))


def test_what_the_manifest_also_asks_of_cells():
    assert not any("\r" in cell for column in cells("crlf.csv").values() for cell in column)
    assert list(cells("latin1.csv")) == ["farbe", "größe", "ok"]
    assert cells("latin1.csv")["farbe"][1] == "grün"
    assert list(cells("utf16le_bom.csv")) == ["color", "size", "ok"]
    assert cells("cp1252_quotes.csv")["name"] == ("“hi”", "l’eau")
    assert cells("escaped_quotes.csv")["a"][0] == 'he said "hi"'
    assert cells("spectrum_newlines.csv")["a"] == ("1", "Once upon \na time", "7")
    assert cells("spectrum_quotes_and_newlines.csv")["b"][0] == 'ha \n"ha" \nha'
    assert json.loads(cells("spectrum_json.csv")["val"][0])["type"] == "Point"
    assert list(cells("header_newline.csv")) == ["col or", "size", "ok"]
    assert len(set(cells("combining_zalgo.csv")["x"])) == 2
    assert "column 2" in cells("empty_header_cell.csv")


def test_what_the_manifest_also_asks_of_trees():
    def tree(name):
        sheet = read((FOLDER / name).read_bytes())
        return grow(plans.apply(sheet, guessed(sheet)), ALGORITHMS["CART"]).tree

    assert len(tree("one_row.csv").n) == len(tree("one_class.csv").n) == 1
    wide = tree("wide_range.csv")
    assert all(abs(at) < float("inf") for at in wide.at[wide.n_children > 0])
    tiny = read((FOLDER / "tiny_differences.csv").read_bytes())
    data = plans.apply(tiny, guessed(tiny))
    assert (
        error(tree("tiny_differences.csv"), data) == 1 / 6
    )  # 0.1 and 0.10000000000000001 are one number of two classes


REFUSED = {
    "nothing": (b"", "is empty"),
    "a byte order mark alone": (b"\xef\xbb\xbf", "is empty"),
    "line ends alone": ("\n\r\n\n", "is empty"),
    "commas alone": (",,\n,,\n", "empty|no rows"),
    "a header alone": ("a,b\n", "no rows"),
    "an Excel workbook": (b"PK\x03\x04\x14\x00rest", "Excel workbook .*“Save as”"),
    "an old Excel file": (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel"),
    "a PDF": (b"%PDF-1.7\n", "a PDF"),
    "gzip": (b"\x1f\x8b\x08\x00", "gzip"),
    "NUL in text": ("a,b\n1,x\0y\n", "NUL"),
    "UTF-32": ("a,b\n1,2\n".encode("utf-32"), "NUL"),
    "half a character": ("a,b\n1,\ud800\n", "half a character"),
    "UTF-8 with one bad byte": ("größe,ähnlich,b\n1,ö,2\n".encode() + b"3,\xff,4\n", "Line 3 is not UTF-8"),
    "XML": ('<?xml version="1.0"?><a/>', "web page"),
    "a table in HTML": ("  <TABLE><tr><td>1</td></tr></TABLE>", "web page"),
    "JSON, an object a line": ('{"a": 1}\n{"a": 2}\n', "JSON"),
    "JSON, deep": ("[" * 100_000, "Only one column|JSON|has"),
    "one column": ("a\n1\n2\n", "Only one column"),
    "an unknown separator": ("a:b:c\n1:2:3\n", "Only one column .*choose another separator"),
    "a name twice": ("a,b,a\n1,2,3\n", "columns 1 and 3 are both called 'a'"),
    "a name twice but for spaces": ("a,b, a \n1,2,3\n", "columns 1 and 3"),
    "a short row": ("a,b,c\n1,2,3\n4,5\n", "^Line 3 has 2 cells, line 1, the first, has 3"),
    "a long row after a cell of two lines": ('a,b\n"x\ny",2\n1,2,3\n', "^Line 4 has 3 cells"),
    "a quote never closed": ('a,b\n1,2\n"3,4\n5,6\n', "^Line 3 .*never closed"),
    "a cell that goes on after its quote": ('a,b\n"x"y,2\n', "^Line 2 .*twice"),
    "too many bytes": (b"a,b\n" + b"1,2\n" * (MOST_BYTES // 4), "has more than 2.0 MB: keep fewer"),
    "a row too many": ("a,b\n" + "\n" * 90_000 + "1,2\n" * (MOST_ROWS + 1), "5,001 rows, more than 5,000"),
    "a million lines": ("a,b\n" + "\n" * 1_000_000 + "1,2\n", "1,000,002 lines, more than 5,000 rows"),
    "a tower of marks": ("a,b\ne" + "\u0301" * 31 + ",2\n", "more than 30 combining marks"),
    "a column too many": (
        ",".join(f"x{j}" for j in range(MOST_COLUMNS + 1)) + "\n" + ",".join(["1"] * (MOST_COLUMNS + 1)),
        "101 columns",
    ),
}


def test_marks_in_a_row_are_counted_one_by_one():
    for text in (
        "α" + "\u0301" * 30 + "β" * 31,
        "e" + "\u0301" * 30 + "β",
    ):  # a row that begins behind an ASCII letter too
        assert read(f"a,b\n{text},2\n").columns[0] == (unicodedata.normalize("NFC", text),)


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_table_is_refused_in_one_sentence(case):
    source, says = REFUSED[case]
    with pytest.raises(DataError) as caught:
        read(source)
    assert re.search(says, str(caught.value))
    assert one_sentence(str(caught.value))


def test_a_wrong_encoding_said_by_hand_is_refused_by_line():
    with pytest.raises(DataError, match="^Line 2 is not UTF-8"):
        read("a,b\n1,é\n".encode("latin-1"), Format(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "separator", "decimal"),
    [
        ("a;b;c\n1,5;2;x\n2,5;3;y\n", ";", ","),
        ("a\tb\n1.5\tx\n", "\t", "."),
        ("a|b\n1|x\n", "|", "."),
        ("a,b\n1.5,x\n", ",", "."),
        ('a,b\n"1,5",x\n"2,25",y\n', ",", ","),
        ('a,b\n"1,234",x\n', ",", "."),
        ("a;b\n1,234;x\n", ";", ","),
        ("a;b\n1.234,5;x\n", ";", ","),
        ("a;b\n1,234.5;x\n", ";", "."),
        ("a;b\n1.5;1,5\n2.5;x\n", ";", "."),
        ("sep=;\na;b\n1;2\n", ";", "."),
        ("a,b\nx;y,1\nz;w,2\n", ",", "."),
        ("'a','b'\n'1','x;y'\n", ",", "."),
        ("#,b\n1,x\n", ",", "."),
        ("# made by\n# hand\na,b\n1,x\n", ",", "."),
    ],
)
def test_separator_and_decimal_are_found(text, separator, decimal):
    found = read(text)
    assert (found.format.separator, found.format.decimal) == (separator, decimal)
    assert len(found.header) == len(found.columns) > 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_found(encoding, end):
    sheet = read(end.join(["größe,preis", "groß,5 €", "klein,3 €"]).encode(encoding))
    assert sheet.header == ("größe", "preis")
    assert sheet.columns == (("groß", "klein"), ("5 €", "3 €"))
    assert sheet.line_ends == (end,)


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n6.1,2.9,other\n", False),
        ("0,0,0\n0,1,1\n1,0,1\n", False),
        ("p,x\ne,x\np,y\n", False),
        ("country,1990,2000\nA,5,6\nB,7,8\n", True),
        ("a,b\nx,y\n", True),
        ("size,ok\n1,yes\n", True),
        ("NaN,0,1E2,ok\n0,1,0,no\n1,0,1,yes\n", True),
    ],
)
def test_a_line_of_names_is_told_from_a_row(text, header):
    assert read(text).format.header is header
    assert len(read(text)) == text.count("\n") - header
    assert len(read(text, Format(header=False))) == text.count("\n")


@pytest.mark.parametrize(
    ("cell", "point", "comma"),
    [
        ("1.5", 1.5, None),
        ("1,5", None, 1.5),
        ("1,234", 1234.0, 1.234),
        ("1.234", 1.234, 1234.0),
        ("-3", -3.0, -3.0),
        ("\u22123", -3.0, -3.0),
        ("1 234", 1234.0, 1234.0),
        ("1'234.5", 1234.5, None),
        ("1,23,456", 123456.0, None),
        ("12,34,56", None, None),
        ("1e308", 1e308, 1e308),
        ("1e999", float("inf"), float("inf")),
        ("-inf", float("-inf"), float("-inf")),
        ("nan", None, None),
        ("45%", 45.0, 45.0),
        ("45 %", 45.0, 45.0),
        ("1_000", None, None),
        ("0x10", None, None),
        ("١٢", None, None),
        ("", None, None),
        (".5", 0.5, None),
        ("5.", 5.0, None),
        ("$5", None, None),
        ("1/2", None, None),
        ("+.5e-3", 0.0005, None),
        ("-", None, None),
        ("%", None, None),
        ("1.2.3", None, None),
        ("12:30", None, None),
    ],
)
def test_numbers_as_people_write_them(cell, point, comma):
    assert (figure(cell, "."), figure(cell, ",")) == (point, comma)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_that_python_writes_is_read_exactly(x):
    assert figure(repr(x), ".") == x


@given(st.text(max_size=60) | st.binary(max_size=60))
@settings(deadline=None)
def test_anything_is_read_or_refused(source):
    with suppress(DataError):
        check(used(source))


# ---- tables as people have them

PEOPLE = DATA / "tables"
DRAWN = {
    "psql": " size | ok\n------+-----\n  1.5 | yes\n  2.5 | no\n(2 rows)\n",
    "mysql": "+----+---+\n|size|ok |\n+----+---+\n|1.5 |yes|\n|2.5 |no |\n+----+---+\n2 rows in set (0.00 sec)\n",
    "a grid of pandas or reStructuredText": (
        "+----+---+\n|size|ok |\n+====+===+\n|1.5 |yes|\n+----+---+\n|2.5 |no |\n+----+---+\n"
    ),
    "reStructuredText, simple": "====  ===\nsize  ok\n====  ===\n1.5   yes\n2.5   no\n====  ===\n",
    "box drawing": "╒════╤═══╕\n│size│ok │\n╞════╪═══╡\n│1.5 │yes│\n├────┼───┤\n│2.5 │no │\n╘════╧═══╛\n",
    "a chat": "Here it is:\n\n| size | ok |\n|:-:|--|\n| 1.5 | yes |\n| 2.5 | no |\n\nI hope it helps.\n",
    "a chat's emphasis": "|**size**|ok|\n|:-:|--|\n|**1.5**|`yes`|\n|2.5|***no***|\n",
    "one dash": "|size|ok|\n|-|-|\n|1.5|yes|\n|2.5|no|\n",
    "a ruled CSV": "size,ok\n----,---\n1.5,yes\n2.5,no\n",
    "units": "size,ok\n(cm),\n1.5,yes\n2.5,no\n",
    "units in words": "size,ok\n[of the whole leaf],\n1.5,yes\n2.5,no\n",
    "units without brackets": "size;ok\nkg;\n1,5;yes\n2,5;no\n",
    "types": "size,ok\n<dbl>,<chr>\n1.5,yes\n2.5,no\n",
    "pandas": "   size   ok\n0   1.5  yes\n1   2.5   no\n",
    "R": "   size  ok\n1   1.5 yes\n2   2.5  no\n",
    "a tibble": "# A tibble: 2 × 2\n   size ok   \n  <dbl> <chr>\n1   1.5 yes  \n2   2.5 no   \n",
    "spaces": "size ok\n1.5 yes\n2.5 no\n",
    "a title": "My table\nsize,ok\n1.5,yes\n2.5,no\n",
}


@pytest.mark.parametrize("form", DRAWN)
def test_a_line_that_is_no_example_is_no_row(form):
    sheet = read(DRAWN[form])
    assert sheet.header == ("size", "ok")
    assert [cell.replace(",", ".") for cell in sheet.columns[0]] == ["1.5", "2.5"]
    assert sheet.columns[1] == ("yes", "no")
    lines = DRAWN[form].splitlines()  # of the whole text
    assert [cell in lines[at - 1] for cell, at in zip(sheet.columns[0], sheet.lines, strict=True)] == [True, True]
    assert sheet.notes or form == "spaces"
    assert ("2 lines outside the table, the first 1, the last 8, were left out." in sheet.notes) == (form == "a chat")


@pytest.mark.parametrize(
    ("second", "is_one"), [("€;Anzahl;;", False), ("viel;Anzahl;;", True), ("€;Anzahl;gut;", True), ("€;3;;", True)]
)
def test_words_beside_a_unit_above_numbers_are_no_example(second, is_one):
    sheet = read(
        f"Preis;Zimmer;Zustand;ok\n{second}\n€ 1.250,00;3;gut;ja\n€ 980,50;2;schlecht;nein\n€ 720,00;1;gut;ja\n"
    )
    assert len(sheet) == 3 + is_one


@pytest.mark.parametrize(
    "text",
    [
        "+---+---+\n| a | b |\n+===+===+\n| x | 1 |\n| y |   |\n+---+---+\n| z | 2 |\n+---+---+\n",
        "===  ===\na    b\n===  ===\nx y  1\nz    2\n===  ===\n",
        "a      b\nx y    1\nz      2\n",
        'a b\n"x y" 1\nz 2\n',
    ],
)
def test_words_with_spaces_or_on_two_lines_are_one_cell(text):
    assert read(text).columns == (("x y", "z"), ("1", "2"))


def test_a_word_longer_than_a_cell_can_be_is_refused_in_a_sentence():
    with pytest.raises(DataError):
        read("a b\n" + "x" * 140_000 + " 1\n")


def test_names_of_rows_that_are_no_numbers_stay():
    assert read("  size ok\na  1.5 yes\nb  2.5 no\n").header == ("column 1", "size", "ok")


def test_a_wrapped_line_of_a_simple_table_begins_with_an_empty_cell():
    text = "===  =====\na    b\n===  =====\nx    no,\n     or\nz    yes\n===  =====\n"
    assert read(text).columns == (("x", "z"), ("no, or", "yes"))
    assert "Line 5 goes on" in read(text).notes[1]
    assert read("a     b\n----  ---\nx     no\n      or\n").columns == (("x", ""), ("no", "or"))  # of a database


def test_dashes_that_are_cells_stay_rows():
    assert len(read("a|b\n-|-\n1|x\n2|y\n")) == len(read("a,b\n1,x\n--,--\n2,y\n")) == 3
    assert read("| a | b |\n|---|---|\n| 1 | x \\| y |\n| 2 | z |\n").columns[1] == ("x | y", "z")
    assert len(read("a,b\nc,d\nd,c\ns,t\n")) == 3  # letters that are types elsewhere
    dashes = read("a\tb\tclass\n1\t2\tx\n--\t--\t--\n3\t4\ty\n")
    assert (dashes.header, len(dashes)) == (("a", "b", "class"), 3)
    ruled = read("a\tclass\n---\t-----\n1\tx\n2\ty\n")
    assert (ruled.header, len(ruled)) == (("a", "class"), 2)


@pytest.mark.parametrize("name", ["table.md", "table_aligned.md"])
def test_a_markdown_table_gives_the_gains_of_its_rows(name):
    data = used((PEOPLE / name).read_bytes())
    assert data.schema.classes == ("C1", "C2")
    assert np.bincount(data.y).tolist() == [4, 9]
    assert gains(data, "gini_gain") == pytest.approx({0: 121 / 3549, 1: 75 / 1183, 2: 9 / 845})


def test_coins_and_ranges_have_the_gains_that_their_courses_print():
    coins = plans.apply(*aimed((PEOPLE / "coins.csv").read_text()))
    assert coins.schema.target == "class"
    assert gains(coins) == pytest.approx({0: 0.081704, 1: 0.081704, 2: 0.459148}, abs=5e-7)
    tree = grow(coins, ALGORITHMS["ID3 (CS181)"])
    low = next(node.i for node in tree.tree if node.n == 4)
    assert tree.candidates[low].gain.tolist() == pytest.approx([0.311278, 0.311278], abs=5e-7)
    ranges = used((PEOPLE / "ranges.csv").read_bytes())
    assert ranges.schema.features[1].values == ("26...35", "36...45", "46...55")
    assert gains(ranges) == pytest.approx({0: 0.019973, 1: 0.370951, 2: 0.695462}, abs=5e-7)
    assert gains(ranges, "gain_ratio") == pytest.approx({0: 0.012714, 1: 0.286346, 2: 0.468175}, abs=5e-7)


def test_every_cut_of_ten_ages_has_its_gain():
    ages = used((PEOPLE / "ages.csv").read_bytes())
    at = grow(ages, replace(ALGORITHMS["CART"], criterion="info_gain")).candidates[0]
    assert at.at.tolist() == [26.5, 28, 33, 37.5, 38.5, 40, 41.5, 43.5, 49.5]
    gain = [0.078982, 0.170951, 0.281291, 0.046439, 0, 0.046439, 0.005802, 0.007403, 0.144484]
    assert at.gain.tolist() == pytest.approx(gain, abs=5e-7)


def gains(data, criterion="info_gain"):
    """Feature -> its gain, or gain ratio, at the root, one branch per value."""
    found = grow(data, replace(ALGORITHMS["ID3 (CS181)"], criterion=criterion)).candidates[0]
    return dict(zip(found.feature.tolist(), found.score.tolist(), strict=True))


OTHER_FORMS = {
    "ARFF": ((PEOPLE / "firms.arff").read_text(), "ARFF file of WEKA.*@data"),
    "ARFF in capitals": ("@RELATION r\n@ATTRIBUTE a REAL\n@DATA\n1\n", "ARFF"),
    "Orange": ("a\tb\nc\td\n\tclass\n1\tx\n2\ty\n", "Lines 2 and 3 hold types and flags, as Orange"),
    "Orange's names": ("C#a,cD#b\n1,x\n2,y\n", "Orange's types in front"),
    "a first line unlike all others": ("a,b\n1,2,x\n3,4,y\n5,6,z\n", "^Line 1 has 2 cells, all lines below it have 3"),
}


@pytest.mark.parametrize("form", OTHER_FORMS)
def test_a_form_of_another_program_is_refused_by_its_name(form):
    text, says = OTHER_FORMS[form]
    with pytest.raises(DataError, match=says) as caught:
        read(text)
    assert one_sentence(str(caught.value))


def test_rows_alone_of_an_arff_file_are_read():
    sheet = read((PEOPLE / "firms_data.csv").read_bytes())
    assert (len(sheet), len(sheet.header), sheet.format.header) == (10, 5, False)
    found = plans.look(sheet, plans.missing_words(sheet))
    assert [f.missing for f in found] == [1, 2, 3, 0, 0]
    assert found[4].values == {"bad": 4, "good": 6}


@pytest.mark.parametrize(
    ("name", "low", "high", "threshold", "gain"),
    [("listings.csv", 60, 1250, 354.5, 0.940286), ("bank.csv", -9.13, 1250, 187, 1)],
)
def test_prices_are_numbers(name, low, high, threshold, gain):
    sheet = read((PEOPLE / name).read_bytes())
    plan = guessed(sheet)
    found = plans.look(sheet, plan.missing)[0]
    assert "is taken off" in remark(found, plan.uses[0], len(sheet), False)
    assert not found.names_rows(len(sheet))
    data = plans.apply(sheet, plan)
    assert (data.X[:, 0].min(), data.X[:, 0].max()) == (low, high)
    at = grow(data, replace(ALGORITHMS["CART"], criterion="info_gain")).candidates[0]
    best = int(np.argmax(np.where(at.feature == 0, at.gain, -1)))
    assert (at.at[best], at.gain[best]) == (threshold, pytest.approx(gain, abs=1e-6))


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["82 kg", "1,204.5 kg", "7kg"], [82, 1204.5, 7]),
        (["US$ 5", "US$ -7.5"], [5, -7.5]),
        (["($5.00)", "$7"], [-5, 7]),
        (["CHF 1'300.50", "CHF 12.-"], [1300.5, 12]),
        (["£3", "4"], [3, 4]),
        (["21 °C", "\u22123 °C"], [21, -3]),
        (["1\u202f250 km/h", "90 km/h"], [1250, 90]),
        (["12 years", "13 years"], [12, 13]),
        (["12 €/m²", "13.5 €/m²"], [12, 13.5]),
        (["$12k", "$1.5k"], [12, 1.5]),
        (["2.5 Mio. €", "3 Mio. €"], [2.5, 3]),
        (["₹12,34,567", "₹1,00,000.50"], [1234567, 100000.5]),
        (["5 g", "5 kg"], [None, None]),
        (["1st", "2nd"], [None, None]),
        (["A1", "B2"], [None, None]),
        (["5 €", "4%"], [None, 4]),
    ],
)
def test_a_unit_that_all_numbers_share_is_taken_off(cells, numbers):
    assert list(figures(cells, ".")[0].values()) == numbers


def says_of(text):
    """The remark on the first column."""
    sheet = read(text)
    found = plans.look(sheet, plans.missing_words(sheet))[0]
    return remark(found, plans.guess_feature(found), len(sheet), False)


def test_numbers_of_different_units_are_not_advised_to_be_ignored():
    assert figures(["5k", "2000"], ".")[0]["5k"] is None  # a thousand is no unit
    assert "different units, g and kg" in says_of("x,ok\n5 g,y\n2 kg,n\n7 g,y\n")
    assert "Amounts of money" in says_of("x,ok\n$5 or so,y\n$2 off,n\n$3 ?,n\n")
    assert says_of("x;ok\n9,13\u00a0€;y\n2 €;n\n3 €;n\n").endswith("'9,13 €' is read as 9,13.")


def test_a_number_far_outside_is_offered_as_missing():
    assert "'-9999' (2 cells) stands far outside the rest, 12 to 15" in says_of(
        "t,ok\n12,a\n13,b\n-9999,a\n15,b\n-9999,b\n"
    )
    assert "'999' (1 cell)" in says_of("t,ok\n61,a\n64,b\n70,a\n999,b\n")
    assert says_of("t,ok\n12,a\n13,b\n15,a\n400,b\n") == ""  # odd, but not what people write for a gap
    sheet = read("t,ok\n12,a\n13,b\n-9999,a\n15,b\n")
    assert plans.look(sheet, {"-9999"})[0].missing == 1


def aimed(text):
    """(sheet, plan) with everything guessed, the target too."""
    sheet = read(text)
    missing = plans.missing_words(sheet)
    found = plans.look(sheet, missing)
    target = plans.aim(found)
    return sheet, Plan(target, plans.guess(found, target), missing)


def test_rows_that_stand_for_many_are_repeated():
    sheet, plan = aimed((PEOPLE / "employees_counts.csv").read_text())
    assert (sheet.header[plan.target], plan.uses[4].kind) == ("status", COUNT)
    found = plans.look(sheet, plan.missing)
    said = plan_text(plan, found, plans.outcome(sheet, plan, found))
    assert "165 rows, 3 features, 2 classes (status), each row as often as count says" in said
    data = plans.apply(sheet, plan)
    assert np.bincount(data.y).tolist() == [113, 52]
    assert gains(data) == pytest.approx({0: 0.048607, 1: 0.424735, 2: 0.537518}, abs=1e-6)
    once = plans.apply(sheet, replace(plan, uses=(*plan.uses[:4], Use(IGNORE, DROP))))
    assert gains(once) == pytest.approx({0: 0.016313, 1: 0.630394, 2: 0.630394}, abs=1e-6)


def test_counts_of_zero_missing_or_too_many():
    sheet = read("Class,Survived,Freq\n1st,no,0\n1st,yes,2\n2nd,no,\n2nd,yes,3\n")
    found = plans.look(sheet, ())
    plan = Plan(1, plans.guess(found, 1), frozenset())
    done = plans.outcome(sheet, plan, found)
    assert (done.rows, done.dropped, done.counts) == (5, 1, {"yes": 5})
    many = read("a,b,n\nx,y,4000\nz,w,1001\n")
    found = plans.look(many, ())
    problem = plans.outcome(many, Plan(1, plans.guess(found, 1), frozenset()), found).problem
    assert "stand for 5,001 examples (n), more than 5,000" in problem
    words = Plan(1, (Use(COUNT, DROP), Use(NOMINAL, DROP), Use(NOMINAL, OWN)), frozenset())
    assert "'x' is no whole number" in plans.outcome(many, words, found).problem


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ((PEOPLE / "books.csv").read_text(), "class"),
        ((PEOPLE / "customers.csv").read_text(), "Class"),
        ("x,y,color\n1,2,red\n2,3,blue\n3,3,red\n4,1,blue\n", "color"),
        ("Label,a\nu,1\nv,2\n", "Label"),
        ("Class,Survived,Freq\n1st,no,3\n2nd,no,4\n1st,yes,5\n", "Survived"),
        ("Class,a\nx,p\nx,q\n", "a"),
        ("ok,name\ny,ann\nn,bob\ny,cid\nn,dan\n", "ok"),
        ("size,price\n1,2.5\n2,3.5\n4,4.5\n", "price"),
    ],
)
def test_the_target_is_guessed_by_name_and_kind(text, target):
    sheet, plan = aimed(text)
    assert sheet.header[plan.target] == target


def test_a_word_that_drops_rows_of_the_target_is_named():
    sheet, plan = aimed((PEOPLE / "continents.csv").read_text())
    found = plans.look(sheet, plan.missing)
    done = plans.outcome(sheet, plan, found)
    assert done.counts == {"AF": 3, "AS": 3, "EU": 3, "SA": 2}
    assert "4 of 15 rows dropped for a missing cell (4 “NA” in continent)" in plan_text(plan, found, done)


# ---- plans

WEATHER = "temp,sky,wind,walk\n1,sunny,+,yes\n?,rainy,-,no\n3,NA,+,yes\n10,sunny,-,\n"


def test_missing_words_are_found_and_can_be_changed():
    sheet = read(WEATHER)
    assert plans.words_in(sheet) == ["-", "?", "NA"]
    assert plans.missing_words(sheet) == {"?", "NA"}  # a minus beside a plus is a value
    assert plans.missing_words(read("a,b\n1,x\n-,y\n")) == {"-"}
    german = read("a;b\n1;k.A.\n#NV;k. A.\n.;n/a\n2;n.a.\n")
    assert plans.missing_words(german) == {"#NV", ".", "k.A.", "k. A.", "n/a", "n.a."}
    assert plans.missing_words(read("a,b\nNone,x\nSome,y\n")) == set()
    found = plans.look(sheet, {"?"})
    assert [f.missing for f in found] == [1, 0, 0, 1]
    assert "NA" in found[1].values


@pytest.mark.parametrize(
    ("gap", "rows", "temp"), [(DROP, 1, [1.0]), (OWN, 3, [1.0, 2.0, 3.0]), (MEDIAN, 3, [1.0, 2.0, 3.0])]
)
def test_gaps_are_dropped_kept_or_filled(gap, rows, temp):
    sheet = read(WEATHER)
    plan = guessed(sheet)
    uses = tuple(plans.fitting(Use(use.kind, gap)) for use in plan.uses[:3]) + (Use(NOMINAL, DROP),)
    data = plans.apply(sheet, Plan(3, uses, plan.missing))
    assert len(data) == rows
    assert data.X[:, 0].tolist() == temp  # the median of 1 and 3: the row of the 10 lacks its class and is dropped
    assert (MISSING in data.schema.features[1].values) == (gap != DROP)


def test_the_median_is_of_the_rows_in_use_and_is_said_beforehand():
    sheet = read("Temperatur;Wind;ok\n14;1;y\nk.A.;2;n\n14;;y\n15;4;n\n900;5;\n;6;\n")
    plan = guessed(sheet)
    found = plans.look(sheet, plan.missing)
    done = plans.outcome(sheet, plan, found)
    assert (done.rows, done.dropped, done.medians) == (4, 2, {0: 14.0, 1: 2.0})
    assert done.gaps == ((0, 1, MEDIAN), (1, 1, MEDIAN), (2, 2, DROP))  # the gap of a dropped row is not filled
    assert "2 missing cells filled in with the median (Temperatur 14 and Wind 2)" in plan_text(plan, found, done)
    data = plans.apply(sheet, plan)
    assert data.X[:, 0].tolist() == [14, 14, 14, 15]
    assert "1 missing in Temperatur: the median 14." in data.card.story
    alone = replace(plan, uses=(plan.uses[0], Use(IGNORE, MEDIAN), plan.uses[2]))
    said = plan_text(alone, found, plans.outcome(sheet, alone, found))
    assert "1 missing cell filled in with the median 14 (Temperatur)" in said


GERMAN = "Sorte;Gewicht;gut\n"


@pytest.mark.parametrize(
    ("cells", "read_as", "said"),
    [
        (("900", "2.800", "3.200", "850"), 2800, "'2.800' is read as 2800; if it is 2.8, choose decimal point"),
        (("1.500", "2.800", "3.200", "4.850"), 2.8, "'1.500' is read as 1.5; if it is 1500, choose decimal comma"),
        (("1200", "2.800", "3.200", "850"), 2.8, "'2.800' is read as 2.8; if it is 2800"),  # thousands not set apart
        (("900", "2.800", "3.5", "850"), 2.8, None),  # 3.5 decides
        (("900", "2.800", "1.234.567", "850"), 2800, "Thousands are set apart: '2.800' is read as 2800."),
        (("1,250", "2,800", "3,125", "4,850"), 2.8, "if it is 1250, choose decimal point"),
    ],
)
def test_a_point_before_three_digits_is_decided_or_said(cells, read_as, said):
    text = GERMAN + "".join(f"a;{cell};ja\n" for cell in cells)
    sheet = read(text)
    found, use = plans.look(sheet, ())[1], Use(NUMERIC, MEDIAN)
    assert found.figures[cells[1]] == read_as
    told = remark(found, use, 4, False)
    assert said in told if said else told == ""
    chosen = read(text, Format(decimal="."))  # who has said it is not asked again
    assert "if it is" not in remark(plans.look(chosen, ())[1], use, 4, False)


def test_a_grid_reads_its_numbers_as_the_table_did_that_it_began_with():
    rows = [["900", "ja"], ["2.800", "nein"], [None, "ja"]]
    assert sniff.sheet_of(["kg", "gut"], rows, ",").format.decimal == ","
    assert sniff.sheet_of(["kg", "gut"], rows).format.decimal == "."
    assert sniff.sheet_of(["kg", "gut"], [*rows, ["3.5", "ja"]], ",").format.decimal == "."


def test_the_median_of_an_even_number_of_huge_values_is_finite():
    assert used("x,c\n1.7e308,a\n1.79e308,b\n?,a\n").X[2, 0] == 1.745e308


def test_an_ordered_column_keeps_its_order():
    sheet = read("size,ok\nM,y\nS,n\nL,y\n")
    plan = Plan(1, (Use(ORDERED, OWN, ("S", "M", "L")), Use(NOMINAL, DROP)), frozenset())
    assert plans.apply(sheet, plan).schema.features[0].values == ("S", "M", "L")
    assert plans.guess_feature(plans.look(read("a,b\nlow,1\nHigh,2\nmedium,3\n"), ())[0]) == Use(
        ORDERED, OWN, ("low", "medium", "High")
    )


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (["1.5", "2"], NUMERIC),
        (["0", "1"], NOMINAL),
        (["1", "x"], NOMINAL),
        (["", ""], IGNORE),
        ([f"name {i}" for i in range(MOST_VALUES + 1)], IGNORE),
        ([f"{i}" for i in range(MOST_VALUES + 1)], NUMERIC),
        (["x" * 201, "y"], IGNORE),
        (["2020-01-05", "2020-01-06"], NOMINAL),
        (["45%", "50%"], NUMERIC),
        (["True", "TRUE"], NOMINAL),
    ],
)
def test_the_kind_of_a_feature_is_guessed(column, kind):
    sheet = sniff.sheet_of(["a", "b"], [[cell, "yes"] for cell in column])
    assert plans.guess_feature(plans.look(sheet, ())[0]).kind == kind


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (["1", "2", "1"], NOMINAL),
        (["10.5", "9"], NUMERIC),
        (["3", "6", "8"], NUMERIC),
        (["0", "1"], NOMINAL),
        ([str(i % 11) for i in range(50)], NUMERIC),
        (["a", "b"], NOMINAL),
    ],
)
def test_the_kind_of_a_target_is_guessed(column, kind):
    sheet = sniff.sheet_of(["a", "b"], [["1.5", cell] for cell in column])
    assert plans.guess_target(plans.look(sheet, ())[1]).kind == kind


REMARKS = {
    "mostly numbers": ("a,b\n1,x\n2,y\ntall,x\n", 0, "2 of 3 cells are numbers, but 'tall' .line 4. is not"),
    "a name": ("a,b\np,x\nq,y\nr,x\n", 0, "Different in every row: .* ignore it"),
    "row numbers": ("a,b\n1,x\n2,y\n3,x\n", 0, "Different in every row, 1 to 3: a number of the row. Then ignore it"),
    "measurements": ("a,b\n1,x\n2,y\n5,x\n", 0, "^$"),
    "case": ("a,b\nTrue,x\nTRUE,y\nTrue,x\n", 0, "'TRUE' and 'True' are two values|'True' and 'TRUE'"),
    "dates": ("a,b\n2020-01-05,x\n2020-01-06,y\n2020-01-05,x\n", 0, "Dates"),
    "zeros": ("a,b\n02139,x\n10115,y\n", 0, "Zeros in front"),
    "percent": ("a,b\n45%,x\n50%,y\n", 0, "45% is read as 45"),
    "thousands": ('a,b\n"1,234",x\n"2,345",y\n', 0, "'1,234' is read as 1234"),
    "one class": ("a,b\n1,x\n2,x\n", 1, "Only one class"),
    "a class each": ("a,b\n1,x\n2,y\n3,z\n", 1, "a class of its own"),
    "regression": ("a,b\n1,1.5\n2,2.5\n", 1, "regression"),
    "constant": ("a,b\n7,x\n7,y\n", 0, "same value in every row"),
    "empty": ("a,b\n,x\n,y\n", 0, "No cell is filled"),
    "too many values": ("a,b\n" + "".join(f"n{i},x\n" for i in range(101)), 0, "More than 100 values"),
}


@pytest.mark.parametrize("case", REMARKS)
def test_what_bites_about_a_column_is_said(case):
    text, j, says = REMARKS[case]
    sheet = read(text)
    plan = guessed(sheet)
    found = plans.look(sheet, plan.missing)
    assert re.search(says, remark(found[j], plan.uses[j], len(sheet), j == plan.target))


N, X = Use(NOMINAL, OWN), Use(IGNORE, OWN)
PROBLEMS = {
    "no feature": ("a,b\n1,x\n", (X, N), "keep at least one"),
    "no target": ("a,b\n1,x\n", (N, X), "target is ignored"),
    "no row": ("a,b\n1,\n,x\n", (Use(NOMINAL, DROP),) * 2, "No row is left"),
    "no label": ("a,b\n1,\n2,\n", (N, Use(NOMINAL, DROP)), "no filled cell: choose another target"),
    "words as numbers": (
        "a,b\n1,x\ntall,y\n",
        (Use(NUMERIC, MEDIAN), N),
        "'a' is to be numeric, but 'tall' is no number",
    ),
    "infinite": ("a,b\n1,x\ninf,y\n", (Use(NUMERIC, MEDIAN), N), "'inf' is not finite"),
    "too many values": (
        "a,b\n" + "".join(f"n{i},x\n" for i in range(101)),
        (N, N),
        "'a' has 101 values, more than 100",
    ),
    "too many classes": ("b,a\n" + "".join(f"1,n{i}\n" for i in range(101)), (N, N), "'a' has 101 classes"),
    "a long cell": (f"a,b\n{'x' * 201},y\n", (N, N), "201 characters, more than 200"),
    "a long name": (f"{'x' * 201},b\n1,y\n", (N, N), "name of more than 200"),
    "no number left": (
        "a,b\n1,\n,x\n",
        (Use(NUMERIC, MEDIAN), Use(NOMINAL, DROP)),
        "has no number in the rows that are left",
    ),
    "only gaps": ("a,b\n,x\n,y\n", (Use(NUMERIC, MEDIAN), N), "no number at all"),
    "too many cells": (
        ",".join(f"x{j}" for j in range(60)) + "\n" + (",".join("1" * 60) + "\n") * 1000,
        (N,) * 60,
        "keep 50 features",
    ),
}


@pytest.mark.parametrize("case", PROBLEMS)
def test_a_plan_that_cannot_be_carried_out_says_why(case):
    text, uses, says = PROBLEMS[case]
    sheet = read(text, Format(header=True))
    plan = Plan(len(uses) - 1, uses, frozenset())
    problem = plans.outcome(sheet, plan, plans.look(sheet, ())).problem
    assert re.search(says, problem)
    assert one_sentence(problem)
    with pytest.raises(DataError, match=re.escape(problem)):
        plans.apply(sheet, plan)


CELLS = st.sampled_from(["", "?", "1", "2.5", "0", "a", "b", "-7", "inf", "A"])


@given(
    st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8),
    st.tuples(*[st.tuples(st.sampled_from(plans.KINDS), st.sampled_from(plans.GAPS))] * 3),
    st.integers(0, 2),
)
def test_what_is_counted_is_what_is_done(rows, uses, target):
    sheet = sniff.Sheet(("x", "y", "z"), tuple(zip(*rows, strict=True)), tuple(range(len(rows))), Format(decimal="."))
    plan = Plan(target, tuple(plans.fitting(Use(*use)) for use in uses), frozenset({"?"}))
    done = plans.outcome(sheet, plan, plans.look(sheet, plan.missing))
    if done.problem:
        return
    data = plans.apply(sheet, plan)
    check(data)
    assert (len(data), done.rows + done.dropped) == (done.rows, len(rows))
    assert len(data.schema.features) == len(plan.features)
    assert {data.schema.classes[y] for y in data.y} == set(done.counts) if data.schema.classes else not done.counts
    kept = [row for row in rows if not any(plan.uses[j].gap == DROP and row[j] in ("", "?") for j in plan.used)]
    for k, j in enumerate(plan.features):
        for i, row in enumerate(kept):
            if row[j] not in ("", "?") and plan.uses[j].kind != NUMERIC:
                assert data.value(i, k) == row[j]


@given(datasets(hostile=True) | datasets(regression=True))
def test_a_data_set_taken_to_pieces_is_made_again(data):
    sheet, plan = plans.of(data)
    assert same(plans.apply(sheet, plan), data)


@example(rows=[("", "", "a"), ("1", "", "")], x=DROP, y=Use(NOMINAL, OWN), z=OWN)
@given(
    st.lists(
        st.tuples(st.sampled_from(["", "?", "1", "2.5", "-7"]), CELLS, st.sampled_from(["a", "b", ""])),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([MEDIAN, MEDIAN, DROP]),
    st.builds(Use, st.sampled_from([NOMINAL, ORDERED, IGNORE]), st.sampled_from([OWN, DROP])),
    st.sampled_from([OWN, DROP]),
)
def test_what_was_dropped_and_filled_in_is_still_said_when_a_data_set_is_taken_to_pieces(rows, x, y, z):
    """Both numbers, and the sentence, are those of the table that it was made of; and the gaps can be treated anew."""
    sheet = sniff.Sheet(("x", "y", "z"), tuple(zip(*rows, strict=True)), tuple(range(len(rows))), Format(decimal="."))
    plan = Plan(2, (Use(NUMERIC, x), y, Use(NOMINAL, z)), frozenset({"?"}))
    found = plans.look(sheet, plan.missing)
    done = plans.outcome(sheet, plan, found)
    if done.problem:
        return
    data = plans.apply(sheet, plan, "T")
    again, its = plans.of(data)
    seen = plans.look(again, its.missing)
    said = plans.outcome(again, its, seen)
    assert (said.rows, said.dropped, said.counts) == (done.rows, done.dropped, done.counts)
    both = [
        {f[j].name: (n, gap, o.medians.get(j)) for j, n, gap in o.gaps if gap != DROP}
        for o, f in ((done, found), (said, seen))
    ]
    assert both[0] == both[1]
    remade = plans.apply(again, its, "T")
    assert same(remade, data)
    assert remade.card == data.card
    # which word stood in a gap is not kept
    before = re.sub(
        r"; [12] columns? ignored \(.*?\)(?=[;.])|(?<=missing cell) \(.*? in [xyz]\)", "", plan_text(plan, found, done)
    )
    assert plan_text(its, seen, said) == before


def test_a_column_is_told_in_the_notation_of_its_table():
    sheet = read("Temp;ok\n70,5;ja\n99,0;nein\nk.A.;ja\n1.200,5;ja\n")
    plan = guessed(sheet)
    found = plans.look(sheet, plan.missing)
    assert "with the median 99 " in plan_text(plan, found, plans.outcome(sheet, plan, found))
    assert "70,5 to 1200,5" in column_html(found[0], plan.uses[0], 4, False)
    assert "'1.200,5' is read as 1200,5" in column_html(found[0], plan.uses[0], 4, False).replace("&#x27;", "'")
    sheet = read("Temp;ok\n70,5;ja\n99,0;nein\n?;ja\n")
    found = plans.look(sheet, plan.missing | {"?"})
    assert "with the median 84,75 " in plan_text(
        plan, found, plans.outcome(sheet, replace(plan, missing=frozenset("?")), found)
    )


def test_the_card_counts_the_rows_left_out_and_names_the_first_that_were_filled():
    sheet = read("x,c\n" + "1,a\n,a\n" * 9 + "2,b\n3,\n4,b\n")
    card = plans.apply(sheet, Plan(1, (Use(NUMERIC, MEDIAN), Use(NOMINAL, DROP)), frozenset())).card
    assert f" 1 of {len(sheet)} rows were left out" in card.story
    assert f"(rows {', '.join(map(str, range(2, 17, 2)))} …)" in card.note


def test_whole_numbers_that_become_one_are_named_when_a_table_is_opened():
    """Beyond 2^53 not every whole number is a float."""
    sheet = read("id,ok\n9007199254740992,yes\n9007199254740993,no\n9007199254740995,no\n")
    assert sheet.notes == (
        (
            "Two numbers of column “id” become one: 9007199254740992 and 9007199254740993 are both read as"
            " 9007199254740992; make it nominal to keep them apart."
        ),
    )
    for fine in ("9007199254740992", "9007199254740994", "1,0", "007"):
        assert not read(f"id;ok\n9007199254740992;yes\n{fine};no\n").notes
    assert not read("id,ok\n9007199254740993,yes\n9007199254740993,no\n09007199254740993,no\n").notes
    assert not read(f"id,ok\n{'9' * 400},yes\n{'8' * 400},no\n").notes  # no number at all


@given(
    st.lists(st.integers(2**53, 2**53 + 9), min_size=2, max_size=5),
    st.sampled_from(["{}", "{:,}", "{}.0", "-{}", "{:,}.00"]),
)
def test_merged_numbers_are_named_exactly_if_there_are_some(numbers, way):
    sheet = read("id;ok\n" + "".join(f"{way.format(n)};yes\n" for n in numbers))
    assert bool(sheet.notes) == (len(set(map(float, numbers))) < len(set(numbers)))


def looked(column, use=None, target=False):
    """The remark on the first column of a table."""
    sheet = read("x,y\n" + "".join(f"{cell},{i % 2}\n" for i, cell in enumerate(column)))
    found = plans.look(sheet, ())[0]
    return remark(found, use or plans.guess_feature(found), len(sheet), target)


def test_values_that_look_alike_are_pointed_out():
    case = "'high' and 'HIGH' are two values, though they differ only in case or spaces."
    assert looked(["HIGH", "high", "high"]) in (case, case.replace("'high' and 'HIGH'", "'HIGH' and 'high'"))
    for sign in "\u200b\u200d\u2060\u00ad":
        said = looked(["high", f"hi{sign}gh", "high"])
        assert said.endswith("are two values, though they differ only in signs that cannot be seen, case or spaces."), (
            said
        )
        assert repr(f"hi{sign}gh") in said
    assert not looked(["high", "low", "high"])


def test_a_missing_value_ranks_last_and_that_is_said():
    use = Use(ORDERED, OWN, ("low", "high"))
    assert looked(["low", "high", ""], use) == "A missing cell is a value of its own that ranks last, after 'high'."
    both = looked(["low", "high", "HIGH", ""], replace(use, values=("low", "high", "HIGH")))
    assert both.startswith("'HIGH' and 'high' are two values")
    assert both.endswith(" A missing cell is a value of its own that ranks last, after 'HIGH'.")
    assert not looked(["low", "high", "low"], use)
    assert not looked(["low", "high", ""], replace(use, gap=DROP))


@pytest.mark.parametrize("use", [Use(NOMINAL, DROP), Use(NOMINAL, OWN), Use(NUMERIC, DROP)])
def test_a_target_without_any_label_asks_for_another_column(use):
    sheet = read("x,ok\n1,\n2,\n3,\n")
    plan = Plan(1, (Use(NUMERIC, MEDIAN), use), frozenset())
    problem = plans.outcome(sheet, plan, plans.look(sheet, ())).problem
    assert problem == "Column 'ok' has no filled cell: choose another target."


def test_a_target_whose_squares_overflow_is_refused_before_a_tree_is_grown():
    def table(y):
        return from_arrays([[1.0], [2.0]], [y, -y], regression=True)

    check(table(1e150))
    with pytest.raises(DataError, match="beyond 1e\\+150: give it in larger units") as refused:
        check(table(2e150))
    assert one_sentence(str(refused.value))
