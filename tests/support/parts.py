"""The parts of a long lesson, and the whole that they are to be."""

OWN = ("frames", "nodes", "rows", "worked", "lines", "first", "steps")  # what a part has of its own


def cut(frames: int, size: int) -> list[range]:
    """Parts of so many frames."""
    return [range(k, min(k + size, frames)) for k in range(0, frames, size)]


def check_parts(parts: list[dict], whole: dict, more: tuple[str, ...] = ()) -> None:
    """The documents of all parts hold what that of the whole does. more : what else is a part's own."""
    own = {*OWN, *more}
    for part in parts:
        assert {name: x for name, x in part.items() if name not in own} == {
            name: x for name, x in whole.items() if name not in own
        }
        assert part["steps"] == len(whole["frames"])
    firsts = [part["first"] for part in parts]
    assert firsts == [sum(len(part["frames"]) for part in parts[:i]) for i in range(len(parts))]
    assert [one for part in parts for one in _says(part)] == list(_says(whole))
    assert [one for part in parts for one in _rows(part)] == list(_rows(whole))
    assert {row: one for part in parts for row, one in _worked(part).items()} == _worked(whole)
    _check_changes([one for part in parts for one in _trees(part)], list(_trees(whole)), firsts)


def check_boxes(parts: list[dict], whole: dict) -> None:
    """The same of the planes of a row."""
    shared = {name: x for name, x in whole["boxes"].items() if name != "nodes"}
    for part in parts:
        assert {name: x for name, x in part["boxes"].items() if name != "nodes"} == shared
    firsts = [part["first"] for part in parts]
    _check_changes([one for part in parts for one in _boxes(part)], list(_boxes(whole)), firsts)
    joined, wrong = [frame["boxes"]["turned"] for part in parts for frame in part["frames"]], set()
    for k, frame in enumerate(whole["frames"]):
        wrong ^= set(frame["boxes"]["turned"])
        assert joined[k] == (sorted(wrong) if k in firsts else frame["boxes"]["turned"])


def _check_changes(joined: list[tuple], whole: list[tuple], firsts: list[int]) -> None:
    """The first frame of a part holds all there is. joined, whole : of each frame (what is new by id, ids that go)."""
    there = {}
    for k, (new, gone) in enumerate(whole):
        there = {i: one for i, one in there.items() if i not in gone} | new
        assert joined[k] == ((there, []) if k in firsts else (new, gone))


def _says(document: dict):
    known = document.get("validation", {}).get("rows")
    for frame in document["frames"]:
        said = {name: x for name, x in frame.items() if name not in ("tree", "gone", "rows", "boxes")}
        if known and "comes" in said:
            said["comes"] = said["comes"] | {"rows": [[known[row], *says] for row, *says in said["comes"]["rows"]]}
        yield said


def _rows(document: dict):
    now = None
    for frame in document["frames"]:
        now = [document["rows"][i] for i in frame["rows"]] if "rows" in frame else now
        yield now


def _worked(document: dict) -> dict:
    lines = document["lines"]
    return {row: one | {"lines": [lines[i] for i in one["lines"]]} for row, one in document["worked"].items()}


def _trees(document: dict):
    nodes = document["nodes"]
    for frame in document["frames"]:
        yield {nodes[i]["id"]: [nodes[i], x] for i, x in frame["tree"]}, frame["gone"]


def _boxes(document: dict):
    nodes = document["boxes"]["nodes"]
    for frame in document["frames"]:
        yield {nodes[i]["id"]: nodes[i] for i in frame["boxes"]["nodes"]}, frame["boxes"]["gone"]
