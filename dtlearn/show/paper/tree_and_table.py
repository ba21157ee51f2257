"""Trees as LaTeX, and the gain table in words, for papers of one's own."""

from dtlearn.growing.grow import Trace
from dtlearn.show.base.text import fixed, gain_text, printable, shown
from dtlearn.show.growing.tables import branches_text
from dtlearn.splitting.criteria import criterion_of

TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"$<$",
    ">": r"$>$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "≠": r"$\ne$",
    "∈": r"$\in$",
    "∉": r"$\notin$",
    "–": "--",
    '"': "''",
    "[": "{[}",
    "]": "{]}",
    "−": "$-$",
    "×": r"$\times$",
    "★": r"$\star$",
    "●": r"$\bullet$",
    "▲": r"$\triangle$",
    "◆": r"$\diamond$",
    "■": r"\rule{1ex}{1ex}",
    "✓": r"$\surd$",
    "…": r"\dots{}",
    **{
        letter: rf"${name}$"
        for letter, name in zip(
            "αβγδεθμρσχ",
            (
                r"\alpha",
                r"\beta",
                r"\gamma",
                r"\delta",
                r"\varepsilon",
                r"\theta",
                r"\mu",
                r"\rho",
                r"\sigma",
                r"\chi",
            ),
            strict=True,
        )
    },
}


def words_tex(text: str) -> str:
    r"""Any text for LaTeX outside of formulas.

    >>> print(words_tex("50% of x_1 < 3"))
    50\% of x\_1 $<$ 3
    """
    return "".join(TEX.get(ch, ch) for ch in " ".join(printable(text).split()))


def tree_latex(view: dict) -> str:
    """A tree view as a LaTeX document of its own, drawn by the package forest; LuaLaTeX knows every script."""
    named = enumerate(colour.lstrip("#").upper() for colour in view["colours"])
    colours = "\n".join(rf"\definecolor{{c{k}}}{{HTML}}{{{colour}}}" for k, colour in named)
    return (
        "% The tree itself is from \\begin{forest} on; it needs \\usepackage{forest}.\n"
        "\\documentclass[border=4pt]{standalone}\n\\usepackage{forest}\n"
        f"{colours}\n\\begin{{document}}\n"
        "\\begin{forest}\n"
        "  for tree={draw, align=center, inner sep=4pt, l sep=12mm, s sep=5mm,\n"
        "    way/.style={edge label={node[midway, fill=white, inner sep=1.5pt, font=\\footnotesize]{##1}}}}\n"
        f"{_subtree(view)}\n\\end{{forest}}\n\\end{{document}}\n"
    )


def _subtree(view: dict) -> str:
    """The nodes as nested brackets; a walk, since a tree may be deep."""
    below: dict = {}
    for node in view["nodes"]:
        below.setdefault(node["parent"], []).append(node)
    lines, stack = [], [(below[None][0], 1)]
    while stack:
        node, depth = stack.pop()
        if node is None:
            lines.append("  " * depth + "]")
            continue
        lines.append("  " * depth + f"[{_tex_node(node)}")
        stack.append((None, depth))
        stack.extend((child, depth + 1) for child in reversed(below.get(node["id"], [])))
    return "\n".join(lines)


def _tex_node(node: dict) -> str:
    inside = r" \\ ".join(
        [rf"\textbf{{{words_tex(node['title'])}}}", *(rf"\footnotesize {words_tex(line)}" for line in node["lines"])]
    )
    keys = [f"{{{inside}}}"]
    if node["branch"] is not None:
        keys.append(f"way={{{words_tex(node['branch'])}}}")
    if node["cls"] is not None:
        keys.append(f"rounded corners, draw=c{node['cls']}, thick, fill=c{node['cls']}!15")
    elif node["kind"] == "open":
        keys.append("dashed")
    return ", ".join(keys)


def gain_rows(trace: Trace, node: int) -> tuple[list[str], list[list[str]]]:
    """(header, rows) of the gain table in words: the question, its branches, its gain."""
    found, criterion = trace.candidates[node], criterion_of(trace.settings.criterion)
    header = ["question", "branches", f"gain, {criterion.unit}" if criterion.unit else "gain"]
    header += ["split info", "gain ratio"] if criterion.per_split_info else []
    rows = []
    for c in range(len(found)):
        numbers = [gain_text(found.gain[c], trace.data.schema, shown)]
        numbers += [fixed(found.split_info[c]), fixed(found.score[c])] if criterion.per_split_info else []
        rows.append([found.split(c).title(trace.data.schema), branches_text(trace, node, c), *numbers])
    return header, rows
