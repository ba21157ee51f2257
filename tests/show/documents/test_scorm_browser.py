"""The SCORM 1.2 package on a course platform: what the page talks to is scorm-again, a library that platforms use.

Its file lies in tests/data as npm has it: scorm-again@3.4.3, dist/esm/scorm12.min.js, under the MIT licence beside it.
"""

import functools
import io
import shutil
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, PRUNERS, grow, load
from dtlearn.show.documents.pruning import pruning_walkthrough
from dtlearn.teaching import worked_examples
from pages.ui.examples import paper
from tests.support import ROOT

# It writes down every call, and what came of it.
PLATFORM = """<!doctype html><title>Platform</title><link rel="icon" href="data:,"><script type="module">
import { Scorm12API } from "./scorm12.min.js";
const api = new Scorm12API({ autocommit: false, logLevel: 5 });
window.API = {};
window.calls = [];
const CALLS = "Initialize Finish GetValue SetValue Commit GetLastError GetErrorString GetDiagnostic";
for (const name of CALLS.split(" ")) {
  window.API[`LMS${name}`] = (...words) => {
    const answer = api[`LMS${name}`](...words);
    window.calls.push([name, ...words, api.LMSGetLastError()]);
    return answer;
  };
}
window.say = (name) => api.cmi.core[name];
window.score = () => api.cmi.core.score.raw;
window.begun = (values) => api.loadFromJSON(values);
document.body.dataset.ready = "";
</script><body></body>"""
BETWEEN = '<!doctype html><iframe src="http://127.0.0.1:{port}/index.html" style="width:100%;height:700px"></iframe>'


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def platform(tab, tmp_path):
    """A platform's page, (package) -> the tab in which nothing of it is opened yet;
    ``platform.url`` is where it lies."""
    handler = functools.partial(Quiet, directory=tmp_path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]

    def opened(made: bytes):
        zipfile.ZipFile(io.BytesIO(made)).extractall(tmp_path)
        shutil.copy(ROOT / "tests/data/scorm-again/scorm12.min.js", tmp_path)
        (tmp_path / "platform.html").write_text(PLATFORM)
        (tmp_path / "between.html").write_text(BETWEEN.format(port=port))
        tab.goto(f"{opened.url}/platform.html")
        expect(tab.locator("body[data-ready]")).to_be_attached()
        return tab

    opened.url, opened.port = f"http://127.0.0.1:{port}", port
    yield opened
    server.shutdown()
    server.server_close()


def launch(tab, address: str = "index.html"):
    """The lesson in a frame of the platform."""
    tab.evaluate(
        """src => document.body.replaceChildren(Object.assign(document.createElement("iframe"),
        {src, style: "width:100%;height:700px"}))""",
        address,
    )
    return tab.frame_locator("iframe")


def leave(tab) -> list:
    """The calls of a lesson that its reader leaves for another page."""
    tab.evaluate("document.querySelector('iframe').src = 'about:blank'")
    tab.wait_for_function("calls.some(([name]) => name === 'Finish')")
    calls = tab.evaluate("calls")
    assert {code for *_, code in calls} == {"0"}, calls  # the platform took every one
    assert [calls[0][0], calls[-1][0]] == ["Initialize", "Finish"]
    assert [name for name, *_ in calls].count("Finish") == 1
    return [call[:-1] for call in calls]


def now(tab) -> tuple[str, str]:
    return tab.evaluate("[say('lesson_status'), score()]")


BEGUN = [
    ["Initialize", ""],
    ["GetValue", "cmi.core.lesson_status"],
    ["GetValue", "cmi.suspend_data"],
    ["SetValue", "cmi.core.lesson_status", "incomplete"],
    ["Commit", ""],
]


def said(*values: tuple[str, str]) -> list:
    return [*(["SetValue", f"cmi.{name}", value] for name, value in values), ["Commit", ""]]


def asking() -> bytes:
    return grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"]).steps(detail="question").walkthrough().scorm()


