"""The twenty checks of the audit (E.7): for each, doctored items that it catches and names.

The files are an honest player's; one thing in them is changed, as a doctored program would.
"""

import random
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from pbem.engine.events import ALL, Event
from pbem.engine.orders import Order, Ruling
from pbem.engine.steps import Breach, Scene
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel import items
from pbem.systems.cartwheel.basing import is_over_full
from pbem.systems.cartwheel.events_secret import CountsTold
from pbem.systems.cartwheel.facts import BaseLost, BaseStruck, MissionOver, RegroupRolled
from pbem.systems.cartwheel.m08_operations import unanswered
from pbem.systems.cartwheel.map import air_distance
from pbem.systems.cartwheel.orders import (
    AirMission,
    CommitEleventh,
    PlaceAce,
    Recon,
    Reply,
    Statement,
)
from pbem.systems.cartwheel.private import Flight, Plane, Private
from pbem.systems.cartwheel.sealing import stated
from pbem.systems.cartwheel.state import Owed
from tests.systems.cartwheel.disclosed import Page, finished, of_check, page_where, pages
from tests.systems.cartwheel.tabletop import CHARTS

Kind = TypeVar("Kind", bound=Order)
Told = TypeVar("Told", bound=Event)


def the_one(breaches: list[Breach], check: int) -> Breach:
    found = of_check(breaches, check)
    assert len(found) == 1, breaches
    return found[0]


def given(page: Page, kind: type[Kind]) -> list[Kind]:
    return [order for order in page.file.orders if isinstance(order, kind)]


def heard(page: Page, kind: type[Told]) -> list[Told]:
    """Events of a kind since the side's last file."""
    return [e for scene in page.file.before for e in scene.events if isinstance(e, kind)]


def in_operations(page: Page) -> bool:
    """A file of 4.4 that flies nothing and answers nothing."""
    idle = not given(page, AirMission) and not given(page, Reply)
    return page.file.step == "4.4" and idle and not unanswered(page.file.found)


def free(page: Page, private: Private) -> list[Plane]:
    """Units that could make a stage move."""
    return [
        p for p in private.planes.values()
        if p.half == "ready" and not (p.disrupted or p.mark or p.staged or p.used or p.away)
        and p.base in page.file.found.bases and not CHARTS.air[p.id].model.is_recon
        and page.expected.planes.get(p.id) == p
    ]  # fmt: skip


# --- honest --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["bismarck-sea", "toenails", "bougainville"])
def test_honest_files_have_no_breach(scenario: str) -> None:
    """Each file by itself, and with its items written anew from its charts."""
    for page in pages(finished(scenario, 0)):
        assert page.judged(page.sealed) == []


# --- 1 and 2: items ------------------------------------------------------------------------------


def test_1_a_unit_item_that_lies() -> None:
    """The unit's own item has it at Buin; the chart has it at Rabaul."""
    page = page_where(lambda p: "A6M-201" in p.sealed.planes, "campaign")
    lie = {"unit/A6M-201": 'base = "BKA"\nhalf = "ready"\nsteps = 2\n'}
    breach = the_one(page.judged(contents=lie), 1)
    assert (breach.subject, breach.rule, breach.gain) == ("A6M-201", "E.2", "japanese")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("units = 7\nevacuate = []\n", "units"),
        ("no toml at all", "not of the form of sealed items"),
        ('units = [{ id = "X-1", steps = 2 }]\nevacuate = []\n', "there is no air unit 'X-1'"),
    ],
)
def test_1_a_chart_that_means_nothing(text: str, words: str) -> None:
    page = page_where(in_operations, "toenails")
    breach = the_one(page.judged(contents={"RAB/chart": text}), 1)
    assert words in f"{breach.subject}: {breach.what}"
    assert breach.gain == page.side


