"""Every mail of `tests/mails` is read to the same bytes, whatever ends its lines."""

import re
from pathlib import Path

import pytest

from pbem.mail.find import find, may_be_ours

PLACE = Path(__file__).parents[1] / "mails"
MAILS = sorted(PLACE.glob("*.eml"))
TURN = (PLACE / "turn.pbem").read_bytes()


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_a_mail_of_any_shape_brings_the_same_bytes(path: Path, ends: bytes) -> None:
    raw = path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", ends)
    assert may_be_ours(raw)
    found = find(raw, path.name)
    assert [one.raw for one in found.found] == [TURN]
    assert found.lost == ()


def test_the_table_says_by_what_each_was_made() -> None:
    rows = re.findall(
        r"^\| `(.+\.eml)` \| .*\w.* \| .*\w.* \|$", (PLACE / "README.md").read_text(), re.M
    )
    assert sorted(rows) == [path.name for path in MAILS]