def test_each_answer_is_committed_and_the_last_one_completes(platform):
    tab = platform(asking())
    lesson = launch(tab)
    answers = (
        "Humidity",
        "Humidity",
        *["Leaf: all examples have the same class"] * 3,
        "Wind",
        *["Leaf: all examples have the same class"] * 2,
    )
    scores = ("0", "13", "25", "38", "50", "63", "75", "88")  # shares of 8; the root's best is Outlook
    expect(lesson.locator(".quiz")).to_contain_text("What happens at this node?")
    assert now(tab) == ["incomplete", ""]
    for k, (answer, score) in enumerate(zip(answers, scores, strict=True)):
        lesson.get_by_role("button", name=answer, exact=True).click()
        expect(lesson.locator(".counter")).to_have_text(f"Step {2 * k + 1} of 15")
        assert now(tab) == ["completed" if k == 7 else "incomplete", score]
        lesson.get_by_role("slider").press("ArrowRight")
    lesson.get_by_role("button", name="Start over").click()  # the first answers count
    lesson.get_by_role("button", name="Outlook", exact=True).click()
    expect(lesson.locator(".quiz")).to_contain_text("1 of 1 right")
    calls = leave(tab)
    first = [f"{2 * k}:{int(k > 0)}" for k in range(8)]
    told = [
        said(
            ("core.score.min", "0"),
            ("core.score.max", "100"),
            ("core.score.raw", score),
            ("suspend_data", ",".join(first[: k + 1])),
        )
        for k, score in enumerate(scores)
    ]
    told[-1].insert(-1, ["SetValue", "cmi.core.lesson_status", "completed"])
    assert calls == [*BEGUN, *sum(told, []), ["Finish", ""]]
    assert now(tab) == ["completed", "88"]


def test_who_starts_over_keeps_the_first_answer_and_who_leaves_early_has_not_completed(platform):
    tab = platform(asking())
    lesson = launch(tab)
    lesson.get_by_role("button", name="Wind", exact=True).click()
    lesson.get_by_role("button", name="Start over").click()
    lesson.get_by_role("button", name="Outlook", exact=True).click()
    expect(lesson.locator(".counter")).to_have_text("Step 1 of 15")
    lesson.get_by_role("slider").press("ArrowRight")
    lesson.get_by_role("button", name="Humidity", exact=True).click()  # right, the only one of the eight
    for _ in range(7):
        lesson.get_by_role("slider").press("End")  # seen, not answered
    expect(lesson.locator(".counter")).to_have_text("Step 15 of 15")
    leave(tab)
    assert now(tab) == ["incomplete", "13"]


def test_a_pruning_asks_at_every_step(platform):
    walkthrough = pruning_walkthrough(PRUNERS["weakest_link"](grow(load("iris"), ALGORITHMS["CART"])), asks=True)
    tab = platform(walkthrough.scorm())
    lesson, frames = launch(tab), walkthrough.document["frames"]
    assert len(frames) == 6
    for k, frame in enumerate(frames[1:]):
        right = next(token for token, (is_right, _) in frame["graded"].items() if is_right)
        name = next(words for token, words in walkthrough.document["choices"] if token == right)
        lesson.locator(".quiz").get_by_role("button", name=name, exact=True).click()
        expect(lesson.locator(".counter")).to_have_text(f"Step {k + 1} of 5")
        assert now(tab) == ["completed" if k == 4 else "incomplete", str(20 * (k + 1))]
    leave(tab)


