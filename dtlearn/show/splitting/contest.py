"""Criteria side by side: what every feature scores at the root, and what a name of the row does to the gain ratio."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import log2

from dtlearn.data.dataset import Dataset
from dtlearn.growing.root_contest import Day, Score
from dtlearn.show.base.arithmetic import aligned
from dtlearn.show.base.html import MARKED, framed
from dtlearn.show.base.palette import CLASS_COLOURS, class_colour
from dtlearn.show.base.text import cells, fixed
from dtlearn.show.base.text import columns as headings
from dtlearn.show.splitting.curves import digits
from dtlearn.splitting.criteria import CRITERIA


def contest_html(
    columns: Mapping[str, Sequence[Score]],
    grow_link: Callable[[str], str],
    curve_link: Callable[..., str],
    asking: bool = False,
) -> str:
    """Features against criteria, each criterion's winner marked; links grow the tree and show a feature's chords.

    asking : scores and winners are left out, for a reader who is to guess. columns : criterion -> its scores
        (``root_contest``). grow_link : criterion -> address. curve_link : the four counts of two children -> address.
    """
    rows = []
    for scores in zip(*columns.values(), strict=True):
        name, branches = scores[0].feature, scores[0].branches
        flat, see = [n for _, counts in branches for n in counts], ""
        if [len(counts) for _, counts in branches] == [2, 2]:
            see = f' <a href="{escape(curve_link(flat))}" target="_self">on the curve</a>'
        most = sum(flat)
        bars = "".join(
            f"<div class='dt-branch'><span>{escape(value)}:\u00a0{'+'.join(map(str, counts))}</span>"
            f"{_bar(counts, most)}</div>"
            for value, counts in branches
        )
        rows.append(
            [f"<b>{escape(name)}</b>{see}{bars}", *(["<td>?</td>"] * len(scores) if asking else map(_cell, scores))]
        )
    picks: list[str] = []
    for scores in columns.values():
        first, *others = [score.feature for score in scores if score.best] or [""]
        tie = f" (tie with {', '.join(others)})" if others else ""
        picks.append(f"{first}{tie}" if any(score.gain for score in scores) else "all gain 0: a leaf, or any")
    picks = ["?"] * len(picks) if asking else picks
    rows.append(["first question", *(f"<td><b>{escape(pick)}</b></td>" for pick in picks)])
    links = [f'<td><a href="{escape(grow_link(name))}" target="_self">Grow it</a></td>' for name in columns]
    rows.append(["on “Grow a tree”", *links])
    body = "".join(f'<tr><th scope="row">{head}</th>{"".join(told)}</tr>' for head, *told in rows)
    heads = ("Feature", *(CRITERIA[name].title for name in columns))
    return BARS + framed(heads, body, "Score of each feature at the root, ★ the largest")


BARS = """<style>.dt-branch { display: grid; grid-template-columns: minmax(3.6rem, auto) 7rem; gap: .5rem;
  align-items: center; font-size: .85rem; font-weight: 400; }
