"""The words of the worked gain with blanks."""

from dtlearn.show.base.text import fixed
from dtlearn.show.practice.kinds import sums
from dtlearn.show.practice.working import Grid, Words, examples_grid, rule_of
from dtlearn.teaching.faded import FORMULAS
from dtlearn.teaching.grading import Blank, Exercise


def _ask(exercise: Exercise) -> dict:
    data, c = exercise.trace.data, exercise.c
    split = exercise.trace.candidates[0].split(c)
    title, branches = split.title(data.schema), exercise.trace.candidates[0].branches(c).tolist()
    blanks: dict[str, str | Blank] = {blank.key: blank for blank in exercise.blanks}
    cells = {key: next(iter(formulas)) for key, formulas in FORMULAS.items()} | faded_results(exercise) | blanks

    def shares(key: str, counts: list[int]) -> tuple:
        over = "n" if f"{key}.0" in blanks else str(sum(counts))
        parts: list[str | Blank] = ["H( "]
        for k, count in enumerate(counts):
            parts += [blanks.get(f"{key}.{k}", str(count)), f" / {over}, " if k + 1 < len(counts) else f" / {over} )"]
        return tuple(parts)

    rows = [("H(S)", (cells["s.f"],), shares("s", list(exercise.counts)), (cells["s.v"],))]
    weights: list[str | Blank] = []
    for b, counts in enumerate(branches):
        name = f"H({split.branch(data.schema, b)})"
        rows.append((name, "the same", shares(f"b{b}", counts), (cells[f"b{b}.v"],)))
        weights += [" + "] if b else []
        weights += [blanks.get(f"r.{b}", str(sum(counts))), f" / {sum(exercise.counts)} · {name}"]
    whole = examples_grid(data)
    header, *column = ((row[0], row[split.feature + 1], row[-1]) for row in (whole.header, *whole.rows))
    put_in = "H(S) − remainder" if "g.f" not in blanks else "…"
    rows.append(("remainder", (cells["r.f"],), tuple(weights), (cells["r.v"],)))
    rows.append(("gain", (cells["g.f"],), put_in, (cells["g.v"],)))
    return {
        "question": (f"The information gain of {title} on {data.title}, step by step.",),
        "tables": (Grid(f"{data.title}: {data.schema.features[split.feature].name} and class", header, tuple(column)),),
        "fill": Grid(f"Gain of {title}", ("", "Formula", "Numbers put in", "Result"), tuple(rows)),
    }


def faded_results(exercise: Exercise) -> dict[str, str]:
    """The results of every row, by the key of their blank."""
    found, impurity = exercise.trace.candidates[exercise.node], rule_of(exercise).impurity
    whole, gained = float(impurity(exercise.counts)), float(found.gain[exercise.c])
    parts = {f"b{b}.v": fixed(float(impurity(c))) for b, c in enumerate(found.branches(exercise.c).tolist())}
    return {"s.v": fixed(whole), **parts, "r.v": fixed(whole - gained), "g.v": fixed(gained)}


_MISTAKES = {
    "divided": "you divide the parent's impurity by the remainder. The gain is their difference: H(S) − remainder"
}
WORDS = {"faded": Words("A worked gain", _ask, sums.hints, sums.working, mistakes=_MISTAKES)}
