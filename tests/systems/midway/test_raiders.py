"""Whom a CAP may meet: form, words and orders tell what is then played [M5.1, MB3]."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.orders.sight import Sight, sights
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import BombersHit, CapAttacked
from pbem.systems.midway.table.orders import CapAttack, Launch, Move, StandingCap, Stay
from pbem.systems.midway.table.state import Game, ids_of
from tests.simulator import World, begin
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    attack,
    begun,
    misses,
    scenario,
)
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import match, moments
from tests.systems.midway.tabletop import CHARTS, hurt, put, table, weaken

FOUND = "if one search group finds the Japanese fleet and if they launch"
STRIKE = ("VB-6", "VS-6", "VF-6", "VT-6")
CAP = Launch(carrier="akagi", cap=("Akagi-F",))
BY_DOCTRINE = tuple(one for one in JAPANESE if not isinstance(one, StandingCap))
"""The Japanese CAP attacks unless it is ordered otherwise."""


def both_spotted(**damage: int) -> Battle:
    """Turn 1: a Japanese fighter squadron and an American strike stand on deck."""
    spotted = put(table(search_done=False), "deck", "Akagi-F", *STRIKE)
    return begun(hurt(spotted, **damage), turn=1, phase=9)


def words(battle: Battle, *orders: Order, part: str = "ordered") -> list[str]:
    assert not battle.problems(*orders)
    assert MIDWAY.foretell is not None
    return list(getattr(MIDWAY.foretell(battle.view(), orders, CHARTS), part))


def cap(squadron: str, met: str) -> str:
    attacks = f"{squadron} 5 SP in ring 1 attacks the enemy Ready to Attack ({met})"
    return f"{attacks}; who fights goes to ring 2 [M5.1, M5.11]."


def form(battle: Battle) -> str:
    return "\n".join(line for one in MIDWAY.form(battle.view(), CHARTS) for line in one.choices)


def file(world: World, *orders: dict[str, Any]) -> None:
    """The next seat's file with these orders, received by all others."""
    world.round(choose=lambda _: orders)


