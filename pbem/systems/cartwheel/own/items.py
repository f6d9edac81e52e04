"""Charts as sealed items, and back (E.2, protocol 7).

`<BASE>/chart` holds all that stands at a base. `<BASE>/counts` and `unit/<id>` follow from the
charts; they are items of their own so that they can be opened alone. A Rufe at a port is on no
chart: its unit item says where it is [6.3.6~], and the first of its owner's charts what nobody is
told with that. A mission is sealed once, as items of its own; while it is still under way when its
author writes again, the first of his charts carries it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from pbem.codec import plain
from pbem.decode import decode
from pbem.engine.orders import Order
from pbem.errors import refuse
from pbem.frozen import FrozenMap, Value, remembered
from pbem.narrow import parse_item, write_pair
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.figures import Answers
from pbem.systems.cartwheel.own.answers import (
    NOBODY_FLIES,
    answer_ids,
    answers,
    policy_text,
    read_policy,
)
from pbem.systems.cartwheel.own.charts import Flight, Landing, Plane, Private
from pbem.systems.cartwheel.rules.r05_events import entered
from pbem.systems.cartwheel.rules.r06_capacity import PORT, told_as
from pbem.systems.cartwheel.rules.r08_answers import answered_hexes
from pbem.systems.cartwheel.table.answers import POLICY, RAID
from pbem.systems.cartwheel.table.open_items import COUNTS, MISSION, TF36, UNIT, Answer
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.turn import Count
from pbem.systems.cartwheel.table.under_way import Manifest

CHART, LANDING = "/chart", "landing/"
SINGLE = (MISSION, LANDING, TF36)
"""What the ids of single items begin with."""
K = TypeVar("K")

LISTS_KEPT = 8
"""Fixed lists of ids that are remembered: one for each side of a scenario."""
CHARTS_KEPT = 4096
"""Charts whose text or content is remembered."""

NOWHERE = "none"
"""The base of a unit that is dead or has not come yet."""

SHOWN = ("base", "half", "disrupted", "steps", "mark", "staged", "to")
"""What a unit's item tells if it is opened, and no more: a reply shows no Ace (E.2, H5.1)."""


# --- the fixed list ------------------------------------------------------------------------------


