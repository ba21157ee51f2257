"""A sheet as a Jupyter notebook that computes it again with dtlearn."""

import json

from dtlearn.show.paper.blocks import Code, Sheet, blocks
from dtlearn.show.paper.write_markdown import closing, markdown, opening

_NEEDS = "The code needs `dtlearn` and pandas."


def sheet_notebook(sheet: Sheet, key: bool) -> str:
    """The worksheet, or its key, as the text of an .ipynb file (format 4.5).

    The code of the key computes the answers.
    """
    cells, words = [], [*opening(sheet, key), _NEEDS]

    def flush() -> None:
        if words:
            cells.append({"cell_type": "markdown", "metadata": {}, "source": "\n\n".join(words)})
            words.clear()

    for block in blocks(sheet, key):
        if isinstance(block, Code):
            flush()
            code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
            cells.append(code | {"source": block.text})
        elif text := markdown(block):
            words.append(text)
    words += closing(sheet, key)
    flush()
    notebook = {
        "cells": [{"id": f"cell-{k}", **cell} for k, cell in enumerate(cells)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "title": sheet.title,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
