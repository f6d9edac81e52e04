"""Recon, statements and Aces under audit (E.7, checks 15 to 20), doctored and caught."""

import pytest

from pbem.engine.events import ALL
from pbem.engine.hidden import Scene
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.basing import is_over_full
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.own.sealing import seal, stated
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.events_charts import BaseLost, BaseStruck, MissionOver
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.orders_operations import Stage
from pbem.systems.cartwheel.table.orders_turn import PlaceAce, Recon, Statement
from pbem.systems.cartwheel.table.state import Owed
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
from tests.systems.cartwheel.hidden import view
from tests.systems.cartwheel.tabletop import CHARTS

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
            if order.unit == "DIN-6" and page.file.turn > 1
            and air_distance(CHARTS, "0202", order.hex) > reach
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
            any(step.startswith("4.6") for step in p.steps)
            and any(x.away and x.id in p.sealed.planes for x in p.expected.planes.values())
        )
    )
    plane = next(x for x in page.expected.planes.values() if x.away)
    back = replace(page.sealed.planes[plane.id], half=half)  # type: ignore[arg-type]
    found = of_check(page.judged(page.sealed.with_planes((back,))), 16)
    assert [b.rule for b in found] == (["7.3.5~"] if half == "ready" else [])


def test_26_only_recon_chooses_what_it_counts_as() -> None:
    page = page_where(lambda p: in_operations(p) and "A6M-201" in p.sealed.planes)
    plane = replace(page.sealed.planes["A6M-201"], counts_as="B")
    breach = the_one(page.judged(page.sealed.with_planes((plane,))), 26)
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
        and not p.expected.due and not given(p, Statement) and "RAB" not in p.before.evacuate,
        "toenails",
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


def test_h9_3_who_came_to_an_over_full_base_from_a_captured_one_may_stage_on() -> None:
    """Munda takes those of Rabaul and holds too many: each of them may leave it [AMB-31]."""
    page = captured()
    crowd = [replace(p, base="MUN") for p in page.before.planes.values() if p.base == "BUI"]
    before = page.before.with_planes(crowd[:3])
    before = replace(before, evacuate=before.evacuate.set("RAB", ("MUN",)))
    page = replace(page, before=before)
    found, own = page.file.found, page.expected
    assert is_over_full(own, found, "MUN", CHARTS)
    came = [unit for unit in own.due[0].saved if own.planes[unit].base == "MUN"]
    assert "A6M-201" in came
    orders = (Stage(unit="A6M-201", to="BUI"),)
    sees = replace(view(own, found, "4.4"), turn=page.file.turn)
    assert not any(check(sees, orders, CHARTS))
    public, contents = seal(sees, orders, CHARTS)
    sealed = items.read_items(own.side, contents, CHARTS)
    assert sealed.planes["A6M-201"].base == "BUI"
    assert page.judged(sealed, orders=tuple(public)) == []


def test_18_units_that_are_not_said_to_have_left() -> None:
    page = captured()
    breaches = page.judged(page.sealed, orders=(Statement(kind="lost-base", place="RAB"),))
    breach = the_one(breaches, 18)
    assert (breach.subject, breach.rule) == ("RAB", "6.6.5")
    assert "saved" in breach.what


@pytest.mark.parametrize("how", ["captured", "destroyed"])
def test_18_evacuees_go_where_their_list_sends_them(how: str) -> None:
    """There is no choice, from a captured base [H6.6.5] or from a destroyed one [H6.6.1]."""
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
    assert [(b.subject, b.rule) for b in found] == [
        (unit, "H6.6.5" if how == "captured" else "H6.6.1")
    ]


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
