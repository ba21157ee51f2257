"""A tree and its code word side by side: the word symbol by symbol, the tree as far as it is written or read."""

from dataclasses import dataclass, replace

from dtlearn.bound.prefix_code import CodeError, Reading, alphabet, block, decode, encode, parse, read, tokens
from dtlearn.data.dataset import Dataset
from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import listing, many, shorten
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import LINE, tree_view
from dtlearn.trees.sketch import plant, sketch
from dtlearn.trees.tree import Node, Tree

WAYS = {"write": "Write: tree → word", "read": "Read: word → tree"}
_LONG_WAY = 6  # answers on the way to a node, all told up to here
_BOX, _LEVEL = 34 + LINE, 46  # px: height of a node with one line under its title, room between two levels


@dataclass(frozen=True, eq=False)
class Word:
    """A word of the code, right or wrong, with the tree that a reader makes of it.

    tokens : its symbols by their names; one that cannot be right, and what comes after it, as it was typed.
    reading : what a reader knows at the end. end : every word of this code closes with END.
    tree : of ``reading``; a leaf stands where a subtree is missing. order : its node numbers, as the word tells them.
    problem : what is wrong, as a sentence; "" for the whole word of a tree. place : the token where that shows,
    len(tokens) where something is missing at the end.
    """

    tokens: tuple[str, ...]
    reading: Reading
    end: bool
    tree: Tree
    order: tuple[int, ...]
    problem: str = ""
    place: int = -1

    @property
    def n(self) -> int:
        """Nodes that could be read."""
        return sum(place >= 0 for place in self.reading.places)

    @property
    def last(self) -> int:
        """Steps: one for each symbol up to the first wrong one."""
        return self.place + 1 if 0 <= self.place < len(self.tokens) else len(self.tokens)

    def missing(self, k: int) -> int:
        """Subtrees that are still to come after k symbols."""
        return 1 + sum(int(self.tree.n_children[i]) - 1 for i in self.order[: min(k, self.n)])

    def node(self, i: int) -> Node:
        """The node of symbol i, from 0."""
        return self.tree[self.order[i]]

    def open_places(self, k: int) -> list[Node]:
        """The places of the subtrees that are missing after k symbols, the next one first."""
        known = set(self.order[: min(k, self.n)])
        return [self.tree[i] for i in self.order if i not in known and (not i or int(self.tree.parent[i]) in known)]


def word_of(data: Dataset, text: str, end: bool = True) -> Word:
    """A typed word, over the alphabet of the data, and as much of a tree as it tells.

    >>> from dtlearn import truth_table
    >>> word_of(truth_table("or", 2), "x1 leaf0").problem
    'The word ends after 2 symbols, but 1 subtree is missing.'
    """
    schema, wrong = data.schema, None
    typed = tokens(text, schema, end)
    try:
        symbols = parse(text, schema, end)
    except CodeError as error:
        wrong, symbols = error, parse(" ".join(typed[: error.place]), schema, end)
    reading = read(symbols, schema, end)
    if reading.problem or not wrong:
        try:
            decode(symbols, schema, end)
        except CodeError as error:
            wrong = error
    names = alphabet(schema)
    right = len(symbols) if wrong is None else min(wrong.place, len(symbols))
    written = (*(names[s] for s in symbols[:right]), *typed[right:])
    tree = plant(data, reading.sketch)
    found = Word(written, reading, end, tree, tuple(tree.preorder()))
    return found if wrong is None else replace(found, problem=str(wrong), place=wrong.place)


def text_of(tree: Tree, end: bool = True) -> str:
    """The code word of a tree, as it is typed."""
    names = alphabet(tree.schema)
    symbols = encode(sketch(tree), tree.schema)
    return " ".join(names[s] for s in symbols[: None if end else -1])


def telling(word: Word) -> int:
    """The step to open at: what is wrong, or the first leaf, where the word begins to climb back."""
    if word.problem:
        return word.last
    return next(i for i in range(word.n) if word.node(i).split is None) + 1


# ---- the two pictures


