"""Every check of E.7 is put to the test by somebody who cheats: its tests bear its number."""

import re
from pathlib import Path

NUMBERS = {*range(1, 22), *range(24, 31)}
"""The checks of E.7; 22 holds with 21, and 23 is kept for later."""

FRAUDS = "attacks/test_cartwheel.py"
"""Where else the tests of cheats stand."""

FINDING = r"(?:Finding\(|return |check = |\": \()(\d+)(?:,| if .* else (\d+))"
"""How the audit names the number of a check, or one of two."""

HERE = Path(__file__).parent
SOURCES = HERE.parents[2] / "pbem" / "systems" / "cartwheel"


def test_every_check_has_a_cheat_that_it_names() -> None:
    paths = (*sorted(HERE.glob("test_*.py")), HERE.parents[1] / FRAUDS)
    text = "".join(path.read_text() for path in paths)
    names = re.findall(r"^def test_((?:\d+_)+)\w*\(", text, re.MULTILINE)
    tried = {int(number) for name in names for number in name.strip("_").split("_")}
    by_number = set(map(int, re.findall(r"check=(\d+)\)", text)))
    assert tried | by_number >= NUMBERS


def test_the_audit_knows_no_other_checks() -> None:
    text = "".join(path.read_text() for path in sorted((SOURCES / "audit").glob("*.py")))
    named = {int(number) for pair in re.findall(FINDING, text) for number in pair if number}
    assert named == NUMBERS - {28}, "annexes are looked at for every system"
