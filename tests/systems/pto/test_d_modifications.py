"""Diehl's modifications in whole campaigns, and four of them at a table: each changes the game.

A campaign is played by bots twice from the same seeds, once without one modification. What the
modification leaves in the events is in the one campaign and not in the other [D1-D16].
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

import pytest

from pbem.engine.events import Event
from pbem.engine.hidden import Scene
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.kinds import ALLIED, other
from pbem.systems.pto.rules.setup import set_up
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    AirUnitFired,
    BoatAttacked,
    CarriersCoordinated,
    ShipFired,
    ShipSunk,
    SurfaceCombatBegun,
)
from pbem.systems.pto.table.events_economy import Bought, FuelPaid
from pbem.systems.pto.table.events_naval import (
    FightersRise,
    InterceptionTried,
    RaidFlown,
    Searched,
    Surprised,
)
from pbem.systems.pto.table.orders_month import Engage, Offensive, Sail, Strike
from pbem.systems.pto.table.orders_season import Build
from pbem.systems.pto.table.standing import NavalInterception, SearchRule
from pbem.systems.pto.table.state import MODIFICATIONS, Game, Purse
from pbem.systems.pto.words.sheets import sheets
from tests.systems.pto.frontdoor import Campaign
from tests.systems.pto.selfplay import bot, match, played
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, opened
from tests.systems.pto.started import NAMES, setup_of
from tests.systems.pto.tabletop import (
    CHARTS,
    based,
    force,
    holding,
    ship,
    small_game,
    told,
)

Kind = TypeVar("Kind", bound=Event)
Scenes = tuple[Scene[Game], ...]


@cache
def campaign(scenario: str, off: str = "") -> Scenes:
    """A scenario played by bots to its end, with one modification off or none."""
    return tuple(played(match(scenario, words={off: "off"} if off else {}), builder).scenes)


def builder(view: View[Game]) -> tuple[Order, ...]:
    """The program's player, but that the Allies of Pearl Harbor build US destroyers."""
    builds = view.side == ALLIED and not view.game.terms.bids_only
    if builds and any(key.endswith("/S2.3") for key in view.decision.covers):
        return (Build(nation="US", what="DD"),)
    return bot(view)


def every(scenes: Scenes, kind: type[Kind]) -> Iterator[Kind]:
    for scene in scenes:
        yield from told(scene.events, kind)


# --- what a modification leaves in a campaign ----------------------------------------------------


def cheap_destroyers(scenes: Scenes) -> Iterator[Bought]:
    """US destroyers at the Japanese price [D1.1]."""
    for one in every(scenes, Bought):
        if (one.nation, one.what) == ("US", "DD") and one.points == 2 * one.count:
            yield one


def committed_boats(scenes: Scenes) -> Iterator[str]:
    """Submarines that phase 2 has used up for the month [D2.1]."""
    for scene in scenes:
        yield from (one.id for one in scene.game.ships.values() if one.committed)


def zeros_of_quality_4(scenes: Scenes) -> Iterator[AirUnitFired]:
    """Japanese fighters as printed, which D4 lowers to 3 [D4.1]."""
    for shot in every(scenes, AirUnitFired):
        if shot.unit.startswith("a6m2") and shot.quality == 4:
            yield shot


def strong_at_generic_ships(scenes: Scenes) -> Iterator[BoatAttacked]:
    """Boats that count their attack strength against generic ships, as D5 forbids [D5.4]."""
    for shot in every(scenes, BoatAttacked):
        if shot.strength and shot.ship.startswith(("jp-cl", "jp-dd", "jp-stp")):
            yield shot


def hard_to_find(scenes: Scenes) -> Iterator[Searched]:
    """Searches for boats in the same area that need a 6 [D6.1]."""
    for search in every(scenes, Searched):
        if search.tf.endswith("-boats") and search.number == 6:
            yield search


def surprised(scenes: Scenes) -> Iterator[Surprised]:
    """Task forces surprised by the rules, not by a scenario [D7.1]."""
    return (one for one in every(scenes, Surprised) if not one.scenario)


def coordinated(scenes: Scenes) -> Iterator[CarriersCoordinated]:
    """Dice for the coordination of carrier air [D8.1]."""
    return every(scenes, CarriersCoordinated)


def counter_searches(scenes: Scenes) -> Iterator[Searched]:
    """Searches by the side whose task forces are moving [D11.2]."""
    for scene in scenes:
        if scene.step.startswith("P3.1"):
            first = scene.game.month.first
            mover = first if scene.step == "P3.1-first" else other(first)
            yield from (one for one in told(scene.events, Searched) if one.side == mover)


