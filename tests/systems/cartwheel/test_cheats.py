"""Cheats in real files: everybody takes them, and the audit names file, rule and unit (E.7)."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.game.write import Draft, check_draft
from pbem.systems.cartwheel.own.basing import cannot_stage, may_reach
from pbem.systems.cartwheel.own.charts import Flight, Leg, Plane, Private
from pbem.systems.cartwheel.rules.occasion import OPENING, steps_of
from pbem.systems.cartwheel.rules.r06_havens import open_to
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_operations import Reply
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.under_way import Manifest
from tests.systems.cartwheel.files import play, players, world
from tests.systems.cartwheel.fraud import (
    STEADY,
    Trek,
    doctored,
    found,
    legal,
    mailed,
    seen,
    told,
    until,
)
from tests.systems.cartwheel.loaded import steady
from tests.systems.cartwheel.tabletop import CHARTS


@pytest.fixture(autouse=True)
def falling_alike() -> Iterator[None]:
    """The same dice in every run."""
    with steady(STEADY):
        yield


@pytest.fixture(scope="module")
def treks(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, Trek]:
    """Games that these tests begin with, by the number of their players."""
    return {n: Trek(tmp_path_factory.mktemp("trek"), "toenails", n) for n in (1, 2)}


def own(view: View[Game]) -> Private:
    assert isinstance(view.private, Private)
    return view.private


def steps(view: View[Game]) -> tuple[str, ...]:
    return steps_of(view.decision.covers)


def interceptor(view: View[Game]) -> tuple[str, Plane] | None:
    """A raid to be answered, and a fighter that can rise against it from an airbase."""
    for raid in unanswered(view.game) if "4.4" in steps(view) else ():
        for plane in own(view).planes.values():
            reply = Reply(mission=raid.id, interceptors=_named(plane))
            if plane.base in view.game.bases and legal(view, reply, CARTWHEEL):
                return raid.id, plane
    return None


def _named(plane: Plane) -> FrozenMap[str]:
    return FrozenMap({plane.id: plane.base})


def elsewhere(view: View[Game], plane: Plane) -> str:
    """An off-board base that a unit could stage to, or another own one."""
    bases = open_to(view.game, plane.id, CHARTS)
    near = [b for b in bases if b != plane.base and may_reach(view.game, plane, b, CHARTS)]
    return min(near, key=lambda base: (not CHARTS.bases[base].is_off_board, base))


def idle(view: View[Game]) -> bool:
    """A file of 4.4 that decides nothing: it only opens and states."""
    return view.step == "4.4" and not view.decision.covers


def free(view: View[Game]) -> list[Plane]:
    """Units that could make a stage move, if it were the file for it."""
    return [
        plane for plane in own(view).planes.values()
        if plane.base in view.game.bases and not CHARTS.air[plane.id].is_eleventh
        and CHARTS.air[plane.id].model.is_fighter
        and not cannot_stage(own(view), view.game, plane, CHARTS)
    ]  # fmt: skip


# --- 29: flights ---------------------------------------------------------------------------------


def test_29_a_flight_under_the_enemys_mission(treks: Mapping[int, Trek], tmp_path: Path) -> None:
    """It would let an interceptor land anywhere: it lands where it came from, and is named."""
    made, by_chance, cheat = treks[1].until(interceptor, tmp_path)
    view = seen(cheat)
    answer = interceptor(view)
    assert answer
    mission, plane = answer
    goal = elsewhere(view, plane)
    leg = Leg(unit=plane.id, origin=plane.base, returns=goal)
    forged = Flight(manifest=Manifest(fliers=()), legs=(leg,))
    replies = [Reply(mission=raid.id) for raid in unanswered(view.game) if raid.id != mission]
    reply = Reply(mission=mission, interceptors=_named(plane))
    raw = doctored(
        cheat, reply, *replies,
        change=lambda _, private: replace(private, flights=private.flights.set(mission, forged)),
    )  # fmt: skip
    seq = mailed(made, raw)
    assert ("H9.1.3", mission, "check 29") in told(found(cheat, seq))
    until(made, by_chance, lambda view: view.seat == cheat.seat)
    landed = own(seen(cheat)).planes.get(plane.id)
    assert landed is None or landed.base != goal


# --- 28: items of an annex -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["landing", "mission"])
def test_28_an_item_that_stands_only_in_an_annex(
    treks: Mapping[int, Trek], tmp_path: Path, kind: str
) -> None:
    """A landing under the enemy's mission that no file ever committed to [protocol 8]."""
    made, _, cheat = treks[1].until(interceptor, tmp_path)
    answer = interceptor(seen(cheat))
    assert answer
    mission, plane = answer
    leg = f'{{ unit = "{plane.id}", origin = "{plane.base}", returns = "TRK" }}'
    text = f"legs = [{leg}]\n" if kind == "landing" else "fliers = []\n"
    replies = [Reply(mission=raid.id) for raid in unanswered(seen(cheat).game)]
    raw = doctored(cheat, *replies, planted={f"{kind}/{mission}": text})
    (breach,) = found(cheat, mailed(made, raw))
    assert (breach.rule, breach.subject) == ("protocol 8", f"{kind}/{mission}")
    assert breach.what == "its annex holds it, and the file sealed no such thing"
    assert breach.gain == cheat.seat


# --- 24 to 27: hidden changes in a file that is not for them -------------------------------------


