"""The alphabet of the code, how long a word is, with and without END, and what all words weigh: with the numbers put
in."""

from fractions import Fraction
from math import ceil, isqrt, log2

from dtlearn.bound.prefix_code import alphabet, bits, block, kraft
from dtlearn.data.dataset import Schema, number
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed, listing, many, short
from dtlearn.show.bound.words import symbols_tex
from pages.ui.code.word import Word


def sizes(schema: Schema) -> tuple[int, int]:
    """(d questions, K leaves)."""
    return len(schema.features), len(schema.classes)


def binary(schema: Schema) -> bool:
    """Every question has two answers, so that n = 2 leaves - 1."""
    return all(len(feature.values) == 2 for feature in schema.features)


def uml(schema: Schema) -> bool:
    """UML's own case: yes/no questions and two classes."""
    return binary(schema) and len(schema.classes) == 2


def alphabet_html(word: Word) -> str:
    """Every symbol: its number, its block of 0s and 1s, what it means, how often the word has it."""
    schema, names = word.tree.schema, alphabet(word.tree.schema)
    d, K = sizes(schema)
    asks = [f"asks {f.name}; subtrees for {listing(f.values, ', then ')}" for f in schema.features]
    means = [*asks, *(f"a leaf that answers {name}" for name in schema.classes), "the tree is complete"]
    symbols = d + K + word.end
    right = word.tokens[: word.place] if word.problem else word.tokens
    rows = [
        [str(s), names[s], block(s, symbols), " ".join(means[s].split()), str(right.count(names[s]))]
        for s in range(symbols)
    ]
    header = ["No.", "Symbol", "Block", "Means", "Times"]
    return table_html(header, rows, f"The alphabet: {made_of(word)}")


def made_of(word: Word) -> str:
    """The symbols of a word's alphabet, counted by kind.

    >>> from dtlearn import truth_table
    >>> from pages.ui.code.word import word_of
    >>> made_of(word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"))
    '2 questions + 2 leaves + END = 5 symbols'
    """
    d, K = sizes(word.tree.schema)
    kinds = f"{many(d, 'question')} + {many(K, 'leaf')}{' + END' if word.end else ''}"
    return f"{kinds} = {d + K + word.end} symbols"


def lengths_latex(n: int, schema: Schema) -> list[str]:
    """Three lengths of the word of a tree of n nodes: the formula's, whole blocks', without END.

    Each in short lines, its name, the numbers put in, the result, so that it fits a phone.
    """
    d, K = sizes(schema)
    s = d + K + 1
    log, bare = (rf"\log_2({symbols_tex(uml(schema), end)})" for end in (True, False))
    block_bits = len(block(0, s))
    return [
        rf"& \text{{The bound counts}} \\ & \quad (n+1)\,{log} = ({n}+1)\,\log_2 {s} "
        rf"\\ & \quad = {_times(n + 1, log2(s))} = {_bits(bits(n, d, K))}",
        rf"& \text{{Whole blocks}} \\ & \quad (n+1)\,\lceil {log}\rceil = ({n}+1)\cdot\lceil {short(log2(s))}\rceil "
        rf"\\ & \quad = {n + 1}\cdot {block_bits} = {_bits((n + 1) * block_bits)}",
        rf"& \text{{Without END}} \\ & \quad n\,{bare} = {n}\cdot\log_2 {s - 1} "
        rf"\\ & \quad = {_times(n, log2(s - 1))} = {_bits(bits(n, d, K, end=False))}",
    ]


def counted(word: Word) -> str:
    """What the bound counts for the tree of a whole word: not whole blocks, but their number times a logarithm.

    >>> from dtlearn import truth_table
    >>> from pages.ui.code.word import word_of
    >>> counted(word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"))
    'The bound counts 6 · log₂ 5 = 13.932 bits.'
    """
    d, K = sizes(word.tree.schema)
    length = short(bits(word.n, d, K, end=word.end))
    return f"The bound counts {word.n + word.end} · log₂ {d + K + word.end} = {length} bits."


