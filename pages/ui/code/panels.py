"""What can stand below a word: the alphabet, the lengths, the word without END, Kraft's sum."""

import streamlit as st

from dtlearn.show.base.arithmetic import aligned
from pages.ui.code import words
from pages.ui.code.word import Word

HEIGHT = 400  # px of a long list
MANY = 50  # symbols, of which a table is scrolled
PANELS = {"alphabet": "Alphabet", "length": "Length", "end": "Without END", "kraft": "Kraft's sum and the bound"}


def draw(name: str, word: Word, data: str) -> None:
    """One of ``PANELS``. data : the name of the data set."""
    if name == "alphabet":
        _alphabet(word)
    elif word.problem:
        st.info("This is not the whole word of a tree, so there is no length to speak of: mend it, or choose another.")
    elif name == "length":
        _length(word)
    elif name == "end":
        _end(word)
    else:
        _kraft(word, data)


def _alphabet(word: Word) -> None:
    many = sum(words.sizes(word.tree.schema)) > MANY
    with st.container(height=HEIGHT if many else "content", border=many):
        st.html(words.alphabet_html(word))


def _length(word: Word) -> None:
    schema = word.tree.schema
    st.markdown(words.count_text(word))
    st.latex(aligned(words.lengths_latex(word.n, schema)))
    st.markdown(words.waste_text(word.n, *words.sizes(schema)))
    bits = words.written(word)
    st.caption(f"This word in 0s and 1s, {len(bits.replace(' ', ''))} bits, the blocks set apart:")
    st.code(bits, language=None, wrap_lines=True)
    if not words.uml(schema):
        st.caption(
            "The bound (18.1) has d + 3, for yes/no questions and two classes. The same argument gives d + K + 1 for K"
            " classes, and for questions of more answers, if their numbers are known beforehand."
        )


def _end(word: Word) -> None:
    st.markdown(
        "Preorder tells by itself where the tree ends, as every question has a known number of branches. Begin with 1"
        " missing subtree; a question of b branches adds b − 1, a leaf takes 1 away:"
    )
    st.markdown(f"**{words.missing_text(word)}**")
    st.markdown(words.end_text(word))
    st.caption("So END is redundant; this code has it all the same (E29 below). Switch it off above and read the word.")


def _kraft(word: Word, data: str) -> None:
    schema, end = word.tree.schema, word.end
    if words.binary(schema):
        d, K = words.sizes(schema)
        st.latex(aligned(words.kraft_latex(d, K, end)))
        st.html(words.kraft_html(d, K))
    else:
        st.markdown(
            "Kraft's sum is at most 1 for every prefix-free code. The closed form is for yes/no questions: choose them"
            " at the side."
        )
    st.markdown("This tree weighs")
    st.latex(words.weight_latex(word.n, schema, end))
    st.markdown(words.weights_text(schema))
    query = {"v": "1", "data": data}
    st.page_link("bound.py", label="**Generalisation bound** of trees on this data", query_params=query)
