"""A choice by hand in words: what the first question does to the classes, told by counts alone."""

import re

import pytest

import dtlearn
from dtlearn.growing.by_hand import by_hand
from dtlearn.show.growing.by_hand import first_pick, result


def picks(name):
    """Every candidate of the root with the tree that it begins."""
    data, settings = dtlearn.load(name), dtlearn.GrowSettings()
    found = dtlearn.grow(data, settings).candidates[0]
    return [
        (c, found, by_hand(data, settings, (((), found.split(c)),))) for c in range(len(found)) if found.admissible[c]
    ]


def test_the_first_pick_is_told_by_counts_and_says_with_what_the_tree_goes_on():
    # nutritious, counted by hand: purple 2 No; thorny no 3 No and 3 Yes, yes 3 No and 2 Yes: 5 of 11 wrong, as before.
    says = [first_pick(made) for *_, made in picks("nutritious")]
    on = "The tree goes on with Skin, the better question."
    assert says == [
        "After Skin, the one example with Skin = scaly is No; the others stay mixed. No question sorts better.",
        f"After Color, both examples with Color = purple are No; the others stay mixed. {on}",
        f"Thorny leaves both groups as mixed as before. {on}",
        f"Flowering leaves both groups as mixed as before. {on}",
    ]


@pytest.mark.parametrize("name", [n for n in dtlearn.names() if not dtlearn.load(n).schema.regression])
def test_the_first_pick_names_no_gain_and_a_better_question_exactly_where_there_is_one(name):
    for c, found, made in picks(name)[:40]:
        said, worth = first_pick(made), result(made, 0)
        assert not re.search(r"\bgain|\bregret", said)
        assert ("goes on with" in said) == ("is the regret" in worth) == (not found.best[c])
        pure = [child for child in made.tree[0].children if child.n and max(child.counts) == child.n]
        assert said.count(" is ") + said.count(" are ") >= bool(pure)
        assert (" mixed" in said) == (len(pure) < sum(child.n > 0 for child in made.tree[0].children))
        assert "your" not in f"{said} {worth}".lower()