def why_less(word: Word) -> str:
    """Why the bound counts fewer bits than the blocks have; "" where it does not.

    >>> from dtlearn import truth_table
    >>> from pages.ui.code.word import word_of
    >>> why_less(word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"))
    'One of 5 symbols is worth log₂ 5 = 2.322 bits (2 to this power is 5); a block rounds that up to 3.'
    """
    symbols = sum(sizes(word.tree.schema)) + word.end
    whole = len(block(0, symbols))
    if log2(symbols) == whole:
        return ""
    return (
        f"One of {symbols} symbols is worth log₂ {symbols} = {short(log2(symbols))} bits (2 to this power is"
        f" {symbols}); a block rounds that up to {whole}."
    )


def answer(word: Word) -> str:
    """How many bits the tree of a whole word takes: in whole blocks, and as the bound counts them."""
    blocks = written(word).split()
    whole = f"{many(len(blocks), 'block')} of {many(len(blocks[0]), 'bit')}"
    return f"In whole blocks it takes {sum(map(len, blocks))} bits: {whole}. {counted(word)}"


def _times(count: int, length: float) -> str:
    """The product as written, with as many decimals as it takes for the written result."""
    for places in range(3, 10):
        if fixed(count * round(length, places)) == fixed(count * length):
            break
    return rf"{count}\cdot {number(round(length, places))}"


def _bits(length: float) -> str:
    return rf"\mathbf{{{short(length)}}}\ \text{{bits}}"


def count_text(word: Word) -> str:
    """Why n + 1 blocks."""
    leaves, n = word.tree.n_leaves, word.n
    inner = f"{many(n - leaves, 'inner node')} + {many(leaves, 'leaf')}"
    return (
        f"Every node writes one symbol, the leaves too: n = {inner} = {n}. END is one more, so n + 1 = {n + 1} blocks. "
        "Each block tells one of the alphabet's symbols apart, so it is worth log₂ of their number."
    )


def waste_text(n: int, d: int, K: int) -> str:
    """What whole blocks lose against the formula."""
    s, length = d + K + 1, bits(n, d, K)
    whole = (n + 1) * len(block(0, s))
    if s & (s - 1) == 0:
        return f"{s} is a power of two: a block of {len(block(0, s))} bits loses nothing here, which is rare."
    return (
        f"log₂ {s} = {short(log2(s))} is no whole number, as nearly always: blocks of whole bits lose {whole} −"
        f" {short(length)} = {short(whole - length)} bits. The bound needs no whole bits, only the weights $2^{{-|w|}}$"
        " of the words w. By Kraft's inequality a prefix-free code may also round the word once, not block by block:"
        f" to {ceil(length - 1e-9)} bits here."
    )


def written(word: Word) -> str:
    """The word in 0s and 1s, a space between the blocks.

    >>> from dtlearn import truth_table
    >>> from pages.ui.code.word import word_of
    >>> written(word_of(truth_table("or", 2), "x1 x2 leaf0 leaf1 leaf1 END"))
    '000 001 010 011 011 100'
    """
    names = alphabet(word.tree.schema)
    return " ".join(block(names.index(token), len(names) - (not word.end)) for token in word.tokens)


# ---- without END


def missing_text(word: Word) -> str:
    """The missing subtrees after each symbol: "1 → 2 → 3 → 2 → 1 → 0"."""
    return " → ".join(str(word.missing(k)) for k in range(word.n + 1))


def end_text(word: Word) -> str:
    """What END is good for: nothing."""
    d, K = sizes(word.tree.schema)
    n, s = word.n, d + K
    longer, shorter = short(bits(n, d, K)), short(bits(n, d, K, end=False))
    return (
        "The code stays prefix-free without END: a word is complete when the count reaches 0 for the first time, so no"
        f" word is the beginning of another. The alphabet has one symbol less, {s}, and this tree takes {n} log₂ {s} ="
        f" {shorter} bits instead of {longer}. (18.1) is a theorem with either length: END only makes it a little"
        " weaker. It would be needed if a reader could not know how many branches a question has."
    )


