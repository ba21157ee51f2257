"""The page Trees as bit strings: every control, links there and back, broken words and broken links."""

import pytest

from pages.ui.code import lesson as page
from pages.ui.code import panels
from pages.ui.code import word as words
from tests.support.apps import (
    address,
    caption,
    component,
    counter,
    html,
    open_page,
    opened,
    plain,
    reopened,
    staged,
    switched,
)

OR_WORD = "x1? x2? leaf0 leaf1 leaf1 END"


def typed_word(at) -> str:
    return at.text_input(key="w_word").value


def led(at) -> tuple:
    """How often the stage was sent to a place, and led to a beginning or to a telling step."""
    data = component(at, "begin")
    return (data["begin"] or [""])[0], *data["leads"].values()


def more(before: tuple, others: int = 0, starts: int = 0, openings: int = 0) -> tuple:
    return before[0], before[1] + others, before[2] + starts, before[3] + openings


def test_an_old_link_opens_at_the_first_leaf_of_or():
    at = opened("code", v=1)
    assert counter(at) == "Step 3 of 6"
    assert (
        caption(at)
        == "Symbol 3, leaf0: the node at X1 = 0, X2 = 0 is a leaf that answers 0. Next: the node at X1 = 0, X2 = 1."
    )
    document, _ = staged(at)
    assert (document["kind"], document["word"]["ahead"]) == ("word", "blank")
    assert [block["symbol"] for block in document["word"]["blocks"]] == [*OR_WORD.split()]
    assert typed_word(at) == OR_WORD
    assert at.query_params["data"] == "or"
    assert "word" not in at.query_params


QUERIES = (
    {},
    {"end": 0},
    {"data": "play_tennis", "form": "asis"},
    {"data": "titanic"},
    {"word": "x1? x9"},
)


@pytest.mark.parametrize(("k", "panel"), [*enumerate(panels.PANELS)])
def test_every_panel_opens(k, panel):
    for query in (QUERIES[k % len(QUERIES)], QUERIES[-1]):
        at = opened("code", v=1, panel=panel, **({"mode": "read"} if "word" in query else {}), **query)
        assert bool(at.info) == ("word" in query and panel != "alphabet")
        assert len(staged(at)[0]["nodes"]) <= 4 * 31


def test_writing_and_reading_walk_to_the_end():
    at = open_page("code", v=1, step=6)
    assert "END: the word is complete" in caption(at)
    before = led(at)
    at.segmented_control(key="w_mode").set_value("read").run()
    assert led(at) == more(before, others=1)  # who has seen the word written reads it from the start
    document, _ = staged(at)
    assert "no news" in document["frames"][6]["caption"]
    assert document["word"]["ahead"] == "ahead"
    assert "knows the alphabet, nothing else" in document["frames"][0]["caption"]


def test_what_is_left_by_the_menu_is_found_again_and_another_pages_step_is_not_this_ones():
    at = opened("limits", v=1, step=1)
    assert counter(switched(at, "code")) == "Step 0 of 6"
    assert counter(switched(at, "code", v=1, step=5)) == "Step 5 of 6"
    switched(at, "limits", v=1, step=2, speed=4)
    assert counter(switched(at, "code")) == "Step 5 of 6"
    assert at.session_state["S"]["speed"] == 4


def test_playtennis_one_hot_has_ten_questions_and_as_it_is_the_general_form():
    at = open_page("code", v=1, data="play_tennis", panel="alphabet")
    assert "asks Outlook=Sunny; subtrees for 0, then 1" in html(at)
    assert "10 questions + 2 leaves + END = 13 symbols" in html(at)
    at.selectbox(key="w_form").set_value("asis").run()
    assert "4 questions + 2 leaves + END = 7 symbols" in html(at)
    assert "4 questions, 2 classes" in html(at)
    assert typed_word(at) == "x1? x3? leaf0 leaf1 leaf1 x4? leaf1 leaf0 END"
    assert any("a theorem in its general form" in c.value for c in at.caption)
    at = open_page("code", v=1, data="play_tennis", form="asis")
    assert any("(n+1)\\,\\log_2(d+K+1)" in one.value for one in at.latex)


def test_a_word_is_typed_and_goes_into_the_link():
    at = open_page("code", v=1)
    before = led(at)
    at.text_input(key="w_word").set_value("x2 leaf 0, LEAF1 end").run()
    assert led(at) == more(before, openings=1)
    assert typed_word(at) == "x2? leaf0 leaf1 END"
    assert at.query_params["word"] == "x2 leaf 0, LEAF1 end"
    assert counter(at) == "Step 2 of 4"
    again = reopened(at, "code")
    assert (typed_word(again), caption(again)) == (typed_word(at), caption(at))
    assert address(again) == address(at)
    for own in ("  ", "X1, x2 leaf 0 leaf1 leaf1 end"):
        at.text_input(key="w_word").set_value("leaf0 END").run()
        at.text_input(key="w_word").set_value(own).run()
        assert typed_word(at) == OR_WORD
        assert "word" not in at.query_params


