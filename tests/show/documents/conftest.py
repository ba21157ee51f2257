"""A tab for pages that play."""

import pytest


@pytest.fixture
def tab(browser):
    """A tab of its own, which notes what is asked for and what goes wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.asked, page.wrong = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda message: page.wrong.append(message.text))
    page.on("dialog", lambda dialog: page.wrong.append(dialog.message))
    yield page
    assert page.wrong == []
    context.close()
