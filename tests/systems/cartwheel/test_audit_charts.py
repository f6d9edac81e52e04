"""What is wrong with charts themselves (E.7, checks 1 to 6): doctored items, caught and named.

The files are an honest player's; one thing in them is changed, as a doctored program would.
"""

import random
from typing import Any

import pytest

from pbem.engine.orders import Ruling
from pbem.frozen import FrozenMap, names, replace
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.basing import is_over_full
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.occasion import CONCLUSION, OPENING, TASK_FORCES
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from tests.systems.cartwheel.disclosed import (
    Page,
    finished,
    free,
    given,
    in_operations,
    of_check,
    page_where,
    pages,
    the_one,
)
from tests.systems.cartwheel.tabletop import CHARTS

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
        ('units = ["x"]\nevacuate = []\n', "must be a table"),
        ('units = []\nevacuate = []\nflights = ["x"]\n', "must be a table"),
        ("units = []\nevacuate = []\nmoored = [[]]\n", "must be a table"),
        ("no toml at all", "not of the form of sealed items"),
        ('units = [{ id = "X-1", steps = 2 }]\nevacuate = []\n', "there is no air unit 'X-1'"),
    ],
)
def test_1_a_chart_that_means_nothing(text: str, words: str) -> None:
    page = page_where(in_operations, "toenails")
    breach = the_one(page.judged(contents={"RAB/chart": text}), 1)
    assert words in f"{breach.subject}: {breach.what}"
    assert breach.gain == page.side


@pytest.mark.parametrize("place", ["xy", "²203", "9999", ""])
def test_4_a_rufe_at_a_port_that_there_is_not(place: str) -> None:
    """Answers in advance are derived from that chart as well, and nobody rises there."""
    page = page_where(lambda p: in_operations(p) and "RUF-802" in p.sealed.planes)
    text = f'id = "RUF-802"\nbase = "port:{place}"\nhalf = "ready"\nsteps = 2\n'
    found = of_check(page.judged(contents={"unit/RUF-802": text}), 4)
    assert [(one.rule, one.subject) for one in found] == [("6.3.6~", "RUF-802")]


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
    page = page_where(lambda p: "5.2" in p.steps and p.file.turn == 1, "campaign")
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
    page = page_where(lambda p: {*p.steps} & {*TASK_FORCES} and p.file.turn == 1, "campaign")
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
    page = replace(page, before=page.before.with_planes(crowd))
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
        lambda p: p.side == "japanese" and "5.2" in p.steps and p.file.turn > 1
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


def test_24_a_stage_move_that_is_too_far() -> None:
    """Milne Bay to Australia is no ferry link, and more than twice 6 hexes [H9.3]."""
    page = page_where(
        lambda p: (
            in_operations(p)
            and any(x.id == "P40-44" and x.base in ("GUA", "RUS") for x in free(p, p.sealed))
        ),
        "campaign",
    )
    far = replace(page.sealed.planes["P40-44"], base="MER", half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((far,))), 24)
    assert [(b.subject, b.rule) for b in found] == [("P40-44", "H9.3")]
    assert "it stages 6 hexes, and Merauke is 16 from Guadalcanal" in found[0].what


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
def test_24_a_stage_move_of_a_unit_that_may_not(status: dict[str, Any], words: str) -> None:
    """The charts before have it so; in this file it is at another base [H9.3]."""
    page = page_where(
        lambda p: in_operations(p) and p.side == "japanese"
        and any(x.base == "RAB" for x in free(p, p.sealed)), "campaign",
    )  # fmt: skip
    plane = next(x for x in free(page, page.sealed) if x.base == "RAB")
    worn = replace(plane, **status)
    page = replace(page, before=page.before.with_planes((worn,)))
    moved = replace(worn, base="KAV", half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 24)
    assert [(b.subject, b.rule) for b in found] == [(plane.id, "H9.3")]
    assert words in found[0].what


def test_24_h9_3_who_makes_a_stage_move_lands_in_the_flown_half() -> None:
    page = page_where(
        lambda p: in_operations(p) and not unanswered(p.file.found)
        and any(was.base != p.sealed.planes[was.id].base and p.sealed.planes[was.id].staged
                for was in p.expected.planes.values()), "campaign",
    )  # fmt: skip
    moved = next(
        now
        for now in page.sealed.planes.values()
        if now.staged and now.base != page.expected.planes[now.id].base
    )
    found = of_check(page.judged(page.sealed.with_planes((replace(moved, half="ready"),))), 24)
    assert [(b.subject, b.rule) for b in found] == [(moved.id, "H9.3")]
    assert "is not in the Flown half there" in found[0].what


