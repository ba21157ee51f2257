"""Tables of a visitor, packed as a link carries them, for the tests of the pages that open them."""

from dataclasses import replace

from streamlit.testing.v1 import AppTest

from dtlearn import Feature, from_arrays, load
from dtlearn.data.dataset import Card
from dtlearn.data.packing import pack

# Names that some place on a page would read as markup, if they were not escaped for it.
MARKUP = (
    "<b>bold</b>",
    "$x^2$",
    "<script>x</script>",
    "*star*",
    "</td></table>",
    ":material/home:",
    "{{x}}",
    "`tick`",
    "&#65;",
)
_CARD = Card("![x](https://x.invalid/a.png) <i>mine</i>", "A story with $y^2$ and <u>tags</u>.")


def hostile(regression: bool = False) -> str:
    """Sixteen examples of two numbers and a word, every name of them markup; classes, or a number to predict."""
    names = iter(MARKUP)
    x1, x2, word = Feature(next(names)), Feature(next(names)), next(names)
    values = (next(names), next(names))
    X = [[i, (7 * i) % 16 / 2, values[i % 3 == 0]] for i in range(16)]
    features = [x1, x2, Feature(word, values)]
    if regression:
        data = from_arrays(X, [(5 * i) % 11 for i in range(16)], features, target=next(names), regression=True)
    else:
        classes = [next(names), next(names), next(names)]
        data = from_arrays(X, [classes[(i * i) % 3] for i in range(16)], features, classes, target=next(names))
    return pack(replace(data, card=_CARD))


HOSTILE = hostile()
NUMBERS = hostile(regression=True)
WORDS = pack(load("play_tennis"))
WIDE = pack(from_arrays([[-1.7e308], [0.0], [1.7e308], [1.0], [2.0]] * 3, ["a", "b", "a", "b", "b"] * 3))
ONE_CLASS = pack(from_arrays([[i, -i % 5] for i in range(15)], ["a"] * 15))


def unescaped(at: AppTest) -> list[str]:
    """The markup of a hostile table that stands on a page as it is, where a browser would read it."""
    every = (*MARKUP, "![x](", "<i>mine</i>", "$y^2$")
    html = [word for word in every if word[0] in "<&" for e in at.get("html") if word in e.proto.body]
    texts = [*at.markdown, *at.caption, *at.warning, *at.info, *at.success, *at.error]
    return html + [word for word in every for text in texts if word in text.value]