def fortresses_at_sea(scenes: Scenes) -> Iterator[RaidFlown]:
    """B-17s against ships at sea, as D12 forbids [D12.1]."""
    for raid in every(scenes, RaidFlown):
        at_sea = raid.at == "ships" and CHARTS.areas[raid.area].sea
        if at_sea and any(one.startswith("b-17") for one in raid.units):
            yield raid


def fuel(scenes: Scenes) -> Iterator[FuelPaid]:
    """What Japanese battleships cost that moved [D13.2]."""
    return every(scenes, FuelPaid)


def neighbours_defended(scenes: Scenes) -> Iterator[str]:
    """Carrier air that rises for another task force, as D15 forbids [D15.1]."""
    for scene in scenes:
        aimed = ""
        for event in scene.events:
            if isinstance(event, RaidFlown):
                aimed = event.tf
            if isinstance(event, FightersRise) and not event.counter and aimed:
                yield from (one for one in event.units if _is_of_another(scene.game, one, aimed))


def _is_of_another(game: Game, unit: str, tf: str) -> bool:
    base = game.air[unit].base if unit in game.air else ""
    return base in game.ships and game.ships[base].tf != tf


def fighting_bombers(scenes: Scenes) -> Iterator[str]:
    """Carrier air that is sent to bomb and fights like an escort as well [D16.1]."""
    for scene in scenes:
        raids = told(scene.events, RaidFlown)
        for battle in told(scene.events, AirCombatBegun):
            sent = {one for raid in raids if raid.side == battle.side for one in raid.units}
            escorts = {one for raid in raids for one in raid.escorts}
            yield from sorted((set(battle.escorts) & sent) - escorts)


ONLY_WITH = {
    "D1": ("pearl-harbor", cheap_destroyers),
    "D2": ("leyte", committed_boats),
    "D6": ("midway", hard_to_find),
    "D7": ("midway", surprised),
    "D8": ("midway", coordinated),
    "D11": ("midway", counter_searches),
    "D13": ("midway", fuel),
    "D16": ("leyte", fighting_bombers),
}
ONLY_WITHOUT = {
    "D4": ("pearl-harbor", zeros_of_quality_4),
    "D5": ("midway", strong_at_generic_ships),
    "D12": ("midway", fortresses_at_sea),
    "D15": ("midway", neighbours_defended),
}


@pytest.mark.slow
@pytest.mark.parametrize("id_", ONLY_WITH, ids=str.lower)
def test_a_campaign_shows_what_a_modification_adds(id_: str) -> None:
    scenario, trace = ONLY_WITH[id_]
    assert list(trace(campaign(scenario)))
    assert list(trace(campaign(scenario, id_))) == []


@pytest.mark.parametrize("id_", ONLY_WITHOUT, ids=str.lower)
def test_a_campaign_shows_what_a_modification_forbids(id_: str) -> None:
    scenario, trace = ONLY_WITHOUT[id_]
    assert list(trace(campaign(scenario))) == []
    assert list(trace(campaign(scenario, id_)))


# --- at a table, since no bot's campaign comes to it ---------------------------------------------


def test_d3() -> None:
    """A P-38 of the US bombs a searched cruiser; without D3 it is a fighter and stays [D3a]."""

    def guadalcanal(*off: str) -> Campaign:
        game = force(small_game(off=off), "prey", "JP", "SOL", ship("tone", "CA"))
        game = based(game, "PBY", "US", "GUA", "pby")
        play = opened(based(game, "P-38", "US", "GUA", "p-38"), QUIET, QUIET[1:])
        play.file(TOKYO)
        return play

    order = Strike(units=("p-38",), area="SOL", tf="prey")
    dice = {"PH5.6 search prey P3.2 sol 1": 3, "PH8.3 p-38 v tone #1 P3.2 sol 3": 2}
    (attack,) = told(guadalcanal().file(WASHINGTON, order, dice=dice), AirNavalAttack)
    assert (attack.unit, attack.modifier) == ("p-38", 0)
    assert guadalcanal("D3").refused(order) == [
        "P-38 p-38 (p-38) has no strength against ships [PH8.3]"
    ]


@pytest.mark.parametrize(
    ("off", "hits", "sunk"),
    [((), [(1, "D9.1"), (2, "D9.2")], True), (("D9",), [(0, "PH8.3"), (1, "PH8.3")], False)],
)
def test_d9(off: tuple[str, ...], hits: list[tuple[int, str]], sunk: bool) -> None:
    """At armour 13 with +1 a 10 hits and a 12 twice by D9; without it 11 misses, 13 hits once."""
    game = force(small_game(off=off), "sea", "JP", "MID", ship("nagato", "BB"))
    play = opened(based(game, "VMSB", "US", "MWY", "vmsb"), QUIET, QUIET[1:])
    play.file(TOKYO)
    dice = {
        "PH5.6 search sea P3.2 mid 1": 6,
        "PH8.3 vmsb v nagato #1 P3.2 mid 3": 10,
        "PH8.3 vmsb v nagato #2 P3.2 mid 3": 12,
    }
    events = play.file(WASHINGTON, Strike(units=("vmsb",), area="MID", tf="sea"), dice=dice)
    assert [(one.hits, one.cited) for one in told(events, AirNavalAttack)] == hits
    assert ("nagato" not in play.game.ships) == sunk


