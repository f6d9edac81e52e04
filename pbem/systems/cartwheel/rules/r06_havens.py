"""Where a unit may come down: own bases, and for a Rufe own ports too [6.2, 6.3, H3.1, H9.11.1]."""

from collections.abc import Iterator

from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.rules.r06_capacity import PORT, bar_to_base
from pbem.systems.cartwheel.table.state import Game


def own_bases(game: Game, side: str) -> Iterator[str]:
    """A side's operational airbases and carriers afloat, by id.

    Nobody comes to a mobile one any more that is to be taken away this turn [6.5.4~].
    """
    bases = (base for base in game.bases.values() if base.id not in game.turn.dismantle)
    yield from (b.id for b in bases if b.owner == side and b.status == "working")
    yield from (s.id for s in game.ships.values() if s.side == side and s.at)


def open_to(game: Game, unit: str, charts: Charts) -> list[str]:
    """Own bases where a unit may stand at all, whatever is there already [6.2, 6.3.5~, H3.1].

    For a Rufe ports too.
    """
    side = charts.air[unit].side
    ports = (f"{PORT}{hex_}" for hex_, holder in game.control.items() if holder == side)
    places = (*own_bases(game, side), *ports)
    return [place for place in places if not bar_to_base(charts, game, unit, place)]


def place_of(game: Game, base: str) -> str:
    """The hex or box where a base, a carrier or a port (`port:1203`) is; empty if nowhere."""
    if base.startswith(PORT):
        return base.removeprefix(PORT)
    if base in game.ships:
        return game.ships[base].at
    return game.bases[base].hex if base in game.bases else ""


def within(
    game: Game, unit: str, start: str, reach: int, bases: list[str], charts: Charts
) -> list[str]:
    """Those of some bases that are at most `reach` hexes from a place, the nearest first."""
    far = {base: air_distance(charts, start, place_of(game, base)) for base in bases}
    near = [base for base in bases if far[base] <= reach or charts.air[unit].model.unlimited]
    return sorted(near, key=lambda base: (far[base], base))


def havens(game: Game, unit: str, start: str, charts: Charts) -> list[str]:
    """Places where a unit may land that comes from a hex, the nearest first [H9.11.1, H0.3].

    Own, operational, permitted, within its printed range; whatever stands there already.
    """
    reach = charts.air[unit].model.range
    return within(game, unit, start, reach, open_to(game, unit, charts), charts)
