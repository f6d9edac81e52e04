"""Why an order came to nothing: every rule that can void one has its reason [P0.5]."""

import ast
from collections.abc import Iterator
from pathlib import Path

from pbem.systems import pto
from pbem.systems.pto.orders import Engage
from pbem.systems.pto.wording_void import REASONS

AT_ONCE = {"F.6.1", "F.6.2", "PH1"}
"""Rules that judge an order by itself: no such order is ever sent."""


def rules_that_void() -> Iterator[str]:
    """The ids by which the steps refuse an order, or call it void."""
    for path in sorted(Path(pto.__file__).parent.glob("p[3-6]_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            place = {"refuse": 0, "voided": 3, "Voided": None}.get(node.func.id, -1)
            if place is None:
                given = [one.value for one in node.keywords if one.arg == "cited"]
            else:
                given = node.args[place : place + 1] if place >= 0 else []
            for one in given:
                if isinstance(one, ast.Constant):
                    yield one.value


def test_every_rule_that_voids_an_order_has_its_reason() -> None:
    found = set(rules_that_void())
    assert len(found) > 25
    assert found - AT_ONCE - REASONS.keys() == set()
    assert Engage.rule in REASONS
