"""The glossary: one word for one thing, shown behind "?"; a test keeps the words that it rejects off the pages."""

from typing import NamedTuple


class Word(NamedTuple):
    """A word of the pages. says : what it means, in one sentence or two. shown : the link to where it is seen.
    rejected : what no page calls it at first sight."""

    term: str
    says: str
    shown: str
    rejected: tuple[str, ...] = ()


GLOSSARY = (
    Word(
        "example",
        "A row of the table: its features and its class.",
        "grow?v=1",
        ("instance", "instances", "data point", "data points", "this case", "new case"),
    ),
    Word(
        "feature",
        "A column that the tree can ask about, such as Outlook; each example has a value there.",
        "byhand?v=1",
        ("attribute", "attributes", "facts"),
    ),
    Word(
        "class",
        "The answer to be predicted, such as Yes or No; an example carries it as its label.",
        "grow?v=1&deck=1-twenty-questions&moment=1",
    ),
    Word(
        "node",
        "A box of the tree. The first one is the root; each split adds nodes below.",
        "grow?v=1&step=4",
        ("vertex", "knot"),
    ),
    Word(
        "depth",
        "How many splits lead from the root, at depth 0, to a node; a tree is as deep as its deepest node.",
        "limits?v=1",
        ("maxDepth", "minParent", "minLeaf"),
    ),
    Word(
        "group",
        "The examples at a node; it is pure if all have the same class.",
        "grow?v=1&deck=3-and-again-below&moment=1",
        ("pile", "piles", "heap"),
    ),
    Word(
        "split",
        "A question about one feature, which divides a group: one branch, and one node, for each answer.",
        "grow?v=1&step=1",
        ("parts them", "part them"),
    ),
    Word(
        "leaf",
        "A node without a split, the end of a path; it predicts a class, the majority of its training examples.",
        "grow?v=1&step=8",
        ("leaf says", "tree says", "trees say"),
    ),
    Word(
        "majority",
        "The class that most examples of a group have.",
        "grow?v=1&deck=3-and-again-below&moment=3",
        ("commonest", "most common class", "most frequent class"),
    ),
    Word(
        "path",
        "The nodes from the root down to a leaf; the thick line is that of one example.",
        "grow?v=1&deck=1-twenty-questions&moment=2",
        ("way down", "ways down", "thick way", "walks", "walk down", "the way of its", "the way of the"),
    ),
    Word("surprise", "log₂(1/p) bits for what has probability p; a fair coin has 1 bit.", "criteria?v=1&tab=surprise"),
    Word(
        "entropy",
        "The mean surprise in a group, in bits: 0 if the group is pure, 1 if two classes are equally frequent.",
        "criteria?v=1&tab=curves",
    ),
    Word(
        "impurity",
        "How mixed the classes of a group are. Entropy measures it; so does Gini, the chance that two examples drawn at"
        " random differ in class.",
        "criteria?v=1&tab=curves&scale=defined",
    ),
    Word(
        "gain",
        "How much of the impurity a split takes away. Gain ratio: the gain divided by the split info, which is the"
        " entropy of the branch sizes.",
        "criteria?v=1&tab=split",
    ),
    Word(
        "tie",
        "Equal gains, or equally many examples of two classes: the first one listed wins.",
        "grow?v=1&data=xor&algorithm=id3-uml&step=1",
    ),
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
        ("training data", "by heart"),
    ),
    Word(
        "new examples",
        "Examples that the tree did not learn from. Those held out before it grew are validation examples if they"
        " choose among trees, test examples if they judge the chosen one.",
        "pruning?v=1",
        ("fresh", "test data", "validation data"),
    ),
    Word(
        "label noise",
        "Labels that are wrong by chance.",
        "overfitting?v=1",
        ("noisy label", "noisy labels", "noted wrongly"),
    ),
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