def test_2_a_unit_on_two_charts() -> None:
    page = page_where(
        lambda p: in_operations(p) and p.side == "japanese" and not any(p.sealed.at("MAN"))
        and any(CHARTS.air[x.id].model.is_fighter for x in p.sealed.at("RAB")), "campaign",
    )  # fmt: skip
    zero = next(p for p in page.sealed.at("RAB") if CHARTS.air[p.id].model.is_fighter)
    twin = Private(side="japanese", planes=FrozenMap({zero.id: replace(zero, base="MAN")}))
    text = items.charts_items(twin, page.file.found, CHARTS)["MAN/chart"]
    breach = the_one(page.judged(contents={"MAN/chart": text}), 2)
    assert breach.subject == zero.id
    assert "it stands at MAN and RAB at once" in breach.what


def test_2_a_redistribution_of_the_11th() -> None:
    page = page_where(lambda p: p.file.step == "5.2" and p.file.turn == 1, "campaign")
    committed = (CommitEleventh(commit=True),)
    plane = replace(page.sealed.planes["D3A-ZU"], base="KAV", half="ready")
    breaches = page.judged(page.sealed.with_planes((plane,)), orders=committed)
    assert ("5.2c", "D3A-ZU") in {(b.rule, b.subject) for b in of_check(breaches, 4)}


def test_2_an_arrival_that_is_no_new_unit() -> None:
    """Reinforcements come at full strength, Ready, without marks [H15]."""
    page = page_where(lambda p: any(plane.due for plane in p.sealed.planes.values()), "campaign")
    plane = next(plane for plane in page.sealed.planes.values() if plane.due)
    breaches = page.judged(page.sealed.with_planes((replace(plane, ace=True),)))
    assert the_one(breaches, 2).subject == plane.id


@pytest.mark.parametrize("flag", ["away", "due"])
def test_2_16_a_unit_that_hides(flag: str) -> None:
    """Neither told to recon nor hit on the ground: shown on recon, or not arrived yet."""
    page = page_where(lambda p: in_operations(p) and free(p, p.sealed))
    plane = free(page, page.sealed)[0]
    breaches = page.judged(page.sealed.with_planes((replace(plane, **{flag: True}),)))
    breach = the_one(breaches, 2 if flag == "due" else 16)
    assert (breach.subject, breach.gain) == (plane.id, page.side)


# --- 3 to 6: bases -------------------------------------------------------------------------------


def test_3_the_set_up_overfills_a_base() -> None:
    """Redistribution keeps to the rules of basing [H17.0]: Wau holds one unit."""
    page = page_where(lambda p: p.file.step == "5.3" and p.file.turn == 1, "campaign")
    crowd = [replace(page.sealed.planes[u], base="WAU", half="flown") for u in ("P40-7", "P40-8")]
    breach = the_one(page.judged(page.sealed.with_planes(crowd)), 3)
    assert (breach.subject, breach.rule) == ("WAU", "H17.0")


def test_3_an_arrival_where_there_is_no_room() -> None:
    page = page_where(
        lambda p: p.side == "japanese" and any(x.due for x in p.sealed.planes.values()), "campaign"
    )
    due = next(plane for plane in page.sealed.planes.values() if plane.due)
    crowd = [
        replace(plane, base="HOL", half="flown")
        for plane in page.sealed.planes.values()
        if not plane.due and not CHARTS.air[plane.id].model.is_recon
    ][:9]
    crowded = page.sealed.with_planes((*crowd, replace(due, base="HOL")))
    assert is_over_full(crowded, page.file.found, "HOL", CHARTS)
    found = {(b.subject, b.rule) for b in of_check(page.judged(crowded), 3)}
    assert (due.id, "H15.2") in found


def test_4_an_australian_in_the_south_pacific() -> None:
    page = page_where(lambda p: in_operations(p) and "KIT-75" in p.sealed.planes, "campaign")
    breaches = page.judged(
        page.sealed.with_planes((replace(page.sealed.planes["KIT-75"], base="SOP"),))
    )
    breach = the_one(breaches, 4)
    assert (breach.subject, breach.rule) == ("KIT-75", "6.3.5~")


