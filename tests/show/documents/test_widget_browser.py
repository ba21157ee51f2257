"""The widget in a browser: a page stands for the notebook, its models for those of anywidget,
which Python's widgets answer."""

import json
from itertools import combinations

import pytest
from playwright.sync_api import expect

from dtlearn import PRUNERS, from_arrays, grow, load
from dtlearn.forest import ForestSettings, grow_forest
from tests.support.strategies import HOSTILE

# A model has what the front-end modules of anywidget may ask of one: get, set, on, off, save_changes.
NOTEBOOK = """
class Model {
  constructor(state, saved) {
    Object.assign(this, { state, saved, changed: {}, heard: new Map() });
  }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (this.state[name] === value) return;
    this.changed[name] = this.state[name] = value;
    this.heard.get(`change:${name}`)?.forEach((act) => act());
  }
  on(event, act) { this.heard.set(event, (this.heard.get(event) ?? new Set()).add(act)); }
  off(event, act) { this.heard.get(event)?.delete(act); }
  save_changes() { this.saved(JSON.stringify(this.changed)); this.changed = {}; }
}
window.models = [];
window.leave = [];
window.taken = []; // the keys that the notebook hears
addEventListener("keydown", (event) => window.taken.push(event.key));
window.display = async (state, which) => {
  const module = await import(URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" })));
  const model = window.models[which] ??= new Model(state, (changes) => window.python(which, changes));
  const el = document.body.appendChild(document.createElement("section"));
  window.leave.push(module.default.render({ model, el }));
};
"""


BOXES = "parts => parts.map(part => [part.className, part.getBoundingClientRect().toJSON()])"
WIDE = """nodes => Math.max(...nodes.flatMap(node => [...node.querySelectorAll("text:not(.branch)")].map(text =>
    text.getBoundingClientRect().width - node.querySelector(".shape").getBoundingClientRect().width)))"""


def meet(one, other):
    """Whether two boxes share more than a rim."""
    return all(
        min(one[end], other[end]) - max(one[start], other[start]) > 1
        for start, end in (("left", "right"), ("top", "bottom"))
    )


class Notebook:
    """A page with widgets of Python's on it."""

    def __init__(self, tab):
        self.tab, self.widgets = tab, []
        tab.expose_function("python", lambda which, changes: self.widgets[which].set_state(json.loads(changes)))
        tab.set_content(f"<button>a cell</button><script>{NOTEBOOK}</script>")

    def show(self, widget):
        """One more output that shows it."""
        if widget not in self.widgets:
            self.widgets.append(widget)
        names = ("step", "node", "_lesson", "_style", "_esm")
        state = {name: getattr(widget, name) for name in names}
        self.tab.evaluate("([state, which]) => display(state, which)", [state, self.widgets.index(widget)])
        return self.tab.locator("section").last

    def lead(self, widget, **values):
        """A cell sets what Python may set."""
        for name, value in values.items():
            setattr(widget, name, value)
            told = [self.widgets.index(widget), name, value]
            self.tab.evaluate("([which, name, value]) => models[which].set(name, value)", told)


@pytest.fixture
def notebook(tab):
    return Notebook(tab)


def test_python_reads_where_the_reader_is_and_leads_him(notebook):
    widget = grow(load("play_tennis")).steps().walkthrough().widget(1)
    section = notebook.show(widget)
    counter = section.locator(".counter")
    expect(counter).to_have_text("Step 1 of 8")
    section.get_by_role("button", name="Next").click()
    expect(counter).to_have_text("Step 2 of 8")
    assert widget.step == 2
    section.get_by_role("button", name="Next").press("ArrowRight")
    expect(counter).to_have_text("Step 3 of 8")
    assert widget.step == 3
    notebook.lead(widget, step=8)
    expect(counter).to_have_text("Step 8 of 8")
    section.get_by_role("treeitem").first.click()
    notebook.tab.wait_for_function("() => models[0].get('node') === 'r'")
    assert widget.node == "r"
    notebook.lead(widget, step=0, node="")
    expect(counter).to_have_text("Step 0 of 8")
    assert notebook.tab.wrong == []


