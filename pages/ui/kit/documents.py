"""The walkthroughs that pages show, each at an address that says all it depends on: everybody's browser may keep it."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

import dtlearn
from dtlearn.data.dataset import DATASETS
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.kit.codec import Field, encode
from pages.ui.kit.scene import defaults
from pages.ui.kit.tables import MINE, TableField

WORD = "walkthrough"  # what these addresses begin with


def _release() -> str:
    """A short word that changes with anything a document is made of: no browser shows one of another release."""
    told = sha256()
    for folder in (Path(dtlearn.__file__).parent, Path(__file__).parents[1], DATASETS):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".csv", ".toml")):
            told.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()[:12]


RELEASE = _release()


@dataclass(frozen=True)
class Document:
    """The walkthrough of a kind of lesson.

    kind : the name of its page. fields : those of the page's scene that it depends on, and no other. make : scene -> the
    walkthrough, or None if the tree is too large; raises ValueError with a sentence for what does not fit together.
    soon : scene -> whether it is made in a moment; else it is the page's, which shows how far it is and can be left.
    """

    kind: str
    fields: tuple[Field, ...]
    make: Callable[[dict], Walkthrough | None]
    soon: Callable[[dict], bool] = lambda S: True

    def address(self, S: dict) -> str | None:
        """Where the document of a scene is, seen from a page; None of a table that no link holds, and of what lasts."""
        if self.sessions(S) or not self.soon(S):
            return None
        return f"{WORD}/{RELEASE}/{self.kind}?{self.query(S)}"

    def query(self, S: dict) -> str:
        """What the address says of a scene: every field once, in their order."""
        return urlencode(encode(self.fields, defaults(self.fields) | S))

    def tables(self, S: dict) -> list[str]:
        """The names of the data sets that it is made of."""
        return [S[field.name] for field in self.fields if isinstance(field, TableField)]

    def sessions(self, S: dict) -> bool:
        """Whether it is made of a table that one session alone holds."""
        return any(name.startswith(MINE) for name in self.tables(S))