# ---- Kraft


def kraft_latex(d: int, K: int, end: bool = True) -> list[str]:
    """Kraft's sum over all binary trees in closed form, and its value."""
    s = d + K + end
    name, four = symbols_tex(K == 2, end), "8d" if K == 2 else "4dK"
    value = kraft_text(d, K, end)
    if end:
        return [
            rf"\sum_T 2^{{-|w(T)|}} &= \sum_T ({name})^{{-(n+1)}}",
            rf"&= \frac{{1-\sqrt{{1-{four}/({name})^2}}}}{{2d}}",
            rf"&= \frac{{1-\sqrt{{1-{4 * d * K}/{s * s}}}}}{{{2 * d}}} = \mathbf{{{value}}} \le 1",
        ]
    return [
        rf"\sum_T 2^{{-|w(T)|}} &= \sum_T ({name})^{{-n}} = \min\left(1, \tfrac{{{2 if K == 2 else 'K'}}}{{d}}\right)",
        rf"&= \min\left(1, \tfrac{{{K}}}{{{d}}}\right) = \mathbf{{{value}}} \le 1",
    ]


def kraft_text(d: int, K: int, end: bool = True) -> str:
    """Kraft's sum: as a fraction where it is one, with six decimals.

    >>> kraft_text(2, 2), kraft_text(3, 2), kraft_text(3, 2, end=False), kraft_text(1, 2, end=False)
    ('1/10 = 0.100000', '0.070442', '2/3 = 0.666667', '1')
    """
    exact, value = min(Fraction(1), Fraction(K, d)), fixed(kraft(d, K, end), 6)
    if end:
        under = (d + K + 1) ** 2 - 4 * d * K
        if isqrt(under) ** 2 != under:
            return value
        exact = (1 - Fraction(isqrt(under), d + K + 1)) / (2 * d)
    return str(exact) if exact.denominator == 1 else f"{exact} = {value}"


def kraft_html(d: int, K: int) -> str:
    """Kraft's sums for a few numbers of questions, the present one among them."""
    rows = [
        [f"▶ d = {q}" if q == d else f"d = {q}", str(q + K + 1), kraft_text(q, K), str(q + K), kraft_text(q, K, False)]
        for q in sorted({1, 2, 3, 4, 10, d})
    ]
    header = ["", "Symbols", "With END", "Symbols", "Without END"]
    return table_html(header, rows, f"Kraft's sums, yes/no questions, {K} classes: at most 1")


def weight_latex(n: int, schema: Schema, end: bool = True) -> str:
    """What the tree of n nodes weighs."""
    s, length = sum(sizes(schema)) + end, n + end
    whole, power = f" = \\tfrac{{1}}{{{s**length}}}" if s**length < 10**9 else "", "(n+1)" if end else "n"
    return rf"2^{{-|w(T)|}} = ({symbols_tex(uml(schema), end)})^{{-{power}}} = {s}^{{-{length}}}{whole}"


def weights_text(schema: Schema) -> str:
    """How Kraft's sum leads to the bound, for Streamlit's markdown."""
    form = symbols_tex(uml(schema))
    return (
        r"Give every tree the weight $2^{-|w(T)|}$: by Kraft's inequality all weights together are at most 1, so the"
        r" trees can "
        r"share $\delta$ among them, each by its weight. Hoeffding's inequality for each tree with its share, all at"
        r" once, is the "
        r"bound: $L_D(T) \le L_S(T) + \sqrt{\tfrac{|w(T)| + \ln(2/\delta)}{2m}}$ with $|w(T)| ="
        rf" (n+1)\log_2({form})$. "
        r"(Exactly it is $|w(T)| \ln 2$; the bound leaves out the $\ln 2$, which only makes it larger: E28.)"
    )