def test_a_word_is_typed_in_bits():
    at = open_page("code", v=1)
    assert "000 001 010 011 011 100" in at.text_input(key="w_word").help
    at.text_input(key="w_word").set_value("000 010 011 100").run()
    assert typed_word(at) == "x1? leaf0 leaf1 END"
    assert typed_word(reopened(at, "code")) == typed_word(at)
    at.toggle(key="w_end").set_value(False).run()
    assert typed_word(at) == "x1? leaf0 leaf1"
    at.toggle(key="w_end").set_value(True).run()
    assert typed_word(at) == "x1? leaf0 leaf1 END"
    at.text_input(key="w_word").set_value("000 001 010").run()
    at.toggle(key="w_end").set_value(False).run()
    assert typed_word(at) == "x1? x2? leaf0"  # a broken one stays what it is
    assert "but 2 subtrees are missing" in caption(at)


def test_a_word_that_is_too_long_is_refused_and_kept():
    at = open_page("code", v=1, word="leaf1 END")
    long = " ".join(["x1?"] * 300)
    at.text_input(key="w_word").set_value(long).run()
    assert [w.value for w in at.warning] == [
        f"This has {len(long)} characters, and a word here at most {page.LONGEST}: shorten it. "
        "Shown is still the word from before."
    ]
    assert typed_word(at) == long
    assert at.query_params["word"] == "leaf1 END"
    at.segmented_control(key="w_panel").set_value("alphabet").run()
    assert typed_word(at) == long
    at.text_input(key="w_word").set_value(long[: page.LONGEST - 1]).run()
    assert not at.warning
    assert "subtrees are missing" in caption(at)
    assert typed_word(at) == long[: page.LONGEST - 1].strip()
    at.text_input(key="w_word").set_value("x" * 900).run()
    assert len(at.warning) == 1
    at.text_input(key="w_word").set_value("").run()  # back to the tree's own word
    assert not at.warning
    assert typed_word(at) == OR_WORD


@pytest.mark.parametrize("name", page.LESSON.fields[0].known)
def test_the_word_of_every_tree_fits_the_field_and_is_read_to_its_end(name):
    for form in page.FORMS:
        word = page.word_of({"data": name, "form": form, "nodes": 63, "word": "", "end": True})
        assert len(" ".join(word.tokens)) < page.LONGEST - 10
        assert "END: the word is complete" in words.caption(word, word.last, "read")


def test_a_link_is_not_blamed_for_what_it_does_not_say():
    at = open_page("code", v=1, data="or", word="foo bar baz")
    assert not at.warning
    assert at.query_params["mode"] == "read"
    (said,) = open_page("code", v=1, word="foo bar", mode="write").warning
    assert "needs the whole word of a tree" in said.value


def test_a_broken_word_is_read_up_to_the_mistake():
    at = open_page("code", v=1)
    for text, said, state in (
        ("x1 x2 leaf0", "The word ends after 3 symbols, but 2 subtrees are missing.", "gap"),
        (
            "<img src=x> $a$",
            "Symbol 1, '<img', is not in the alphabet: write x1? to x2?, leaf0 to leaf1, or END.",
            "bad",
        ),
    ):
        at.text_input(key="w_word").set_value(text).run()
        assert said in caption(at)
        assert state in [block.get("state") for block in staged(at)[0]["word"]["blocks"]]
        assert at.query_params["mode"] == "read"
        assert at.segmented_control(key="w_mode").disabled
    at.pills(key="w_try").set_value("or").run()
    assert typed_word(at) == OR_WORD
    assert not at.segmented_control(key="w_mode").disabled


def test_a_code_of_ones_own_has_its_name_and_is_told_why_it_cannot_be_written():
    at = open_page("code", v=1)
    assert "Trees as bit strings: OR of two bits" in html(at)
    for text, said in (
        ("x1 x2 leaf0", "This code is not complete yet"),
        ("x1 foo", "foo is not in the alphabet"),
        ("x1 leaf0 end leaf1", "No tree has this code"),
    ):
        at.text_input(key="w_word").set_value(text).run()
        assert [c.value.startswith(said) for c in at.caption].count(True) == 1
        assert "Trees as bit strings: Your code" in html(at)
    at.text_input(key="w_word").set_value("").run()
    assert "Trees as bit strings: OR of two bits" in html(at)
    assert any("The field was empty" in c.value for c in at.caption)
    at.text_input(key="w_word").set_value("leaf1 END").run()
    assert not any("The field was empty" in c.value for c in at.caption)


