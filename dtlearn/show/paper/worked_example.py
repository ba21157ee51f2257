"""A worked example on paper: each slide with its table, its tree and its question;
the worksheet gives none of it away."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import Trace
from dtlearn.show.base.text import NUMBERS, contents, gain_text, place, shown
from dtlearn.show.paper.blocks import Ask, Code, Drawing, Heading, Paragraph, Room, Sheet, Table
from dtlearn.show.paper.exercise_set import options
from dtlearn.show.paper.inline import is_short, literal, prose, runs
from dtlearn.show.paper.node import gains, ties, which, worked_sum
from dtlearn.show.paper.opening import examples, recompute, setup_code
from dtlearn.teaching.worked_examples import Deck, Question, Slide

LEAF = "leaf"
_TELLING = 4  # letters from which on another slide's answer is looked for in a text: not for "yes" and "no"


@dataclass(frozen=True)
class SlideContent:
    """What paper can show of a slide; nothing by default.

    data : the examples it is about. trace, node, chosen : whose gains, of which candidates; () for no table.
    pick : the candidate whose arithmetic is shown. decides : this step's decision, "leaf" or a question, "" if it has
        none.
    view : the tree. given : the tree that a worksheet may show, None if it is to be drawn. code : Python for the key.
    where : which page this is, and which step of what.
    """

    data: Dataset | None = None
    trace: Trace | None = None
    node: int = 0
    chosen: tuple[int, ...] = ()
    pick: int | None = None
    decides: str = ""
    view: dict | None = None
    given: dict | None = None
    code: str = ""
    where: str = ""


def deck_sheet(
    deck: Deck, look: Callable[[Slide], SlideContent], address: Callable[[Slide], str], link: str = ""
) -> Sheet:
    """A worked example on paper: the examples where they are first used, then what each slide shows and asks.

    look : what a slide shows. address : a slide's own link, "" for none.
    """
    paper = _Paper(deck, [look(slide) for slide in deck.slides])
    blocks = [Ask(() if paper.tells(deck.about) else prose(deck.about), prose(deck.about))]
    for k, slide in enumerate(deck.slides):
        blocks += paper.slide(k, address(slide))
    if deck.keep:
        kept = prose(f"**Keep:** {deck.keep}")
        blocks.append(Ask(() if paper.tells(deck.keep) else kept, kept))
    return Sheet(deck.title, "A worked example", tuple(blocks), deck.notes, link)


def words(slide: Slide) -> str:
    """A slide's caption and task, as Markdown.

    >>> from dtlearn.teaching.worked_examples import Task
    >>> words(Slide("grow", caption="Look.", task=Task("Go on.")))
    'Look.\\n\\n**To do:** Go on.'
    """
    return "\n\n".join(filter(None, (slide.caption, slide.task and f"**To do:** {slide.task.do}")))


class _Paper:
    """The slides in their order, and what has been printed of them."""

    def __init__(self, deck: Deck, looks: list[SlideContent]):
        self.slides, self.looks = deck.slides, looks
        self.scored = any(slide.question and slide.question.points for slide in deck.slides)
        answers = [slide.question.answer for slide in deck.slides if slide.question]
        answers += [one.decides for one in looks if one.decides != LEAF]
        # Of another slide's answers those that cannot be in a text by chance.
        self.answers = [a for a in answers if len(a) >= _TELLING and not a.isdecimal()]
        # The gains that it asks for, as they are shown; a whole number can stand in any text.
        found = ((float(x.trace.candidates[x.node].gain[c]), x.trace) for x in looks if x.trace for c in x.chosen)
        self.answers += {gain_text(gain, at.data.schema, shown) for gain, at in found if not gain.is_integer()}
        self.given = [
            None if one.given and any(self.tells(node["title"]) for node in one.given["nodes"]) else one.given
            for one in looks
        ]
        self.data: list[Dataset] = []
        self.tables: list[Table] = []
        self.at: list[int] = []  # the slides that they stand at
        self.sums: dict[tuple, int] = {}
        self.setup = None
        self.fresh: list[int] = []  # the slides whose tree is another than the one drawn last
        for k, look in enumerate(looks):
            if _decided(look) and not (self.fresh and looks[self.fresh[-1]].view == look.view):
                self.fresh.append(k)

    def tells(self, text: str, *answers: str) -> bool:
        """Whether a text gives one of these answers away, or another one that the worksheet asks for."""
        return any(_holds(text, answer) for answer in (*answers, *self.answers))

    def slide(self, k: int, where: str) -> list:
        slide, look = self.slides[k], self.looks[k]
        question = slide.question
        blocks = self._examples(look) + [Heading(f"{k + 1}", 2, self._worth(question) if question else 0)]
        if look.where or where:
            page = look.where.split(",")[0] if self.tells(look.where) else look.where
            # Its screen shows the answer: only the key leads there.
            blocks.append(
                Ask(
                    *(
                        (Paragraph(text, keep=True),) if text else ()
                        for text in (_way(page, ""), _way(look.where, where))
                    )
                )
            )
        said = tuple(replace(b, keep=True) if isinstance(b, Paragraph) else b for b in prose(words(slide)))
        before = next((m.question.answer for m in reversed(self.slides[:k]) if m.question), "")
        own = [look.decides, *((question.answer, question.hint) if question else (before,))]
        blocks.append(Ask(() if self.tells(words(slide), *filter(None, own)) else said, said))
        blocks += self._gains(k, look) + self._tree(k, look)
        if question:
            blocks += _question(question)
        if look.trace is None and look.view is None:
            blocks.append(Paragraph("Its figure is on the screen."))
        return blocks

    def _worth(self, question: Question) -> int:
        """Points as its author gives them; where none are given at all, one for each question that has an answer."""
        return question.points if self.scored else int(bool(question.answer))

    def _examples(self, look: SlideContent) -> list:
        """The examples where they are first used, and the Python that makes them and the settings again."""
        blocks: list = []
        if look.data is not None and not any(look.data is one for one in self.data):
            several = any(one.data is not None and one.data is not look.data for one in self.looks)
            blocks += examples(look.data, f"The examples: {look.data.title}" if several else "The examples")
            self.data.append(look.data)
        if look.trace is not None and look.trace is not self.setup:
            blocks.append(Code(setup_code(look.trace.data, look.trace.settings)))
            self.setup = look.trace
        return blocks

    def _gains(self, k: int, look: SlideContent) -> list:
        """The table of gains, once for each node, and the arithmetic of the candidate that was picked."""
        if look.trace is None:
            return []
        trace, node, chosen = look.trace, look.node, list(look.chosen)
        table = gains(trace, node, chosen, branches=True)
        if not chosen:
            blocks = [recompute(trace, node, [])]
        elif table in self.tables:
            first = self.tables.index(table)
            there = Paragraph(f"Gains: see question {self.at[first]}.", keep=True)
            blocks = [there, Ask((), recompute(trace, node, []).answer)]
        else:
            asked = "what does each question gain?"
            few = len(chosen) < len(trace.candidates[node])
            asked += f" {which(trace.candidates[node], chosen)}" if few else ""
            where = (self._where(look), literal(_full(look)))
            lead = Ask(*((Paragraph(f"{said}: {asked}", keep=True),) for said in where))
            blocks = [lead, table, *_best(look), recompute(trace, node, chosen)]
            self.tables.append(table)
            self.at.append(k + 1)
        if look.pick is not None:
            title = trace.candidates[node].split(look.pick).title(trace.data.schema)
            done = self.sums.setdefault((*table.rows, title), k + 1)
            if done == k + 1:
                blocks += [Paragraph(f"The gain of **{literal(title)}**:"), worked_sum(trace, node, look.pick)]
            else:
                blocks.append(Paragraph(f"The gain of **{literal(title)}** is worked out in {done}."))
        return blocks

    def _where(self, look: SlideContent) -> str:
        """The node on the worksheet: its path may be an answer."""
        node = look.trace.tree[look.node]
        return literal(f"The next node, {contents(node, ' and ')}" if self.tells(place(node)) else _full(look))

    def _tree(self, k: int, look: SlideContent) -> list:
        """The tree: on the worksheet as it was before, or to be drawn, a growing one where it stands last."""
        code = [Ask((), (Code(look.code),))] if look.code else []
        if not _decided(look):
            return code
        if k not in self.fresh:
            return [Ask((), (Paragraph("The tree is the one above."),)), *code]
        given = self.given[k]
        same = [j for j in self.fresh if self.looks[j].trace is look.trace is not None and self.given[j] is None]
        if given is not None:
            asked = (Drawing(given),)
        elif same and k < same[-1]:
            asked = (Paragraph(f"{self._where(look)}: what happens? ______ Draw it in {same[-1] + 1}."),)
        else:
            drawn = [node for node in look.view["nodes"] if look.trace or node["kind"] != "open"]  # else it was cut
            levels = 1 + max(node["id"].count(".") for node in drawn)
            asked = (Paragraph("Draw the tree as it is now.", keep=True), Room(min(2 + 2 * levels, 12), frame=True))
        return [Ask(asked, (Drawing(look.view),)), *code]


def _decided(look: SlideContent) -> bool:
    """A tree is there, and not only its root that waits."""
    return look.view is not None and (len(look.view["nodes"]) > 1 or look.view["nodes"][0]["kind"] != "open")


def _full(look: SlideContent) -> str:
    node = look.trace.tree[look.node]
    return f"{place(node)}, {contents(node, ' and ')}"


def _best(look: SlideContent) -> list:
    """On the key: that others are as good as the best."""
    found = look.trace.candidates[look.node]
    tied = ties(look.trace, look.node, found.chosen) if found.chosen is not None else ""
    if not tied:
        return []
    best = found.split(found.chosen).title(look.trace.data.schema)
    if look.trace.tree[look.node].split is None:
        tied = f"{tied.partition(';')[0]}; none of them is asked"
    return [Ask((), (Paragraph(literal(f"The best is {best}, {tied}."), answer=True),))]


def _question(question: Question) -> list:
    told = (
        f"*Hint:* {question.hint}" * bool(question.hint),
        f"*{'Why' if question.answer else 'One way to say it'}:* {question.why}" * bool(question.why),
    )
    more = Ask((), tuple(Paragraph(text, answer=True) for text in told if text))
    asked = prose(question.ask)
    if isinstance(asked[-1], Paragraph):
        asked = (*asked[:-1], replace(asked[-1], keep=True))
    open_ = [] if question.answer else [Paragraph("An open question: it is not graded.", answer=True)]
    if question.options:
        return [*asked, *options("", question.options, question.answer), *open_, more]
    answer = (Paragraph(question.answer, answer=True),) if question.answer else ()
    return [*asked, Ask((Room(2),), answer), *open_, more]


def _way(where: str, link: str) -> str:
    """A slide's page and its link, in words that are true on paper too."""
    said = literal(link) if is_short(link) else "open it on a screen"
    return ": ".join([*([f"*{literal(where)}*"] if where else []), *([f"[{said}]({link})"] if link else [])])


def _holds(text: str, answer: str) -> bool:
    """Whether a text says an answer: the same words, or the same number."""
    text, answer = ("".join(run.text for run in runs(t)) for t in (text, answer))
    number = r"(?<![\w.,])-?\d+(?:[.,]\d+)?(?![\w]|[.,]\d)"
    if re.fullmatch(number, answer):
        want = float(answer.replace(",", "."))
        text = re.sub(rf"\b({'|'.join(NUMBERS)})\b", lambda m: str(NUMBERS.index(m[0].lower())), text, flags=re.I)
        return any(float(found.replace(",", ".")) == want for found in re.findall(number, text))
    return bool(re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE))
