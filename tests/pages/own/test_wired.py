"""The visitor's own tables on the pages that show one: hostile, unfit and large ones."""

import re
from functools import lru_cache
from random import Random

import pytest

import dtlearn
from dtlearn import Feature, from_arrays
from dtlearn.data import packing
from pages.ui.bound import trees
from pages.ui.forest import data as forests
from pages.ui.forest.lesson import LESSON as FOREST
from pages.ui.kit import kept, tables
from pages.ui.kit.table_store import Gone, Store, Stored
from pages.ui.pruning import lesson as prunings
from tests.support import owntables
from tests.support.apps import address, clean, counter, html, open_page, opened
from tests.support.strategies import HOSTILE

CARS = packing.pack(dtlearn.load("stopping_distance"))
PAGES = {"pruning": "data", "bound": "data", "code": "data", "forest": "data", "unstable": "data"}
# What each page shows of a hostile table beside its first screen, and the field that says which table.
SHOWN = {
    "pruning": ("data", [{"procedure": by, "held": 30} for by in dtlearn.PRUNERS] + [{"predict": 1}]),
    "bound": ("data", [{"way": "greedy"}, {"nodes": 0}]),
    "code": ("data", [{}, {"form": "asis", "panel": "alphabet"}]),
    "forest": ("data", [{"trees": 9, "matter": 1, "ticket": 1}, {"trees": 5, "example": "s1"}]),
    "unstable": ("data", [{"reveal": 1, "changes": "3x"}, {"sample": 2}]),
    "byhand": ("data", [{"finish": 1, "pick": 0, "show": "greedy"}]),
    "overfitting": ("data", [{}, {"step": 1, "noise": 0, "algorithm": "id3-uml"}]),
    "thresholds": ("data", [{"at": 5}, {"predict": 1}]),
    "limits": ("data", [{}]),
    "regions": ("data", [{}]),
}
NAMED = [(page, field, query) for page, (field, every) in SHOWN.items() for query in every]
FEW = from_arrays([[1.0]], ["a"], [Feature("x")], ("a", "b"))
TWO = from_arrays([[1.0], [2.0]], ["a", "b"], [Feature("x")], ("a", "b"))
NUMBERS = from_arrays([[float(i)] for i in range(5)], list(range(5)), [Feature("x")], regression=True)
MANY = from_arrays([["v"]] * 501, ["a"] * 501, [Feature("x", ("v", "w"))], ("a", "b"))

# The field, the table that is shown instead, and tables that the page cannot use.
UNFIT = {
    "pruning": ("data", "play_tennis", CARS, FEW),
    "bound": ("data", "play_tennis", CARS),
    "code": ("data", "or", CARS, FEW),
    "forest": ("data", "cloud-rings", NUMBERS, TWO),
    "unstable": ("data", "play_tennis", CARS, MANY),
    "overfitting": ("data", "cloud-rings", CARS, owntables.ONE_CLASS),
    "thresholds": ("data", "golf_numeric", owntables.WORDS, owntables.ONE_CLASS, owntables.WIDE),
    "limits": ("data", "cloud-rings", CARS, owntables.WORDS, owntables.WIDE, TWO),
    "regions": ("data", "iris", owntables.WORDS, owntables.WIDE),
}


@lru_cache
def hostile(numeric: bool) -> str:
    """A packed table that is hostile in every name, value and class; its last feature may be a number."""
    words = iter(HOSTILE * 2)
    dice, m = Random(1), 24
    features = [Feature(next(words), tuple(next(words) for _ in range(3))) for _ in range(11)]
    classes, target = [next(words) for _ in range(3)], next(words)
    columns = [[dice.choice(feature.values) for _ in range(m)] for feature in features]
    if numeric:
        features.append(Feature(next(words)))
        columns.append([dice.randrange(9) / 4 for _ in range(m)])
    rows = [list(row) for row in zip(*columns, strict=True)]
    labels = [classes[(features[0].values.index(row[0]) + dice.randrange(2)) % 3] for row in rows]
    card = dtlearn.data.dataset.Card(title="$x^2$ <b>bold</b>", story="`tick` *star* <script>x</script>")
    return packing.pack(from_arrays(rows, labels, features, classes, "hostile", target, card))


