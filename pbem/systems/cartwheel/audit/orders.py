"""The audit of orders against the charts (E.7, checks 5, 7, 8, 10, 12, 13, 16 to 20)."""

from collections.abc import Collection, Iterable, Iterator

from pbem.counting import count
from pbem.engine.hidden import Disclosed
from pbem.engine.orders import Order, stands_alone
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.audit.flights import manifest_in
from pbem.systems.cartwheel.audit.moves import occasion_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.changes import cannot_dismantle, cannot_land
from pbem.systems.cartwheel.own.charts import Flight, Leg, Private
from pbem.systems.cartwheel.own.readiness import (
    apart_from_cargo,
    cannot_evade,
    cannot_reconnoitre,
    cannot_scramble,
    from_too_many_bases,
    not_ready,
    out_of_reach,
)
from pbem.systems.cartwheel.own.sealing import moorings, stated, stranded
from pbem.systems.cartwheel.own.sorties import astir, cannot_follow, sent_twice
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.statements import read_hit
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import Dismantle, Recon, Statement
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.words.names import base_name
from pbem.systems.cartwheel.words.turn import hit_words

CHECKS = {
    "struck": (17, "H9.10.6"),
    "lost-base": (18, "6.6.5"),
    "no-landing": (19, "H9.11.1"),
    "replaced": (12, "H14.1"),
    "eleventh": (10, "5.2e"),
    "moored": (19, "6.3.6~"),
}
"""The check of each kind of statement, and the rule that it is about."""


def order_breaches(
    expected: Private | None, sealed: Private, file: Disclosed[Game], charts: Charts
) -> Iterator[Finding]:
    """What the charts say against a file's orders; one that stands alone leaves nothing to say."""
    if stands_alone(file.orders):
        return
    yield from _sent_twice(sealed, file)
    for number, order in enumerate(file.orders):
        match order:
            case AirMission():
                flight = sealed.flights.get(order.id)
                own, before = expected or sealed, file.orders[:number]
                coming = _coming(sealed, before, file.found)
                yield from _mission(own, flight, order, coming, file.found, charts)
                yield from _aboard(flight, order, astir(before, file.found, sealed.side))
            case Reply():
                yield from _reply(expected or sealed, order, file.found, charts)
            case Recon():
                own = _set_up(expected, sealed, order.unit, file, charts)
                yield from _recon(own, order, file, charts)
            case Dismantle():
                coming = _coming(sealed, file.orders, file.found)
                if refusal := cannot_dismantle(sealed, order.base, coming):
                    what = f"it was dismantled, and {refusal.what}"
                    yield Finding(5, refusal.rule, order.base, what)
    if expected is not None:
        yield from _statements(expected, sealed, file, charts)


# --- missions and replies ------------------------------------------------------------------------


def _coming(sealed: Private, before: Iterable[Order], game: Game) -> FrozenMap[str]:
    """Where units came down before a mission: those of missions before it [H9.11.1, CR81].

    Before one that a reply gave ahead those that staged by the reply [H8.8].
    """
    if unanswered(game):
        return FrozenMap((plane.id, plane.to) for plane in sealed.planes.values() if plane.to)
    missions = (order.id for order in before if isinstance(order, AirMission))
    flights = (sealed.flights[id_] for id_ in missions if id_ in sealed.flights)
    return FrozenMap((leg.unit, leg.returns) for flight in flights for leg in flight.legs)


def _mission(
    own: Private,
    flight: Flight | None,
    order: AirMission,
    coming: FrozenMap[str],
    game: Game,
    charts: Charts,
) -> Iterator[Finding]:
    """Units of a mission were ready at the base that its landing names, in range (check 7).

    They are judged as the file found them: its stage moves come after its missions, but those of a
    reply. `coming` is where units come down before it.
    """
    if flight is None:
        yield Finding(7, "H9.1.3", order.id, "it has no landing item")
        return
    manifest = manifest_in(flight, order)
    legs = {leg.unit: leg for leg in flight.legs}
    for flier in manifest.fliers:
        leg, plane = legs.get(flier.unit), own.planes.get(flier.unit)
        if leg is None:
            continue  # check 29 looks at it
        if plane is None or leg.origin != plane.base:
            what = f"mission {order.id} does not start from where its chart has it"
            yield Finding(7, "H9.1.1", flier.unit, what)
            continue
        refusal = not_ready(own, game, plane, charts, order.kind)
        if refusal := refusal or cannot_follow(own, game, plane, coming, charts):
            what = f"it flew mission {order.id} and {refusal.what}"
            yield Finding(7, refusal.rule, flier.unit, what)
        if refusal := apart_from_cargo(game, plane, flier.cargo, charts):
            what = f"in mission {order.id} it {refusal.what}"
            yield Finding(7, refusal.rule, flier.unit, what)
        if flier.steps != plane.steps:
            what = f"mission {order.id} shows {count(flier.steps, 'step')}, its chart {plane.steps}"
            yield Finding(13, "2.2b", flier.unit, what)
        if refusal := out_of_reach(game, flier.unit, leg.origin, order.hex, charts):
            yield Finding(7, refusal.rule, flier.unit, refusal.what)
        yield from _return(leg, order, game, charts)
    if refusal := from_too_many_bases((leg.origin for leg in flight.legs), charts):
        yield Finding(7, refusal.rule, order.id, refusal.what)
    yield from _ace(own, manifest.ace)


def _ace(own: Private, unit: str) -> Iterator[Finding]:
    """Who flies as an Ace carries one (check 20)."""
    if unit and not (unit in own.planes and own.planes[unit].ace):
        yield Finding(20, "H5.1.1", unit, "it fought as an Ace, and carries none")


