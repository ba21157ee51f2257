"""What another page is called and what its links say, for pages that lead there."""

from pages.ui.kit.codec import Field
from pages.ui.kit.scene import asking

FIELDS: dict[str, tuple[Field, ...]] = {}  # of every page, by its name: ``pages.ui.lessons`` fills it, which lists them
TITLES: dict[str, str] = {}  # the same of what the menu calls them


def fields_of(page: str) -> tuple[Field, ...]:
    """What the links of a page say; () of one whose links say nothing."""
    return FIELDS.get(page, ())


def takes(page: str, name: str, value: object) -> bool:
    """Whether a page's links can hold a value."""
    field = next(field for field in fields_of(page) if field.name == name)
    try:
        return field.read(field.write(value)) == value
    except ValueError:  # DataError too
        return False


def query_of(page: str, **values) -> dict[str, str]:
    """The query of a page, asking for these values."""
    return asking(fields_of(page), values)
