"""The parts of the page Trees as bit strings: its choices, tree and word beside each other, what stands below them."""

import streamlit as st

from dtlearn.bound.bound import standing
from dtlearn.views.base.arithmetic import aligned
from dtlearn.views.bound import code, code_length
from dtlearn.views.bound.code import WAYS
from dtlearn.views.bound.words import symbols_tex
from pages.ui.code import scene
from pages.ui.kit import heading as above
from pages.ui.kit import tables
from pages.ui.kit.controls import segments
from pages.ui.kit.escape import md
from pages.ui.kit.frame import errata_fold, more_settings, scenarios
from pages.ui.kit.heading import ask_and_answer
from pages.ui.kit.scene import bind_widget, widget_args
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage

HEIGHT = 400  # px of a long list
_STYLE = "<style>.st-key-co-choices { margin: -.7rem 0 -.6rem; }</style>"  # the word is on the first screen
MANY = 50  # symbols, of which a table is scrolled


def heading(wrong: list[str]) -> None:
    """The title, one sentence if the link could not be followed to the letter."""
    S = state()
    uml = code_length.uml(scene.data_of(S).schema)
    form = f"(n + 1) log₂({symbols_tex(uml).replace('+', ' + ')}) bits"
    about = f"{form} for n nodes, d questions{'' if uml else ', K classes'}"
    above.heading(f"Trees as bit strings: {scene.title_of(S)}", about, wrong)


def sidebar() -> None:
    """Which tree: the data or a word of one's own, its questions, how large."""
    S = state()
    word = scene.word_of(S)
    blocks = "" if word.problem else f", {code_length.written(word)[:40]}"
    with st.sidebar:
        names = (*scene.FIELDS[0].known, *filter(tables.is_own, tables.names(fits=scene.fits)))
        titles = {name: tables.title(name) for name in names}
        tables.choose(titles, "data", scene.other_tree)
        st.caption(md(tables.load(S["data"]).card.story))
        st.text_input(
            "Type a code",
            **widget_args("w_co_text", scene.refused() or " ".join(word.tokens), scene.typed),
            help=(
                "Symbols with spaces between them, x1? x2? leaf0 leaf1 leaf1 END, or their blocks of 0s and 1s"
                f"{blocks}, with or without spaces. Empty: ID3's tree."
            ),
        )
        with more_settings():
            plain = scene.is_binary(S["data"])
            st.radio(
                "Questions",
                list(scene.FORMS),
                format_func=scene.FORMS.get,
                disabled=plain,
                **bind_widget("form", scene.other_tree),
            )
            if plain:
                st.caption("Every feature has two values already: a yes/no question.")
            st.slider("Max. nodes of ID3's tree", 1, 63, **bind_widget("nodes", scene.other_tree))
            st.toggle("Words close with END", **bind_widget("end", scene.switch_end))
            what, why = standing(scene.data_of(S).schema)
            st.caption(f"Over these questions the bound (18.1) is **{what.value}**. {md(why)}")


def choices() -> None:
    """What can be tried with the word; its direction; what is wrong with a typed one."""
    S = state()
    word, too_long = scene.word_of(S), scene.refused()
    broken = word.problem != ""
    st.html(_STYLE)
    with st.container():  # there or not, what follows keeps its place, and so its focus
        if not (broken or S["present"]):
            with st.container(key="dt-ask"):
                ask_and_answer(scene.QUESTION, code_length.answer(word), word.last)
    _tries(word)
    with st.container(key="co-choices"):
        segments("Direction", WAYS, "mode", scene.other_way, disabled=broken)
    if too_long:
        st.warning(
            f"This has {len(too_long)} characters, and a word here at most {scene.LONGEST}: shorten it. "
            "Shown is still the word from before."
        )
    if broken:
        st.caption(md(code.why_only_read(word)))
    elif scene.cleared():
        st.caption("The field was empty, so the code of ID3's tree is back.")


