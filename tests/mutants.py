"""Seeded mutants of ``dtlearn``, and which of them no test notices:
``python -m tests.mutants --seed 1 --count 200``.

A mutant is one small change, made in a copy of the tree. Only the tests that run its lines are asked, the cheap ones
first; which those are is recorded once for each test file, in a folder outside of the repo. No test in a browser.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import coverage
import hypothesis
import pytest
import streamlit.testing.v1  # noqa: F401  (what most tests need is imported once, before they are forked)

from tests.support import ROOT

CACHE = Path(tempfile.gettempdir()) / "dtlearn-mutants"
FACTOR, SLACK = 5, 10  # a test may take so many times its usual CPU, and so many seconds more
OTHERS = """Lt LtE GtE,LtE Lt Gt,Gt GtE LtE,GtE Gt Lt,Eq NotEq,NotEq Eq,Is IsNot,IsNot Is,In NotIn,NotIn In,And Or,
Or And,Add Sub,Sub Add,Mult Div,Div Mult,FloorDiv Mult,Mod FloorDiv,Pow Mult,LShift RShift,RShift LShift,BitAnd BitOr,
BitOr BitAnd,BitXor BitOr"""
OPERATORS = {a: [getattr(ast, b) for b in others] for a, *others in map(str.split, OTHERS.split(","))}
PAIRS = ("min max", "any all", "floor ceil", "argmin argmax", "minimum maximum", "logical_and logical_or")
NAMES = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}
NO_PLACE = {"annotation", "returns", "decorator_list", "bases", "format_spec"}  # types, and how a number is written


class Mutant(NamedTuple):
    """lines : a test that runs one is asked; None: each that runs any of the file.

    source : of the whole file, changed.
    """

    file: str
    lines: range | None
    text: str
    source: str


def others(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""

    def but(**fields) -> ast.AST:
        return type(node)(**vars(node) | fields)

    def turned(op: ast.AST) -> Iterator[ast.AST]:
        return (other() for other in OPERATORS.get(type(op).__name__, ()))

    match node:
        case ast.Compare(ops=[*ops]):
            yield from (but(ops=[*ops[:i], other, *ops[i + 1 :]]) for i, op in enumerate(ops) for other in turned(op))
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield from (but(op=other) for other in turned(op))
        case ast.Constant(value=bool(value)):
            yield but(value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (but(value=value + 1), but(value=value - 1))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield but(value=ast.Constant(None))
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield but(func=ast.Name(NAMES[name]))
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in NAMES:
            yield but(func=ast.Attribute(value, NAMES[name]))
        case ast.Slice():
            yield from (but(**{end: None}) for end in ("lower", "upper", "step") if getattr(node, end))
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield but(test=ast.UnaryOp(ast.Not(), test))
        case ast.Break() | ast.Continue():
            yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()


def places(parent: ast.AST, lines: range | None = None) -> Iterator[tuple[range | None, ast.AST]]:
    """(lines, node) of all below a node but types, messages of errors, checks and what is only for ``repr``."""
    for field, value in ast.iter_fields(parent):
        for node in value if isinstance(value, list) else [value]:
            told = isinstance(node, ast.Raise | ast.Assert) or getattr(node, "name", "") == "__repr__"
            if not isinstance(node, ast.AST) or told or field in NO_PLACE or getattr(node, "arg", "") == "strict":
                continue
            own = isinstance(node, ast.stmt) or (hasattr(parent, "body") and hasattr(node, "lineno"))
            # Who runs a statement's first line may run the others; a default is needed by who runs the function.
            inside = isinstance(node, ast.FunctionDef) or (lines and own)
            below = range(node.lineno, node.end_lineno + 1) if inside else lines
            yield below, node
            yield from places(node, below)


def drawn(seed: int, count: int) -> list[Mutant]:
    """So many places of ``dtlearn``, and at each one of what may stand there."""
    rng, found, everywhere = random.Random(seed), [], []
    for path in sorted(ROOT.glob("dtlearn/*/**/*.py")):
        tree = ast.parse(path.read_text())
        everywhere += [(str(path.relative_to(ROOT)), tree, *place) for place in places(tree) if any(others(place[1]))]
    for file, tree, lines, node in rng.sample(everywhere, count):
        kept, before, new = (type(node), vars(node)), ast.unparse(node), rng.choice([*others(node)])
        line = max(node.lineno, lines.start) if lines else node.lineno  # in a long f-string Python 3.11 counts from 1
        node.__class__, node.__dict__ = type(new), vars(new)
        change = f"{before.splitlines()[0]} → {ast.unparse(node).splitlines()[0]}"
        found.append(Mutant(file, lines, f"{file}:{line}  {change}", ast.unparse(tree)))
        node.__class__, node.__dict__ = kept
    return found


class Recorder:
    """The pytest plugin that writes a test file's tests,
    their seconds of CPU and the lines of dtlearn that each runs."""

    def __init__(self, into: Path) -> None:
        self.into, self.seconds, self.tree = into, {}, copied()
        self.coverage = coverage.Coverage(data_file=None, include=[f"{self.tree}/dtlearn/*"])

    def pytest_configure(self) -> None:
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        """What is computed once for all tests would be the first one's: each begins with empty caches."""
        kept = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
        self.caches = [each for each in kept if each.__module__.startswith(("dtlearn", "pages", "tests"))]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        for cached in self.caches:
            cached.cache_clear()
        self.coverage.switch_context(item.nodeid)
        start, failed = time.process_time(), item.session.testsfailed
        result = yield
        if item.session.testsfailed == failed:
            self.seconds[item.nodeid] = time.process_time() - start
        return result

    def pytest_sessionfinish(self) -> None:
        data, lines = self.coverage.get_data(), {}
        for path in data.measured_files():
            lines[str(Path(path).relative_to(self.tree))] = data.contexts_by_lineno(path)
        number = {"": -1} | {test: k for k, test in enumerate(self.seconds)}  # -1: while the file was read
        ran = {f: {k: [number[t] for t in tests if t in number] for k, tests in of.items()} for f, of in lines.items()}
        self.into.write_text(json.dumps({"seconds": self.seconds, "lines": ran}))


