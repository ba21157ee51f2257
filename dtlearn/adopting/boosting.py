"""A boosting that scikit-learn has fitted: its very trees as the rounds, beside all that each root could have asked."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from numbers import Real

import numpy as np

from dtlearn.adopting.given import given_data
from dtlearn.adopting.reading import CRITERION, NOISE, class_weights, planted, refuse_unknown, same_means
from dtlearn.boosting.boosting import Boosting, BoostSettings, End, Round, reweighted, vote_of
from dtlearn.boosting.weak_trees import WeakTrees
from dtlearn.data.dataset import DataError
from dtlearn.growing.grow import GrowSettings, check
from dtlearn.trees.split import Split, single_bound

_LEAST = np.finfo(np.float64).eps  # no example weighs less in scikit-learn
# What the sum of GradientBoostingRegressor is exact for.
_READ = {"loss": "squared_error", "subsample": 1, "init": None}


class Voted(Boosting):
    """AdaBoost whose votes are added up as scikit-learn does: where two classes tie, its rounding decides."""

    def running(self, X) -> Iterator[np.ndarray]:
        K, total = len(self.data.schema.classes), 0.0
        norms = accumulate(one.vote for one in self.rounds)
        for one, said, norm in zip(self.rounds, self.votes(X), norms, strict=True):
            total = total + np.where(said[:, None] == np.arange(K), one.vote, -1 / max(K - 1, 1) * one.vote)
            yield (total / norm).argmax(axis=1)


def reader_of(model) -> Callable[..., Boosting] | None:
    """What reads a fitted boosting, (model, X, y, name) -> Boosting; None if nothing here does."""
    classes = hasattr(model, "classes_")
    if hasattr(model, "estimator_weights_"):
        return _voted if classes else None
    return _summed if _has_stages(model) and not classes else None


def refusal(model) -> str | None:
    """Why a boosting is not read, and what to fit in its place, as the end of a sentence; None of all else."""
    if hasattr(model, "estimator_weights_"):
        return (
            "is boosting on examples that it drew at random for each tree and did not keep: fit"
            " GradientBoostingRegressor, whose trees have them all"
        )
    if _has_stages(model):
        return "is boosting by numbers for each class, not by votes: fit AdaBoostClassifier, whose trees vote"
    if isinstance(getattr(model, "learning_rate", None), Real):
        return (
            "is boosting of a kind that is not read here, or not fitted: fit AdaBoostClassifier for classes,"
            " GradientBoostingRegressor for numbers"
        )
    return None


def _has_stages(model) -> bool:
    """Whether the trees stand in a table, as those of gradient boosting do: a row for each round."""
    return getattr(getattr(model, "estimators_", None), "ndim", 0) == 2


def _voted(model, X, y, name: str) -> Boosting:
    """Of an AdaBoostClassifier."""
    first = model.estimators_[0]
    if not hasattr(first, "tree_"):
        raise DataError(
            f"The rounds of this {type(model).__name__} are {type(first).__name__}, no trees: fit it with"
            " DecisionTreeClassifier(max_depth=1) as its estimator."
        )
    refuse_unknown(first)
    data = given_data(model, first.tree_.n_features, X, y, name)
    settings = _settings(model, model.estimators_, len(model.estimator_weights_))
    settings = replace(settings, criterion=CRITERION[first.criterion])
    weak, K = WeakTrees(data, settings.criterion), max(len(data.schema.classes), 2)
    weight, of_class, rounds = np.full(len(data), 1 / len(data)), np.eye(len(data.schema.classes))[data.y], []
    known = zip(model.estimators_, model.estimator_errors_.tolist(), model.estimator_weights_.tolist(), strict=False)
    for estimator, error, vote in known:
        weight = weight.clip(min=_LEAST)
        tree, number = planted(estimator.tree_, data)
        held = of_class[tree.rows] * weight[tree.rows, None]
        held = np.array([held[lo:hi].sum(axis=0) for lo, hi in zip(tree.lo, tree.hi, strict=True)])
        said = tree.predict(data.X)
        wrong = said != data.y
        if (
            not np.array_equal(tree.n, estimator.tree_.n_node_samples[number])
            or (np.abs(held - class_weights(estimator.tree_, number)) > NOISE).any()
            or abs(weight[wrong].sum() - error) > NOISE
        ):
            raise _others(len(rounds), "class_weight")
        if abs(vote_of(error, K, settings.rate) - vote) > NOISE:
            raise DataError(
                f"The vote of tree {len(rounds) + 1}, {vote:.6g}, does not come from its error and"
                f" learning_rate={settings.rate:g}: fit anew, in versions of scikit-learn before 1.6 with"
                ' algorithm="SAMME".'
            )
        scores = weak.tree(data.y, weight, 0)[1]
        rounds.append(Round(tree, weight, data.y, scores, error, vote, said))
        weight = reweighted(weight, wrong, vote)
    end = End.ENOUGH if len(rounds) == settings.rounds else End.LEFT_OUT
    return Voted(data, settings, *_asked(weak, rounds), end if rounds[-1].error else End.PERFECT)


def _summed(model, X, y, name: str) -> Boosting:
    """Of a GradientBoostingRegressor."""
    for setting, needed in _READ.items():
        if (value := getattr(model, setting)) != needed:
            raise DataError(
                f"This {type(model).__name__} has {setting}={value!r}, which is not read here: fit it with"
                f" {setting}={needed!r}."
            )
    trees = model.estimators_[:, 0]
    data = given_data(model, trees[0].tree_.n_features, X, y, name)
    settings = _settings(model, trees, len(trees))
    check(data, GrowSettings("mse"))
    weak, rounds = WeakTrees(data, settings.criterion), []
    weight, start = np.full(len(data), 1 / len(data)), float(model.init_.constant_.item())
    spread, total = float(data.y.var() + NOISE * data.y.mean() ** 2), np.full(len(data), start)
    for estimator in trees:
        left, theirs = data.y - total, estimator.tree_
        tree, number = planted(theirs, replace(data, y=left))
        same = same_means(theirs, number, tree, spread)
        if not same.all() or not np.array_equal(tree.n, theirs.weighted_n_node_samples[number]):
            raise _others(len(rounds), "n_iter_no_change")
        tree = replace(tree, value=theirs.value[number, 0, 0])
        said, scores = tree.predict(data.X), weak.tree(left, weight, 0)[1]
        rounds.append(Round(tree, weight, left, scores, float(np.square(left - said).mean()), settings.rate, said))
        total = total + settings.rate * said
    return Boosting(data, settings, *_asked(weak, rounds), End.ENOUGH, start)


def _others(t: int, apart: str) -> DataError:
    """Of round t, from 0 on; apart : a setting that takes examples out, or weighs them, beside sample_weight."""
    return DataError(
        f"X and y are not the rows that the model was fitted on, or these had weights: tree {t + 1} was fitted on"
        f" others; give X and y as they came to its fit, and fit anew without sample_weight and {apart}."
    )


def _settings(model, trees, rounds: int) -> BoostSettings:
    rate = float(model.learning_rate)
    if not 0 < rate <= 1:
        raise DataError(f"The learning_rate is {rate:g}: fit with one above 0, at most 1.")
    return BoostSettings(rounds, max(1, *(int(one.tree_.max_depth) for one in trees)), rate=rate)


def _asked(weak: WeakTrees, rounds: list[Round]) -> tuple[tuple[Round, ...], tuple[Split, ...]]:
    """(the rounds, the questions that their scores are of): of those that part the examples alike the ones that a root
    asks, each; where none does, the one midway.
    """
    first = weak.root.first_branch(np.ones((len(weak.data), 1)))[:, 0] if weak.root.splits else []
    asked = {(split.feature, n): set() for split, n in zip(weak.root.splits, first, strict=True)}
    for tree in (one.tree for one in rounds if one.tree[0].split):
        asked[tree[0].split.feature, tree.n[1]].add(tree[0].split)
    midway = [replace(split, at=float(single_bound(split.at))) for split in weak.root.splits]
    listed = [sorted(some, key=lambda one: one.at) or [own] for some, own in zip(asked.values(), midway, strict=True)]
    place = np.repeat(np.arange(len(listed)), [len(some) for some in listed])
    return tuple(replace(one, scores=one.scores[place]) for one in rounds), tuple(sum(listed, []))