def test_two_widgets_do_not_both_move_and_two_outputs_of_one_do(notebook):
    trace = grow(load("play_tennis"))
    one, other = trace.steps().walkthrough().widget(3), trace.steps().walkthrough().widget(3)
    sections = [notebook.show(widget) for widget in (one, other)]
    first, second = (section.locator(".counter") for section in notebook.tab.locator("section").all())
    assert len(sections) == 2
    notebook.tab.locator(".trees svg").first.click(position={"x": 5, "y": 5})  # a click brings the keys
    notebook.tab.keyboard.press("ArrowRight")
    expect(first).to_have_text("Step 4 of 8")
    expect(second).to_have_text("Step 3 of 8")
    notebook.tab.get_by_role("treeitem").first.hover()
    expect(notebook.tab.locator(".node.hot")).to_have_count(0)
    notebook.tab.get_by_role("button", name="a cell").press("ArrowRight")  # keys elsewhere move none
    expect(first).to_have_text("Step 4 of 8")
    expect(second).to_have_text("Step 3 of 8")
    notebook.show(one)
    expect(notebook.tab.locator(".counter").last).to_have_text("Step 4 of 8")
    notebook.tab.get_by_role("button", name="Next").last.click()
    expect(first).to_have_text("Step 5 of 8")
    assert (one.step, other.step) == (5, 3)


def test_keys_that_cut_and_delete_cells_stay_in_it(notebook):
    section = notebook.show(grow(load("or")).steps().walkthrough().widget())
    section.locator(".caption").click()
    for key in ("x", "d", "Enter", "ArrowDown", "Escape", "ArrowRight", "Control+s"):
        notebook.tab.keyboard.press(key)
    assert notebook.tab.evaluate("taken") == ["Control", "s"]


def test_it_leaves_nothing_behind(notebook):
    section = notebook.show(grow(load("or")).steps().walkthrough().widget())
    expect(section.locator(".counter")).to_be_visible()
    notebook.tab.evaluate("leave[0]()")
    assert section.inner_html() == ""
    assert notebook.tab.evaluate("[...models[0].heard.values()].map((acts) => acts.size)") == [0, 0]


@pytest.mark.parametrize("width", [1000, 480])
def test_it_keeps_to_its_place_however_wide_that_is(notebook, width):
    section = notebook.show(grow(load("iris")).steps().walkthrough().widget(4))
    notebook.tab.evaluate(f"document.querySelector('section').style.width = '{width}px'")
    box = section.locator(".widget").bounding_box()
    assert (box["width"], box["height"]) == (width, 720)
    tree, side = (section.locator(name).bounding_box() for name in (".trees", ".tables"))
    assert (side["x"] > tree["x"] + tree["width"]) == (width > 700)
    over = section.locator(".widget").evaluate("box => box.scrollHeight - box.clientHeight")
    assert (over > 0) == (width < 700)
    assert section.locator(".widget").evaluate("box => box.scrollWidth - box.clientWidth") == 0


@pytest.mark.parametrize("width", [1100, 1000, 480])
@pytest.mark.parametrize("lesson", ["growth", "pruning", "forest"])
def test_nothing_in_it_covers_anything_else_and_words_stay_in_their_nodes(notebook, lesson, width):
    trace = grow(load("iris"))
    made = {
        "growth": lambda: trace.steps().walkthrough(),
        "pruning": lambda: PRUNERS["weakest_link"](trace).walkthrough(),
        "forest": lambda: grow_forest(load("iris"), ForestSettings(n_trees=5)).walkthrough(),
    }
    section = notebook.show(made[lesson]().widget(2))
    notebook.tab.evaluate(f"document.querySelector('section').style.width = '{width}px'")
    expect(section.get_by_role("treeitem")).not_to_have_count(0)
    parts = section.locator(".left > *, .side > *, .stage > :not(.main)").evaluate_all(BOXES)
    boxes = [(name, box) for name, box in parts if box["width"] and box["height"]]
    met = [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if meet(one, other)]
    assert met == []
    assert section.locator(".node").evaluate_all(WIDE) <= 0


def test_it_takes_the_colours_of_the_notebook(notebook):
    section = notebook.show(grow(load("or")).steps().walkthrough().widget())
    seen = []
    for scheme in ("light", "dark"):
        notebook.tab.evaluate(f"document.body.style.colorScheme = '{scheme}'")
        seen.append(section.locator(".widget").evaluate("box => getComputedStyle(box).backgroundColor"))
    assert seen == ["rgb(255, 255, 255)", "rgb(14, 17, 23)"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_runs_or_asks_for_anything(notebook, name):
    data = from_arrays([[name], ["b"]], [f"{name}x", "no"], [f"{name}!"], name=name)
    section = notebook.show(grow(data).steps().walkthrough().widget(1))
    expect(section.locator(".counter")).to_have_text("Step 1 of 3")
    assert section.locator("img, script, iframe, a").count() == 0
    assert all(url.startswith(("about:", "blob:")) for url in notebook.tab.asked)
