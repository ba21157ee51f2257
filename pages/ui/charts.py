"""How plotly's charts are set up on every page: one button, which saves the chart as it is shown."""


def savable(filename: str) -> dict:
    """The config of a chart whose picture is saved under this name, without an ending: "<page>-<what>"."""
    return {
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        # Without a size of its own the picture has that on the screen.
        "toImageButtonOptions": {"format": "svg", "filename": filename, "width": None, "height": None},
    }