def still_to_come(world: World, seat: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a seat's report tells of orders that wait for dice."""
    capsys.readouterr()
    assert world.players[seat].run("report") == 0
    return " ".join(capsys.readouterr().out.partition("still to come")[2].split())


def test_m5_1_planes_on_enemy_decks_may_launch_and_come_before_the_japanese_cap_flies() -> None:
    battle = both_spotted()
    met = f"by then at most 5 SP, of them at most 5 SP fighters, {FOUND}"
    order = attack("Akagi-F")
    assert cap("Akagi-F", met) in words(battle, CAP, order)
    assert f"planes that may be Ready to Attack by then, {FOUND}: VB-6" in form(put_on_cap(battle))
    holds = f"Your CAP holds while up to 5 SP of enemy bombers may be Ready to Attack, {FOUND}"
    assert f"{holds} [M5.1]." in words(battle, CAP, CapAttack(), part="warnings")
    assert battle.refused(CAP, CapAttack(squadrons=("Akagi-F",), tb_hits=5)) == [
        "5 hits on torpedo bombers are more than can be there"
    ]


def put_on_cap(battle: Battle) -> Battle:
    """The same moment with the Japanese fighters in the air already."""
    return begun(put(battle.game, "cap", "Akagi-F", ring=1), turn=1, phase=9)


def test_m5_1_planes_on_enemy_decks_come_too_late_before_the_first_launch() -> None:
    battle = scenario("midway-0700", change=lambda game: put(game, "deck", *STRIKE))
    met = "Akagi-F 5 SP in ring 1 attacks the enemy Ready to Attack (nobody) [M5.1]."
    assert met in words(battle, attack("Akagi-F"))
    assert "Japanese CAP attacks" in form(battle).partition("nothing to decide in: ")[2]
    nobody = "Your CAP will meet nobody: no enemy plane can be Ready to Attack by then [M5.1]."
    assert nobody in words(battle, attack("Akagi-F"), part="warnings")


def test_m4_3_fighters_alone_do_not_come_before_the_search() -> None:
    battle = begun(put(table(search_done=False), "deck", "Akagi-F", "VF-6"), turn=1, phase=9)
    met = "Akagi-F 5 SP in ring 1 attacks the enemy Ready to Attack (nobody) [M5.1]."
    assert met in words(battle, CAP, attack("Akagi-F"))


def test_m15_2_planes_on_a_crippled_carrier_do_not_come() -> None:
    met = "Akagi-F 5 SP in ring 1 attacks the enemy Ready to Attack (nobody) [M5.1]."
    assert met in words(both_spotted(enterprise=7), CAP, attack("Akagi-F"))


def test_m6_1_who_moves_up_is_told_the_cap_that_may_meet_him() -> None:
    """The Americans may launch VF-6 before their CAP attacks, VF-8 flies already."""
    game = put(put(table(), "moving", "Akagi-DB"), "deck", "VF-6", "VB-6")
    battle = begun(put(game, "cap", "VF-8", ring=2), turn=1, phase=9)
    said = "Those Ready to Attack may then be attacked by 10 SP of American CAP at most [M6.1]."
    assert said in "\n".join(words(battle, part="left"))
    assert said not in "\n".join(words(battle, Stay(squadrons=("Akagi-DB",)), part="left"))


def test_m3_4_cap_that_is_ordered_to_leave_meets_nobody() -> None:
    """The Japanese move was written before."""
    game = put(put(table(), "moving", "VB-6"), "cap", "Akagi-F", "Kaga-F", ring=1)
    battle = begun(game, turn=1, phase=9)
    battle.file("japanese", *BY_DOCTRINE, Move(squadrons=("Akagi-F",), to="waiting"))
    said = "Those Ready to Attack may then be attacked by 5 SP of Japanese CAP at most [M5.1]."
    assert said in "\n".join(words(battle, part="left"))


@pytest.mark.parametrize(
    ("orders", "most"),
    [
        ((), 10),
        ((attack("Kaga-F"),), 5),
        ((CapAttack(),), 0),
        ((StandingCap(attack="never"),), 0),
    ],
)
def test_m5_1_who_moves_up_is_told_the_cap_that_is_ordered_to_attack_him(
    orders: tuple[Order, ...], most: int
) -> None:
    """The Japanese CAP was ordered before."""
    game = put(put(table(), "moving", "VB-6"), "cap", "Akagi-F", "Kaga-F", ring=1)
    battle = begun(game, turn=1, phase=9)
    battle.file("japanese", *BY_DOCTRINE, *orders)
    left = "\n".join(words(battle, part="left"))
    said = (
        f"Those Ready to Attack may then be attacked by {most} SP of Japanese CAP at most [M5.1]."
    )
    assert (said in left) == (most > 0)
    assert ("of Japanese CAP at most" in left) == (most > 0)


def test_m5_3_a_squadron_that_only_escorts_can_meet_is_told_so() -> None:
    """The Japanese move was written before."""
    game = put(put(table(), "moving", "Akagi-DB", "Akagi-F"), "cap", "VF-6", ring=1)
    battle = begun(game, turn=1, phase=9)
    battle.file("japanese", *JAPANESE)
    said = "The escorts are fought by VF-6 with 5 SP; nobody is free for bombers [M5.3, M5.4]."
    assert said in words(battle, attack("VF-6"))


def test_m5_4_of_fighters_alone_nobody_is_told_to_be_free_for_bombers() -> None:
    game = put(weaken(table(pace="phase"), Akagi_F=2), "ready", "Akagi-F")
    battle = begun(put(game, "cap", "VF-6", ring=1), turn=1, phase=6)
    said = "fought by VF-6 with 2 SP; whoever is not bound meets nobody [M5.3, M5.4]."
    assert said in " ".join(words(battle, attack("VF-6")))


def test_mb3_the_americans_know_where_the_japanese_have_ordered_their_strike() -> None:
    """The Japanese move was written before, and all read it."""
    game = put(put(table(), "ready", "Akagi-DB", "Kaga-DB"), "moving", "Hiryu-DB")
    battle = begun(put(game, "cap", "VF-6", ring=1), turn=1, phase=9)
    battle.file("japanese", *JAPANESE, Stay(squadrons=("Kaga-DB",)))
    assert cap("VF-6", "10 SP, no fighters among them") in words(battle, attack("VF-6"))
    assert "Enemy planes Ready to Attack: Hiryu-DB 5 SP, Kaga-DB 5 SP." in form(battle)
    assert battle.refused(CapAttack(squadrons=("VF-6",), tb_hits=1)) != []
    dice = {"M6.1 bombers": "1 1 1 1 1", "M7.4 DB enterprise g0": "1 1 1 1 1"}
    battle.file("american", *AMERICAN, attack("VF-6"), dice=dice | misses("enterprise"))
    assert battle.told(CapAttacked)[0].escorts == 0


def test_mb3_who_reads_what_is_still_to_come_is_told_it_as_play_stands_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Japanese have ordered their CAP; American launch and search are still to be played."""
    world = begin(tmp_path, "midway/midway-even", ("japanese", "tf-16", "tf-17"))

    def send(*orders: dict[str, Any]) -> str:
        reader = "tf-17" if world.next_seat == "japanese" else "japanese"
        file(world, *orders)
        return still_to_come(world, reader, capsys)

    spot = {"type": "plan", "carrier": "kaga", "deck": ["Kaga-DB", "Kaga-TB1"]}
    send({"type": "plan", "carrier": "akagi", "deck": ["Akagi-F"]}, spot)
    send()
    send()
    launch = {"type": "launch", "carrier": "akagi", "cap": ["Akagi-F"]}
    stay = {"type": "stay", "squadrons": ["Kaga-TB1"]}
    launching = send(launch, stay, {"type": "cap-attack", "squadrons": ["Akagi-F"]})
    assert "Kaga-TB1 5 SP stays in Moving to Attack [M3.1]." in launching
    assert "Without an order: Kaga-DB moves on to Ready to Attack [M3.1]." in launching
    assert f"(by then at most 15 SP, of them at most 15 SP fighters, {FOUND})" in launching
    send()
    assert world.next_seat == "tf-17"
    file(world)
    searching = still_to_come(world, "tf-16", capsys)
    assert "attacks the enemy Ready to Attack (by then at most" in searching
    assert "SP fighters, if one search group finds the Japanese fleet)" in searching


def test_mb1_planes_that_take_off_by_default_are_told_as_their_orders_move_them_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """tf-16 leaves its launch to the rules, and orders what it launches."""
    world = begin(tmp_path, "midway/midway-even", ("japanese", "tf-16", "tf-17"))
    deck = ["VB-6", "VF-6", "VT-6"]
    file(world, {"type": "plan", "carrier": "akagi", "deck": ["Akagi-TB"]})
    file(world, {"type": "plan", "carrier": "enterprise", "deck": deck})
    file(world)
    file(world)
    cap = {"type": "cap-attack", "squadrons": ["VF-6"], "tb_hits": 2}
    stay = {"type": "stay", "squadrons": ["VT-6"]}
    file(world, {"type": "move", "squadrons": ["VB-6"], "to": "ready"}, stay, cap)
    said = still_to_come(world, "japanese", capsys)
    assert "VB-6 5 SP goes to search for the enemy" in said
    assert "VT-6 4 SP stays in Moving to Attack [M3.1]." in said
    assert "VF-6 5 SP in ring 1 attacks the enemy Ready to Attack" in said
    assert "who fights goes to ring 2" in said


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_m5_1_nobody_is_met_who_was_not_told(number: int, pace: str) -> None:
    """Of all games by chance, M16.3: a guess is at most too high, and what is known is exact."""
    wild, met = by_chance(number), 0
    told: dict[tuple[int, int], Sight] = {}

    def looking(now: View[Game], _: Charts) -> tuple[Order, ...]:
        told.update({(one.turn, one.phase): one for one in sights(now, CHARTS)})
        return wild(now)

    battle = match(number, pace=pace)
    for _ in moments(battle, looking, looking):
        pass
    for one in battle.happenings:
        if isinstance(one.event, CapAttacked | BombersHit):
            sight, met = told[one.turn, int(one.step)], met + 1
            fighters = sight.most(s for s in sight.raiders() if not s.is_bomber)
            if isinstance(one.event, BombersHit):
                assert set(one.event.losses) <= set(ids_of(sight.raiders()))
            elif sight.is_guess:
                assert one.event.escorts <= fighters
            else:
                assert one.event.escorts == fighters
    assert met > 1