def test_4_the_11th_is_left_where_it_was() -> None:
    """Committed, each unit is placed anew at Rabaul or in Truk [AMB-3]."""
    page = page_where(
        lambda p: p.side == "japanese" and p.file.step == "5.2" and p.file.turn > 1
        and any(o.commit for o in given(p, CommitEleventh)), "campaign",
    )  # fmt: skip
    plane = replace(page.sealed.planes["D4Y-501"], base="KAV")
    breaches = page.judged(page.sealed.with_planes((plane,)))
    assert the_one(breaches, 4).rule == "5.2c"


def test_5_a_unit_at_a_base_that_is_destroyed() -> None:
    page = page_where(
        lambda p: in_operations(p) and free(p, p.sealed)
        and any(b.status == "destroyed" and b.owner == p.side for b in p.file.found.bases.values())
    )  # fmt: skip
    ruin = next(
        b.id for b in page.file.found.bases.values()
        if b.status == "destroyed" and b.owner == page.side
    )  # fmt: skip
    plane = free(page, page.sealed)[0]
    gone = replace(plane, base=ruin, half="flown", staged=True)
    breach = the_one(page.judged(page.sealed.with_planes((gone,))), 5)
    assert (breach.subject, breach.rule) == (plane.id, "6.6.3")


def test_6_a_stage_move_that_is_too_far() -> None:
    """Milne Bay to Australia is no ferry link, and more than twice 6 hexes [H9.3]."""
    page = page_where(
        lambda p: (
            in_operations(p)
            and any(x.id == "P40-44" and x.base in ("GUA", "RUS") for x in free(p, p.sealed))
        ),
        "campaign",
    )
    far = replace(page.sealed.planes["P40-44"], base="MER", half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((far,))), 6)
    assert [(b.subject, b.rule) for b in found] == [("P40-44", "H9.3")]
    assert "too far for a stage move" in found[0].what


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ({"disrupted": True}, "it is disrupted"),
        ({"mark": True}, "it carries a Regroup mark"),
        ({"staged": True}, "it has made its stage move"),
        ({"used": True}, "it has flown this turn"),
        ({"half": "flown"}, "it is in the Flown half"),
    ],
)
def test_6_a_stage_move_of_a_unit_that_may_not(status: dict[str, Any], words: str) -> None:
    """The charts before have it so; in this file it is at another base [H9.3]."""
    page = page_where(
        lambda p: in_operations(p) and p.side == "japanese"
        and any(x.base == "RAB" for x in free(p, p.sealed)), "campaign",
    )  # fmt: skip
    plane = next(x for x in free(page, page.sealed) if x.base == "RAB")
    worn = replace(plane, **status)
    page = replace(page, before=page.before.with_planes((worn,)))
    moved = replace(worn, base="KAV", half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 6)
    assert [(b.subject, b.rule) for b in found] == [(plane.id, "H9.3")]
    assert words in found[0].what


def test_6_a_stage_move_outside_the_phase() -> None:
    page = page_where(lambda p: p.file.step == "4.5-first" and free(p, p.sealed), "campaign")
    plane = free(page, page.sealed)[0]
    moved = replace(plane, base="KAV" if page.side == "japanese" else "DOB",
                    half="flown", staged=True)  # fmt: skip
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 6)
    assert "no unit changes its base here" in found[0].what


def test_6_h8_8_a_stage_move_in_a_reply_is_not_made_at_once() -> None:
    """Else it would leave the ground before the bombs that it has been told of fall."""
    page = page_where(
        lambda p: unanswered(p.file.found) and p.side == "japanese" and free(p, p.sealed)
    )
    plane = free(page, page.sealed)[0]
    moved = replace(plane, base="TRK", half="flown", staged=True)
    breach = the_one(page.judged(page.sealed.with_planes((moved,))), 6)
    assert breach.rule == "H8.8"


def test_6_an_arrival_where_the_schedule_does_not_say() -> None:
    page = page_where(
        lambda p: p.side == "japanese" and any(x.due for x in p.sealed.planes.values()), "campaign"
    )
    due = next(plane for plane in page.sealed.planes.values() if plane.due)
    breaches = page.judged(page.sealed.with_planes((replace(due, base="BKA"),)))
    breach = the_one(breaches, 6)
    assert (breach.subject, breach.rule) == (due.id, "H15.2")


