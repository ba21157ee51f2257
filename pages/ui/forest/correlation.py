"""How alike the trees of a forest err, for each number k of drawn features: in a table, words and a formula."""

from collections.abc import Mapping
from fractions import Fraction

from dtlearn.data.dataset import significant
from dtlearn.forest.likeness import Likeness
from dtlearn.show.base.arithmetic import tex_number
from dtlearn.show.base.html import MARKED
from dtlearn.show.base.text import fixed, listing, many

# Whether the target is a number -> what is correlated.
WHAT = {
    False: (
        "What is correlated, of two trees: their mistakes on the test examples, which neither saw, 1 where a tree is"
        " wrong and 0 where not. The mean covariance of all pairs of trees over the mean variance σ² of a tree (after"
        " Breiman 2001). The formula is the variance, over the test examples, of the share of the trees that are wrong."
    ),
    True: (
        "What is correlated, of two trees: what they are off by on the test examples, which neither saw, f_m(x) − y."
        " The mean covariance of all pairs of trees over the mean variance σ² of a tree (after Breiman 2001). The"
        " formula is the variance, over the test examples, of what f(x) is off by."
    ),
}


def table_of(rows: Mapping[int, Likeness], now: int, h: int, regression: bool) -> str:
    """A row for each k, a bar below each number. now : the page's own k. h : test examples."""
    write = significant if regression else fixed
    last, body = max(rows), []
    for k, one in rows.items():
        name = f"{'▶ ' if k == now else ''}{k}{', all' if k == last else ''}"
        cells = [
            (one.correlation, 1, fixed, "#0072B2"),
            (one.alone, _most(rows), write, "#808892"),
            (one.together, _most(rows), write, "#D55E00"),
        ]
        made = "".join(_cell(x, most, told, colour, k == now) for x, most, told, colour in cells)
        body.append(f"<tr><th scope='row'>{name}</th>{made}</tr>")
    error = "Mean squared error" if regression else "Error"
    heads = ("k drawn", "Correlation of two trees", f"{error} of a tree alone, mean", f"{error} of the forest")
    head = "".join(f"<th scope='col'>{text}</th>" for text in heads)
    trees = many(next(iter(rows.values())).n_trees, "tree")
    return (
        f"<div class='dt-scroll'><table class='dt-table' style='width:100%'><caption>{trees} for each k, {h} test"
        f" examples</caption><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _most(rows: Mapping[int, Likeness]) -> float:
    return float(max(max(one.alone, one.together) for one in rows.values())) or 1.0


def _cell(x, most: float, write, colour: str, marked: bool) -> str:
    """A number with a bar below it; none where it is not defined or below zero."""
    if x is None:
        return f"<td{MARKED * marked}>–</td>"
    wide = f"{100 * min(max(float(x) / most, 0), 1):.1f}%"
    bar = f"<i style='display:block;height:.4em;width:{wide};background:{colour}'></i>"
    return f"<td{MARKED * marked}>{write(x)}{bar}</td>"


def text_of(rows: Mapping[int, Likeness], h: int, regression: bool) -> str:
    """What the table shows: what drawing costs a tree, and what it brings the forest."""
    write = significant if regression else fixed
    few, all_ = (rows[k].correlation for k in (min(rows), max(rows)))
    why = (
        "Trees that all may ask the same become highly correlated predictors, and this limits how much averaging helps."
    )
    if few is None or all_ is None:
        return (
            f"{why} Here the correlation is not defined: it takes two trees, and mistakes on some of the examples only."
        )
    alone, least = [rows[k].alone for k in (max(rows), min(rows))], min(one.together for one in rows.values())
    best = [str(k) for k, one in rows.items() if one.together == least]
    where = "the same at every k" if len(best) == len(rows) else f"least at k = {listing(best)}"
    if fixed(few) >= fixed(all_):
        so = "So here drawing does not make the trees less alike"
    else:
        so = f"So drawing makes the trees less alike{', and each of them worse' if alone[1] > alone[0] else ''}"
    return (
        f"{why} With all {max(rows)} features that a tree may ask to choose from, the mistakes of two trees correlate"
        f" by {fixed(all_)}, with one drawn by {fixed(few)}. The error of a tree alone is {write(alone[0])} with all,"
        f" by"
        f" {write(alone[1])} with one. {so}. The forest’s error is {where}: {write(least)}; {many(h, 'test example')}"
        " cannot tell small differences. Of a tree’s variance σ² averaging M trees leaves what the formula says: more"
        " trees shrink its second part only, ρσ² stays."
    )


def latex_of(rows: Mapping[int, Likeness], now: int) -> str:
    """sigma^2 (rho + (1 - rho) / M) with the numbers put in, for the page's k and for all features."""
    lines = [_formula_line(k, rows[k]) for k in dict.fromkeys((now, max(rows))) if rows[k].correlation is not None]
    head = r"\sigma^2\left(\rho+\tfrac{1-\rho}{M}\right)&\ \xrightarrow{M\to\infty}\ \rho\,\sigma^2"
    return r"\begin{aligned}" + r"\\".join([head, *lines]) + r"\end{aligned}"


def _formula_line(k: int, one: Likeness) -> str:
    rho, variance = one.correlation, one.variance
    write = fixed if isinstance(variance, Fraction) else lambda x: tex_number(significant(x))
    put = rf"{write(variance)}\left({fixed(rho)}+\tfrac{{1-{_put(rho)}}}{{{one.n_trees}}}\right)"
    return rf"k={k}:\ {put}&={write(one.left)}\ \to\ {write(rho * variance)}"


def _put(rho) -> str:
    return f"({fixed(rho)})" if rho < 0 else fixed(rho)
