"""What happened in a few lines: the end, areas, losses, battles, the season, points.

What gives way to what is written down in `weights`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.events import Event, Happening
from pbem.engine.headline import LINES, Clause, fitted
from pbem.engine.mentions import by_name, slug
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import ALLIED, BOATS, JAPANESE, NATIONS, SHIP_KINDS, SIDES, side_of
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_land import AreaTaken, OffensiveBegun
from pbem.systems.pto.table.events_victory import GameEnded
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import ADJECTIVES, station
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.ashore import areas
from pbem.systems.pto.words.clashes import clashes
from pbem.systems.pto.words.losses import losses, worn_ashore
from pbem.systems.pto.words.moves import moves
from pbem.systems.pto.words.tally import lately, of_kind, points, season, void_orders
from pbem.systems.pto.words.vain import fell_short, great_voids, in_vain
from pbem.systems.pto.words.victory import final
from pbem.systems.pto.words.weights import KNOWN, Forms

_MENTION = re.compile(r"⟨([^⟨⟩]+)⟩")
SHORT = 3
"""So many letters of an id's part are an abbreviation: TF, an area."""
MUCH = 3
"""Who lost ships worth so many points has this told before anything else [PH15.1]."""


def headline(
    happenings: tuple[Happening, ...], game: Game | None, charts: Charts, *, most: int = LINES
) -> tuple[str, ...]:
    """The end of the game, areas, losses, what else was done, points.

    Areas that changed hands come first, then great losses, of the side that lost most. It takes
    `most` lines of a screen. Who writes next is not told: whatever shows a headline says so itself.
    """
    clauses = tuple(_clauses(happenings, game, charts))
    sure = _apart(game, charts)
    if game is not None:  # whom an order names that came to nothing may never have been formed
        sure = {**{id_: _titled(id_) for id_ in _ids_in(clauses)}, **sure}
    known = sure if game is not None else _known(clauses, charts)
    return by_name(fitted(clauses, known, most=most), sure)


def _clauses(
    happenings: Sequence[Happening], game: Game | None, charts: Charts
) -> Iterator[Clause]:
    events = tuple(one.event for one in happenings)
    worth = {side: _points_lost(events, side) for side in SIDES}
    first, second = sorted(SIDES, key=lambda side: -worth[side])
    ashore = 4 if worth[first] >= MUCH and not of_kind(events, AreaTaken) else 1
    yield from _sentence(0, _ended(events, game))
    yield from _sentence(ashore, areas(events, game))
    yield from losses(events, first, charts, 2)
    yield from losses(events, second, charts, 3)
    great = great_voids(events, game)
    whole = len(great) == len(in_vain(events))
    yield from _sentence(5, void_orders(great, great=True, whole=whole))
    yield from _sentence(6, void_orders([one for one in in_vain(events) if one not in great]))
    yield from _sentence(7, (*fell_short(events, game), *worn_ashore(events), *clashes(events)))
    yield from _sentence(8, moves(events, game, charts))
    turns = [one.turn for one in happenings[-1:]] if game is None else [game.turn]
    month = "".join(map(month_name, turns))
    yield from _sentence(9, season(events, month, _out(events, game)))
    yield from _sentence(10, points(happenings, game, charts))


def _out(events: Sequence[Event], game: Game | None) -> tuple[str, ...]:
    """The sides of whose seats all rest since an offensive that they have performed [F.2.6]."""
    if game is None or game.ending is not None:
        return ()
    sides = dict.fromkeys(side_of(one.nation) for one in of_kind(lately(events), OffensiveBegun))
    resting = game.month.resting
    return tuple(one for one in sides if all(seat in resting for seat in game.seats_of(one)))


def _ended(events: Iterable[Event], game: Game | None) -> Iterator[Forms]:
    """How the game ended: of a file that brings the end, and of those that come after it."""
    if game is None:
        yield from (((KNOWN, final(one, one.margin)),) for one in of_kind(events, GameEnded))
    elif game.ending is not None:
        points = game.ending.points
        yield ((KNOWN, final(game.ending, points[JAPANESE] - points[ALLIED])),)


def _sentence(number: int, told: Iterable[Forms]) -> Iterator[Clause]:
    return (Clause(sentence=number, forms=forms) for forms in told)


def _points_lost(events: Iterable[Event], side: str) -> int:
    """What the ships that a side lost were worth to the enemy [PH15.1]."""
    sunk = of_kind(events, ShipSunk)
    return sum(one.points for one in sunk if side_of(one.nation) == side)


# --- names ---------------------------------------------------------------------------------------


def _apart(game: Game | None, charts: Charts) -> Mapping[str, str]:
    """What things are called in a headline, each by a name of its own, without ids [F.7].

    A ship that is called as an area is a ship; aircraft of a carrier have hers; units of several
    nations have theirs before the name; task forces that a player formed have capitals.
    """
    areas = _areas_by_name(charts)
    ships = {slug(name): f"the ship {name}" for name in areas.values() if slug(name) not in areas}
    if game is None:
        return {**areas, **ships}
    known = names(game, charts)
    bearers = Counter(known.values())
    found = dict(known)
    for id_, name in known.items():
        nation, kind, carrier = (*id_.upper().split("-", 2), "", "")[:3]
        if id_ in ships:
            found[id_] = ships[id_]
        elif kind.startswith("CV") and carrier.casefold() in known:
            found[id_] = f"aircraft of {known[carrier.casefold()]}"
        elif name == id_ and id_ not in areas:
            found[id_] = _titled(id_)
        elif bearers[name] > 1 and nation in NATIONS and kind not in (*SHIP_KINDS, *BOATS):
            found[id_] = f"{ADJECTIVES[nation]} {name}"
    return found


def _titled(id_: str) -> str:
    """A name for what a player has given none but its id: `tf-5` is TF 5."""
    return " ".join(map(_word, id_.split("-")))


def _word(part: str) -> str:
    """A part of an id as it is written: `tf` is TF, `convoy` is Convoy."""
    return part.upper() if len(part) <= SHORT else part.capitalize()


def _areas_by_name(charts: Charts) -> Mapping[str, str]:
    return {area: chart.name.partition(" (")[0] for area, chart in charts.areas.items()}


def _known(clauses: Iterable[Clause], charts: Charts) -> Mapping[str, str]:
    """What things are called; without a game those without a known name are as long as their id."""
    guessed = {id_: _guessed(id_, charts) for id_ in _ids_in(clauses)}
    return {**guessed, **_areas_by_name(charts)}


def _ids_in(clauses: Iterable[Clause]) -> list[str]:
    """The ids of all that sentences may tell of."""
    return _MENTION.findall(" ".join(words for one in clauses for _, words in one.forms))


def _guessed(id_: str, charts: Charts) -> str:
    """A name as long as that of what has this id, and the same as that of an area of that name.

    Nations have units of one name, which are told apart by their ids.
    """
    nation, area, *_ = (*id_.upper().split("-"), "")
    if nation in NATIONS and area in charts.areas:
        return f"{station(nation, charts.areas[area].name)} squadron"
    title = id_.replace("-", " ").title()
    return f"{title} ({id_})" if nation in NATIONS else title
