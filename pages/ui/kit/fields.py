"""Fields that several lessons show, and how links say them; what is here knows no lesson."""

import re
from contextlib import suppress
from math import isfinite

import dtlearn
from pages.ui.kit.codec import Field, choice, switch, whole
from pages.ui.kit.scene import reset_with_reason

# What links say; a name on a page may change, these may not.
ALGORITHM_IDS = {
    "id3-uml": "ID3 (UML)",
    "id3-cs181": "ID3 (CS181)",
    "buildtree": "BuildTree",
    "c45": "C4.5-style",
    "cart": "CART",
}
MOST = 999_999_999
OWN = "own"  # as the algorithm says in its notes


def _read_said(text: str) -> tuple[tuple[int, str], ...]:
    """Answers by place in the order of the nodes, "0:f2,1:pure"; the first answer at a place counts."""
    if not re.fullmatch(r"\d{1,5}:[a-z0-9_.]{1,20}(,\d{1,5}:[a-z0-9_.]{1,20}){0,999}", text, re.ASCII):
        raise ValueError("said= is not a list of answers")
    found: dict[int, str] = {}
    for at, token in (part.split(":") for part in text.split(",")):
        found.setdefault(int(at), token)
    return tuple(found.items())


def _read_node(text: str) -> str:
    if not re.fullmatch(r"r(\.\d{1,5}){0,999}", text, re.ASCII):
        raise ValueError("node= is no node")
    return text


_NUMBER = r"-?\d{1,22}(\.\d{1,25})?(e[+-]?\d{1,3})?"  # as JavaScript writes one


def new_example(name: str) -> Field:
    """A new example's values."""

    def read(text: str) -> str:
        if not re.fullmatch(f"{_NUMBER}(_{_NUMBER}){{0,199}}", text, re.ASCII) or not all(
            map(isfinite, map(float, text.split("_")))
        ):
            raise ValueError(f"{name}= is not a list of numbers")
        return text

    return Field(name, "", read)


def can_be(text: str, data: dtlearn.Dataset | None) -> bool:
    """Whether a new example's values are those of an example of the data; None is of no data."""
    values, features = text.split("_"), data.schema.features if data else ()
    return len(values) == len(features) and all(
        not f.values or (v.isdigit() and int(v) < len(f.values)) for v, f in zip(values, features, strict=True)
    )


def fit_fresh(S: dict, data: dtlearn.Dataset | None, name: str = "fresh") -> list[str]:
    """A new example has a value for each feature; returns what was wrong with it.

    data : None where no example walks.
    """
    return (
        reset_with_reason(S, name, "", f"{name}= holds an example that cannot be")
        if S[name] and not can_be(S[name], data)
        else []
    )


def asked_about(others: str, wrong: str) -> Field:
    """Who is asked about: a place of the plane, "x2.5_7", or whom the pattern ``others`` matches; "" for no choice.

    wrong : what is said of a text that is neither.
    """

    def read(text: str) -> str:
        with suppress(ValueError):
            if not text or re.fullmatch(others, text, re.ASCII) or (text[0] == "x" and FRESH.read(text[1:])):
                return text
        raise ValueError(f"example= is {wrong}")

    return Field("example", "", read)


def place_said(place: object) -> str:
    """A place of the plane that the browser sends, as ``asked_about`` reads it. Raises ValueError for what is none."""
    try:
        x, y = (f"{round(float(v), 4) + 0.0:.4f}".rstrip("0").rstrip(".") for v in place)
    except (TypeError, OverflowError) as error:
        raise ValueError("This is no place of the plane.") from error
    return f"x{FRESH.read(f'{x}_{y}')}"


def said(name: str) -> Field:
    """The answers of a reader who predicts."""
    return Field(name, (), _read_said, lambda said: ",".join(f"{at}:{token}" for at, token in said))


FRESH = new_example("fresh")
NODE = Field("node", "", _read_node)  # the one looked at where it stands
SPEED = choice("speed", {"0.5": 0.5, "1": 1, "2": 2, "4": 4}, 1)
PRESENT = switch("present")
PREDICT = switch("predict")
# Which fold below a lesson is open: algorithms side by side, files to take away, the notes' words, their errors.
BELOW = choice("below", ("", "beside", "export", "words", "errors"), "", neutral="")
VIEW = choice("view", ("interactive", "graphviz"), "interactive")  # who draws the trees
ENLARGED = choice(
    "large", ("", "tree", "plane", "chart", "sums"), "", neutral=""
)  # the part that has the stage to itself
# Of a page with the step player; no step is the one that tells most.
# Where one is in a document that the browser plays.
PLAYED_AT = (whole("step", None, 0, MOST), SPEED)
PLAYED = (whole("step", None, 0, MOST), SPEED, PRESENT, VIEW)