def blocks(word: Word, k: int, way: str) -> list[dict]:
    """The word after k symbols, a block for each: plain data for the component.

    state : done, now, bad (it cannot be right), blank (not written yet), ahead (not read yet), unread (after a wrong
    one), gap (something is missing here).
    """
    names = alphabet(word.tree.schema)
    symbols = len(names) - (not word.end)
    found = []
    for i, token in enumerate(word.tokens):
        state = "done" if i < k - 1 else "now" if i == k - 1 else "blank" if way == "write" else "ahead"
        if word.problem and i >= word.place:
            state = "bad" if i == word.place else "unread"
        told, left = shorten(token, 20), word.missing(i + 1)
        right, node = state not in ("bad", "unread"), word.node(i) if i < word.n else None
        leaf = node is not None and node.split is None
        cls = int(word.tree.label[node.i]) if leaf else None
        bits = block(names.index(token), symbols) if right else "–"
        says = "not written yet" if state == "blank" else f"{told}, bits {bits}, then {many(left, 'subtree')} missing"
        found.append(
            {
                "step": min(i + 1, word.last),
                "state": state,
                "current": i == k - 1,
                "id": node_id(node.path) if node else None,
                "symbol": told,
                "bits": bits,
                "left": str(left) if right else "",
                "sign": class_sign(cls) if leaf else "",
                "colour": class_colour(cls) if leaf else "",
                "label": (
                    f"Symbol {i + 1}:"
                    f" {says if right else f'{told}, wrong here' if state == 'bad' else f'{told}, not read'}"
                ),
            }
        )
    if word.place == len(word.tokens):
        left, open_ = word.missing(len(word.tokens)), word.open_places(len(word.tokens))
        what = f"{many(left, 'subtree')} missing" if left else "END is missing"
        found.append(
            {
                "step": word.last,
                "state": "gap",
                "current": False,
                "id": node_id(open_[0].path) if open_ else None,
                "symbol": "?",
                "bits": "",
                "left": "",
                "sign": "",
                "colour": "",
                "label": f"The word ends too early: {what}",
            }
        )
    return found


def view(word: Word, k: int, way: str) -> dict:
    """The tree view after k symbols: read so far, with open places; or written so far, the rest dashed.

    The node of symbol k is lit, the one of the next symbol is marked as next.
    """
    tree, known = word.tree, min(k, word.n)
    shown = tree_view(tree, set(word.order[:known]) if way == "read" else None, part=False)
    at = {node_id(tree[i].path): j for j, i in enumerate(word.order)}
    for node in shown["nodes"]:
        j = at[node["id"]]
        here = word.node(j)
        place, says = where(here), _says(here)
        node |= {"counts": [], "h": _BOX, "y": int(tree.depth[here.i]) * (_BOX + _LEVEL), "step": j + 1}
        node["mark"] = "next" if j == known else None
        if j < known:
            node["lines"] = [f"{j + 1}: {word.tokens[j]}"]
            node["label"] = f"Symbol {j + 1}, {word.tokens[j]}: {place} {says}"
        elif way == "write":
            node |= {"kind": "open", "lines": ["next" if j == known else "not yet"], "mark": node["mark"]}
            node.pop("asks", None)  # nobody walks on from here yet
            node["label"] = f"Not written yet: {place} {says}"
        else:
            node["lines"] = ["next" if j == known else "later"]
            node["label"] = f"Still missing: {place}"
        node["tooltip"] = node["label"]
    shown["height"] = max(node["y"] + node["h"] for node in shown["nodes"])
    shown["lit"] = [node_id(word.node(k - 1).path)] if 0 < k <= word.n else []
    return shown


# ---- the same in words


def where(node: Node) -> str:
    """Where a node is: "the root", "X1 = 0, X2 = 1"; of a long way its ends."""
    if not node.i:
        return "the root"
    way = node.conditions
    told = [*way[:1], "…", *way[-2:]] if len(way) > _LONG_WAY else way
    return " ".join(", ".join(told).split())


def _at(node: Node) -> str:
    return f"the node at {where(node)}" if node.i else where(node)


def _says(node: Node) -> str:
    if node.split:
        return f"asks about {' '.join(node.split.title(node.tree.schema).split())}"
    return f"is a leaf that answers {' '.join(node.label.split())}"


def caption(word: Word, k: int, way: str) -> str:
    """One sentence or two: what symbol k says, and what is still to come.

    >>> from dtlearn import truth_table
    >>> caption(word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"), 3, "read")
    'Symbol 3, leaf0: the node at X1 = 0, X2 = 0 is a leaf that answers 0. 2 subtrees are still missing, next X1 = 0, X2
    = 1.'
    """
    if k == 0 and way == "read":
        return "The reader knows the alphabet, nothing else. One tree is to come: 1 subtree is missing, the whole tree."
    if k == 0:
        n = f"{word.n} nodes, so {word.n} symbols" if word.n > 1 else "One node, so one symbol"
        order = (
            "A node is written first, then its subtrees, from the first branch to the last: the order is called"
            " preorder."
        )
        return f"{n}{', then END' if word.end else ''}. {order}"
    if word.problem and k == word.place + 1:
        return word.problem
    if k > word.n:
        told = f" It was no news: since symbol {word.n} no subtree had been missing." if way == "read" else ""
        return f"Symbol {k}, END: the word is complete, {word.n} + 1 = {k} symbols.{told}"
    node, ends = word.node(k - 1), k == word.place == len(word.tokens)
    after = word.problem if ends else _next(word, k, way)
    return f"Symbol {k}, {word.tokens[k - 1]}: {_at(node)} {_says(node)}. {after}"


