"""All of deploy/ as processes, at the root and below a path."""

import pytest

from tests.deploy.stack import Stack
from tests.rooms.stores import needs


@pytest.fixture(scope="module", params=["", "/course/trees"], ids=["root", "below"])
def stack(request):
    for program in ("nginx", "redis-server", "openssl"):
        needs(program)
    with Stack(request.param) as stack:
        yield stack
