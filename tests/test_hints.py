"""Every refusal says what to do: none is made in the code without a hint."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pbem

MAKERS = ("Problem", "refuse", "decode")
INTERNAL = ("folder", "item", "annex", "plan")
"""Codes of what is decoded from this program's own files; it is made again or counts as none."""


def calls(path: Path) -> Iterator[ast.Call]:
    """Calls that make refusals: `Problem`, `refuse` of `pbem.errors`, `decode`."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imported = {
        alias.asname or alias.name: alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in ("pbem.errors", "pbem.decode")
        for alias in node.names
    }
    for node in nodes:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and imported.get(called.id) in MAKERS:
            assert isinstance(node, ast.Call)
            yield node


def is_silent(call: ast.Call) -> bool:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    code = given.get("code", call.args[0] if call.args else None)
    if isinstance(code, ast.Constant) and code.value in INTERNAL and "what" not in given:
        return isinstance(call.func, ast.Name) and call.func.id != "decode" and "hint" not in given
    hint = given.get("hint")
    return hint is None or (isinstance(hint, ast.Constant) and not hint.value)


def test_no_refusal_is_without_a_hint() -> None:
    root = Path(pbem.__file__).parent
    found = [(path, call) for path in sorted(root.rglob("*.py")) for call in calls(path)]
    assert len(found) > 150
    silent = [
        f"{path.relative_to(root)}:{call.lineno}"
        for path, call in found
        if is_silent(call) and path.name != "errors.py"
    ]
    assert silent == []
