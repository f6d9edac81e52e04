"""The player's guide to Cartwheel: its examples are orders, and its words are those of the game."""

import re
import tomllib
from pathlib import Path

from pbem.engine.orders import Order, decode_orders
from pbem.store.shelf import rule_titles
from pbem.systems.cartwheel.book.map import path_cost
from pbem.systems.cartwheel.table.orders import TYPES
from pbem.systems.cartwheel.table.orders_operations import NavalMission
from pbem.systems.cartwheel.table.orders_turn import Statement, Withdraw
from tests.systems.cartwheel.rulebook import scenario_table
from tests.systems.cartwheel.tabletop import CHARTS

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "games" / "cartwheel.md").read_text(encoding="utf-8")
IDS = (
    *CHARTS.air, *CHARTS.naval, *CHARTS.ground, *CHARTS.bases, *CHARTS.hexes, *CHARTS.boxes,
)  # fmt: skip


def examples() -> tuple[Order, ...]:
    """Every order that stands in the guide."""
    blocks = re.findall(r"^```toml\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
    tables = [order for block in blocks for order in tomllib.loads(block)["order"]]
    return decode_orders(tuple(tables), TYPES, code="E12")


def test_every_type_of_order_has_an_example_that_decodes() -> None:
    assert {order.type for order in examples()} == set(TYPES) - {Statement.type}


def test_every_id_in_an_example_exists() -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
    for text in blocks:
        for name in re.findall(r'"(?:base:|naval:)?([A-Z0-9]{2,}(?:-[A-Za-z0-9]+)?)"', text):
            assert name in IDS, name
        for name in re.findall(r"([A-Z][A-Za-z0-9]+-[A-Za-z0-9]+) =", text):
            assert name in IDS, name


def test_every_path_in_an_example_can_be_sailed() -> None:
    paths = [order.path for order in examples() if isinstance(order, NavalMission | Withdraw)]
    assert paths
    assert all(path_cost(CHARTS, path) for path in paths)


def test_the_scenarios_of_the_guide_are_those_that_ship_with_their_turns() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", GUIDE, flags=re.MULTILINE)
    shipped = (ROOT / "scenarios" / "cartwheel").glob("*.toml")
    assert {name for name, _ in rows} == {path.stem for path in shipped}
    for name, turns in rows:
        assert scenario_table(name)["turns"] == int(turns)


def test_every_rule_that_the_guide_cites_is_in_the_rule_book() -> None:
    known = rule_titles("cartwheel")
    cited = re.findall(r"\b(H\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)?~?)\b", GUIDE)
    assert cited
    missing = {rule for rule in cited if rule not in known and f"{rule}~" not in known}
    assert not missing
