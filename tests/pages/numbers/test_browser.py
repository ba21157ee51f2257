"""The notes' numbers in a real browser: room for the remarks, verdicts told apart, a title on a phone."""

from tests.support.visits import open_at


def test_remarks_have_room_in_present_mode_verdicts_differ_and_a_phone_has_titles(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, "numbers?v=1&present=1")
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
