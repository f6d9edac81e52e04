"""Missions, the 11th, marks and steps under audit (E.7, checks 7 to 14), doctored and caught."""

from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.audit.flights import flight_breaches
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.charts import Flight, Plane
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.events_charts import RegroupRolled
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Statement
from tests.systems.cartwheel.disclosed import (
    Page,
    free,
    given,
    heard,
    in_operations,
    of_check,
    page_where,
    restated,
    the_one,
    with_mission,
)
from tests.systems.cartwheel.tabletop import CHARTS

# --- 7 and 8: missions ---------------------------------------------------------------------------


def first_leg(page: Page) -> tuple[str, Flight]:
    return next((m, f) for m, f in page.sealed.flights.items() if f.legs)


@pytest.mark.parametrize(
    ("status", "rule", "words"),
    [
        ({"half": "flown"}, "6.4b", "is in the Flown half"),
        ({"disrupted": True}, "H9.1.1", "is disrupted"),
        ({"mark": True}, "3.0h", "carries a Regroup mark"),
        ({"staged": True}, "3.0h", "has made its stage move"),
        ({"used": True}, "3.0c", "has flown this turn"),
    ],
)
def test_7_a_mission_by_a_unit_that_is_not_ready(
    status: dict[str, Any], rule: str, words: str
) -> None:
    page = page_where(with_mission)
    mission, flight = first_leg(page)
    unit = flight.legs[0].unit
    worn = replace(page.before.planes[unit], **status)
    page = replace(page, before=page.before.with_planes((worn,)))
    sealed = page.sealed.with_planes((replace(page.sealed.planes[unit], **status),))
    found = of_check(page.judged(sealed), 7)
    assert (unit, rule) in {(b.subject, b.rule) for b in found}
    assert any(f"it flew mission {mission} and {words}" in b.what for b in found)


def test_7_a_mission_from_a_base_where_the_unit_is_not() -> None:
    """The landing item names another origin, nearer to the target [H9.1.3]."""
    page = page_where(with_mission)
    mission, flight = first_leg(page)
    leg = replace(flight.legs[0], origin="BKA" if flight.legs[0].origin != "BKA" else "KAV")
    forged = items.flight_items(mission, replace(flight, legs=(leg, *flight.legs[1:])),
                                is_open=f"mission/{mission}" not in page.contents)  # fmt: skip
    found = of_check(page.judged(contents=forged), 7)
    assert leg.unit in {b.subject for b in found}
    assert any("does not start from where its chart has it" in b.what for b in found)


def test_7_a_unit_in_two_missions_of_a_bundle() -> None:
    page = page_where(lambda p: len(given(p, AirMission)) > 1 and len(p.sealed.flights) > 1)
    one, two, *_ = ((order.id, page.sealed.flights[order.id]) for order in given(page, AirMission))
    legs = (*two[1].legs, one[1].legs[0])
    forged = items.flight_items(two[0], replace(two[1], legs=legs),
                                is_open=f"mission/{two[0]}" not in page.contents)  # fmt: skip
    found = of_check(page.judged(contents=forged), 7)
    assert (one[1].legs[0].unit, "H9.1.1") in {(b.subject, b.rule) for b in found}


def test_24_a_unit_flies_and_stages_in_one_file() -> None:
    page = page_where(lambda p: with_mission(p) and not unanswered(p.file.found))
    _, flight = first_leg(page)
    plane = page.sealed.planes[flight.legs[0].unit]
    home = "SOP" if page.side == "allied" else "TRK"
    moved = replace(plane, base=home, half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 24)
    assert "it flies in another order of this file" in found[0].what


def intercepts(page: Page) -> bool:
    return any(
        unit in page.expected.planes and unit not in page.file.found.floatplanes
        for reply in given(page, Reply)
        for unit in reply.interceptors
    )


def named(page: Page) -> tuple[Reply, str, str]:
    for reply in given(page, Reply):
        for unit, base in reply.interceptors.items():
            if unit not in page.file.found.floatplanes:
                return reply, unit, base
    raise AssertionError


