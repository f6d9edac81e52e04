"""Standing orders end with the last whom they name, and it is told once when that happens [MB1]."""

from pbem.engine.events import Event, Happening
from pbem.systems.midway.rules.lasting import in_force
from pbem.systems.midway.rules.standing import stand
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.events import StandingEnded, WaitsForFewer
from pbem.systems.midway.table.orders import (
    Attack,
    CapAttack,
    StandingCap,
    StandingMove,
    StandingTargets,
    Stay,
)
from tests.systems.midway.frontdoor import (
    AMERICAN,
    JAPANESE,
    Battle,
    bombed,
    launches,
    misses,
    scenario,
    spots,
)
from tests.systems.midway.tabletop import CHARTS, where

STRIKE = ("VB-6", "VS-6", "VT-8")


def ready(*standing: StandingTargets) -> Battle:
    """The strike is Ready in turn 3, after a search in vain; the American side has ordered so."""
    battle = scenario()
    american = (*AMERICAN, *spots(*STRIKE), *standing)
    battle.turn({"japanese": JAPANESE, "american": american})
    battle.turn({"american": launches(*STRIKE)}, {"M16.3 search": "4"})
    battle.turn({"american": (Stay(squadrons=()),)})
    assert set(where(battle.game, *STRIKE).values()) == {"ready"}
    return battle


def headline(battle: Battle) -> str:
    """What the last turn is told as, in a few lines."""
    told: tuple[Event, ...] = battle.events
    happenings = tuple(Happening(turn=4, step="8", event=one) for one in told)
    return "\n".join(MIDWAY.headline(happenings, battle.game, CHARTS))


def flown(
    battle: Battle, squadron: str, carrier: str, dice: dict[str, str], *standing: StandingMove
) -> None:
    """One squadron attacks, the rest of the strike stays; so is ordered from that file on."""
    rest = Stay(squadrons=tuple(id_ for id_ in STRIKE if id_ != squadron))
    attack = Attack(squadrons=(squadron,), carrier=carrier)
    battle.turn({"american": (*standing, rest, attack)}, dice)


def test_mb1_targets_that_are_all_sunk_are_told_once() -> None:
    battle = ready(StandingTargets(carriers=("kaga",)))
    flown(battle, "VB-6", "kaga", bombed("kaga", 10))
    words = "The standing-targets of the American side ends, for Kaga is sunk"
    assert battle.said().splitlines()[-1] == f"{words} [MB1]."
    assert words in headline(battle)
    battle.turn({"american": (Stay(squadrons=("VS-6", "VT-8")),)})
    assert battle.told(StandingEnded) == []


def test_mb1_of_targets_of_which_one_swims_nothing_is_told() -> None:
    battle = ready(StandingTargets(carriers=("kaga", "akagi")))
    flown(battle, "VB-6", "kaga", bombed("kaga", 10))
    assert battle.told(StandingEnded) == []


def test_mb1_a_limit_that_holds_beside_targets_stands() -> None:
    battle = ready(StandingTargets(carriers=("kaga",), wave_sp=5))
    flown(battle, "VB-6", "kaga", bombed("kaga", 10))
    assert (
        "The standing-targets of the American side no longer names carriers to attack first, for"
        " Kaga is sunk" in battle.said()
    )


def test_m3_1_who_waits_for_the_lost_is_told_to_wait_no_longer() -> None:
    waits = StandingMove(squadrons=("VB-3", "VS-6"), move="hold-until", until=("VT-8",))
    about_itself = StandingMove(squadrons=("VT-8",), move="advance")
    battle = ready()
    dice = misses("soryu") | {"M7.2 AA soryu": "6 6 6 6 1 1"}
    flown(battle, "VT-8", "soryu", dice, waits, about_itself)
    assert where(battle.game, "VT-8") == {"VT-8": "lost"}
    (over,) = battle.told(StandingEnded)
    assert over.squadrons == ("VB-3", "VS-6")
    assert (
        "The standing-move of the American side for VB-3 and VS-6 ends, for VT-8 is lost [MB1]."
        in battle.said()
    )
    assert "The standing-move of the American side for VB-3" in headline(battle)


def test_mb1_fighters_that_are_lost_rank_no_more_and_the_doctrine_holds() -> None:
    battle = scenario()
    others = [one for one in JAPANESE if not isinstance(one, StandingCap)]
    first = StandingCap(attack="always", dogfight_first=("Akagi-F",))
    battle.turn({"japanese": (*others, *spots("Akagi-F"), first), "american": AMERICAN})
    battle.turn({"japanese": launches(cap=("Akagi-F",)), "american": spots("VB-6", "VF-6")})
    strike = launches("VB-6", "VF-6")
    battle.turn({"american": strike}, {"M16.3 search": "4"})
    cap = CapAttack(squadrons=("Akagi-F",))
    dice = {"M5.5 cap": "1 1 1 1 1", "M5.5 escort": "6 6 6 6 6"}
    battle.turn({"japanese": (cap,)}, dice)
    assert (
        "The standing-cap of the Japanese side no longer names who fights the escorts first, for"
        " Akagi-F is lost [MB1]." in battle.said()
    )
    assert "standing" not in headline(battle)


def waiting_for_two() -> Battle:
    """VT-8 waits for two squadrons, of which VB-6 is lost in file 8 of turn 4."""
    waits = StandingMove(squadrons=("VT-8",), move="hold-until", until=("VB-6", "VS-8"))
    battle = ready()
    dice = misses("soryu") | {"M7.2 AA soryu": "6 6 6 6 6 1"}
    flown(battle, "VB-6", "soryu", dice, waits)
    assert where(battle.game, "VB-6") == {"VB-6": "lost"}
    return battle


def test_m3_1_who_waits_for_fewer_is_told_when_one_is_lost() -> None:
    battle = waiting_for_two()
    assert (
        "By the standing-move of the American side VT-8 now waits for VS-8 alone, for VB-6 is lost"
        " [MB1]." in battle.said()
    )
    assert battle.told(StandingEnded) == []
    battle.turn({"american": (Stay(squadrons=("VS-6",)),)})
    assert battle.told(WaitsForFewer) == []


def test_mb1_what_a_form_writes_out_after_a_loss_changes_nothing() -> None:
    battle = waiting_for_two()
    standing = battle.game.standing["american"]
    left = StandingMove(squadrons=("VT-8",), move="hold-until", until=("VS-8",))
    assert left in in_force(standing)
    assert stand(battle.game, "american", left, 99).standing["american"] == standing
