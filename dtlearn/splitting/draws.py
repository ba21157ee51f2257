"""Draws by place: random numbers that belong to a tree, a node and a use, whatever was drawn before.

Integers alone (SplitMix64), so that a seed gives the same with every version of Python and numpy.
"""

import numpy as np

STEP = np.uint64(0x9E3779B97F4A7C15)
TREES, BOOTSTRAP, SUBSPACE, NODES, FEATURES, SHUFFLES = np.arange(1, 7, dtype=np.uint64) << np.uint64(56)


def mixed(x):
    """Each bit of x (uint64) stirred into all the others."""
    x = x ^ (x >> 30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> 27
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> 31
    return x


def start(seed: int | list[int], use) -> np.ndarray:
    """(1,) uint64: where the draws of a seed for one use begin, (S,) of several; ``use``: one of those above."""
    seeds = seed if isinstance(seed, list) else [seed]
    return mixed(mixed(np.array([seed % 2**64 for seed in seeds], np.uint64)) ^ use)


def numbers(at, count: int):
    """(..., count) uint64, each as likely as any other, of the places ``at`` (...)."""
    return mixed(at[..., None] + np.arange(1, count + 1, dtype=np.uint64) * STEP)


def children(at, branch):
    """(L,) places of nodes: those of their parents ``at`` (L,) and which of the branches each one is."""
    return mixed(at + (branch + 1).astype(np.uint64) * STEP)


def tree_seeds(seed: int, first: int, last: int) -> list[int]:
    """The seeds of trees number first .. last - 1 of a forest."""
    return (numbers(start(seed, TREES), last)[0, first:] >> 11).tolist()


def with_replacement(at, m: int, size: int) -> np.ndarray:
    """(..., size) int64, sorted: so many of 0 .. m - 1, each any of them."""
    share = (numbers(at, size) >> 11).astype(np.float64) * 2.0**-53
    # Short numbers: numpy sorts them three times as fast.
    drawn = np.minimum((share * m).astype(np.promote_types(np.uint16, np.min_scalar_type(m))), m - 1)
    return np.sort(drawn, axis=-1).astype(np.int64)


def shuffled(at, d: int, allowed=None) -> np.ndarray:
    """(..., d) int64: 0 .. d - 1 in random order, the ``allowed`` (..., d) bool ones first."""
    bits = (1 << max(d - 1, 1).bit_length()) - 1
    keys = numbers(at, d)
    keys >>= 1
    keys &= ~np.uint64(bits)
    keys |= np.arange(d, dtype=np.uint64)
    if allowed is not None:
        keys |= (~allowed).astype(np.uint64) << 63
    keys.sort(axis=-1)
    keys &= np.uint64(bits)
    return keys.view(np.int64)
