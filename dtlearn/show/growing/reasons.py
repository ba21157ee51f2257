"""A split in plain words, from its counts: what became pure, what stays mixed, how much of the mix is gone."""

from dataclasses import dataclass

from dtlearn.data.dataset import significant
from dtlearn.growing.steps import Step
from dtlearn.show.base.text import all_are, gain_text, listing, shorten
from dtlearn.splitting.criteria import criterion_of
from dtlearn.trees.split import Kind

NAMED = 2  # groups that a sentence names; of more it says how many
LONGEST = 40  # characters of a group's name


@dataclass(frozen=True)
class Group:
    """A branch that gets examples. where : "Outlook = Sunny"; name : "Sunny" where that is plain.

    n, top : its examples, and those of its most frequent class, ``label``.
    """

    where: str
    name: str
    n: int
    top: int
    label: str

    @property
    def pure(self) -> bool:
        return self.top == self.n

    @property
    def most(self) -> str:
        """ "3 of the 4 with Temperature = Cool are Yes"."""
        return f"{self.top} of the {self.n} with {self.where} {'is' if self.top == 1 else 'are'} {self.label}"


def became(step: Step, c: int) -> str:
    """What a split by candidate c makes of the step's node: one sentence, the reason for it in words.

    >>> from dtlearn import grow, load
    >>> became(grow(load("play_tennis")).steps()[1], 0)
    'All 4 examples with Outlook = Overcast are Yes, so nothing is left to find out there; Sunny and Rain stay mixed.'
    """
    if step.trace.data.schema.regression:
        return _means(step, c)
    groups = _groups(step, c)
    pure, mixed = [one for one in groups if one.pure], [one for one in groups if not one.pure]
    if not pure:
        return _mixed(groups)
    if len(pure) <= NAMED:
        said = listing(all_are(one.n, one.label, f" with {one.where}") for one in pure)
    elif mixed:
        said = f"in {len(pure)} of the {len(groups)} groups all examples have the same class"
    else:
        said = f"in each of the {len(groups)} groups all examples have the same class"
    said = f"{said[0].upper()}{said[1:]}, so nothing is left to find out"
    if not mixed:
        return f"{said}."
    if len(groups) == 2:
        return f"{said} there; the other {mixed[0].n} stay mixed."
    named = listing(one.name for one in mixed) if len(mixed) <= NAMED else f"the other {len(mixed)} groups"
    return f"{said} there; {named} {'stays' if len(mixed) == 1 else 'stay'} mixed."


def _mixed(groups: list[Group]) -> str:
    """What is told where no group is pure: how near to it they came."""
    if len(groups) == 1:
        return f"Every example here has {groups[0].where}, so this separates nothing."
    if len(groups) > NAMED:
        best = max(groups, key=lambda one: one.top / one.n)
        return f"All {len(groups)} groups stay mixed; the clearest: {best.most}."
    return f"Both groups stay mixed: {listing(one.most for one in groups)}."


def _means(step: Step, c: int) -> str:
    """What is told of a number to predict: what the means of the groups are."""
    found = step.candidates
    values = found.branch_values[found.branch_offset[c] : found.branch_offset[c + 1]].tolist()
    groups = [
        (shorten(found.split(c).condition(step.trace.data.schema, b), LONGEST), n, step.trace.tree.clear(*value)[0])
        for b, ((n,), value) in enumerate(zip(found.branches(c).tolist(), values, strict=True))
        if n
    ]
    if len(groups) == 1:
        return f"Every example here has {groups[0][0]}, so this separates nothing."
    if len(groups) <= NAMED:
        told = listing(f"{significant(mean)} where {where} (n = {n})" for where, n, mean in groups)
        return f"The mean is {told}."
    low, high = (pick(groups, key=lambda one: one[2]) for pick in (min, max))
    ends = " to ".join(f"{significant(mean)} ({where})" for where, _, mean in (low, high))
    return f"The means of the {len(groups)} groups go from {ends}."


def gone(step: Step, c: int) -> str:
    """How much of the mix candidate c takes away: "0.247 of 0.940 bits"."""
    criterion, schema = criterion_of(step.trace.settings.criterion), step.trace.data.schema
    if not step.candidates.gain[c]:
        return "nothing"
    whole = step.node.mse if schema.regression else float(criterion.impurity(step.node.counts))
    taken, whole = (gain_text(x, schema) for x in (step.candidates.gain[c], whole))
    return f"{taken} of {whole} {criterion.unit or f'({criterion.impurity_title})'}"


def compared(step: Step, yours: int, best: int) -> str:
    """Two candidates in words: what yours leaves mixed, what the best one makes pure."""
    found, schema = step.candidates, step.trace.data.schema
    mine, won = (shorten(found.split(c).title(schema), LONGEST) for c in (yours, best))
    if schema.regression:
        more, less = (gain_text(step.node.mse - found.gain[c], schema) for c in (yours, best))
        return f"{mine} leaves a mean squared error of {more}, but {won} leaves {less}"
    leaves, makes = _shared(_groups(step, yours), False), _shared(_groups(step, best), True)
    if leaves != makes:
        return f"{mine} {leaves}, but {won} {makes}"
    less = ", but its groups are less mixed" if found.gain[best] > found.gain[yours] else ""
    return f"{mine} {leaves}, and so does {won}{less}"


def _shared(groups: list[Group], pure: bool) -> str:
    """What a split does to its groups, as a verb: which it makes pure, or leaves mixed; if none, the other."""
    which = [one for one in groups if one.pure == pure]
    if not which:
        which, pure = groups, not pure
    if len(which) == len(groups):
        whom = {1: "every example in one group", 2: "both groups"}.get(len(groups), f"all {len(groups)} groups")
    elif len(groups) == 2:
        whom = f"a group of {which[0].n}"
    elif len(which) <= NAMED:
        whom = listing(one.name for one in which)
    else:
        whom = f"{len(which)} of {len(groups)} groups"
    return f"makes {whom} pure" if pure else f"leaves {whom} mixed"


def _groups(step: Step, c: int) -> list[Group]:
    found, schema = step.candidates, step.trace.data.schema
    split, groups = found.split(c), []
    for b, counts in enumerate(found.branches(c).tolist()):
        if any(counts):
            where, branch, top = split.condition(schema, b), split.branch(schema, b), max(counts)
            plain = split.kind is Kind.MULTIWAY and not branch[:1].isdigit()
            where, name = (shorten(text, LONGEST) for text in (where, branch if plain else where))
            label = schema.classes[counts.index(top)]
            label = f"of class {label}" if label[:1].isdigit() else label
            groups.append(Group(where, name, sum(counts), top, label))
    return groups
