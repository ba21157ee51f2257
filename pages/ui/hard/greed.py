"""Further parts of the page What trees find easy: leaves against n, all functions, the greedy trap,
a slanted line, kinds of split."""

import streamlit as st

import dtlearn
from dtlearn.learning.concepts import MOST_FEATURES
from dtlearn.learning.cost_of_greed import MOST_BITS, TRAPS, census, trapped
from dtlearn.show.base.arithmetic import aligned, arithmetic, narrow
from dtlearn.show.base.html import table_html
from dtlearn.show.learning import four_kinds, one_function
from dtlearn.show.learning import greed as hard_greed
from dtlearn.show.learning.greed import MOMENTS, SIZES
from dtlearn.show.splitting.contest import examples
from pages.ui.hard import scene as page
from pages.ui.kit.charts import clickable
from pages.ui.kit.contents import query_of
from pages.ui.kit.controls import segments, select
from pages.ui.kit.escape import md
from pages.ui.kit.scene import bind_widget, widget_args
from pages.ui.kit.session import state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk

TRAP_TALL = 355  # px of a tree with counts in its boxes, also in present mode: tables stand below it


def criterion() -> None:
    """Which criterion ID3 uses."""
    titles = {name: criterion.title for name, criterion in dtlearn.CRITERIA.items()}
    select("Criterion", titles, "criterion", page.unguess, width=200)


# ---- leaves against n


def leaves_asked() -> None:
    """The curve of OR alone."""
    clickable(
        page.leaves_figure(None),
        "ha_leaves",
        "hard-leaves-asked",
        page.picked_leaves,
        "Leaves of OR against the number of bits, on a logarithmic axis.",
    )
    st.caption("The axis is logarithmic: equal steps upwards multiply by the same number.")


def leaves() -> None:
    """How many leaves a function of n bits needs: curves, formulas, table."""
    S = state()
    st.markdown(
        "**OR needs n + 1 leaves, parity 2ⁿ.** One bit more costs OR one leaf and parity twice as many. In these"
        " functions every bit counts alike, so the order of the questions does not matter, and ID3 cannot do better or"
        " worse."
    )
    left, right = st.columns([6, 5], gap="medium")
    with left:
        alt = (
            "Leaves against the number of bits: OR n + 1, majority in between, parity 2 to the n, on a logarithmic"
            " axis."
        )
        clickable(page.leaves_figure(S["bits"]), "ha_leaves", "hard-leaves", page.picked_leaves, alt)
        st.caption(
            "Lines: the formulas. Marks: the trees that ID3 grows; click one with n ≤ 4 to see it. ✕ on the dotted "
            "line: the smallest trees, their mean over all functions."
        )
    with right:
        st.slider("Bits n", 1, MOST_BITS, **bind_widget("bits"))
        st.latex(aligned(hard_greed.leaves_latex(S["bits"])))
        st.caption(
            "L(n, k) are the leaves of “at least k of n bits are 1”: after one bit there remains at least k, or at"
            " least k − 1, of n − 1 bits. OR is k = 1, AND is k = n, majority (more 1s than 0s) is k = ⌊n/2⌋ + 1."
        )
    st.html(hard_greed.leaves_html(S["bits"]))


# ---- all functions


def every_asked() -> None:
    """The place where the functions will stand."""
    S = state()
    clickable(
        page.census_figure(S["d"], S["criterion"], True),
        "ha_cells",
        "hard-census-asked",
        page.open_table,
        "Leaves of ID3's tree against leaves of a smallest tree, still empty.",
    )


