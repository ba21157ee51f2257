"""The cost part of the thresholds page: sizes chosen, operations counted, times measured on demand."""

from dataclasses import dataclass, field, replace
from threading import Lock

import streamlit as st

import dtlearn
from dtlearn.growing.errors import columns
from dtlearn.show.base import arithmetic
from dtlearn.show.base.text import shorten
from dtlearn.show.splitting import cost as views
from dtlearn.splitting import cost
from dtlearn.splitting.criteria import REGRESSION
from pages.ui.kit import tables
from pages.ui.kit.charts import savable
from pages.ui.kit.clouds import numeric
from pages.ui.kit.codec import Field, whole
from pages.ui.kit.escape import md
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import bind_widget, change, widget_args
from pages.ui.kit.session import memory, state

SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
WAIT = 20  # seconds to wait for another visitor's measurement


def _read_sizes(text: str) -> tuple[int, ...]:
    found = tuple(size for size in SIZES if str(size) in text.split(","))
    if not found or ",".join(map(str, found)) != text:
        known = ", ".join(map(str, SIZES))
        raise ValueError(f"sizes={shorten(text, 20)!r} is not a rising list of sizes out of {known}")
    return found


FIELDS = (
    Field("sizes", (100, 200, 500, 1000, 2000, 5000), _read_sizes, lambda sizes: ",".join(map(str, sizes))),
    whole("d", 1, 1, 5),
)


@st.cache_resource
def _one_at_a_time() -> Lock:
    """Measurements of two visitors at once would slow everyone, and each other."""
    return Lock()


@dataclass
class Measured:
    """The times that a visitor has had measured, by sizes and number of features."""

    times: dict[tuple, tuple[cost.Timing, ...]] = field(default_factory=dict)


def costs() -> None:
    """What both searches do, counted; what they take, measured when asked for."""
    S = state()
    left, right, button = st.columns([5, 2, 2], vertical_alignment="bottom")
    sizes = {size: views.whole(size) for size in SIZES}
    left.pills(
        "Sizes m",
        list(sizes),
        format_func=sizes.get,
        selection_mode="multi",
        **widget_args("w_sizes", list(S["sizes"]), _choose),
    )
    right.number_input("Features d", 1, 5, **bind_widget("d"))
    key = (S["sizes"], S["d"])
    if button.button("Measure", type="primary", width="stretch"):
        _measure(*key)
    timings = memory(Measured).times.get(key, ())
    left, right = st.columns(2)
    left.plotly_chart(views.counted_figure(*key), key="th_counted", config=savable("thresholds-cost-counted"))
    right.plotly_chart(
        views.measured_figure(*key, timings), key="th_measured", config=savable("thresholds-cost-measured")
    )
    if timings:
        st.markdown(
            views.slopes_text(timings)
            + " Times belong to the machine that runs this page and differ from run to run; the counts do not."
        )
    st.latex(arithmetic.aligned(views.cost_lines(S["sizes"][-1], S["d"])))
    st.html(views.cost_html(*key, timings))
    st.markdown(
        "**Counted** are comparisons of two numbers and look-ups of a label; the sort is counted as merge sort at its"
        " worst. Both searches turn counts into an impurity about once a threshold, which is left out. **Every"
        " threshold from scratch**: each value is tried as θ, and each try asks every example whether x < θ and reads"
        " its label. **Sort and sweep**: sort once; then one example after the other changes from right to"
        " left. Each of these m − 1 steps looks up one label, to bring the counts up to date, and compares one value"
        " with the next, for equal values have no threshold between them: 2 operations a step."
    )
    whole_tree()


@cached(60)
def _tree(data: str) -> tuple[dtlearn.Tree, int]:
    """The tree that Ch8 grows on the numeric features of a table, and how many they are."""
    table = tables.load(data)
    numbers = columns(table, list(numeric(data)))
    criterion = next(iter(REGRESSION)) if table.schema.regression else "gini_gain"
    settings = replace(dtlearn.ALGORITHMS["CART"], criterion=criterion)
    return dtlearn.grow(numbers, settings).tree, len(numbers.schema.features)


def whole_tree() -> None:
    """Ch8's bound on the work of a whole tree, with the numbers of the tree of the data set."""
    name = state()["data"]
    st.markdown(f"#### The work of a whole tree: {md(tables.load(name).title)}")
    if tables.is_large(name):
        st.caption("This table is too large to grow its whole tree here: choose a smaller one.")
        return
    tree, d = _tree(name)
    st.markdown(
        "A node that is split sorts its examples by every feature, m log m each; its"
        " children "
        "together sort no more than it did. So a level costs at most d m log m, and the tree at most its depth times"
        " that: "
        r"$O(\text{depth} \cdot d\, m \log m)$."
    )
    lines = views.work_lines(tree, d)
    if not lines:
        st.write("This tree is a single leaf: nothing is split, nothing is sorted.")
        return
    st.latex(arithmetic.aligned(arithmetic.narrow(lines)))
    st.html(views.work_html(tree, d))
    st.caption(
        f"Counted in the tree that Algorithms 8.1 and 8.2 grow to its end on the {d} numeric "
        f"{'feature' if d == 1 else 'features'}. Nodes that are leaves sort nothing."
    )


def _choose(sizes: list[int]) -> None:
    """Other sizes; the last one cannot be taken away."""
    change(sizes=tuple(sorted(sizes)) or state()["sizes"])


def _measure(sizes: tuple[int, ...], d: int) -> None:
    """Run both searches on each size; the times stay in the session."""
    lock = _one_at_a_time()
    if not lock.acquire(timeout=WAIT):
        st.warning("Others are measuring on this machine just now: try again in a moment.")
        return
    found = []
    try:
        with st.spinner("Measuring …"):
            bar = st.progress(0.0)
            for timing in cost.measure(sizes, d):
                found.append(timing)
                bar.progress(len(found) / len(sizes), f"m = {views.whole(timing.m)}")
            bar.empty()
    finally:
        lock.release()
    memory(Measured).times[sizes, d] = tuple(found)
