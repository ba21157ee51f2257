"""Seeded mutants of engine and views, and which of them no test notices: ``python -m tests.mutants --seed 1 --count 200``.

A mutant is one small change, made in a copy of the tree. Only the tests that run its lines are asked, those of its room and
the cheap ones first; which those are is recorded for each test file, in a folder outside of the repo. No test in a browser.
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
FACTOR, SLACK, DEADLOCK = (
    5,
    10,
    1800,
)  # a test may take so many times its usual CPU and seconds more; a file, of the clock
OTHERS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.And: (ast.Or,), ast.Or: (ast.And,), ast.Add: (ast.Sub,), ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,), ast.Div: (ast.Mult,), ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.FloorDiv,), ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,), ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
}  # fmt: skip
PAIRS = ("min max", "any all", "floor ceil", "argmin argmax", "minimum maximum", "logical_and logical_or")
NAMES = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}
NO_PLACE = {"annotation", "returns", "decorator_list", "bases", "format_spec"}  # types, and how a number is written


class Mutant(NamedTuple):
    """lines : a test that runs one is asked; None: each that runs any of the file. source : of the whole file, changed."""

    file: str
    lines: range | None
    text: str
    source: str


def others(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""

    def but(**fields) -> ast.AST:
        return type(node)(**vars(node) | fields)

    match node:
        case ast.Compare(ops=[*ops]):
            yield from (but(ops=[*ops[:i], b(), *ops[i + 1 :]]) for i, a in enumerate(ops) for b in OTHERS[type(a)])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield from (but(op=other()) for other in OTHERS.get(type(op), ()))
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
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def places(parent: ast.AST, lines: range | None = None) -> Iterator[tuple[range | None, ast.AST]]:
    """(lines, node) of all below a node but types, messages of errors and what is only for ``repr``."""
    for field, value in ast.iter_fields(parent):
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or field in NO_PLACE or isinstance(node, ast.Raise | ast.Assert):
                continue
            if getattr(node, "name", "") == "__repr__":
                continue
            below = lines
            # Who runs a statement's first line may run the others; a default is needed by who runs the function.
            if isinstance(node, ast.FunctionDef) or (
                lines and hasattr(node, "lineno") and (isinstance(node, ast.stmt) or hasattr(parent, "body"))
            ):
                below = range(node.lineno, node.end_lineno + 1)
            yield below, node
            yield from places(node, below)


def drawn(seed: int, count: int) -> list[Mutant]:
    """So many places of engine and views, and at each one of what may stand there."""
    rng, found, everywhere = random.Random(seed), [], []
    for path in sorted(ROOT.glob("dtlearn/*/**/*.py")):
        tree = ast.parse(path.read_text())
        everywhere += [(str(path.relative_to(ROOT)), tree, *place) for place in places(tree) if any(others(place[1]))]
    for file, tree, lines, node in rng.sample(everywhere, count):
        kept, before, new = (type(node), vars(node)), ast.unparse(node), rng.choice([*others(node)])
        line = max(node.lineno, lines.start) if lines else node.lineno
        node.__class__, node.__dict__ = type(new), vars(new)
        change = f"{before.splitlines()[0]} → {ast.unparse(node).splitlines()[0]}"
        found.append(Mutant(file, lines, f"{file}:{line}  {change}", ast.unparse(tree)))
        node.__class__, node.__dict__ = kept
    return found


class Recorder:
    """The pytest plugin that writes a test file's tests, their seconds of CPU and the lines of dtlearn that each runs."""

    def __init__(self, tree: Path, into: Path) -> None:
        self.tree, self.into, self.seconds = tree, into, {}
        self.coverage = coverage.Coverage(data_file=None, include=[f"{tree}/dtlearn/*"])
        self.coverage.start()

    def pytest_collection_finish(self) -> None:
        """What is computed once for all tests would be the first one's: each begins with empty caches."""
        kept = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
        self.caches = [each for each in kept if each.__module__.startswith(("dtlearn", "tests"))]

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
        number, data = {"": -1} | {test: k for k, test in enumerate(self.seconds)}, self.coverage.get_data()
        lines = {
            str(Path(path).relative_to(self.tree)): {
                line: [number[test] for test in tests if test in number]
                for line, tests in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }
        self.into.write_text(json.dumps({"seconds": self.seconds, "lines": lines}))


class Asker:
    """The pytest plugin that runs some tests only, the cheapest first, each for so much CPU and no longer."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_configure(self) -> None:
        usual = hypothesis.settings.get_profile("dtlearn")
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # which example is the smallest, nobody asks
        hypothesis.settings.register_profile("mutants", usual, phases=phases)
        hypothesis.settings.load_profile("mutants")
        signal.setitimer(signal.ITIMER_PROF, 6 * SLACK)  # at its end the process ends: here, reading the test file

    def pytest_collection_modifyitems(self, items) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.seconds), key=lambda i: self.seconds[i.nodeid])

    def pytest_runtest_setup(self, item) -> None:
        signal.setitimer(signal.ITIMER_PROF, SLACK + FACTOR * self.seconds[item.nodeid])


def pytested(file: str, plugin, *options: str) -> int:
    """The exit status of a process of pytest for one file of this process's copy of the tree."""
    tree = copied()
    if pid := os.fork():
        return os.waitpid(pid, 0)[1]
    signal.alarm(DEADLOCK)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.chdir(tree)
    sys.path[0] = str(tree)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "dtlearn", "pages")]:
        del sys.modules[name]
    os._exit(pytest.main(["--assert=plain", "--tb=no", "-p", "no:cacheprovider", *options, file], [plugin]))


