"""How plotly's charts are set up on every page: one button, which saves the chart as it is shown;
what is clicked in them."""

from collections.abc import Callable

import streamlit as st


def savable(filename: str) -> dict:
    """The config of a chart whose picture is saved under this name, without an ending: "<page>-<what>"."""
    return {
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        # Without a size of its own the picture has that on the screen.
        "toImageButtonOptions": {"format": "svg", "filename": filename, "width": None, "height": None},
    }


def clickable(figure, key: str, file: str, clicked: Callable[..., None], alt: str | None = None) -> None:
    """A chart whose points can be clicked.

    file : as in ``savable``. clicked : gets what the ``customdata`` of the point holds.
    """

    def select() -> None:
        points = (st.session_state.get(key) or {}).get("selection", {}).get("points", [])
        found = [data for point in points if (data := point.get("customdata")) or data == 0]
        if found:
            clicked(*(found[0] if isinstance(found[0], list | tuple) else found[:1]))

    st.plotly_chart(figure, key=key, on_select=select, selection_mode="points", config=savable(file), alt=alt)
