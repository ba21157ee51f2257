"""What stands above a lesson: its title, its tools, and once, in one sentence, what was wrong with the link."""

from collections.abc import Callable

import streamlit as st

from dtlearn.show.base.html import figure_html, title_html
from dtlearn.teaching.figures_and_errata import FIGURES
from pages.ui.kit import tables
from pages.ui.kit.codec import VERSION, Lost, Near, Unversioned
from pages.ui.kit.escape import md
from pages.ui.kit.session import session, state
from pages.ui.kit.tools import tools

OTHERS: dict[str, Callable[[], str]] = {}  # what of every link -> why it cannot be opened, "" if it can


def link_warning(wrong: list[str]) -> None:
    """One sentence, if the link could not be followed to the letter; its worked example belongs to it."""
    problems = {what: problem() for what, problem in OTHERS.items()}
    wrong = [*wrong, *(f"{what}=… cannot be opened: {tables.clause(why)}" for what, why in problems.items() if why)]
    near, lost, taken = ([one for one in wrong if isinstance(one, kind)] for kind in (Near, Lost, Unversioned))
    if lost:
        wrong, shown = lost, "Another data set is shown."
    elif len(taken) == len(wrong):
        shown = f"It is read as version {VERSION}; nothing is left out."
    elif len(near) + len(taken) == len(wrong):
        shown = "Shown is the nearest that exists."
    else:
        rest = "; where a number is out of range, the nearest that exists is shown" if near else ""
        shown = f"{'What cannot be read' if taken else 'That'} is left out{rest}."
    if wrong:
        st.warning(md(f"This link is not quite right: {'; '.join(wrong)}. {shown}"))


def question_line(
    question: str, do: str = "", last: int | None = None, answer: str = "", presented: bool = False
) -> None:
    """What the page asks, above its stage; a lecture hall has no room for it, if it is not to be ``presented``.

    do : what to press, until the last step was seen. answer : what stands there from then on, in the question's place.
    """
    if state()["present"] and not presented:
        return
    if answer:
        with st.container(key="dt-ask"):
            ask_and_answer(f"{question} {do}", answer, last)
        return
    st.container(key="dt-ask").markdown(f"{md(question)} *{md(do)}*" if do else md(question))
    if do:
        st.html(f'<style>body[data-far="{last}"] .st-key-dt-ask em {{ display: none; }}</style>')


def ask_and_answer(question: str, answer: str, last: int) -> None:
    """What the page asks; once the last step was seen its answer stands in its place, also for who steps back."""
    with st.container(key="dt-question"):
        st.container(key="dt-asks").markdown(md(question))
        st.container(key="dt-answer").markdown(md(answer))
    end = f'body[data-far="{last}"]'
    st.html(
        f"<style>{end} .st-key-dt-asks, body:not({end[4:]}) .st-key-dt-answer {{ display: none; }}"
        " [data-testid].st-key-dt-question { gap: 0 !important; }</style>"
    )


def requested_figure() -> None:
    """The figure of the notes that the link asked for, as long as its growth is on the screen,
    and the way back to it."""
    S, id_ = state(), session().address.figure
    for figure in FIGURES:
        moment = figure.moment
        here = moment and (S.get("data"), S.get("algorithm"), S.get("criterion"))
        if figure.id == id_ and here == (moment.data, moment.algorithm, moment.criterion):
            show = "agree" if figure.verdict == "agrees" else "differ"
            st.html(figure_html(figure, f"numbers?v={VERSION}&show={show}&figure={id_}"))


def with_tools(
    title: str, about: str, *keys: tuple[str, str], between: Callable[[], None] = lambda: None, asks: str = ""
) -> None:
    """The title, what stands between, the tools. keys : of the page, as in ``tools``; asks : as in ``title_html``."""
    with st.container(horizontal=True, vertical_alignment="center", key="dt-heading"):
        st.html(title_html(title, about, asks), width="stretch" if asks else "content")
        between()
        tools(*keys)
