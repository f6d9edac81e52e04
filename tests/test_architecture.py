"""The page on the architecture has every module that does not lie in a game's folder."""

import ast
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


ANSWERS = {"cannot_": ("Refusal | None", "Iterator[Refusal]"), "bar_to_": ("str",)}
"""What functions answer, by what their names begin with: all that is wrong, or a rule's id."""


@pytest.fixture(scope="module")
def functions() -> list[tuple[str, str, str]]:
    """All functions of the systems that tell what they answer: module, name, answer."""
    return [
        (path.name, node.name, ast.unparse(node.returns))
        for path in (ROOT / "pbem" / "systems").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    ]


@pytest.mark.parametrize("begun", ANSWERS)
def test_a_name_tells_in_what_shape_a_reason_comes(
    begun: str, functions: list[tuple[str, str, str]]
) -> None:
    found = [one for one in functions if one[1].lstrip("_").startswith(begun)]
    assert len(found) > 5
    assert [one for one in found if one[2] not in ANSWERS[begun]] == []
