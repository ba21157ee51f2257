"""The parts of the page Practice: the set and its exercises, the worked example that fades, the reader's own tree."""

import streamlit as st

from dtlearn.show.base import html
from dtlearn.show.base.arithmetic import aligned, narrow
from dtlearn.show.base.text import NUMBERS
from dtlearn.show.practice import blanks as answers
from dtlearn.show.practice import mistakes
from dtlearn.show.practice.kinds import words_of
from dtlearn.show.practice.questions import FORMULA, ROUNDING, Written
from dtlearn.teaching.exercises import KINDS
from dtlearn.teaching.faded import FADED_STAGES
from pages.ui.components.blanks import blanks
from pages.ui.components.practicecopy import practicecopy
from pages.ui.components.skillmark import skillmark
from pages.ui.components.skills import skills
from pages.ui.kit import tables
from pages.ui.kit.controls import select
from pages.ui.kit.escape import md
from pages.ui.kit.fields import fit_fresh
from pages.ui.kit.frame import more_settings
from pages.ui.kit.handout import hand_out
from pages.ui.kit.scene import bind_widget, change, widget_args
from pages.ui.kit.session import deferred, memory, state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk
from pages.ui.practice import data, own_tree, scene
from pages.ui.practice.data import MADE
from pages.ui.practice.own_tree import grid, tall
from pages.ui.practice.scene import Asked

KEYS = (("Enter", "the next blank; then check; then the next exercise"), ("Tab, ↑ ↓", "go through blanks and choices"))
STAGES = ("all shown", "gain blank", "results blank", "numbers blank", "formulas blank")
ANY = 10**15  # wide, for out of its limits a number field refuses in silence
_BELOW = """:is(.st-key-ex-card, .st-key-ex-card > *) > [data-testid=stHorizontalBlock] { flex-direction: column; }
:is(.st-key-ex-card, .st-key-ex-card > *) > [data-testid=stHorizontalBlock] > * { width: 100% !important;
  flex: none !important; }"""
# A question is read from the last row; on a phone the tables keep their own sideways scroll.
_STYLE = """<style>
.st-key-ex-question { scroll-margin-top: 8rem; } .st-key-ex-question p { font-size: 1.25rem; line-height: 1.4; }
.st-key-ex-places [data-testid=stButtonGroup] > div { flex-wrap: wrap; }
.st-key-ex-places [data-testid=stElementContainer]:has(.dt-score:empty) { position: absolute; } /* it takes no gap */
.st-key-ex-feedback p { font-size: 1.05rem; }
/* A slide is one way to practise. */
body:has(.st-key-deck-settings) [class*=st-key-dt-bar-practice] .st-key-w_mode { display: none; }
/* In a chapter one button leads on: to what comes next. */
body[data-mastered]:has(.st-key-dt-deck) .st-key-ex-card { --dt-go: transparent; --dt-go-ink: currentColor; }
.st-key-dt-more button[data-testid$=pillsActive], .st-key-dt-more button[aria-pressed=true] { color: inherit;
  font-weight: 700; border-width: 2px; }
@media (max-width: 1000px) { BELOW }
@media (min-width: 1100px) { /* beside the title, which a slide does not show */
  body:not(:has(.st-key-dt-deck)) [class*=st-key-dt-bar-practice] { align-self: flex-end;
    width: auto !important; margin-top: -2.7rem; }
  body:not(:has(.st-key-dt-deck)) .st-key-dt-bar-practice-presented { margin: -1.9rem 6.5rem 0 0; } }
/* The ways to practise in one row of a phone. */
@media (max-width: 640px) {
  :is(.st-key-w_mode, .st-key-w_level) [data-testid=stButtonGroup] > div { flex-wrap: nowrap; }
  :is(.st-key-w_mode, .st-key-w_level) [data-testid=stButtonGroup] button { padding: 0 .5rem;
  margin: 0 .25rem 0 0 !important; }
}
</style>"""


