"""What stands first on a sheet of a growth: the examples, the rules, the formulas; and the same in Python."""

from itertools import groupby, islice

from dtlearn.data.dataset import Dataset, load, names, number
from dtlearn.growing.grow import GrowSettings, Trace
from dtlearn.show.base.arithmetic import GAIN_RATIO, SPLIT_INFO, gain_formula
from dtlearn.show.base.text import many, target_text
from dtlearn.show.paper.blocks import Ask, Code, Formula, Heading, Items, Paragraph, Table
from dtlearn.show.paper.inline import literal
from dtlearn.show.paper.node import MOST_COLUMNS, MOST_ROWS
from dtlearn.splitting.criteria import criterion_of

SOME_ROWS = 12  # of a longer table
_NOMINAL = {
    "multiway": "A feature of words makes one branch for each of its values.",
    "one_vs_rest": "A question about a feature of words: is it one value, or any other?",
    "ordered": "A question about a feature of words: does its value stand before another in the list, or not?",
    "subset": "A question about a feature of words: is its value in a set, or not?",
}


def opening(trace: Trace) -> list:
    """The examples, the rules and the formulas that the questions need."""
    data, settings, criterion = trace.data, trace.settings, criterion_of(trace.settings.criterion)
    ratio = [SPLIT_INFO, GAIN_RATIO] if criterion.per_split_info else []
    formula = [criterion.formula.replace("=", "&=", 1), gain_formula(criterion), *ratio]
    log = " Logarithms are to base 2, and 0 log 0 = 0." if criterion.unit == "bits" else ""
    return [
        Code(setup_code(data, settings)),
        *examples(data),
        Heading("How the tree is grown", 1),
        Items(_rules(settings, data)),
        Formula(tuple(formula)),
        Paragraph(
            f"Calculate with exact fractions or many decimals, and round once, at the end, to three decimals.{log}"
        ),
    ]


def examples(data: Dataset, title: str = "The examples") -> list:
    """The table, or its beginning; of a table of one's own also what was done about its gaps."""
    d = len(data.schema.features)
    wide = min(d, MOST_COLUMNS)
    header = ("#", *(f.name for f in data.schema.features[:wide]), data.schema.target)
    runs = _runs(data, wide)
    runs = runs if len(runs) <= MOST_ROWS else runs[:SOME_ROWS]
    rows, printed = tuple((str(a) if a == b else f"{a} to {b}", *cells) for a, b, cells in runs), runs[-1][1]
    said = [f"{len(data)} examples, {many(d, 'feature')}; the target is {data.schema.target}."]
    if not _in_collection(data):  # there a note may tell what a worksheet asks
        said += [data.card.note]
    if printed < len(data):
        said.append(f"The first {printed} are printed. All counts below are those of the whole table.")
    said += [f"Of the features the first {wide} are printed."] if wide < d else []
    kept = (Paragraph(literal(text), keep=True) for text in said if text)
    return [Heading(title, 1), *kept, Table(header, rows, compact=True)]


def _runs(data: Dataset, wide: int) -> list[tuple[int, int, tuple[str, ...]]]:
    """(first, last, cells) of the table's lines, MOST_ROWS and one at most;
    of a long table alike ones that follow each other are one."""
    lines = ((i + 1, (*(data.value(i, j) for j in range(wide)), target_text(data, i))) for i in range(len(data)))
    if len(data) <= MOST_ROWS:
        return [(i, i, line) for i, line in lines]
    found = ((line, [i for i, _ in run]) for line, run in groupby(lines, lambda one: one[1]))
    return [(run[0], run[-1], line) for line, run in islice(found, MOST_ROWS + 1)]


def _in_collection(data: Dataset) -> bool:
    return data.name in names() + names(regression=True) and load(data.name) is data