def large(m: int = 600, d: int = 10, values: int = 4000) -> dtlearn.Dataset:
    """A table that no link holds, and whose full trees are large."""
    dice = Random(2)
    rows = [[dice.randrange(values) / 4 for _ in range(d)] for _ in range(m)]
    labels = ["pq"[(sum(row[:2]) > values / 4) != (dice.random() < 0.3)] for row in rows]
    return from_arrays(rows, labels, [Feature(f"x{j}") for j in range(d)], ("p", "q"), "large")


def texts(at):
    for kind in ("markdown", "caption", "warning", "info", "success", "error"):
        yield from (element.value for element in getattr(at, kind))
    yield from (element.label for kind in ("radio", "button", "toggle") for element in getattr(at, kind))


@pytest.mark.parametrize(("page", "field", "query"), NAMED)
def test_a_hostile_table_opens_from_a_link_and_stays_text(page, field, query):
    name = hostile(numeric=page != "code")
    at = opened(page, **({"v": 1, field: name} | query))
    assert address(at)[field] == at.session_state["S"][field] == name
    assert "Your table: $x^2$ <b>bold</b>" in at.selectbox(key=f"w_{field}").options  # a menu takes it literally
    assert not re.search(r"<b>bold|<script>x|</td></table>|onclick='x|<<TABLE>>", html(at))
    for text in texts(at):
        assert not re.search(r"(?<!\\)\$x\^|(?<!\\)\*star|(?<!`)`tick`|<b>bold", text), text
    for last in [b for b in at.button if b.label == "Last" and not b.disabled and page != "code"]:
        last.click().run()


MARKED = [
    ("overfitting", "data", {"held": 30}, owntables.HOSTILE),
    ("pruning", "data", {"procedure": "reduced_error", "held": 30, "step": 1}, owntables.HOSTILE),
    ("thresholds", "data", {"at": 5, "feature": 1, "predict": 1, "guess": 3}, owntables.HOSTILE),
    ("limits", "data", {"x": 1, "y": -1, "limit": "error"}, owntables.HOSTILE),
    ("regions", "data", {"x": 1, "y": -1}, owntables.HOSTILE, owntables.NUMBERS),
    ("regions", "data", {"step": 1, "x": 0, "slices": "2:1", "node": "r.0"}, owntables.HOSTILE),
]


@pytest.mark.parametrize(
    ("page", "field", "query", "table"), [(*one[:3], table) for one in MARKED for table in one[3:]]
)
def test_a_hostile_title_and_names_of_numbers_stay_text(page, field, query, table):
    at = opened(page, **{"v": 1, field: table} | query)
    assert owntables.unescaped(at) == []
    assert at.selectbox(key=f"w_{field}").options[0].startswith("Your table: ![x]")


@pytest.mark.parametrize("page", UNFIT)
def test_a_table_that_cannot_be_used_gets_one_sentence_and_a_page(page):
    field, instead, *unfit = UNFIT[page]
    for table in ("~1abc", *unfit):
        at = open_page(page, **{"v": 1, "nosuch": 1, field: table if isinstance(table, str) else packing.pack(table)})
        assert len(at.warning) == 1
        lost = table == "~1abc"  # what else such a link says is about that table
        assert ("nosuch" not in at.warning[0].value) == ("Another data set is shown" in at.warning[0].value) == lost
        assert "nearest" not in at.warning[0].value
        assert ("cannot be opened" if table == "~1abc" else "cannot use") in at.warning[0].value
        assert at.session_state["S"][field] == instead


def opened_large(page: str, data: dtlearn.Dataset, **query):
    """A page with a table that no link holds."""
    return clean(open_page(page, **{"v": 1, PAGES[page]: tables.add_dataset(data)} | query))


def said(at) -> str:
    return " ".join(element.value for element in (*at.caption, *at.markdown)).replace("\\", "").replace("\u202f", "")


def test_a_large_table_is_pruned_from_a_tree_of_so_many_leaves():
    at = opened_large("pruning", large(), held=30)
    S = at.session_state["S"]
    assert "grows best first, up to 200 leaves" in said(at)
    assert prunings.settings_of(S | {"data": "titanic"}).max_leaf_nodes is None
    at.selectbox(key="w_folds").set_value(2).run()
    assert at.query_params["folds"] == "2"
    assert any("2 folds" in m.value for m in at.markdown)