def test_6_a_file_that_only_rules_moves_nobody() -> None:
    """A ruling stands alone; its file's charts are those of before (protocol 10)."""
    page = page_where(lambda p: in_operations(p) and free(p, p.expected), "toenails")
    ruling = (Ruling(words="tea at four"),)
    assert page.judged(page.expected, orders=ruling) == []
    plane = free(page, page.expected)[0]
    moved = replace(plane, base="SOP" if page.side == "allied" else "TRK",
                    half="flown", staged=True)  # fmt: skip
    if moved.base == plane.base:
        moved = replace(moved, base="GUA" if page.side == "allied" else "RAB")
    found = of_check(page.judged(page.expected.with_planes((moved,)), orders=ruling), 6)
    assert "no unit changes its base here" in found[0].what


# --- 7 and 8: missions ---------------------------------------------------------------------------


def with_mission(page: Page) -> bool:
    return bool(given(page, AirMission)) and bool(page.sealed.flights)


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
    one, two = (p for p in sorted(page.sealed.flights.items()) if p[1].legs)
    legs = (*two[1].legs, one[1].legs[0])
    forged = items.flight_items(two[0], replace(two[1], legs=legs),
                                is_open=f"mission/{two[0]}" not in page.contents)  # fmt: skip
    found = of_check(page.judged(contents=forged), 7)
    assert (one[1].legs[0].unit, "3.0c") in {(b.subject, b.rule) for b in found}


def test_6_a_unit_flies_and_stages_in_one_file() -> None:
    page = page_where(lambda p: with_mission(p) and not unanswered(p.file.found))
    _, flight = first_leg(page)
    plane = page.sealed.planes[flight.legs[0].unit]
    home = "SOP" if page.side == "allied" else "TRK"
    moved = replace(plane, base=home, half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 6)
    assert "it flies by an order of the same file" in found[0].what


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
    assert f"from {base}, and did not stand there" in breach.what


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
        lambda p: p.side == "japanese" and p.file.step == "5.2"
        and not any(o.commit for o in given(p, CommitEleventh)), "campaign",
    )  # fmt: skip
    plane = replace(page.sealed.planes["D3A-ZU"], half="ready")
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 9)
    assert (breach.subject, breach.rule) == ("D3A-ZU", "5.2d")


def restated(page: Page, kind: str, **lie: Any) -> list[Breach]:
    orders = tuple(
        replace(o, **lie) if isinstance(o, Statement) and o.kind == kind else o
        for o in page.file.orders
    )
    return page.judged(orders=orders)


@pytest.mark.parametrize(("kind", "check", "rule"), [("eleventh", 10, "5.2e"),
                                                     ("replaced", 12, "H14.1")])  # fmt: skip
def test_10_12_a_number_that_is_not_true(kind: str, check: int, rule: str) -> None:
    page = page_where(lambda p: any(o.kind == kind and o.number for o in given(p, Statement)))
    breach = the_one(restated(page, kind, number=0), check)
    assert (breach.rule, breach.gain) == (rule, page.side)
    assert "it stated: 0" in breach.what


# --- 11 to 14: marks, regrouping -----------------------------------------------------------------


def test_11_a_step_is_asked_for_after_the_fact() -> None:
    """The flag that a unit wants a step is sealed with its mark [H7.2]."""
    page = page_where(lambda p: in_operations(p) and any(x.mark for x in p.sealed.planes.values()))
    plane = next(x for x in page.sealed.planes.values() if x.mark)
    changed = page.sealed.with_planes((replace(plane, replace=not plane.replace),))
    breach = the_one(page.judged(changed), 11)
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
        and p.file.step == "5.3"
    )  # fmt: skip
    plane = replace(worn(page)[0], disrupted=False)
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 12)
    assert (breach.subject, breach.rule, breach.gain) == (plane.id, "H14.1", page.side)


