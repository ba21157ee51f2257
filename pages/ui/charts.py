"""How plotly's charts are set up on every page: one button, which saves the chart as it is shown; clicks on points."""

import streamlit as st


def picked_point(key: str) -> list | None:
    """The customdata of the point that was clicked in a chart; None where it was none that stands for anything."""
    return next((p["customdata"] for p in st.session_state[key]["selection"]["points"] if p.get("customdata")), None)


def savable(filename: str) -> dict:
    """The config of a chart whose picture is saved under this name, without an ending: "<page>-<what>"."""
    return {
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        # Without a size of its own the picture has that on the screen.
        "toImageButtonOptions": {"format": "svg", "filename": filename, "width": None, "height": None},
    }
