"""Your own data: a table comes in by every way, is understood, used, carried by a link, and nothing breaks the page."""

import json
import random
import re

import pytest

import dtlearn
from dtlearn.data import packing, plans, sniff
from pages.ui.grow import lesson as growth
from pages.ui.kit import tables as own
from pages.ui.kit.table_store import Store
from pages.ui.own import words, work
from tests.support import DATA
from tests.support.apps import button, component, components, counter, html, open_page, switched

FOLDER = DATA / "badcsv"
CASES = json.loads((FOLDER / "manifest.json").read_text())["files"]
TENNIS = packing.pack(dtlearn.load("play_tennis"))
CARS = packing.pack(dtlearn.load("stopping_distance"))
GOLF = "Temp,Sky,Play\n80,sunny,no\nNA,?,yes\n85,rainy,yes\n86,sunny,no\n90,sunny,\n99,rainy,yes\n"
LARGE = "x,y,class\n" + "".join(
    f"{a},{b},{'pq'[a < b]}\n"
    for a, b in ((random.Random(i).random(), random.Random(-1 - i).random()) for i in range(600))
)


def opened(**query):
    return open_page("own", **query)


def paste(text):
    at = opened()
    at.text_area(key="own_text").set_value(text).run()
    return at


def says(at, text):
    return any(
        re.search(text, element.value)
        for element in (*at.markdown, *at.error, *at.info, *at.success, *at.warning, *at.caption)
    )


def order_of(at, j):
    return [each.label for each in at.button if (each.key or "").startswith(f"own-order-{j}-")]


def use(at):
    button(at, "Use this table").click().run()
    return at.query_params["data"]


def upload(at, *files):
    at.file_uploader(key="own_files").set_value([(name, raw, "text/csv") for name, raw in files]).run()


def test_the_page_opens_with_a_table_that_shows_what_it_does():
    at = opened()
    assert says(at, "10 rows, 3 features, 2 classes .* nothing dropped; 1 missing cell in sky:. a value of its own")
    assert "semicolon (;), decimal comma" in html(at)
    assert "1 “?”" in html(at)
    assert words.LIMITS in [caption.value for caption in at.caption]
    assert dict(at.query_params.items()) | {"entry": "paste"} == dict(at.query_params.items())


def test_a_column_that_names_the_row_is_told_of_and_ignored_by_one_click():
    at = paste("name,day,size,ok\nann,1,s,y\nbob,2,s,n\ncid,3,l,y\n")
    assert says(at, "name and day differ in every row")
    button(at, "Ignore them").click().run()
    assert says(at, "1 feature, 2 classes .* 2 columns ignored")
    assert not says(at, "every row")
    assert not says(paste("mm,ok\n10,y\n12,n\n14,y\n"), "in every row")


def test_what_is_said_of_a_column_has_its_whole_name_and_a_click_that_answers_it():
    begin = "temperature_of_the_upper_chamber"
    at = paste(
        f"{begin}_before;{begin}_after;on;ok\n1;2;1/23/2023;y\n2;-9999;1/23/2023;n\n3;3;2/24/2023;y\n4;1;2/24/2023;n\n"
    )
    assert says(at, r"\*\*[^*]*after\*\*.*9999")
    button(at, "Ignore on").click().run()
    assert says(at, r"1 column ignored \\*\(on\\*\)")
    assert at.selectbox(key="own_separator").placeholder == "find out (semicolon (;))"


def test_what_was_said_about_a_missing_word_survives_every_reading():
    """A class NA is kept by one click, in a corrected cell, another format, a file opened anew,
    a table opened again."""
    text = (DATA / "tables" / "continents.csv").read_text()
    at = paste(text)
    assert says(at, "11 rows, 2 features, 4 classes .*4 “NA” in continent")
    button(at, "Keep “NA” as a class").click().run()
    assert says(at, "15 rows, 2 features, 5 classes .*nothing dropped")
    for again in (text.replace("61.2", "61.3"), "x", text):
        at.text_area(key="own_text").set_value(again).run()
    assert says(at, "15 rows, 2 features, 5 classes")
    at.selectbox(key="own_header").set_value(False).run()
    at.selectbox(key="own_header").set_value(True).run()
    assert says(at, "15 rows, 2 features, 5 classes")
    at.segmented_control(key="w_entry").set_value("edit").run()
    at.text_input(key="own_names").set_value("years,urban_share,continent").run()
    assert says(at, "15 rows, 2 features, 5 classes")
    use(at)
    at.text_input(key="own_names").set_value("life,urban_share,continent").run()  # what the link brought, changed
    assert says(at, "15 rows, 2 features, 5 classes")
    assert says(paste("x,continent\n1,NA\n2,EU\n3,EU\n"), "dropped for a missing cell")  # of another visitor


