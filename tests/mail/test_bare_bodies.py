"""The body of a mail alone, saved as it came: coded, and without the header that says so."""

import base64
import quopri
from collections.abc import Callable
from time import process_time

import pytest

from pbem.mail import armour
from pbem.mail.find import find
from tests.simulator import begin


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A turn file whose message has letters and lines that are coded."""
    made = begin(tmp_path_factory.mktemp("mail"), "pistols", ("red", "blue"))
    author = made.players[made.next_seat]
    words = "Grüße: a = b\n" + 40 * "a long line, "
    return author.send({"type": "aim", "number": 4}, message=words)


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("code", [quopri.encodestring, base64.encodebytes])
@pytest.mark.parametrize("kind", ["file", "letter"])
def test_a_body_saved_without_its_headers_gives_its_file(
    turn: bytes, kind: str, code: Callable[[bytes], bytes], ends: bytes
) -> None:
    letter = f"Hello,\n\nGrüße\n{armour.wrap(turn)}\nBye\n".encode()
    body = code(turn if kind == "file" else letter).replace(b"\n", ends)
    found = find(body, "body.txt")
    assert [one.raw for one in found.found] == [turn]
    assert found.lost == ()


@pytest.mark.parametrize("code", [quopri.encodestring, base64.encodebytes])
def test_a_coded_body_that_is_cut_off_gives_nothing(
    turn: bytes, code: Callable[[bytes], bytes]
) -> None:
    assert find(code(turn)[:-80]).found == ()


def test_a_body_coded_many_times_is_looked_at_within_bounds(turn: bytes) -> None:
    body = turn
    for _ in range(9):
        body = base64.encodebytes(body)
    found = find(body, "body.txt")
    assert found.found == ()
    assert "too much" in found.lost[0].what


@pytest.mark.parametrize(
    "line", [b"A", b"A" * 76 + b"\n", b"\n", (b"A" * 76 + b"\n") * 11_999 + b"\n"]
)
def test_a_body_of_any_size_is_looked_at_at_once(line: bytes) -> None:
    before = process_time()
    for size in (2_900_000, 4_000_000):
        assert find(line * (size // len(line)), "body.txt").found == ()
    assert process_time() - before < 4
