"""Landings among partners: whose order goes first, and who then commands [MB1, MH7, MH34]."""

from collections.abc import Collection, Iterable, Iterator

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.orders.repairs import is_hopeful, ways
from pbem.systems.midway.orders.sight import Sight, events, without_orders
from pbem.systems.midway.table.carriers import afloat, is_able
from pbem.systems.midway.table.events import Ditched, Landed, Waited
from pbem.systems.midway.table.orders import Land
from pbem.systems.midway.table.state import Carrier
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.names import all_of, carrier_name


def landing_later(sight: Sight) -> tuple[str, ...]:
    """The partners who write after the seat and have a carrier that may land planes then [M1.1]."""
    if sight.is_last or sight.phase not in Land.phases:
        return ()
    able = (one for one in _of_others(sight) if _may_land(sight, one))
    return tuple(dict.fromkeys(one.seat for one in able if one.seat not in sight.answers))


def preceded(sight: Sight) -> Iterator[str]:
    """That partners who write later may land first whom this seat's own orders name [MH34].

    Orders are carried out carrier by carrier [MD1], whoever writes before.
    """
    mine = [one for one in sight.answers.get(sight.seat, ()) if isinstance(one, Land)]
    named = {order.carrier for order in mine if order.squadrons}
    sooner = [one for one in _before(sight, named) if one.seat != sight.seat]
    for seat in landing_later(sight):
        able = [one for one in sooner if one.seat == seat and _may_land(sight, one)]
        if able:
            where = " or ".join(carrier_name(one.id) for one in able)
            yield (
                f"But {seat} writes after you, and whom it orders to land on {where} lands there"
                " first [MH34]."
            )


def _before(sight: Sight, carriers: Collection[str]) -> list[Carrier]:
    """The side's carriers afloat that come before the last of some, in order [MD1]."""
    there = afloat(sight.game, sight.side, sight.charts)
    last = max((n for n, one in enumerate(there) if one.id in carriers), default=0)
    return there[:last]


def _of_others(sight: Sight) -> Iterator[Carrier]:
    there = afloat(sight.game, sight.side, sight.charts)
    return (carrier for carrier in there if carrier.seat != sight.seat)


def _may_land(sight: Sight, carrier: Carrier) -> bool:
    """Whether a carrier may come to land planes, whatever its seat plans before [M1.1, M11.2]."""
    clear = sight.plans_before or not sight.deck(carrier)
    return clear and (is_able(carrier, sight.charts) or is_hopeful(sight, carrier))


def taken_first(sight: Sight) -> Iterator[str]:
    """That partners who write later may order to land whom this seat's would by default [MH34]."""
    seats, mine = landing_later(sight), sight.answers.get(sight.seat, ())
    own = {carrier.id for carrier in sight.carriers()}
    own -= {order.carrier for order in mine if isinstance(order, Land)}
    if seats and any(isinstance(e, Landed) and e.carrier in own for e in events(sight)):
        writes = "writes" if len(seats) == 1 else "write"
        its = "its" if len(seats) == 1 else "their"
        yield (
            f"But {all_of(seats)} {writes} after you, and whom a land order of {its} names lands"
            " there first [MH34]."
        )


def passing(sight: Sight) -> Iterator[str]:
    """`VF-3 lands on Hornet of tf-16, and obeys tf-16 from then on` [MH7].

    A partner who writes later may order his landings otherwise [MH34].
    """
    unless = _unless(landing_later(sight))
    for event in events(sight):
        if not isinstance(event, Landed):
            continue
        carrier = sight.game.carriers[event.carrier]
        own = [id_ for id_ in event.squadrons if _is_own(sight, id_)]
        if own and carrier.seat != sight.seat:
            lands, obeys = ("lands", "obeys") if len(own) == 1 else ("land", "obey")
            yield (
                f"{all_of(own)} {lands} on {carrier_name(carrier.id)} of {carrier.seat}{unless},"
                f" and {obeys} {carrier.seat} from then on [M1.4, MH7]."
            )


def _unless(seats: Collection[str]) -> str:
    """That partners who write later may order otherwise [MH34]; empty for none."""
    order = "orders" if len(seats) == 1 else "order"
    return f", unless {all_of(seats)} later {order} otherwise" if seats else ""


def unlanded(sight: Sight) -> Iterator[str]:
    """Who finds no deck [M1.5]: a partner who writes later may still land them [MH34].

    Of those who find a partner's alone it is told that they pass to him, unless he orders
    otherwise.
    """
    seats = landing_later(sight)
    for event, found in _restricted(events(sight), _missing(sight)):
        lands, whom = "lands" if len(seats) == 1 else "land", "it" if len(found) == 1 else "them"
        unless = f"unless {all_of(seats)} {lands} {whom}, " if seats else ""
        lines_ = tuple(line.text for line in lines(event, sight.charts))
        yield from (f"{unless}{' '.join(lines_)}",) if unless else lines_


def _restricted(
    told: Iterable[Event], ids: Collection[str]
) -> Iterator[tuple[Event, tuple[str, ...]]]:
    """What is told of some who do not land, and who of them stand in it."""
    for event in told:
        match event:
            case Waited():
                marks = {id_: n for id_, n in event.marks.items() if id_ in ids}
                if marks:
                    yield replace(event, marks=FrozenMap(marks)), tuple(marks)
            case Ditched():
                if found := tuple(id_ for id_ in event.squadrons if id_ in ids):
                    yield replace(event, squadrons=found), found


def _is_own(sight: Sight, id_: str) -> bool:
    return sight.game.squadrons[id_].seat == sight.seat


def _missing(sight: Sight) -> frozenset[str]:
    """Who does not land in the phase [M1.5]."""
    return frozenset(
        id_
        for event in events(sight)
        if isinstance(event, Waited | Ditched)
        for id_ in (event.marks if isinstance(event, Waited) else event.squadrons)
    )


def changed(sight: Sight) -> Iterator[str]:
    """What the seat's landing orders change of the landings on its partners' carriers [MH34]."""
    if sight.phase not in Land.phases:
        return
    told = [_turned(way, without_orders(way)) for _, way in ways(sight)]
    yield from told[0] if all(one == told[0] for one in told) else ()


def _turned(sight: Sight, default: Sight) -> tuple[str, ...]:
    """`Akagi of cardiv-1 thereby lands Kaga-DB, and not Akagi-DB` [MH34]."""
    after, before = _landed(sight), _landed(default)
    later = landing_later(sight)
    parts = []
    for carrier in _of_others(sight):
        now, then = after.get(carrier.id, ()), before.get(carrier.id, ())
        gone = [id_ for id_ in then if id_ not in now]
        if gone:
            lands = f"lands {all_of(now) or 'nothing'}, and not {all_of(gone)}"
            unless = _unless([seat for seat in later if seat == carrier.seat])
            name = f"{carrier_name(carrier.id)} of {carrier.seat}"
            parts.append(f"{name} thereby {lands}{unless} [MH34].")
    return tuple(parts)


def _landed(sight: Sight) -> dict[str, tuple[str, ...]]:
    landed: dict[str, tuple[str, ...]] = {}
    for event in events(sight):
        if isinstance(event, Landed):
            landed[event.carrier] = (*landed.get(event.carrier, ()), *event.squadrons)
    return landed
