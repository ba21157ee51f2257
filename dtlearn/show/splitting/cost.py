"""The cost of the two searches for a threshold: formulas with numbers put in, a table, a figure on log axes."""

from collections.abc import Sequence
from html import escape
from math import log10

from dtlearn.show.base.arithmetic import tex_whole
from dtlearn.show.base.errors_chart import Figure, figure
from dtlearn.show.base.html import framed
from dtlearn.show.base.text import fixed, whole
from dtlearn.splitting.cost import Timing, naive_operations, slope, sorted_operations, sorting_work, split_sizes
from dtlearn.trees.tree import Tree

COUNTS = (naive_operations, sorted_operations)
NAMES = ("every threshold from scratch", "sort and sweep")
_LOOKS = (("#D55E00", "circle", "solid"), ("#0072B2", "square", "dash"))  # Okabe and Ito; mid-tones for both themes


def cost_lines(m: int, d: int) -> list[str]:
    """Lines of LaTeX: what each search does on d features of m examples, and how many times fewer."""
    naive, swept = naive_operations(m, d).total, sorted_operations(m, d).total
    levels = (m - 1).bit_length()
    return [
        r"&\text{every threshold from scratch}",
        r"&\quad = d \cdot m \text{ thresholds} \times m \text{ examples} \times 2 = 2\,d\,m^2",
        rf"&\quad = 2 \cdot {d} \cdot {tex_whole(m)}^2 = \mathbf{{{tex_whole(naive)}}}",
        r"&\text{sort and sweep}",
        r"&\quad = d \left( m\lceil\log_2 m\rceil - 2^{\lceil\log_2 m\rceil} + 1 \right) + 2\,d\,(m-1)",
        (
            rf"&\quad = {d} \cdot ({tex_whole(m)} \cdot {levels} - {tex_whole(2**levels)} + 1) + 2 \cdot {d} \cdot"
            rf" {tex_whole(m - 1)}"
        ),
        rf"&\quad = \mathbf{{{tex_whole(swept)}}}",
        (
            rf"&\text{{ratio}} = \tfrac{{{tex_whole(naive)}}}{{{tex_whole(swept)}}} \approx"
            rf" \mathbf{{{fixed(naive / swept, 1)}}}"
        ),
    ]


def work_lines(tree: Tree, d: int) -> list[str]:
    """Lines of LaTeX: Ch8's inequality at the root, and for the whole tree, with the numbers put in;
    [] for a single leaf.

    d : the features that each node sorts by.
    """
    if len(tree) < 2:
        return []
    m, depth, parts = int(tree.n[0]), int(tree.depth.max()), tree.n[tree.parent == 0].tolist()
    levels = split_sizes(tree)
    whole_, below, done = sorting_work([m], d), sorting_work(parts, d), sum(sorting_work(level, d) for level in levels)
    terms = " + ".join(rf"{tex_whole(part)} \log_2 {tex_whole(part)}" for part in parts)
    return [
        r"&\text{both children of the root}",
        r"&\quad = d\, m_L \log m_L + d\, m_R \log m_R",
        r"&\quad \le d\,(m_L + m_R) \log m = d\, m \log m",
        rf"&\quad {d} \cdot ({terms}) \approx \mathbf{{{_work(below)}}}",
        rf"&\quad \le {d} \cdot {tex_whole(m)} \log_2 {tex_whole(m)} \approx {_work(whole_)}",
        r"&\text{the whole tree, } m_v \text{ examples at node } v",
        r"&\quad \sum_{v \text{ split}} d\, m_v \log m_v \le \text{depth} \cdot d\, m \log m",
        rf"&\quad \mathbf{{{_work(done)}}} \le {depth} \cdot {_work(whole_)} \approx {_work(depth * whole_)}",
    ]


def _work(x: float) -> str:
    return _spaced(x).replace("\u202f", r"\,")


def _spaced(x: float) -> str:
    return f"{x:,.1f}".replace(",", "\u202f")


def work_html(tree: Tree, d: int) -> str:
    """Level by level: the nodes that are split, their examples, what their sorting amounts to,
    and its share of the bound."""
    most, body, done = sorting_work([int(tree.n[0])], d), "", 0.0
    levels = split_sizes(tree)
    for level, sizes in enumerate(levels):
        work = sorting_work(sizes, d)
        done += work
        body += _work_row(str(level), len(sizes), sum(sizes), work, most)
    if levels:
        body += _work_row("all", sum(map(len, levels)), sum(map(sum, levels)), done, most * len(levels))
    return framed(("level", "nodes split", "examples", "d Σ m log₂ m", "at most", "share"), body)


def _work_row(level: str, nodes: int, examples: int, work: float, most: float) -> str:
    cells = (whole(nodes), whole(examples), _spaced(work), _spaced(most), fixed(work / most))
    return f'<tr><th scope="row">{level}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def seconds(s: float | None) -> str:
    """A time with three digits: "0.412 ms", "35.4 ms", "1.20 s"."""
    if s is None:
        return "not run"
    value, unit = (s * 1000, "ms") if s < 1 else (s, "s")
    return f"{fixed(value, max(0, 3 - len(str(int(value))) if value >= 1 else 3))} {unit}"


def predicted(timings: Sequence[Timing], m: int) -> float | None:
    """What the naive search would take for m examples: the largest time measured, grown as m^2."""
    done = [t for t in timings if t.naive]
    return done[-1].naive * (m / done[-1].m) ** 2 if done else None


