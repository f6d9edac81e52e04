"""Places and units as a player types them: ids, names in any case, near matches for the rest."""

import difflib
from collections.abc import Iterator, Mapping

from pbem.errors import Refused, refuse
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.hexes import is_on_grid
from pbem.systems.cartwheel.rules.r10_routes import is_in_play
from pbem.systems.cartwheel.table.state import Game

NEAR = 4
"""How many near matches a refusal names at most."""


def place_of(typed: str, game: Game, charts: Charts) -> str:
    """The hex or box that was typed as number, id of a base or box, unit on the map, or name.

    Raises `Refused` for what is no place of this game.
    """
    wanted = _plain(typed)
    if is_on_grid(wanted):
        return _hex(wanted, game, charts)
    places = places_by_name(game, charts)
    if wanted in places:
        return _hex(places[wanted], game, charts)
    unit = units_by_name(game).get(wanted, "")
    if unit:
        return _place_of_unit(unit, game, charts)
    open_units = {_plain(unit): unit for unit in standing(game)}
    raise _unknown("place", typed, {**open_units, **_spelled(game, charts)})


def unit_of(typed: str, game: Game) -> str:
    """The id of the air, naval or ground unit that was typed, in any case.

    Raises `Refused` for what is no unit of this game.
    """
    units = units_by_name(game)
    if _plain(typed) in units:
        return units[_plain(typed)]
    raise _unknown("unit", typed, units)


def places_by_name(game: Game, charts: Charts) -> Mapping[str, str]:
    """Hexes and boxes by every name they go by [H2.8, H2.10, H3], all in small letters.

    Bases come first, then boxes, then places; mobile bases are where they stand.
    """
    names: dict[str, str] = {}
    for name, place in _spoken(game, charts):
        names.setdefault(_plain(name), place)
    return names


def _spoken(game: Game, charts: Charts) -> Iterator[tuple[str, str]]:
    """Every name of a place as it is spelled, and the hex or box that it names."""
    for base in charts.bases.values():
        at = game.bases[base.id].hex if base.is_mobile and base.id in game.bases else base.hex
        if at:
            yield from ((name, at) for name in (base.id, base.name, *base.name.split("/")))
    for box in charts.boxes.values():
        yield from ((name, box.id) for name in (box.id, box.name))
    for hex_, chart in charts.hexes.items():
        for place in chart.places:
            also = place.also.split(",") if place.also else ()
            yield from ((name, hex_) for name in (place.name, *also))


def units_by_name(game: Game) -> Mapping[str, str]:
    """Ids of all units of a game by the same id in small letters."""
    return {_plain(id_): id_ for kind in (game.air, game.ships, game.troops) for id_ in kind}


def standing(game: Game) -> Iterator[str]:
    """Ships and ground units that lie open in a hex, in a box or aboard, by id."""
    yield from (ship.id for ship in game.ships.values() if ship.at)
    yield from (unit.id for unit in game.troops.values() if unit.at)


def whereabouts(game: Game, unit: str) -> str:
    """The hex or box of a ship or a ground unit, aboard a ship the ship's; empty if nowhere."""
    at = game.troops[unit].at if unit in game.troops else game.ships[unit].at
    return game.ships[at].at if at in game.ships else at


def is_absent(game: Game, unit: str) -> bool:
    """Whether a unit is not in play, for all to see: lost, still to come, off the board."""
    if unit in game.air:
        return not game.air[unit].steps or not game.air[unit].arrived
    known = game.ships[unit] if unit in game.ships else game.troops[unit]
    return not known.steps or not known.at


def absent(game: Game, unit: str, charts: Charts) -> str:
    """Why a unit is not in play: `is eliminated`, `has not arrived`, and so on [2.2b, 5.3, H15.3].

    When its reinforcement is due all know.
    """
    known = game.air[unit] if unit in game.air else game.ships.get(unit) or game.troops[unit]
    due = next((one.turn for one in game.terms.arrivals if unit in one.units), 0)
    if not known.steps:
        return "is eliminated [2.2b]"
    if unit in (*charts.tf36.ships, *charts.tf36.planes):
        return "is off the board: it comes with TF-36 [5.3]"
    if unit == charts.submarine.unit or (unit in charts.air and charts.air[unit].model.unlimited):
        return "is off the board: it comes by its random event [5.1]"
    when = f": it comes in {charts.turn_name(game.terms.track, due)}" if due else ""
    return f"has not arrived{when} [H15.3]"


# --- what is not known ---------------------------------------------------------------------------


def _hex(place: str, game: Game, charts: Charts) -> str:
    """A hex or box of the scenario's area; others are refused [H17.0]."""
    if is_in_play(game, place, charts):
        return place
    first, last = game.terms.columns
    what = f"{place} is outside of the scenario's area"
    raise refuse("option", what, rule="H17.0", hint=f"its columns are {first:02} to {last:02}")


def _place_of_unit(unit: str, game: Game, charts: Charts) -> str:
    if unit in game.air:
        what, hint = f"{unit} is an air unit: its base is hidden", "name a base or a hex"
        raise refuse("option", what, rule="6.1a", hint=hint)
    place = whereabouts(game, unit)
    if not place:
        what = f"{unit} {absent(game, unit, charts)}"
        raise refuse("option", what, hint="name a hex such as 1203")
    return _hex(place, game, charts)


def _unknown(kind: str, typed: str, spelled: Mapping[str, str]) -> Refused:
    wanted = _plain(typed)
    begun = sorted(name for name in spelled if len(wanted) > 1 and name.startswith(wanted))
    near = [*begun, *difflib.get_close_matches(wanted, tuple(spelled), n=NEAR)][:NEAR]
    names = ", ".join(dict.fromkeys(spelled[name] for name in near))
    hint = f"did you mean {names}?" if near else _examples(kind)
    return refuse("option", f"there is no {kind} {typed[:40]!r}", hint=hint)


def _examples(kind: str) -> str:
    if kind == "unit":
        return "a unit is typed by its id, such as B24-319; see 'pbem show'"
    return "a place is a hex such as 1203, a base such as RAB, a name such as Rabaul or a box"


def _spelled(game: Game, charts: Charts) -> Mapping[str, str]:
    """Names of places in play as they are spelled, by the same in small letters."""
    spoken = _spoken(game, charts)
    return {_plain(n): n.strip() for n, place in spoken if is_in_play(game, place, charts)}


def _plain(text: str) -> str:
    """A name in small letters, with single spaces and without a full stop at its end."""
    return " ".join(text.casefold().split()).rstrip(".")
