"""A chart saved as a picture in a real browser."""

import xml.etree.ElementTree as ET

from playwright.sync_api import expect

from tests.support.visits import box_of, open_at


def test_the_camera_appears_over_a_chart_and_saves_it_under_its_name(page, server):
    open_at(page, server, "limits")
    chart = page.locator(".stPlotlyChart .js-plotly-plot")
    width = box_of(chart)["width"]
    chart.hover()
    camera = chart.locator(".modebar-btn")
    expect(camera).to_have_count(1)
    with page.expect_download() as saved:
        camera.click()
    assert saved.value.suggested_filename == "limits-errors.svg"
    picture = ET.parse(saved.value.path()).getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert abs(float(picture.get("width")) - width) < 2
