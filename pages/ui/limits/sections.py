"""The parts of the page Size limits: its choices, the trees on the stage, the small multiples, the names."""

import streamlit as st

from dtlearn.data.dataset import number
from dtlearn.growing.grow import PLAYED
from dtlearn.views.base.text import listing
from dtlearn.views.size import limits
from dtlearn.views.size.limits import LIMITS, answer
from dtlearn.views.stage.boxes import DRAWN
from pages.ui.kit import clouds, tables
from pages.ui.kit import heading as above
from pages.ui.kit.controls import criterion, segments
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care, more_settings
from pages.ui.kit.scene import bind, change, shows
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.limits import scene as rows


def heading(wrong: list[str]) -> None:
    """The title, and one sentence if the link could not be followed to the letter."""
    S = state()
    above.heading(f"Size limits: {rows.data_of(S).title}", rows.about_of(S), wrong)
    row = rows.row_of(S)
    above.ask(rows.QUESTION, rows.DO, len(row) - 1, answer(LIMITS[S["limit"]], row))
    if S["present"]:
        st.html(_PRESENTED.format(last=len(row) - 1))
        _guessed()


def choices() -> None:
    """Which limit moves, what it does, and which of its values the reader thinks best: after the last step, what the guess was worth."""
    S = state()
    limit, row = LIMITS[S["limit"]], rows.row_of(S)
    with st.container(key="sl-limit", gap=None):
        with st.container(horizontal=True):
            segments("Limit", {name: one.title for name, one in LIMITS.items()}, "limit", rows.other_limit)
            st.selectbox(
                "Your guess",
                range(len(row)),
                format_func=lambda k: limits.of(limit, row[k].value),
                index=None,
                width=220,
                placeholder="Guess: which is best?",
                label_visibility="collapsed",
                **bind("guess"),
            )
        if S["present"]:
            return
        with st.container(horizontal=True, key="sl-told"):
            st.caption(limit.meaning, width="content")
            _guessed()


# Presented, what the guess was worth takes the title's place once the last step was seen: the stage keeps its own. A
# worked example asks by itself.
_PRESENTED = """<style>body:not([data-far="{last}"]) div:has(>.st-key-sl-guessed),
body[data-far="{last}"]:has(.st-key-sl-guessed) [data-testid=stElementContainer]:has(.dt-title),
body:has(.st-key-dt-deck) :is(.st-key-w_guess,div:has(>.st-key-sl-guessed)){{display:none}}
.st-key-sl-guessed [data-testid=stCaptionContainer] p{{font-size:1rem;line-height:1.44rem;opacity:1}}</style>"""


def _guessed() -> None:
    """What the guess was worth, if there is one."""
    S = state()
    if S["guess"] is not None:
        with st.container(key="sl-guessed", width="content"):
            st.caption(md(limits.guessed(LIMITS[S["limit"]], rows.row_of(S), S["guess"])), width="content")


def sidebar() -> None:
    """Data, what is held out, the criterion, the values."""
    S = state()
    with st.sidebar:
        if clouds.choose(tables.titles(rows.fits), rows.other_data):
            clouds.drawn(5, rows.stay)
            st.slider("Label noise added, in %", 0, 40, **bind("noise", rows.stay))
        else:
            _axes(S)
        train, held = rows.parts_of(S)
        st.caption(
            f"{len(train)} examples to grow on, {len(held)} held out: the same for every picture. No tree sees a"
            " held-out one."
        )
        whole = len(rows.data_of(S))
        if len(train) + len(held) < whole:
            st.caption(
                f"Of the {whole - len(held)} examples that are not held out, {rows.GROWN}, chosen at random, grow the"
                " trees: the boxes of larger trees could not be told apart in a picture."
            )
        if len(held) > DRAWN:
            st.caption(f"Every held-out example counts; the pictures show {DRAWN} of them.")
        if problem := st.session_state.pop("sl_problem", ""):
            st.warning(md(problem[0].upper() + problem[1:] + "."))
        with more_settings():
            criterion("criterion", rows.stay)
            values = ", ".join(number(one.value) for one in rows.row_of(S))
            st.text_input(
                f"Values of {LIMITS[S['limit']].title}",
                help="2 to 8 numbers; empty for automatic values.",
                **shows("w_values", values, rows.typed),
            )
            st.slider("Held out, in %", 10, 80, **bind("held", rows.stay))
            st.number_input("Seed: which ones are held out", 0, 999, **bind("seed", rows.stay))


def _axes(S: dict) -> None:
    """The choice of the features; the trees grow on these alone."""
    features, known = tables.load(S["data"]).schema.features, clouds.numeric(S["data"])
    free = rows.free_of(S)
    if len(known) > 1:
        clouds.axes(known, free, rows.stay, st.columns(2))
    if len(features) > len(free):
        st.caption(
            md(
                f"The trees grow on {listing(features[j].name for j in free)} only, so the plane shows all of them;"
                f" {'the other feature is' if len(features) - len(free) == 1 else f'the other {len(features) - len(free)} features are'}"
                " left out."
            )
        )


