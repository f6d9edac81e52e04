"""Places and counters as a player types them: ids, names in any case, near matches for the rest."""

import difflib
from collections.abc import Mapping

from pbem.engine.mentions import slug
from pbem.errors import Refused, refuse
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.state import Game

NEAR = 4
"""How many near matches a refusal names at most."""


def place_of(typed: str, game: Game, charts: Charts) -> str:
    """The area in play that was typed as code, name, or by a counter that is there.

    Raises `Refused` for what is no place of this game.
    """
    names = _places(game, charts)
    wanted = slug(typed)
    if wanted in names:
        return names[wanted]
    if wanted in _counters(game):
        return whereabouts(game, wanted)
    raise _unknown("place", typed, names, "a place is a code such as LUZ, or a name such as Luzon")


def unit_of(typed: str, game: Game) -> str:
    """The id of the task force, ship, air or ground unit that was typed, in any case.

    Raises `Refused` for what is no counter of this game.
    """
    known = _counters(game)
    wanted = slug(typed)
    if wanted in known:
        return known[wanted]
    raise _unknown("counter", typed, known, "counters are typed by their ids; see 'pbem show'")


def whereabouts(game: Game, unit: str) -> str:
    """The area of a task force or counter; ground units at sea are where their ship is."""
    if unit in game.forces:
        return game.forces[unit].at
    if unit in game.ships:
        return game.forces[game.ships[unit].tf].at
    if unit in game.air:
        return game.where(game.air[unit])
    ground = game.ground[unit]
    return whereabouts(game, ground.ship) if ground.ship else ground.at


def _places(game: Game, charts: Charts) -> Mapping[str, str]:
    """Areas in play by every name they go by: code, name, parts of the name."""
    names: dict[str, str] = {}
    open_ = [area for area in charts.areas.values() if area.id not in game.terms.closed]
    for area in open_:
        outer, _, inner = area.name.rstrip(")").partition(" (")
        for name in (area.id, area.name, outer, inner, *outer.split("-"), *inner.split("-")):
            if name:
                names.setdefault(slug(name), area.id)
    return names


def _counters(game: Game) -> Mapping[str, str]:
    """Ids of all that is on the map, by themselves as they are typed."""
    kinds = (game.forces, game.ships, game.air, game.ground)
    return {slug(id_): id_ for kind in kinds for id_ in kind}


def _unknown(kind: str, typed: str, known: Mapping[str, str], example: str) -> Refused:
    wanted = slug(typed)
    begun = sorted(name for name in known if len(wanted) > 1 and name.startswith(wanted))
    near = [*begun, *difflib.get_close_matches(wanted, tuple(known), n=NEAR)][:NEAR]
    names = ", ".join(dict.fromkeys(known[name] for name in near))
    hint = f"did you mean {names}?" if near else example
    return refuse("option", f"there is no {kind} {typed[:40]!r}", hint=hint)
