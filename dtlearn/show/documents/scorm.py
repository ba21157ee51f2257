"""A SCORM 1.2 package: a page as a course platform takes it, with what the platform reads of it."""

import hashlib
import io
import zipfile

from dtlearn.show.base.text import escaped

PAGE = "index.html"
LONGEST = 200  # characters of a title that every platform keeps
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same page gives the same bytes
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="dtlearn-{identifier}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>{title}</title>
      <item identifier="item" identifierref="page">
        <title>{title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="{page}">
      <file href="{page}"/>
    </resource>
  </resources>
</manifest>
"""


def manifest(identifier: str, title: str) -> str:
    """The text of imsmanifest.xml. identifier : letters and digits; another lesson has another one."""
    return _MANIFEST.format(identifier=identifier, title=escaped(title[:LONGEST]).strip() or "Lesson", page=PAGE)


def package(html: str, title: str) -> bytes:
    """The zip of one page with its manifest: the same page and title give the same bytes."""
    identifier = hashlib.sha256(html.encode()).hexdigest()[:16]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as files:
        for name, text in (("imsmanifest.xml", manifest(identifier, title)), (PAGE, html)):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # on every system as on Unix
            files.writestr(entry, text, zipfile.ZIP_DEFLATED)
    return made.getvalue()
