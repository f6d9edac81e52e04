"""What tests draw by chance comes out alike in each run, so that a failure can be had again.

Keys, secrets, nonces and the randomness of annexes are drawn, in the process of the tests, from a
stream of each test's own (a fixture that several tests share has one of its own), and files are
sent at one time. Another `PBEM_TESTS_SEED` plays all games otherwise. Programs that a test runs
draw from the system, and so does a test marked `true_chance`.
"""

import os
import secrets
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from hashlib import shake_256
from typing import Any

import pytest
from hypothesis import settings

import pbem.cli.answer
import pbem.cli.begin
import pbem.cli.play
import pbem.seal
from pbem import pem
from pbem.cli.output import now
from pbem.keys import PrivateKey
from tests import age
from tests.simulator import SENT

SEED = os.environ.get("PBEM_TESTS_SEED", "")

_system = secrets.token_bytes
_encrypt = pbem.seal._encrypt


class _Stream:
    """Bytes that follow from a label; none are drawn twice."""

    def __init__(self) -> None:
        self.label, self.drawn = "", 0

    def draw(self, count: int | None = None) -> bytes:
        if not self.label:
            return _system(count)
        self.drawn += 1
        return shake_256(f"{SEED}\0{self.label}\0{self.drawn}".encode()).digest(count or 32)

    @contextmanager
    def of(self, label: str) -> Iterator[None]:
        """Draw from the stream of a label meanwhile, from its beginning."""
        before = self.label, self.drawn
        self.label, self.drawn = label, 0
        try:
            yield
        finally:
            self.label, self.drawn = before


STREAM = _Stream()


def _generate() -> PrivateKey:
    return PrivateKey.from_seed(STREAM.draw(32))


def _sealed(text: bytes, recipients: Sequence[str]) -> str:
    if not STREAM.label:
        return _encrypt(text, recipients)
    return pem.wrap("AGE ENCRYPTED FILE", age.encrypt(text, recipients, STREAM.draw), width=64)


def _sent() -> str:
    return SENT if STREAM.label else now()


def begin() -> None:
    """Let whatever is drawn in this process come from the stream."""
    patch = pytest.MonkeyPatch()
    patch.setattr(secrets, "token_bytes", STREAM.draw)
    patch.setattr(PrivateKey, "generate", _generate)
    patch.setattr(pbem.seal, "_encrypt", _sealed)
    for module in (pbem.cli.answer, pbem.cli.begin, pbem.cli.play):
        patch.setattr(module, "now", _sent)
    settings.register_profile(
        "alike", deadline=None, derandomize=not SEED
    )  # a busy machine is no fault
    settings.load_profile("alike")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test draws from its own stream, unless it asks for the system's."""
    label = "" if item.get_closest_marker("true_chance") else item.nodeid
    with STREAM.of(label):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """A fixture that several tests share draws the same, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    label = f"{fixturedef.baseid}::{fixturedef.argname}[{request.param_index}]"
    with STREAM.of(label if STREAM.label else ""):
        return (yield)
