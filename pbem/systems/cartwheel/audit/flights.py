"""The audit of missions under way (E.7, check 29): whose they are, and who has a leg in them."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pbem.engine.hidden import Disclosed
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.own.charts import Flight, Private
from pbem.systems.cartwheel.rules.r08_missions import manifest_of
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Manifest


def flight_breaches(
    expected: Private, carried: Mapping[str, Flight], sealed: Private, file: Disclosed[Game]
) -> Iterator[Finding]:
    """Flights are those expected from before, unchanged, and those ordered in this file (E.2).

    `carried` are those in the file's charts.
    """
    yield from _carried(expected.flights, carried)
    for order in file.orders:
        if isinstance(order, AirMission) and order.id in sealed.flights:
            yield from _legs(order, sealed.flights[order.id])


def own_flights(expected: Private, sealed: Private, file: Disclosed[Game]) -> dict[str, Flight]:
    """The flights that a side truly has under way after its file, as it sealed each with its order.

    Whatever else its charts carry moves nobody.
    """
    ordered = {order.id for order in file.orders if isinstance(order, AirMission)}
    new = {mission: flight for mission, flight in sealed.flights.items() if mission in ordered}
    return {**expected.flights, **new}


def manifest_in(flight: Flight, order: AirMission) -> Manifest:
    """Who flies a mission: by its sealed item, or by the order itself against a stand-down."""
    return flight.manifest if flight.manifest.fliers else manifest_of(order)


def _carried(under_way: Mapping[str, Flight], carried: Mapping[str, Flight]) -> Iterator[Finding]:
    for mission in sorted({*under_way, *carried}):
        if mission not in under_way:
            what = "a chart carries it as an own mission under way, and it is none"
        elif mission not in carried:
            what = "it is under way, and no chart carries it"
        elif carried[mission] != under_way[mission]:
            what = "a chart carries it otherwise than it was sealed with its order"
        else:
            continue
        yield Finding(29, "H9.1.3", mission, what)


def _legs(order: AirMission, flight: Flight) -> Iterator[Finding]:
    """A leg for each unit of the mission, and for nobody else [H9.11.1]."""
    fliers = {flier.unit for flier in manifest_in(flight, order).fliers}
    legs = Counter(leg.unit for leg in flight.legs)
    for unit in sorted({*fliers, *legs}):
        if unit not in legs:
            what = f"it flies mission {order.id} without a leg in its landing"
        elif unit not in fliers:
            what = f"it has a leg in mission {order.id}, and does not fly it"
        elif legs[unit] > 1:
            what = f"it has {legs[unit]} legs in mission {order.id}"
        else:
            continue
        yield Finding(29, "H9.11.1", unit, what)