def test_what_decides_the_tree_is_said_outright_and_answered_by_one_click():
    at = paste("t,when,n,ok\n12,2020-01-02,2,a\n13,2020-01-03,3,b\n-9999,2020-02-03,1,a\n15,2021-01-01,1,b\n")
    assert says(at, r"^:material/info: \*\*when\*\*: Dates are compared as words")
    at.button(key="own-strange-0").click().run()
    assert says(at, "1 missing cell filled in with the median 13 ..t")
    assert at.multiselect(key="own_missing").value == ["-9999"]
    button(at, "Repeat the rows").click().run()
    assert says(at, "7 rows, 2 features, 2 classes .*each row as often as n says")
    button(at, "Take it as a feature").click().run()
    assert says(at, "4 rows, 3 features")


def test_what_cannot_be_read_is_said_where_it_was_given_and_stays_there():
    at = paste("a,b")
    for way in ("file", "edit"):
        at.segmented_control(key="w_entry").set_value(way).run()
        assert not at.error
        assert says(at, "As soon as a table can be read")
    at.segmented_control(key="w_entry").set_value("paste").run()
    assert says(at, "no rows")
    assert at.text_area(key="own_text").value == "a,b"


def test_the_tree_of_a_table_is_drawn_as_on_every_page_before_the_table_is_used():
    at = opened()
    grown = component(at, "boxHeight")
    assert grown["nodes"][0]["title"] == "temperature < 11.75"
    large = paste(LARGE.replace("class", "class,e") + "".join(f"{i},1,p,2\n" for i in range(2000)))
    assert not any("boxHeight" in data for data in components(large))


def test_the_way_from_the_tree_to_its_growth_uses_the_table():
    at = opened()
    assert component(at, "boxHeight")["nodes"]
    button(at, "Grow a tree on it").click().run()
    assert at.query_params["data"].startswith("~1")
    assert "A walk" in component(at, "counter")["title"]


def test_a_used_table_grows_from_its_link_alone():
    name = use(opened())
    assert name.startswith("~1")
    again = open_page("grow", v=1, data=name)  # another visitor
    assert not again.warning
    assert again.selectbox(key="w_data").value == name
    assert "Your table: A walk" in again.selectbox(key="w_data").options
    button(again, "Last").click().run()
    assert "The tree is finished" in component(again, "caption")["caption"]
    assert any("1 missing in sky" in caption.value for caption in again.caption)


def test_every_bad_file_leaves_a_page_that_works():
    """All of them are read or refused in tests/engine/data/test_sniff.py."""
    at = opened(v=1, entry="file")
    for case in [*CASES[::6], next(case for case in CASES if case["file"] == "plain_ok.csv")]:
        upload(at, (case["file"], (FOLDER / case["file"]).read_bytes()))
        errors = [error.value for error in at.error]
        assert len(errors) == (0 if case["expect"] == "accept" else len(errors)), case["file"]
        assert errors or case["expect"] != "reject", case["file"]
        if case["expect"] == "accept":
            assert says(at, rf"^\*\*{case['rows']} row"), case["file"]
    assert says(at, "4 rows, 2 features, 2 classes")
    assert at.text_input(key="own_title").value == "plain_ok"


@pytest.mark.parametrize("file", ["blns_headers", "control_chars"])
def test_a_strange_table_grows_on_every_panel(file):
    name = use(paste((FOLDER / f"{file}.csv").read_text(encoding="utf-8")))
    at = open_page("grow", v=1, data=name, panel="rules", step=1)
    assert not [w for w in at.warning if "data" in w.value]
    assert component(at, "tells")["document"]["rules"]
    for below in ("export", "words"):
        at.session_state["S"]["below"] = below
        assert not at.run().exception


def test_kinds_target_and_gaps_are_the_visitors():
    at = opened()
    at.selectbox(key="own_gap_1").set_value("drop").run()
    assert says(at, "9 rows, 3 features, 2 classes .*1 of 10 rows dropped")
    at.selectbox(key="own_kind_0").set_value("ignore").run()
    assert says(at, "9 rows, 2 features.* 1 column ignored")
    at.selectbox(key="own_target").set_value(0).run()
    assert says(at, "a number to predict .*temperature")
    at.selectbox(key="own_kind_1").set_value("numeric").run()
    assert says(at, "'sky' is to be numeric, but 'cloudy' is no number")
    assert button(at, "Use this table").disabled
    at.selectbox(key="own_kind_1").set_value("ordered").run()
    assert order_of(at, 1) == ["cloudy", "← rainy", "← sunny"]
    for value in ("sunny", "sunny", "rainy"):
        button(at, f"← {value}").click().run()
    assert says(at, "Order of \\*\\*sky\\*\\*, least first")
    data = own.load(use(at))
    assert data.schema.features[0].values[:3] == ("sunny", "rainy", "cloudy")
    assert data.schema.regression
    assert growth.criteria_of({"data": at.query_params["data"]}).keys() == {"mse"}


