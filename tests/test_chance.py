"""A test's games are played alike each time, by files that are the real thing."""

import secrets
from pathlib import Path

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.keys import PrivateKey
from pbem.seal import annex_identity, annex_recipient
from tests import age
from tests.chance import STREAM
from tests.simulator import begin

CHUNK = 64 * 1024


def files(place: Path, label: str) -> list[bytes]:
    """What is mailed in the first round of a game with hidden charts."""
    place.mkdir()
    with STREAM.of(label):
        world = begin(place, "cartwheel/bismarck-sea", ("allied", "japanese"))
        world.round()
    return world.mail


def test_the_same_test_mails_the_same_files(tmp_path: Path) -> None:
    first, second, other = (
        files(tmp_path / name, label) for name, label in (("a", "x"), ("b", "x"), ("c", "y"))
    )
    assert first == second
    assert first != other


def test_nothing_is_drawn_twice() -> None:
    assert len({secrets.token_bytes(16) for _ in range(1000)}) == 1000


@pytest.mark.true_chance
def test_a_test_may_draw_from_the_system() -> None:
    assert not STREAM.label


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_another_program_opens_what_is_encrypted_here(size: int) -> None:
    identity = annex_identity(bytes(32), bytes(32))
    key = PrivateKey.generate()
    text = secrets.token_bytes(size)
    sealed = age.encrypt(text, [annex_recipient(identity), key.public.line], STREAM.draw)
    for one in (
        pyrage.x25519.Identity.from_str(identity),
        pyrage.ssh.Identity.from_buffer(key.openssh()),
    ):
        assert pyrage.decrypt(sealed, [one]) == text


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_any_key_opens_it(secret: bytes, game: bytes) -> None:
    identity = annex_identity(secret, game)
    sealed = age.encrypt(b"text", [annex_recipient(identity)], STREAM.draw)
    assert pyrage.decrypt(sealed, [pyrage.x25519.Identity.from_str(identity)]) == b"text"
