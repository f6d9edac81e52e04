"""The situation of Cartwheel on one screen, as everybody sees it (E.1): by place, not by unit."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.counting import count
from pbem.engine.sheets import Row, Sheet, sheet_of
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.r06_bases import damage_of, is_disrupted
from pbem.systems.cartwheel.rules.r11_troops import strength
from pbem.systems.cartwheel.table.state import SIDES, Game, Ship, Troops, other
from pbem.systems.cartwheel.words.names import ADJECTIVES, short_place
from pbem.systems.cartwheel.words.sheets import NOTHING, facts, points_by_rule
from pbem.systems.cartwheel.words.sheets_air import known, missions

BUILDING = {"building": "under construction"}
UNSUPPLIED = "no supply"
SOME = 2
"""So many ships at a place are named; more are counted."""


def overview(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The turn, quiet places, aircraft, missions, then each side's places with what recon told."""
    found = (
        sheet_of("", ("", ""), _turn(game, charts)),
        _quiet(game, charts),
        known(game, charts),
        replace(missions(game, charts), title=""),
        *(_places(game, side, charts) for side in SIDES),
    )
    return tuple(sheet for sheet in found if sheet.rows)


def _turn(game: Game, charts: Charts) -> Iterator[tuple[str, str]]:
    for name, words in facts(game, charts):
        if words:
            yield name, words
        if name == "Victory points" and game.awards:
            yield "by rule", "; ".join(map(_earned, points_by_rule(game, charts).rows))


def _earned(row: Row) -> str:
    """`TF-36 committed: Japanese 1 VP`: who has earned what by a rule."""
    _, what, *each = row.cells
    sides = zip(ADJECTIVES.values(), each, strict=True)
    return f"{what}: {', '.join(f'{side} {worth}' for side, worth in sides if worth != NOTHING)}"


# --- places --------------------------------------------------------------------------------------


def _quiet(game: Game, charts: Charts) -> Sheet:
    """Each side's places where nothing but its own ground units and a sound base is, and boxes."""
    rows = (
        (
            f"Quiet, {ADJECTIVES[side]}: CF (units)",
            "; ".join(filter(None, _names(game, side, charts))),
        )
        for side in SIDES
    )
    return sheet_of("", ("", ""), (row for row in rows if row[1]))


def _names(game: Game, side: str, charts: Charts) -> Iterator[str]:
    for place in sorted(_held(game, side, charts)):
        if _is_quiet(game, place, side, charts):
            words = (_ashore(game, place, side, charts), _ships(game, place, side))
            yield f"{short_place(place, charts)} {', '.join(filter(None, words))}".strip()


def _is_quiet(game: Game, place: str, side: str, charts: Charts) -> bool:
    """Whether no enemy and no want of supply is there, nothing hurt, and no ship on the map."""
    there = [unit for unit in game.troops_at(place) if unit.steps]
    open_ = place not in charts.boxes and _ships(game, place, side)
    told = any(_bases(game, place, side, charts))
    return all(unit.side == side and unit.supplied for unit in there) and not told and not open_


def _places(game: Game, side: str, charts: Charts) -> Sheet:
    """The places that a side holds and that are not quiet, with the enemy's ground units there."""
    rows = []
    for place in sorted(_held(game, side, charts)):
        if _is_quiet(game, place, side, charts):
            continue
        name = short_place(place, charts)
        title = name if place in charts.boxes or name == place else f"{place} {name}"
        enemy = _ashore(game, place, other(side), charts)
        ashore = (
            _ashore(game, place, side, charts),
            enemy and f"{ADJECTIVES[other(side)]} {enemy}",
        )
        state = "; ".join(_bases(game, place, side, charts))
        cells = (title, state, "; ".join(filter(None, ashore)), _ships(game, place, side))
        rows.append(
            Row(cells=cells, style="hurt" if UNSUPPLIED in state or "disrupted" in state else "")
        )
    heads = (f"{ADJECTIVES[side]} places", "Bases", "CF (units) ashore", "Ships")
    return Sheet(title="", heads=heads, rows=tuple(rows))