def test_the_numbers_of_a_large_table_are_asked_at_some_thresholds():
    data = large(3000, 2, 40_000)
    at = opened_large("bound", data)
    assert counter(at).startswith("Step ")
    assert re.search(r"have [\d ]+ more thresholds than can be tried", said(at))
    assert not [one for one in at.selectbox if one.key == "w_nodes"]
    assert "too many for an exact search, and for a tree by every criterion" in said(at)
    assert at.segmented_control(key="w_way").options == ["greedy", "pruned"]
    assert trees.compared(at.session_state["S"] | {"data": "iris"})


def test_a_large_forest_grows_in_slices_as_it_would_at_once(monkeypatch):
    monkeypatch.setattr(forests, "FIRST", 1)
    monkeypatch.setattr(forests, "SHORT", -1)
    at = opened_large("forest", large(300, 14), trees=7, matter=1)
    assert "up to 200 leaves" in said(at)
    assert forests.n_grown(at.session_state["S"]) == 7
    S = FOREST.scene(data="iris", trees=5, seed=77)
    assert forests.is_missing(S)
    assert list(forests.growing(S)) == [1, 2, 3, 4, 5]
    assert not forests.is_missing(S)
    assert not forests.is_missing(S | {"trees": 3})
    once = forests.grow_forest(forests.parts_of(S)[0], forests.settings_of(S))
    for a, b in zip(forests.forest_of(S).trees, once.trees, strict=True):
        assert (a.feature.tolist(), a.counts.tolist()) == (b.feature.tolist(), b.counts.tolist())


def test_results_of_large_tables_share_a_bounded_room(monkeypatch):
    made, data = [], large(500, 9)
    monkeypatch.setattr(kept, "LARGE_ONES", kept.Results(2 * data.X.size))

    @kept.cached(9)
    def double(name: str, k: int) -> int:
        made.append(k)
        return 2 * k

    name = tables.add_dataset(data)
    small = packing.pack(dtlearn.load("or"))
    assert tables.is_large(name)
    assert not tables.is_large(small)
    assert not tables.is_large("~1 no table")
    assert data.X.size > tables.LARGE
    assert [double(name, k) for k in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert made == [1, 2, 3, 2]  # of two it keeps the two latest
    assert [double(small, 1), double(small, 1)] == [2, 2]
    assert made == [1, 2, 3, 2, 1]
    assert [double.holds(name, k) for k in (1, 2, 3)] == [True, True, False]
    other = tables.add_dataset(large(499, 9))
    double(other, 1)
    assert [double(name, 2), double(name, 1)] == [4, 2]
    assert made[-2:] == [1, 1]  # the room is that of all large tables


def test_of_two_results_made_at_the_same_time_both_get_the_first():
    """Some are filled by whoever asks: there is one of them."""
    results, first = kept.Results(9), []
    assert results.put(("a",), first, 1) is first
    assert results.put(("a",), [], 1) is first
    assert results.put(("b",), 2, 9) == 2
    assert (("a",) in results, results.get(("a",)), results.get(("b",))) == (False, (), (2,))


def test_the_process_holds_so_many_bytes_of_tables_and_so_many_tables():
    every = [large(40 + k, 4) for k in range(4)]
    size = Stored(every[0], (packing.write_csv(every[0]), packing.write_card(every[0]))).size
    for store in (Store(room=4 * size - 1), Store(most=3)):
        names = [store.put(data) for data in every[:3]]
        assert store.put(every[0]) == names[0]  # the content is the name; it is the latest now
        store.get(names[1])
        names.append(store.put(every[3]))
        with pytest.raises(Gone, match="does not hold it"):
            store.get(names[2])
        assert [store.get(names[k]).data.X.tolist() for k in (0, 1, 3)] == [every[k].X.tolist() for k in (0, 1, 3)]
        table, card = store.get(names[0]).files
        assert store.put(packing.read_pair(table.encode(), card.encode())) == names[0]  # as a browser brings it back


def test_the_page_of_the_own_table_leads_to_the_others():
    for name, leads in (
        ("play_tennis", {"pruning", "bound", "code", "forest", "unstable"}),
        ("golf_numeric", {"pruning", "bound", "forest", "unstable"}),
        ("or", {"pruning", "bound", "code", "unstable"}),
        ("stopping_distance", {"forest"}),
    ):
        data = packing.pack(dtlearn.load(name))
        at = open_page("own", v=1, data=data)
        links = {link.proto.page: link.proto.query_string for link in at.get("page_link")}
        assert {page for page in PAGES if page in links} == leads
        assert all(f"{PAGES[page]}=~1" in links[page] or f"{PAGES[page]}=%7E1" in links[page] for page in leads)