@remembered(8)
def places(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Every hidden place of a side's list: bases but the enemy's boxes, own carriers (E.2)."""
    boxes = {id_ for id_ in game.bases if charts.bases[id_].is_off_board}
    own = {id_ for id_ in boxes if game.bases[id_].owner == side}
    decks = [s.id for s in game.ships.values() if s.side == side and charts.naval[s.id].is_carrier]
    return (*(id_ for id_ in game.bases if id_ not in boxes - own), *decks)


def units(game: Game, side: str, charts: Charts) -> tuple[str, ...]:
    """Every air unit of a side that can have a base, dead or alive, come or to come (E.2)."""
    return tuple(
        unit.id
        for unit in game.air.values()
        if unit.side == side and not charts.air[unit.id].model.unlimited
    )


def chart_ids(game: Game, seat: str, charts: Charts) -> tuple[str, ...]:
    """The ids of a seat's chart items, in byte order: the same in every file (protocol 7)."""
    side = game.side_of(seat)
    area = answered_hexes(game, charts)
    return _ids(places(game, side, charts), units(game, side, charts), area, charts.answers)


@lru_cache(LISTS_KEPT)
def _ids(
    at: tuple[str, ...], flyers: tuple[str, ...], area: tuple[str, ...], limits: Answers
) -> tuple[str, ...]:
    kept = (f"{place}{kind}" for place in at for kind in (CHART, COUNTS))
    sealed = answer_ids(area, limits)
    return tuple(sorted((*kept, *(f"{UNIT}{unit}" for unit in flyers), *sealed, POLICY)))


def is_needed(id_: str, charts: Charts) -> bool:
    """Whether an annex must hold a chart item: those that follow from no other (protocol 8)."""
    unit = charts.air.get(id_.removeprefix(UNIT))
    return id_ == POLICY or id_.endswith(CHART) or (unit is not None and unit.model.is_floatplane)


# --- contents ------------------------------------------------------------------------------------


def charts_items(
    private: Private, game: Game, charts: Charts, away: Mapping[str, str] = NOBODY_FLIES
) -> dict[str, str]:
    """The contents of all chart items of a side, by id; `away` are units of the file's missions.

    Each with the base to which it returns.
    """
    items = {POLICY: policy_text(private.policy), **answers(private, game, charts, away)}
    flights, moored = tuple(private.flights.items()), tuple(_moored(private))
    for place in places(game, private.side, charts):
        here = tuple(private.at(place))
        items[f"{place}{CHART}"] = _chart(here, private.evacuate.get(place, ()), flights, moored)
        flights, moored = (), ()
        items[f"{place}{COUNTS}"] = _text(plain(counts(here, place, charts)))
    for unit in units(game, private.side, charts):
        items[f"{UNIT}{unit}"] = _unit(private.planes.get(unit))
    return items


def flying(flights: Mapping[str, Flight]) -> Mapping[str, str]:
    """The units of missions, each with the base to which it returns."""
    return {leg.unit: leg.returns for flight in flights.values() for leg in flight.legs}


def flight_items(mission: str, flight: Flight, *, is_open: bool) -> dict[str, str]:
    """The single items of a mission; its manifest is none where it stands openly [H8.9.8]."""
    landing = {f"{LANDING}{mission}": _text(plain(Landing(legs=flight.legs)))}
    return landing if is_open else {f"{MISSION}{mission}": _text(plain(flight.manifest)), **landing}


def answer_item(answer: Answer) -> str:
    """The content of an answer on TF-36 (E.4.5)."""
    return _text(plain(answer))


def counts(here: Iterable[Plane], place: str, charts: Charts) -> Count:
    """What the enemy's recon is told of a base [7.3.4~, AMB-9]: who is there, by type alone.

    Those that arrive with the conclusion are, for the next recon comes after them [H7.3.1].
    """
    told = [told_as(charts, plane.id, place, plane.counts_as) for plane in here if not plane.away]
    return Count(fighters=told.count("F"), bombers=told.count("B"))


_Flights = tuple[tuple[str, Flight], ...]


@lru_cache(CHARTS_KEPT)  # every file seals every chart anew, and few of them have changed
def _chart(
    here: tuple[Plane, ...],
    evacuate: tuple[str, ...],
    flights: _Flights,
    moored: tuple[Plane, ...],
) -> str:
    rows = [
        {key: value for key, value in plain_of(plane).items() if key != "base"} for plane in here
    ]
    carried: dict[str, Any] = {}
    if flights:
        carried["flights"] = [_carried(*one) for one in flights]
    if moored:
        carried["moored"] = [{"id": plane.id, **_untold(plane)} for plane in moored]
    return _text({"units": rows, "evacuate": list(evacuate), **carried})


def _moored(private: Private) -> Iterator[Plane]:
    """The Rufes at ports of which more is to be kept than their items tell."""
    for plane in private.planes.values():
        if plane.base.startswith(PORT) and _untold(plane):
            yield plane


def _untold(plane: Plane) -> dict[str, Any]:
    """What nobody is told of a unit whose item is opened."""
    return {
        key: value for key, value in plain_of(plane).items() if key != "id" and key not in SHOWN
    }


def _carried(mission: str, flight: Flight) -> dict[str, Any]:
    """A mission under way as a chart carries it, nested no deeper than an item may be."""
    manifest, legs = plain(flight.manifest), plain(Landing(legs=flight.legs))
    assert isinstance(manifest, dict)
    assert isinstance(legs, dict)
    return {"id": mission, **legs, **manifest}


def plain_of(plane: Plane) -> dict[str, Any]:
    """A unit as plain values, without those that say nothing."""
    values = plain(plane)
    assert isinstance(values, dict)
    return {key: value for key, value in values.items() if value not in ("", False)}


@lru_cache(CHARTS_KEPT)
def _unit(plane: Plane | None) -> str:
    if plane is None:
        return _text({"base": NOWHERE})
    return _text({key: value for key, value in plain_of(plane).items() if key in SHOWN})


def _text(table: Any) -> str:
    return "".join(f"{write_pair(key, value)}\n" for key, value in table.items())


# --- and back ------------------------------------------------------------------------------------


class _Page(Value):
    """A base's chart as it is sealed."""

    units: tuple[Mapping[str, Any], ...] = ()
    evacuate: tuple[str, ...] = ()
    flights: tuple[Mapping[str, Any], ...] = ()
    moored: tuple[Mapping[str, Any], ...] = ()


FORM = "its author's program has not written this"


def _read(kind: type[K], content: str, where: str) -> K:
    table = parse_item(content)
    if table is None:
        raise refuse("item", "not of the form of sealed items", where=where, hint=FORM)
    return decode(kind, table, code="item", where=where)


def _plane(table: Mapping[str, Any], base: str, where: str) -> Plane:
    return decode(Plane, {**table, "base": base}, code="item", where=where)


class _Chart(Value):
    """The units on a base's chart, its evacuation list, and what it carries."""

    planes: tuple[Plane, ...]
    evacuate: tuple[str, ...]
    flights: _Flights
    moored: tuple[Mapping[str, Any], ...]


@lru_cache(CHARTS_KEPT)
def _read_chart(base: str, content: str) -> _Chart:
    where = f"{base}{CHART}"
    page = _read(_Page, content, where)
    return _Chart(
        planes=tuple(_plane(one, base, where) for one in page.units),
        evacuate=page.evacuate,
        flights=tuple(_flown_on(one, where) for one in page.flights),
        moored=page.moored,
    )


def read_items(side: str, items: Mapping[str, str], charts: Charts) -> Private:
    """A side's charts from the contents of its items; the inverse of `charts_items`.

    Most items are answers in advance, which follow from the charts: nothing is read from them.
    Raises `Refused` (code `item`) where a chart, an own unit or a flight is not of its form.
    """
    planes: dict[str, Plane] = {}
    evacuate: dict[str, tuple[str, ...]] = {}
    flights: dict[str, Flight] = {}
    untold: dict[str, Mapping[str, Any]] = {}
    sealed = {id_: text for id_, text in items.items() if not id_.startswith(RAID)}
    for id_, content in sealed.items():
        if id_.endswith(CHART):
            base = id_.removesuffix(CHART)
            chart = _read_chart(base, content)
            flights |= dict(chart.flights)
            planes |= {plane.id: plane for plane in chart.planes}
            untold |= {str(one.get("id", "")): one for one in chart.moored}
            if chart.evacuate:
                evacuate[base] = chart.evacuate
    for id_, content in sealed.items():
        if id_.startswith(UNIT) and PORT in content:
            planes |= dict(_at_port(id_, content, untold.get(id_.removeprefix(UNIT), {})))
    return Private(
        side=side,
        planes=FrozenMap(planes),
        evacuate=FrozenMap(evacuate),
        policy=read_policy(parse_item(items.get(POLICY, "")), charts.answers),
        flights=FrozenMap({**flights, **dict(_flights(sealed))}),
    )


def carried_flights(side: str, items: Mapping[str, str], charts: Charts) -> FrozenMap[Flight]:
    """The missions under way that charts carry, apart from those that are sealed beside them."""
    return read_items(side, _pages(items), charts).flights


def _pages(items: Mapping[str, str]) -> dict[str, str]:
    return {id_: text for id_, text in items.items() if not id_.startswith((*SINGLE, RAID))}


def complete(
    side: str, items: Mapping[str, str], game: Game, orders: Iterable[Order], charts: Charts
) -> dict[str, str]:
    """All chart items that follow from those of an annex (protocol 8), and from open orders.

    Raises as `read_items`, and where a chart names a unit that there is not.
    """
    private = read_items(side, _pages(items), charts)
    strange = [unit for unit in private.planes if unit not in charts.air]
    if strange:
        what = f"there is no air unit {strange[0][:40]!r}"
        raise refuse("item", what, where=f"{private.planes[strange[0]].base}{CHART}", hint=FORM)
    placed = entered(game, orders, charts)
    return charts_items(private, placed, charts, away=flying(dict(_flights(items))))


def standing(items: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Every unit on every chart with its base, also one that stands on two of them."""
    for id_, content in items.items():
        if id_.endswith(CHART):
            base = id_.removesuffix(CHART)
            yield from ((plane.id, base) for plane in _read_chart(base, content).planes)


def _at_port(id_: str, content: str, untold: Mapping[str, Any]) -> Iterator[tuple[str, Plane]]:
    """A unit whose item names a port: it stands on no chart [6.3.6~]; `untold` is the rest."""
    table = parse_item(content) or {}
    if str(table.get("base", "")).startswith(PORT):
        unit = id_.removeprefix(UNIT)
        yield unit, _plane({**untold, **table, "id": unit}, table["base"], id_)


def _flown_on(table: Mapping[str, Any], where: str) -> tuple[str, Flight]:
    """A mission under way from the chart that carries it."""
    legs = {"legs": table.get("legs", ())}
    rest = {key: value for key, value in table.items() if key not in ("id", "legs")}
    manifest = decode(Manifest, rest, code="item", where=where)
    landing = decode(Landing, legs, code="item", where=where)
    return str(table.get("id", "")), Flight(manifest=manifest, legs=landing.legs)


def _flights(items: Mapping[str, str]) -> Iterator[tuple[str, Flight]]:
    for id_, content in items.items():
        if id_.startswith(LANDING):
            mission = id_.removeprefix(LANDING)
            manifest = items.get(f"{MISSION}{mission}")
            yield (
                mission,
                Flight(
                    manifest=read_manifest(manifest) if manifest else Manifest(fliers=()),
                    legs=_read(Landing, content, id_).legs,
                ),
            )


def read_manifest(content: str) -> Manifest:
    """The manifest in a `mission/` item; raises `Refused` (code `item`)."""
    return _read(Manifest, content, "mission")
