"""How CPU time grows with the number of examples m, ours beside scikit-learn's: ``python -m benchmarks.scaling``.

m from 1,000 to 100,000 in steps of half a power of ten, 20 features, two classes with 20 % of the labels wrong, entropy,
to purity; ours with every candidate on record. Two exponents are fitted by least squares on logarithms: a in m^a and
b in (m log m)^b; b = 1 is growth as m log m. The picture goes to docs/scaling.svg.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.common import EVERYTHING, cart, dataset, milliseconds, noisy, pairs, row

# isort: split
import numpy as np
from sklearn.tree import DecisionTreeClassifier

import dtlearn

FEATURES = 20
SIZES = (1_000, 3_162, 10_000, 31_623, 100_000)
WIDTHS = (9, 1, 12, 12, 7, 16, 16)
HEAD = ("m", "", "dtlearn ms", "sklearn ms", "ratio", "dtlearn ns/unit", "sklearn ns/unit")
# Name, colour and marker of each line: the marker tells them apart without the colour.
LINES = (("dtlearn, every candidate recorded", "#0072b2", "circle"), ("scikit-learn", "#d55e00", "square"))
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 420, 70, 36, 40, 60


def measure(m: int, rounds: int) -> tuple[float, float, float]:
    """Median CPU seconds of ours and scikit-learn's, and the median of their ratios."""
    X, y = noisy(m, d=FEATURES)
    data, settings = dataset(X, y), cart("info_gain")
    model = DecisionTreeClassifier(criterion="entropy", random_state=0)
    times = pairs(lambda: dtlearn.grow(data, settings, EVERYTHING), lambda: model.fit(X, y), rounds)
    return (*times.medians, times.ratio)


def exponent(x: np.ndarray, seconds: np.ndarray) -> float:
    """The slope of log seconds over log x."""
    return float(np.polyfit(np.log(x), np.log(seconds), 1)[0])


def picture(sizes: np.ndarray, seconds: np.ndarray) -> str:
    """Seconds over m on log axes as SVG, with m log m through the largest m as a guide. seconds: (sizes, 2)."""
    low, high = np.floor(np.log10(seconds.min() / 2)), np.ceil(np.log10(seconds.max()))
    left, right = np.log10(sizes[0]), np.log10(sizes[-1])

    def x(m):
        return LEFT + (np.log10(m) - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def y(s):
        return TOP + (high - np.log10(s)) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def path(values, style):
        return f'<polyline points="{" ".join(f"{x(m):.1f},{y(s):.1f}" for m, s in zip(sizes, values, strict=True))}" fill="none" {style}/>'

    def text(a, b, words, more=""):
        return f'<text x="{a:.1f}" y="{b:.1f}" {more}>{words}</text>'

    def mark(shape, a, b, colour):
        if shape == "circle":
            return f'<circle cx="{a:.1f}" cy="{b:.1f}" r="5" fill="{colour}"/>'
        return f'<rect x="{a - 5:.1f}" y="{b - 5:.1f}" width="10" height="10" fill="{colour}"/>'

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for power in range(int(low), int(high) + 1):
        h, name = y(10.0**power), f"{10.0**power * 1000:g} ms" if power < 0 else f"{10**power} s"
        parts.append(f'<path d="M{LEFT} {h:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(text(LEFT - 8, h + 4, name, 'text-anchor="end"'))
    for m in sizes:
        parts.append(text(x(m), HEIGHT - BOTTOM + 20, f"{m:,}", 'text-anchor="middle"'))
    parts.append(
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, f"examples m ({FEATURES} features)", 'text-anchor="middle"')
    )
    for k, (name, colour, shape) in enumerate(LINES):
        guide = sizes * np.log(sizes) / (sizes[-1] * np.log(sizes[-1])) * seconds[-1, k]
        parts.append(path(guide, 'stroke="#777" stroke-dasharray="2 4"'))
        parts.append(path(seconds[:, k], f'stroke="{colour}" stroke-width="2"'))
        parts += [mark(shape, x(m), y(s), colour) for m, s in zip(sizes, seconds[:, k], strict=True)]
        parts += [mark(shape, LEFT + 20, TOP + 16 + 20 * k, colour), text(LEFT + 32, TOP + 20 + 20 * k, name)]
    parts.append(f'<path d="M{LEFT + 8} {TOP + 56}h24" stroke="#777" stroke-dasharray="2 4"/>')
    parts.append(text(LEFT + 38, TOP + 60, "m log m through the largest m"))
    title = "CPU time of growing a tree, by number of examples"
    parts.append(text(WIDTH / 2, 24, title, 'text-anchor="middle" font-weight="bold"'))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{title}" font-family="sans-serif" font-size="13" fill="#222">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="alternating pairs for each m (default 5)")
    parser.add_argument("--quick", action="store_true", help="one pair each, m up to 10,000, no picture")
    parser.add_argument("--svg", type=Path, default=Path(__file__).parent.parent / "docs" / "scaling.svg")
    arguments = parser.parse_args()
    sizes = np.array([m for m in SIZES if m <= 10_000 or not arguments.quick])
    print(row(HEAD, WIDTHS))
    seconds = np.empty((len(sizes), 2))
    for i, m in enumerate(sizes):
        *seconds[i], ratio = measure(int(m), 1 if arguments.quick else arguments.rounds)
        unit = 1e9 * seconds[i] / (FEATURES * m * np.log2(m))
        numbers = (*map(milliseconds, seconds[i]), f"{ratio:.2f}", *(f"{u:.2f}" for u in unit))
        print(row((f"{m:,}", "", *numbers), WIDTHS), flush=True)
    print("unit: d m log2 m")
    for (name, *_), column in zip(LINES, seconds.T, strict=True):
        a, b = exponent(sizes, column), exponent(sizes * np.log(sizes), column)
        print(f"{name}: m^{a:.2f}, (m log m)^{b:.2f}")
    if not arguments.quick:
        arguments.svg.write_text(picture(sizes, seconds), encoding="utf-8")
        print(f"picture: {arguments.svg}")


if __name__ == "__main__":
    main()
