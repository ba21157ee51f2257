"""Cases that teachers and students reported of other tools, with the numbers that were found without dtlearn."""

import csv
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from dtlearn import ALGORITHMS, from_arrays, grow
from dtlearn.growing.errors import losses
from dtlearn.pruning.objectives import PruneSettings
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.growing.captions import caption
from tests.support import ROOT

CASES = ROOT / "tests/data/cases"


def table(case, file):
    """(the rows of a table, their labels, the names of the features)."""
    with open(CASES / case / file, encoding="utf-8", newline="") as lines:
        head, *rows = csv.reader(lines)
    return [row[:-1] for row in rows], [row[-1] for row in rows], head[:-1]


def expected(case):
    return json.loads((CASES / case / "case.json").read_text(encoding="utf-8"))["expected"]


def test_reduced_error_by_six_examples_that_know_nothing_of_the_training_schema():
    true, case = expected("reduced_error_six_examples"), "reduced_error_six_examples"
    trace, held = grow(from_arrays(*table(case, "training.csv"))), from_arrays(*table(case, "validation.csv"))
    assert (len(trace.tree), trace.tree.n_leaves) == (true["grown"]["nodes"], true["grown"]["leaves"])
    for name, gain in true["root_gains"].items():
        j = [feature.name for feature in trace.data.schema.features].index(name)
        assert trace.candidates[0].gain[j] == pytest.approx(gain, abs=5e-7)
    for ties in (True, False):
        pruning, steps = (
            PRUNERS["reduced_error"](trace, PruneSettings(prune_ties=ties), held),
            true[f"prune_ties={ties}"],
        )
        assert [step.changes for step in pruning.steps] == ["pruned" in step["done"] for step in steps]
        end = true[f"final prune_ties={ties}"]
        assert (len(pruning.final), pruning.final.n_leaves) == (end["nodes"], end["leaves"])
        assert f"{pruning.values[-1]} of 6" == end["validation_errors"]
        assert f"{pruning.n_wrong[-1]} of 250" == end["training_errors"]
        assert pruning.losses(held).tolist() == list(pruning.values)
    for step, told in zip(PRUNERS["reduced_error"](trace, held=held).steps, true["prune_ties=True"], strict=True):
        assert [a.value for a in step.alternatives] == [told["subtree_wrong"], told["leaf_wrong"]]


def test_a_second_data_set_is_read_by_names():
    trace = grow(from_arrays([[v, "x"] for v in "aabbcc"], ["no", "no", "yes", "yes", "no", "no"], ["f", "g"]))
    held = from_arrays([["x", "b"], ["x", "c"]], ["yes", "no"], ["g", "f"])
    assert PRUNERS["reduced_error"](trace, held=held).values == (0, 0)
    assert losses(trace.tree, held).tolist() == [0, 0]
    assert losses(trace.tree, from_arrays([["b", "x"]], ["yes"], ["f", "g"])).tolist() == [0]  # one class alone


def test_a_serial_number_has_the_larger_gain_and_the_smaller_ratio():
    case, true = "gain_ratio_serial_number", expected("gain_ratio_serial_number")["candidates"]
    data = from_arrays(*table(case, "serials.csv"))
    found = grow(data, ALGORITHMS["C4.5-style"]).candidates[0]
    for j, name in enumerate(("Sno", "Outlook")):
        values = (found.gain[j], found.split_info[j], found.score[j])
        told = (true[name]["info_gain_bits"], true[name]["split_info_bits"], true[name]["gain_ratio"])
        assert values == pytest.approx(told, abs=5e-7)
    assert found.chosen == 1
    assert grow(data).candidates[0].chosen == 0


def test_a_split_whose_leaves_say_the_same_is_remarked_on():
    case = "same_class_in_both_leaves"
    data = from_arrays(*table(case, "smoking.csv"))
    trace = grow(data, ALGORITHMS["CART"])
    assert trace.candidates[0].gain[0] == pytest.approx(8 / 525)
    assert caption(trace.steps()[1]).endswith(
        " No prediction changes yet, because every group answers 0; the classes are less mixed."
    )
    errors = PRUNERS["weakest_link"](trace, PruneSettings(risk="error"))
    assert (errors.alphas, errors.n_leaves.tolist()) == ((0, 0), [2, 1])
    assert PRUNERS["weakest_link"](trace, PruneSettings(risk="impurity")).alphas == pytest.approx([0, 8 / 525])
    by_errors = {
        name: grow(data, replace(ALGORITHMS[name], criterion="train_error_gain")) for name in ("CART", "ID3 (CS181)")
    }
    assert by_errors["ID3 (CS181)"].tree.n_leaves == 1
    assert "because every group answers 0; this algorithm splits at gain 0 too." in caption(
        by_errors["CART"].steps()[1]
    )


def test_a_leafs_price_may_be_a_fraction():
    """Half an error a leaf, 1/(2m): the split above, which saves none, goes; its two leaves cost one error."""
    trace = grow(from_arrays(*table("same_class_in_both_leaves", "smoking.csv")), ALGORITHMS["CART"])
    pruning = PRUNERS["generic"](trace, PruneSettings("per_leaf", per_leaf=Fraction(1, 20)))
    assert pruning.values == (Fraction(3, 10), Fraction(1, 4))