def cost_html(sizes: Sequence[int], d: int, timings: Sequence[Timing]) -> str:
    """Operations counted and seconds measured, size by size."""
    time_of, body = {t.m: t for t in timings}, ""
    for m in sorted(sizes):
        naive, swept = naive_operations(m, d).total, sorted_operations(m, d).total
        t = time_of.get(m)
        cells = [whole(m), whole(naive), whole(swept), fixed(naive / swept, 1)]
        if t:
            guess = predicted(timings, m)
            slow = seconds(t.naive) if t.naive else f"not run, about {seconds(guess)}" if guess else "not run"
            cells += [slow, seconds(t.swept), fixed((t.naive or guess) / t.swept, 1) if t.naive or guess else "–"]
        else:
            cells += ["–"] * 3
        body += "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    heads = (
        "m",
        "from scratch: operations",
        "sweep: operations",
        "ratio",
        "from scratch: measured",
        "sweep: measured",
        "ratio",
    )
    return framed(heads, body, kind=" dt-cost")


def slopes_text(timings: Sequence[Timing]) -> str:
    """The exponents that the measured times follow, in Markdown."""
    slow = [t for t in timings if t.naive]
    slopes = (
        slope([t.m for t in slow], [t.naive for t in slow]),
        slope([t.m for t in timings], [t.swept for t in timings]),
    )
    parts = zip(NAMES, slopes, strict=True)
    said = [f"*{name}* grows as $m^{{{fixed(b, 2)}}}$" for name, b in parts if b is not None]
    return "Measured here: " + ", ".join(said) + "." if said else ""


def counted_figure(sizes: Sequence[int], d: int) -> Figure:
    """Operations against m on logarithmic axes, where a power of m is a straight line;
    the slopes are written beside."""
    chart, sizes = _axes(sizes, "operations, counted"), sorted(sizes)
    middle = _between(sizes, 12)
    for which, count in enumerate(COUNTS):
        line = _between(sizes, 24)
        hover = "m = %{x:,}: %{y:,} operations<extra></extra>"
        _draw(chart, which, line, [count(m, d).total for m in line], "lines")
        _draw(chart, which, sizes, [count(m, d).total for m in sizes], "markers", named=True, hovertemplate=hover)
        b = slope(sizes, [count(m, d).total for m in sizes])
        if b is not None:
            at = middle[len(middle) // 2]
            chart.add_annotation(
                x=log10(at),
                y=log10(count(at, d).total),
                showarrow=False,
                yshift=(14, -14)[which],
                xanchor=("right", "left")[which],
                text=f"slope {fixed(b, 2).removesuffix('.00')}: {('m²', 'm log m')[which]}",
            )
    return chart


def measured_figure(sizes: Sequence[int], d: int, timings: Sequence[Timing]) -> Figure:
    """Seconds against m on logarithmic axes; each line is the counted one, through the largest time measured.

    A hollow mark is what the naive search would take where it was not run to its end.
    """
    chart, sizes = _axes(sizes, "seconds, measured"), sorted(sizes)
    hover = "m = %{x:,}: %{customdata}<extra></extra>"
    for which, count in enumerate(COUNTS):
        done = [(t.m, s) for t in timings if (s := (t.naive, t.swept)[which])]
        if not done:
            continue
        scale, line = done[-1][1] / count(done[-1][0], d).total, _between(sizes, 24)
        _draw(chart, which, line, [scale * count(m, d).total for m in line], "lines")
        m, s = zip(*done, strict=True)
        _draw(chart, which, m, s, "markers", named=True, hovertemplate=hover, customdata=[seconds(v) for v in s])
    skipped = [(t.m, s) for t in timings if not t.naive and (s := predicted(timings, t.m))]
    if skipped:
        m, s = zip(*skipped, strict=True)
        said = [f"not run, about {seconds(v)}" for v in s]
        _draw(chart, 0, m, s, "markers", symbol="circle-open", hovertemplate=hover, customdata=said)
    if not timings:
        chart.add_annotation(text="Press Measure", xref="paper", yref="paper", x=0.5, y=0.5, showarrow=False)
        chart.update_layout(xaxis_range=[log10(v) for v in (sizes[0] / 1.2, sizes[-1] * 1.2)], yaxis_range=[-5, 1])
    return chart


def _axes(sizes: Sequence[int], what: str) -> Figure:
    return figure(
        xaxis={"type": "log", "tickvals": list(sizes), "ticktext": [whole(m) for m in sizes], "title": "m examples"},
        yaxis={"type": "log", "title": what, "exponentformat": "power", "dtick": 1},
        legend={"orientation": "h", "y": 1.15},
        margin={"l": 60, "r": 10, "t": 10, "b": 50},
        height=340,
    )


def _draw(chart: Figure, which: int, x, y, mode: str, named: bool = False, symbol: str = "", **more) -> None:
    """Lines or marks of one of the two searches."""
    colour, own_symbol, dash = _LOOKS[which]
    looks = {"marker": {"color": colour, "symbol": symbol or own_symbol, "size": 10}}
    if mode == "lines":
        looks = {"line": {"color": colour, "dash": dash}, "hoverinfo": "skip"}
    chart.add_scatter(x=list(x), y=list(y), mode=mode, name=NAMES[which], showlegend=named, **looks, **more)


def _between(sizes: Sequence[int], steps: int) -> list[int]:
    """Sizes from the smallest to the largest, evenly spaced on a logarithmic axis."""
    return [round(sizes[0] * (sizes[-1] / sizes[0]) ** (i / steps)) for i in range(steps + 1)]
