"""Whether all that an order names exists and is of the right side [F.6.3]."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import LONGEST, mention, mention_or_quote
from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.suggest import MOST, meant
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import (
    LENDERS,
    NATIONS,
    OVER_JAPAN,
    SHIP_KINDS,
    THEATRES,
    nations_of_side,
    other,
    side_of,
)
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.table import orders_month as o
from pbem.systems.pto.table import orders_season as season
from pbem.systems.pto.table.names import names as names_of
from pbem.systems.pto.table.naming import (
    ADJECTIVES,
    NATION_NAMES,
    NATION_WORDS,
    agree,
    all_of,
    does,
)
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship, TaskForce
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    Muster,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)
from pbem.systems.pto.table.state import Game, Plan

SHOWN = 8
"""So many of the right names stand in a hint where nothing looks like the wrong one."""
SUPPLY, ALL_ABOARD = "supply", "all"


class Scope(Value):
    """Who names something, and in which game; `formed` are task forces that the file forms."""

    game: Game
    seat: str
    charts: Charts
    formed: tuple[str, ...] = ()

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the seat."""
        return self.game.nations_of(self.seat)

    @property
    def side(self) -> str:
        """The side of the seat."""
        return self.game.side_of_seat(self.seat)


class Sort(Value):
    """What a key names, in words, and every name that may stand there."""

    words: str
    known: Callable[[Scope], tuple[str, ...]]


# --- what there is -------------------------------------------------------------------------------


def muster(game: Game, seat: str, formed: Sequence[str] = ()) -> Muster:
    """What the standing orders of a seat's file may name, as the game stands [F.6.3].

    Task forces that the file has `formed` are among it, and those that the seat's orders for the
    month's end will form.
    """
    nations, enemy = game.nations_of(seat), other(game.side_of_seat(seat))
    air = [unit for unit in game.air.values() if unit.nation in nations]
    ground = (unit.id for unit in game.ground.values() if unit.nation in nations)
    return Muster(
        forces=_forces(game, seat, formed),
        afloat=tuple(unit.id for unit in air if unit.base in game.ships),
        units=(*(unit.id for unit in air), *ground),
        targets=_of_side(game.ships, enemy),
    )


def _forces(game: Game, seat: str, formed: Sequence[str]) -> tuple[str, ...]:
    """A seat's task forces: there, formed by its file, and to be formed for the month's end."""
    nations, plan = game.nations_of(seat), game.month.plans.get(seat, Plan())
    there = (tf.id for tf in game.forces.values() if tf.nation in nations)
    return tuple(dict.fromkeys((*there, *formed, *(order.tf for order in plan.forms))))


Pieces = Mapping[str, Ship] | Mapping[str, AirUnit] | Mapping[str, Ground] | Mapping[str, TaskForce]


def _of_side(pieces: Pieces, side: str) -> tuple[str, ...]:
    return tuple(id_ for id_, piece in pieces.items() if side_of(piece.nation) == side)


def _own(scope: Scope, pieces: Pieces) -> tuple[str, ...]:
    nations = scope.nations
    return tuple(id_ for id_, piece in pieces.items() if piece.nation in nations)


def _own_boats(scope: Scope) -> tuple[str, ...]:
    ships = scope.game.ships
    return tuple(id_ for id_ in _own(scope, ships) if ships[id_].kind == "SS")


def _own_ground(scope: Scope) -> tuple[str, ...]:
    return _own(scope, scope.game.ground)


def _areas(scope: Scope) -> tuple[str, ...]:
    return areas_in_play(scope.game, scope.charts)


def areas_in_play(game: Game, charts: Charts) -> tuple[str, ...]:
    """The areas that the scenario does not close [PH1, PH17]."""
    return tuple(area for area in charts.areas if area not in game.terms.closed)


def _theatres(scope: Scope) -> tuple[str, ...]:
    areas = scope.charts.areas.values()
    return tuple(sorted({theatre_of(scope.charts, area.id) for area in areas if not area.sea}))


