"""Counters in the words of a scenario file: `A6M2 Tainan`, `5th Div 5-2`, `Zuiho`.

    air        TYPE NAME [on CARRIER] [(half)]
    ground     NAME STRENGTH-MOVEMENT [(MARK, MARK)], marks: 1 step, engineer, para, Indian
    supply     the word `supply`, in a cargo

The id of a counter is made of these words; only ships with names need no nation in theirs.
"""

import re

from pbem.engine.mentions import slug
from pbem.frozen import Value
from pbem.systems.pto.book.kinds import GroundKind

SUPPLY = "supply"
MARKS = ("1 step", "engineer", "para", "Indian")

_AIR = re.compile(r"(?P<type>\S+) (?P<name>.+?)(?: on (?P<carrier>.+?))?(?P<half> \(half\))?")
_GROUND = re.compile(r"(?P<name>.+?) (?P<strength>\d)-(?P<move>\d)(?: \((?P<marks>[^()]+)\))?")


class AirWords(Value):
    """An air unit as it is written; `on` is the id of its carrier, empty ashore."""

    id: str
    type: str
    name: str
    on: str
    steps: int


class GroundWords(Value):
    """A ground unit as it is written [PH2.6]."""

    id: str
    name: str
    strength: int
    move: int
    kind: GroundKind
    steps: int
    indian: bool


def read_air(words: str) -> AirWords | None:
    """The air unit that was written; None for what does not read like one."""
    found = _AIR.fullmatch(words)
    if found is None:
        return None
    type_, name = found["type"], found["name"]
    return AirWords(
        id=slug(f"{type_} {name}"),
        type=type_,
        name=name,
        on=slug(found["carrier"] or ""),
        steps=1 if found["half"] else 2,
    )


def read_ground(words: str, nation: str) -> GroundWords | None:
    """The ground unit of a nation that was written; None for what does not read like one."""
    found = _GROUND.fullmatch(words)
    if found is None:
        return None
    marks = tuple(found["marks"].split(", ")) if found["marks"] else ()
    if not set(marks) <= set(MARKS):
        return None
    move = int(found["move"])
    return GroundWords(
        id=slug(f"{nation} {found['name']}"),
        name=found["name"],
        strength=int(found["strength"]),
        move=move,
        kind=_kind(marks, move),
        steps=1 if {"1 step", "engineer"} & set(marks) else 2,
        indian="Indian" in marks,
    )


def _kind(marks: tuple[str, ...], move: int) -> GroundKind:
    """An engineer, a parachute unit, a garrison that does not move, or infantry [PH2.6]."""
    if "engineer" in marks:
        return "engineer"
    if "para" in marks:
        return "para"
    return "infantry" if move else "garrison"
