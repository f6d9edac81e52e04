"""What openings and statements do to the public state (E.5, E.6, protocol 7)."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from pbem.decode import decode
from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import air_left
from pbem.systems.cartwheel.rules.r05_events import bar_to_enter_tf36
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r09_landing import on_ground_again
from pbem.systems.cartwheel.rules.r14_regroup import eleventh_flown, replaced
from pbem.systems.cartwheel.rules.statements import Hit, read_hit, read_loss
from pbem.systems.cartwheel.table import open_items
from pbem.systems.cartwheel.table.answers import NOBODY, RAID, read_raid_answer
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_openings import CountsTold, ItemBroken
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import SIDES, Floatplane, Game, Owed, Shown, Told
from pbem.systems.cartwheel.table.under_way import Manifest

Table = Mapping[str, Any] | None


def opened(game: Game, seat: str, id_: str, seq: int, table: Table, charts: Charts) -> Told:
    """An item of a seat's file `seq` laid open; what means nothing counts as the rules' default."""
    if id_.endswith(open_items.COUNTS):
        return _counted(game, seat, id_.removesuffix(open_items.COUNTS), table)
    if id_.startswith(open_items.UNIT):
        return _shown(game, seat, id_.removeprefix(open_items.UNIT), seq, table, charts)
    if id_.startswith(open_items.TF36):
        return _answered(game, seat, id_, table, charts)
    if id_.startswith(RAID):
        return _raid_answered(game, seat, id_, table)
    return _manifest(game, seat, id_.removeprefix(open_items.MISSION), table)


def _answered(game: Game, seat: str, id_: str, table: Table, charts: Charts) -> Told:
    """The answer on TF-36 that holds (E.4.5); with one that is none or illegal it stays away."""
    answer = open_items.read_answer(table)
    comes = answer is not None and answer.commit
    place = answer.hex if answer is not None and comes else ""
    broken = answer is None or (comes and bool(bar_to_enter_tf36(game, place, charts)))
    sealed = place if comes and not broken else open_items.NO_TF36
    game = game.with_turn(replace(game.turn, sealed=sealed))
    return game, _broken(seat, id_) if broken else ()


def _broken(seat: str, id_: str) -> tuple[Event, ...]:
    return (ItemBroken(to=ALL, seat=seat, item=id_),)


def _counted(game: Game, seat: str, base: str, table: Table) -> Told:
    """What recon is told of a base [7.3.4~]; a broken item tells nothing."""
    side, turn = game.side_of(seat), game.turn
    left = tuple(one for one in turn.looks.get(side, ()) if one != base)
    turn = replace(turn, looks=turn.looks.set(side, left))
    count = open_items.read_count(table)
    if count is None:
        return game.with_turn(turn), _broken(seat, f"{base}{open_items.COUNTS}")
    turn = replace(turn, counts=turn.counts.set(base, count))
    told = CountsTold(to=ALL, base=base, owner=side, fighters=count.fighters, bombers=count.bombers)
    return game.with_turn(turn), (told,)


def _shown(game: Game, seat: str, unit: str, seq: int, table: Table, charts: Charts) -> Told:
    """A unit's item opened for a reply or an answer (E.2).

    By a broken one it stands nowhere: it takes off by no rule, and is asked for no more [H8.9.10].
    """
    shown = open_items.read_shown(unit, seq, table)
    if shown is None or not 1 <= shown.steps <= charts.air[unit].model.steps:
        nowhere = Shown(unit=unit, base="", half="flown", steps=1)
        broken = _broken(seat, f"{open_items.UNIT}{unit}")
        return replace(game, shown=game.shown.set(unit, nowhere)), broken
    return replace(game, shown=game.shown.set(unit, shown)), ()


def _raid_answered(game: Game, seat: str, id_: str, table: Table) -> Told:
    """An answer in advance [H8.9.9]; by a broken one nobody takes off [H8.9.10]."""
    answer = read_raid_answer(table)
    game = replace(game, answers=game.answers.set(id_, answer or NOBODY))
    return game, () if answer else _broken(seat, id_)


def _manifest(game: Game, seat: str, mission: str, table: Table) -> Told:
    """A raid's units, modes, targets [H9.1.3]; with a broken item nobody flies."""
    operations = game.operations
    try:
        manifest = decode(Manifest, table if table else {}, code="item", where=mission)
        events: tuple[Event, ...] = ()
    except Refused:
        manifest, events = Manifest(fliers=()), _broken(seat, f"{open_items.MISSION}{mission}")
    raid = replace(operations.raids[mission], manifest=manifest)
    operations = replace(operations, raids=operations.raids.set(mission, raid))
    return game.with_operations(operations), events


