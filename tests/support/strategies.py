"""Random small data sets, settings and names, shared by the tests."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from dtlearn import CRITERIA, Feature, GrowSettings, from_arrays, names
from dtlearn.splitting.nominal import NOMINAL

SMALL = tuple(n for n in names() if n not in ("titanic", "wine", "congress_votes", "iris", "zoo", "penguins"))

# Each once broke something somewhere: quotes, escapes, markup, entities, LaTeX, DOT, CSV, other scripts.
HOSTILE = (
    'say "x"',
    "it's",
    "back\\slash",
    "ends in \\",
    "\\N\\G\\n\\l",
    "two\nlines",
    "car\rriage",
    "tab\tbed",
    "nul\0l",
    "<b>bold</b>",
    "<script>x</script>",
    "</td></table>",
    "&lt;tag&gt;",
    "&amp;",
    "&#65;",
    "a&b",
    "' onclick='x",
    '" id="x',
    "<<TABLE>>",
    "a|b",
    "{a|b}",
    "}",
    "{{x}}",
    "{0}",
    "%s %d",
    "$x^2$",
    "_i_",
    "#1",
    "~",
    "^",
    "50%",
    "\\frac{1}{2}",
    "a,b;c",
    "=1+1",
    "//x",
    "/*x*/",
    "digraph {",
    "->",
    "-0",
    "1e5",
    "None",
    "nan",
    "True",
    "été",
    "ß≠≥",
    "漢字",
    "עברית",
    "\u202eabc",
    "zero\u200bwidth",
    "e\u0301",
    "😀",
    "😀\n!",
    "line\u2028sep",
    "\x7f",
    "\x1b[31m",
    "`tick`",
    "*star*",
)

# Names in which a space at an end or a missing cell are not the point.
words = st.sampled_from(HOSTILE) | st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=8
).filter(lambda s: s == s.strip())


def examples(n: int):
    """So many examples, and as many times more as the profile has than the one of CI."""
    return settings(max_examples=n * settings.default.max_examples // 25)


def plain(prefix, n):
    return [f"{prefix}{i}" for i in range(n)]


@st.composite
def datasets(
    draw,
    hostile=False,
    kinds=("nominal", "numeric"),
    max_rows=20,
    numbers=None,
    max_classes=4,
    max_values=4,
    regression=False,
):
    """A Dataset with 1-4 features, nominal, numeric or both, and 1-4 classes; all values given beforehand.

    regression : instead of classes a target of small quarters, with many ties.
    """
    m, d, k = draw(st.integers(1, max_rows)), draw(st.integers(1, 4)), draw(st.integers(1, max_classes))

    def some(prefix, n):
        return draw(st.lists(words, min_size=n, max_size=n, unique=True)) if hostile else plain(prefix, n)

    if numbers is None:
        numbers = st.integers(-3, 4).map(lambda v: v / 2)
    features, columns = [], []
    for name in some("f", d):
        if draw(st.sampled_from(kinds)) == "numeric":
            feature, cells = Feature(name), numbers
        else:
            feature = Feature(name, tuple(some("v", draw(st.integers(1, max_values)))))
            cells = st.sampled_from(feature.values)
        features.append(feature)
        columns.append(draw(st.lists(cells, min_size=m, max_size=m)))
    if regression:
        y = draw(st.lists(st.integers(-6, 6).map(lambda v: v / 4), min_size=m, max_size=m))
        return from_arrays(np.array(columns, dtype=object).T, y, features, regression=True)
    classes = some("c", k)
    y = draw(st.lists(st.sampled_from(classes), min_size=m, max_size=m))
    return from_arrays(np.array(columns, dtype=object).T, y, features, classes)


def grow_settings(limits=True, **fixed):
    """Any GrowSettings; without limits on depth, examples and leaves if ``limits`` is False."""
    free = {
        "criterion": st.sampled_from(list(CRITERIA)),
        "nominal": st.sampled_from(NOMINAL),
        "reuse": st.booleans(),
        "stop_at_zero_gain": st.booleans(),
    }
    if limits:
        free |= {
            "max_depth": st.none() | st.integers(0, 4),
            "min_samples_split": st.sampled_from([0, 2, 3, 5]),
            "min_samples_leaf": st.sampled_from([1, 1, 2, 3]),
            "tolerated_error": st.sampled_from([0, 0, 0.2, 0.34]),
            "max_leaf_nodes": st.none() | st.integers(1, 6),
        }
    return st.builds(GrowSettings, **(free | {name: st.just(value) for name, value in fixed.items()}))


def count_vectors(max_classes=5, max_count=60):
    return st.lists(st.integers(0, max_count), min_size=1, max_size=max_classes)


@st.composite
def branchings(draw, max_branches=5, max_classes=4, max_count=30):
    """(B, K) class counts of branches with at least one example in all."""
    k = draw(st.integers(1, max_classes))
    row = st.lists(st.integers(0, max_count), min_size=k, max_size=k)
    return draw(st.lists(row, min_size=1, max_size=max_branches).filter(lambda rows: any(map(any, rows))))
