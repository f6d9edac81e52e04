"""The rule book and the scenarios that ship, read as the program reads them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.engine.charts import read_rule_book
from pbem.systems.cartwheel.book.charts import Charts, read_charts
from pbem.systems.cartwheel.book.scenario import Scenario, read_scenario

ROOT = Path(__file__).resolve().parents[3]
RULES = ROOT / "rules" / "cartwheel"
SCENARIOS = ROOT / "scenarios" / "cartwheel"


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    files = {path.name: path.read_bytes() for path in sorted(RULES.glob("*.toml"))}
    return read_rule_book(files).tables


@cache
def charts() -> Charts:
    return read_charts(tables())


def scenario_table(name: str) -> dict[str, Any]:
    return tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))


def scenario(name: str) -> Scenario:
    return read_scenario(scenario_table(name))
