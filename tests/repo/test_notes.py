"""docs/notes.md: what the lecture notes contain, each with a page that opens and a test that exists,
or with a reason."""

import ast
import re
from functools import cache
from itertools import groupby
from urllib.parse import parse_qsl

import pytest

from tests.support import ROOT
from tests.support.apps import opened

LINES = (ROOT / "docs" / "notes.md").read_text(encoding="utf-8").splitlines()
# [id, in the notes, page, test] of each row; a bar inside a cell is escaped.
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in LINES
    if line.startswith("| ") and line != "| id | in the notes | page | test |"
]
LINKS = sorted({page.strip("`") for _, _, page, _ in ROWS if page.startswith("`")})


@cache
def functions_of(path: str) -> set[str]:
    """The names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("link", LINKS)
def test_a_page_of_the_table_opens_without_a_warning(link):
    page, _, query = link.partition("?")
    opened(page, **dict(parse_qsl(query, strict_parsing=bool(query))))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_has_a_page_with_tests_that_exist_or_says_why_not(row):
    _, what, page, tests = row
    assert what
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", tests)
    assert tests == ", ".join(f"`{path}::{name}`" for path, name in named)
    assert all(name in functions_of(path) for path, name in named)
    if named:
        assert re.fullmatch(r"`\w+(\?v=1&[^`]+)?`", page)
    else:
        assert page == "not shown yet" or re.fullmatch(r"not shown, because \w.+", page)


def test_ids_are_unique_and_count_the_rows_of_each_file():
    ids = [row[0] for row in ROWS]
    files = [[*rows] for _, rows in groupby(ids, key=lambda id_: id_[0])]
    assert len({rows[0][0] for rows in files}) == len(files) == sum(line.startswith("## ") for line in LINES)
    assert all(rows == [f"{rows[0][0]}{k}" for k in range(1, len(rows) + 1)] for rows in files)