def every() -> None:
    """All functions of n bits at once: where ID3 is larger than needed."""
    S = state()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.segmented_control(
            "Features n",
            range(1, MOST_FEATURES + 1),
            required=True,
            width="content",
            **widget_args("w_ha_all", S["d"], page.count),
        )
        criterion()
    found = census(S["d"], S["criterion"])
    said = hard_greed.census_text(found)
    st.markdown(f"**{md(said)}**")
    left, right = st.columns([6, 5], gap="medium")
    with left:
        clickable(page.census_figure(S["d"], S["criterion"]), "ha_cells", "hard-census", page.open_table, said)
        st.caption(
            "Each mark: so many functions. On the dashed line ID3 is as small as can be. Click a mark to see one of"
            " them."
        )
    with right:
        st.markdown(
            "Why the greedy choice fails: on a truth table both halves of a question have N/2 rows. With a and b rows"
            " of class 1 in"
            " them, entropy, gain ratio and Gini all gain most where |a − b| is largest, and nothing where a = b. That"
            " is all they see."
        )
        st.latex(
            r"\text{gain}(X_j) = H\!\left(\tfrac{a+b}{N}\right) - \tfrac12 H\!\left(\tfrac{a}{N/2}\right) - \tfrac12"
            r" H\!\left(\tfrac{b}{N/2}\right)"
        )
        st.markdown(
            "The first bit of a multiplexer (if x1 then x2 else x3) has a = b, so ID3 asks about x2 first, and needs"
            " more leaves."
        )
        if len(found.larger):
            st.button("See the worst one", on_click=page.open_table, args=(found.worst,))
        if len(found.missed):
            st.button(
                "See one that a stop at gain 0 gets wrong", on_click=page.open_table, args=(int(found.missed[0]),)
            )
    st.html(
        hard_greed.census_html([census(n, S["criterion"]) for n in range(1, MOST_FEATURES + 1)], S["criterion"], S["d"])
    )


# ---- the greedy trap


def trap_asked() -> None:
    """The examples, and the tree of what they follow."""
    S = state()
    greed = trapped(S["trap"])
    left, right = st.columns([2, 5], gap="medium")
    left.html(table_html(*examples(greed.trap.data)))
    with right:
        st.markdown(f"**Best of depth 2**: {md(one_function.size_text(greed.trap.best))}")
        tree(page.trap_views(S["trap"], 1)[3], "ha_truth", TRAP_TALL, small=True)


def trap() -> None:
    """Greed against the best tree of depth 2, in three moments."""
    S = state()
    titles = {name: one.title for name, one in TRAPS.items()}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        segments("Examples", titles, "trap", page.unguess, width="content")
        st.segmented_control(
            "Moment",
            range(1, len(MOMENTS) + 1),
            format_func=lambda k: MOMENTS[k - 1],
            required=True,
            label_visibility="collapsed",
            width="content",
            **bind_widget("level"),
        )
        st.button("Back", shortcut="Left", on_click=page.move, args=(-1,), disabled=S["level"] == 1)
        st.button(
            "Next",
            shortcut="Right",
            on_click=page.move,
            args=(1,),
            disabled=S["level"] == len(MOMENTS),
            type="primary",
        )
    greed, moment = trapped(S["trap"]), S["level"]
    st.markdown(f"{md(greed.trap.says)} **{md(hard_greed.trap_text(greed, moment))}**")
    trace, view, best, other = page.trap_views(S["trap"], moment)
    walk = Walk(trace.data)
    left, right = st.columns(2, gap="medium")
    with left:
        cut = f", cut at depth {moment}" if moment < 3 else ""
        st.markdown(f"**Greedy (ID3){cut}**: {md(one_function.size_text(trace.tree))}")
        tree(walk.down(trace.tree, view, "Greedy"), "ha_greedy", TRAP_TALL, small=True)
    with right:
        if moment == 1:
            st.html(hard_greed.root_html(trace))
            st.latex(aligned(narrow(arithmetic(trace, 0, trace.candidates[0].chosen))))
        else:
            st.markdown(f"**Best of depth 2**: {md(one_function.size_text(best))}")
            tree(walk.down(best, other, "Best"), "ha_truth", TRAP_TALL, small=True)
    walk.draw()
    left, right = st.columns(2, gap="medium")
    if moment == 2:
        left.html(hard_greed.root_html(trace))
        right.html(hard_greed.depths_html(greed, moment))
    elif moment == 3:
        left.html(hard_greed.ledger_html(trace.tree, "Greedy: what each question gains"))
        right.html(hard_greed.ledger_html(best, "Best of depth 2: what each question gains"))
        st.html(hard_greed.depths_html(greed, moment))
    st.caption(
        "Looking one question further ahead takes about as many times longer as there are features, so nobody looks"
        " far. The page Generalisation bound searches through all trees; Pruning repairs some of what greed has done."
    )
    if S["trap"] == "uml":
        query = query_of("grow", data="uml_ex18_2", algorithm="ID3 (UML)")
        st.page_link("grow.py", label="Grow this tree step by step", query_params=query)