FORCE = Sort(words="task force", known=lambda scope: _forces(scope.game, scope.seat, scope.formed))
ENEMY_FORCE = Sort(
    words="task force of the enemy",
    known=lambda scope: _of_side(scope.game.forces, other(scope.side)),
)
SHIP = Sort(words="ship", known=lambda scope: _own(scope, scope.game.ships))
BOAT = Sort(words="submarine", known=_own_boats)
TARGET = Sort(
    words="type of ships and no ship of the enemy",
    known=lambda scope: (*SHIP_KINDS, *_of_side(scope.game.ships, other(scope.side))),
)
AIR = Sort(words="air unit", known=lambda scope: _own(scope, scope.game.air))
ALLIED_AIR = Sort(words="air unit", known=lambda scope: _of_side(scope.game.air, scope.side))
GROUND = Sort(words="ground unit", known=_own_ground)
CARGO = Sort(words="ground unit", known=lambda scope: (*_own_ground(scope), SUPPLY))
ABOARD = Sort(words="ground unit", known=lambda scope: (*_own_ground(scope), ALL_ABOARD))
UNIT = Sort(words="unit", known=lambda scope: (*_own(scope, scope.game.air), *_own_ground(scope)))
DEAD = Sort(words="eliminated unit", known=lambda scope: _own(scope, scope.game.dead))
AREA = Sort(words="area in play", known=_areas)
BASE = Sort(words="base", known=lambda scope: (*_areas(scope), *_own(scope, scope.game.ships)))
THEATRE = Sort(words="theatre", known=_theatres)
NATION = Sort(words="nation", known=lambda scope: scope.nations)
BIDDER = Sort(words="nation that bids", known=lambda scope: scope.game.purses_of(scope.seat))
LENDER = Sort(
    words="nation that lends", known=lambda scope: tuple(n for n in scope.nations if n in LENDERS)
)
SIDES_NATION = Sort(words="nation", known=lambda scope: nations_of_side(scope.side))

NAMED: Mapping[type[Order], Mapping[str, Sort]] = {
    o.BombJapan: {"bombers": ALLIED_AIR, "escorts": ALLIED_AIR},
    o.Blockade: {"boats": BOAT},
    o.Form: {"ships": SHIP},
    o.Sail: {"tf": FORCE, "path": AREA, "load": CARGO, "land": AREA},
    o.Engage: {"tf": FORCE, "enemy": ENEMY_FORCE},
    o.Strike: {"units": AIR, "escorts": AIR, "area": AREA, "tf": ENEMY_FORCE, "aim": TARGET},
    o.Transfer: {"units": AIR, "to": BASE},
    o.Airlift: {"nation": NATION, "cargo": CARGO, "origin": AREA, "to": AREA},
    o.Offensive: {
        "nation": NATION,
        "theatres": THEATRE,
        "stack": FORCE,
        "stacks": FORCE,
        "targets": AREA,
    },
    o.March: {"unit": GROUND, "path": AREA},
    o.Assault: {"units": GROUND, "area": AREA},
    o.Drop: {"unit": GROUND, "area": AREA},
    o.Support: {"units": AIR, "escorts": AIR, "area": AREA},
    o.Attack: {"units": GROUND, "area": AREA},
    o.Rail: {"unit": GROUND, "to": AREA},
    o.Debark: {"unit": GROUND, "area": AREA, "then": AREA},
    o.Return: {"tf": FORCE, "to": AREA, "path": AREA, "debark": ABOARD},
    o.Stay: {"tf": FORCE, "pays": SIDES_NATION},
    o.Replenish: {"unit": DEAD},
    o.Repair: {"area": AREA},
    season.LendLease: {"nation": LENDER},
    season.Rebuild: {"unit": UNIT},
    season.Mend: {"ship": SHIP},
    season.Build: {"nation": NATION, "area": AREA},
    season.Bid: {"nation": BIDDER},
}
"""What each key of an order names; the ships of single units are judged in `check_aims` [F.6.4]."""


def wrong_names(scope: Scope, order: Order) -> Iterator[Refusal]:
    """Every name of an order that is not there, or not of the right side [F.6.3]."""
    if isinstance(order, StandingOrder):
        now = muster(scope.game, scope.seat, scope.formed)
        areas = _areas(scope)
        for key, names, words, known in _in_standing(order, now, scope.nations, areas):
            yield from _strange(scope, key, names, words, known)
        return
    for key, sort in NAMED.get(type(order), {}).items():
        if names := _names(order, key):
            yield from _strange(scope, key, names, sort.words, sort.known(scope))


def _names(order: Order, key: str) -> tuple[str, ...]:
    """The names at a key of an order, each once; one that is left empty is none."""
    value = getattr(order, key)
    names = (value,) if isinstance(value, str) else tuple(value)
    return tuple(name for name in dict.fromkeys(names) if name)