@pytest.mark.parametrize(
    ("off", "surprised_one", "fired"),
    [((), "tf-62", ["canberra", "chikuma"]), (("D10",), "", ["canberra"])],
)
def test_d10(off: tuple[str, ...], surprised_one: str, fired: list[str]) -> None:
    """A worn-out cruiser that surprises the enemy fires with his best ship, not after she is sunk.

    She stood by; the enemy has been in an offensive before, and found [D10.1, D10.2].
    """
    game = holding(small_game(month=8, off=off), "JP", "RAB")
    game = force(game, "mikawa", "JP", "BIS", ship("chikuma", "CA", damaged=True))
    game = force(game, "tf-62", "AU", "COR", ship("canberra", "CA", "AU"))
    game = based(game, "H6K", "JP", "RAB", "h6k")
    for nation in ("JP", "AU"):
        game = game.with_purse(nation, Purse(track=1))
    play = opened(game, (SearchRule(when="areas", areas=("SOL",)), *QUIET[1:]), QUIET)
    play.file(TOKYO, Sail(tf="mikawa", standby=True))
    found = {"PH5.6 search tf-62 P3.1 sol 1": 3}
    play.file(WASHINGTON, Sail(tf="tf-62", path=("SOL",), standby=True), dice=found)
    play.passes(TOKYO)
    play.file(WASHINGTON, Offensive(kind="sea", nation="AU", stack="tf-62"))
    attack = (Sail(tf="mikawa", path=("SOL",)), Engage(tf="mikawa", enemy="tf-62"))
    dice = {
        "PH5.4 interception mikawa v tf-62 P4B sol 2": 6,
        "PH6.1 r1 canberra v chikuma P4B sol 3": 12,
        **({} if off else {"PH6.1 r1 chikuma v canberra P4B sol 3": 2}),
    }
    events = play.file(
        TOKYO, Offensive(kind="sea", nation="JP", stack="mikawa"), *attack, dice=dice
    )
    assert told(events, SurfaceCombatBegun)[0].surprised == surprised_one
    assert [one.ship for one in told(events, ShipFired)] == fired
    assert [one.ship for one in told(events, ShipSunk)] == ["chikuma"]


@pytest.mark.parametrize(("off", "tried"), [((), []), (("D14",), ["yamato-group"])])
def test_d14(off: tuple[str, ...], tried: list[str]) -> None:
    """Yamato does not go for guns of 6 at one to one: she has 5 with D14 and 6 without [D14.1]."""
    game = force(small_game(off=off), "yamato-group", "JP", "SOL", ship("yamato", "BB"))
    game = force(game, "tf-64", "US", "MSH", ship("washington", "BB", "US", gun=6))
    play = opened(game, (*QUIET, NavalInterception(when="ratio")))
    play.file(TOKYO)
    dice = {f"PH5.4 interception {one} v tf-64 P3.1 sol 2": 1 for one in tried}
    events = play.file(WASHINGTON, Sail(tf="tf-64", path=("SOL",)), dice=dice)
    assert [one.tf for one in told(events, InterceptionTried)] == tried


def test_every_modification_has_its_test() -> None:
    assert {*ONLY_WITH, *ONLY_WITHOUT, "D3", "D9", "D10", "D14"} == set(MODIFICATIONS)


# --- a game with options -------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", NAMES)
def test_all_sixteen_may_be_off_and_everybody_is_told(scenario: str) -> None:
    """They stand in the genesis, hold through the game, and lie on the table for all to read."""
    words = dict.fromkeys(MODIFICATIONS, "off")
    setup = setup_of(scenario, words=words)
    assert setup.options["off"] == list(MODIFICATIONS)
    game = set_up(setup, CHARTS)
    assert not any(game.uses(id_) for id_ in MODIFICATIONS)
    month = sheets(game, CHARTS)[0]
    row = next(row for row in month.rows if row.cells[0] == "Modifications off")
    assert row.cells[1] == ", ".join(MODIFICATIONS)
    over = played(match(scenario, words=words))
    assert over.game.terms.off == MODIFICATIONS
    assert over.game.ending is not None


def test_nobody_is_told_of_modifications_where_all_are_in_force() -> None:
    month = sheets(set_up(setup_of("midway"), CHARTS), CHARTS)[0]
    assert not [row for row in month.rows if row.cells[0] == "Modifications off"]