def test_13_a_reduced_unit_flies_at_full_strength() -> None:
    """The mission's item shows a step that its chart does not [2.2b]."""

    def reduced(page: Page) -> bool:
        return any(
            flier.steps == 1 and CHARTS.air[flier.unit].model.steps == 2
            for flight in page.sealed.flights.values()
            for flier in flight.manifest.fliers
        )

    page = page_where(lambda p: with_mission(p) and reduced(p))
    mission, flight = next(
        (m, f) for m, f in page.sealed.flights.items()
        if any(x.steps == 1 and CHARTS.air[x.unit].model.steps == 2 for x in f.manifest.fliers)
    )  # fmt: skip
    fliers = tuple(replace(x, steps=CHARTS.air[x.unit].model.steps) for x in flight.manifest.fliers)
    lie = replace(flight, manifest=replace(flight.manifest, fliers=fliers))
    found = of_check(page.judged(contents=items.flight_items(mission, lie, is_open=False)), 13)
    assert {b.rule for b in found} == {"2.2b"}


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


# --- 15 and 16: recon ----------------------------------------------------------------------------


def test_15_counts_that_recon_was_told_falsely() -> None:
    page = page_where(lambda p: any(e.owner == p.side and e.fighters for e in heard(p, CountsTold)))
    event = next(e for e in heard(page, CountsTold) if e.fighters)
    gone = [p.id for p in page.before.at(event.base) if CHARTS.air[p.id].model.is_fighter]
    breaches = replace(page, before=page.before.without(*gone)).judged()
    breach = the_one(breaches, 15)
    assert (breach.subject, breach.rule) == (event.base, "7.3.4~")
    assert f"recon was told {event.fighters} F" in breach.what


def test_16_recon_out_of_range() -> None:
    def sent(page: Page) -> list[Order]:
        reach = CHARTS.air["DIN-6"].model.range
        return [
            order for order in given(page, Recon)
            if order.unit == "DIN-6" and air_distance(CHARTS, "0202", order.hex) > reach
        ]  # fmt: skip

    page = page_where(sent, "campaign")
    was = replace(page.before.planes["DIN-6"], base="HOL")
    page = replace(page, before=page.before.with_planes((was,)))
    found = of_check(page.judged(), 16)
    assert [(b.subject, b.rule) for b in found] == [("DIN-6", "7.3.2~")]


@pytest.mark.parametrize("half", ["ready", "flown"])
def test_16_recon_returns_within_its_range_and_flown(half: str) -> None:
    """It may return where it likes in range, but is Flown until 14.2 [7.3.5~, H12.1]."""
    page = page_where(
        lambda p: (
            p.file.step.startswith("4.6")
            and any(x.away and x.id in p.sealed.planes for x in p.expected.planes.values())
        )
    )
    plane = next(x for x in page.expected.planes.values() if x.away)
    back = replace(page.sealed.planes[plane.id], half=half)  # type: ignore[arg-type]
    found = of_check(page.judged(page.sealed.with_planes((back,))), 16)
    assert [b.rule for b in found] == (["7.3.5~"] if half == "ready" else [])


def test_16_only_recon_chooses_what_it_counts_as() -> None:
    page = page_where(lambda p: in_operations(p) and "A6M-201" in p.sealed.planes)
    plane = replace(page.sealed.planes["A6M-201"], counts_as="B")
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 16)
    assert (breach.subject, breach.rule) == ("A6M-201", "7.3.1")


# --- 17 to 19: statements ------------------------------------------------------------------------


def test_17_a_ground_strike_is_blamed_on_another_unit() -> None:
    page = page_where(
        lambda p: (
            heard(p, BaseStruck)
            and any(o.kind == "struck" and o.hits[0] != "-" for o in given(p, Statement))
        )
    )
    breach = the_one(restated(page, "struck", hits=("-",)), 17)
    assert (breach.rule, breach.gain) == ("H9.10.6", page.side)
    assert "it stated:" in breach.what


