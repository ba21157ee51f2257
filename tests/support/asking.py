"""Words of a stranger that ask for a file of another server, as some reader of Markdown, HTML,
LaTeX or DOT understands them."""

from __future__ import annotations

from dataclasses import replace

from dtlearn import Feature, from_arrays
from dtlearn.data.dataset import Card, Dataset
from dtlearn.data.packing import pack
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck, Question, Slide

HOST = "http://a.co"  # names of a table are short
# What an author may write. Each has been live in some renderer, or would be with one escape less.
WORDS = tuple(
    word.replace("URL", f"{HOST}/{k}")
    for k, word in enumerate(
        (
            "![x](URL)",
            r"\![x](URL)",
            r"\\![x](URL)",
            r"\\\![x](URL)",
            "a!![x](URL)",
            "!\u200b[x](URL)",
            "![x](<URL>)",
            '![x](URL "t")',
            "![x][1]\n\n[1]: URL",
            "![1]\n\n[1]: URL",
            "![1][]\n\n[1]: <URL>",
            "[![x](URL)](URL)",
            "![a ![b](URL) c](URL)",
            r"![x\](URL)",
            r"![x]\(URL)",
            "**![x](URL)**",
            "*![x](URL)*",
            "**!**[x](URL)",
            "`a`![x](URL)`b`",
            "`a\n\n![x](URL)`",
            "`$` ![x](URL) `$`",
            "``![x](URL)``",
            "`<img src=URL>`",
            "    ![x](URL)",
            "```\n![x](URL)\n```\n![x](URL)",
            "- ![x](URL)",
            "1. ![x](URL)",
            "> ![x](URL)",
            "# ![x](URL)",
            "a | ![x](URL)\n--|--\n<img src=URL> | ![x](URL)",
            "a | $![x](URL)$\n--|--\n`![x](URL)` | $<img src=URL>$ | b",
            r"a | $\text{![x](URL)}$" "\n--|--\n" r"http://a.co/x\<img src=URL> | $\text{<img src=URL>}$",
            "$![x](URL)$",
            r"$\![x](URL)$",
            r"$\\![x](URL)$",
            "$<img src=URL>$",
            "$`$ and `![x](URL)` and $`$",
            "$$![x](URL)$$",
            "$$<img src=URL>$$",
            "`$` $x$ `![x](URL)`",
            r"$\style{background:url(URL)}{x}$",
            r"$$\style{background:url(URL)}{x}$$",
            r"$\href{URL}{x}$",
            r"$\includegraphics{URL}$",
            r"$\require{URL}$",
            r"$\unicode[url(URL)]{65}$",
            r"$\text{<img src=URL>}$",
            r"$\text{![x](URL)}$",
            r"$\mmlToken{mi}[style=background:url(URL)]{x}$",
            r"\$\style{background:url(URL)}{x}\$",
            r"\begin{align}\style{background:url(URL)}{x}\end{align}",
            r"\\(\style{background:url(URL)}{x}\\)",
            "<img src=URL>",
            "<img src='URL'/>",
            "<img\nsrc=URL>",
            "<iframe src=URL></iframe>",
            "<link rel=stylesheet href=URL>",
            "<style>@import url(URL)</style>",
            "<svg><image href='URL'/></svg>",
            "<picture><source srcset=URL></picture>",
            "<video poster=URL src=URL>",
            "<object data=URL></object>",
            "<embed src=URL>",
            "<p style='background:url(URL)'>x</p>",
            "<script src=URL></script>",
            "<meta http-equiv=refresh content='0;url=URL'>",
            "<base href=URL>",
            "]]><img src=URL>",
            "&lt;img src=URL&gt;",
            "&#60;img src=URL&#62;",
            "&#33;[x](URL)",
            "<!-- x --><img src=URL>",
            "<!-- > ![x](URL) -->",
            "<![CDATA[<img src=URL>]]>",
            "</code></pre><img src=URL>",
            '[x](URL"><img/src=URL>)',
            "[x](URL`) `![x](URL)`",
            "[x](URL$) $![x](URL)$",
            "[<img src=URL>](URL)",
            "![x](x.png)",
            "![x](attachment:x.png)",
            "![x](//a.co/1)",
            "$5 ![x](URL) $6",
            "URL ![x][URL]",
            ":material/home: :red[![x](URL)]",
            "{{ 'x' }}{% include 'x' %}",
            "==![x](URL)==",
            "~~![x](URL)~~",
            "[^1]\n\n[^1]: ![x](URL)",
        )
    )
)
# What such words are made of.
PARTS = (
    "!",
    "[",
    "]",
    "(",
    ")",
    "![x]",
    "(http://a.co/x)",
    "<",
    ">",
    "<img src=http://a.co/x>",
    "`",
    "``",
    "$",
    "$$",
    "\\",
    "\\\\",
    "*",
    "**",
    "_",
    "\n",
    "\n\n",
    " ",
    "    ",
    "\u200b",
    "\0",
    "\u2060",
    "&",
    "&#33;",
    "|",
    "-",
    "1.",
    "#",
    "~~~",
    "```",
    "\\style{background:url(http://a.co/x)}",
    "\\text{",
    "{",
    "}",
    "^",
    "^^5c",
    "a",
    "[1]: http://a.co/x",
    "![x](http://a.co/x)",
    "---",
    "\r",
    "\x0b",
    "\u2028",
    ":",
    "=",
)
# What a table may be called: shorter, and read for other places.
NAMES = (
    "![](http://a.co/1)",
    "<img src=http://a.co/1>",
    "<image href='http://a.co/1'/>",
    "`![](http://a.co/1)`",
    "$![](http://a.co/1)$",
    '" image="http://a.co/1',
    r'\" URL="http://a.co/1',
    '=IMAGE("http://a.co/1")',
    "</style><img src=http://a.co/1>",
    r"\href{http://a.co/1}{x}",
    r"\input{http://a.co/1}",
    "<b>]]><img src=http://a.co/1>",
    "url(http://a.co/1)",
    "![][1]",
    "&lt;img src=http://a.co/1&gt;",
    "-->![](http://a.co/1)",
)


