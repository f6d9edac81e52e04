"""What players read of Midway: the names of things [M0.7, M0.8, MB5, MD1]."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import AMERICAN, JAPANESE
from pbem.systems.midway.table.carriers import is_able, is_afloat
from pbem.systems.midway.table.state import Box, Carrier, Game, Squadron, strength

BOXES: Mapping[Box, str] = {
    "hangar": "Hangar",
    "deck": "Flight deck",
    "moving": "Moving to Attack",
    "ready": "Ready to Attack",
    "attacking": "Attacking",
    "home": "Heading Home",
    "waiting": "Waiting to Land",
    "cap": "CAP",
}
"""The boxes as the rules call them [M0.7-M0.9]."""

SIDE_NAMES: Mapping[str, str] = {JAPANESE: "Japanese", AMERICAN: "American"}

SOME = 3
"""Of more squadrons than these a sentence tells the strength in all."""

PHASES = ("landing", "moves", "CAP attacks", "carrier attacks", "launches", "planning", "repair")
"""What both sides do in each pair of phases [M0.3]."""


def step_title(_turn: int, name: str) -> str:
    """The title of a phase, such as `Phase 7: Japanese carrier attacks` [M0.3]."""
    pair, american = divmod(int(name) - 1, 2)
    side = SIDE_NAMES[AMERICAN if american else JAPANESE]
    return f"Phase {name}: {side} {PHASES[pair]}"


def turn_title(turn: int) -> str:
    """What players call a turn; before the first one both sides plan [MD3]."""
    return f"turn {turn}" if turn else "the set-up"


def carrier_name(carrier: str) -> str:
    """A carrier's name as it is written in reports."""
    return carrier.capitalize()


def seat_name(seat: str) -> str:
    """A seat in a sentence: one that holds a whole side may bear its name [MB5]."""
    return f"the {SIDE_NAMES[seat]} side" if seat in SIDE_NAMES else seat


def names(_: Game, charts: Charts) -> Mapping[str, str]:
    """What carriers, squadrons and boxes are called, by id; squadrons bear their ids [MD1]."""
    carriers = {id_: carrier_name(id_) for id_ in charts.carriers}
    boxes = {str(box): name for box, name in BOXES.items()}
    return {**{id_: id_ for id_ in charts.squadrons}, **carriers, **boxes}


def named(squadrons: Iterable[Squadron]) -> str:
    """Squadrons with their strength, e.g. `Akagi-DB 5 SP, Akagi-F 4 SP`."""
    return ", ".join(f"{squadron.id} {squadron.sp} SP" for squadron in squadrons)


def all_of(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    *most, last = tuple(parts) or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def do(subjects: Sequence[str], one: str, many: str) -> str:
    """Subjects, such as squadrons, with the verb for one or for many of them."""
    return f"{all_of(subjects)} {one if len(subjects) == 1 else many}"


def with_points(squadrons: Iterable[Squadron]) -> str:
    """Squadrons joined for a sentence, with their strength, and that of many in all."""
    found = tuple(squadrons)
    total = f" ({strength(found)} SP in all)" if len(found) > SOME else ""
    return all_of(f"{squadron.id} {squadron.sp} SP" for squadron in found) + total


def in_rings(squadrons: Iterable[Squadron]) -> str:
    """CAP with its strength, ring by ring: `Akagi-F 5 SP in ring 1 and Kaga-F 3 SP in ring 3`."""
    flying = tuple(squadrons)
    rings = sorted({one.ring for one in flying})
    return all_of(
        f"{named(s for s in flying if s.ring == ring)} in {ring_name(ring)}" for ring in rings
    )


def ring_name(ring: int) -> str:
    """A ring of the CAP box, of which none is where planes wait to land [M0.8, M5.11]."""
    return f"ring {ring}" if ring else BOXES["waiting"]


def damage_words(carrier: Carrier, charts: Charts) -> str:
    """A carrier's state: `sound`, `damage 3 of 10`, `crippled, damage 8 of 10` or `sunk`."""
    if not is_afloat(carrier, charts):
        return "sunk"
    hits = f"damage {carrier.damage} of {charts.sunk}"
    return ("" if is_able(carrier, charts) else "crippled, ") + hits if carrier.damage else "sound"
