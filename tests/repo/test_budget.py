"""What there may be of a kind: a number that grows is looked at, and a smaller one is written down here."""

import re
from collections import Counter
from subprocess import check_output

import pages.ui.lessons  # noqa: F401
from pages.ui.kit.contents import FIELDS
from pages.ui.kit.scene import EVERYWHERE
from tests.support.apps import ROOT

NAMES = 120  # in the links of all pages, with those that any link may say
FILES = 30  # in a folder of code
LONGEST = 120  # characters of a line

CODE = check_output(("git", "ls-files", "*.py", "*.js", "*.css"), cwd=ROOT, text=True).split()


def test_links_have_few_names():
    names = {field.name for fields in FIELDS.values() for field in (*fields, *EVERYWHERE)}
    assert len(names) <= NAMES


def test_no_line_is_too_long_and_no_formatter_is_told_to_skip_one():
    long, skipped = [], []
    for path in CODE:
        if path.startswith("tests/data/") or not (ROOT / path).exists():
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        skipped += [path] * bool(re.search(r"fmt: (skip|off)", text))
        long += [f"{path}:{k}" for k, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST]
    assert not [path for path in skipped if path != "tests/repo/test_budget.py"]
    assert not long


def test_no_folder_of_code_has_too_many_files():
    folders = Counter(path.rpartition("/")[0] for path in CODE)
    assert max(folders.values()) <= FILES
