"""The SCORM 1.2 package on a course platform: scorm-again, a library that platforms use, is what the page talks to."""

import functools
import io
import shutil
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, PRUNERS, grow, load
from dtlearn.teaching import worked_examples
from pages.ui.examples import paper
from tests.support import ROOT

# It writes down every call, and what came of it.
PLATFORM = """<!doctype html><title>Platform</title><script type="module">
import { Scorm12API } from "./scorm12.min.js";
const api = new Scorm12API({ autocommit: false, logLevel: 5 });
window.API = {};
window.calls = [];
for (const name of ["Initialize", "Finish", "GetValue", "SetValue", "Commit", "GetLastError", "GetErrorString", "GetDiagnostic"]) {
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
    """A platform's page, (package) -> the tab in which nothing of it is opened yet; ``platform.url`` is where it lies."""
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


def said(*values: tuple[str, str]) -> list:
    return [*(["SetValue", f"cmi.core.{name}", value] for name, value in values), ["Commit", ""]]


def asking() -> bytes:
    return grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"]).steps(detail="question").walkthrough().scorm()


RIGHT = ("Outlook", "Humidity", "leaf", "leaf", "leaf", "Wind", "leaf", "leaf")  # depth first
