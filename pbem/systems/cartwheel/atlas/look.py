"""What lies in one hex for a map to show: public things, and the owner's air units [E.1, E.2]."""

from collections.abc import Iterable

from pbem.engine.atlas import Ink
from pbem.engine.sheets import Line
from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.places import Hex
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_bases import is_disrupted
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.table.state import (
    ALLIED,
    JAPANESE,
    Base,
    Floatplane,
    Game,
    Ship,
    Troops,
)
from pbem.systems.cartwheel.table.turn import Scout

INKS: dict[str, Ink] = {JAPANESE: "first", ALLIED: "second"}
"""The ink of each side's pieces: the sides are in this order in every genesis."""


class Look(Value):
    """A hex as a seat sees it; `closed` says that bombs have closed its port [H9.10.7].

    `bases` are its airbases, the best first; `rufes` stand at its port, for all to see; `planes`
    are the seat's own air units there.
    """

    chart: Hex
    control: str
    bases: tuple[Base, ...]
    broken: tuple[str, ...]
    troops: tuple[Troops, ...]
    ships: tuple[Ship, ...]
    scouts: tuple[Scout, ...]
    rufes: tuple[Floatplane, ...]
    planes: tuple[Plane, ...]
    closed: bool
    fort: bool

    @property
    def code(self) -> str:
        """The letter of its terrain [H2.5]."""
        return self.chart.terrain.code

    def steps(self, side: str) -> int:
        """A side's ground steps ashore."""
        return sum(unit.steps for unit in self.troops if unit.side == side)

    def fleet(self, side: str) -> int:
        """The number of a side's naval units."""
        return sum(ship.side == side for ship in self.ships)

    def lacks_supply(self) -> bool:
        """Whether a No Supply marker lies on anything there [H13.3]."""
        return not (
            all(base.supplied for base in self.bases)
            and all(unit.supplied for unit in self.troops)
            and all(ship.supplied for ship in self.ships)
        )


def look(game: Game, private: Private | None, hex_: str, charts: Charts) -> Look:
    """What a seat sees in a hex; without its own private state only what is public."""
    bases = sorted(game.bases_at(hex_), key=lambda base: _rank(base, charts))
    return Look(
        chart=charts.hexes[hex_],
        control=game.control.get(hex_, ""),
        bases=tuple(bases),
        broken=tuple(base.id for base in bases if is_disrupted(base, charts)),
        troops=tuple(game.troops_at(hex_)),
        ships=tuple(game.ships_at(hex_)),
        scouts=tuple(scout for scout in game.turn.scouts.values() if scout.hex == hex_),
        rufes=tuple(one for one in game.floatplanes.values() if one.hex == hex_ and one.steps),
        planes=tuple(planes_at(game, private, hex_)),
        closed=game.port_hits.get(hex_, 0) >= charts.bombing.closed,
        fort=hex_ in game.forts,
    )


def _rank(base: Base, charts: Charts) -> tuple[bool, bool, int, str]:
    """Bases that work undisrupted first, then large ones, by id."""
    is_down = base.status != "working"
    return is_down, is_disrupted(base, charts), -charts.bases[base.id].total, base.id


def planes_at(game: Game, private: Private | None, place: str) -> Iterable[Plane]:
    """The seat's own air units that stand in a hex or box, at a base, a port or on a carrier."""
    planes = private.planes.values() if private is not None else ()
    return (plane for plane in planes if not plane.due and place_of(game, plane.base) == place)


def air_words(planes: Iterable[Plane], charts: Charts) -> str:
    """How many fighters, bombers (with C-47) and recon units: `9F 5B 1R` [6.3, AMB-22]."""
    kinds = [
        "R" if charts.air[plane.id].model.is_recon else charts.air[plane.id].model.counts_as
        for plane in planes
    ]
    return " ".join(f"{kinds.count(kind)}{kind}" for kind in ("F", "B", "R") if kind in kinds)


def cased(side: str, letters: str) -> str:
    """Letters in capitals for the Allies, in small ones for the Japanese."""
    return letters.lower() if side == JAPANESE else letters.upper()


def fact(text: str) -> Line:
    """A line of what is so."""
    return Line(text=text)


def note(text: str) -> Line:
    """A line of what explains or limits it."""
    return Line(text=text, kind="note")
