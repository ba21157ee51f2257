"""The widget from Python: what it says, refuses and shows where no widget can be."""

import subprocess
import sys

import pytest
from traitlets import TraitError

from dtlearn import PRUNERS, grow, load
from dtlearn.show.documents.deck import deck_walkthrough
from dtlearn.teaching import worked_examples
from tests.support import ROOT

GROWTH = "import sys, dtlearn; walkthrough = dtlearn.grow(dtlearn.load('or')).steps().walkthrough(); "


@pytest.fixture(scope="module")
def walkthrough():
    return grow(load("play_tennis")).steps().walkthrough()


def test_it_begins_at_a_step_and_is_led_to_others(walkthrough):
    widget = walkthrough.widget(2)
    assert (widget.step, widget.node) == (2, "")
    assert repr(widget) == "Stage('PlayTennis': step 2 of 8)"
    widget.step, widget.node = 8, "r.2.1"
    assert repr(widget) == "Stage('PlayTennis': step 8 of 8)"
    assert PRUNERS["weakest_link"](grow(load("or"))).walkthrough().widget().step == 0


def test_what_the_walkthrough_does_not_have_is_refused_in_a_sentence(walkthrough):
    widget = walkthrough.widget(3)
    for step in (-1, 9):
        with pytest.raises(TraitError, match=f"^There is no step {step}: give one from 0 to 8.$"):
            widget.step = step
        with pytest.raises(TraitError, match="^There is no step"):
            walkthrough.widget(step)
    with pytest.raises(TraitError, match="^There is no node 'r.7': give"):
        widget.node = "r.7"
    assert (widget.step, widget.node) == (3, "")
    deck = deck_walkthrough(worked_examples.load("humidity"), lambda slide: None, lambda slide: "")
    with pytest.raises(ValueError, match="^A worked example is no widget"):
        deck.widget()


def test_where_no_widget_can_be_the_page_that_plays_is_shown_at_its_step(walkthrough):
    data, _ = walkthrough.widget(4)._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert data["text/html"] == walkthrough.frame_html(4)
    assert data["text/plain"] == "Stage('PlayTennis': step 4 of 8)"


def run(code):
    return subprocess.run([sys.executable, "-c", GROWTH + code], cwd=ROOT, capture_output=True, text=True)


def test_who_asks_for_no_widget_never_imports_anywidget():
    done = run("walkthrough.frame_html(); print(sorted({'anywidget', 'traitlets', 'ipywidgets'} & {*sys.modules}))")
    assert done.stdout == "[]\n", done.stderr


def test_without_anywidget_one_sentence_says_what_to_install():
    done = run("sys.modules['anywidget'] = None; walkthrough.widget()")
    said = 'A widget needs the package anywidget: python -m pip install "anywidget>=0.9,<1".'
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {said}"
    assert said.split('"')[1] == (ROOT / "requirements-notebook.txt").read_text().strip()