def moving() -> None:
    """The stage, which steps in the browser: every tree of the row with its partition, its errors, the curves."""
    S = state()
    plays = None if max(len(one.tree) for one in rows.row_of(S)) > PLAYED else lambda: rows.walkthrough_of(S)
    stage(rows.DOCUMENT, S, rows.view_of, plays)


# Four beside each other, eight where there is room, two and smaller on a phone.
_GRID = """<style>.st-key-sl-limit{margin-bottom:-.9rem}.st-key-sl-row{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.8rem;align-items:start}
.st-key-sl-row>*{width:100%!important}
.st-key-sl-row img{border-radius:6px}
.st-key-sl-row p{font-size:.85rem;line-height:1.35;margin:0;font-variant-numeric:tabular-nums}
.st-key-sl-row button{min-height:44px}
@media (min-width:1700px){.st-key-sl-row{grid-template-columns:repeat(8,minmax(0,1fr))}}
@media (max-width:640px){.st-key-sl-row{grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem}
.st-key-sl-row img{height:8.5rem;object-fit:contain}.st-key-sl-row p{font-size:.8rem;line-height:1.25}}</style>"""
# The picture of the tree on the stage, which steps without the server.
_HERE = """body[data-step="{k}"] .st-key-sl-one-{k}{{outline:3px solid var(--dt-accent);outline-offset:4px;border-radius:6px}}
body[data-step="{k}"] .st-key-sl-pick-{k} p::before{{content:"▶ "}}
body[data-step="{k}"] .sl-from-{after}{{visibility:hidden}}"""
# Which is the best is told from the last of them on, and what a guess was worth.
_BEST = 'body[data-far]:not([data-far="{last}"]) :is(.sl-best,.st-key-sl-guessed *){{visibility:hidden}}'
# On a phone a leaf alone has less height (chart.around.css).
_LONE = 'body[data-step="{k}"]{{--lone:120px}}'
# On a phone the words of a limit stand below its names, across the whole row.
_NAMES = """<style>@media (max-width:640px){.st-key-sl-names :is(table,thead,tbody){display:block}
.st-key-sl-names tr{display:grid;grid-template-columns:2fr 3fr 4fr}
.st-key-sl-names tr>*{border:0;padding:.1rem .3rem;overflow-wrap:anywhere}
.st-key-sl-names tr>:last-child{grid-column:1/-1}
.st-key-sl-names tr{border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent)}}</style>"""


def multiples() -> None:
    """Every tree of the row small, with its errors; a button sends the stage there."""
    S = state()
    row, limit = rows.row_of(S), LIMITS[S["limit"]]
    st.html(_GRID)
    rules = [_HERE.format(k=k, after=k + 1) for k in range(len(row))] + [_BEST.format(last=len(row) - 1)]
    rules += [_LONE.format(k=k) for k, one in enumerate(row) if len(one.tree) == 1]
    st.html(f"<style>{''.join(rules)}</style>")
    with st.container(key="sl-row"):
        for k, (one, picture) in enumerate(zip(row, rows.thumbnails_of(S), strict=True)):
            with st.container(key=f"sl-one-{k}", gap="xsmall"):
                st.image(picture, width="stretch", alt=f"{limits.of(limit, one.value)}, {limits.size_text(one.tree)}")
                st.button(
                    md(limits.of(limit, one.value)),
                    key=f"sl-pick-{k}",
                    on_click=change,
                    kwargs={"step": k, "node": ""},
                    width="stretch",
                )
                star = "<span class='sl-best'> ★</span>" if k in limits.best_of(row) else ""
                after = " ".join(f"sl-from-{i}" for i in range(k + 1))
                st.html(
                    f"<p class='{after}'>{limits.size_text(one.tree)}<br>training {limits.error_text(one.train)}"
                    f"<br>held out {limits.error_text(one.held)}{star}</p>"
                )


def names() -> None:
    """The limits by their names, and what to read with care."""
    st.html(_NAMES)
    with st.expander("All limits by their names, here and in scikit-learn", key="sl-names"):
        st.html(limits.limits_html(state()["limit"]))
    st.caption(
        "Follows Ch8 (its Fig. 8.5) and, for iterations, UML 18.2. Every limit is tried alone. Trees grow as in Ch8,"
        " Alg. 8.2: cuts at midpoints, also at gain 0. The bars are one standard error. Whoever picks the best limit by"
        " the held-out examples has used them: to know how good the picked tree is takes a third part that nobody has"
        " looked at. The training error cannot pick: no further cut makes it larger."
    )
    care("limits", "E9", "E23", "E24", "E40", "E48")
