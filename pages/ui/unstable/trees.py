"""One tree is unstable: the two trees that its settings make, every flip, many resamples; kept for everyone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import dtlearn
from dtlearn.forest.changes import Change, bootstrap, changed, differences, flips
from dtlearn.forest.resamples import Resamples, resampled, size_of
from dtlearn.growing.errors import rows
from dtlearn.growing.grow import GrowSettings, Trace
from dtlearn.show.forest import unstable, unstable_tables
from dtlearn.show.forest.unstable import Story, feature_of
from dtlearn.show.forest.unstable_tables import Flip
from pages.ui.kit import tables
from pages.ui.kit.kept import cached
from pages.ui.kit.session import memory, state

TIMES = 1000  # resamples
LOOKED = 50  # resamples in which the first one is looked for
TRIED = 100  # flips that a reader can be asked to find


def data_of(s: dict) -> dtlearn.Dataset:
    return tables.load(s["data"])


def depth_of(s: dict) -> int | None:
    """The greatest depth, None without a limit."""
    return s["depth"] or None


def _whole_of(s: dict) -> GrowSettings:
    return replace(dtlearn.ALGORITHMS[s["algorithm"]], criterion=s["criterion"])


def settings_of(s: dict) -> GrowSettings:
    """How both trees grow."""
    return replace(_whole_of(s), max_depth=depth_of(s))


@cached(300, says="Growing the trees …")
def _grown(name: str, settings: GrowSettings, changes: tuple[Change, ...] = (), draw: tuple | None = None) -> Trace:
    data = tables.load(name)
    return dtlearn.grow(changed(data, changes) if draw is None else rows(data, draws(name, *draw)), settings)


def draws(name: str, seed: int, number: int):
    """The rows of a resample; its number counts from 1."""
    return bootstrap(len(tables.load(name)), seed, number - 1)


def _made(s: dict) -> tuple:
    """What the two trees are made of."""
    draw = None if s["sample"] is None else (s["seed"], s["sample"])
    return s["data"], settings_of(s), s["changes"] if draw is None else (), draw


@cached(300)
def _story(name: str, settings: GrowSettings, changes: tuple[Change, ...], draw: tuple | None) -> Story:
    before, after = _grown(name, settings), _grown(name, settings, changes, draw)
    drawn = None if draw is None else draws(name, *draw)
    return Story(before, after, differences(before.tree, after.tree), changes, drawn)


def story_of(s: dict) -> Story:
    """The two trees and what differs."""
    return _story(*_made(s))


@cached(300)
def _pictures(*made) -> tuple[dict, dict]:
    return unstable.trees_view(_story(*made))


def pictures_of(s: dict) -> tuple[dict, dict]:
    """Their tree views."""
    return _pictures(*_made(s))


@cached(60)
def _flips(name: str, settings: GrowSettings) -> tuple[Flip, ...]:
    if _size(name, "flip") > TRIED:
        return ()
    data, stump = tables.load(name), replace(settings, max_depth=1)
    return tuple(unstable_tables.flip_of(one, dtlearn.grow(changed(data, [one]), stump)) for one in flips(data))


def flips_of(s: dict) -> tuple[Flip, ...]:
    """Every single flip with its root; none where there are too many to try by hand."""
    return _flips(s["data"], _whole_of(s))


def reachable(s: dict) -> list[int]:
    """The features that one flip can bring to the root."""
    return sorted({flip.feature for flip in flips_of(s)} - {-1})


def sought(s: dict) -> list[int]:
    """The features to be found: those that one flip can bring to the root, but for the one that is there already."""
    there = feature_of(_grown(s["data"], settings_of(s)))
    return [j for j in reachable(s) if j != there]


def open_challenge(s: dict) -> bool:
    """There is something left to find, and the answers are not shown."""
    return not s["reveal"] and not set(sought(s)) <= set(s["found"])


@cached(60)
def _first(name: str, settings: GrowSettings, seed: int) -> int:
    data, stump = tables.load(name), replace(settings, max_depth=1)
    roots = (dtlearn.grow(rows(data, draws(name, seed, k)), stump) for k in range(1, LOOKED + 1))
    there = feature_of(_grown(name, stump))
    return next((k for k, one in enumerate(roots, 1) if feature_of(one) != there), 1)


def first_of(s: dict) -> int:
    """The first resample with another feature at the root; 1 where that is rare."""
    return _first(s["data"], _whole_of(s), s["seed"])


# ---- many resamples


def resampled_by(s: dict) -> tuple:
    """What the resamples are made of."""
    return s["data"], _whole_of(s), s["sampling"], s["seed"] if s["sampling"] == "bootstrap" else 0


@cached(100)
def _done(*made) -> dict[int, Resamples]:
    """Where resamples are put as they are done, by their number."""
    return {}


@cached(200)
def _size(name: str, way: str) -> int | None:
    return size_of(tables.load(name), way)


@dataclass
class Enough:
    """The number of resamples with which the reader was content; of : what those are made of, () for none."""

    of: tuple = ()
    n: int = 0


def asked(s: dict) -> int:
    """How many resamples are asked for: all, or those that were done when the reader cancelled the others."""
    enough = memory(Enough)
    asked, there = enough.n if enough.of == resampled_by(s) else TIMES, _size(s["data"], s["sampling"])
    return asked if there is None else min(asked, there)


def cancel() -> None:
    """Be content with the resamples that are done."""
    enough = memory(Enough)
    enough.of = resampled_by(state())
    enough.n = max(_done(*enough.of), default=0)


def go_on() -> None:
    """After Cancel: grow the others too."""
    memory(Enough).of = ()


def resamples_of(s: dict) -> Resamples | None:
    """The resamples that are asked for, None until they have been grown."""
    return _done(*resampled_by(s)).get(asked(s))


def missing(s: dict) -> bool:
    """Resamples are asked for, but nobody has grown them yet."""
    return asked(s) > 0 and resamples_of(s) is None


def resampling(s: dict) -> Iterator[Resamples]:
    """Grows them; yields after every slice. Whoever is done first, is done for all."""
    name, settings, way, seed = resampled_by(s)
    done, last = _done(name, settings, way, seed), 0
    for found in resampled(tables.load(name), settings, way, asked(s), seed):
        if last != TIMES:
            done.pop(last, None)
        done[last := len(found)] = found
        yield found


@cached(100)
def _leaves(depth: int | None, n: int, *made):
    usual = _grown(made[0], replace(made[1], max_depth=depth)).tree.n_leaves
    return unstable_tables.leaves_figure(_done(*made)[n], depth, usual)


def leaves_of(s: dict):
    """The chart of the leaves."""
    return _leaves(depth_of(s), asked(s), *resampled_by(s))
