"""Scripts of our components in a browser: what could not be fetched is said, and asked for once more."""

from playwright.sync_api import expect

from tests.conftest import PROJECTOR


def test_a_script_that_could_not_be_fetched_is_asked_for_by_a_button(browser, server):
    page = browser.new_page(viewport=PROJECTOR)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.route("**/components/*/stage.js*", lambda route: route.abort())
    page.goto(f"{server.url}/grow?v=1&data=play_tennis&step=2")
    alert, counter = page.get_by_text("This part of the page could not be fetched."), page.locator(".counter")
    expect(alert).to_be_visible()
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Try again").click()
    expect(alert).to_be_visible()
    page.unroute("**/components/*/stage.js*")
    page.get_by_role("button", name="Try again").click()
    expect(counter).to_have_text("Step 2 of 8")
    expect(alert).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(counter).to_have_text("Step 3 of 8")
    assert wrong == []
    page.close()