def test_8_an_interceptor_that_stood_elsewhere() -> None:
    page = page_where(intercepts)
    _, unit, base = named(page)
    other = "BKA" if base != "BKA" else "RAB"
    was = replace(page.before.planes[unit], base=other)
    page = replace(page, before=page.before.with_planes((was,)))
    breach = of_check(page.judged(), 8)[0]
    assert (breach.subject, breach.rule, breach.gain) == (unit, "H9.4.1", page.side)
    assert f"from {CHARTS.base_name(base)}, and did not stand there" in breach.what


def test_7_an_interceptor_that_had_flown() -> None:
    page = page_where(intercepts)
    _, unit, _ = named(page)
    was = replace(page.before.planes[unit], half="flown", used=True)
    page = replace(page, before=page.before.with_planes((was,)))
    now = replace(page.sealed.planes[unit], half="flown", used=True)
    found = of_check(page.judged(page.sealed.with_planes((now,))), 7)
    assert (unit, "6.4b") in {(b.subject, b.rule) for b in found}


# --- 9 and 10: the 11th --------------------------------------------------------------------------


def test_9_the_11th_rests_ready_in_truk() -> None:
    """Not committed it is Flown, so that it cannot be used this turn [5.2d]."""
    page = page_where(
        lambda p: p.side == "japanese" and "5.2" in p.steps
        and not any(o.commit for o in given(p, CommitEleventh)), "campaign",
    )  # fmt: skip
    plane = replace(page.sealed.planes["D3A-ZU"], half="ready")
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 9)
    assert (breach.subject, breach.rule) == ("D3A-ZU", "5.2d")


@pytest.mark.parametrize(("kind", "check", "rule"), [("eleventh", 10, "5.2e"),
                                                     ("replaced", 12, "H14.1")])  # fmt: skip
def test_10_12_a_number_that_is_not_true(kind: str, check: int, rule: str) -> None:
    page = page_where(lambda p: any(o.kind == kind and o.number for o in given(p, Statement)))
    breach = the_one(restated(page, kind, number=0), check)
    assert (breach.rule, breach.gain) == (rule, page.side)
    assert "it stated: 0" in breach.what


# --- 11 to 14: marks, regrouping -----------------------------------------------------------------


def test_27_a_step_is_asked_for_after_the_fact() -> None:
    """The flag that a unit wants a step is sealed with its mark [H7.2]."""
    page = page_where(lambda p: in_operations(p) and any(x.mark for x in p.sealed.planes.values()))
    plane = next(x for x in page.sealed.planes.values() if x.mark)
    changed = page.sealed.with_planes((replace(plane, replace=not plane.replace),))
    breach = the_one(page.judged(changed), 27)
    assert (breach.subject, breach.rule) == (plane.id, "H7.2")


def test_11_a_mark_that_vanishes() -> None:
    page = page_where(lambda p: in_operations(p) and any(x.mark for x in p.sealed.planes.values()))
    plane = next(x for x in page.sealed.planes.values() if x.mark)
    changed = page.sealed.with_planes((replace(plane, mark=False, replace=False),))
    found = of_check(page.judged(changed), 11)
    assert "its mark is gone before the dice of 14.1" in found[0].what


def test_12_a_die_of_14_1_that_is_read_for_another_unit() -> None:
    """Right after 14.1 a unit is whole that the dice left as it was."""

    def worn(page: Page) -> list[Plane]:
        return [p for p in page.expected.planes.values() if p.disrupted]

    page = page_where(
        lambda p: any(e.side == p.side for e in heard(p, RegroupRolled)) and worn(p)
        and "5.3" in p.steps
    )  # fmt: skip
    plane = replace(worn(page)[0], disrupted=False)
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 12)
    assert (breach.subject, breach.rule, breach.gain) == (plane.id, "H14.1", page.side)


def reduced(order: AirMission) -> list[str]:
    """Units of an open order that have lost a step."""
    return [unit for unit, steps in order.steps.items() if steps < CHARTS.air[unit].model.steps]


def test_13_a_reduced_unit_flies_at_full_strength() -> None:
    """The order, open as none can answer it any more, shows a step that no chart has [2.2b]."""
    page = page_where(lambda p: any(map(reduced, given(p, AirMission))))
    order = next(one for one in given(page, AirMission) if reduced(one))
    unit = reduced(order)[0]
    lie = replace(order, steps=order.steps.set(unit, CHARTS.air[unit].model.steps))
    found = of_check(
        page.judged(orders=tuple(lie if o == order else o for o in page.file.orders)), 13
    )
    assert [(b.rule, b.subject, b.gain) for b in found] == [("2.2b", unit, page.side)]


