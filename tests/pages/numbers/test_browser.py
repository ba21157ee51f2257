"""The lecture notes in a real browser: room for the remarks, verdicts told apart, a title on a phone."""

from playwright.sync_api import expect

from tests.support.visits import open_at


def test_remarks_have_room_in_present_mode_verdicts_differ_and_a_phone_has_titles(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, "numbers?v=1&present=1&show=all")
    rows = page.locator(".dt-figures").first
    assert rows.locator("td:last-child").first.bounding_box()["width"] >= 150
    looks = "e => [getComputedStyle(e).color, getComputedStyle(e).opacity].join()"
    agrees, rounded, misprint = (
        page.locator(f".dt-{verdict} td:nth-child(6)").first.evaluate(looks)
        for verdict in ("agrees", "rounded", "misprint")
    )
    assert len({agrees, rounded, misprint}) == 3
    page.set_viewport_size({"width": 390, "height": 844})
    assert rows.locator("td:nth-child(3)").first.evaluate("e => getComputedStyle(e).fontWeight") == "600"


def test_the_line_that_a_link_asks_for_is_marked_where_it_is_worked_out(page, server):
    open_at(page, server, "numbers?v=1&show=differ")
    page.get_by_role("link", name="The seven points, X1").first.click()
    expect(page.locator(".sum .wanted")).to_contain_text("0.81128")
    page.get_by_role("link", name="Back to the notes' numbers").click()
    expect(page.locator("tr.dt-asked details")).to_have_attribute("open", "")