# --- statements ----------------------------------------------------------------------------------


def stated(game: Game, seat: str, order: Order, charts: Charts) -> Told:
    """A statement carried out (E.6); it has been checked against what is owed."""
    assert isinstance(order, Statement)
    side = game.side_of(seat)
    due = [one for one in game.owed if (one.side, one.about) == (side, order.about)]
    game = replace(game, owed=tuple(one for one in game.owed if one not in due))
    paid = len(game.awards)
    hits = [hit for hit in map(read_hit, order.hits) if hit is not None]
    losses = [loss for loss in map(read_loss, order.lost) if loss is not None]
    for hit, one in product(hits, due):
        game = on_ground_again(_struck(game, hit, one, charts), one, hit.unit)
    stayed = tuple(sorted({hit.unit for hit in hits for one in due if hit.unit in one.fled}))
    for loss in losses:
        game = air_left(game, loss.unit, loss.steps, 0, False, charts)
    points = sum(award.points for award in game.awards[paid:])
    # who is saved is named, not seen: its steps may have come back in 14.1 since all saw them
    game = game.with_air(replace(game.air[unit], base="") for unit in order.saved)
    evacuated = (*game.turn.evacuated, *order.saved)
    game = game.with_turn(replace(game.turn, evacuated=evacuated))
    if order.kind == "replaced":
        game = replaced(game, side, order.number, charts)
    if order.kind == "eleventh":
        game = eleventh_flown(game, order.number, charts)
    if order.kind == "moored":
        game = moored(game, side, order)
    event = _event(side, order, hits, [loss.unit for loss in losses])
    return game, (replace(event, stayed=stayed, points=points),)


def _struck(game: Game, hit: Hit, due: Owed, charts: Charts) -> Game:
    """A unit hit on the ground is seen at its base (E.5.3c), in the turn of the strike.

    14.1 may have come between, and its disruption gone in secret [H14.1]; or it has left with TF-36
    and lost it, for all to see [H5.3.3].
    """
    game = air_left(game, hit.unit, hit.before, hit.after, hit.disrupted, charts)
    known = replace(game.air[hit.unit], seen=due.turn, file=0)
    if known.arrived:
        return game.with_air((replace(known, base=due.place),))
    return game.with_air((replace(known, disrupted=False),))


def moored(game: Game, side: str, order: Statement) -> Game:
    """A Rufe stands at another port than all could see, or at none [6.3.6~].

    Flown, unless the turn's flights are over: then it has become Ready with the others [14.2].
    """
    if not order.port:
        return replace(game, floatplanes=game.floatplanes.without(order.place))
    plane = Floatplane(
        id=order.place, side=side, hex=order.port, steps=order.number,
        flown=len(game.turn.concluded) < len(SIDES), disrupted=order.disrupted,
    )  # fmt: skip
    known = replace(game.air[plane.id], steps=plane.steps, disrupted=plane.disrupted)
    game = game.with_air((replace(known, seen=game.now, base=f"{PORT}{plane.hex}"),))
    return replace(game, floatplanes=game.floatplanes.set(plane.id, plane))


def _event(side: str, order: Statement, hits: list[Hit], lost: list[str]) -> Stated:
    return Stated(
        to=ALL,
        side=side,
        kind=order.kind,
        place=order.place,
        mission=order.mission,
        disrupted=tuple(hit.unit for hit in hits if hit.after and hit.disrupted),
        reduced=tuple(hit.unit for hit in hits if 0 < hit.after < hit.before),
        lost=(*(hit.unit for hit in hits if not hit.after), *lost),
        saved=order.saved,
        number=order.number,
        port=order.port,
    )
