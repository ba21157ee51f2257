"""What every test shares: one hypothesis profile, one look at the installed packages, one server and one browser."""

import contextlib
import functools
import os
import warnings

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import find
from tests.support.server import Server

# No clock in any. "dtlearn" has the same examples each time, "quick" fewer, "random" others, and forty times as many.
patient = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("dtlearn", derandomize=True, database=None, max_examples=25, **patient)
settings.register_profile("quick", settings.get_profile("dtlearn"), max_examples=6)
settings.register_profile("random", derandomize=False, max_examples=1000, **patient)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dtlearn"))

PROJECTOR = {"width": 1280, "height": 800}
PATIENCE = 60_000  # ms that the browser has for what it is expected to show: a machine may be slow

# Each new AppTest looks through all installed packages for components: most of its time, and they do not change.
with contextlib.suppress(ImportError):  # a later Streamlit may keep it elsewhere: then it is only slower
    from streamlit.components.v2 import manifest_scanner

    manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)


def pytest_xdist_auto_num_workers():
    """``-n auto``: a few, each with a browser and a server of its own."""
    return min(os.cpu_count() or 1, 4)


def pytest_collection_modifyitems(items):
    """The tests in a browser come last: while it is open, an event loop runs in this thread."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser():
    path = find()
    if path is None:
        message = "No Chromium was found: `python -m tests.browser` installs one."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"BROWSER TESTS SKIPPED. {message}", stacklevel=1)
        pytest.skip(message)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--process-per-site", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server():
    """One for all tests: what a test kills or must be the first to use, it starts itself."""
    with Server() as server:
        yield server


@pytest.fixture(scope="session")
def context(browser):
    """One for all tests: what the browser has fetched, it keeps. Nothing glides, so nothing is met on its way."""
    context = browser.new_context(viewport=PROJECTOR, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def _tab(request, open_tabs, context):
    """The tab of a context that its tests share; who fails, or leaves something kept in it,
    leaves a new one to the next."""
    if not (page := open_tabs.get(context)):
        page = open_tabs[context] = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(error))
    failed = request.session.testsfailed
    yield page
    if request.session.testsfailed > failed or page.errors or _leaves(page):
        open_tabs.pop(context).close()
    assert page.errors == []


@pytest.fixture(scope="session")
def open_tabs():
    """{context: the tab that its tests share}"""
    return {}


@pytest.fixture
def tab(request, open_tabs, context):
    """A page on the screen, and with the looks, that the last test has left."""
    yield from _tab(request, open_tabs, context)


@pytest.fixture
def page(tab):
    """As on a projector, light."""
    tab.bring_to_front()  # another tab may have had the focus last
    tab.set_viewport_size(PROJECTOR)
    tab.emulate_media(media="screen", color_scheme="light")
    return tab


@pytest.fixture
def fresh(context):
    """A tab of its own, for who listens to it or leaves things in it."""
    page = context.new_page()
    yield page
    _leaves(page)
    page.close()


def _leaves(page):
    """Whether something is kept in the tab; what is kept on the device is forgotten,
    for the next test is another visitor."""
    kept = "Object.keys(sessionStorage).some(key => key.startsWith('dtlearn'))"
    return page.url.startswith("http:") and page.evaluate(f"() => {{ localStorage.clear(); return {kept}; }}")


@pytest.fixture
def clipboard(context):
    """Copying is allowed.

    Only where it is needed: everything that is not named is then forbidden, second downloads too.
    """
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield
    context.clear_permissions()


@pytest.fixture(scope="session")
def _phone(browser):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def phone(request, open_tabs, _phone):
    """A page on a phone that is touched."""
    yield from _tab(request, open_tabs, _phone)