@functools.cache
def copied() -> Path:
    """This process's copy of the tree, with what is compiled: nothing may be compiled as a mutant."""
    tree = Path(tempfile.tempdir) / str(os.getpid())
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv"))
    return tree


def digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:16]


@functools.cache
def folder() -> Path:
    """Where the records lie of this engine and these views."""
    code = (*ROOT.glob("dtlearn/**/*.py"), *ROOT.glob("tests/support/*.py"), ROOT / "tests/conftest.py")
    made = CACHE / digest(*code)
    made.mkdir(parents=True, exist_ok=True)
    return made


@functools.cache
def record(file: str) -> dict:
    """What Recorder writes of a test file."""
    kept = folder() / f"{digest(ROOT / file)}.json"
    if not kept.exists():
        pytested(file, Recorder(copied(), new := kept.with_suffix(f".{os.getpid()}")))
        new.replace(kept)
    return json.loads(kept.read_text())


def asked(mutant: Mutant) -> Iterator[tuple[str, dict[str, float]]]:
    """(test file, its tests that run the mutant: their seconds), those first that speak of its room and module."""
    code, files = Path(mutant.file), [p for p in sorted(ROOT.glob("tests/*/**/test_*.py")) if "browser" not in p.name]
    texts = {str(p.relative_to(ROOT)): f"{p} {p.read_text()}" for p in files if "tests/repo" not in str(p)}
    for file in sorted(
        texts, key=lambda file: -sum(word in texts[file] for word in (code.stem, code.parent.name, code.parts[1]))
    ):
        lines = record(file)["lines"].get(mutant.file, {})
        numbers = lines if mutant.lines is None else map(str, mutant.lines)
        ran = {k for line in numbers for k in lines.get(line, ())} - ({-1} if mutant.lines is None else set())
        if seconds := {test: s for k, (test, s) in enumerate(record(file)["seconds"].items()) if ran & {k, -1}}:
            yield file, seconds


def noticed(mutant: Mutant) -> str:
    """The first test file that notices the mutant, or ""."""
    path = copied() / mutant.file
    for by, seconds in asked(mutant):
        path.write_text(mutant.source)
        status = pytested(by, Asker(seconds), "-x")
        shutil.copy2(ROOT / mutant.file, path)
        if status:
            return by
    return ""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--workers", type=int, default=2)
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