def test_24_a_stage_move_outside_the_phase() -> None:
    page = page_where(
        lambda p: "4.5-first" in p.steps and "4.4" not in p.steps and free(p, p.sealed), "campaign"
    )
    to = "KAV" if page.side == "japanese" else "DOB"
    plane = next(one for one in free(page, page.sealed) if one.base != to)
    moved = replace(plane, base=to, half="flown", staged=True)
    found = of_check(page.judged(page.sealed.with_planes((moved,))), 24)
    assert [(b.subject, b.rule) for b in found] == [(plane.id, "H8.8")]
    assert "it makes no stage move in this file" in found[0].what


def test_24_h8_8_a_stage_move_in_a_reply_is_not_made_at_once() -> None:
    """Else it would leave the ground before the bombs that it has been told of fall."""
    page = page_where(
        lambda p: unanswered(p.file.found) and p.side == "japanese" and free(p, p.sealed)
    )
    plane = free(page, page.sealed)[0]
    moved = replace(plane, base="TRK", half="flown", staged=True)
    breach = the_one(page.judged(page.sealed.with_planes((moved,))), 24)
    assert (breach.subject, breach.rule) == (plane.id, "H8.8")


def test_6_an_arrival_where_the_schedule_does_not_say() -> None:
    page = page_where(
        lambda p: p.side == "japanese" and any(x.due for x in p.sealed.planes.values()), "campaign"
    )
    due = next(plane for plane in page.sealed.planes.values() if plane.due)
    breaches = page.judged(page.sealed.with_planes((replace(due, base="BKA"),)))
    breach = the_one(breaches, 6)
    assert (breach.subject, breach.rule) == (due.id, "H15.2")


def test_24_a_file_that_only_rules_moves_nobody() -> None:
    """A ruling stands alone; its file's charts are those of before (protocol 10)."""
    page = page_where(lambda p: in_operations(p) and free(p, p.expected), "toenails")
    ruling = (Ruling(words="tea at four"),)
    assert page.judged(page.expected, orders=ruling) == []
    plane = free(page, page.expected)[0]
    moved = replace(plane, base="SOP" if page.side == "allied" else "TRK",
                    half="flown", staged=True)  # fmt: skip
    if moved.base == plane.base:
        moved = replace(moved, base="GUA" if page.side == "allied" else "RAB")
    found = of_check(page.judged(page.expected.with_planes((moved,)), orders=ruling), 24)
    assert [(b.subject, b.rule) for b in found] == [(plane.id, "H8.8")]


def test_14_who_is_committed_and_placed_anew_is_ready() -> None:
    """Also one that comes from the Flown half of an over-full base [AMB-3, 6.3.4~]."""

    def rested(page: Page) -> list[Plane]:
        if not any(order.commit for order in given(page, CommitEleventh)):
            return []
        was = page.expected.planes
        return [p for p in page.sealed.at("RAB") if p.id in was and was[p.id].half == "flown"]

    page = page_where(rested)
    plane = rested(page)[0]
    left = page.sealed.with_planes((replace(plane, half="flown"),))
    (breach,) = of_check(page.judged(left), 14)
    assert (breach.subject, breach.rule, breach.gain) == (plane.id, "5.2c", "")
    assert "it is in the Flown half, and is placed anew Ready" in breach.what


# --- every field ---------------------------------------------------------------------------------

FREE = {
    "counts_as": lambda page, plane, _: CHARTS.air[plane.id].model.is_recon,
    "mark": lambda page, plane, _: {*page.steps} & {*OPENING},
    "replace": lambda page, plane, _: {*page.steps} & {*OPENING},
    "to": lambda page, plane, now: bool(unanswered(page.file.found)),
    "base": lambda page, plane, _: plane.staged or {*page.steps} & {*OPENING, *CONCLUSION},
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
            name = rng.choice(names(Plane)[1:])
            now = replace(plane, **{name: other_value(rng, page, plane, name)})
            if name in FREE and FREE[name](page, plane, now):
                continue
            tried += 1
            breaches = page.judged(page.sealed.with_planes((now,)))
            assert plane.id in {b.subject for b in breaches} or breaches, (name, page.file.seq)
    assert tried > 300