def test_the_bits_asked_for_are_told_at_the_end():
    at = opened("code", v=1)
    assert any(
        m.value.replace("\u2060", "").replace("\\", "")
        == "In whole blocks it takes 18 bits: 6 blocks of 3 bits. The bound counts 6 · log₂ 5 = 13.932 bits."
        for m in at.markdown
    )
    assert "The bound counts 6 · log₂ 5 = 13.932 bits." in _last(at)["says"]


def test_the_page_opens_at_its_question():
    assert counter(opened("code")) == "Step 0 of 6"


def test_a_guess_is_among_three_lengths_and_is_told_what_it_was_worth():
    at = opened("code")
    assert not any(digit.isdigit() for digit in staged(at)[0]["frames"][0]["says"].partition("Each node")[0])
    guess = at.selectbox(key="w_guess")
    assert guess.options == ["5 bits", "18 bits", "36 bits"]  # a bit for each node; 6 blocks of 3 bits; twice that
    for n, worth in ((5, "Not this time"), (18, "Right")):
        at.selectbox(key="w_guess").set_value(n).run()
        assert f"{worth}. In whole blocks it takes 18 bits: 6 blocks of 3 bits." in plain(
            " ".join(one.value for one in at.caption)
        )
    at.selectbox(key="w_data").set_value("xor").run()
    assert at.selectbox(key="w_guess").value is None


def _last(at) -> dict:
    """The last frame, what is as in the one before filled in."""
    frames = staged(at)[0]["frames"]
    return {name: value for frame in frames for name, value in frame.items()}


def test_the_pills_break_and_mend_a_word():
    at = open_page("code", v=1, data="xor")
    before = led(at)
    at.pills(key="w_try").set_value("broken").run()
    assert led(at) == more(before, starts=1)  # what is wrong comes step by step
    assert counter(at).endswith(" of 7")
    assert _last(at)["caption"] == "END came too early: 1 subtree is still missing."
    every = at.pills(key="w_try").options
    assert (at.pills(key="w_try").value, every) == (
        "broken",
        ["OR of two bits", "ID3's tree", "END too early", "Drop END"],
    )
    at.pills(key="w_try").set_value("last").run()
    assert led(at) == more(before, starts=2)
    assert counter(at).endswith(" of 7")
    assert "The tree is complete, but END is missing" in _last(at)["caption"]
    assert _last(at)["says"].startswith("21 bits: 7 symbols of 3 bits.")
    assert "Only END is missing." in _last(at)["says"]
    assert (at.pills(key="w_try").value, at.pills(key="w_try").options) == ("last", every)
    at.text_input(key="w_word").set_value(typed_word(at).rpartition(" ")[0]).run()
    assert "The word ends after 6 symbols, but 1 subtree is missing." in caption(at)
    assert at.pills(key="w_try").value is None
    at.pills(key="w_try").set_value("grown").run()
    assert at.pills(key="w_try").value == "grown"
    at.pills(key="w_try").set_value("or").run()
    assert at.selectbox(key="w_data").value == "or"
    assert typed_word(at) == OR_WORD


def test_without_end_the_word_is_shorter_and_ends_by_itself():
    at = open_page("code", v=1, mode="read", step=6)
    before = led(at)
    at.toggle(key="w_end").set_value(False).run()
    assert led(at) == before  # the step stays
    assert counter(at) == "Step 5 of 5"
    assert "so the tree ends here: no END is needed" in caption(at)
    assert typed_word(at) == OR_WORD.removesuffix(" END")
    assert staged(at)[0]["word"]["blocks"][0]["bits"] == "00"
    at.pills(key="w_try").set_value("broken").run()
    assert "but the tree is complete: leave it out" in _last(at)["caption"]
    assert "A leaf too many" in at.pills(key="w_try").options


def test_other_data_and_fewer_nodes_give_another_word():
    at = open_page("code", v=1, word="leaf1 END")
    before = led(at)
    at.selectbox(key="w_data").set_value("titanic").run()
    assert len(typed_word(at).split()) == 32
    assert "word" not in at.query_params
    at.slider(key="w_nodes").set_value(3).run()
    assert led(at) == more(before, openings=2)
    assert len(typed_word(at).split()) == 4
    assert counter(at) == "Step 2 of 4"


def test_a_link_leads_to_the_bound_of_the_same_data():
    at = open_page("code", v=1, data="xor", panel="kraft")
    assert any("data=xor" in element.proto.query_string for element in at.get("page_link"))


def test_the_picture_says_why_the_bound_counts_fewer_bits_than_the_blocks_have():
    at = open_page("code", v=1, step=6)
    assert "log₂ 5 = 2.322 bits (2 to this power is 5); a block rounds that up to 3." in _last(at)["says"]
    assert "rounds that up" not in _last(open_page("code", v=1, end=0, step=5))["says"]  # 4 symbols of 2 bits
