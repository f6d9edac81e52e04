"""Every rule by which an order can come to nothing has its reason in words."""

import re
from pathlib import Path

import pytest

from pbem.systems import cartwheel
from pbem.systems.cartwheel.words.why import WHY, because

MODULES = (
    "check_naval", "check_loading", "check_ground", "check_landing", "check_raids", "m08_spoiled",
    "m09_scramble", "m09_manifest", "m09_targets", "m10_routes", "m11_combat", "m11_troops",
)  # fmt: skip
RULE = re.compile(r'"((?:H|E\.)?\d+(?:\.\d+)*[a-z]?~?)"')
LABELS = {"9.4", "9.5", "11.4"}


@pytest.mark.parametrize("name", MODULES)
def test_each_rule_that_voids_an_order_has_its_reason(name: str) -> None:
    folder = Path(cartwheel.__file__).parent
    cited = set(RULE.findall((folder / f"{name}.py").read_text(encoding="utf-8")))
    assert cited - LABELS - WHY.keys() == set()


def test_a_reason_ends_a_sentence() -> None:
    assert because("H8.2") == ": no mission of the turn is left"
