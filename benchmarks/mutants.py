"""Mutants: does any test notice when a function does something else?

`python -m benchmarks mutants MODULE TESTS…` changes one thing of the module's functions at a
time (`<` into `<=`, 1 into 2, `and` into `or`, a statement into none) and runs the tests until one
fails. `python -m benchmarks mutants` does so for every module of `tests/mutants.toml`, which says
with what tests, and gives the reason for each mutant that may survive.

The tests are collected once. Each mutant is a fork of that process in which the changed function
has another code; so a mutant costs the running of its tests and no more. What runs at import is
not changed: constants, defaults of parameters, decorators.
"""

import ast
import importlib
import inspect
import os
import resource
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop as run_tests
from hypothesis import Phase, settings

from pbem.frozen import Value

LISTED = Path("tests/mutants.toml")
LONGEST_WORDS = 100
PATIENCE = 3.0
"""A mutant that takes so many times the tests' processor time, and as many seconds, is endless."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(Value, kw_only=False):
    """One change: in which function, of what into what, and the code of that function."""

    function: str
    words: str
    code: CodeType

    def __str__(self) -> str:
        return f"{self.function}: {self.words}"


# --- making mutants ------------------------------------------------------------------------------


def mutants_of(source: str, name: str) -> Iterator[Mutant]:
    """Every mutant of a module's functions, in the order of its text."""
    tree = ast.parse(source)
    around = {id(part): node for node in ast.walk(tree) for part in ast.iter_child_nodes(node)}
    told = Counter[str]()
    for function, node in _functions(tree, ""):
        for spot in (spot for part in node.body for spot in ast.walk(part)):
            shown = spot
            while isinstance(shown, ast.Constant | ast.UnaryOp | ast.keyword):
                shown = around[id(shown)]
            for change in _changes(spot):
                memo: dict[int, ast.AST] = {}
                copied = deepcopy(tree, memo)
                change(memo[id(spot)])
                words = f"{_short(shown)} -> {_short(memo[id(shown)])}"
                told[f"{function}: {words}"] += 1
                again = told[f"{function}: {words}"]
                code = compile(ast.fix_missing_locations(copied), name, "exec")
                changed = _codes(code)[function]
                yield Mutant(function, words + (f" ({again})" if again > 1 else ""), changed)


Change = Callable[[Any], None]
"""Changes a node where it stands."""


def _functions(node: ast.AST, outer: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield outer + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{outer}{child.name}.")


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                yield _compared(number, COMPARED[type(op)]())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in RECKONED:
            yield _setter("op", RECKONED[type(op)]())
        case ast.BoolOp(op=op):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield _setter("op", other)
        case ast.Constant(value=bool(value)):
            yield _setter("value", not value)
        case ast.Constant(value=int(value)):
            yield _setter("value", value + 1)
        case ast.Call(func=ast.Name(id=id_)) if id_ in CALLED:
            yield _setter("func", ast.Name(CALLED[id_], ast.Load()))
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(
            test, ast.Compare | ast.BoolOp
        ):
            yield _setter("test", ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=[_, *_]):
            yield _setter("ifs", [])
        case ast.Raise() | ast.AugAssign() | ast.Break() | ast.Continue():
            yield _drop
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield _drop


def _compared(number: int, op: ast.cmpop) -> Change:
    return lambda it: it.ops.__setitem__(number, op)


def _setter(name: str, value: object) -> Change:
    return lambda it: setattr(it, name, value)


def _drop(node: ast.AST) -> None:
    """Make a statement one that does nothing; its place stays."""
    here = {key: getattr(node, key) for key in node._attributes}
    node.__class__ = ast.Pass
    node.__dict__.clear()
    node.__dict__.update(here)


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        node = node.test
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"


def _codes(code: CodeType) -> dict[str, CodeType]:
    """The codes of a module's functions and of its classes' methods."""
    found: dict[str, CodeType] = {}
    for inner in (one for one in code.co_consts if isinstance(one, CodeType)):
        is_class = not inner.co_flags & inspect.CO_OPTIMIZED
        found |= _codes(inner) if is_class else {inner.co_qualname: inner}
    return found


# --- running them --------------------------------------------------------------------------------


def _function(module: ModuleType, name: str) -> FunctionType:
    """The function of that name as it was written, whatever is wrapped around it."""
    first, *rest = name.split(".")
    found = inspect.getattr_static(module, first)
    for part in rest:
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, cached_property):
        found = found.func
    elif isinstance(found, staticmethod | classmethod):
        found = found.__func__
    unwrapped = inspect.unwrap(found)
    assert isinstance(unwrapped, FunctionType), name
    return unwrapped


class Run:
    """A plugin of pytest: instead of the tests, the tests once for each mutant."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.survivors: list[str] = []
        self.count = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once for each mutant."""
        module = importlib.import_module(self.module)
        if self._fails(session, None, 0):
            raise pytest.UsageError("the tests fail without any mutant")
        limit = PATIENCE * (1 + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)
        for mutant in mutants_of(inspect.getsource(module), str(module.__file__)):
            self.count += 1
            if not self._fails(session, mutant, limit):
                self.survivors.append(str(mutant))
        return True

    def _fails(self, session: pytest.Session, mutant: Mutant | None, limit: float) -> bool:
        child = os.fork()
        if not child:
            self._play(session, mutant, limit)
        return bool(os.waitpid(child, 0)[1])

    def _play(self, session: pytest.Session, mutant: Mutant | None, limit: float) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1), os.dup2(nowhere, 2)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
        if mutant is not None:
            _function(importlib.import_module(self.module), mutant.function).__code__ = mutant.code
        with suppress(session.Failed, session.Interrupted):
            run_tests(session)
        os._exit(bool(session.testsfailed))


_IMPORTED = "ignore::pytest.PytestAssertRewriteWarning"


def hunt(module: str, tests: list[str]) -> Run:
    """Run the tests against every mutant of a module."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", phases=phases, database=None, derandomize=True, report_multiple_bugs=False
    )
    settings.load_profile("mutants")
    run = Run(module)
    words = [
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "--capture=no",
        "--tb=no",
        "--assert=plain",
        "-W",
        _IMPORTED,
        *tests,
    ]
    if pytest.main(words, plugins=[run]) or not run.count:
        raise SystemExit(f"{module}: no mutant was tried")
    return run


def check(module: str, tests: list[str], excused: set[str]) -> bool:
    """Hunt in one module, and tell what is not as listed."""
    run = hunt(module, tests)
    found = set(run.survivors)
    print(f"\n{module}: {run.count} mutants, {len(found)} survive, {len(excused)} of them listed")
    for words in sorted(found - excused):
        print(f"  survives: {words}")
    for words in sorted(excused - found):
        print(f"  listed, but does not survive: {words}")
    return found == excused


def main(module: str = "", *tests: str) -> None:
    """One module with the tests named, or one or all of those listed, each in its own process."""
    listed = {one["module"]: one for one in tomllib.loads(LISTED.read_text("utf-8"))["module"]}
    if not module:
        command = [sys.executable, "-m", "benchmarks", "mutants"]
        failed = [
            name for name in listed if subprocess.run([*command, name], check=False).returncode
        ]
        raise SystemExit(", ".join(failed) and f"not as {LISTED} says: {', '.join(failed)}")
    one = listed.get(module, {"tests": [], "survivors": {}})
    sys.exit(not check(module, list(tests) or one["tests"], set(one["survivors"])))
