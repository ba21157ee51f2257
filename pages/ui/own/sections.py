"""The parts of the page Your own data: the way in, what was found, what each column is, the table,
what to do with it."""

import streamlit as st

from dtlearn.data import packing, plans
from dtlearn.data.encoding import ENCODINGS
from dtlearn.data.packing import MOST_LINK
from dtlearn.data.plans import COUNT, DROP, MEDIAN, NUMERIC, ORDERED, OWN
from dtlearn.data.sniff import MOST_BYTES, SEPARATORS
from dtlearn.show.base.text import shorten, shortened
from pages.ui.components.paste import long_pastes
from pages.ui.keeping.keeping import keep_work
from pages.ui.kit import tables
from pages.ui.kit.controls import segments
from pages.ui.kit.escape import md
from pages.ui.kit.heading import link_warning, with_tools
from pages.ui.kit.scene import widget_args
from pages.ui.kit.session import deferred, record, session, state
from pages.ui.kit.trees import tree
from pages.ui.own import uses
from pages.ui.own import words as own_table
from pages.ui.own import work as ownwork
from pages.ui.own.work import SHOWN, Preparation, Work, work

PRIVATE = (
    f"Nothing is written to disk. A table that packs into {MOST_LINK:,} characters travels in its link. A larger one"
    " stays in the memory of this server, under a name that only its links say, and in this tab of your browser until"
    " it is closed. Who has the link has the table, a larger one as long as the server holds it: save its .csv and"
    " .toml to open it later."
)
CHANGE = "Change what a column is, or its missing cells"
SEEN = 3  # remarks on columns that are said outright
HEIGHT = 320  # px of the tree
SOME = 10  # columns that are shown at a time
_STYLE = """<style>
.own-found { margin: 0; font-size: .88rem; overflow-wrap: anywhere; }
.own-column { margin: 0; font-size: .88rem; overflow-wrap: anywhere; }
.own-target { border: 2px solid currentColor; border-radius: 4px; padding: 0 .35em; font-size: .8rem; }
.own-remark { font-weight: 600; }
:is([class*=st-key-own-strange], [class*=st-key-own-counts], .st-key-own-keep) button { min-height: 44px; }
.own-ignored { opacity: .55; } .own-gap { opacity: .7; }
.st-key-own-columns [data-testid=stHorizontalBlock] {
  border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding-bottom: .3rem; }
:is(.st-key-own-uses, .st-key-own-more) [data-testid=stPageLink-NavLink] { min-height: 44px;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; }
.st-key-own-grow [data-testid=stPageLink-NavLink] { border: 0; background: var(--dt-accent); }
.st-key-own-grow [data-testid=stPageLink-NavLink] * { color: light-dark(#fff, #171614); }
.st-key-own-right button { min-height: 44px; }
[data-testid=stElementToolbarButton]:has([aria-label="Download as CSV"]) { display: none; } /* it guards no formula */
</style>"""


def heading() -> None:
    """The title and the tools."""
    st.html(_STYLE)
    with_tools("Your own data", "from a table to a tree")
    st.markdown(
        "Grow trees on your own table: **paste** it here, say what a tree should **predict**, then press **Use this"
        " table**."
    )


def prepare(wrong: list[str]) -> None:
    """Everything that depends on the table. wrong : with the link, said until the next action."""
    ours = record(Preparation)
    if ours.used:
        ours.used = False
        st.rerun()
    link_warning(wrong)
    wrong.clear()
    left, right = st.columns([2, 3], gap="medium")
    with left:
        way_in()
    keep_work()  # before all else is drawn: a reload loses nothing that is to be seen
    with right, st.container(key="own-right"):
        use_it()
        columns()
        _growing()
    table()


def _bound(key: str, value, then) -> dict:
    """Arguments of a widget that shows a value of the work and tells of another."""
    return widget_args(key + session().visit, value, then)


# ---- the way in


def way_in() -> None:
    """Paste, open or edit; how the table is written."""
    S = state()
    work()  # a link's table comes before what the grid held
    segments("The table", tables.WAYS, "entry", _other_way)
    {"paste": _paste, "file": _file, "edit": _edit}[S["entry"]]()
    made = work()
    if made.raw and not made.elsewhere:
        _written(made)


