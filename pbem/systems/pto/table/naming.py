"""Names as sentences use them: areas, nations, sides, units."""

from collections.abc import Iterable, Sequence, Sized

from pbem.engine.mentions import mention
from pbem.systems.pto.book.kinds import JAPANESE, SHIP_KINDS, SIDES, THEATRES

NATION_NAMES = {
    "JP": "Japan",
    "US": "the United States",
    "UK": "Britain",
    "CN": "China",
    "AU": "Australia",
    "NE": "the Netherlands East Indies",
}

ADJECTIVES = {
    "JP": "Japanese", "US": "US", "UK": "British", "CN": "Chinese", "AU": "Australian",
    "NE": "Dutch",
}  # fmt: skip

NATION_WORDS = {id_: name.removeprefix("the ") for id_, name in NATION_NAMES.items()}
"""Nations as orders write them: `United States`."""
SPOKEN = {**{one: one for one in (*THEATRES, *SHIP_KINDS)}, **NATION_WORDS}
"""Nations, theatres and types of ships as orders write them."""


def each(ids: Iterable[str]) -> str:
    """Things by their ids, joined for a sentence."""
    return all_of(map(mention, ids))


def nation_name(nation: str) -> str:
    """A nation by name."""
    return NATION_NAMES.get(nation, nation)


def at_first(nation: str) -> str:
    """A nation by name at the beginning of a sentence: `The United States`."""
    name = nation_name(nation)
    return name[:1].upper() + name[1:]


def station(nation: str, area: str) -> str:
    """Where ships of a nation lie that no scenario gives a name: `British Malaya`, `Australian`.

    `area` is the area's printed name: what stands in brackets or behind a hyphen is left out.
    """
    where = area.partition(" (")[0].partition("-")[0]
    return ADJECTIVES[nation] if where == nation_name(nation) else f"{ADJECTIVES[nation]} {where}"


def side_name(side: str) -> str:
    """A side as a plural: `Japanese`, `Allies`."""
    return "Japanese" if side == JAPANESE else "Allies"


SIDE_ADJECTIVES = {"japanese": "Japanese", "allied": "Allied"}


def seat_name(seat: str) -> str:
    """A seat in a sentence, that which plays a side alone by its name: `the Allies`, `us-cn`."""
    return f"the {side_name(seat)}" if seat in SIDES else seat


def seat_at_first(seat: str) -> str:
    """The same at the beginning of a sentence."""
    return seat_name(seat).replace("the ", "The ")


def seat_title(seat: str) -> str:
    """A seat by itself, as in the head of a table: `Allies`, `us-cn`."""
    return side_name(seat) if seat in SIDES else seat


def seat_does(seat: str, one: str, many: str) -> str:
    """A seat with its verb at the beginning of a sentence: `The Allies open`, `us-cn opens`."""
    return f"{seat_at_first(seat)} {many if seat in SIDES else one}"


def subject_name(subject: str) -> str:
    """What an order is about: a nation by name, else the thing of that id."""
    return nation_name(subject) if subject in NATION_NAMES else mention(subject)


def all_of(parts: Iterable[str]) -> str:
    """Words joined for a sentence: `a, b and c`."""
    given = tuple(parts)
    if len(given) < 2:
        return "".join(given)
    return f"{', '.join(given[:-1])} and {given[-1]}"


def flying(grounded: Sequence[str]) -> str:
    """The zones of the map where nothing flies this month, as a clause [P1.3, W1]."""
    if not grounded:
        return "all zones fly"
    zones = "zone" if len(grounded) == 1 else "zones"
    return f"no flights in the {all_of(grounded)} {zones}"


def signed(number: int) -> str:
    """A number with its sign, as the dice lines write it: `+2`, `−3`, `0`."""
    return f"{'−' if number < 0 else '+' if number else ''}{abs(number)}"


def does(force: str, one: str, many: str) -> str:
    """A verb that agrees with a task force by its id: `Kido Butai sails`, `US Oahu boats sail`."""
    return many if force.endswith("-boats") else one


def doing(force: str, one: str, many: str) -> str:
    """A task force with its verb, for a sentence in which it does something [F.7]."""
    return f"{mention(force)} {does(force, one, many)}"


def do(forces: Sequence[str], one: str, many: str) -> str:
    """A verb that agrees with task forces by their ids: boats alone are many, too [F.7]."""
    return does(forces[0], one, many) if len(forces) == 1 else many


def by_id(which: str, number: int) -> str:
    """So many of things that stand by id, the `first` or the `next`: `first 2 by id`."""
    return f"{which}{f' {number}' if number != 1 else ''} by id"


def agree(things: Sized, one: str, many: str) -> str:
    """A verb that agrees with how many things do it: `lands`, `land`."""
    return one if len(things) == 1 else many
