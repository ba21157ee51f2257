"""Boolean functions as data sets: the whole truth table of n inputs, built on demand."""

from __future__ import annotations

from itertools import product

from dtlearn.data import Card, Dataset, Feature, from_arrays

# Each takes the tuple of input bits and answers 0 or 1.
BOOLEAN = {
    "or": any,
    "and": all,
    "parity": lambda bits: sum(bits) % 2,
    "majority": lambda bits: 2 * sum(bits) > len(bits),
}


def truth_table(function: str, n: int) -> Dataset:
    """The 2^n rows of a Boolean function of n bits X1..Xn, in counting order (Ch8 Fig. 8.1).

    ``parity`` of two bits is XOR. Raises ValueError for an unknown function or n outside 1..12.

    >>> truth_table("parity", 2).y.tolist()
    [0, 1, 1, 0]
    """
    if function not in BOOLEAN:
        raise ValueError(f"There is no function {function!r}: choose one of {', '.join(BOOLEAN)}.")
    if not 1 <= n <= 12:
        raise ValueError(f"A truth table of {n} inputs is out of range: choose 1 to 12.")
    rows = list(product((0, 1), repeat=n))
    features = [Feature(f"X{j + 1}", ("0", "1")) for j in range(n)]
    labels = [int(BOOLEAN[function](bits)) for bits in rows]
    title = f"{function.upper() if function in ('or', 'and') else function} of {n} bits"
    return from_arrays(rows, labels, features, ("0", "1"), f"{function}{n}", "f", Card(title=title))