def _other_way(before: dict) -> None:
    if state()["entry"] == "edit":
        record(Preparation).began, record(Preparation).grid = tables.THIS, None


def _paste() -> None:
    made = work()
    shown = made.raw if isinstance(made.raw, str) else ""
    if not made.raw and made.sheet:
        shown = packing.table_text(made.sheet.header, made.sheet.columns)
    st.text_area(
        "Paste a table: a line of names, then a line for each example",
        height=200,
        placeholder="Copy cells in your spreadsheet, or the text of a CSV, and paste them here.",
        **_bound("own_text", shown if len(shown) <= SHOWN else "", lambda text: ownwork.take(text, "My table")),
    )
    if len(shown) > SHOWN:
        st.caption("The table is too long to be shown in the box; it is read all the same.")
    limits = {"shown": SHOWN, "most": MOST_BYTES}
    long_pastes(limits, "paste", lambda text: ownwork.take(text, "My table"), height="content")


def _file() -> None:
    st.file_uploader(
        "A table as text (.csv, .tsv, .txt), or a .csv and its .toml together",
        accept_multiple_files=True,
        key="own_files",
        on_change=lambda: ownwork.open_files(st.session_state["own_files"]),
    )
    st.caption(
        "A file that is larger than the limit is marked red and not sent, and the table beside stays as it was: keep"
        " fewer rows or columns."
    )


def _edit() -> None:
    titles = {tables.THIS: "the table of this page", tables.EMPTY: "an empty grid"}
    titles |= {name: tables.title(name) for name in (*tables.names(), *tables.names(regression=True))}
    columns = ownwork.grid()
    ours = record(Preparation)
    st.selectbox("Begin with", list(titles), format_func=titles.get, **_bound("own_start", ours.began, ownwork.start))
    st.text_input(
        "Columns, with commas between them",
        placeholder="x1, x2, class",
        **_bound("own_names", packing.table_text(columns, ()), ownwork.name_columns),
    )
    if why := deferred("own_names"):
        st.warning(why)
    config = {name: st.column_config.TextColumn(name) for name in columns}
    key = f"own_grid_{ours.laid}{session().visit}"
    ownwork.edited(
        st.data_editor(
            columns, num_rows="dynamic", height=300, width="stretch", key=key, column_config=config, hide_index=True
        )
    )


def _written(made: Work) -> None:
    """How the table is written, and how else it may be read."""
    odd = made.sheet and made.sheet.notes  # not to be overlooked
    with st.expander("Read it another way", expanded=bool(made.problem or odd)):
        if made.sheet:
            st.html(own_table.found_html(made.sheet, made.plan))
        form = made.sheet.format if made.sheet else made.wanted
        choices = {
            "separator": ("Between cells", SEPARATORS),
            "decimal": ("Numbers are written", own_table.DECIMALS),
            "header": ("First line", own_table.HEADERS),
            "quote": ("Quotes", own_table.QUOTES),
        }
        if isinstance(made.raw, bytes):
            choices["encoding"] = ("Encoding", ENCODINGS)
        with st.container(horizontal=True):
            for name, (label, titles) in choices.items():
                found = titles.get(getattr(form, name))
                titles = {None: f"find out ({found})" if found else "find out"} | titles
                st.selectbox(
                    label,
                    list(titles),
                    format_func=titles.get,
                    width=320,
                    placeholder=titles[None],
                    **_bound(
                        f"own_{name}",
                        getattr(made.wanted, name),
                        lambda value, name=name: ownwork.reformat(name, value),
                    ),
                )
        if made.sheet:
            words = {*plans.words_in(made.sheet), *made.missing}
            for found in made.found:
                words |= {*found.far, *(found.strange or ())[:1]}
            st.multiselect(
                "Read as a missing cell, beside an empty one",
                sorted(words),
                accept_new_options=True,
                placeholder="none; type any word or number",
                **_bound("own_missing", sorted(made.missing), ownwork.read_as_missing),
            )


# ---- what each column is