def captured() -> Page:
    """Rabaul has fallen since the file before: natural 1s, so that everybody gets away."""
    page = page_where(
        lambda p: in_operations(p) and p.side == "japanese" and len(list(p.sealed.at("RAB"))) > 3
        and not p.expected.due and not given(p, Statement)
    )  # fmt: skip
    found = page.file.found
    dice = (1,) * 40
    event = BaseLost(
        to=ALL, base="RAB", hex="1203", owner="japanese", how="captured", drm=0, dice=dice, rolls=()
    )
    fallen = replace(
        found.with_base(replace(found.bases["RAB"], owner="allied", hits=3)),
        owed=(Owed(side="japanese", kind="lost-base", place="RAB", dice=dice, captured=True),),
        control=found.control.set("1203", "allied"),
    )
    scene = Scene(turn=page.file.turn, step="4.4", game=fallen, events=(event,))
    file = replace(page.file, before=(*page.file.before, scene), found=fallen)
    page = replace(page, file=file)
    told = tuple(stated(due) for due in page.expected.due)
    page = replace(page, file=replace(file, orders=told))
    return replace(page, sealed=replace(page.expected, due=()))


def test_18_an_honest_evacuation_is_none() -> None:
    page = captured()
    assert page.expected.due[0].saved
    assert page.judged(page.sealed) == []


def test_18_units_that_are_not_said_to_have_left() -> None:
    page = captured()
    breaches = page.judged(page.sealed, orders=(Statement(kind="lost-base", place="RAB"),))
    breach = the_one(breaches, 18)
    assert (breach.subject, breach.rule) == ("RAB", "6.6.5")
    assert "saved" in breach.what


@pytest.mark.parametrize("how", ["captured", "destroyed"])
def test_18_evacuees_go_where_their_list_sends_them(how: str) -> None:
    """From a captured base there is no choice [H6.6.5]; from a destroyed one there is [H6.6.1]."""
    page = captured()
    if how == "destroyed":
        owed = tuple(replace(one, captured=False) for one in page.file.found.owed)
        page = replace(page, file=replace(page.file, found=replace(page.file.found, owed=owed)))
    unit = next(
        u for u in page.expected.due[0].saved
        if CHARTS.air[u].model.is_fighter and page.sealed.planes[u].base != "WEW"
    )  # fmt: skip
    near = "BUI" if page.sealed.planes[unit].base != "BUI" else "BKA"
    moved = replace(page.sealed.planes[unit], base=near)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 18)
    assert [(b.subject, b.rule) for b in found] == ([(unit, "H6.6.5")] if how == "captured" else [])


def test_19_a_unit_lands_at_another_base_than_was_sealed() -> None:
    def landed(page: Page) -> list[str]:
        return [
            f.unit
            for e in heard(page, MissionOver)
            for f in e.fates
            if f.flew and f.unit in page.sealed.planes
        ]

    page = page_where(lambda p: in_operations(p) and landed(p))
    plane = page.sealed.planes[landed(page)[0]]
    home = "SOP" if page.side == "allied" else "TRK"
    moved = replace(plane, base="RAB" if plane.base == home else home)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 19)
    assert [(b.subject, b.rule) for b in found] == [(plane.id, "H9.11.1")]


def test_19_a_unit_without_a_base_is_not_said_to_be_lost() -> None:
    """Its missing statement is the breach; that it is still on a chart is another (check 2)."""
    page = page_where(in_operations, "campaign")
    plane = free(page, page.sealed)[0]
    lost = (f"{plane.id} {plane.steps}",)
    lie = Statement(kind="no-landing", mission="t1m9", lost=lost)
    breach = the_one(page.judged(orders=(lie, *page.file.orders)), 19)
    assert "nothing was to be stated, and it stated" in breach.what


# --- 20: aces ------------------------------------------------------------------------------------


def aces(page: Page) -> list[Plane]:
    return [plane for plane in page.sealed.planes.values() if plane.ace]


def test_20_one_marker_makes_one_ace() -> None:
    page = page_where(lambda p: given(p, PlaceAce) and len(aces(p)) == 1)
    model = [p for p in page.sealed.planes.values()
             if CHARTS.air[p.id].model.type == "F" and p.steps == 2 and not p.ace]  # fmt: skip
    breach = the_one(page.judged(page.sealed.with_planes((replace(model[0], ace=True),))), 20)
    assert breach.rule == "H5.1.1"


