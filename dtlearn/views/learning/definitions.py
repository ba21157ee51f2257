"""The words of learning, in order, each with what it means here (CS181 1 to 4); and which labels trees can give (UML 18.3, 18.4)."""

from math import ceil, log2

from dtlearn.learning.concepts import BIASES, Known, shattering
from dtlearn.views.base.html import table_html
from dtlearn.views.base.text import many, whole
from dtlearn.views.learning.words import SHORT, row_text

LISTED = 4  # rows whose labellings are listed one by one
# (what it is about, where the notes say it, its words).
DEFINITIONS = (
    ("The task", "CS181 1", (
        ("Classifier", "a function f from features x to a class: f(x) = c is right (utility 1), anything else wrong (0)"),
        ("Errors can cost differently", "to miss an illness is worse than a false alarm; the notes, and this app, count every "
         "error once"),
        ("Learner", "it takes a training set and gives a classifier"),
        ("How good", "P(f(x) = c) on examples that it has not seen; a test set estimates it"),
        ("Concept", "a classifier with the answers 0 and 1, learned from positive and negative examples"),
        ("Deterministic domain", "the same features always have the same class; else it is noisy, by chance or by mistakes in "
         "the data"),
        ("Consistent data", "no two examples with the same features and different classes. A deterministic domain gives such "
         "data; consistent data can also come from a noisy domain"),
    )),
    ("Is learning possible?", "CS181 2 and 3", (
        ("Memorise", "say again what was seen"),
        ("Generalise", "say something about a row that was not seen: the examples alone never settle it"),
        ("Inductive bias", "what a learner assumes beyond the examples; it can be wrong"),
        ("No free lunch", "without the possibility of error nothing is learned"),
    )),
    ("Bias", "CS181 3", (
        ("Hypothesis space", "the classifiers that a learner considers; each of them is a hypothesis"),
        ("Restriction bias", "the space does not hold every classifier, as with conjunctions or at most k leaves"),
        ("Preference bias", "some hypotheses come before others, as smaller trees, the most specific or the most general "
         "concept"),
        ("By a score or by a search", "a score says which comes first; or what a search meets first wins: ID3 searches greedily"),
        ("Best match", "if no hypothesis agrees with the examples, the one that is wrong least often"),
        ("Inconsistent data", "then preference is traded for agreement: cost-complexity pruning and the bound (18.1) do so"),
        ("Weaker bias, more data", "an example at best halves what is left, so one hypothesis of |H| remains after log₂ |H| "
         "examples at the earliest (this count is ours)"),
        ("What to ask of a bias", "is the truth, or something close, in the space? Does it come first? Is the bias strong "
         "enough for so few examples?"),
    )),
    ("Decision trees", "CS181 4", (
        ("No restriction", "every function of discrete features has a tree, so an algorithm needs a preference"),
        ("Occam's razor", "of two explanations the simpler one: here, the shorter tree"),
    )),
)  # fmt: skip


def spaces_html(n: int, k: int) -> str:
    """The hypothesis spaces over n features: their size, and how many examples they need at least to leave one."""
    rows = []
    for name, bias in BIASES.items():
        size = len(bias.space(n, k))
        title = f"at most {many(k, 'leaf')}" if name == "leaves" else SHORT[name].lower()
        rows.append([title, bias.kind, whole(size), str(ceil(log2(size)))])
    header = ["bias", "kind", "hypotheses |H|", "⌈log₂ |H|⌉ examples"]
    return table_html(header, rows, f"Hypothesis spaces over {n} features", 2)


def shattering_text(known: Known) -> str:
    """What trees can say of the known rows, whatever their labels."""
    rows = _rows(known)
    if not rows:
        return "No row is known: label some, and see which labellings of them a tree can give."
    most, size = int(shattering(known.n, rows).max()), len(rows)
    said = (
        f"**{whole(1 << size)} labellings** of {many(size, 'known row')}: each has a tree of at most "
        f"**{many(most, 'leaf')}**. So trees with {many(most, 'leaf')} *shatter* these {size} points (our word), and their "
        f"VC dimension is at least {size}."
    )
    return said + (f" That is more than {most} (E35)." if size > most else "")


def shattering_html(known: Known) -> str:
    """For each number of leaves the labellings that need it; for few rows every labelling."""
    rows = _rows(known)
    needed = shattering(known.n, rows)
    counts = [
        [str(k), whole(int((needed == k).sum())), whole(int((needed <= k).sum()))] for k in range(1, needed.max() + 1)
    ]
    found = table_html(
        ["leaves", "labellings that need them", "so many have a tree"], counts, "Labellings by leaves", 1
    )
    if len(rows) > LISTED:
        return found
    names = [row_text(r, known.n) for r in rows]
    listed = [[*(str(code >> i & 1) for i in range(len(rows))), str(k)] for code, k in enumerate(needed.tolist())]
    return found + table_html([*names, "leaves"], listed, "Every labelling")


def following(known: Known) -> Known:
    """The same rows with their next labelling, in counting order; after the last one the first."""
    rows = _rows(known)
    code = (sum((known.positive >> r & 1) << i for i, r in enumerate(rows)) + 1) % (1 << len(rows))
    positive = sum(1 << r for i, r in enumerate(rows) if code >> i & 1)
    return Known(known.n, positive, sum(1 << r for r in rows) - positive)


def _rows(known: Known) -> tuple[int, ...]:
    return tuple(r for r in range(known.rows) if (known.positive | known.negative) >> r & 1)