def use_it() -> None:
    """What the table will be, the button, and where it leads."""
    S, made = state(), work()
    if made.problem and not made.elsewhere:
        st.error(md(made.problem), icon=None)
    if made.sheet is None:
        if not made.problem or made.elsewhere:
            st.info("As soon as a table can be read, its columns stand here.")
        return
    done = made.done
    st.markdown(f"**{md(own_table.plan_text(made.plan, made.found, done))}**")
    if made.made and (about := own_table.about_text(made.made)):
        st.caption(md(about))
    if done.problem:
        st.error(md(done.problem), icon=None)
    if S["data"]:
        uses.uses(S["data"], ordered=_ordered(made))
        return
    _naming(made)
    _remarks(made)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Its name", width=170, **_bound("own_title", made.title, ownwork.rename))
        _target(made)
        st.button("Use this table", type="primary", disabled=bool(done.problem), on_click=ownwork.accept)


def _short(made: Work, j: int) -> str:
    """A column's name, cut so that it differs from the others."""
    return shortened(made.sheet.header, 30)[made.sheet.header[j]]


def _naming(made: Work) -> None:
    """Features that seem only to name the row, and one click that leaves them out."""
    names = [_short(made, j) for j in made.naming[:3]]
    if not names:
        return
    with st.container(key="own-naming", horizontal=True, vertical_alignment="center"):
        st.markdown(f":material/warning: {md(own_table.naming_text(names))}", width="stretch")
        st.button("Ignore them" if len(names) > 1 else md(f"Ignore {names[0]}"), on_click=ownwork.ignore_naming)


def _remarks(made: Work) -> None:
    """What decides the tree and is not to be overlooked, each with one click that answers it."""
    told = [j for j, use in enumerate(made.plan.uses) if own_table.seen(made.found[j], use, j == made.target)]
    with st.container(key="own-remarks", gap="small"):
        for j in told[:SEEN]:
            found, use = made.found[j], made.plan.uses[j]
            with st.container(horizontal=True, vertical_alignment="center", key=f"own-seen-{j}"):
                said = own_table.remark(found, use, len(made.sheet), j == made.target)
                st.markdown(f":material/info: **{md(_short(made, j))}**: {md(said)}", width="stretch")
                _answers(made, j)
        if len(told) > SEEN:
            more = len(told) - SEEN
            st.caption(f"Of {more} more column{'s' * (more > 1)} there is something to know: “{CHANGE}”.")
        target = made.found[made.target]
        if words := list(target.words):
            st.button(
                f"Keep {', '.join(f'“{md(shorten(word, 20))}”' for word in words[:3])} as a class",
                key="own-keep",
                on_click=ownwork.read_as_missing,
                args=([*made.missing - set(words)],),
            )


def _answers(made: Work, j: int) -> None:
    """The buttons that answer the remark on a column."""
    found, use = made.found[j], made.plan.uses[j]
    words = [found.strange[0]] if found.strange else list(found.far) if use.kind == NUMERIC else []
    if words:
        named = ", ".join(f"“{md(shorten(word, 20))}”" for word in words)
        st.button(
            f"Read {named} as missing",
            key=f"own-strange-{j}",
            on_click=ownwork.read_as_missing,
            args=([*made.missing, *words],),
        )
    if own_table.dates(found) and j != made.target and j not in made.naming:  # which has such a button above
        st.button(
            f"Ignore {md(_short(made, j))}",
            key=f"own-dates-{j}",
            on_click=ownwork.choose,
            args=(j,),
            kwargs={"kind": plans.IGNORE},
        )
    if found.perhaps_counts and j != made.target:
        counts = use.kind == COUNT
        kind = plans.guess_feature(found).kind if counts else COUNT
        st.button(
            "Take it as a feature" if counts else "Repeat the rows",
            key=f"own-counts-{j}",
            on_click=ownwork.choose,
            args=(j,),
            kwargs={"kind": kind},
        )


def _target(made: Work) -> None:
    header = made.sheet.header
    st.selectbox(
        "Predict (the target)",
        range(len(header)),
        format_func=lambda j: header[j],
        width=200,
        **_bound("own_target", made.target, ownwork.aim),
    )


def _ordered(made: Work) -> bool:
    """All nominal features of more than two values have an order that the visitor saw."""
    plan, found = made.plan, made.found
    wide = [plan.uses[j].kind for j in plan.features if plan.uses[j].kind != NUMERIC and len(found[j].values) > 2]
    return bool(wide) and set(wide) == {ORDERED}


