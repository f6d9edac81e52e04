"""The page on the architecture has every module that does not lie in a game's folder."""

import re

import pytest

from tests.pages import ROOT

TABLE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("\n## ")[2]
NAMED = frozenset(re.findall(r"[a-z]+", " ".join(re.findall(r"`([^`]+)`", TABLE))))


@pytest.mark.parametrize("place", ["", "engine", "store", "report", "game"])
def test_every_module_stands_in_the_table_of_layers(place: str) -> None:
    modules = {path.stem for path in (ROOT / "pbem" / place).glob("[!_]*.py")}
    assert len(modules) > 3
    assert modules - NAMED == set()
