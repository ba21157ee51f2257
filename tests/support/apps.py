"""The app without a browser: a page opened at a link, what stands on it, its links."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import unescape
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import EVERYWHERE, defaults
from pages.ui.kit.session import Session, Stage
from pages.ui.serving.walkthroughs import DOCUMENTS
from tests.support import ROOT


class App(AppTest):
    """An app of which no run may end in an exception."""

    def _run(self, *args, **kwargs) -> AppTest:
        super()._run(*args, **kwargs)
        assert not self.exception, "\n".join([self.exception[0].value, *self.exception[0].proto.stack_trace])
        return self


def open_page(page: str, **query) -> AppTest:
    """The app, opened for the first time, at a link to a page."""
    at = App(ROOT / "pages" / "main.py", default_timeout=120)
    at.switch_page(f"{page}.py")
    at.query_params.update({name: str(value) for name, value in query.items()})
    at.session_state["Session"] = Session(visit="")  # so that the keys of widgets are known
    at.session_state["dt-more"] = True  # unfolded: what is folded is not there
    at.run()
    return at.run() if at.session_state["Kept"].wanted else at  # no browser answers: go on without what it keeps


def pick(at: AppTest, key: str, name: str) -> AppTest:
    """Choose one of the examples in the row below a page's title, also one that is folded."""
    if at.pills(key=key).options[-1] == "More":
        at.pills(key=key).set_value("").run()
    return at.pills(key=key).set_value(name).run()


def opened(page: str, **query) -> AppTest:
    """The same, of a right link: nothing is warned of, and a slip of the notes that is named can be read."""
    at = clean(open_page(page, **query))
    named = re.findall(r"\bE\d+\b", said(at, "caption"))
    assert all(f">{slip}<" in html(at) for slip in named)
    return at


def clean(at: AppTest) -> AppTest:
    assert not at.warning
    return at


def switched(at: AppTest, page: str, **query) -> AppTest:
    """Another page in the same session, by the menu or, if a query is given, by a link."""
    at.switch_page(f"{page}.py")
    at.query_params.clear()
    at.query_params.update({name: str(value) for name, value in query.items()})
    return at.run()


def address(at: AppTest) -> dict[str, str]:
    """What the address of the page says."""
    return {name: text if isinstance(text, str) else text[0] for name, text in at.query_params.items()}


def reopened(at: AppTest, page: str) -> AppTest:
    """The page at its own address, as another visitor opens it."""
    return opened(page, **address(at))


def leads_back(at: AppTest, page: str) -> bool:
    """Whether the address of the page, read anew, says what the page shows."""
    values, wrong = decode(fields_of(page) + EVERYWHERE, address(at))
    S, stage = at.session_state["S"], stage_of(at)
    place = stage.names if stage else ()  # the browser's, which no test without one sees
    return not wrong and all(S[name] == value for name, value in values.items() if name not in place)


def stage_of(at: AppTest) -> Stage | None:
    """What the session knows of the stage of the open page; None where there is none."""
    ours = at.session_state["Session"]
    return ours.stages.get(ours.page)


def scene_alone(monkeypatch, page, **values) -> dict:
    """What a page's actions change, without the page: its defaults and these values.

    page : the module of the actions, in the folder of its page.
    """
    S = defaults(fields_of(page.__name__.split(".")[-2])) | values
    monkeypatch.setattr(page, "state", lambda: S)
    monkeypatch.setattr(page.st, "session_state", {})
    return S


def components(at: AppTest) -> list[dict]:
    """What each component of ours was given; a stage with what it shows."""
    return [_staged(json.loads(element.proto.json or "{}")) for element in at.get("bidi_component")]


