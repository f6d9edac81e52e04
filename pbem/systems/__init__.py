"""The games that can be played: our own, and those of other people's packages.

A package adds a game by an entry point of the group `pbem.systems`: its name is the system's, its
value a `GameSystem`. Charts and scenarios lie in `rules/NAME/` and `scenarios/NAME/` of the
package that holds it.
"""

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any

from pbem.engine.steps import GameSystem
from pbem.errors import refuse
from pbem.suggest import did_you_mean

OURS = {
    "cartwheel": "pbem.systems.cartwheel.system:CARTWHEEL",
    "midway": "pbem.systems.midway.system:MIDWAY",
    "pto": "pbem.systems.pto.system:PTO",
    "table": "pbem.systems.table.system:TABLE",
}
"""Our own systems, as `module:value`; a system is imported when it is played."""

GROUP = "pbem.systems"


def known_systems() -> dict[str, str]:
    """Every system's name and where its value is found; ours win over others of one name."""
    return dict(sorted({**_others(), **OURS}.items()))


@cache  # every package of the machine is looked through
def _others() -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and seldom needed

    return {point.name: point.value for point in entry_points(group=GROUP)}


def find_system(name: str) -> GameSystem[Any, Any]:
    """The game system of that name; raises `Refused` (E12) if this program has none."""
    module, _, value = _place_of(name).partition(":")
    system: GameSystem[Any, Any] = getattr(importlib.import_module(module), value)
    return system


def _place_of(name: str) -> str:
    place = OURS.get(name) or known_systems().get(name)
    if place is None:
        what = f"this program cannot play the system '{name[:40]}'"
        plays = f"it plays: {', '.join(known_systems())}; update it, or install what adds it"
        hint = did_you_mean(name, known_systems(), plays)
        raise refuse("E12", what, hint=hint)
    return place


def package_folder(name: str) -> str:
    """The folder of the package that adds a system, for its charts; empty for our own.

    Raises `Refused` (E12) if this program has no such system.
    """
    if name in OURS:
        return ""
    spec = find_spec(_place_of(name).partition(":")[0].partition(".")[0])
    return next(iter(spec.submodule_search_locations or ()), "") if spec else ""
