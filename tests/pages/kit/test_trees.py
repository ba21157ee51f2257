"""Any tree is drawn by Graphviz for who asks, on every page that draws one; the choice is the visitor's own."""

import pytest

from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.way import with_way
from pages.ui.boosting.lesson import LESSON as BOOSTING
from pages.ui.bound.lesson import LESSON as BOUND
from pages.ui.code.lesson import LESSON as CODE
from pages.ui.forest.lesson import LESSON as FOREST
from pages.ui.grow import lesson as grow
from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of, query_of
from pages.ui.kit.scene import EVERYWHERE
from pages.ui.lessons import PAGES
from pages.ui.limits.lesson import LESSON as LIMITS
from pages.ui.overfitting.lesson import LESSON as OVERFITTING
from pages.ui.pruning.lesson import LESSON as PRUNING
from pages.ui.regions.lesson import LESSON as REGIONS
from tests.support.apps import address, button, component, components, leads_back, opened, switched

# A link of every page on which a tree is drawn.
TREES = {
    "grow": {"step": 3, "row": 0},
    "byhand": {},
    "pruning": {},
    "bound": {},
    "code": {},
    "overfitting": {},
    "regions": {"node": "r.0"},
    "limits": {},
    "forest": {},
    "boosting": {},
    "unstable": {},
    "hard": {},
    "practice": {"kinds": "classify"},
    "own": {},
}

# The tree of a scene where a stage plays.
STAGED = {
    "grow": lambda S: grow.view_of(S, S["step"]),
    "bound": lambda S: BOUND.view(S, BOUND.telling(S)),
    "code": lambda S: CODE.view(S, CODE.telling(S)),
    "forest": lambda S: FOREST.view(S, FOREST.telling(S)),
    "boosting": lambda S: BOOSTING.view(S, BOOSTING.telling(S)),
    "limits": lambda S: LIMITS.view(S, LIMITS.telling(S)),
    "overfitting": lambda S: OVERFITTING.view(S, OVERFITTING.telling(S)),
    "regions": lambda S: REGIONS.view(S, REGIONS.telling(S)),
    "pruning": lambda S: PRUNING.view(S, PRUNING.telling(S)),
}


def trees(at):
    return [data for data in components(at) if "boxHeight" in data and "nodes" in data and "axes" not in data]


def drawn(at):
    return [chart.proto.spec for chart in at.get("graphviz_chart")]


def test_every_page_that_draws_a_tree_is_here():
    assert {page for page in PAGES if "view" in {field.name for field in fields_of(page)}} == set(TREES)


@pytest.mark.parametrize("page", [page for page in TREES if page not in STAGED])
def test_graphviz_draws_each_tree_of_a_page(page):
    found = trees(opened(page, v=1, **TREES[page]))
    assert found
    at = opened(page, v=1, view="graphviz", **TREES[page])
    assert not trees(at)
    assert drawn(at) == [tree_dot(view) for view in found]
    assert leads_back(at, page)
    button(at, "Interactive").click().run()
    assert trees(at) == found
    assert address(at)["view"] == "interactive"


@pytest.mark.parametrize("page", STAGED)
def test_graphviz_draws_the_tree_of_a_stage_which_then_tells_of_every_step(page):
    at = opened(page, v=1, view="graphviz", **TREES[page])
    assert component(at, "tells")["tells"]
    S = at.session_state["S"]
    assert drawn(at)[0] == tree_dot(with_way(STAGED[page](S), example=S.get("row")))
    assert leads_back(at, page)
    button(at, "Interactive").click().run()
    assert not component(at, "tells")["tells"]
    assert not drawn(at)
    assert address(at)["view"] == "interactive"


def test_the_choice_goes_with_the_visitor_from_page_to_page():
    at = opened("grow", v=1, view="graphviz")
    assert drawn(switched(at, "limits"))  # by the menu
    assert drawn(switched(at, "byhand", **query_of("byhand", algorithm="ID3 (UML)")))  # by a link of ours
    assert address(at)["view"] == "graphviz"
    assert trees(switched(at, "unstable", v=1, view="interactive"))  # by one that asks for it
    assert trees(switched(at, "byhand"))


def test_a_link_of_ours_leaves_the_visitors_own_to_them():
    assert not {"present", "speed", "view"} & set(query_of("grow", step=4))
    assert query_of("grow", step=4, view="graphviz")["view"] == "graphviz"
    values, wrong = decode(fields_of("grow") + EVERYWHERE, query_of("grow", step=4))
    assert (values["step"], values["view"], wrong) == (4, "interactive", [])