# A question on a picture stands above it: picture and blanks take both columns.
_WIDE = f"<style>{_BELOW}</style>"


def choices(s: dict) -> None:
    """In the sidebar: what an example is about."""
    if found := {"faded": _faded_choices, "own": own_tree.choices}.get(s["mode"]):
        found()


def _set_details(S: dict) -> None:
    st.pills(
        "Kinds",
        list(KINDS),
        format_func=lambda kind: words_of(kind).title,
        selection_mode="multi",
        **widget_args("w_kinds", list(S["kinds"]), _choose_kinds),
    )
    left, right = st.columns(2)
    left.number_input("How many", 1, 30, **bind_widget("count", scene.resize))
    _seed(right)
    st.button("New numbers", icon=":material/casino:", on_click=scene.new_set, width="stretch")
    st.link_button("Open the set without answers", scene.share_link(S), icon=":material/link:", width="stretch")
    practicecopy({"link": scene.share_link(S), "text": "Copy its link"}, "ex_copy")
    st.caption(
        "The address of the page holds the set and your answers: a reload keeps them, and who gets the address sees"
        " them. The link above is the set alone; it gives everyone the same exercises."
    )


def _seed(place) -> None:
    place.number_input("Seed", -ANY, ANY, **bind_widget("seed", scene.sow))
    if why := deferred("seed"):
        st.warning(why)


def _choose_kinds(chosen: list[str]) -> None:
    change(scene.restart, kinds=tuple(kind for kind in KINDS if kind in chosen) or tuple(KINDS))


def _faded_choices() -> None:
    S = state()
    titles = {name: "Invented numbers" if name == MADE else tables.title(name) for name in data.fading_names()}
    st.selectbox(
        "Data set",
        list(titles),
        format_func=titles.get,
        **bind_widget("data", scene.other_example, data.fading_name(S)),
    )
    if data.fading_name(S) == MADE:
        _seed(st)
    names = data.features_of(S)
    select("Feature", names, "feature", scene.other_example)
    st.caption(
        f"The same sum {NUMBERS[FADED_STAGES]} times, each time with more left blank: the best way from an example to"
        f" doing it alone. A table of your own stands in the list if it has classes, up to {data.MOST_ROWS} rows and a"
        " nominal feature of few values."
    )


def body() -> None:
    """What is practised."""
    st.html(_STYLE.replace("BELOW", _BELOW))
    fit_fresh(state(), scene.walks_of(state()))  # no other exercise has this one's example
    {"skills": cards, "set": exercise, "faded": worked, "own": own_tree.own}[state()["mode"]]()


# ---- skills


def cards() -> None:
    """The skills by topic; one click practises one."""
    topics = dict.fromkeys(kind.topic for kind in KINDS.values())
    told = [
        {
            "title": topic,
            "skills": [
                {
                    "name": name,
                    "title": (words := words_of(name)).title,
                    "short": words.short,
                    "tiny": words.tiny,
                    "before": [before for before in kind.before if before in KINDS],
                }
                for name, kind in KINDS.items()
                if kind.topic == topic
            ],
        }
        for topic in topics
    ]
    skills({"topics": told}, "ex_skills", scene.practise)


# ---- exercises


def exercise() -> None:
    """The place in the set, the question, the blanks, what an answer was worth."""
    S = state()
    _places(S)
    one = scene.asked(S)
    st.html(_WIDE if _alone(one.sheet) else "<style></style>")
    with st.container(key="ex-card"):
        # The same two columns for all kinds: the blanks stay in their place, and with them the focus.
        left, right = st.columns([1, 1], gap="large")
        with left:
            _question(one)
        with right:
            _blanks(one)
            _after(one)
            _hints(one, S)
    paper()
    if not S["student"]:
        with more_settings():
            _set_details(S)


