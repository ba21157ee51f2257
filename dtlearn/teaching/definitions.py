"""The notes' words for what a page shows, with where they stand: what a student who reads the notes looks for there."""

from typing import NamedTuple


class Definition(NamedTuple):
    """A word of the notes. says : what it means, in Markdown of ours with formulas in LaTeX."""

    term: str
    says: str
    source: str


_CONDITIONAL = Definition(
    "Conditional entropy",
    r"$H(Y \mid X) = \sum_x P(X = x)\, H(Y \mid X = x)$, where $H(Y \mid X = x) = -\sum_y P(Y = y \mid X = x) "
    r"\log_2 P(Y = y \mid X = x)$: the entropy that is left on average once X is known. CS181 counts: "
    r"$\text{Remainder}(X, D) = \sum_x \frac{N_x}{N}\,\text{Entropy}(D_x)$",
    "BuildTree 2; CS181 6",
)
_GAIN = Definition(
    "Information gain",
    r"$\text{Gain}(X, D) = \text{Entropy}(D) - \text{Remainder}(X, D)$ in CS181, $\text{InfoGain}(D, S) = H_D(Y) - "
    r"H_D(Y \mid S)$ in BuildTree, where S is the feature asked: the same number. ID3 asks the feature with the highest"
    r" gain",
    "CS181 6; BuildTree 2",
)
_DIFFERENCE = Definition(
    "Gain as a weighted difference",
    r"$IG(S_1, S_2) = \frac{|S_1|}{|S|}\bigl(H(p_S) - H(p_{S_1})\bigr) + \frac{|S_2|}{|S|}\bigl(H(p_S) -"
    r" H(p_{S_2})\bigr)$, the "
    r"same number, for the weights add up to 1. It is at most $H(p_S)$. That is the same for all splits, so the least "
    r"conditional entropy $\frac{|S_1|}{|S|}H(p_{S_1}) + \frac{|S_2|}{|S|}H(p_{S_2})$ is the largest gain. "
    r"With the Gini index in the place of H it is $IG_\text{gini}$",
    "Ch8 8.2",
)
_VARIANCE = Definition(
    "High variance",
    "small changes of the training data can give a very different tree, because what the root decides changes"
    " everything below it",
    "BuildTree 5",
)
_STUMP = Definition(
    "Decision stump",
    r"a single rule $\mathbb{1}_{[x_i < \theta]}$, a threshold on one feature: a tree with one question. It is an"
    r" extremely weak "
    "learner; many together, an ensemble, make a stronger one",
    "UML 18.2.3; Ch8 8.3",
)

