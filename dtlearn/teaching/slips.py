"""How the sums of impurities, gains and gain ratios go wrong: what each common mistake gives, by its name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log, log2, log10, nan

from dtlearn.splitting.criteria import CRITERIA, entropy, gini, split_info, train_error
from dtlearn.splitting.criteria import gain as gain_of
from dtlearn.teaching.grading import Mistake, Value

Counts = list[int]


def _entropy_slips(counts: Counts, right: float) -> dict[str, Value]:
    p = [c / sum(counts) for c in counts if c]
    terms = [-x * log2(x) for x in p]
    return {
        "nats": right * log(2),
        "log10": right * log10(2),
        "sign": -right,
        "gini": float(gini(counts)),
        "error": float(train_error(counts)),
        "largest_share": max(p),
        "one_class": terms[-1],
        "first_class": terms[0],
        "no_weights": sum(-log2(x) for x in p),
    }


def _entropy_gain_slips(parent: Counts, used: list[Counts], right: float) -> dict[str, Value]:
    n, sizes, found = sum(parent), [sum(b) for b in used], {}
    whole, parts = float(entropy(parent)), [float(entropy(b)) for b in used]
    for printed in (0.811, 0.918):  # Ch8's Example 8-2 prints .881 for both (E1, E2)
        read = [0.881 if abs(h - printed) < 5e-4 else h for h in parts]
        if read != parts:
            found[f"misprint_{printed * 1000:.0f}"] = whole - sum(s / n * h for s, h in zip(sizes, read, strict=True))
    return found | {
        "nats": right * log(2),
        "log10": right * log10(2),
        "gini": gain_of(CRITERIA["gini_gain"], parent, used),
        "split_info": split_info(sizes),
        "ratio": right / split_info(sizes) if len(sizes) > 1 else right,
    }


def _gini_slips(counts: Counts, right: float) -> dict[str, Value]:
    p = [c / sum(counts) for c in counts]
    return {
        "entropy": float(entropy(counts)),
        "no_one": sum(x * x for x in p),
        "one_class": 1 - max(p) ** 2,
        "half": right / 2,
        "error": float(train_error(counts)),
        "largest_share": max(p),
    }


def _gini_gain_slips(parent: Counts, used: list[Counts], right: float) -> dict[str, Value]:
    return {"entropy": gain_of(CRITERIA["info_gain"], parent, used), "half": right / 2}


@dataclass(frozen=True)
class Slips:
    """How the sums of an impurity go wrong.

    over : shares, which need not add up to 1 -> the impurity's formula with them.
    alone : (counts, the right impurity) -> what it comes out as. gain : (parent, branches, the right gain) -> the same.
    """

    over: Callable[[list[float]], float]
    alone: Callable[[Counts, float], dict[str, Value]]
    gain: Callable[[Counts, list[Counts], float], dict[str, Value]]


SLIPS = {  # by the impurity
    entropy: Slips(lambda p: -sum(x * log2(x) for x in p), _entropy_slips, _entropy_gain_slips),
    gini: Slips(lambda p: 1 - sum(x * x for x in p), _gini_slips, _gini_gain_slips),
}
_OTHER = Slips(lambda p: nan, lambda *_: {}, lambda *_: {})  # another impurity's own slips are not known


def impurity_mistakes(counts: Counts, criterion: str, all_: Counts | None = None) -> dict[str, Value]:
    """What an impurity comes out as if it is computed wrongly.

    all_ : counts of the whole set, of which this is a part.
    """
    rule = CRITERIA[criterion]
    slips = SLIPS[rule.impurity]
    found = slips.alone(counts, float(rule.impurity(counts)))
    if all_ is not None:
        found["whole_set"] = float(rule.impurity(all_))
        found["wrong_total"] = slips.over([c / sum(all_) for c in counts if c])
    return found


def gain_mistakes(parent: Counts, branches: list[Counts], criterion: str) -> dict[str, Value]:
    """What a gain or a gain ratio comes out as if it is computed wrongly, by the name of the mistake."""
    rule = CRITERIA[criterion]
    if rule.per_split_info:
        return _ratio_mistakes(parent, branches)
    slips, used, n = SLIPS.get(rule.impurity, _OTHER), [b for b in branches if sum(b)], sum(parent)
    whole, parts = float(rule.impurity(parent)), [float(rule.impurity(b)) for b in used]
    right = gain_of(rule, parent, branches)
    return {
        "no_parent": whole - right,
        "unweighted": whole - sum(parts) / len(parts),
        "sum": whole - sum(parts),
        "parent_only": whole,
        "first_branch": whole - sum(used[0]) / n * parts[0],
        "last_branch": whole - sum(used[-1]) / n * parts[-1],
        "wrong_total": whole - sum(sum(b) / n * slips.over([c / n for c in b if c]) for b in used),
        "exchanged": -right,
        "error": gain_of(CRITERIA["train_error_gain"], parent, branches),
        **slips.gain(parent, used, right),
    }


def _ratio_mistakes(parent: Counts, branches: list[Counts]) -> dict[str, Value]:
    used = [b for b in branches if sum(b)]
    right, info = gain_of(CRITERIA["info_gain"], parent, branches), split_info([sum(b) for b in used])
    whole, mean = float(entropy(parent)), sum(float(entropy(b)) for b in used) / len(used)
    return {
        "no_ratio": right,
        "split_info": info,
        "by_branches": right / len(used),
        "by_parent": right / whole,
        "no_parent": (whole - right) / info,
        "unweighted": (whole - mean) / info,
        "upside_down": info / right if right else 0.0,
        "times": right * info,
        "exchanged": -right / info,
        "nats": right * log(2) / info,
        "gini": gain_of(CRITERIA["gini_gain"], parent, branches) / info,
    }


def choices_of(wrong: Mapping[str, Sequence[float]], key: str) -> tuple[Mistake, ...]:
    """Mistakes in choosing the largest. wrong : name of a mistake -> the scores that it gives."""
    found = []
    for name, scores in wrong.items():
        first, *others = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
        if not others or scores[first] - scores[others[0]] > 1e-9:  # else none stands out
            found.append(Mistake(name, ((key, first),)))
    return tuple(found)
