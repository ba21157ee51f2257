"""What a visitor's table can be used for: a link to each page that fits, its files, why other pages do not fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

import dtlearn
from dtlearn.data import packing
from dtlearn.views.data import words
from pages.ui.bound import scene as bounds
from pages.ui.byhand import scene as byhand
from pages.ui.code import scene as codes
from pages.ui.forest import scene as forestdata
from pages.ui.grow import scene as growth
from pages.ui.kit import tables
from pages.ui.kit.escape import md
from pages.ui.kit.scene import Field, defaults, encode
from pages.ui.limits import scene as limits
from pages.ui.overfitting import scene as overfits
from pages.ui.partitions import scene as planes
from pages.ui.practice import data as practicedata
from pages.ui.practice import scene as practice
from pages.ui.pruning import scene as prunings
from pages.ui.thresholds import sections
from pages.ui.unstable import scene as unstable


@dataclass(frozen=True)
class Use:
    """A page that takes a table. field : what says which; needs : what ``fits`` asks; scene : what else the link asks for."""

    page: str
    label: str
    fields: tuple[Field, ...]
    field: str
    fits: Callable[[dtlearn.Dataset], object]
    needs: str
    scene: Callable[[dtlearn.Dataset], dict] = lambda data: {}


def _use(page: str, label: str, module, field: str, needs: str, **scene) -> Use:
    return Use(page, label, module.FIELDS, field, module.fits, needs, lambda data: scene)


def _faded(data: dtlearn.Dataset) -> dict:
    """The worked example that fades, about the first feature whose gain can be worked out by hand."""
    return {"ex_mode": "faded", "ex_feature": min(practicedata.fadable(data))}


USES = (
    _use("byhand", "Grow it yourself", byhand, "by_data", f"classes, up to {tables.LARGE:,} cells"),
    Use(
        "practice",
        "Practice",
        practice.FIELDS,
        "ex_data",
        lambda data: practicedata.usable(data) and practicedata.fadable(data),
        f"two classes, a nominal feature of few values, up to {practicedata.MOST_ROWS} rows",
        _faded,
    ),
    _use("thresholds", "Thresholds", sections, "th_data", "a numeric feature, two classes"),
    _use("partitions", "Partitions", planes, "p_data", "a numeric feature"),
    _use("limits", "Size limits", limits, "sl_data", f"a numeric feature, {limits.LEAST} rows"),
    _use("overfitting", "Overfitting", overfits, "of_data", f"two classes, {overfits.LEAST} rows", of_noise=0),
    _use("pruning", "Pruning", prunings, "pr_data", "classes, two rows"),
    _use("bound", "The bound", bounds, "bo_data", "classes"),
    _use("code", "The code", codes, "co_data", "classes, no numeric feature"),
    _use("forest", "Forest", forestdata, "fo_data", f"classes, {forestdata.LEAST} rows"),
    _use("unstable", "One tree is unstable", unstable, "un_data", f"classes, 2 to {unstable.MOST} rows", un_changes=()),
)


def uses(name: str, ordered: bool) -> None:
    """Where a table leads. ordered : its values may be asked in their order."""
    data = tables.load(name)
    st.success(md(f"{tables.title(name)} can be chosen as a data set."), icon=None)
    with st.container(horizontal=True, key="own-uses"):
        st.page_link(
            "pages/grow.py", label="Grow a tree on it", icon=":material/account_tree:", query_params=_grow(name)
        )
        if ordered:
            st.page_link("pages/grow.py", label="Grow, values in their order", icon=":material/swap_vert:",
                         query_params=_grow(name, nominal="ordered"))  # fmt: skip
        for use in USES:
            if use.fits(data):
                fields = tuple(f for f in use.fields if f.name != "step")  # without it: a telling one
                scene = defaults(fields) | {use.field: name} | use.scene(data)
                st.page_link(f"pages/{use.page}.py", label=use.label, query_params=encode(fields, scene))
        stem = tables.stem(name)
        held = name if name.startswith(tables.MINE) else ""
        for ending, make in (("csv", packing.write_csv), ("toml", packing.write_card)):
            st.download_button(
                f"Save .{ending}", lambda make=make: make(data), f"{stem}.{ending}", "text/plain", on_click="ignore",
                key=f"own-{ending}-{held}",
            )  # fmt: skip
    st.caption(words.link_text(name, name.startswith(packing.MARK)))
    if others := [f"{use.label} ({use.needs})" for use in USES if not use.fits(data)]:
        st.caption(f"These pages need another kind of table: {'; '.join(others)}.")


def _grow(name: str, **change) -> dict[str, str]:
    """The scene of the page Grow a tree for a table."""
    S = defaults(growth.FIELDS) | {"data": name}
    if tables.load(name).schema.regression:
        S |= {"algorithm": "CART", "criterion": next(iter(growth.criteria_of(S)))}
    return encode(growth.FIELDS, S | change)
