"""The glossary: one word for one thing, shown behind "?"; a test keeps the words that it rejects off the pages."""

from typing import NamedTuple


class Word(NamedTuple):
    """A word of the pages. says : what it means, in one sentence. shown : the link to where it is seen. rejected : what
    no page calls it at first sight."""

    term: str
    says: str
    shown: str
    rejected: tuple[str, ...] = ()


GLOSSARY = (
    Word(
        "example", "A row of the table: its features and its class.", "grow?v=1", ("instance", "this case", "new case")
    ),
    Word("feature", "A column that the tree can ask about, such as Outlook.", "byhand?v=1", ("attribute", "facts")),
    Word("class", "The answer to be predicted, such as Yes or No; an example carries it as its label.", "practice?v=1"),
    Word(
        "group",
        "The examples at a node; it is pure if all have the same class.",
        "grow?v=1&deck=3-and-again-below&moment=1",
        ("pile", "piles"),
    ),
    Word(
        "split", "A question about one feature, which divides a group.", "grow?v=1&step=1", ("parts them", "part them")
    ),
    Word("leaf", "The end of a path; it predicts the class of most of its training examples.", "grow?v=1&step=8"),
    Word(
        "path",
        "The nodes from the root down to a leaf; the thick line is that of one example.",
        "grow?v=1&deck=1-twenty-questions&moment=2",
        ("way down", "ways down", "thick way", "walks", "walk down", "the way of its", "the way of the"),
    ),
    Word("surprise", "log₂(1/p) bits for what has probability p; a fair coin has 1 bit.", "criteria?v=1&tab=surprise"),
    Word("entropy", "The average surprise in a group, in bits; 0 if the group is pure.", "criteria?v=1&tab=curves"),
    Word("gain", "How much of the entropy, or of another impurity, a split takes away.", "criteria?v=1&tab=split"),
    Word(
        "threshold",
        "The number that a numeric feature is compared with, such as 84 in temperature < 84.",
        "thresholds?v=1",
    ),
    Word("error", "The share of examples whose class is predicted wrongly.", "limits?v=1", ("err", "errs", "erred")),
    Word(
        "training examples",
        "The examples that the tree learns from.",
        "overfitting?v=1",
        ("by heart",),
    ),
    Word(
        "new examples",
        "Examples that the tree did not learn from: held out before it grew, called validation examples if they choose"
        " among trees, test examples if they judge the one that was chosen.",
        "pruning?v=1",
        ("fresh ones",),
    ),
    Word("label noise", "Labels that are wrong by chance.", "overfitting?v=1", ("noted wrongly",)),
    Word(
        "overfitting",
        "A tree overfits if another one is worse on the training examples but better on new ones.",
        "overfitting?v=1&deck=6-too-good-to-be-true&moment=3",
    ),
    Word(
        "penalty", "What a bound on the true error adds for the size of a tree.", "bound?v=1", ("pay", "pays", "paid")
    ),
    Word(
        "greedy",
        "Taking what is best now, without looking ahead; ID3 does.",
        "hard?v=1",
        ("greed asks", "moody", "anew"),
    ),
)
WORDS = [(word.term, word.says, word.shown) for word in GLOSSARY]