def why_only_read(word: Word) -> str:
    """Why a word that is no tree's cannot be written: it is not complete, it has a strange symbol, or one in a wrong
    place.

    >>> from dtlearn import truth_table
    >>> [why_only_read(word_of(truth_table("or", 2), text)) for text in ("x1 leaf0", "x1 x9", "leaf0 leaf1 END")]
    ['This code is not complete yet, so it can only be read.', 'x9 is not in the alphabet, so this code can only be read
    up to it.', \
'No tree has this code, so it can only be read up to the mistake.']
    """
    if word.place == len(word.tokens):
        return "This code is not complete yet, so it can only be read."
    if " the alphabet" in word.problem:  # which no symbol has, for it has no space
        return f"{shorten(word.tokens[word.place], 20)} is not in the alphabet, so this code can only be read up to it."
    return "No tree has this code, so it can only be read up to the mistake."


def _next(word: Word, k: int, way: str) -> str:
    """What follows symbol k, which wrote a node."""
    node, left, open_ = word.node(k - 1), word.missing(k), word.open_places(k)
    if not left:
        told = {
            ("write", True): "Every node is written: END follows.",
            ("write", False): "Every node is written, and the word ends here: there is no END to write.",
            (
                "read",
                True,
            ): "No subtree is missing any more: the reader knows that the tree ends here, and END is still to come.",
            ("read", False): "No subtree is missing any more, so the tree ends here: no END is needed.",
        }
        return told[way, word.end] if not word.problem or way == "write" else "No subtree is missing any more."
    if way == "write":
        return f"Next: {_at(open_[0])}."
    are = "is" if left == 1 else "are"
    if node.split:
        needs = many(len(node.children), "subtree")
        return f"It needs {needs}, so {left} {are} missing now, next {where(open_[0])}."
    return f"{many(left, 'subtree')} {are} still missing, next {where(open_[0])}."


def open_texts(word: Word, k: int, most: int = 6) -> list[str]:
    """The open places after k symbols, the next one first, and how many more there are."""
    open_, told = word.open_places(k), []
    for node in open_[:most]:
        way = node.conditions
        last = " ".join(", ".join(way[-2:]).split()) or where(node)
        told.append(shorten(f"… {last}" if len(way) > 2 else last, 70))
    return [*told, *([f"and {len(open_) - most} more"] if len(open_) > most else [])]


def unreached(word: Word) -> str:
    """One sentence for the word of a tree that asks a question again on its path; "" where none does.

    >>> from dtlearn import truth_table
    >>> unreached(word_of(truth_table("or", 2), "x1 x1 leaf0 leaf1 leaf1 END"))
    'x1? is asked again on its own path: a code word all the same, with 1 leaf that nothing can reach.'
    """
    if word.problem:
        return ""
    answers: dict[int, dict[int, int]] = {}  # what is known of the features at a node
    dead, again = set(), set()
    for i in word.order:  # a node comes after its parent
        node, above = word.tree[i], int(word.tree.parent[i])
        answers[i] = {}
        if i:
            asked, branch = word.tree[above].split.feature, int(word.tree.branch[i])
            if above in dead or answers[above].get(asked, branch) != branch:
                dead.add(i)
            answers[i] = {asked: branch} | answers[above]
        if node.split and node.split.feature in answers[i]:
            again.add(node.split.feature)
    if not again:
        return ""
    leaves = many(sum(word.tree[i].split is None for i in dead), "leaf")
    are, its = ("is", "its") if len(again) == 1 else ("are", "their")
    who = f"{listing(f'x{j + 1}?' for j in sorted(again))} {are} asked again on {its}"
    return f"{who} own path: a code word all the same, with {leaves} that nothing can reach."


def rings(way: str) -> dict[str, str]:
    """What the marks of a node mean, each by its look."""
    open_ = "not written yet" if way == "write" else "still missing"
    return {"thick": f"just {'written' if way == 'write' else 'read'}", "bold": "next", "open": open_}