def test_13_a_sealed_mission_shows_a_reduced_unit_at_full_strength() -> None:
    """Where the other side is asked for a reply, the mission's item shows the step [H9.1.3]."""

    def whole(page: Page) -> list[tuple[str, str]]:
        """Missions of the file that it seals, each with a unit at full strength."""
        flights = ((o.id, page.sealed.flights[o.id]) for o in given(page, AirMission))
        fliers = ((m, flier) for m, flight in flights for flier in flight.manifest.fliers)
        return [(m, flier.unit) for m, flier in fliers if flier.steps == 2]

    page = page_where(whole)
    mission, unit = whole(page)[0]
    worn = replace(page.before.planes[unit], steps=1)
    page = replace(page, before=page.before.with_planes((worn,)))
    sealed = page.sealed.with_planes((replace(page.sealed.planes[unit], steps=1),))
    found = of_check(page.judged(sealed), 13)
    assert ("2.2b", unit) in {(b.rule, b.subject) for b in found}
    assert any(f"mission {mission} shows 2 steps, its chart 1" in b.what for b in found)


def test_13_a_rufe_at_a_port_is_shown_stronger_than_it_is() -> None:
    page = page_where(lambda p: any(o.ports for o in given(p, CommitEleventh)))
    (order,) = given(page, CommitEleventh)
    worn = replace(page.before.planes["RUF-802"], steps=1)
    page = replace(page, before=page.before.with_planes((worn,)))
    found = of_check(page.judged(), 13)
    assert any(b.rule == "6.3.6~" and "all were shown 2 steps" in b.what for b in found)
    assert order.steps["RUF-802"] == 2


def test_14_a_unit_that_stays_flown_is_told_but_gains_nothing() -> None:
    page = page_where(lambda p: in_operations(p) and free(p, p.sealed))
    plane = free(page, page.sealed)[0]
    breach = the_one(page.judged(page.sealed.with_planes((replace(plane, half="flown"),))), 14)
    assert (breach.subject, breach.gain) == (plane.id, "")


# --- 29: flights and legs ------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "words"), [(True, "and does not fly it"),
                                             (False, "without a leg in its landing")])  # fmt: skip
def test_29_legs_are_those_of_the_missions_own_units(more: bool, words: str) -> None:
    page = page_where(lambda p: with_mission(p) and free(p, p.sealed))
    order = given(page, AirMission)[0]
    flight = page.sealed.flights[order.id]
    stranger = next(p for p in free(page, page.sealed)
                    if p.id not in {leg.unit for leg in flight.legs})  # fmt: skip
    leg = replace(flight.legs[0], unit=stranger.id, origin=stranger.base)
    forged = replace(flight, legs=(*flight.legs, leg) if more else flight.legs[1:])
    is_open = f"mission/{order.id}" not in page.contents
    texts = items.flight_items(order.id, forged, is_open=is_open)
    breach = the_one(page.judged(contents=texts), 29)
    unit = stranger.id if more else flight.legs[0].unit
    assert (breach.subject, breach.rule, breach.gain) == (unit, "H9.11.1", page.side)
    assert words in breach.what


@pytest.mark.parametrize(("gone", "words"), [(True, "no chart carries it"),
                                             (False, "otherwise than it was sealed")])  # fmt: skip
def test_29_a_mission_under_way_is_carried_as_it_was_sealed(gone: bool, words: str) -> None:
    page = page_where(with_mission)
    mission, flight = first_leg(page)
    legs = tuple(replace(leg, returns="nowhere") for leg in flight.legs)
    under_way = replace(page.expected, flights=FrozenMap({mission: flight}))
    carried = {} if gone else {mission: replace(flight, legs=legs)}
    idle = replace(page.file, orders=())
    (finding,) = flight_breaches(under_way, carried, page.sealed, idle)
    assert (finding.check, finding.subject, finding.rule) == (29, mission, "H9.1.3")
    assert words in finding.what
    assert list(flight_breaches(under_way, {mission: flight}, page.sealed, idle)) == []
