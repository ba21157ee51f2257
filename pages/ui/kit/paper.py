"""A lesson on paper: without its controls, nothing cut off, nothing printed over something else."""

import streamlit as st

_CONTROLS = ", ".join(
    f"[data-testid=st{name}]"
    for name in ("Button", "Selectbox", "Slider", "TextInput", "NumberInput", "Checkbox", "Toolbar")
)
_CODES = "[data-testid=stHorizontalBlock]:has(> [data-testid=stColumn] [data-testid=stCode])"  # narrow: side by side
# A container of a row keeps the width that its children were given as their height when it becomes a column.
# What the browser breaks in two repeats a table's head, and then overlaps what follows.
_PAPER = f"""<style>@media print {{
:is({_CONTROLS}) {{ display: none !important; }}
[data-testid=stElementContainer]:has({_CONTROLS}, [data-testid=stButtonGroup]),
[class*=st-key-paperless], [data-testid=stExpander]:has(details:not([open])) {{ display: none !important; }}
[data-testid=stHorizontalBlock] {{ display: block !important; }}
[data-testid=stHorizontalBlock] > * {{ width: 100% !important; flex: none !important; }}
[data-testid=stHorizontalBlock] > [data-testid=stColumn] + [data-testid=stColumn] {{ margin-top: 1rem; }}
[data-testid=stColumn] [data-testid=stColumn] {{ break-inside: avoid; }}
{_CODES} {{ display: flex !important; flex-direction: row; gap: 1rem; }}
{_CODES} > [data-testid=stColumn] {{ width: 50% !important; flex: 1 1 0 !important; margin-top: 0; }}
[data-testid=stElementContainer] {{ break-inside: avoid; height: auto !important; }}
.stMainBlockContainer {{ padding-top: 0 !important; padding-bottom: 0 !important; }}
[data-testid=stVerticalBlock] {{ gap: .5rem !important; }}
[data-testid=stCode] pre, [data-testid=stCode] > div {{ height: auto !important; max-height: none !important;
  overflow: visible !important; }}
h2, h3 {{ break-after: avoid; padding-top: .5rem !important; }}
p {{ orphans: 3; widows: 3; }}
}}</style>"""


def paper() -> None:
    """How this page is printed. A container whose key begins with "paperless" stays off the paper."""
    st.html(_PAPER)
