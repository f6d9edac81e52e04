"""Every rule by which an order can come to nothing has its reason in words."""

import re
from pathlib import Path

import pytest

from pbem.systems import cartwheel
from pbem.systems.cartwheel.words.why import WHY, because

MODULES = (
    "r10_orders", "r10_loading", "r11_orders", "r11_landing", "r11_missions", "r08_spoiled",
    "r09_scramble", "r09_manifest", "r09_targets", "r10_routes", "r11_combat", "r11_troops",
)  # fmt: skip
RULE = re.compile(r'"((?:H|E\.)?\d+(?:\.\d+)*[a-z]?~?)"')
LABELS = {"9.4", "9.5", "11.4"}


@pytest.mark.parametrize("name", MODULES)
def test_each_rule_that_voids_an_order_has_its_reason(name: str) -> None:
    folder = Path(cartwheel.__file__).with_name("rules")
    cited = set(RULE.findall((folder / f"{name}.py").read_text(encoding="utf-8")))
    assert cited - LABELS - WHY.keys() == set()


def test_a_reason_ends_a_sentence() -> None:
    assert because("H8.2") == ": no mission of the turn is left"
