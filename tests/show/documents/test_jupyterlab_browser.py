"""The stage in a real JupyterLab: frames that play by themselves, a widget that Python leads,
a notebook that is not trusted."""

import pytest
from nbformat.v4 import new_code_cell, new_output
from playwright.sync_api import expect

from dtlearn import grow, load
from tests.conftest import PATIENCE
from tests.support.strategies import HOSTILE

GROWN = "import dtlearn\ntree = dtlearn.grow(dtlearn.load('play_tennis'), dtlearn.ALGORITHMS['ID3 (CS181)'])\n"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(14, 17, 23)"


@pytest.fixture(scope="module")
def lab(browser):
    pytest.importorskip("jupyterlab", reason="python -m pip install -r requirements-dev.txt")
    from tests.support.lab import Lab

    with Lab() as lab:
        yield lab


class Notebook:
    """A notebook that is open in JupyterLab."""

    def __init__(self, page, lab, name, *cells):
        self.page, self.asked, self.wrong = page, [], []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.complain(f"{error} {error.stack}"))
        page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        page.on(
            "console", lambda message: message.type == "error" and self.complain(f"{message.text} {message.location}")
        )
        cells = [cell if isinstance(cell, dict) else new_code_cell(cell) for cell in cells]
        page.goto(lab.write(name, cells))
        connected = "jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.connectionStatus === 'connected'"
        page.wait_for_function(f"() => window.jupyterapp && {connected}")

    def complain(self, text):
        """Not of what JupyterLab's own core gets wrong while cells scroll out of its view."""
        if not ("removeChild" in text and "/static/lab/jlab_core" in text):
            self.wrong.append(text)

    def command(self, name, **options):
        self.page.evaluate("([name, options]) => { jupyterapp.commands.execute(name, options); }", [name, options])

    def run(self):
        self.command("notebook:run-all-cells")

    def output(self, number):
        """What stands below a cell, as far as it is in view."""
        cell = self.page.locator(".jp-CodeCell").nth(number)
        cell.scroll_into_view_if_needed()
        return cell.locator(".jp-OutputArea")

    def prints(self, number, text):
        """Run one cell alone, which says this."""
        output = self.output(number)
        self.page.evaluate("number => { jupyterapp.shell.currentWidget.content.activeCellIndex = number; }", number)
        self.command("notebook:run-cell")
        expect(output).to_have_text(text)

    def cells(self):
        """How many there are, and which is active."""
        return self.page.evaluate(
            "(({ widgets, activeCellIndex }) => [widgets.length,"
            " activeCellIndex])(jupyterapp.shell.currentWidget.content)"
        )

    def wears(self, theme):
        self.command("apputils:change-theme", theme=f"JupyterLab {theme}")


@pytest.fixture
def notebook(browser, lab):
    """Opens a notebook; nothing is asked for elsewhere, and nothing is complained of."""
    # "null": the browser tells frames of the theme around them only where nobody has chosen one for all
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", color_scheme="null")
    context.set_default_timeout(PATIENCE)
    found = []

    def opened(name, *cells):
        found.append(Notebook(context.new_page(), lab, name, *cells))
        return found[-1]

    yield opened
    for one in found:
        assert [url for url in one.asked if not url.startswith((lab.url, f"blob:{lab.url}", "data:", "about:"))] == []
        assert one.wrong == []
    context.close()


def test_a_trace_a_pruning_and_a_forest_play_by_themselves(notebook):
    forest = (
        "from dtlearn.forest import ForestSettings, grow_forest\ngrow_forest(dtlearn.load('iris'),"
        " ForestSettings(n_trees=5))"
    )
    book = notebook("frames", f"{GROWN}tree", "dtlearn.PRUNERS['weakest_link'](tree)", forest)
    book.run()
    for number, last in enumerate((8, 1, 5)):
        frame = book.output(number).locator("iframe")
        inside = frame.content_frame
        counter, nodes = inside.locator(".counter"), inside.get_by_role("treeitem")
        expect(counter).to_have_text(f"Step 0 of {last}")
        expect(nodes).not_to_have_count(0)
        assert frame.bounding_box()["height"] == 720
        assert inside.locator("html").evaluate("page => page.scrollHeight - innerHeight") <= 0  # all in one frame
        inside.get_by_role("button", name="Next").click()
        expect(counter).to_have_text(f"Step 1 of {last}")
        inside.locator(".caption").click()
        for key in ("d", "d", "x", "Home", "End"):  # the first cut and delete a cell where JupyterLab hears them
            book.page.keyboard.press(key)
        expect(counter).to_have_text(f"Step {last} of {last}")
        for theme, colour in (("Dark", DARK), ("Light", LIGHT)):
            book.wears(theme)
            expect(inside.locator("body")).to_have_css("background-color", colour)
    assert book.cells()[0] == 3