# ---- a slanted line


def slant_asked() -> None:
    """The points with their line."""
    S = state()
    st.image(
        page.points_picture(S),
        width=page.WIDTH,
        alt="Points of two classes in a square, with a slanted line between them.",
    )
    st.caption(f"Red dashes: the true line, x1 + x2 = {page.C / 100:g}.")


def slant() -> None:
    """A slanted line: the staircase, and the same points turned."""
    S = state()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.select_slider("Points m", SIZES, width=260, **bind_widget("m"))
        st.number_input("Seed", 0, 999, width=130, **bind_widget("seed", page.unguess))
        criterion()
    found = page.slanted_of(S)
    said = hard_greed.slanted_text(found)
    st.markdown(f"**{md(said)}**")
    pictures = page.slope_pictures(S)
    for column, picture, name in zip(st.columns(2, gap="medium"), pictures, ("x1 and x2", "u and v"), strict=True):
        column.image(picture, width=page.WIDTH, alt=f"Partition of the plane of {name}: {said}")
    st.caption(
        "Red dashes: the true line, x1 + x2 = 1. Hatched: what the tree answers. Right, thin dashes: the turned square."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        alt = f"Leaves and true error against the number of points. {said}"
        clickable(page.slope_figure(S), "ha_sizes", "hard-sizes", page.picked_size, alt)
    with right:
        st.latex(aligned(hard_greed.slanted_latex(found)))
        st.html(hard_greed.slanted_html(page.series_of(S), S["m"]))
    st.caption(
        "More points near the line mean more steps of the stairs, though the line is as simple as before. "
        "A tree asks about one feature at a time: what is easy depends on the features it is given."
    )


# ---- four kinds of split


def kinds_asked() -> None:
    """The examples."""
    st.html(table_html(*examples(dtlearn.load(state()["data"]))))


def kinds() -> None:
    """The architectures of Ch8 Fig. 8.2 side by side on the same data."""
    S = state()
    found = page.kinds_of(S["data"])
    with st.container(key="ha-kinds"):
        select("Data set", {name: dtlearn.load(name).title for name in page.NOMINAL}, "data", page.unguess, width=300)
        st.markdown(
            f"**{four_kinds.verdict(found)}** Each kind of split is universal: with any of them there is a tree for"
            " every function of the features. Only, some functions need fewer leaves with one kind than with another."
            " Greed grew these trees; smaller ones may exist."
        )
    walk, above, pairs = Walk(dtlearn.load(S["data"])), st.container(), list(found.items())
    for row in (pairs[:2], pairs[2:]):
        for column, (kind, trace) in zip(st.columns(2, gap="medium"), row, strict=True):
            with column:
                st.markdown(four_kinds.said(kind, trace))
                view = walk.down(trace.tree, page.kind_view(S, kind), four_kinds.KINDS[kind][:3])
                tree(view, f"ha_{kind}", TRAP_TALL, small=True)
    with above:
        walk.draw()
    st.caption("Grown by Ch8, Alg. 8.1, with information gain, until a leaf is pure or nothing is left to ask.")
