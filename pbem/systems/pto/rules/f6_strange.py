"""Names that cannot stand where they do: why not, and what to write instead [F.6.3]."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.engine.mentions import LONGEST, mention, mention_or_quote
from pbem.suggest import MOST, meant
from pbem.systems.pto.book.kinds import NATIONS, SHIP_KINDS, THEATRES, side_of
from pbem.systems.pto.rules.f6_sorts import (
    AIR,
    AREA,
    BOAT,
    DEAD,
    FORCE,
    GROUND,
    SHIP,
    THEATRE,
    UNIT,
    Pieces,
    Scope,
    areas_of,
)
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.table.names import names as names_of
from pbem.systems.pto.table.naming import (
    ADJECTIVES,
    NATION_NAMES,
    NATION_WORDS,
    agree,
    all_of,
    does,
)
from pbem.systems.pto.table.state import Game

SHOWN = 8
"""So many of the right names stand in a hint where nothing looks like the wrong one."""


def strange(
    scope: Scope, key: str, names: Iterable[str], sort: str, known: tuple[str, ...]
) -> Iterator[Refusal]:
    """Every name at a key that is not among the known ones of its sort, with a way out [F.6.3]."""
    for name in names:
        if name not in known:
            told = NATION_NAMES.get(name) or (name if name in THEATRES else mention_or_quote(name))
            told = f"the type {name}" if name in SHIP_KINDS else told
            told = f"'{name}'" if sort == AREA.words and _is_an_areas(scope, name) else told
            what = f"{told} {does(name, 'is', 'are')} {_why(scope, sort, name)}"
            hint = (
                _gone(scope, sort, name)
                or _kept(scope, sort, name)
                or _meant(name, _called(scope, known))
                or _not_yours(scope, sort, name)
                or _there(scope, known)
            )
            yield refuse("F.6.3", key, what, hint)


def _is_an_areas(scope: Scope, name: str) -> bool:
    """Whether an area has the name of what was written: it is meant, and no other is told of."""
    called = {**names_of(scope.game, scope.charts), **NATION_WORDS}
    return name in called and called[name] in {called.get(area) for area in areas_of(scope)}


def _there(scope: Scope, known: Sequence[str]) -> str:
    """What may stand there, so far as a hint has room; theatres only with an area in play."""
    idle = {*THEATRES} - {theatre_of(scope.charts, area) for area in areas_of(scope)}
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
        inside = [area for area in areas_of(scope) if theatre_of(scope.charts, area) == name]
        named = f"; name one of its areas: {', '.join(map(mention, inside))}" if inside else ""
        return f"it is a theatre{named}"
    return ""


def _not_yours(scope: Scope, sort: str, name: str) -> str:
    """Whose is what was called by a part of its name, where none of one's own is meant [F.6.3]."""
    game = scope.game
    sorts: Mapping[str, Pieces] = {
        AIR.words: game.air,
        GROUND.words: game.ground,
        SHIP.words: game.ships,
        BOAT.words: game.ships,
        FORCE.words: game.forces,
    }
    pieces = sorts.get(sort, {})
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


def _meant(name: str, called: Mapping[str, str]) -> str:
    """What to write for what was called by a part of its name, or one that looks like it [F.6.3].

    Of a name and an id the name comes first: `Luson` is nearer to Luzon than to LUZ.
    """
    wanted = name[:LONGEST].removeprefix("the ")
    like = meant(wanted, called.values())
    ids = [id_ for id_ in called if ADJECTIVES.get(id_, "").casefold() == wanted.casefold()]
    ids += (id_ for id_, word in called.items() if _plain(wanted) in _words(word))
    ids += (id_ for word in like for id_, borne in called.items() if borne == word)
    if wanted.casefold() not in {word.casefold() for word in like}:
        ids += (id_ for id_, word in called.items() if word.casefold() in _words(wanted))
    ids = [*dict.fromkeys(ids or meant(wanted, called))][:MOST]
    words = " or ".join(_to_write(id_) for id_ in ids)
    return f"did you mean {words}?" if words else ""


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