def test_all_gaps_at_once_and_no_number_to_predict_is_made_up():
    at = paste("a,b,c\n1,x,y\n?,,y\n3,z,n\n")
    button(at, "Drop the rows").click().run()
    assert says(at, "2 rows, 2 features.*1 of 3 rows dropped")
    button(at, "Fill in").click().run()
    assert says(at, "3 rows, 2 features.*nothing dropped; 1 missing cell filled in with the median .*own value|own")
    at = paste("a,b\n1,2\n2,\n3,5\n4,5\n")
    at.selectbox(key="own_kind_1").set_value("nominal").run()
    at.selectbox(key="own_gap_1").set_value("own").run()
    at.selectbox(key="own_kind_1").set_value("numeric").run()
    assert at.selectbox(key="own_gap_1").value == "drop"
    assert says(at, "3 rows.*1 of 4 rows dropped")


def test_what_was_found_can_be_changed():
    at = paste('a;b\n"1,234";x\n"2,345";y\n')
    assert "decimal comma" in html(at)
    at.selectbox(key="own_decimal").set_value(".").run()
    assert "decimal point" in html(at)
    at.selectbox(key="own_header").set_value(False).run()
    assert says(at, "3 rows")
    at.selectbox(key="own_separator").set_value("|").run()
    assert says(at, "Line 2 cannot be read")
    at.selectbox(key="own_separator").set_value(None).run()
    assert says(at, "3 rows")
    at = opened()
    at.multiselect(key="own_missing").set_value([]).run()
    assert says(at, "nothing dropped\\\\?\\.")


def test_what_was_chosen_stays_when_a_cell_is_corrected():
    at = opened()
    at.selectbox(key="own_target").set_value(1).run()
    at.selectbox(key="own_kind_0").set_value("ignore").run()
    at.text_area(key="own_text").set_value(work.EXAMPLE.replace("?", "sunny")).run()
    assert at.selectbox(key="own_target").value == 1
    assert at.selectbox(key="own_kind_0").value == "ignore"


def test_a_pair_of_files_is_opened_again_exactly():
    data = dtlearn.load("play_tennis")
    at = opened(v=1, entry="file")
    upload(at, ("t.toml", packing.write_card(data).encode()), ("t.csv", packing.write_csv(data).encode()))
    name = use(at)
    again = own.load(name)
    assert (again.schema, again.card) == (data.schema, data.card)
    assert (again.X == data.X).all()
    upload(at, ("t.toml", b"target = 5"), ("t.csv", b"a,b\n1,2\n"))
    assert says(at, "no column 5")
    upload(at, ("t.csv", b"a,b\n1,2\n"), ("u.csv", b"a,b\n1,2\n"))
    assert says(at, "one table at a time")


GAPS = (
    "5 rows, 2 features, 2 classes .*; 1 of 6 rows dropped for a missing cell; "
    r"1 missing cell filled in with the median 85\\?\.5 \\\(Temp\\\); 1 missing cell in Sky:. a value of its own"
)


def test_who_opens_the_link_or_the_files_sees_the_gaps_and_can_treat_them_anew():
    at = paste(GOLF)
    assert says(at, GAPS)
    name = use(at)
    data = own.load(name)
    pair = opened(v=1, entry="file")
    upload(pair, ("g.toml", packing.write_card(data).encode()), ("g.csv", packing.write_csv(data).encode()))
    for again in (opened(v=1, data=name), pair):  # another visitor
        assert says(again, GAPS)
        assert html(again).count("<i class='own-gap'>missing") == 2
        assert html(again).count("1 missing") == 2
        assert says(again, r"Temp filled with the median 85\\?\.5 \\?\(row 2")
        assert [again.selectbox(key=f"own_gap_{j}").value for j in (0, 1)] == ["median", "own"]
    assert use(pair) == name
    pair.selectbox(key="own_gap_0").set_value("drop").run()
    assert says(pair, "4 rows, 2 features.*; 2 of 6 rows dropped")
    assert own.load(use(pair)).X[:, 0].tolist() == [80, 85, 86, 99]