def test_a_lesson_that_asks_nothing_is_completed_at_its_end_without_a_score(platform):
    tab = platform(grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"]).steps().walkthrough().scorm())
    lesson = launch(tab)
    lesson.get_by_role("slider").press("ArrowRight")
    expect(lesson.locator(".counter")).to_have_text("Step 1 of 8")
    assert now(tab) == ["incomplete", ""]
    lesson.get_by_role("slider").press("End")
    expect(lesson.locator(".counter")).to_have_text("Step 8 of 8")
    calls = leave(tab)
    assert calls == [*BEGUN, *said(("core.lesson_status", "completed")), ["Finish", ""]]
    assert now(tab) == ["completed", ""]


def test_a_chapter_scores_its_questions_with_choices(platform):
    deck = worked_examples.load(worked_examples.chapters()[0])
    tab = platform(paper.played(deck, "").scorm())
    lesson, done, score = launch(tab), 0, ""
    graded = [slide.question for slide in deck.slides if slide.question and slide.question.options]
    assert len(graded) == 3
    for k, slide in enumerate(deck.slides):
        expect(lesson.locator(".counter").first).to_have_text(f"{k + 1} of {len(deck.slides)}")
        if slide.question in graded:
            done += 1
            wrong = next(text for text in slide.question.options if text != slide.question.answer)
            asked = lesson.locator(".asked")
            asked.get_by_role("button", name=wrong if done == 1 else slide.question.answer, exact=True).click()
            asked.get_by_role("button", name=slide.question.answer).click()  # too late for the first
            score = ("0", "33", "67")[done - 1]
        assert now(tab) == ["completed" if done == 3 else "incomplete", score]
        if k < len(deck.slides) - 1:
            lesson.get_by_role("button", name="Next slide").click()
    assert now(tab) == ["completed", "67"]
    leave(tab)


def test_what_was_completed_before_keeps_its_score(platform):
    tab = platform(asking())
    tab.evaluate("begun({cmi: {core: {lesson_status: 'completed', score: {raw: '88'}}}})")
    lesson = launch(tab)
    lesson.get_by_role("button", name="Wind", exact=True).click()
    expect(lesson.locator(".counter")).to_have_text("Step 1 of 15")
    assert leave(tab) == [["Initialize", ""], ["GetValue", "cmi.core.lesson_status"], ["Finish", ""]]
    assert now(tab) == ["completed", "88"]


def test_a_visit_that_was_left_midway_goes_on_with_its_first_answers(platform):
    tab = platform(asking())
    tab.evaluate("begun({cmi: {core: {lesson_status: 'incomplete', score: {raw: '25'}}, suspend_data: '2:1,4:1'}})")
    lesson = launch(tab)
    lesson.get_by_role("button", name="Outlook", exact=True).click()
    expect(lesson.locator(".counter")).to_have_text("Step 1 of 15")
    assert now(tab) == ["incomplete", "38"]
    leave(tab)


def test_the_platform_is_found_behind_a_frame_of_another_site_and_behind_the_window_that_opened_it(platform):
    tab = platform(asking())
    launch(tab, f"http://localhost:{platform.port}/between.html")
    lesson = tab.frame_locator("iframe").frame_locator("iframe")
    lesson.get_by_role("button", name="Outlook", exact=True).click()
    expect(lesson.locator(".counter")).to_have_text("Step 1 of 15")
    assert now(tab) == ["incomplete", "13"]
    leave(tab)
    tab.goto(f"{platform.url}/platform.html?again")
    expect(tab.locator("body[data-ready]")).to_be_attached()
    with tab.expect_popup() as found:
        tab.evaluate("void window.open('index.html')")
    found.value.get_by_role("button", name="Outlook", exact=True).click()
    expect(found.value.locator(".counter")).to_have_text("Step 1 of 15")
    assert now(tab) == ["incomplete", "13"]
    found.value.close()
    tab.wait_for_function("calls.some(([name]) => name === 'Finish')")


@pytest.mark.parametrize(
    "api",
    [
        "undefined",
        "{}",
        "{LMSInitialize: () => { throw Error('gone'); }}",
        "{LMSInitialize: () => 'false', LMSSetValue: () => calls.push('no')}",
    ],
)
def test_without_a_platform_or_with_a_broken_one_it_plays(platform, api):
    tab = platform(asking())
    tab.evaluate(f"window.API = {api}")
    lesson = launch(tab)
    lesson.get_by_role("button", name="Outlook", exact=True).click()
    expect(lesson.locator(".quiz")).to_contain_text("1 of 1 right")
    assert tab.evaluate("calls") == []
    assert {*tab.asked} <= {f"{platform.url}/{name}" for name in ("platform.html", "scorm12.min.js", "index.html")}
