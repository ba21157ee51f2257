"""What the reader of the page Forest does, what is mended of a link, and the document that follows from one."""

from dtlearn.data.numerals import exact
from dtlearn.exact.subcube_errors import MOST_BYTES
from dtlearn.forest.forest import bytes_of
from dtlearn.views.forest import charts, words
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.forest import scene as forestdata
from pages.ui.forest import trees
from pages.ui.kit import clouds, scene
from pages.ui.kit.documents import PART_FIELD, Document, part_of
from pages.ui.kit.fields import FRESH, can_be
from pages.ui.kit.scene import change, defaults, drop, within
from pages.ui.kit.session import state
from pages.ui.kit.tables import is_large


def ask(place: object) -> None:
    """A place of the plane is asked about; nothing for what is none."""
    try:
        x, y = (f"{float(v):.4f}".rstrip("0").rstrip(".") for v in place)
        state()["example"] = forestdata.AT.read(f"x{x or 0}_{y or 0}".replace("-0_", "0_"))
    except (TypeError, ValueError, OverflowError):
        return


def ask_new(values: object) -> None:
    """An example set by hand is asked about, its values as links say them; none for what is none."""
    S = state()
    try:
        row = list(map(float, FRESH.read(values).split("_"))) if values else []
    except (TypeError, ValueError):
        return
    if row and forestdata.drawn(S):  # the nearest that the picture has
        row = [min(max(v, lo), hi) for v, (lo, hi) in zip(row, charts.spans(*forestdata.parts_of(S)), strict=False)]
    S["example"] = "x" * bool(row) + "_".join(map(exact, row))


def ask_example(kind: str, i: int) -> None:
    """A test example ("t") or a training example ("s") is asked about; one that does not exist becomes the last."""
    S = state()
    S["example"] = f"{kind}{min(i, len(forestdata.parts_of(S)[kind == 't']) - 1) + 1}"


def pick(t: object) -> None:
    """A small tree is looked at; once more lets it go. t : its number, nothing for what is none."""
    S = state()
    if not isinstance(t, int) or not 1 <= t <= S["trees"]:
        return
    S["tree"], S["tree_node"] = None if S["tree"] == t else t, "r"


def turn(by: int) -> None:
    """Other small trees."""
    S = state()
    S["sheet"] = min(max(S["sheet"] + by, 1), trees.pages_of(S))


def preset(way: str) -> None:
    """One of the things that are called bagging or forest."""
    d = len(forestdata.parts_of(state())[0].schema.features)
    rows, node, tree = words.WAYS[way].draws
    other = {} if rows else {"sample": None}
    change(changed, boot=rows, features=None if node else d, sub=max(1, d // 2) if tree else None, **other)


def on_wine() -> None:
    """The same kind of forest where there are more features to draw from."""
    way = forestdata.way_of(state())
    change(other_data, data=forestdata.WINE)
    if way:
        preset(way)


def show_apart() -> None:
    """The next test example on which majority and mean of all trees differ."""
    S = state()
    S["step"] = S["trees"]
    found, now = trees.apart_of(S), trees.example_of(S)
    ask_example("t", next((i for i in found if now and now[0] == "t" and i > now[1]), found[0]))


def changed(before: dict) -> None:
    """Another forest, asked about the same point: all its trees if all were shown, else as many as before."""
    S = state()
    same = forestdata.parts_key(before) == forestdata.parts_key(S)
    if same and not before["example"] and not S["example"] and not trees.missing(before):
        S["example"] = f"t{trees.example_of(before)[1] + 1}"
    S["step"] = S["trees"] if before["step"] == before["trees"] else min(before["step"], S["trees"])
    S.update(tree=None, tree_node="r", node="")
    if S["example"].startswith("s") and not S["boot"]:
        S["example"] = ""
    S["sheet"] = min(S["sheet"], trees.pages_of(S))


def other_data(before: dict) -> None:
    """Other examples or features: what counted the old ones starts anew."""
    S = state()
    S.update(x=None, y=None) if S["data"] != before["data"] else None
    S.update(features=None, sub=None, sheet=1)
    other_part(before)


def other_part(before: dict) -> None:
    """Other training and test examples, or another number of them."""
    state().update(sample=None, example="")
    changed(before)


def land(S: dict) -> list[str]:
    """The same for the node, once the trees are there; without a tree it is one of the last that has voted."""
    if S["tree_node"] != "r" and S["tree"] is None:
        S["tree"] = max(S["step"], 1)
    there = S["tree_node"] == "r" or trees.node_of(S)
    return [] if there else drop(S, "tree_node", "r", "tree_node= does not exist in this tree")


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the forest into its range; answers what was wrong with the link."""
    return settle(S) + scene.land(S, S["trees"], lambda: S["trees"])


def settle(S: dict) -> list[str]:
    """The same for all but the step."""
    wrong = clouds.mend_axes(S, () if clouds.is_cloud(S["data"]) else clouds.numeric(S["data"]))
    train, _ = forestdata.parts_of(S)
    d, m = len(train.schema.features), len(train)
    for name, most in (("features", d), ("sub", d), ("sample", m)):
        wrong += within(S, name, 1, most)
    if bytes_of(train, forestdata.settings_of(S)) > MOST_BYTES:
        while S["trees"] > 1 and bytes_of(train, forestdata.settings_of(S)) > MOST_BYTES:
            S["trees"] //= 2
        wrong.append(
            f"so many trees would take too much memory: grown are {S['trees']}; choose smaller samples or trees for"
            " more"
        )
    if why := _no_point(S):
        wrong += drop(S, "example", "", f"example={why}")
    if S["tree"] and S["tree"] > S["trees"]:
        wrong += drop(S, "tree", None, f"tree={S['tree']} is outside 1 to {S['trees']}")
    return wrong + within(S, "sheet", 1, trees.pages_of(S))


def _no_point(S: dict) -> str:
    """Why nobody can ask about the point of a link; "" if one can."""
    at, parts = S["example"], forestdata.parts_of(S)
    if at[:1] in ("t", "s"):
        most = len(parts[at[0] == "t"])
        if not 1 <= int(at[1:]) <= most:
            return f"{at} is outside {at[0]}1 to {at[0]}{most}"
        if at[0] == "s" and not S["boot"]:
            return " is a training example, but without a bootstrap no tree leaves one out"
    elif at:
        if not can_be(at[1:], parts[0]):
            return " holds an example that cannot be"
        spans = charts.spans(*parts) if forestdata.drawn(S) else ()
        if not all(lo <= v <= hi for v, (lo, hi) in zip(trees.point_of(S), spans, strict=False)):
            return " lies outside the picture"
    return ""


def _document(S: dict) -> Walkthrough:
    """The votes on the example that is asked about, or a part of them."""
    S = defaults(forestdata.FIELDS) | S
    if wrong := settle(S):
        raise ValueError(f"This address cannot be read: {wrong[0]}.")
    if is_large(S["data"]) and trees.missing(S):
        raise ValueError("The forest of this table lasts: the page Forest shows how far it is.")
    return trees.walkthrough_of(S, part_of(S, trees.part_size(S), S["trees"] + 1))


DOCUMENT = Document("forest", (*forestdata.VOTES, forestdata.CURVE, PART_FIELD), _document)