def test_python_reads_where_the_reader_is_and_leads_him(notebook):
    book = notebook(
        "widget",
        f"{GROWN}widget = tree.steps().walkthrough('ID3 (CS181)').widget(1)\nwidget",
        "print(widget.step, repr(widget.node))",
        "widget.step = 3",
        "widget.node = 'r.0'",
    )
    book.command("notebook:run-cell")
    counter, looked = book.output(0).locator(".counter"), book.output(0).locator(".looked")
    expect(counter).to_have_text("Step 1 of 8")
    book.output(0).get_by_role("button", name="Next").click()
    expect(counter).to_have_text("Step 2 of 8")
    book.prints(1, "2 ''")
    book.prints(2, "")
    expect(counter).to_have_text("Step 3 of 8")
    book.prints(3, "")
    expect(looked).to_contain_text("Outlook = Sunny")
    book.output(0).get_by_role("treeitem").first.click()
    expect(looked).to_contain_text("All 14 examples")
    book.prints(1, "3 'r'")

    book.output(0).locator(".caption").click()  # a click brings the keys
    at = book.cells()
    for key in ("d", "d", "x", "b", "Enter", "ArrowDown", "Shift+Enter", "Escape", "Home", "ArrowRight"):
        book.page.keyboard.press(key)
    expect(counter).to_have_text("Step 1 of 8")
    book.output(0).get_by_role("button", name="Back").click()
    expect(counter).to_have_text("Step 0 of 8")
    book.page.keyboard.press("ArrowRight")  # also where Back can go no further
    expect(counter).to_have_text("Step 1 of 8")
    assert book.cells() == at == [4, 0]
    book.prints(1, "1 ''")
    for theme, colour in (("Dark", DARK), ("Light", LIGHT)):
        book.wears(theme)
        expect(book.output(0).locator(".widget")).to_have_css("background-color", colour)


def test_names_full_of_markup_are_words(notebook):
    bad = [
        *HOSTILE,
        '<img src=x onerror="alert(1)">',
        "</script><script>alert(2)</script>",
        "</iframe><script>alert(3)</script>",
    ]
    named = f"""import dtlearn
bad = [f"{{k}}{{name}}" for k, name in enumerate({bad!r})]
rows, labels = [[name, k] for k, name in enumerate(bad)], [bad[k % 2] for k in range(len(bad))]
tree = dtlearn.grow(dtlearn.from_arrays(rows, labels, bad[-3:-1], name=bad[-1]))
"""
    book = notebook("names", f"{named}tree", "tree.steps().walkthrough().widget()")
    book.run()
    inside = book.output(0).locator("iframe").content_frame
    for shown, scripts in ((inside.locator("body"), 2), (book.output(1).locator(".widget"), 0)):
        shown.get_by_role("button", name="Last").click()
        expect(shown.get_by_role("button", name="Next")).to_be_disabled()
        expect(shown.get_by_role("treeitem")).not_to_have_count(0)
        expect(shown.locator("h1")).to_contain_text("</iframe><script>alert(3)</script>")
        assert shown.locator("script").count() == scripts
        assert shown.locator("img, iframe, a").count() == 0


def test_a_notebook_that_is_not_trusted_shows_a_still_picture_until_it_runs(notebook):
    page = grow(load("play_tennis")).steps().walkthrough().frame_html()
    kept = new_output("execute_result", {"text/html": page}, execution_count=1)
    book = notebook("kept", new_code_cell("import dtlearn\ndtlearn.grow(dtlearn.load('play_tennis'))", outputs=[kept]))
    expect(book.output(0).get_by_text("PlayTennis: this plays where scripts may run")).to_be_visible()
    still = book.output(0).locator("img")
    expect(still).to_be_visible()
    assert still.evaluate("image => image.naturalWidth") > 300
    expect(book.output(0).locator("iframe")).to_have_count(0)
    book.run()
    expect(book.output(0).locator("iframe").content_frame.locator(".counter")).to_have_text("Step 0 of 8")