# Page -> its words, in the order of the notes.
DEFINITIONS = {
    "grow": (
        Definition(
            "ID3",
            r"Iterative Dichotomizer 3, one popular way to grow a tree; in UML for binary features, $\mathcal{X} = \{0,"
            r" 1\}^d$, with splitting rules "
            r"$\mathbb{1}_{[x_i = 1]}$. It begins with ID3(S, [d]): all examples, all d features",
            "UML 18.2",
        ),
        Definition(
            "Orderly data",
            "entropy, a notion of information theory (Shannon), measures the disorder of the classes: the more orderly"
            " the classes, the shorter the tree: with one class alone, depth 0",
            "CS181 6",
        ),
        Definition(
            "Class probabilities of a leaf",
            "the shares of the classes among its training examples, if more than the majority is asked for",
            "BuildTree 1, MakeSubtree",
        ),
        Definition(
            "Decision tree",
            "simple, and widely used: each inner node asks about one feature, each branch is an answer, each leaf is a"
            " class. An example goes from the root along its answers to a leaf, which classifies it",
            "CS181 4",
        ),
        Definition(
            "If-then-else",
            "a tree is a nested sequence of if-then-else, a branch per value like switch-case, whose size "
            "depends on the feature's cardinality; it is interpretable and "
            "intuitive, easy to evaluate by hand; a predictor that a person programs often looks like one",
            "Ch8; UML 18.4",
        ),
        Definition(
            "Greedy",
            "a recursive, top-down heuristic: one node at a time, until a stopping criterion is met; each split is the"
            " best one now and never taken back",
            "UML 18.2; BuildTree 1; CS181 5",
        ),
        _CONDITIONAL,
        _GAIN,
        _DIFFERENCE,
        Definition(
            "Why X₁ of the seven points",
            "before, 0 and 1 are about equally likely; after X₁ one is rather sure, either "
            "way. X₂ helps where it is 0, but where it is 1 one is less sure than before",
            "Ch8 Ex. 8-2",
        ),
        Definition(
            "Best prediction of a leaf",
            "for classes the majority, which makes the fewest errors; for numbers the mean, "
            "which makes the least squared error",
            "Ch8 8.2",
        ),
    ),
    "criteria": (
        Definition(
            "Entropy in bits",
            r"$H(p_S) = -\sum_y p_S(y) \log_2 p_S(y)$, where $p_S(y)$ is the share of class y, $N_c / N$ "
            r"in CS181: how many bits per instance it takes to send the classes, from the empirical distribution. With"
            r" c classes at most $\log_2 c$, "
            r"where all are equally frequent; at least 0, where one is alone. $0 \log 0 = 0$",
            "CS181 6; Ch8 Ex. 8-1",
        ),
        _CONDITIONAL,
        _GAIN,
        _DIFFERENCE,
        Definition(
            "Probability on S", r"$\mathbb{P}_S[F]$: the share of the examples of S for which F holds", "UML 18.2.1"
        ),
        Definition(
            "Train error",
            r"$C(a) = \min\{a, 1 - a\}$, what a majority vote gets wrong; the simplest gain is its decrease, "
            r"$\text{Gain}(S, i) = C(\mathbb{P}_S[y = 1]) - \bigl(\mathbb{P}_S[x_i = 1]\, C(\mathbb{P}_S[y = 1 \mid x_i"
            r" = 1]) + "
            r"\mathbb{P}_S[x_i = 0]\, C(\mathbb{P}_S[y = 1 \mid x_i = 0])\bigr)$. With entropy as C it is the"
            r" information gain",
            "UML 18.2.1",
        ),
        Definition(
            "Gini index",
            r"$\sum_y p_S(y)\,(1 - p_S(y)) = 1 - \sum_y p_S(y)^2$; for two classes $2a(1 - a)$. CART (Breiman, "
            "Friedman, Olshen and Stone 1984) uses it",
            "Ch8 8.2; UML 18.2.1",
        ),
        Definition(
            "Entropy or Gini",
            "largely a matter of taste: both prefer splits into large sets in which one class dominates",
            "Ch8 8.2",
        ),
        Definition(
            "Split entropy",
            "the split info that the gain ratio divides by: large where a feature has many values, with as many"
            " branches",
            "BuildTree 3",
        ),
        Definition(
            "Score function",
            "it says how good a split is; all features and thresholds are tried, by brute force, which is "
            "practical for a split and not for a tree",
            "Ch8 8.2",
        ),
        Definition(
            "Accuracy as a score",
            "it likes very special splits that get one more example right; and where no split "
            "does, it gives no guidance",
            "Ch8 8.2",
        ),
    ),
    "thresholds": (
        Definition(
            "Reduction to yes/no features",
            r"for real-valued features and threshold-based rules: sort the values of feature i; a threshold"
            r" $\theta_{j,i} \in (x_{j,i}, "
            r"x_{j+1,i})$ in each gap, where $x_{0,i} = -\infty$ and $x_{m+1,i} = \infty$. For each i and j the"
            r" feature "
            r"$\mathbb{1}_{[x_i < \theta_{j,i}]}$; then ID3 as for yes/no features. Every tree with thresholds has a"
            r" tree "
            "over these features with the same training error and the same number of nodes",
            "UML 18.2.3",
        ),
        _STUMP,
        Definition(
            "Same rule",
            "all thresholds between two neighbouring values part the examples alike: one of them, the "
            "midpoint, is enough",
            "Ch8 8.2",
        ),
        Definition(
            "Work of a node",
            r"about dm thresholds, each tried on m examples: $O(dm^2)$; cleverly, as for ERM of stumps, sorted once,"
            r" with counts updated on the "
            r"way: $O(dm \log m)$",
            "UML 18.2.3",
        ),
        Definition(
            "Work of a whole tree",
            r"in Ch8 n are the features, d is the depth. A node sorts its m examples by each "
            r"feature, $n\, m \log m$; its children do no more: $n\, m_L \log m_L + n\, m_R \log m_R \le n\,(m_L + m_R)"
            r" \log m = n\, m \log m$. So d levels "
            r"cost $O(d\, n\, m \log m)$",
            "Ch8, Computational Complexity",
        ),
    ),
    "regions": (
        Definition(
            "Region",
            r"a question $x_j \ge t$, of numbers or of ordinal values, cuts the feature space along an "
            r"axis-aligned hyperplane $\{x : x_j = t\}$ into two half-spaces. Node s is a box or hyper-rectangle,"
            r" $R_s$, with the data that arrive there; on the box of a leaf f(x) is constant",
            "Ch8 8.1, Fig. 8.3",
        ),
        Definition(
            "Parameters of a tree",
            "its structure, a prediction for each of l leaves, a feature and a threshold for each of l − 1 inner nodes",
            "Ch8 8.1",
        ),
        Definition(
            "Why not by gradients",
            "a threshold is discontinuous, and a smooth surrogate, as linear models have, would not help: another"
            " feature or structure changes predictions by jumps, which gradients and other local search cannot follow."
            " Hence the greedy recursion",
            "Ch8 8.1",
        ),
    ),
    "limits": (
        Definition(
            "Complexity",
            "each leaf has a prediction of its own: more leaves, more flexible. A tree of depth d has at "
            r"most $2^d$ leaves",
            "Ch8, Complexity Control",
        ),
        Definition(
            "Leave f as it is",
            "do not split if no split can change the prediction: all examples look the same, or all are right already",
            "Ch8, Complexity Control",
        ),
        Definition(
            "Sufficiently accurate",
            "do not split a node whose prediction is nearly right already. Here: the largest "
            "training error of a node that becomes a leaf",
            "Ch8, Complexity Control",
        ),
        Definition(
            "minParent, minLeaf",
            "a node with fewer examples is not split; a leaf has at least so many. Then the tree "
            "is deep only where there are many examples",
            "Ch8, Complexity Control, Fig. 8.5",
        ),
        Definition(
            "Iterations",
            "start with a single leaf, the root, labelled by the majority; each iteration looks at one leaf and makes"
            " the split with the largest gain, or none. To limit them bounds the number of nodes. Which leaf comes next"
            " is left open; that the app takes the best of all, and counts splits only, is ours",
            "UML 18.2; 18.2.2",
        ),
    ),
    "overfitting": (
        Definition(
            "Large trees",
            "what ID3 returns is usually very large: a low empirical risk, but often a high true risk: its expected"
            " performance on new examples is bad, for it is too specific to the training set to generalise",
            "UML 18.2.2; BuildTree 4",
        ),
        Definition(
            "Overfitting",
            r"h overfits the training data D if there is another h′ with $error_D(h) < error_D(h')$ and "
            r"$error(h) > error(h')$: better on D, worse on the whole distribution. Here D is the training data; in"
            r" UML "
            r"$L_{\mathcal{D}}$ is the error on the distribution, and $L_S$ that on the training data S",
            "BuildTree 4",
        ),
        Definition(
            "Stop early or prune back",
            "pruning is preferred: whether one more node will help is hard to tell before it is there",
            "BuildTree 4; Ch8, Complexity Control",
        ),
    ),
    "byhand": (
        Definition(
            "Shortest tree",
            "of all trees that agree with the training data the shortest; of inconsistent data, the shortest "
            "with the fewest errors. To try them all is infeasible, hence greedy search",
            "CS181 5",
        ),
    ),
    "pruning": (
        Definition(
            "Pruning",
            "a walk from the leaves to the root: each node might be replaced by one of its subtrees or by a leaf, by "
            "f(T, m), a bound or estimate of the generalization error of T, based on m examples, such as (18.1)",
            "UML 18.2.2",
        ),
        Definition(
            "Reduced error pruning",
            "starting at the leaves, replace a node by its majority class; keep the change if "
            "the accuracy on the validation set does not suffer",
            "BuildTree 4",
        ),
        Definition(
            "Error rate",
            "err(T, S) is the share of the examples of S that T gets wrong; prune(T, t) is T with the "
            "subtree t replaced by a leaf",
            "BuildTree 4",
        ),
        Definition(
            "Cost-complexity, as printed",
            r"remove the subtree t with the least "
            r"$\frac{err(prune(T, t), S) - err(T, S)}{|leaves(T)| - |leaves(prune(T, t))|}$. That is Breiman's "
            r"$g(t) = \frac{R(t) - R(T_t)}{|leaves(T_t)| - 1}$: outside of t nothing changes, and t becomes one leaf."
            r" The best tree of the "
            "series is the one with the best generalized accuracy (E15)",
            "BuildTree 4",
        ),
        Definition(
            "False negatives and false positives",
            "a positive example that is missed, and a negative one that is taken for positive; with a richer utility"
            " function, as in a medical domain, the first cost more (the setting Costs of errors)",
            "CS181 1",
        ),
    ),
    "bound": (
        Definition(
            "Risks",
            r"$L_S(h)$, the training risk: the share of the m examples of the sample S that the tree h gets wrong; "
            r"$L_{\mathcal{D}}(h)$, the true risk: the same on the whole distribution. With probability at least 1 − δ"
            r" (18.1) "
            "holds for every n and every tree with n nodes",
            "UML (18.1)",
        ),
        Definition(
            "Trade-off",
            r"a larger tree has a smaller $L_S$ but a larger n, a smaller tree the reverse. If n can be made much "
            r"smaller without increasing $L_S$ by much, the true risk is likely to be smaller",
            "UML (18.1); UML 18.2.2",
        ),
        Definition(
            "Learning rule",
            "the tree with the least right-hand side of (18.1), in the hope, our prior knowledge, that a small tree "
            "with a low risk exists",
            "UML 18.2",
        ),
        Definition(
            "Computationally hard",
            "if NP ≠ P, no algorithm finds it in time polynomial in n, d and m. The exact search "
            "of this page shows what that costs: it ends where tables grow",
            "UML 18.2, footnote 2",
        ),
        Definition(
            "Hence greedy",
            "locally best decisions, one node at a time: not always globally optimal, not always the best tree, but"
            " reasonably good in practice",
            "UML 18.2",
        ),
        Definition(
            "MDL", "minimum description length: of trees that fit alike, the one with the shorter code", "UML 18.4"
        ),
    ),
    "code": (
        Definition(
            "One child",
            "a node with a single child can be replaced by it: no prediction changes. So, without loss of generality, "
            "every inner node has two",
            "UML (18.1), footnote 1",
        ),
        Definition(
            "Prefix-free", "no code word is the beginning of another, so a word says itself where it ends", "UML (18.1)"
        ),
    ),
    "hard": (
        Definition(
            "Universal learner",
            "the expressive power of trees: for any function of discrete features there is a tree that implements it:"
            " at worst it "
            r"asks every feature in turn and has $2^n$ leaves. That holds for every kind of split (Ch8 Fig. 8.2); with"
            r" one "
            "kind a function may need fewer leaves than with another",
            "Ch8; CS181 4",
        ),
        Definition(
            "OR as if / else",
            "as the figure prints it\n"
            "  ```text\n  if X₁ == 1:\n      return 1;\n  else:\n      if X₂ == 1:\n          return 1;\n"
            "      else:\n          return 0;\n  ```\n  ",
            "Ch8 Fig. 8.1 (b)",
        ),
        Definition(
            "Easy and hard",
            "easy where a few features decide, hard where all count alike, as in majority and parity",
            "CS181 4",
        ),
    ),
    "unstable": (_VARIANCE,),
    "forest": (
        _VARIANCE,
        Definition(
            "Bagging",
            r"bootstrap aggregating, an ensemble: trees on samples of the rows, $f(x) = \sum_{m=1}^{M} \frac{1}{M}"
            r" f_m(x)$",
            "BuildTree 5",
        ),
        Definition(
            "Why fewer features",
            "trees on samples of the same rows are highly correlated, which limits how much "
            "their mean can gain in variance reduction; different features make them differ more",
            "BuildTree 5",
        ),
        _STUMP,
        Definition(
            "Small k", "if each node may choose among few features only, this may prevent overfitting", "UML 18.3"
        ),
        Definition(
            "Random forest",
            "a collection of trees, each grown by an algorithm A on S and a random vector θ of its own, "
            "drawn i.i.d.; its "
            "prediction is the majority vote of the trees",
            "UML 18.3",
        ),
        Definition(
            "Random vector θ",
            "what is drawn for a tree: its sample S′ of size m′, from S with replacement, and for each "
            "splitting stage a set I₁, I₂, … of k features",
            "UML 18.3",
        ),
    ),
    "learning": (
        Definition(
            "Three tasks",
            "to classify; to learn how to classify; to design a learner: choose its features and "
            "settings, know which functions it is good at",
            "CS181 1",
        ),
        Definition(
            "Classifier",
            "a function f: X → C from features to classes, such as nutritious and poisonous, or from an image's pixels"
            " to digits, learned in supervised learning: f(x) = c is right, anything else wrong, by the utility"
            " function 1 and 0",
            "CS181 1",
        ),
        Definition(
            "Errors can cost differently",
            "a richer utility function, as in a medical domain: a false negative, an illness missed, costs more "
            "than a false positive. The notes count every error once; on the page Pruning one can cost more",
            "CS181 1",
        ),
        Definition("Learner", "a function L: it takes a training set D and gives a classifier L(D)", "CS181 1"),
        Definition(
            "How good",
            "the expected utility, P(f(x) = c), on the ground truth, the distribution of unseen examples; a test set"
            " estimates it, by the share classified correctly",
            "CS181 1",
        ),
        Definition(
            "Concept",
            "concept learning is about a classifier with the answers 0 and 1, learned from positive and negative"
            " examples; if the features are Boolean too, it is a Boolean formula over them",
            "CS181 1",
        ),
        Definition(
            "Deterministic domain",
            r"the same features always have the same class, $x_i = x_j \Rightarrow c_i = c_j$; else it is "
            "noisy, by chance or by mistakes in the data",
            "CS181 1",
        ),
        Definition(
            "Consistent data",
            "no two examples with the same features and different classes. A deterministic domain "
            "gives such data; but consistent data can come from a noisy domain, too",
            "CS181 1",
        ),
        Definition(
            "Memorise, generalise",
            "say again what was seen; say something about a row that was not, which the "
            "examples alone never settle, even if the past is a reliable guide to the future: the induction problem",
            "CS181 2",
        ),
        Definition(
            "The moral of grue",
            "how a problem is framed, and which features are chosen, decides whether one can learn",
            "CS181 2",
        ),
        Definition("Inductive bias", "what a learner assumes beyond the examples; it can be wrong", "CS181 3"),
        Definition("No free lunch", "without the possibility of error nothing is learned", "CS181 3"),
        Definition(
            "Hypothesis space", "the classifiers that a learner considers; each of them is a hypothesis", "CS181 3"
        ),
        Definition(
            "Restriction bias",
            "the space does not hold every classifier, as with conjunctions or at most k leaves",
            "CS181 3",
        ),
        Definition(
            "Conjunctive concept",
            "an AND of literals; a literal is a feature or its negation: X₁ ∧ ¬X₂ is one, X₁ ∨ ¬X₂ is none",
            "CS181 3",
        ),
        Definition(
            "Preference bias",
            "some hypotheses come before others, as smaller trees, the most specific or the most general concept",
            "CS181 3",
        ),
        Definition(
            "By a score or by a search",
            "a scoring function says which comes first; or a search process, where what it meets first wins: ID3 "
            "searches greedily",
            "CS181 3",
        ),
        Definition(
            "Best match", "if no hypothesis agrees with the examples, the one that is wrong least often", "CS181 3"
        ),
        Definition(
            "Inconsistent data",
            "then preference is traded for agreement: cost-complexity pruning and the bound (18.1) do so",
            "CS181 3",
        ),
        Definition(
            "Weaker bias, more data",
            r"k rows can be labelled in at most $2^k$ ways, so to tell all |H| hypotheses apart "
            "takes the labels of log₂ |H| rows or more; a single one of them may be settled by fewer",
            "CS181 3; the count is ours",
        ),
        Definition(
            "What to ask of a bias",
            "is the truth, or something close, in the space? Does it come first? Is the bias "
            "strong enough for so few examples?",
            "CS181 3",
        ),
        Definition(
            "No restriction",
            "every function of discrete features has a tree, so learning trees needs a preference",
            "CS181 4",
        ),
        Definition("Occam's razor", "of two explanations the simpler one: here, the shorter tree", "CS181 4"),
    ),
}