def _staged(data: dict) -> dict:
    """The data of a stage with the document that it fetches, the frame that it shows, and their title,
    caption and counter."""
    if "tells" not in data:
        return data
    place = (data["begin"] or ("", {}))[1]  # where the server has sent it last
    data = data | {"place": dict.fromkeys(data["names"], "") | place}
    step = min(int(place.get("step", data["opens"])), data["last"])
    document = _document(data["address"], step // data["parts"] if data["parts"] else None)
    frame, last = (
        document["frames"][step - document.get("first", 0)],
        document.get("steps", len(document["frames"])) - 1,
    )
    return data | {
        "document": document,
        "frame": frame,
        "title": document["title"],
        "caption": frame["caption"],
        "counter": f"Step {step} of {last}",
        "step": step,
        "last": last,
    }


@cache
def _document(address: str, part: int | None) -> dict:
    path, _, query = address.partition("?")
    document = DOCUMENTS[path.split("/")[-1]]
    S, wrong = decode(document.fields, dict(parse_qsl(query)) | ({} if part is None else {"part": str(part)}))
    assert not wrong
    return document.make(S).document


@dataclass
class StageButton:
    """A button of the stage, which is the browser's: pressed, the server hears of it as if it had been told."""

    at: AppTest
    values: dict
    disabled: bool = False

    def click(self) -> "StageButton":
        self.at.session_state["S"].update(self.values)
        return self

    def run(self) -> AppTest:
        return self.at.run()


def _stage_button(at: AppTest, label: str) -> StageButton | None:
    data = next((data for data in components(at) if "tells" in data), None)
    if data is None:
        return None
    k, last, forget = data["step"], data["last"], {"pick": None, "node": ""}
    there = {
        "First": (k == 0, {"step": 0} | forget),
        "Back": (k == 0, {"step": max(k - 1, 0)} | forget),
        "Next": (k == last, {"step": min(k + 1, last)} | forget),
        "Last": (k == last, {"step": last} | forget),
        "Leave": (False, {"present": False}),
    }
    if label not in there:
        return None
    disabled, values = there[label]
    return StageButton(at, {name: value for name, value in values.items() if name in at.session_state["S"]}, disabled)


def component(at: AppTest, name: str) -> dict:
    """The data of the first component that was given a ``name``."""
    for data in components(at):
        if name in data:
            return data
    raise LookupError(f"no component with {name!r} on the page")


def table(at: AppTest, caption: str) -> dict:
    """The data of the table whose caption begins so."""
    return next(data for data in components(at) if data.get("caption", "").startswith(caption))


def staged(at: AppTest) -> tuple[dict, int]:
    """What the stage plays, and the step that it is sent to."""
    data = component(at, "tells")
    return data["document"], data["step"]


def counter(at: AppTest) -> str:
    return component(at, "counter")["counter"]


def caption(at: AppTest) -> str:
    return component(at, "counter")["caption"]


def button(at: AppTest, label: str):
    return _stage_button(at, label) or next(b for b in at.button if b.label == label)


def html(at: AppTest) -> str:
    """All HTML of ours on the page."""
    return " ".join(element.proto.body for element in at.get("html"))


def in_view(at: AppTest) -> str:
    """All that can be read on the page without a click: nothing folded, nothing behind "?"; of a stage its document."""
    return unescape(" ".join(text for part in at._tree.children.values() for text in _unfolded(part)))


def _unfolded(block: Block) -> Iterator[str]:
    for one in block.children.values():
        if isinstance(one, Block):
            if one.type != "expander" or one.proto.expanded:
                yield from _unfolded(one)
        elif one.type == "bidi_component":
            yield from _texts(_staged(json.loads(one.proto.json or "{}")))
        elif one.type == "html":
            yield re.sub("<style>.*?</style>|<[^>]+>", " ", one.proto.body, flags=re.S)
        else:
            yield f"{getattr(one, 'label', '')} {getattr(one, 'value', '')} {getattr(one, 'help', '')}"


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from _texts([one for name, one in data.items() if name not in ("help", "words")])  # of the button "?"
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one)


def plain(text: str) -> str:
    """Markdown as it is read: without the escapes."""
    return text.replace("\\", "").replace("\u2060", "")


def said(at: AppTest, *kinds: str) -> str:
    """The page's Markdown and captions, or what is of these kinds, as they are read."""
    return " ".join(plain(str(each.value)) for kind in kinds or ("markdown", "caption") for each in getattr(at, kind))
