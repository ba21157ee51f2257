"""Surprise: how many bits each example of a group tells, and entropy as their average."""

from fractions import Fraction
from math import log2

from dtlearn.show.base.palette import class_colour, class_sign
from dtlearn.show.base.text import fixed

MOST = 20  # examples that stand beside each other
TALLEST = 4.5  # bits; one of twenty has 4.32
_STYLE = """<style>
.dt-bits{margin:0;max-width:75rem;font-variant-numeric:tabular-nums}
.dt-bits>div{position:relative;height:14rem;margin:.5rem 7rem 0 3.5rem;border-bottom:2px solid #808892;display:flex}
.dt-bits i{position:absolute;bottom:calc(var(--bits)*100%);width:100%;border-top:1px solid #80889255;font-style:normal}
.dt-bits i span{position:absolute;right:calc(100% + .5rem);transform:translateY(-50%);white-space:nowrap}
.dt-bits i.mean{border-top:2.5px dashed currentColor;font-weight:600}
.dt-bits i.mean span{left:calc(100% + .5rem);right:auto}
.dt-bits b{flex:1;align-self:end;margin:0 3px;height:calc(var(--bits)*100%);background:var(--class);opacity:.8}
.dt-bits p{display:flex;margin:.25rem 7rem 0 3.5rem;font-size:1.25rem}
.dt-bits p span{flex:1;text-align:center;color:var(--class)}
</style>"""


def surprise(count: int, n: int) -> float:
    """log2(n / count), in bits: how much one of ``count`` examples among n surprises who knows the counts."""
    return log2(Fraction(n, count))


def entropy(counts: tuple[int, int]) -> float:
    """The mean surprise of all examples, in bits; 0 of none."""
    n = sum(counts)
    return sum(c * surprise(c, n) for c in counts if c) / n if n else 0.0


def surprise_html(counts: tuple[int, int]) -> str:
    """Each example as its class's sign, above it a bar as high as its surprise; a line at their mean.

    counts : of class 0 and class 1, together 1 to ``MOST``.
    """
    n, mean = sum(counts), entropy(counts)
    classes = [k for k in (0, 1) for _ in range(counts[k])]
    lines = "".join(_line(bits, f"{bits}{' bits' if bits == 4 else ''}") for bits in range(1, 5))
    bars = "".join(f'<b style="{_high(surprise(counts[k], n))};{_of(k)}"></b>' for k in classes)
    signs = "".join(f'<span style="{_of(k)}">{class_sign(k)}</span>' for k in classes)
    said = f"Surprise of each of {n} examples, in bits; their mean is {_bits(mean)}"
    return (
        f'{_STYLE}<div class="dt-bits" role="img" aria-label="{said}">'
        f"<div>{lines}{bars}{_line(mean, f'mean {_bits(mean)}', 'mean')}</div><p>{signs}</p></div>"
    )


def _line(bits: float, words: str, kind: str = "") -> str:
    return f'<i class="{kind}" style="{_high(bits)}"><span>{words}</span></i>'


def _high(bits: float) -> str:
    return f"--bits:{bits / TALLEST:.4f}"


def _of(k: int) -> str:
    return f"--class:{class_colour(k)}"


def surprise_text(counts: tuple[int, int], classes: tuple[str, str]) -> str:
    """What the picture shows, in words and numbers.

    >>> surprise_text((2, 6), ("No", "Yes")).split(". ")[0]
    'One in 4 is No: a No surprises you by log₂ 4 = 2 bits'
    >>> surprise_text((0, 8), ("No", "Yes"))
    'All 8 are Yes: you knew it before, so nothing surprises you. The entropy is 0.'
    """
    n = sum(counts)
    if not all(counts):
        k = int(counts[1] > 0)
        return f"All {n} are {classes[k]}: you knew it before, so nothing surprises you. The entropy is 0."
    says = [_says(c, n, name) for c, name in zip(counts, classes, strict=True)]
    terms = " + ".join(f"{c}/{n} · {_bits(surprise(c, n))}" for c in counts)
    return (
        f"{says[0]}. {says[1]}. The mean of all {n}: {terms} = {_with_unit(entropy(counts))}. **That is the entropy.**"
    )


def _says(count: int, n: int, name: str) -> str:
    share = Fraction(count, n)
    often = f"One in {share.denominator}" if share.numerator == 1 else f"{count} of {n}"
    is_are = "is" if share.numerator == 1 else "are"
    of = str(share.denominator) if share.numerator == 1 else f"({n}/{count})"
    bits = surprise(count, n)
    short = ", less than a coin, so less than 1 bit" if bits < 1 else ""
    return f"{often} {is_are} {name}: a {name} surprises you by log₂ {of} = {_with_unit(bits)}{short}"


def _bits(x: float) -> str:
    return f"{x:.0f}" if x.is_integer() else fixed(x)


def _with_unit(x: float) -> str:
    return f"{_bits(x)} bit{'s' * (x != 1)}"