def _tries(word: code.Word) -> None:
    S = state()
    wrong, last = ("END too early", "Drop END") if S["end"] else ("A leaf too many", "Drop the last")
    own = "or" if S["data"] == "or" else "grown"  # the word of the tree that ID3 grows
    titles = {"or": "OR of two bits"} | ({"grown": "ID3's tree"} if own == "grown" else {})
    tries = {name: tokens for name, tokens in scene.tries_of(S).items() if tokens}
    titles |= {name: title for name, title in (("broken", wrong), ("last", last)) if name in tries}
    shown = next((name for name, tokens in tries.items() if tokens == tuple(word.tokens)), None)

    def go(name: str) -> None:
        scene.or_tree() if name == "or" else scene.write(" ".join(tries.get(name, ())))
        S["step"] = 0  # what is wrong comes step by step

    scenarios(titles, shown if S["word"] else own, go, "w_co_try")


def moving() -> None:
    """The stage, which steps in the browser: tree and word."""
    S = state()
    stage(scene.DOCUMENT, S, scene.view_of, lambda: scene.walkthrough_of(S))
    st.caption(
        "In a block: the symbol, its 0s and 1s, and after → how many subtrees are still to come. A click goes to its"
        " step."
    )


def panel() -> None:
    """What stands below: the alphabet, the lengths, the word without END, Kraft's sum."""
    segments("Below", scene.PANELS, "panel")
    S = state()
    word = scene.word_of(S)
    if word.problem and S["panel"] != "alphabet":
        st.info("This is not the whole word of a tree, so there is no length to speak of: mend it, or choose another.")
    else:
        _PANEL[S["panel"]](word)


def sources() -> None:
    """What the page follows, and what to read with care."""
    st.caption(
        "Follows (18.1) of Understanding Machine Learning (UML): description length (n + 1) log₂(d + 3). "
        "m examples, d questions, K classes, n nodes: all of them, not the inner ones alone."
    )
    errata_fold("code", "E29")


def _alphabet(word: code.Word) -> None:
    many = sum(code_length.sizes(word.tree.schema)) > MANY
    with st.container(height=HEIGHT if many else "content", border=many):
        st.html(code_length.alphabet_html(word))


def _length(word: code.Word) -> None:
    schema = word.tree.schema
    st.markdown(code_length.count_text(word))
    st.latex(aligned(code_length.lengths_latex(word.n, schema)))
    st.markdown(code_length.waste_text(word.n, *code_length.sizes(schema)))
    bits = code_length.written(word)
    st.caption(f"This word in 0s and 1s, {len(bits.replace(' ', ''))} bits, the blocks set apart:")
    st.code(bits, language=None, wrap_lines=True)
    if not code_length.uml(schema):
        st.caption(
            "UML's (18.1) has d + 3, for yes/no questions and two classes. The same argument gives d + K + 1 for K"
            " classes, and for questions of more answers, if their numbers are known beforehand."
        )


def _end(word: code.Word) -> None:
    st.markdown(
        "Preorder tells by itself where the tree ends, as every question has a known number of branches. Begin with 1"
        " missing subtree; a question of b branches adds b − 1, a leaf takes 1 away:"
    )
    st.markdown(f"**{code_length.missing_text(word)}**")
    st.markdown(code_length.end_text(word))
    st.caption(
        "So END is redundant; UML's code has it all the same (slip E29 below). Switch it off above and read the word."
    )


def _kraft(word: code.Word) -> None:
    schema, end = word.tree.schema, word.end
    if code_length.binary(schema):
        d, K = code_length.sizes(schema)
        st.latex(aligned(code_length.kraft_latex(d, K, end)))
        st.html(code_length.kraft_html(d, K))
    else:
        st.markdown(
            "Kraft's sum is at most 1 for every prefix-free code. The closed form is for yes/no questions: choose them"
            " at the side."
        )
    st.markdown("This tree weighs")
    st.latex(code_length.weight_latex(word.n, schema, end))
    st.markdown(code_length.weights_text(schema))
    query = {"v": "1", "data": state()["data"]}
    st.page_link("bound.py", label="**Generalisation bound** of trees on this data", query_params=query)


_PANEL = {"alphabet": _alphabet, "length": _length, "end": _end, "kraft": _kraft}