def _sent_twice(sealed: Private, file: Disclosed[Game]) -> Iterator[Finding]:
    """A unit of a mission takes off by no other order of the file (check 7) [H9.1.1, CR76]."""
    replies = [order for order in file.orders if isinstance(order, Reply)]
    answered = {order.mission for order in replies}
    missions = {
        order.id: tuple(leg.unit for leg in sealed.flights[order.id].legs)
        for order in file.orders
        if isinstance(order, AirMission) and order.id in sealed.flights
    }
    for mission, unit, other in sent_twice(missions, replies):
        rule, verb = ("CR76", "answers") if other in answered else ("H9.1.1", "flies")
        yield Finding(
            7, rule, unit, f"it flies mission {mission}, and {verb} {other} by the same file"
        )


def _aboard(flight: Flight | None, order: AirMission, decks: Collection[str]) -> Iterator[Finding]:
    """No unit of a mission comes from a carrier that may be sunk or gone before it (check 7)."""
    for leg in flight.legs if flight else ():
        if leg.origin in decks:
            what = (
                f"in mission {order.id} it flies from {leg.origin}, which may sail or be hit before"
            )
            yield Finding(7, "CR79", leg.unit, what)


def _return(leg: Leg, order: AirMission, game: Game, charts: Charts) -> Iterator[Finding]:
    """A unit is told to land where it may, or where it came from (check 19) [H9.11.1]."""
    refusal = cannot_land(game, leg.unit, order.hex, leg.returns, charts)
    if refusal and leg.returns != leg.origin:
        what = f"its landing in mission {order.id} was sealed so: it {refusal.what}"
        yield Finding(19, refusal.rule, leg.unit, what)


def _reply(expected: Private, order: Reply, game: Game, charts: Charts) -> Iterator[Finding]:
    """Interceptors and evaders stood where the reply says, and were ready (checks 7 and 8)."""
    for key, named in (("intercepted", order.interceptors), ("evaded", order.evaders)):
        for unit, base in named.items():
            plane = expected.planes.get(unit)
            if plane is None or plane.base != base:
                where = base_name(base, charts)
                what = f"it {key} mission {order.mission} from {where}, and did not stand there"
                yield Finding(8, "H9.4.1", unit, what)
                continue
            refusal = (
                cannot_evade(plane)
                if key == "evaded"
                else cannot_scramble(expected, game, plane, charts)
            )
            if refusal:
                what = f"it {key} mission {order.mission} and {refusal.what}"
                yield Finding(7, refusal.rule, unit, what)

    yield from _ace(expected, order.ace)


def _set_up(
    expected: Private | None, sealed: Private, unit: str, file: Disclosed[Game], charts: Charts
) -> Private:
    """The charts from which recon flies: those sealed where the file itself places units.

    So it does in the set-up [H17.0], and units of the 11th when it commits that [5.2c].
    """
    occasion = occasion_of(file, sealed.side, charts)
    is_eleventh = unit in charts.air and charts.air[unit].is_eleventh
    places = occasion.redistributes or (occasion.commits and is_eleventh)
    return sealed if expected is None or places else expected


def _recon(own: Private, order: Recon, file: Disclosed[Game], charts: Charts) -> Iterator[Finding]:
    """Recon flies Ready, from no over-full base, as far as its unit reaches (check 16)."""
    plane, unit = own.planes.get(order.unit), charts.air.get(order.unit)
    if unit is None or unit.model.unlimited:
        return
    if plane is None:
        yield Finding(16, "7.3.1", order.unit, "it flew on recon from no base")
        return
    if refusal := cannot_reconnoitre(own, file.found, plane, order.hex, charts):
        check = 3 if refusal.rule == "6.3.4~" else 16
        what = f"it flew on recon to {order.hex}: it {refusal.what}"
        yield Finding(check, refusal.rule, order.unit, what)


# --- statements ----------------------------------------------------------------------------------


def _statements(
    expected: Private, sealed: Private, file: Disclosed[Game], charts: Charts
) -> Iterator[Finding]:
    """What was stated is what the dice and the charts come to (checks 10, 12, 17, 18, 19)."""
    given = [order for order in file.orders if isinstance(order, Statement)]
    wanted = [stated(due) for due in (*expected.due, *stranded(expected, sealed))]
    wanted += moorings(sealed, file.covers, file.found, charts)
    for statement in wanted:
        if statement in given:
            continue
        told = next((one for one in given if one.about == statement.about), None)
        what = (
            f"the truth was: {_words(statement)}; it stated: {_words(told) if told else 'nothing'}"
        )
        yield _finding(statement, what)
    for statement in given:
        if not any(one.about == statement.about for one in wanted):
            yield _finding(
                statement, f"nothing was to be stated, and it stated: {_words(statement)}"
            )


def _finding(statement: Statement, what: str) -> Finding:
    check, rule = CHECKS[statement.kind]
    return Finding(check, rule, statement.place or statement.mission or statement.kind, what)


def _words(statement: Statement) -> str:
    hits = (hit_words(hit) for hit in map(read_hit, statement.hits) if hit)
    parts = (*hits, *(f"lost {one}" for one in statement.lost),
             *(f"saved {one}" for one in statement.saved))  # fmt: skip
    if statement.kind in ("replaced", "eleventh"):
        return str(statement.number)
    if statement.kind == "moored":
        steps = count(statement.number, "step")
        return f"port {statement.port}, {steps}" if statement.port else "no port"
    return ", ".join(parts) or "none"
