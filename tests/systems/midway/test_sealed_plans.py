"""Sealed planning: what is sealed and opened, and what becomes of a broken plan (MB4)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.frozen import FrozenMap, replace
from pbem.narrow import parse_item
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import OrderVoided, PlanBroken, Planned, PlanSealed
from pbem.systems.midway.table.orders import Launch, Plan
from pbem.systems.midway.table.state import Game
from tests.simulator import begin
from tests.systems.midway.tabletop import CHARTS, hurt, play, put, seated, sink, table, told, view

PLAN = Plan(carrier="akagi", deck=("Akagi-DB", "Akagi-F"))
SEALED = FrozenMap({"japanese": "plan/t3"})


def sealing(game: Game, *orders: Plan | Launch) -> tuple[tuple[Any, ...], dict[str, str]]:
    seen = view(game, game.seats[0], "3/11", seals=("plan/t3",))
    public, items = MIDWAY.seal(seen, orders, CHARTS)
    return public, dict(items)


def opening(game: Game, content: str | dict[str, Any] | None) -> tuple[Game, tuple[Any, ...]]:
    """The game with the Japanese plan of turn 3 opened."""
    read = parse_item(content) if isinstance(content, str) else content
    waiting = replace(game, sealed_plans=SEALED)
    after, events = MIDWAY.opened(waiting, "japanese", "plan/t3", 0, read, CHARTS)
    assert not after.sealed_plans
    return after, events


def decks(game: Game) -> dict[str, list[str]]:
    """What stands on the Japanese decks."""
    found = {
        carrier.id: [squadron.id for squadron in game.aboard(carrier.id, "deck")]
        for carrier in game.side_carriers("japanese")
    }
    return {carrier: deck for carrier, deck in found.items() if deck}


def test_mb4_a_seat_reads_its_sealed_plan_in_its_annex(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"pace": "phase", "sealed_planning": "true"}
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"), options)
    author, other = world.players["japanese"], world.players["american"]
    world.send({"type": "plan", "carrier": "akagi", "deck": ["Akagi-TB"]})
    assert author.run("annex") == 0
    said = capsys.readouterr().out
    assert 'carrier = "akagi"' in said
    assert 'deck = ["Akagi-TB"]' in said
    assert other.run("annex") == 1
    assert "nothing that you have sealed" in capsys.readouterr().err


# --- sealing -------------------------------------------------------------------------------------


def test_mb4_the_item_holds_the_whole_plan_of_the_seat_in_narrow_form() -> None:
    game = put(sink(table(pace="phase", sealed=True), "soryu"), "deck", "Kaga-F")
    public, items = sealing(game, PLAN)
    assert public == ()
    assert items == {
        "plan/t3": (
            '[[plan]]\ncarrier = "akagi"\ndeck = ["Akagi-DB", "Akagi-F"]\n\n'
            '[[plan]]\ncarrier = "kaga"\ndeck = ["Kaga-F"]\n\n'
            '[[plan]]\ncarrier = "hiryu"\ndeck = []\n'
        )
    }


def test_mb4_mh33_without_an_order_the_default_plan_is_sealed() -> None:
    game = put(table(pace="phase", sealed=True), "home", "Akagi-DB")
    _, items = sealing(game)
    plans = tomllib.loads(items["plan/t3"])["plan"]
    assert plans[0] == {"carrier": "akagi", "deck": []}
    assert plans[1]["deck"] == ["Kaga-DB", "Kaga-TB1", "Kaga-TB2", "Kaga-F"]


def test_mb4_a_seat_seals_its_own_decks_only() -> None:
    seats = {"akagi": "akagi", "rest": "kaga soryu hiryu", "us": "enterprise hornet yorktown"}
    game = seated(table(pace="phase", sealed=True), **seats)
    _, items = sealing(game, PLAN)
    assert [plan["carrier"] for plan in tomllib.loads(items["plan/t3"])["plan"]] == ["akagi"]


def test_mb4_the_narrow_form_is_read_back() -> None:
    _, items = sealing(table(pace="phase", sealed=True), PLAN)
    assert parse_item(items["plan/t3"]) == tomllib.loads(items["plan/t3"])


def test_mb4_nothing_is_sealed_where_nothing_must_be() -> None:
    launch = Launch(carrier="akagi")
    assert MIDWAY.seal(view(table(), "japanese", "3/9"), (launch, PLAN), CHARTS) == (
        (launch, PLAN),
        {},
    )


def test_mb4_the_decks_stay_and_the_plan_is_noted() -> None:
    game = table(pace="phase", sealed=True)
    result = play(game, 11, turn=3)
    assert result.game == replace(game, sealed_plans=SEALED)
    assert [type(event) for event in result.events] == [PlanSealed]


def test_mb4_a_plan_that_comes_openly_is_void() -> None:
    result = play(table(pace="phase", sealed=True), 11, (PLAN,), turn=3)
    assert decks(result.game) == {}
    assert [(event.ids, event.cited) for event in told(result, OrderVoided)] == [
        (("akagi",), "M11.5")
    ]


# --- opening -------------------------------------------------------------------------------------


def test_mb4_an_opened_plan_sets_the_decks() -> None:
    game = table(pace="phase", sealed=True)
    _, items = sealing(game, PLAN)
    after, events = opening(game, items["plan/t3"])
    assert decks(after) == {"akagi": ["Akagi-DB", "Akagi-F"]}
    assert [(event.carrier, event.deck) for event in events if isinstance(event, Planned)] == [
        ("akagi", ("Akagi-DB", "Akagi-F"))
    ]


def plan(carrier: object, *deck: object) -> dict[str, Any]:
    return {"plan": [{"carrier": carrier, "deck": list(deck)}]}


KAGA = ("Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2")
BROKEN: dict[str, dict[str, Any] | None] = {
    "not of the narrow form": None,
    "another key": {"plan": [], "note": "x"},
    "no list": {"plan": "akagi"},
    "no carrier": {"plan": [{"deck": []}]},
    "a number": plan("akagi", 7),
    "an unknown carrier": plan("midway"),
    "an enemy carrier": plan("hornet", "VF-8"),
    "a sunk carrier": plan("soryu"),
    "an unknown squadron": plan("akagi", "Zero"),
    "a squadron aboard another carrier": plan("akagi", "Kaga-F"),
    "a squadron in the air": plan("hiryu", "Hiryu-F"),
    "a squadron twice": plan("akagi", "Akagi-F", "Akagi-F"),
    "a carrier twice": {"plan": plan("akagi")["plan"] * 2},
    "more than a deck holds": plan("kaga", *KAGA, "Akagi-DB"),
    "one of two": {"plan": [*plan("akagi", "Akagi-F")["plan"], *plan("kaga", "Akagi-F")["plan"]]},
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_mb4_m11_1_a_broken_plan_is_void_and_the_old_decks_stay(
    content: dict[str, Any] | None,
) -> None:
    game = put(sink(table(pace="phase", sealed=True), "soryu"), "deck", "Akagi-TB")
    game = put(game, "home", "Hiryu-F")
    heavy = replace(game.squadrons["Akagi-DB"], carrier="kaga")
    game = game.with_squadrons([heavy])
    after, events = opening(game, content)
    assert after == game
    assert [(type(event), event.seat) for event in events] == [(PlanBroken, "japanese")]


def test_mb4_an_opened_plan_may_fill_the_deck() -> None:
    game = table(pace="phase", sealed=True)
    game = game.with_squadrons([replace(game.squadrons["Akagi-DB"], carrier="kaga")])
    full = ("Akagi-DB", "Kaga-DB", "Kaga-F", "Kaga-TB1")
    after, _ = opening(game, plan("kaga", *full))
    assert decks(after) == {"kaga": list(full)}


def test_m12_1_mb4_american_plans_are_sealed_as_well() -> None:
    result = play(table(pace="phase", sealed=True), 12)
    assert [event.seat for event in told(result, PlanSealed)] == ["american"]
    assert dict(result.game.sealed_plans) == {"american": "plan/t3"}


def test_mb4_a_crippled_carriers_plan_is_opened_as_any_other() -> None:
    after, _ = opening(hurt(table(pace="phase", sealed=True), akagi=9), plan("akagi", "Akagi-F"))
    assert decks(after) == {"akagi": ["Akagi-F"]}
