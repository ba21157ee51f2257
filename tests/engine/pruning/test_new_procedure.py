"""A new pruning procedure shows everywhere by itself: it is one value, and nobody else knows it by name."""

import importlib
from dataclasses import replace

import numpy as np
import pytest

from dtlearn import grow, hold_out, load
from dtlearn.growing.errors import Losses
from dtlearn.pruning.edit import Action, Alternative, Layout, Procedure, PruneStep, Pruning
from dtlearn.pruning.objectives import DEFAULT
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.base.text import NUMBERS
from dtlearn.show.paper.blocks import Code, blocks
from dtlearn.show.pruning import procedures, tables
from dtlearn.show.pruning import words as pruning
from dtlearn.show.pruning.tree import SHOWS, pruned_view
from dtlearn.teaching.worked_examples import Deck, Slide
from dtlearn.trees.pseudocode import Pseudocode, lines
from pages.ui import lessons
from pages.ui.examples import paper
from pages.ui.kit.codec import encode
from pages.ui.pruning import lesson as prunings
from pages.ui.pruning import words as page
from pages.ui.serving import walkthroughs
from tests.support.apps import caption, component, leads_back, open_page

IRIS = hold_out(load("iris"), 0.3, seed=1)


def _few(procedure, trace, settings, held):
    """A node with fewer than 10 examples becomes a leaf."""
    tree, layout = trace.tree, Layout(trace.tree)
    nodes, label = layout.children_first(tree), tree.label.tolist()
    changed = tuple(((p, Action.LEAF, label[p]),) if tree.n[p] < 10 else () for p in nodes)

    def size(k):
        small = found.tree_at(k)
        return len(small), small.n_leaves, small.n_wrong

    def explain(_, k):
        p, n, taken = nodes[k], int(tree.n[nodes[k]]), int(bool(changed[k]))
        both = (
            Alternative(p, Action.KEEP, None, None, 10, *size(k)),
            Alternative(p, Action.LEAF, label[p], None, n, *size(k + 1)),
        )
        return PruneStep(k, p, both, taken, (both[taken],), n)

    none = np.zeros(len(nodes) + 1, int)
    found = Pruning(trace, held, procedure, settings, layout, changed, none, none, none, tuple(none), explain)
    nodes_, leaves, wrong = np.array([size(k) for k in range(len(none))]).T
    return replace(found, n_nodes=nodes_, n_leaves=leaves, n_wrong=wrong)


CODE = Pseudocode(
    "Few(T)",
    "nobody",
    lines("Few(T)", "  each node of fewer than 10 becomes a leaf"),
    {"look": 1, "leaf": 2, "keep": 2},
)
# A procedure of another kind, and those there are under names that nobody knows.
NEWCOMERS = {
    "few_examples": Procedure("few_examples", "a test", _few, CODE, reads=("threshold", "prune_ties"), minimises=False),
    **{f"new_{name}": replace(one, name=f"new_{name}", source="a test") for name, one in PRUNERS.items()},
}


@pytest.fixture(params=("few_examples", "new_reduced_error"))
def newcomer(request, monkeypatch):
    """A procedure with no word said of it in ``dtlearn.show``, in an app that starts with it."""
    monkeypatch.setitem(PRUNERS, request.param, NEWCOMERS[request.param])
    for module in (prunings, lessons, paper):
        importlib.reload(module)
    monkeypatch.setitem(walkthroughs.DOCUMENTS, "pruning", prunings.LESSON.made_of)
    yield request.param
    monkeypatch.undo()
    for module in (prunings, lessons, paper):
        importlib.reload(module)


@pytest.fixture(params=NEWCOMERS)
def found(request, monkeypatch):
    monkeypatch.setitem(PRUNERS, request.param, NEWCOMERS[request.param])
    train, held = IRIS
    return PRUNERS[request.param](grow(train), held=held)


def opened(newcomer, **more):
    scene = {f.name: f.default for f in prunings.LESSON.fields} | {
        "procedure": newcomer,
        "data": "iris",
        "held": 30,
        "step": 1,
    }
    return open_page("pruning", **encode(prunings.LESSON.fields, scene | more))


def title(newcomer):
    return newcomer.replace("_", " ").capitalize()