def test_a_table_filled_in_by_the_version_before_says_so_by_its_card():
    card = dtlearn.data.dataset.Card(
        "Golf", "A table of your own.", "1 cell was empty: Temp filled with the median 85.5 (row 2)."
    )
    at = opened(v=1, data=packing.pack(dtlearn.from_arrays([[80], [85.5]], ["no", "yes"], card=card)))
    assert says(at, "1 cell was empty")


def test_a_link_with_the_name_of_a_large_table_opens_it_while_the_process_holds_it(monkeypatch):
    monkeypatch.setattr(own, "STORE", Store())
    at = paste(LARGE)
    name = use(at)
    assert re.fullmatch("table-[0-9a-f]{32}", name)
    assert says(at, "whoever has the link has the table")
    switched(at, "grow", v=1, data=name, algorithm="cart")
    assert not at.warning
    assert counter(at).startswith("Step 0 of")
    other = open_page("grow", v=1, data=name)  # another visitor
    assert not other.warning
    assert other.selectbox(key="w_data").value == name
    assert "Your table" not in " ".join(open_page("grow").selectbox(key="w_data").options)  # nobody else's menu has it
    monkeypatch.setattr(own, "STORE", Store())
    stranger = open_page("grow", v=1, data=name)
    assert "open its" in stranger.warning[0].value
    assert stranger.selectbox(key="w_data").value == "play_tennis"


def test_a_table_that_the_process_lost_is_asked_of_the_browser_which_brings_it_back(monkeypatch):
    """On the page that shows it, and on others; without a browser that has it the link is told of."""
    at = paste(LARGE)
    name = use(at)
    files = own.files_of(name)
    switched(at, "grow", v=1, data=name)
    monkeypatch.setattr(own, "STORE", Store())
    at.run()
    assert at.session_state["Kept"].wanted == [f"table/{name}"]
    assert "asking this one" in at.markdown[0].value
    own.STORE.put(packing.read_pair(*(text.encode() for text in files)))  # as the browser hands it back
    at.run()
    assert (at.selectbox(key="w_data").value, at.warning.len) == (name, 0)
    monkeypatch.setattr(own, "STORE", Store())
    at.selectbox(key="w_algorithm").set_value("CART").run()  # what follows from the choice waits
    assert at.session_state["Kept"].wanted == [f"table/{name}"]
    at.run()  # no browser has it
    assert "does not hold it" in at.warning[0].value
    assert at.selectbox(key="w_data").value == "play_tennis"
    switched(at, "own")
    assert at.session_state["Kept"].wanted == []


def test_a_table_of_another_page_that_the_process_lost_is_forgotten_there(monkeypatch):
    """By the menu, whose addresses name none."""
    at = paste(LARGE)
    lost = use(at)
    switched(at, "grow", v=1, data=lost)
    switched(at, "learn")
    monkeypatch.setattr(own, "STORE", Store())
    switched(at, "grow")
    assert at.session_state["Kept"].wanted == [f"table/{lost}"]
    at.run()  # no browser has it
    assert at.selectbox(key="w_data").value == "play_tennis"


@pytest.mark.parametrize(("way", "name"), [*zip(own.WAYS, [TENNIS, "with gaps", CARS], strict=False)])
def test_a_link_opens_the_table_itself_whatever_the_way(way, name):
    name = use(paste(GOLF)) if name == "with gaps" else name
    at = opened(v=1, entry=way, data=name)
    assert not at.warning
    assert at.query_params["data"] == name
    assert says(at, "is now in the list of data sets")
    at.selectbox(key="own_kind_0").set_value("ignore").run()
    assert "data" not in at.query_params


def test_the_odd_cell_that_is_warned_of_can_be_counted_as_missing_and_back():
    at = opened(v=1)
    at.text_area(key="own_text").set_value("Temp;ok\n14;ja\n*fehlt*;nein\n20;ja\n12;nein\n").run()
    assert says(at, "4 rows")
    assert "fehlt" in at.button(key="own-strange-0").label
    assert "*fehlt*" not in at.button(key="own-strange-0").label
    assert "*fehlt*" in at.multiselect(key="own_missing").options
    at.button(key="own-strange-0").click().run()
    assert says(at, "1 missing cell filled in with the median 14 .*Temp")
    assert at.multiselect(key="own_missing").value == ["*fehlt*"]
    at.multiselect(key="own_missing").set_value([]).run()
    assert at.button(key="own-strange-0")