# --- standing orders -----------------------------------------------------------------------------


def _in_standing(
    order: StandingOrder, now: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...], str, tuple[str, ...]]]:
    """What a standing order names: the key, the names, what they ought to be, who may be [F.4]."""
    sort, scope = _scope(order, now, nations, areas)
    yield "of", _names(order, "of"), sort, scope
    targets = (*SHIP_KINDS, *now.targets)
    match order:
        case SearchRule() | AirInterception() | NavalInterception():
            yield "areas", _names(order, "areas"), AREA.words, areas
        case AirStrikeRule():
            yield "aim", _names(order, "aim"), TARGET.words, targets
            yield "ships", tuple(order.ships), TARGET.words, targets
        case AirStacks():
            for key in ("offensive", "defensive"):
                yield key, _names(order, key), "air unit on a carrier", now.afloat
        case Gunnery():
            yield "first", _names(order, "first"), TARGET.words, targets
        case Submarines():
            yield "aim", _names(order, "aim"), TARGET.words, targets
        case GroundDefence():
            yield "units", _names(order, "units"), UNIT.words, now.units
            yield "retreat", _names(order, "retreat"), AREA.words, areas
        case Losses():
            for key in ("steps", "abort"):
                yield key, _names(order, key), UNIT.words, now.units


def _scope(
    order: StandingOrder, now: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """What a standing order may hold of, in words and by name: only what it is asked for [F.4]."""
    match order:
        case GoesFirst():
            return "part of a side that goes first by itself", ()
        case Declines():
            return "nation", nations
        case AirDefence():
            fighting = tuple(nation for nation in nations if nation in OVER_JAPAN.values())
            return "nation that orders the fighters over Japan", fighting
    return "task force, area or nation", (*nations, *now.forces, *areas)


def unknown_then(
    order: StandingOrder, then: Muster, nations: tuple[str, ...], areas: tuple[str, ...]
) -> tuple[str, ...]:
    """Names of an opened standing order that were not there as its file was written [F.6.3]."""
    return tuple(
        name
        for _, names, _, known in _in_standing(order, then, nations, areas)
        for name in names
        if name not in known
    )


def named_in_standing(scope: Scope, order: StandingOrder) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys of a standing order that name something, and what may stand there [F.4]."""
    now = muster(scope.game, scope.seat, scope.formed)
    for key, _, _, known in _in_standing(order, now, scope.nations, _areas(scope)):
        yield key, known


# --- words ---------------------------------------------------------------------------------------


def _strange(
    scope: Scope, key: str, names: Iterable[str], sort: str, known: tuple[str, ...]
) -> Iterator[Refusal]:
    for name in names:
        if name not in known:
            told = NATION_NAMES.get(name) or (name if name in THEATRES else mention_or_quote(name))
            told = f"the type {name}" if name in SHIP_KINDS else told
            told = f"'{name}'" if sort == AREA.words and _is_an_areas(scope, name) else told
            what = f"{told} {does(name, 'is', 'are')} {_why(scope, sort, name)}"
            hint = (
                _gone(scope, sort, name)
                or _kept(scope, sort, name)
                or _meant(name, _called(scope, known), "")
                or _not_yours(scope, sort, name)
                or _there(scope, known)
            )
            yield refuse("F.6.3", key, what, hint)


def _is_an_areas(scope: Scope, name: str) -> bool:
    """Whether an area has the name of what was written: it is meant, and no other is told of."""
    called = {**names_of(scope.game, scope.charts), **NATION_WORDS}
    return name in called and called[name] in {called.get(area) for area in _areas(scope)}


def _there(scope: Scope, known: Sequence[str]) -> str:
    """What may stand there, so far as a hint has room; theatres only with an area in play."""
    idle = {*THEATRES} - {theatre_of(scope.charts, area) for area in _areas(scope)}
    known = [id_ for id_ in known if id_ not in idle]
    shown = ", ".join(_to_write(id_) for id_ in known[:SHOWN])
    more = ", …" if len(known) > SHOWN else ""
    return f"use one of: {shown}{more}" if known else "there is none now"


def _gone(scope: Scope, sort: str, name: str) -> str:
    """What to do about what is lost, and about a type of ships where units are ranked [F.6.3]."""
    if name in scope.game.lost:
        return "take it out"
    if name in scope.game.dead and sort != DEAD.words:
        return "'replenish' may bring it back at a month's end"
    if sort == UNIT.words and name in SHIP_KINDS:
        return "air and ground units stand here; the order for ships is 'gunnery'"
    return ""


def _kept(scope: Scope, sort: str, name: str) -> str:
    """Where to look for what is of another sort: a ship's force, a theatre's areas [PH1.8]."""
    areas = scope.charts.areas
    if sort.startswith("task force") and name in scope.game.ships:
        force = scope.game.ships[name].tf
        return f"it is in {mention(force)}" if force else ""
    if sort == THEATRE.words and name in areas and not areas[name].sea:
        return f"{mention(name)} lies in the theatre {theatre_of(scope.charts, name)}"
    if sort == AREA.words and name in THEATRES:
        inside = [area for area in _areas(scope) if theatre_of(scope.charts, area) == name]
        named = f"; name one of its areas: {', '.join(map(mention, inside))}" if inside else ""
        return f"it is a theatre{named}"
    return ""


def _not_yours(scope: Scope, sort: str, name: str) -> str:
    """Whose is what was called by its name or a part of it, where none of one's own is meant."""
    game = scope.game
    found: Mapping[str, Pieces] = {
        AIR.words: game.air,
        GROUND.words: game.ground,
        SHIP.words: game.ships,
        BOAT.words: game.ships,
        FORCE.words: game.forces,
    }
    pieces = found.get(sort, {})
    others = [id_ for id_, piece in pieces.items() if piece.nation not in scope.nations]
    wanted = _plain(name[:LONGEST])
    called = _called(scope, others)
    like = [id_ for id_, word in called.items() if wanted in _words(word)][:MOST]
    named = all_of(map(mention, like))
    return f"{named} {agree(like, 'is', 'are')} not yours" if like else ""


def _called(scope: Scope, known: Sequence[str]) -> Mapping[str, str]:
    """What each id is called by players; the id itself where it has no name."""
    called = {**names_of(scope.game, scope.charts), **NATION_WORDS}
    return {id_: called.get(id_, id_) for id_ in known}


def _to_write(id_: str) -> str:
    """A thing by its name and the id to write, a nation by its name alone [F.7]."""
    return NATION_WORDS.get(id_) or mention(id_)


def _meant(name: str, called: Mapping[str, str], otherwise: str) -> str:
    """What to write for what was called by a part of its name, or one that looks like it [F.6.3].

    Of a name and an id the name comes first: `Luson` is nearer to Luzon than to LUZ.
    """
    wanted = name[:LONGEST].removeprefix("the ")
    like = meant(wanted, called.values())
    ids = [id_ for id_ in called if ADJECTIVES.get(id_, "").casefold() == wanted.casefold()]
    ids += (id_ for id_, word in called.items() if _words(word) & {_plain(wanted)})
    ids += (id_ for word in like for id_, borne in called.items() if borne == word)
    if wanted.casefold() not in {word.casefold() for word in like}:
        ids += (id_ for id_, word in called.items() if word.casefold() in _words(wanted))
    ids = [*dict.fromkeys(ids or meant(wanted, called))][:MOST]
    words = " or ".join(_to_write(id_) for id_ in ids)
    return f"did you mean {words}?" if words else otherwise


def _words(name: str) -> set[str]:
    """The parts of a name in small letters: `India-Ceylon` has two, and `B-17 19BG` has b17."""
    return {*re.split(r"[\s/-]+", name.casefold()), *map(_plain, name.split())}


def _plain(word: str) -> str:
    """A word in small letters without hyphens: as `b17` stands for `B-17`."""
    return word.casefold().replace("-", "")


def _why(scope: Scope, sort: str, name: str) -> str:
    """Why a name cannot stand where it does: whose it is, or what it ought to be."""
    nation = _nation_of(scope.game, name)
    if name in scope.game.lost or (name in scope.game.dead and sort != DEAD.words):
        return "lost"
    if nation and sort.endswith("of the enemy") and side_of(nation) == scope.side:
        return "your own"
    if nation and not sort.endswith("of the enemy") and nation not in scope.nations:
        return "not yours"
    return f"no {sort}"


def _nation_of(game: Game, name: str) -> str:
    """Whose a force or piece on the map is, or a nation itself; empty for anything else."""
    for pieces in (game.forces, game.ships, game.air, game.ground):
        if name in pieces:
            return pieces[name].nation
    return name if name in NATIONS else ""