.dt-bar { display: flex; gap: 1px; height: .9rem; } .dt-bar i { height: 100%; } .dt-bar b { display: flex; }
.dt-bar i:nth-child(2n) {
  background-image: repeating-linear-gradient(45deg, #17161455 0 2px, transparent 2px 6px); }</style>"""


def _bar(counts: Sequence[int], most: int) -> str:
    """A branch as long as its share of all examples, in shares of its classes; every second class is hatched too."""
    parts = (f"<i style='width:{n / most:.2%};background-color:{class_colour(k)}'></i>" for k, n in enumerate(counts))
    return f"<div class='dt-bar' aria-hidden='true'>{''.join(parts)}</div>"


def rivals(columns: Mapping[str, Sequence[Score]]) -> dict[str, list[int]]:
    """The information gain, then the last criterion that asks another feature first, if one does:
    each with its winners by number.

    One that has no winner in common goes before one that ties.
    """
    winners = {
        name: [j for j, score in enumerate(scores) if score.best and score.gain > 0] for name, scores in columns.items()
    }
    first = next(iter(winners))
    others = [name for name, found in winners.items() if found and found != winners[first]]
    others.sort(key=lambda name: set(winners[name]).isdisjoint(winners[first]))
    return {name: winners[name] for name in (first, *others[-1:])}


def guess_text(columns: Mapping[str, Sequence[Score]], guess: int) -> str:
    """What a guess was worth. guess : the number of a feature; one that is none only wants to see."""
    found, told = rivals(columns), []
    for name, winners in reversed(found.items()):
        best = " and ".join(columns[name][j].feature for j in winners)
        told.append(f"{CRITERIA[name].title} puts {best} first" if winners else f"every {CRITERIA[name].title} is 0")
    truth, winners = ", ".join(told), next(reversed(found.values()))
    if guess < 0:
        return f"{truth[0].upper()}{truth[1:]}."
    return f"{'Right' if guess in winners else 'Not this time'}: {truth}."


def examples(data: Dataset) -> tuple[list[str], list[list[str]], str]:
    """(header, rows, caption) of the whole table."""
    rows = [[str(i + 1), *cells(data, i)] for i in range(len(data))]
    return ["", *headings(data.schema)], rows, f"The {len(data)} examples"


def ratio_html(columns: Mapping[str, Sequence[Score]], caption: str) -> str:
    """Gain, split info and gain ratio of every feature, the winners of gain and of ratio marked."""
    body = ""
    for plain, ratio in zip(columns["info_gain"], columns["gain_ratio"], strict=True):
        info = f'<td title="{ratio.split_info:.16g}">{fixed(ratio.split_info)}</td>'
        body += (
            f'<tr><th scope="row">{escape(plain.feature)}</th><td>{len(plain.branches)}</td>'
            f"<td>{_side_by_side(plain)}</td>{_cell(plain)}{info}{_cell(ratio)}</tr>"
        )
    return BARS + framed(("Feature", "values", "branches", "gain", "split info", "gain ratio"), body, caption)


def _side_by_side(score: Score) -> str:
    """All branches of a feature in one line, each as long as its share."""
    total = sum(sum(counts) for _, counts in score.branches)
    parts = "".join(
        f"<b style='width:{sum(counts) / total:.2%}' title='{escape(value)}: {'+'.join(map(str, counts))}'>"
        + "".join(f"<i style='flex:{n};background-color:{class_colour(k)}'></i>" for k, n in enumerate(counts))
        + "</b>"
        for value, counts in score.branches
    )
    return f"<div class='dt-bar' style='width:clamp(2.5rem, 5vw, 9rem)' aria-hidden='true'>{parts}</div>"


def _cell(score: Score) -> str:
    """A score, with a star if it is the largest; where no feature gains anything, none is."""
    star = score.best and score.gain > 0
    return f'<td{MARKED * star} title="{digits(score.exact)}">{"★&nbsp;" if star else ""}{fixed(score.score)}</td>'


# --- a name of the row as a feature


def day_latex(found: Day, times: int) -> str:
    """Formula, numbers and result of both gain ratios with so many copies, and of the size at which they cross."""
    n, h, (day, outlook) = found.n * times, fixed(found.entropy, 4), found.ratios[times - 1]
    gain, info = found.scores[1].gain, found.scores[1].split_info
    ratio = r"\frac{\text{gain}}{\text{split info}}"
    return aligned(
        [
            rf"\text{{Day: }} {ratio} &= \frac{{H(Y)}}{{\log_2 n}} = \frac{{{h}}}{{\log_2 {n}}}",
            rf"&\approx \frac{{{h}}}{{{fixed(log2(n), 4)}}} \approx \mathbf{{{fixed(day)}}}",
            rf"\text{{Outlook: }} {ratio} &\approx \frac{{{fixed(gain, 4)}}}{{{fixed(info, 4)}}} \approx "
            rf"\mathbf{{{fixed(outlook)}}}",
            r"\text{Day loses if } n &> 2^{H(Y)/\text{ratio of Outlook}}",
            rf"&\approx 2^{{{h}/{fixed(outlook, 4)}}} \approx \mathbf{{{fixed(found.turning_point, 1)}}}",
        ],
        apart=9,  # of lines of tall fractions
    )


def average_say(found: Day) -> str:
    """What becomes of Day under C4.5's further rule, that a feature gains at least the average."""
    gains = {score.feature: score.gain for score in found.scores}
    day, average = gains["Day"], sum(gains.values()) / len(gains)
    return (
        f"C4.5 also asks for at least the average gain, here {fixed(average)} bits. That is no cure: "
        f"Day gains {fixed(day)}, all of H(Y), and so always passes."
    )


def day_say(found: Day, times: int) -> str:
    """Who wins with so many copies, in a sentence."""
    n, (day, outlook) = found.n * times, found.ratios[times - 1]
    rows = f"{n} rows" if times == 1 else f"{times} copies, {n} rows, {n} different days"
    if day > outlook:
        return f"{rows}: Day still wins, {fixed(day)} against {fixed(outlook)} for Outlook."
    return f"{rows}: Outlook wins, {fixed(outlook)} against {fixed(day)} for Day."


def day_html(found: Day, times: int) -> str:
    """The gain ratio of Day with 1, 2, ...

    copies as bars, a line where Outlook's is; the row of so many copies marked.
    """
    body, most = "", 0.25
    for k, (day, outlook) in enumerate(found.ratios, 1):
        bar = (
            '<div style="position:relative;min-width:clamp(3rem, 7vw, 7rem);height:.8rem"><div'
            f' style="width:{day / most:.1%};height:100%;background:{CLASS_COLOURS[4]};border-radius:2px"></div><div'
            f' style="position:absolute;left:{outlook / most:.1%};top:-.25rem;height:1.3rem;border-left:3px solid'
            ' currentColor"></div></div>'
        )
        here = ' class="dt-marked" aria-current="true"' if k == times else ""
        first = "Day" if day > outlook else "Outlook"
        told = f'<td>{k * found.n}</td><td title="{digits(day)}">{fixed(day)}</td><td>{bar}</td><td>{first}</td>'
        body += f'<tr{here}><th scope="row">{"▶ " if k == times else ""}{k}</th>{told}</tr>'
    caption = f"Gain ratio of Day; the line is Outlook's, {fixed(found.ratios[0][1])} throughout"
    return framed(("copies", "rows", "Day", "drawn", "first question"), body, caption)
