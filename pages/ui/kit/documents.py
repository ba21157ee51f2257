"""The walkthroughs that pages show, each at an address that says all it depends on: everybody's browser may keep it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

import dtlearn
from dtlearn.data.dataset import DATASETS
from dtlearn.show.documents.walkthrough import Walkthrough
from pages.ui.kit.codec import Field, encode, whole
from pages.ui.kit.fields import MOST
from pages.ui.kit.scene import defaults
from pages.ui.kit.tables import TableField

WORD = "walkthrough"  # what these addresses begin with
# Of a lesson of one tree: frames, or nodes, from which on it comes in parts; frames of a part, so that less than a
# tenth of a second makes it, of the largest tables too.
LONG, PART = 100, 50
# Of a lesson with another tree in each frame, counted in nodes: what a frame costs beside those that it draws; what a
# whole lesson may cost, and a part, for the same reason.
FRAME, WHOLE, LENGTH = 20, 4000, 1600
PART_FIELD = whole("part", None, 0, MOST)  # which one, of the document of a long lesson


def _release() -> str:
    """A short word that changes with anything a document is made of: no browser shows one of another release."""
    told = sha256()
    for folder in (Path(dtlearn.__file__).parent, Path(__file__).parents[1], DATASETS):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".csv", ".toml")):
            told.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()[:12]


RELEASE = _release()


def part_size(drawn: Sequence[int]) -> int:
    """How many frames a part of a lesson has; 0 of one that comes whole. drawn : the nodes that each frame draws."""
    costs = [FRAME + n for n in drawn]
    return max(LENGTH // max(costs), 1) if sum(costs) > WHOLE else 0


def part_of(S: dict, size: int, frames: int) -> range | None:
    """The frames of the part that a scene asks for, its first one if it asks for none;
    None of a lesson that comes whole.

    size : frames of a part, 0 of a lesson that comes whole. frames : those of the lesson.
    Raises ValueError if there is no such part.
    """
    first = (S["part"] or 0) * size
    if first >= frames:
        raise ValueError(f"part={S['part']} does not exist here.")
    return range(first, min(first + size, frames)) if size else None


@dataclass(frozen=True)
class Document:
    """The walkthrough of a kind of lesson.

    kind : the name of its page. fields : those of the page's scene that it depends on, and no other. make : scene ->
        the walkthrough; raises ValueError with a sentence for what does not fit together, and for what lasts: the page
        does that first, and shows how far it is.
    """

    kind: str
    fields: tuple[Field, ...]
    make: Callable[[dict], Walkthrough]

    def address(self, S: dict) -> str:
        """Where the document of a scene is, seen from a page."""
        return f"{WORD}/{RELEASE}/{self.kind}?{self.query(S)}"

    def query(self, S: dict) -> str:
        """What the address says of a scene: every field once, in their order."""
        return urlencode(encode(self.fields, defaults(self.fields) | S))

    def tables(self, S: dict) -> list[str]:
        """The names of the data sets that it is made of."""
        return [S[field.name] for field in self.fields if isinstance(field, TableField)]