def table(regression: bool = False, plane: bool = False) -> Dataset:
    """Sixteen examples whose every name asks. plane : of two numbers alone."""
    names = iter(NAMES if not plane else NAMES[2:])
    features = [Feature(next(names)), Feature(next(names))]
    values = (next(names), next(names), next(names))
    features += [] if plane else [Feature(next(names), values)]
    X = [[i, (7 * i) % 16 / 2, values[i % 3]][: len(features)] for i in range(16)]
    classes = [next(names), next(names), next(names)]
    target, card = next(names), Card(WORDS[0], " ".join(WORDS[:9]), " ".join(WORDS[-9:]))
    y = [(5 * i) % 11 for i in range(16)] if regression else [classes[i * i % 3] for i in range(16)]
    made = from_arrays(X, y, features, **({"regression": True} if regression else {"classes": classes}), target=target)
    return replace(made, card=card)


def deck(words: tuple[str, ...] = WORDS) -> Deck:
    """A worked example whose every text asks: the captions, questions, answers and hints in turn; and its table."""
    scene = (("algorithm", "id3-cs181"), ("data", pack(table())), ("pick", "0"), ("step", "1"))
    slides = []
    for k, word in enumerate(words[: worked_examples.MOST_SLIDES - 1]):
        other = words[-1 - k]
        options = (word, other) if k % 3 == 0 else ()
        slides.append(Slide("grow", scene, f"{word}\n\n{other}", Question(other, word if k % 4 else "", word, options)))
    slides.append(Slide("thresholds", (), "\n\n".join(words)[: worked_examples.MOST_TEXT]))
    return Deck(words[0], words[1], words[2], tuple(slides))