def test_24_a_stage_move_in_a_file_that_decides_nothing(
    treks: Mapping[int, Trek], tmp_path: Path
) -> None:
    """When the dice are known, and before the enemy chooses: check refuses what is sealed here."""
    made, _, cheat = treks[2].until(lambda view: idle(view) and free(view), tmp_path)
    plane = free(seen(cheat))[0]
    goal = elsewhere(seen(cheat), plane)
    staged = replace(plane, base=goal, half="flown", staged=True)
    with cheat.session() as session:
        problems = check_draft(
            session, Draft(orders=({"type": "stage", "unit": plane.id, "to": goal},))
        )
    assert [(one.rule, one.code) for one in problems] == [("H9.3", "E12")]
    raw = doctored(cheat, change=lambda _, private: private.with_planes((staged,)))
    breaches = found(cheat, mailed(made, raw))
    assert ("H8.8", plane.id, "check 24") in told(breaches)
    breach = next(one for one in breaches if one.rule == "H8.8")
    start, end = CHARTS.base_name(plane.base), CHARTS.base_name(goal)
    assert f"it went from {start} to {end}: it makes no stage move in this file" in breach.what
    assert breach.gain == cheat.seat


def test_25_an_evacuation_list_in_a_file_that_decides_nothing(
    treks: Mapping[int, Trek], tmp_path: Path
) -> None:
    made, _, cheat = treks[2].until(idle, tmp_path)
    base, to = ("PM", "AUS") if cheat.seat == "allied" else ("RAB", "TRK")
    base = next(plane.base for plane in own(seen(cheat)).planes.values()
                if plane.base in seen(cheat).game.bases and plane.base != to)  # fmt: skip
    raw = doctored(
        cheat,
        change=lambda _, private: replace(private, evacuate=private.evacuate.set(base, (to,))),
    )
    (breach,) = found(cheat, mailed(made, raw))
    assert told([breach]) == [("H6.6.5", base, "check 25")]
    assert "it gets no other list in a file that decides nothing" in breach.what


def test_26_what_recon_counts_as_in_a_file_that_decides_nothing(
    treks: Mapping[int, Trek], tmp_path: Path
) -> None:

    def scouts(view: View[Game]) -> list[Plane]:
        units = own(view).planes.values()
        return [plane for plane in units if CHARTS.air[plane.id].model.is_recon]

    made, _, cheat = treks[2].until(lambda view: idle(view) and scouts(view), tmp_path)
    plane = scouts(seen(cheat))[0]
    other = replace(plane, counts_as="B" if plane.counts_as == "F" else "F")
    raw = doctored(cheat, change=lambda _, private: private.with_planes((other,)))
    (breach,) = found(cheat, mailed(made, raw))
    assert told([breach]) == [("7.3.1", plane.id, "check 26")]


def test_27_a_step_for_a_unit_at_full_strength(treks: Mapping[int, Trek], tmp_path: Path) -> None:
    """It is disrupted, so that it may be marked; it is whole, so that it may ask for no step."""

    def shaken(view: View[Game]) -> list[Plane]:
        return [
            plane for plane in own(view).planes.values()
            if plane.disrupted and plane.steps == CHARTS.air[plane.id].model.steps
            and plane.base in view.game.bases and {*OPENING} & {*steps(view)}
        ]  # fmt: skip

    made, _, cheat = treks[1].until(shaken, tmp_path)
    plane = shaken(seen(cheat))[0]
    order = {"type": "mark", "units": [plane.id], "replace": [plane.id]}
    with cheat.session() as session:
        problems = check_draft(session, Draft(orders=(order,)))
    assert ("H7.2", "E12") in [(one.rule, one.code) for one in problems]
    marked = replace(plane, mark=True, replace=True)
    raw = doctored(cheat, change=lambda _, private: private.with_planes((marked,)))
    (breach,) = [one for one in found(cheat, mailed(made, raw)) if one.subject == plane.id]
    assert told([breach]) == [("H7.2", plane.id, "check 27")]
    assert "it asks for a step, and is at full strength" in breach.what


# --- to the end ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_other_side_finds_a_cheat_when_all_is_disclosed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """File, rule and unit, who gained by it, and that the game is lost by it (protocol 8)."""
    made, by_chance = world(tmp_path, "bismarck-sea"), players(3)
    cheat = until(made, by_chance, lambda view: idle(view) and free(view))
    plane = free(seen(cheat))[0]
    goal = elsewhere(seen(cheat), plane)
    staged = replace(plane, base=goal, half="flown", staged=True)
    raw = doctored(cheat, change=lambda _, private: private.with_planes((staged,)))
    seq = mailed(made, raw)
    play(made, 3)
    honest = next(player for player in made.players.values() if player is not cheat)
    assert honest.run("audit") == 3
    said = capsys.readouterr()
    line = next(
        line for line in said.out.splitlines() if f"file {seq} of seat {cheat.seat}" in line
    )
    start, end = CHARTS.base_name(plane.base), CHARTS.base_name(goal)
    assert f"[H8.8] {plane.id}: it went from {start} to {end}" in line
    assert line.endswith(f"; {cheat.seat} gained")
    assert re.search(rf"^{honest.seat}: \d+ files read, no breaches$", said.out, re.M)
    assert "a breach to its author's gain loses the game" in said.err
