"""Text of strangers costs its reader no more than a multiple of its length, and is read or gets one sentence."""

import contextlib
import sys
import tracemalloc
import unicodedata
from types import SimpleNamespace

import pytest

from dtlearn import DataError
from dtlearn.data import encoding, packing, toml
from dtlearn.teaching import worked_examples
from tests.support.worst import WORST


def said(call):
    """The sentence of a call that refuses; "" if it does not."""
    try:
        call()
    except ValueError as error:
        return str(error)
    return ""


def lines_run(call):
    """How many lines of Python a call runs."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        said(call)
    finally:
        sys.settrace(before)
    return count


def peak(call):
    """Bytes held at the most while a call runs."""
    tracemalloc.start()
    with contextlib.suppress(ValueError):
        call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("name", WORST)
def test_twice_the_text_is_at_most_twice_the_work(name):
    reader, make, most = WORST[name]
    n = max(most // 100, min(most // 2, 60))
    one, two = make(n), make(2 * n)
    said(lambda: reader(two))  # what is read once for all is read now
    assert lines_run(lambda: reader(two)) <= 2.2 * lines_run(lambda: reader(one)) + 3000
    assert peak(lambda: reader(two)) <= 2.5 * peak(lambda: reader(one)) + 200_000


@pytest.mark.parametrize("name", WORST)
def test_the_worst_that_is_read_is_read_or_gets_one_sentence_within_100_mib(name):
    reader, make, most = WORST[name]
    text = make(most // 20)  # the whole is for benchmarks.reading: counting bytes takes ten times as long
    assert peak(lambda: reader(text)) <= 10 * 2**20
    assert "\n" not in said(lambda: reader(text))


KEYS = [
    "a" + ".a" * 300,
    " . ".join(['"a"'] * 300),
    "a\t.\t'b'." * 300 + "a",
    "x = {" + "a." * 300 + "a",
    "[" + "a." * 300 + "a]",
    "[[" + "a." * 300 + "a]]",
    '"#" = """"x"""""\n' + "a." * 300 + "a",
    "s = 'it'\n" + "a." * 300 + "a",
    "s = ''''x'''''\n" + "a." * 300 + "a",
    'y = "\\""\n' + "a." * 300 + "a",
    "# '''\n" + "a." * 300 + "a",
]


@pytest.mark.parametrize("key", KEYS, ids=range(len(KEYS)))
def test_no_key_of_many_parts_reaches_the_parser(key, monkeypatch):
    reached = []
    monkeypatch.setattr(toml.tomllib, "loads", reached.append)
    with pytest.raises(DataError, match=r"Line \d: a name has more than 8 parts"):
        toml.loads(key + " = 1", 10_000)
    assert not reached


TEXTS = [
    'a = "b.b.b.b.b.b.b.b.b.b.b"',
    "a = 'b.b.b.b.b.b.b.b.b.b.b'",
    "# a.a.a.a.a.a.a.a.a.a.a.a = 1",
    'a = """\n' + "b." * 30 + '"""',
    "a = '''\n" + "b." * 30 + "'''",
    "a = [" + "1.5, " * 30 + "]",
    "".join(f"b{i} = 0.{i}\n" for i in range(30)),
    'a = """\\""".b.b.b.b.b.b.b.b.b.b.b"""',
    "a = '''''.b.b.b.b.b.b.b.b.b.b.b'''",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_dots_in_texts_and_numbers_are_no_parts_of_a_key(text):
    assert toml.loads(text, 10_000) == toml.tomllib.loads(text)


def test_every_worked_example_that_ships_is_within_the_limits():
    taught = (*worked_examples.names(), *worked_examples.chapters())
    assert all(worked_examples.load(name).slides for name in taught)


@pytest.mark.parametrize("value", ["1" * 5000, "0x" + "f" * 4000, "0." + "1" * 5000, "1" + "_1" * 300, "x" * 300])
def test_a_number_of_thousands_of_digits_gets_a_sentence(value):
    for text in (f"a = {value}", f"a = [0, {value}]", f"a = 1\n\n{value} = 2"):
        with pytest.raises(DataError, match=r"Line \d: .*… is longer than a number or a name may be"):
            toml.loads(text, 10_000)


def test_a_table_with_a_card_has_the_limits_of_a_table():
    for table in ("a,b\n" + "1,x\n" * 5001, ",".join(f"c{j}" for j in range(102)) + "\n" + ",".join("1" * 102)):
        with pytest.raises(DataError, match="more than"):
            packing.read_pair(table.encode(), b"")
    with pytest.raises(DataError) as error:
        packing.read_pair(("x" * 90_000 + ",b\n1,2\n").encode(), b'target = "z"')
    assert len(str(error.value)) <= 600


def test_marks_are_joined_only_where_a_language_would_write_them(monkeypatch):
    words = "a,b\n" + "e\u0323\u0301" * 99
    assert encoding.checked(words)[0] == unicodedata.normalize("NFC", words)
    reached = []
    spy = SimpleNamespace(combining=unicodedata.combining, normalize=lambda *args: reached.append(args))
    monkeypatch.setattr(encoding, "unicodedata", spy)
    with pytest.raises(DataError, match="more than 30 combining marks"):
        encoding.checked("a,b\ne" + "\u0301\u0327" * 16 + ",1")
    assert not reached