def columns() -> None:
    """Each column's kind, and its missing cells."""
    made = work()
    if made.sheet is None:
        return
    with st.expander(CHANGE, bool(made.done.problem), key="own-kinds"):
        if state()["data"]:
            _target(made)
        _kinds(made)


def _kinds(made: Work) -> None:
    header = made.sheet.header
    if any(found.missing for j, found in enumerate(made.found) if j != made.target):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.markdown("All gaps:", width="content")
            for gap, word in ((OWN, "Fill in"), (DROP, "Drop the rows")):
                st.button(word, key=f"own-all-{gap}", on_click=ownwork.fill_all, args=(gap,))
    shown = range(len(header))
    if len(header) > SOME + 2:
        firsts = range(0, len(header), SOME)
        first = st.segmented_control(
            "Columns",
            firsts,
            default=0,
            required=True,
            format_func=lambda k: f"{k + 1} to {min(k + SOME, len(header))}",
            key=f"own_some{session().visit}",
        )
        shown = range(first or 0, min((first or 0) + SOME, len(header)))
    with st.container(key="own-columns", gap="small"):
        for j in shown:
            _column(made, j)


def _column(made: Work, j: int) -> None:
    found, use, target = made.found[j], made.plan.uses[j], j == made.target
    name = md(_short(made, j))
    about, kind, gap = st.columns([5, 3, 3], vertical_alignment="center")
    about.html(own_table.column_html(found, use, len(made.sheet), target))
    titles = own_table.TARGET_TITLES if target else own_table.KIND_TITLES
    kind.selectbox(
        f"Kind of {name}",
        list(titles),
        format_func=titles.get,
        label_visibility="collapsed",
        **_bound(f"own_kind_{j}", use.kind, lambda value: ownwork.choose(j, kind=value)),
    )
    if found.missing and use.kind in titles and use.kind not in (COUNT, plans.IGNORE):
        ways = [MEDIAN, DROP] if use.kind == NUMERIC else [OWN, DROP]
        if target and use.kind == NUMERIC:
            ways = [DROP]
        gap.selectbox(
            f"Missing cells of {name}",
            ways,
            format_func=own_table.GAP_TITLES.get,
            label_visibility="collapsed",
            help=f"{found.missing} missing",
            **_bound(f"own_gap_{j}", use.gap, lambda value: ownwork.choose(j, gap=value)),
        )
    if use.kind == ORDERED:
        _order(j, name)


def _order(j: int, name: str) -> None:
    """The values of an ordered column in their order; each but the first is a button that moves it one place."""
    order = ownwork.order(j)
    places = {value: k for k, value in enumerate(sorted(order))}  # a button that moves keeps its key, and so the focus
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"Order of **{name}**, least first; press to move one place:", width="content")
        for k, value in enumerate(order):
            st.button(
                f"{'← ' if k else ''}{md(shorten(value, 30))}",
                key=f"own-order-{j}-{places[value]}",
                disabled=not k,
                on_click=ownwork.move,
                args=(j, value),
            )


def _growing() -> None:
    """The tree that grows on the table as it stands, and the way to its growth."""
    made, S = work(), state()
    if not made.sheet or made.done.problem or (view := uses.grown(made)) is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("The tree that grows on it", width="stretch")
        if not S["data"] and st.button("Grow a tree on it", icon=":material/account_tree:"):
            ownwork.accept()
            if S["data"]:
                st.switch_page("grow.py", query_params=uses.query_of(uses.GROW, S["data"]))
            st.rerun(scope="fragment")
    tree(view, "own_tree", HEIGHT)


def table() -> None:
    """The first rows as they stand."""
    made = work()
    if made.sheet:
        st.html(own_table.preview_html(made.sheet, made.plan))
    with st.expander("What nominal, ordered and numeric mean; how large a table may be; who sees it"):
        st.caption(
            "Nominal: each value is a word. Ordered: words in the order that you give, for questions like “before Mild,"
            " or from it on?” Numeric: the tree asks whether x < θ, a number midway between two neighbours."
        )
        st.caption(own_table.LIMITS)
        st.caption(PRIVATE)
