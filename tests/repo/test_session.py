"""What a session holds beside its widgets' values and the settings: a few records, each of one owner."""

import re
from dataclasses import is_dataclass

from dtlearn.teaching.worked_examples import chapters
from pages.ui.examples.decks import Decks
from pages.ui.keeping.keeping import Kept
from pages.ui.kit.session import Session
from pages.ui.kit.tables import Tables
from pages.ui.lessons import PAGES
from pages.ui.own.work import Preparation
from tests.support import ROOT
from tests.support.apps import open_page, switched

RECORDS = {kind.__name__ for kind in (Session, Tables, Decks, Kept, Preparation)}
# The pages that remember something beside their settings.
MEMORIES = {"byhand", "code", "forest", "grow", "hard", "learning", "practice", "regions", "thresholds", "unstable"}
WIDGETS = {"own_files", "w_ex_file", "w_fo_example", "w_fo_kind"}  # whose values are read by their keys
PRESSES = 12  # of a page's buttons


def free_keys(at) -> set[str]:
    """The keys in the session that are no widget's."""
    state = at.session_state._state._state
    return state.filtered_state.keys() - state._key_id_mapper._key_id_mapping.keys()


def use(at) -> None:
    """The usual things of a page: its examples, its first buttons."""
    for key in [pills.key for pills in at.pills if pills.label == "Examples"]:
        if at.pills(key=key).options[-1] == "More":
            at.pills(key=key).set_value("").run()
        at.pills(key=key).set_value(at.pills(key=key).options[-1]).run()
    for k in range(PRESSES):
        if k < len(at.button) and not at.button[k].disabled:
            at.button[k].click().run()


def test_a_session_holds_few_records_beside_widgets_and_settings():
    at = open_page("home")
    for page in PAGES:
        use(switched(at, page))
    use(switched(at, "grow", v=1, deck=chapters()[0], author=1))
    assert free_keys(at) == RECORDS | {"S"}
    kinds = [*at.session_state["Session"].memories]
    assert all(map(is_dataclass, kinds))
    assert {kind.__module__.split(".")[2] for kind in kinds} <= MEMORIES
    assert len({kind.__module__ for kind in kinds}) == len(kinds)  # one of each page


def test_no_code_names_a_key_that_is_no_widgets():
    """What no press above reaches."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "pages").rglob("*.py"))
    assert set(re.findall(r'session_state(?:\[|\.\w+\()f?"([^"]+)', code)) == WIDGETS | {"S"}
    assert not re.findall(r"= st\.session_state$|session_state\.update", code, re.MULTILINE)  # under another name
