"""Walkthroughs of forests' votes, read back vote by vote by the player's own reader."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, ForestSettings, from_arrays, grow, grow_forest, hold_out, load
from dtlearn.forest.polls import middles, poll
from dtlearn.growing.errors import columns
from dtlearn.show.documents import forest as stage_forest
from dtlearn.show.documents.forest import forest_walkthrough
from dtlearn.show.forest import numbers, votes
from dtlearn.show.forest.charts import errors_lines, scale_of
from dtlearn.show.forest.words import BY, curves, errors_table
from dtlearn.show.tree.view import tree_view
from tests.show.documents.test_growth import parts, plain, read
from tests.support.growths import growths
from tests.support.parts import check_parts, cut
from tests.support.strategies import HOSTILE

CART = ALGORITHMS["CART"]


def asked(name, settings, by="votes", row=3, training=False, part=None):
    """(walkthrough, forest, what it says, errors, test examples) of an example of each part."""
    train, test = hold_out(load(name), 0.4, 1)
    forest = grow_forest(train, settings)
    one = grow(train, replace(settings.tree, max_features=None)).tree
    found = {way: curves(forest, test, one, way) for way in BY}
    point = (train if training else test).X[row]
    said = poll(forest, point, row if training else None)
    row = None if training else row
    walkthrough = forest_walkthrough(forest, said, tuple(point), by, test, found, row, part=part)
    return walkthrough, forest, said, found, test


LESSONS = (
    ("iris", ForestSettings(12, replace(CART, max_features=2))),
    ("iris", ForestSettings(9, replace(CART, min_samples_leaf=6)), "means", 3, True),
    ("wine", ForestSettings(7, replace(CART, max_features=3), False)),
    ("stopping_distance", ForestSettings(8, replace(CART, criterion="mse"))),
    ("stopping_distance", ForestSettings(8, replace(CART, criterion="mse")), "votes", 3, True),
)


def test_every_vote_is_read_back(tmp_path):
    every = [asked(*lesson) for lesson in LESSONS]
    texts = [one[0].json() for one in every]
    both = zip(read(tmp_path, texts), parts(tmp_path, "votes", "votesAt", texts), strict=True)
    for (walkthrough, forest, said, found, test), (frames, drawn) in zip(every, both, strict=True):
        words = numbers if forest.data.schema.regression else votes
        called, document = words.called(forest.data), walkthrough.document
        assert len(frames) == len(forest) + 1
        for n, (frame, ballots, raw) in enumerate(zip(frames, drawn, document["frames"], strict=True)):
            assert ballots == plain(words.ballots_view(said, called, n, max(n, 1)))
            tree = forest.trees[max(n, 1) - 1]
            want = tree_view(tree, None if n else (), scale=scale_of(forest.data, test), brief=True)
            want["width"] = round(want["width"], 1)
            assert frame["view"] == plain(want)
            way = [node for node in want["nodes"] if node["id"] in raw["lit"]]
            end = tree.find(tuple(map(int, raw["lit"][-1].split(".")[1:]))) if n else None
            assert not n or (end == said.nodes[n - 1] and len(way) == len(raw["lit"]))
            answers = [row["name"] for row in frame["rows"] if row["badges"] == ["answer"]]
            assert len(answers) == bool(said.voters(n))
            if n:
                worked = document["worked"][raw["row"]]
                header, rows = errors_table(found if len(worked["columns"]) > 2 else {"": found["votes"]}, n)
                assert [row[1] for row in worked["branches"]] == [row[1] for row in rows]
                assert [row["id"] for row in frame["rows"] if row["badges"]] in ([raw["row"]], [])
        assert document["ticks"] in [words.flips(said, by, called) for by in BY]


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("size", [1, 4])
def test_the_parts_of_a_lesson_joined_are_the_whole(lesson, size):
    whole = asked(*lesson)[0].document
    parts = [asked(*lesson, part=part)[0].document for part in cut(len(whole["frames"]), size)]
    check_parts(parts, whole, ("votes",))
    for t, signs in enumerate(whole["votes"]["trees"]):  # a part knows the signs that its frames show
        assert {sign: title for part in parts for sign, title in part["votes"]["trees"][t].items()} == signs
        for part in parts:
            assert set(part["votes"]["trees"][t]) == {frame["signs"][t] for frame in part["frames"]}
    assert {sign: one for part in parts for sign, one in part["votes"]["colours"].items()} == whole["votes"]["colours"]


def test_the_answer_is_the_one_that_counts_and_the_chart_is_the_pages():
    for by in BY:
        walkthrough, forest, said, found, test = asked(
            "iris", ForestSettings(9, replace(CART, min_samples_leaf=6)), by, 40
        )
        document = walkthrough.document
        for n in range(1, 10):
            frame = document["frames"][n]
            (place, name), *_ = frame["at"]
            assert (place, name) == (n, f"{n} tree{'s' * (n > 1)}")
            assert frame["caption"] == votes.caption(found[by], said, votes.called(forest.data), n, by)
            (answer,) = (document["rows"][i] for i in frame["rows"] if document["rows"][i].get("badges"))
            assert answer["name"] == votes.named(forest.data.schema.classes, said.answer(n, by))
            apart = (forest.first(n).predict(test.X) != forest.first(n).predict(test.X, "means")).sum()
            assert f"On {apart} of the {len(test)} test examples" in document["worked"][frame["row"]]["remark"]
        assert "at" not in document["frames"][0]
        for line, want in zip(document["chart"]["lines"], errors_lines(found[by]), strict=True):
            assert [point[:2] for point in line["points"]] == [[n, y] for n, y in zip(want.x, want.y, strict=True)]
    assert "\\\\" not in walkthrough.json()


# ---- the plane, or the line


def planes(part=None):
    """(walkthrough, forest, test examples, which answer counts) of data that a plane or a line shows whole."""
    leaf, mean = replace(CART, min_samples_leaf=5, max_features=1), replace(CART, criterion="mse")
    for name, two, tree, by in (
        ("iris", (2, 3), leaf, "votes"),
        ("iris", (2, 3), leaf, "means"),
        ("iris", (0, 1), CART, "means"),
        ("cars_mpg", (2, 3), mean, "votes"),
        ("stopping_distance", (0,), mean, "votes"),
    ):
        train, test = (columns(part, two) for part in hold_out(load(name), 0.4, 1))
        forest = grow_forest(train, ForestSettings(9, tree, by == "votes"))
        one = grow(train, replace(tree, max_features=None)).tree
        found = {way: curves(forest, test, one, way) for way in BY}
        point = tuple(test.X[3].tolist())
        yield (
            forest_walkthrough(forest, poll(forest, point), point, by, test, found, 3, one, part=part),
            forest,
            test,
            by,
            one,
        )


def test_the_browser_adds_up_what_the_first_trees_say_in_every_cell(tmp_path):
    every = list(planes())
    texts = [one[0].json() for one in every]
    said, wrong = (parts(tmp_path, "surface", function, texts) for function in ("saidAt", "wrongAt"))
    for (walkthrough, forest, test, by, one), frames, off in zip(every, said, wrong, strict=True):
        found = walkthrough.document["surface"]
        (across, up), d = found["axes"], len(forest.data.schema.features)
        grid = [middles(across["lo"], across["hi"], found["columns"]), middles(up["lo"], up["hi"], found["rows"])][:d]
        places = np.stack([each.ravel() for each in np.meshgrid(*grid)], axis=1)
        held = [k for k, point in enumerate(found["points"]) if point[3]]
        for n in range(1, 10):
            first = forest.first(n)
            if forest.data.schema.regression:
                assert frames[n]["means"] == pytest.approx(first.predict(places))
                assert off[n] == []
                continue
            answers = first.predict(places, by)
            shares = first.shares(places) if by == "votes" else first.proba(places)
            assert frames[n]["answers"] == answers.tolist()
            assert frames[n]["shares"] == pytest.approx(shares[np.arange(len(answers)), answers])
            assert off[n] == [k for k, bad in zip(held, first.predict(test.X, by) != test.y, strict=True) if bad]
        assert len(found["points"]) == len(forest.data) + len(test)
        assert found["drawn"] == [
            "".join(str(min(times, 4)) for times in bag) for bag in forest.bag.tolist() if forest.settings.bootstrap
        ]
        line = np.concatenate([np.full(to - start, mean) for start, to, *_, mean in sorted(found["one"])] or [[]])
        assert d == 2 or line == pytest.approx(one.predict(places))


def test_the_plane_of_a_part_tells_of_the_trees_up_to_its_last():
    wholes, parts = ([one[0].document for one in planes(part)] for part in (None, range(2, 6)))
    for whole, part in zip(wholes, parts, strict=True):
        told = ("trees", "wrong", "drawn")
        shared = {name: x for name, x in whole["surface"].items() if name not in told}
        assert {name: x for name, x in part["surface"].items() if name not in told} == shared
        for name in told:
            assert part["surface"][name] == whole["surface"][name][:5]
    first = next(planes(range(0, 1)))[0].document
    assert [frame["caption"] for frame in first["frames"]] == [wholes[0]["frames"][0]["caption"]]


def test_a_forest_of_large_trees_is_drawn_in_part_its_ways_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(stage_forest, "DRAWN", 0)
    walkthrough, forest, said, *_ = asked("cars_mpg", ForestSettings(6, replace(CART, criterion="mse")))
    (frames,) = read(tmp_path, [walkthrough.json()])
    for n, (frame, raw) in enumerate(zip(frames[1:], walkthrough.document["frames"][1:], strict=True)):
        ids = [node["id"] for node in frame["view"]["nodes"]]
        assert len(forest.trees[n]) > 100
        assert len(ids) <= stage_forest.LEAST + 2 * len(raw["lit"])
        assert frame["view"]["left_out"] == len(forest.trees[n]) - len(ids)
        assert set(raw["lit"]) <= set(ids)
        assert forest.trees[n].find(tuple(map(int, raw["lit"][-1].split(".")[1:]))) == said.nodes[n]


@given(growths(hostile=True) | growths(regression=True), st.sampled_from(list(BY)))
def test_the_same_twice_whatever_the_names(trace, by):
    forest = grow_forest(trace.data, ForestSettings(3, trace.settings))
    one, two = forest.walkthrough(trace.data.X[0], by), forest.walkthrough(trace.data.X[0], by)
    assert one.json() == two.json()
    assert len(json.loads(one.json())["frames"]) == 4


def test_a_notebook_shows_the_example_on_which_the_trees_agree_least(monkeypatch):
    forest = grow_forest(load("play_tennis"), ForestSettings(20))
    shown = forest._repr_mimebundle_()
    assert shown["text/html"] == forest.walkthrough().frame_html()
    least = min(range(14), key=lambda i: max(poll(forest, forest.data.X[i]).tally(20)))
    assert forest.walkthrough().json() == forest.walkthrough(forest.data.X[least]).json()
    monkeypatch.setattr("dtlearn.forest.forest.PLAYED", 3)
    assert set(forest._repr_mimebundle_()) == {"text/plain"}
    with pytest.raises(ValueError, match="by is 'most': choose one of votes, means"):
        forest.walkthrough(by="most")


def test_what_the_first_trees_say_together():
    for data, by in ((load("iris"), "votes"), (load("iris"), "means"), (load("stopping_distance"), "votes")):
        criterion = "mse" if data.schema.regression else CART.criterion
        forest = grow_forest(data, ForestSettings(6, replace(CART, max_features=1, criterion=criterion)))
        said = list(forest.running(data.X, by))
        assert [one.tolist() for one in said] == [forest.first(n).predict(data.X, by).tolist() for n in range(1, 7)]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[name], ["b"]] * 4, [f"{name}x", "no"] * 4, [f"{name}!"], name=name)
    body = grow_forest(data, ForestSettings(3)).walkthrough().html().partition('<script type="application/json"')[2]
    document, _, rest = body.partition(">")[2].partition("</script>")
    assert not re.search("<[^ ]", document)
    assert json.loads(document)["votes"]
    assert rest.count("</script>") == 1


def test_votes_come_in_one_by_one_and_lead_to_their_trees(tab, tmp_path):
    walkthrough, forest, said, *_ = asked("iris", ForestSettings(12, replace(CART, max_features=2)), row=40)
    path = walkthrough.save(tmp_path / "forest.html")
    tab.goto(path.as_uri())
    counter, ballots = tab.locator(".counter"), tab.locator(".votes button")
    expect(counter).to_have_text("Step 0 of 12")
    expect(ballots).to_have_count(12)
    expect(tab.locator(".votes .waits")).to_have_count(12)
    expect(tab.get_by_role("treeitem")).to_have_count(1)
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".votes .waits")).to_have_count(11)
    lit = [f"r{''.join(f'.{k}' for k in forest.trees[0][i].path)}" for i in forest.trees[0][said.nodes[0]].line()]
    assert [node.get_attribute("data-id") for node in tab.locator(".node.lit").all()] == lit
    ballots.nth(6).click()
    expect(counter).to_have_text("Step 7 of 12")
    expect(tab.get_by_role("treeitem")).to_have_count(len(forest.trees[6]))
    expect(tab.locator(".tables")).to_contain_text("/7 = ")
    expect(tab.locator(".sums math").first).to_be_visible()
    expect(tab.locator(".chart .name.now")).to_have_text("7 trees")
    ballots.nth(6).press("ArrowRight")  # to the next mark; Enter goes to it
    expect(ballots.nth(7)).to_be_focused()
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800
    assert {url.partition("#")[0] for url in tab.asked} == {path.as_uri()}


def test_the_plane_is_shaded_anew_with_each_vote_and_leads_nowhere_in_a_file(tab, tmp_path):
    walkthrough, forest, *_ = next(planes())
    path = walkthrough.save(tmp_path / "forest.html")
    tab.goto(path.as_uri())
    plane, alone = tab.get_by_role("img", name="The plane, shaded"), tab.get_by_role("img", name="Partition of tree")
    expect(plane).to_have_accessible_name("The plane, shaded by the majority vote of 0 trees.")
    expect(tab.locator(".together .tint")).to_have_count(0)
    expect(alone).to_have_count(0)
    tab.keyboard.press("ArrowRight")
    expect(plane).to_have_accessible_name("The plane, shaded by the majority vote of 1 tree.")
    expect(alone.locator(".leaf")).to_have_count(len(walkthrough.document["surface"]["trees"][0]))
    tab.keyboard.press("End")
    expect(tab.locator(".together .title")).to_have_text("The first 9 trees together")
    expect(tab.locator(".together .tint")).not_to_have_count(0)
    plane.hover()
    expect(tab.locator(".surface .status")).to_contain_text(" of 9 trees")
    plane.click()
    expect(tab.locator(".counter")).to_have_text("Step 9 of 9")
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800