def _held(game: Game, side: str, charts: Charts) -> Iterator[str]:
    """Places with bases, units or ships that a side holds; nobody's are theirs who are there."""
    there: dict[str, str] = {}
    for base in game.bases.values():
        if base.status not in ("in-hand", "lost"):
            there.setdefault(base.hex, base.owner)
    pieces: tuple[Troops | Ship, ...] = (*game.troops.values(), *game.ships.values())
    for piece in pieces:
        if piece.steps and piece.at not in game.ships:
            there.setdefault(piece.at, piece.side)
    for place, first in there.items():
        holder = charts.boxes[place].side if place in charts.boxes else game.control.get(place)
        if place and (holder or first) == side:
            yield place


def _bases(game: Game, place: str, side: str, charts: Charts) -> Iterator[str]:
    """A side's bases there that are hurt, have a Radar or were counted, and its Rufes in port.

    `RAB disrupted 2/6, counted 5F 6B`.
    """
    for base in game.bases_at(place):
        told, limits = game.turn.counts.get(base.id), damage_of(base.id, charts)
        words = [] if base.status == "working" else [BUILDING.get(base.status, base.status)]
        if base.hits and base.status == "working" and limits is not None:
            state = "disrupted " if is_disrupted(base, charts) else "hit "
            words = [f"{state}{base.hits}/{limits.destroyed}"]
        words += [] if base.supplied else [UNSUPPLIED]
        words += ["Radar"] if base.radar else []
        words += [f"counted {told.fighters}F {told.bombers}B"] if told else []
        if words and base.owner == side:
            yield f"{base.id} {', '.join(words)}"
    for plane in game.floatplanes.values():
        if (plane.hex, plane.side) == (place, side):
            yield f"{plane.id} at the port{' disrupted' if plane.disrupted else ''}"


def _ashore(game: Game, place: str, side: str, charts: Charts) -> str:
    """Combat factors and units of a side, what holds them, what they lack: `8 (2), fort`."""
    units = [unit for unit in game.troops_at(place, side) if unit.steps]
    supply, lacking = game.supplies.get(f"{side}/{place}", 0), sum(not u.supplied for u in units)
    factors = sum(strength(unit, charts) for unit in units)
    words = [f"{factors} ({len(units)})"] if units else []
    words += [f"{lacking} without supply"] if lacking else []
    words += ["fort"] if place in game.forts and game.control.get(place) == side else []
    words += [count(supply, "supply unit")] if supply else []
    return ", ".join(words)


def _ships(game: Game, place: str, side: str) -> str:
    """The ships there, with a word of whose they are that are not the holder's.

    `LST2, LST4 (loaded)`, `2 ships; Allied 6 ships (2 loaded)`.
    """
    own, enemy = (_fleet(game, place, one) for one in (side, other(side)))
    return "; ".join(filter(None, (own, enemy and f"{ADJECTIVES[other(side)]} {enemy}")))


def _fleet(game: Game, place: str, side: str) -> str:
    """A side's ships at a place, by name while they are few."""
    ships = [ship for ship in game.ships_at(place, side) if ship.steps]
    if len(ships) <= SOME:
        return ", ".join(_with_marks(ship.id, _marks(ship)) for ship in ships)
    marks = Counter(mark for ship in ships for mark in _marks(ship))
    return _with_marks(count(len(ships), "ship"), (f"{n} {mark}" for mark, n in marks.items()))


def _marks(ship: Ship) -> tuple[str, ...]:
    """What of a ship its player must have in mind: that it carries something, and is disrupted."""
    marks = (("loaded", bool(ship.cargo)), ("disrupted", ship.disrupted))
    return tuple(mark for mark, holds in marks if holds)


def _with_marks(words: str, marks: Iterable[str]) -> str:
    """`LST4 (loaded, disrupted)`, `6 ships (2 loaded)`, `LST2`."""
    told = ", ".join(marks)
    return f"{words} ({told})" if told else words