class Asker:
    """The pytest plugin that runs some tests only, the cheapest first, each for so much CPU and no longer."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_configure(self) -> None:
        usual, phase = hypothesis.settings.get_profile("dtlearn"), hypothesis.Phase
        hypothesis.settings.register_profile(
            "mutants", usual, phases=(phase.explicit, phase.generate)
        )  # none is shrunk
        hypothesis.settings.load_profile("mutants")
        signal.setitimer(signal.ITIMER_PROF, 6 * SLACK)  # at its end the process ends: here, reading the test file

    def pytest_collection_modifyitems(self, items) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.seconds), key=lambda i: self.seconds[i.nodeid])

    def pytest_runtest_setup(self, item) -> None:
        signal.setitimer(signal.ITIMER_PROF, SLACK + FACTOR * self.seconds[item.nodeid])


@functools.cache
def copied() -> Path:
    """This process's copy of the tree, with what is compiled: nothing may be compiled as a mutant."""
    tree = Path(tempfile.tempdir) / str(os.getpid())
    return Path(shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv")))


def pytested(file: str, plugin: Recorder | Asker) -> int:
    """The exit status of a process of pytest for one test file of the copy; 0 too if none of its tests is left."""
    if pid := os.fork():
        status = os.waitpid(pid, 0)[1]
        return status if os.waitstatus_to_exitcode(status) != pytest.ExitCode.NO_TESTS_COLLECTED else 0
    signal.alarm(180 * SLACK)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.chdir(copied())
    sys.path[0] = str(copied())
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "dtlearn", "pages")]:
        del sys.modules[name]
    status, first = pytest.ExitCode.INTERNAL_ERROR, ["-x"] if isinstance(plugin, Asker) else []
    try:
        status = pytest.main([*first, "--assert=plain", "--tb=no", "-p", "no:cacheprovider", file], [plugin])
    finally:
        os._exit(status)


@functools.cache
def record(file: str) -> dict:
    """What Recorder writes of a test file."""
    read = sorted(
        path for of in ("dtlearn/**/*.py", "tests/support/*.py", "tests/conftest.py", file) for path in ROOT.glob(of)
    )
    into = CACHE / f"{hashlib.sha256(b''.join(path.read_bytes() for path in read)).hexdigest()}.json"
    if not into.exists():
        CACHE.mkdir(exist_ok=True)
        pytested(file, Recorder(new := into.with_suffix(f".{os.getpid()}")))
        new.replace(into)
    return json.loads(into.read_text())


def noticed(mutant: Mutant) -> str:
    """The first test file that notices the mutant, or "". Those that speak of its room and module are asked first."""
    code, path = Path(mutant.file), copied() / mutant.file
    tests = [test for layer in ("engine", "show", "pages") for test in ROOT.glob(f"tests/{layer}/**/test_*.py")]
    texts = {str(test.relative_to(ROOT)): f"{test} {test.read_text()}" for test in tests if "browser" not in test.name}
    ranked = sorted(texts, key=lambda by: -sum(word in texts[by] for word in (code.stem, *code.parts[1:-1])))
    for by in (mutant.file, *ranked):  # its own examples first
        lines = record(by)["lines"].get(mutant.file, {})
        ran = {k for line in (lines if mutant.lines is None else map(str, mutant.lines)) for k in lines.get(line, ())}
        if mutant.lines is None:  # who has imported it
            ran.discard(-1)
        seconds = {test: s for k, (test, s) in enumerate(record(by)["seconds"].items()) if ran & {k, -1}}
        path.write_text(mutant.source)
        status = pytested(by, Asker(seconds)) if seconds else 0
        shutil.copy2(ROOT / mutant.file, path)
        if status:
            return by
    return ""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, value in {"seed": 1, "count": 200, "workers": 2}.items():
        options.add_argument(f"--{name}", type=int, default=value)
    options.add_argument("--only", type=int, nargs="*", help="the numbers of some of them")
    given = options.parse_args()
    sample = {k: m for k, m in enumerate(drawn(given.seed, given.count)) if given.only is None or k in given.only}
    survivors = 0
    with tempfile.TemporaryDirectory() as tempfile.tempdir, get_context("fork").Pool(given.workers) as pool:
        for k, by in zip(sample, pool.imap(noticed, sample.values()), strict=True):
            survivors += not by
            print(f"{k:3} {'killed' if by else 'SURVIVED'}  {sample[k].text}  {by}", flush=True)
    print(f"killed {len(sample) - survivors} of {len(sample)}")


if __name__ == "__main__":
    main()