@pytest.mark.parametrize("start", ["empty", "cars_mpg"])
def test_the_grid_begins_with_any_data_set(start):
    at = opened(v=1, entry="edit")
    at.selectbox(key="own_start").set_value(start).run()
    assert not at.warning
    if start == "empty":
        assert says(at, "no rows|is empty")
    else:
        assert own.load(use(at)).schema == own.load(start).schema


def test_back_to_a_link_opens_its_table_again():
    at = opened(v=1, data=TENNIS)
    at.selectbox(key="own_kind_0").set_value("ignore").run()
    assert says(at, "14 rows, 3 features")
    at.query_params["data"] = TENNIS
    at.run()
    assert says(at, "14 rows, 4 features")


def test_a_link_replaces_the_grid_that_was_open():
    at = opened(v=1, entry="edit")
    at.query_params["data"] = TENNIS
    at.run()
    assert at.query_params["data"] == TENNIS
    assert at.text_input(key="own_names").value.startswith("Outlook")


@pytest.mark.parametrize("word", ["<b>bold</b>", "<script>x</script>", "a&b", "' onclick='x"])
def test_what_a_table_holds_is_shown_letter_for_letter(word):
    sheet = sniff.sheet_of([word, "class"], [[word, "x"], ["y", "x"], [word + " ", word]])
    found = plans.look(sheet, ())
    plan = plans.Plan(1, plans.guess(found), frozenset([word]))
    for part in (
        words.found_html(sheet, plan),
        words.preview_html(sheet, plan),
        *(words.column_html(f, use, 3, j == 1) for j, (f, use) in enumerate(zip(found, plan.uses, strict=True))),
    ):
        assert word not in part


def test_columns_of_the_grid_are_named_and_added():
    at = opened(v=1, entry="edit")
    at.selectbox(key="own_start").set_value("or").run()
    at.text_input(key="own_names").set_value('x1, "a,b", x2, label').run()
    assert says(at, "4 rows, 3 features, 2 classes|4 rows, 2 features")
    assert "a,b" in html(at)
    at.text_input(key="own_names").set_value("x1, x1").run()
    assert says(at, "different names")
    at.selectbox(key="own_start").set_value("play_tennis").run()
    assert at.text_input(key="own_names").value == "Outlook,Temperature,Humidity,Wind,PlayTennis"


def test_a_wide_table_is_shown_in_parts():
    at = paste(
        ",".join(f"x{j}" for j in range(40)) + "\n" + ",".join("abcd" * 10) + "\n" + ",".join("bcda" * 10) + "\n"
    )
    assert len([s for s in at.selectbox if str(s.key).startswith("own_kind_")]) == 10
    at.segmented_control(key="own_some").set_value(30).run()
    assert at.selectbox(key="own_kind_39").value == "nominal"


def test_two_tables_of_one_name_are_told_apart():
    at = opened()
    use(at)
    at.selectbox(key="own_kind_0").set_value("ignore").run()
    use(at)
    switched(at, "grow")
    mine = [option for option in at.selectbox(key="w_data").options if "Your table" in option]
    assert len(mine) == len(set(mine)) == 2


def test_a_target_of_the_table_before_is_no_target_of_this_one(monkeypatch):
    made = work.Work("a,b\n1,x\n2,y\n", "A table")
    work._read(made)
    monkeypatch.setattr(work, "changed", lambda: made)
    before = made.target
    work.aim("a name")  # what Streamlit tells of an option that is gone
    assert made.target == before
    work.aim(0)
    assert made.target == 0


def test_names_that_fit():
    assert own.names(fits=lambda data: len(data) == 4 and len(data.schema.features) == 2) == ["and", "or", "xor"]
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{2,45}", own.file_stem(TENNIS))
    assert own.load("iris") is dtlearn.load("iris")


def test_a_run_of_the_page_finds_out_nothing_anew_and_makes_no_large_table(monkeypatch):
    rows = [",".join(f"{(i * j * 7919) % 9973}" for j in range(1, 9)) + f",{'pq'[i % 2]}" for i in range(600)]
    at, called = paste("\n".join(["a,b,c,d,e,f,g,h,y", *rows]) + "\n"), []
    for real in (plans.look, plans.outcome, plans.apply):

        def counted(*asked, real=real):
            called.append(real.__name__)
            return real(*asked)

        monkeypatch.setattr(plans, real.__name__, counted)
    at.text_input(key="own_title").set_value("Another").run()
    assert called == []
    use(at)
    assert called == ["apply", "outcome"]
    called.clear()
    at.run()
    assert called == []
