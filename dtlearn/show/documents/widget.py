"""The stage as a widget of a notebook, whose step and node Python reads and sets.

It needs the package anywidget, an extra.
"""

try:
    import anywidget
except ModuleNotFoundError as missing:
    if missing.name != "anywidget":
        raise
    missing.msg = 'A widget needs the package anywidget: python -m pip install "anywidget>=0.9,<1".'
    raise
import traitlets

from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.stage.styles import css


class Stage(anywidget.AnyWidget):
    """A walkthrough that plays in a notebook and is led by it.

    step : the frame that is shown. node : the id of the node that was chosen, "r" for the root; "" for none.
    Both follow the reader, and the stage follows them. Raises traitlets.TraitError for what the walkthrough does not
    have.
    """

    step = traitlets.Int(0).tag(sync=True)
    node = traitlets.Unicode("").tag(sync=True)
    _lesson = traitlets.Unicode().tag(sync=True)
    _style = traitlets.Unicode().tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)

    def __init__(self, walkthrough: Walkthrough, step: int = 0):
        """Raises ValueError for a worked example, which has no tree of its own."""
        if "nodes" not in walkthrough.document:
            raise ValueError("A worked example is no widget: save it as a page that plays, or show one of its lessons.")
        self._walkthrough = walkthrough
        super().__init__(
            step=step, _lesson=walkthrough.json(), _style=css("theme", "widget"), _esm=walkthrough.script("widget")
        )

    def __repr__(self) -> str:
        return f"Stage({self._walkthrough.document['title']!r}: step {self.step} of {len(self._walkthrough) - 1})"

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        """The widget; where no widget can be, the page that plays."""
        data, *metadata = super()._repr_mimebundle_(**kwargs)
        return data | {"text/html": self._walkthrough.frame_html(self.step)}, *metadata

    @traitlets.validate("step")
    def _has_step(self, proposal) -> int:
        last = len(self._walkthrough) - 1
        if not 0 <= proposal.value <= last:
            raise traitlets.TraitError(f"There is no step {proposal.value}: give one from 0 to {last}.")
        return proposal.value

    @traitlets.validate("node")
    def _has_node(self, proposal) -> str:
        if proposal.value and all(node["id"] != proposal.value for node in self._walkthrough.document["nodes"]):
            raise traitlets.TraitError(
                f'There is no node {proposal.value!r}: give "r" for the root, "r.0" for its first branch, or "" for'
                " none."
            )
        return proposal.value
