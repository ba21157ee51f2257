"""docs/notes.md: what the lecture notes contain, each with a page that opens, says it, and a test that exists,
or with a reason."""

import ast
import re
from functools import cache
from itertools import groupby
from urllib.parse import parse_qsl

import pytest

from tests.support import ROOT
from tests.support.apps import in_view, opened

LINES = (ROOT / "docs" / "notes.md").read_text(encoding="utf-8").splitlines()
# [id, in the notes, page, seen, test] of each row; a bar inside a cell is escaped.
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in LINES if re.match(r"\| [A-Z]\d", line)
]
SEEN: dict[str, list[str]] = {}  # by link
for _, _, page, seen, _ in ROWS:
    if page.startswith("`"):
        SEEN.setdefault(page.strip("`"), []).extend(seen.split(" … "))


@cache
def functions_of(path: str) -> set[str]:
    """The names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def as_read(text: str) -> str:
    """In small letters, without the signs of Markdown and LaTeX that the cell of a table cannot well hold."""
    return " ".join(re.sub(r"\\|\*\*|\u2060", "", text).casefold().split())


@pytest.mark.parametrize("link", SEEN)
def test_a_page_of_the_table_opens_without_a_warning_and_says_what_is_to_be_seen(link):
    page, _, query = link.partition("?")
    text = as_read(in_view(opened(page, **dict(parse_qsl(query, strict_parsing=bool(query))))))
    assert [seen for seen in SEEN[link] if as_read(seen) not in text] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_has_a_page_with_tests_that_exist_or_says_why_not(row):
    _, what, page, seen, tests = row
    assert what
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", tests)
    assert tests == ", ".join(f"`{path}::{name}`" for path, name in named)
    assert all(name in functions_of(path) for path, name in named)
    if named:
        assert re.fullmatch(r"`\w+\?v=1[^`]*`", page)
        assert all(seen.split(" … "))
    else:
        assert not seen
        assert page == "not shown yet" or re.fullmatch(r"not shown, because \w.+", page)


def test_ids_are_unique_and_count_the_rows_of_each_file():
    ids = [row[0] for row in ROWS]
    files = [[*rows] for _, rows in groupby(ids, key=lambda id_: id_[0])]
    assert len({rows[0][0] for rows in files}) == len(files) == sum(line.startswith("## ") for line in LINES)
    assert all(rows == [f"{rows[0][0]}{k}" for k in range(1, len(rows) + 1)] for rows in files)