def test_every_view_shows_it(found):
    training = [Losses("training", tuple(found.n_wrong.tolist()), len(found.data))]
    assert len(pruning.marks(found)) == sum(map(bool, found.changed))
    for k, step in enumerate(found.steps):
        rows = tables.rows(found, step, step.chosen)
        assert len(rows) == len(step.alternatives)
        assert all(len(row["cells"]) + 2 == len(tables.columns(found)) for row in rows)
        assert all(row["name"] for row in rows)
        for i in range(len(rows)):
            assert tables.arithmetic(found, step, i).startswith(r"\begin{aligned}")
            assert tables.remark(found, step, i)
        assert pruning.caption(found, k + 1)
        assert pruning.question(found, k)
        taken = pruning.token(found, step.applied[0])
        assert taken in pruning.options(found, k)
        assert pruning.graded(found, k)[taken][1].startswith("Right: ")
        assert pruning.event(found, k + 1) in found.procedure.code.at
        assert all(pruned_view(found, k + 1, show)["nodes"] for show in SHOWS)
    assert tables.state_rows(found, training)
    assert f">{title(found.procedure.name).partition(',')[0]}" in page.rivals_html([("x", found, 1, training)])


def test_the_page_offers_it_and_compares_it(newcomer):
    at = opened(newcomer, step=0)
    assert not at.warning
    assert title(newcomer) in at.selectbox(key="w_procedure").options
    said = " ".join(one.value for one in (*at.markdown, *at.caption)).replace("\\", "").replace("\u2060", "")
    assert said.count(f"{title(newcomer)}: a test.") == 2  # in the question, among the sources
    played = component(at, "tells")
    assert f"{title(newcomer)}: a test." in played["frame"]["says"]
    assert PRUNERS[newcomer].code.source in [code["source"] for code in played["document"]["code"]]
    htmls = [one.proto.body for one in at.get("html")]
    table = next(body for body in htmls if "pruned by each procedure" in body)
    assert table.count(f"procedure={newcomer}&") == (2 if "objective" in PRUNERS[newcomer].reads else 1)
    assert leads_back(at, "pruning")
    assert caption(opened(newcomer, step=9999))


def test_its_controls_follow_from_the_settings_that_it_reads(newcomer):
    at = opened(newcomer)
    shown = {one.key for kind in ("selectbox", "toggle", "select_slider") for one in at.get(kind)}
    read = PRUNERS[newcomer].settings_read(DEFAULT)
    for name, setting in prunings.HOW.items():
        assert (f"w_{setting.name}" in shown) == (name in read)


def test_it_can_be_predicted_and_its_folds_are_offered_where_it_has_prices(newcomer):
    at = opened(newcomer, predict=True, step=0)
    assert component(at, "tells")["frame"]["choices"]
    at = opened(newcomer, folds=2)
    prices = PRUNERS[newcomer](grow(IRIS[0]), held=IRIS[1]).alphas
    assert ("2 folds" in " ".join(m.value for m in at.markdown)) == bool(prices)


def test_it_gets_the_validation_examples_that_it_needs(newcomer):
    at = opened(newcomer, held=0)
    assert bool(at.info) == PRUNERS[newcomer].held
    assert ("validation" in component(at, "tells")["document"]) == PRUNERS[newcomer].held


def test_it_goes_on_paper_with_code_that_runs(newcomer):
    query = encode(
        prunings.LESSON.fields, {f.name: f.default for f in prunings.LESSON.fields} | {"procedure": newcomer, "step": 1}
    )
    deck = Deck("A deck", "", "", (Slide("pruning", tuple(query.items()), "Look."),))
    sheet = paper.paper_of(deck, "https://x")
    words = " ".join(getattr(block, "text", "") for block in blocks(sheet, True))
    assert title(newcomer) in words
    if not PRUNERS[newcomer].held:
        assert any(isinstance(block, Code) for block in blocks(sheet, True))
        assert f"PRUNERS[{newcomer!r}]" in words


def test_texts_count_it(newcomer):
    about = next(entry.about for chapter in lessons.CHAPTERS for entry in chapter.entries if entry.name == "pruning")
    assert f" {NUMBERS[len(PRUNERS)]} procedures," in about


def test_words_that_are_written_for_it_are_shown(newcomer, monkeypatch):
    words = procedures.Procedure("The newcomer, slowly", "short words", "long words", lambda pruning, step: "A step.")
    monkeypatch.setitem(procedures.PROCEDURES, newcomer, words)
    at = opened(newcomer, show="after")  # an address of its own: documents are kept
    assert any("short words What is cut?" in m.value for m in at.markdown)
    assert caption(at).startswith("A step.")
    assert any("The newcomer" in one.proto.body and "slowly" not in one.proto.body for one in at.get("html"))
    assert prunings.held_of(at.session_state["S"]) == 30
