"""The SCORM 1.2 package: its manifest by the laws of the format, the same bytes each time,
and a page that still asks for nothing."""

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, grow, load
from dtlearn.show.documents.scorm import LONGEST, package
from dtlearn.show.documents.walkthrough import Walkthrough
from tests.support.strategies import HOSTILE

CP = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADLCP = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"


def unpacked(made: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        assert files.testzip() is None
        return {name: files.read(name).decode() for name in files.namelist()}


def manifest(title: str, html: str = "<!doctype html>") -> ElementTree.Element:
    return ElementTree.fromstring(unpacked(package(html, title))["imsmanifest.xml"])


@given(st.sampled_from(HOSTILE) | st.text(max_size=2 * LONGEST))
def test_the_manifest_keeps_the_laws_of_the_format_whatever_the_title(title):
    files = unpacked(package("<!doctype html>", title))
    root = ElementTree.fromstring(files["imsmanifest.xml"])
    assert root.tag == f"{CP}manifest"
    assert [child.tag.removeprefix(CP) for child in root] == ["metadata", "organizations", "resources"]  # in this order
    assert [child.text for child in root.find(f"{CP}metadata")] == ["ADL SCORM", "1.2"]
    ids = [element.get("identifier") for element in root.iter() if "identifier" in element.attrib]
    assert len(set(ids)) == len(ids) == 4
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", one, re.ASCII) for one in ids)  # an xs:ID
    (organization,) = root.find(f"{CP}organizations")
    assert root.find(f"{CP}organizations").get("default") == organization.get("identifier")
    said, item = organization
    (resource,) = root.find(f"{CP}resources")
    assert item.get("identifierref") == resource.get("identifier")
    assert {name: resource.get(name) for name in ("type", f"{ADLCP}scormtype")} == {
        "type": "webcontent",
        f"{ADLCP}scormtype": "sco",
    }
    assert [file.get("href") for file in resource] == [resource.get("href")] == [*files.keys() - {"imsmanifest.xml"}]
    assert "masteryscore" not in files["imsmanifest.xml"]
    shown = "".join(ch if ch.isprintable() else " " for ch in title[:LONGEST]).strip() or "Lesson"
    assert said.text == item.find(f"{CP}title").text == shown


def test_the_same_lesson_gives_the_same_bytes_and_another_one_another_identifier():
    steps = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"]).steps()
    made = steps.walkthrough("ID3 (CS181)").scorm()
    assert made == steps.walkthrough("ID3 (CS181)").scorm()
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        assert [one.filename for one in files.infolist()] == ["imsmanifest.xml", "index.html"]
        assert {(one.date_time, one.create_system) for one in files.infolist()} == {((1980, 1, 1, 0, 0, 0), 3)}
    assert manifest("a", "one").get("identifier") != manifest("a", "two").get("identifier")


@pytest.mark.parametrize("detail", ["node", "question"])
def test_only_the_packaged_page_looks_for_a_platform_and_its_script_is_the_one_allowed(detail):
    walkthrough: Walkthrough = grow(load("play_tennis")).steps(detail=detail).walkthrough()
    packed = unpacked(walkthrough.scorm())["index.html"]
    assert packed == walkthrough.html(reports=True)
    assert "LMSInitialize" in packed
    assert not re.search("LMS|cmi", walkthrough.html())
    assert packed.count("script-src 'sha256-") == 1