def test_20_a_bomber_is_no_ace() -> None:
    page = page_where(lambda p: given(p, PlaceAce) and len(aces(p)) == 1)
    (ace,) = aces(page)
    bomber = next(p for p in page.sealed.planes.values() if CHARTS.air[p.id].model.type != "F")
    swapped = page.sealed.with_planes((replace(ace, ace=False), replace(bomber, ace=True)))
    breach = the_one(page.judged(swapped), 20)
    assert (breach.subject, breach.rule) == (bomber.id, "H5.1.1")


def test_20_an_ace_does_not_change_its_unit() -> None:
    page = page_where(lambda p: in_operations(p) and aces(p))
    ace = aces(page)[0]
    other = next(p for p in page.sealed.planes.values()
                 if CHARTS.air[p.id].model.type == "F" and not p.ace)  # fmt: skip
    swapped = page.sealed.with_planes((replace(ace, ace=False), replace(other, ace=True)))
    assert {b.subject for b in of_check(page.judged(swapped), 20)} == {ace.id, other.id}


def test_20_a_mission_flies_an_ace_that_there_is_not() -> None:
    page = page_where(
        lambda p: with_mission(p) and not unanswered(p.file.found)
        and any(f"mission/{m}" in p.contents for m in p.sealed.flights)
    )  # fmt: skip
    mission, flight = next((m, f) for m, f in page.sealed.flights.items()
                           if f"mission/{m}" in page.contents and f.legs)  # fmt: skip
    unit = next(leg.unit for leg in flight.legs if not page.sealed.planes[leg.unit].ace)
    lie = replace(flight, manifest=replace(flight.manifest, ace=unit))
    breach = the_one(page.judged(contents=items.flight_items(mission, lie, is_open=False)), 20)
    assert (breach.subject, breach.rule) == (unit, "H5.1.1")


# --- every field ---------------------------------------------------------------------------------

FREE = {
    "counts_as": lambda page, plane, _: CHARTS.air[plane.id].model.is_recon,
    "mark": lambda page, plane, _: page.file.step in ("5.3", "7.3-holder", "7.3-other"),
    "replace": lambda page, plane, _: page.file.step in ("5.3", "7.3-holder", "7.3-other"),
    "to": lambda page, plane, now: bool(unanswered(page.file.found)),
    "base": lambda page, plane, _: page.file.step in ("5.2", "5.3", "4.6-first", "4.6-second"),
}
"""Changes of a field that an order could have made in such a file, so that they may be legal."""


def other_value(rng: random.Random, page: Page, plane: Plane, name: str) -> object:
    places = [p for p in items.places(page.file.found, page.side, CHARTS) if p != plane.base]
    match name:
        case "base":
            return rng.choice(places)
        case "to":
            return "" if plane.to else rng.choice(places)
        case "half":
            return "flown" if plane.half == "ready" else "ready"
        case "steps":
            return 3 - plane.steps
        case "counts_as":
            return rng.choice([kind for kind in ("", "F", "B") if kind != plane.counts_as])
    return not getattr(plane, name)


@pytest.mark.parametrize(("scenario", "number"), [("toenails", 0), ("bougainville", 3)])
def test_whatever_else_is_changed_is_a_breach(scenario: str, number: int) -> None:
    """Any field of any unit in any file, but for what an order could have done."""
    rng, tried = random.Random(number), 0
    for page in pages(finished(scenario, number)):
        for _ in range(6):
            plane = rng.choice(list(page.sealed.planes.values()))
            name = rng.choice(Plane.__slots__[1:])
            now = replace(plane, **{name: other_value(rng, page, plane, name)})
            if name in FREE and FREE[name](page, plane, now):
                continue
            tried += 1
            breaches = page.judged(page.sealed.with_planes((now,)))
            assert plane.id in {b.subject for b in breaches} or breaches, (name, page.file.seq)
    assert tried > 300
