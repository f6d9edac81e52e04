"""Real mail servers, once for each file of tests."""

from collections.abc import Iterator

import pytest

from tests.mail.servers import Servers, running


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with running() as made:
        yield made
