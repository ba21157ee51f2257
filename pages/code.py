"""The code: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

from pages.ui import codeparts, codes
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(codes.FIELDS)
def watch() -> None:
    """Everything that depends on the word and the step."""
    present()
    codeparts.moving()
    codeparts.panel()


guard(__file__)
wrong = load(codes.FIELDS)
wrong += codes.mend(state())
codeparts.sidebar()
codeparts.heading(wrong)
watch()