def paper() -> None:
    """The set as a worksheet with its key."""
    S = dict(state())  # the file is made later, when the reader may be elsewhere
    root = (st.context.url or "").rpartition("/")[0]
    link = f"{root}/{scene.share_link(S)}" if root else ""
    with st.expander("Hand-out: this set on paper"):
        hand_out(lambda: scene.sheet_of(S, link), f"practice-{S['level']}-{S['seed']}", kinds=False)


def _places(S: dict) -> None:
    right, answered, done = scene.score(S)
    with st.container(horizontal=True, vertical_alignment="center", key="ex-places"):
        st.segmented_control(
            "Exercise",
            range(S["count"]),
            format_func=lambda i: f"{i + 1} {scene.mark_of(S, i)}".strip(),
            required=True,
            label_visibility="collapsed",
            width="content",
            **widget_args("w_ex_place", S["exercise"], scene.go),
        )
        told = ""  # on the way the marks say it, and the three in a row
        if done == S["count"]:
            told = f"{right} of {answered} right" if answered else f"{done} exercise{'s' * (done > 1)}"
            told += ": the set is done."
        st.html(f"<p class='dt-score' role='status'>{told}</p>", width="content")
        kind = scene.asked(S).exercise.kind
        told = {"skill": kind, "title": words_of(kind).title, "result": memory(scene.Tried).result}
        skillmark(told, "ex_skill", width="content")
        if n := scene.left():
            st.button(f"Back to your unfinished set ({n} answered)", icon=":material/undo:", on_click=scene.back)


def _alone(sheet: Written) -> bool:
    """Whether the question has nothing to look at but the picture on which it is answered."""
    instead = (sheet.picture or {}).get("instead")
    return bool(sheet.picture) and not (sheet.tables and instead != "tables") and not (sheet.tree and instead != "tree")


def _question(one: Asked) -> None:
    with st.container(key="ex-question"):
        for paragraph in one.sheet.question:
            st.markdown(md(paragraph))
    if one.sheet.counts:
        st.html(html.examples_html(one.sheet.counts))
    instead = (one.sheet.picture or {}).get("instead")
    for table in one.sheet.tables if instead != "tables" else ():
        grid(table)
    if one.sheet.walks:
        walk = Walk(one.exercise.trace.data)
        view = walk.down(one.sheet.walks, one.sheet.tree)
        if instead != "tree":
            tree(view, "ex_tree_view", tall(view), small=True)
        walk.draw()
    elif one.sheet.tree:
        tree(one.sheet.tree, "ex_tree_view", tall(one.sheet.tree), small=True)


def _blanks(one: Asked) -> None:
    picture = one.sheet.picture
    if picture and picture["instead"] == "tree":
        walk = Walk(one.exercise.trace.data)
        picture = picture | {"view": walk.down(one.sheet.walks, one.sheet.tree) if one.sheet.walks else one.sheet.tree}
    view = answers.answers_view(
        one.exercise,
        one.sheet,
        one.said,
        one.grade,
        closed=one.shown,
        again=one.retries,
        picture=picture,
        next_="Now you: next exercise" if one.read else "Next exercise",
        check="Check again" if one.retries else "Check",
        id_=one.name,
        words=_unread(one),
        verdict=_verdict(one),
    )
    blanks(view, "ex_blanks", scene.answer, scene.onward)
    _rounding(one)


def _rounding(one: Asked) -> None:
    if any(blank.kind == "number" for blank in one.exercise.blanks) and not one.done:
        st.caption(md(ROUNDING))


def _unread(one: Asked) -> str:
    """What is said to an answer that is none, as long as it stands there."""
    return f"Write a number like 0.247, or a formula like {FORMULA}." if memory(scene.Tried).unread == one.name else ""


def _verdict(one: Asked) -> tuple[str, ...]:
    """What the answers were worth, below the button that checks them."""
    if one.read:
        return ("This one is worked out for you. Read it, then try the next one.",)
    if not any(one.grade.marks.values()):
        return ()
    return mistakes.feedback(one.exercise, one.grade, one.said, one.done)