def _rules(settings: GrowSettings, data: Dataset) -> tuple[str, ...]:
    """What decides, in sentences."""
    kinds, criterion = {f.numeric for f in data.schema.features}, criterion_of(settings.criterion)
    rules = [
        f"Criterion: {criterion.title} ({criterion.source}). The question with the largest {criterion.score_title} is"
        " asked; of several the first in the list."
    ]
    if False in kinds:
        again = "" if settings.reuse or settings.nominal == "multiway" else " On a path each question is asked once."
        rules.append(_NOMINAL[settings.nominal] + again)
    if True in kinds:
        rules.append(
            "A question about a number: is it below a threshold t (left), or at least t (right)? Thresholds lie midway"
            " between neighbouring values."
        )
    what = "the same number" if data.schema.regression else "one class"
    stops = [f"its examples have {what}", "no question is left"]
    stops += ["the best gain is 0"] if settings.stop_at_zero_gain else []
    stops += [f"its training error is at most {number(settings.tolerated_error)}"] if settings.tolerated_error else []
    stops += [f"it is at depth {settings.max_depth} (the root is at 0)"] if settings.max_depth is not None else []
    stops += [f"it has fewer than {settings.min_samples_split} examples"] if settings.min_samples_split > 2 else []
    stops += [f"the best score is below {number(settings.min_gain)}"] if settings.min_gain else []
    rules.append(f"A node is a leaf if {', or if '.join(stops)}.")
    if settings.min_samples_leaf > 1:
        rules.append(f"No branch may have fewer than {settings.min_samples_leaf} examples.")
    if settings.cuts:
        limits = ((settings.max_leaf_nodes, "leaves"), (settings.max_nodes, "nodes"), (settings.max_splits, "splits"))
        rules.append(f"At most {' and '.join(f'{n} {what}' for n, what in limits if n is not None)}, best first.")
    says = "the mean" if data.schema.regression else "the majority"
    rules.append(f"A leaf predicts {says} of its examples; if it has none, that of its parent.")
    return tuple(rules)


def setup_code(data: Dataset, settings: GrowSettings) -> str:
    """Python that makes the data and the settings again, to the letter."""
    new = GrowSettings()
    given = [f"{name}={value!r}" for name, value in vars(settings).items() if value != getattr(new, name)]
    lines = [
        "import dtlearn",
        "from dtlearn.splitting.criteria import entropy, gini, train_error",
        "from dtlearn.show.growing.tables import gain_table",
        "",
    ]
    if _in_collection(data):
        lines.append(f"data = dtlearn.load({data.name!r})")
    else:
        schema = data.schema
        features = ", ".join(f"dtlearn.Feature({f.name!r}, {f.values!r})" for f in schema.features)
        nominal = [bool(f.values) for f in schema.features]
        rows = [
            [data.value(i, j) if n else float(data.X[i, j]) for j, n in enumerate(nominal)] for i in range(len(data))
        ]
        y = data.y.tolist() if schema.regression else [schema.classes[k] for k in data.y]
        last = "regression=True" if schema.regression else f"classes={schema.classes!r}"
        lines += [f"rows = {rows!r}", f"labels = {y!r}"]
        known = f"[{features}], name={data.name!r}, target={schema.target!r}, {last}"
        lines.append(f"data = dtlearn.from_arrays(rows, labels, {known})")
    return "\n".join([*lines, f"settings = dtlearn.GrowSettings({', '.join(given)})", "data"])


def recompute(trace: Trace, node: int, chosen: list[int]) -> Ask:
    """The gains again: on the key computed, on the worksheet a cell to compute them in."""
    criterion, found = criterion_of(trace.settings.criterion), trace.candidates[node]
    lines = []
    if criterion.impurity and chosen:
        name, whole = criterion.impurity.__name__, trace.tree.counts[node].tolist()
        for c in chosen:
            parts = "".join(f" - {sum(b)} / {sum(whole)} * {name}({b})" for b in found.branches(c).tolist() if sum(b))
            lines.append(f"{name}({whole}){parts},  # {' '.join(found.split(c).title(trace.data.schema).split())}")
        lines = ["print(", *(f"    {line}" for line in lines), '    sep="\\n",', ")"]
    path = trace.tree[node].path
    answer = "\n".join(
        [
            *lines,
            "trace = dtlearn.grow(data, settings)",
            f"gain_table(trace, {f'trace.tree.find({path!r})' if path else 0}).round(3)",
        ]
    )
    return Ask((Code("# Compute the gains here, for example with entropy([5, 9])\n"),), (Code(answer),))
