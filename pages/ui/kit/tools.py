"""The tools of a page without a stage: present mode, the link to what is seen, help, and their keys; what a room can be
asked on any page beside its stage's steps."""

from collections.abc import Callable

import streamlit as st

from dtlearn.teaching.glossary import GLOSSARY
from pages.ui.components import tools as component
from pages.ui.kit.fields import PRESENT
from pages.ui.kit.session import session, state

KEYS = (
    ("L", "copy the link to what you see"),
    ("H", "share: links, a QR code, a room"),
    ("S", "save a picture or a table of this page"),
    ("P", "present mode, in and out"),
    ("B or .", "black screen, on and off"),
    ("Esc", "leave the black screen or present mode"),
    ("?", "these words and keys"),
)


# Sizes follow the window, so that the last row of a large room reads as well as that of a small one; a projector
# swallows pale greys, so lines and small print get the text's own colour. A worked example's title is enough above a
# stage. A question that does not fit beside its title wraps below the line that is seen: the stage stays as it is.
_PRESENT = """<style>@media screen{
body:not(:has(.st-key-deck-settings [kind=secondary])) [data-testid=stSidebar],[data-testid=stHeader],.st-key-dt-next,
  .st-key-dt-home-ways,.st-key-dt-keeping{display:none!important}
.stMainBlockContainer{padding:.8rem 1.5rem 0!important;max-width:none!important}
body{--room-high:calc(100vh - 24px)} .stApp{--room-beside:0px!important}
@media(min-width:1000px){body.dt-room .stMainBlockContainer{padding-right:calc(20rem + 24px)!important}}
*{--st-border-color:color-mix(in srgb,currentColor 65%,transparent)!important}
.dt-title small,.dt-table caption,.dt-source{opacity:1}
html{font-size:clamp(125%,2.5vh,220%)}
.dt-title{font-size:1.2rem}
.dt-asking>div{display:none}
@media(min-width:1000px){
.dt-asking{display:grid;grid-template-columns:fit-content(100%) minmax(0,1fr);column-gap:1rem;align-items:end}
.dt-asking>div{display:flex;flex-wrap:wrap;justify-content:flex-end;height:1.25rem;line-height:1.25rem;overflow:hidden}
.dt-asking>div::before{content:"";flex:0 0 1px;height:1.25rem}
.dt-asking p{flex:none;margin:0;font-size:.82rem;white-space:nowrap}
body:has(.st-key-dt-predict label) .dt-asking{margin-right:8.4rem}
.st-key-dt-heading>:has(.dt-asking){flex:1 1 0;min-width:0;margin-right:5rem}
}
.st-key-ha-functions button{padding-inline:.45rem}
.st-key-ha_rules{margin-top:-.6rem}
.stMainBlockContainer [data-testid=stVerticalBlock]{gap:.5rem}
.st-key-dt-ask{margin-top:-.45rem}
.st-key-dt-side,[class*=st-key-dt-graph-tall],div:has(>.st-key-dt-side,>[class*=st-key-dt-graph-tall]){
  height:max(420px,calc(100vh - 300px))!important}
body:has(.st-key-dt-deck) .st-key-dt-tools-present,.st-key-deck-author{display:none}
body:not(:has([class*=st-key-stage-])) .st-key-dt-deck .st-key-deck-leave{display:block}
div:has(>.st-key-dt-predict){position:absolute;z-index:1;top:0;right:1.5rem;width:auto}
body:has(.st-key-dt-deck) .st-key-dt-predict{display:none}
.st-key-dt-deck{gap:.2rem!important}
body:has(.st-key-dt-deck):has([class*=st-key-stage-])
  .stMainBlockContainer>[data-testid=stVerticalBlock]>:has(.dt-title){display:none}
.st-key-dt-deck :is([data-testid=stTextInput],[data-testid=stButtonGroup]){display:flex;flex-wrap:wrap;
  align-items:center;gap:.2rem 1rem}
.st-key-dt-deck [data-testid=stWidgetLabel]{margin:0}
.st-key-dt-deck [data-testid=stTextInput]>div{flex:0 1 6rem;min-width:0}
.st-key-dt-deck :has(>[data-testid=stTextInput]){flex:0 1 auto!important;width:auto!important}
}</style>"""
# In the frame of another page: the lesson without the app's menu.
_EMBEDDED = """<style>[data-testid=stHeader],.st-key-dt-next{display:none!important}
.stMainBlockContainer{padding-top:.8rem!important}</style>"""
FIELDS = (PRESENT,)  # of a page whose link holds nothing else
# By page, "" for any: gives a room's question (dtlearn.show.practice.poll), of another of its kind where a ``twin`` is
# asked for: {} if there is no twin, None if nothing is asked there.
POSES: dict[str, Callable[[bool], dict | None]] = {}


def present() -> None:
    """Present mode: only the lesson, larger; embedded in another page: without the menu."""
    embedded = _EMBEDDED if st.context.is_embedded else "<style></style>"
    st.html(_PRESENT if state()["present"] else embedded)


def turn_present() -> None:
    state()["present"] = not state()["present"]


def ask_for_example(question: object) -> None:
    """A worked example shall begin, or go on, with what is on the screen.

    question : what a room would be asked there, or None.
    """
    session().example = (question,)


def posing() -> dict:
    """For the page's tools: words of the help, with links that keep a student a student; poses, whether the server
    has a question here; posed, [number of the asking, question]."""
    student = "&student=1" * state().get("student", False)
    words = [(word.term, word.says, word.shown + student) for word in GLOSSARY]
    return {"words": words, "poses": _posed(twin=False) is not None, "posed": session().posed}


def pose(message: object) -> None:
    """The lecturer's page asks for the question. message : [number of the asking, whether a twin is wanted]."""
    match message:
        case [int() | float() as number, bool() as twin]:
            session().posed = [number, _posed(twin)]


def _posed(twin: bool) -> dict | None:
    sources = (POSES[page] for page in ("", session().page) if page in POSES)
    return next((found for poses in sources if (found := poses(twin)) is not None), None) or None


def tools(*keys: tuple[str, str]) -> None:
    """The tools, in their corner; in present mode the way out of it.

    keys : (key, what it does) of the page's own keys, for the help.
    """
    data = {"help": [*keys, *KEYS], "present": state()["present"]} | posing()
    component.tools(data, "tools", lambda _: turn_present(), ask_for_example, pose, width="content")
    if state()["present"]:
        st.button("Leave", on_click=turn_present, key="dt-tools-present", help="Leave present mode (P)")
    present()