def _after(one: Asked) -> None:
    """The whole arithmetic, once there is nothing left to answer."""
    if not one.done:
        return
    with st.container(key="ex-feedback"):
        for remark in one.sheet.remarks:
            st.markdown(md(remark))
        if one.sheet.working:
            st.latex(aligned(narrow(list(one.sheet.working))))
        with st.container(horizontal=True):
            st.button("Again with new numbers", icon=":material/casino:", on_click=scene.again)
            if query := scene.grow_query(one):
                st.page_link(
                    "grow.py", label="See this step in Grow", icon=":material/account_tree:", query_params=query
                )


def _hints(one: Asked, S: dict) -> None:
    if one.done:
        return
    seen = max(S["hint"], int(one.missed))  # a miss comes with a hint
    for title, sentences, lines in one.sheet.hints[:seen]:
        st.markdown(f"**{title}.** " + " ".join(md(sentence) for sentence in sentences))
        if lines:
            st.latex(aligned(narrow(list(lines))))
    with st.container(horizontal=True):
        for title, _, _ in one.sheet.hints[seen:][:1]:
            st.button(f"Hint: {title[0].lower()}{title[1:]}", icon=":material/lightbulb:", on_click=scene.hint)
        st.button("Show the answer", icon=":material/visibility:", on_click=scene.show, args=("answers", S["exercise"]))


# ---- the worked example that fades


def worked() -> None:
    """The same sum with more and more blanks."""
    S = state()
    st.segmented_control(
        "Stage",
        range(FADED_STAGES),
        format_func=lambda s: f"{s + 1}: {STAGES[s]}",
        required=True,
        width="content",
        label_visibility="collapsed",
        **bind_widget("stage", scene.other_example),
    )
    one = scene.fading(S)
    with st.container(key="ex-question"):
        todo = (
            "Fill in what you can, then check: a wrong cell can be corrected."
            if one.exercise.blanks
            else "Read it through, then go on."
        )
        st.markdown(md(f"{one.sheet.question[0]} {todo}"))
    last = S["stage"] == FADED_STAGES - 1
    view = answers.answers_view(
        one.exercise,
        one.sheet,
        one.said,
        one.grade,
        closed=one.shown,
        again=True,
        partial=True,
        check="Check",
        next_="" if last else "Next: more blanks",
        words=_unread(one),
        id_=f"faded/{tables.file_stem(data.fading_name(S))}/{S['seed']}/{S['feature']}/{S['stage']}",
    )
    with st.container(key="ex-card"):
        left, right = st.columns([1, 3], gap="medium")
        with left:
            grid(one.sheet.tables[0])
        with right:
            blanks(view, "ex_cells_view", scene.fill, scene.stage_on)
            _rounding(one)
            _told(one, last)


def _told(one: Asked, last: bool) -> None:
    """What the cells were worth so far; the arithmetic at the end."""
    marks = [mark for mark in one.grade.marks.values() if mark]
    if marks and not one.shown:
        with st.container(key="ex-feedback"):
            right = marks.count("right")
            told = f"{right} of {len(one.exercise.blanks)} blanks {'is' if right == 1 else 'are'} right."
            if one.grade.right:
                st.success(
                    told + (" Now choose another feature, or invented numbers." if last else ""),
                    icon=":material/check:",
                )
            elif right < len(marks):
                sentences = (f"{told} Correct the marked ones.", *mistakes.of_cells(one.exercise, one.grade))
                st.error("\n\n".join(map(md, sentences)), icon=":material/close:")
            else:
                st.info(told)
    if one.shown:
        st.latex(aligned(narrow(list(one.sheet.working))))
    elif one.exercise.blanks and not one.grade.right:
        st.button("Show the answers", icon=":material/visibility:", on_click=scene.show, args=("cells", 0))
