"""Many dice of one kind are told in one line, the result first; one by itself as ever."""

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, Happening
from pbem.frozen import replace
from pbem.report.blocks import Lines
from pbem.report.telling import told
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import (
    AirNavalAttack,
    AirUnitFired,
    BoatAttacked,
    EscortAttacked,
    ShipFired,
)
from pbem.systems.pto.table.events_economy import BoatRolled, PoolGrew
from pbem.systems.pto.table.events_naval import Searched
from tests import selfplay


def roll(*dice: int) -> Roll:
    return Roll(label="x", sides=6, dice=dice)


def report(*events: Event) -> list[str]:
    """The lines of a report in which these events follow each other."""
    happenings = [Happening(turn=46, step="P3.1-first", event=one) for one in events]
    blocks = told(happenings, selfplay.rules_of(PTO), None)
    return [line.text for block in blocks if isinstance(block, Lines) for line in block.lines]


ATTACK = AirNavalAttack(
    to=ALL, unit="g4m-752", ship="australia", roll=roll(11), modifier=2, surprise=0, armour=9,
    hits=1, cited="PH8.3",
)  # fmt: skip
SHOT = ShipFired(
    to=ALL, number=1, ship="nachi", target="us-de-2", roll=roll(8), gun=2, armour=7, hit=True
)


def test_ph8_3_the_rolls_of_a_unit_at_a_ship_say_what_it_needs_and_how_many_hit() -> None:
    miss = replace(ATTACK, roll=roll(5), hits=0)
    great = replace(ATTACK, roll=roll(12), hits=2, cited="D9.2")
    assert report(ATTACK, miss, great, replace(miss, ship="shropshire")) == [
        "⟨g4m-752⟩ at ⟨australia⟩: 2 of 3 hit, needs 7 or more (armour 9, −2): 11, 5, 12"
        " critical [PH8.3, D9.2]",
        "⟨g4m-752⟩ at ⟨shropshire⟩: 0 of 1 hit, needs 7 or more (armour 9, −2): 5 [PH8.3]",
    ]
    assert report(ATTACK) == ["⟨g4m-752⟩ at ⟨australia⟩: 11 + 2 = 13 against 9, hit [PH8.3]"]


def test_d9_1_what_hits_by_default_is_what_a_ship_with_a_name_needs_if_that_is_less() -> None:
    """Nobody throws more than 12; below the default the armour decides [PH8.3]."""
    miss = replace(ATTACK, roll=roll(5), hits=0, modifier=1, default=10)
    for armour, needs in ((13, "10 or more by default (armour 13, −1)"), (9, "8 or more (armour")):
        (line, *_) = report(replace(miss, armour=armour), replace(miss, armour=armour))
        assert f"0 of 2 hit, needs {needs}" in line
    hard = replace(miss, armour=14, default=0)
    assert "needs more than two dice have (armour 14, −1): 5, 5" in report(hard, hard)[0]


def test_ph6_1_a_round_of_gunfire_is_one_line_with_the_hits_first() -> None:
    miss = replace(SHOT, ship="ashigara", roll=roll(3), hit=False)
    assert report(miss, SHOT, replace(miss, number=2)) == [
        "Round 1, 1 of 2 hit: ⟨nachi⟩ at ⟨us-de-2⟩ 8 + 2 = 10 against 7; missed: ⟨ashigara⟩ at"
        " ⟨us-de-2⟩ 3 + 2 = 5 against 7 [PH6.1]",
        "Round 2, 0 of 1 hit: ⟨ashigara⟩ at ⟨us-de-2⟩ 3 + 2 = 5 against 7 [PH6.1]",
    ]


def test_ph7_3_a_round_in_the_air_is_one_line_with_what_each_hit_did() -> None:
    shot = AirUnitFired(
        to=ALL, number=1, unit="a6m5-221", target="b-29-58bw", roll=roll(11), quality=3, against=3,
        steps=1, aborted=True,
    )  # fmt: skip
    miss = replace(shot, unit="a6m5-256", roll=roll(7), steps=0, aborted=False)
    assert report(miss, shot) == [
        "Round 1, 1 of 2 hit: ⟨a6m5-221⟩ at ⟨b-29-58bw⟩ 11 + 3 − 3 = 11 (a step lost and aborted);"
        " missed: ⟨a6m5-256⟩ at ⟨b-29-58bw⟩ 7 + 3 − 3 = 7 [PH7.3]"
    ]


def test_ph4_3_boats_on_blockade_are_told_together() -> None:
    one = BoatRolled(to=ALL, boat="us-ss-gato-1", roll=roll(5), modifier=0, lost=1)
    assert report(one, replace(one, boat="us-ss-gato-2", roll=roll(1), lost=0)) == [
        "2 boats on blockade may cost 1 EP: ⟨us-ss-gato-1⟩ 5 (1), ⟨us-ss-gato-2⟩ 1 (0) [PH4.3]"
    ]


def test_s2_1_what_comes_into_the_pool_of_a_nation_is_one_line() -> None:
    one = PoolGrew(to=ALL, nation="US", what="DD", count=3)
    grown = (one, replace(one, what="CV", count=1), replace(one, nation="JP", count=2))
    assert report(*grown) == [
        "Force pool of the United States: 3 × ⟨DD⟩ and 1 × ⟨CV⟩ [S2.1]",
        "Force pool of Japan: 2 × ⟨DD⟩ [S2.1]",
    ]


def test_ph5_6_the_searches_of_one_force_are_one_line_with_whom_it_finds_first() -> None:
    one = Searched(
        to=ALL, side="allied", tf="kido-butai", area="MID", source="tf-16", number=4,
        roll=roll(2), found=False,
    )  # fmt: skip
    found = replace(one, tf="transport", number=3, roll=roll(5), found=True)
    assert report(one, found, replace(one, source="MWY")) == [
        "⟨tf-16⟩ finds ⟨transport⟩ at ⟨MID⟩ with a 5, needs 3; not found: ⟨kido-butai⟩ at ⟨MID⟩"
        " with a 2, needs 4 [PH5.6]",
        "⟨MWY⟩ searches ⟨MID⟩ for ⟨kido-butai⟩: 2, needs 4 or more: not found [PH5.6]",
    ]
    assert report(one, replace(one, area="HAW", roll=roll(1))) == [
        "⟨tf-16⟩ finds nobody: ⟨kido-butai⟩ at ⟨MID⟩ with a 2, needs 4 and ⟨kido-butai⟩ at ⟨HAW⟩"
        " with a 1, needs 4 [PH5.6]"
    ]


def test_ph9_1_a_round_of_submarines_and_one_of_escorts_are_a_line_each() -> None:
    boat = BoatAttacked(
        to=ALL, number=1, boat="us-ss-gato-1", ship="mikuma", roll=roll(8), modifier=-3,
        strength=2, armour=10, hit=False,
    )  # fmt: skip
    hit = replace(boat, ship="jp-stp-1", armour=5, hit=True)
    escort = EscortAttacked(
        to=ALL, number=1, ship="jp-dd-6", boat="us-ss-gato-1", roll=roll(6), needed=12, hit=False
    )
    assert report(boat, hit, escort, replace(escort, ship="jp-dd-7")) == [
        "Round 1, 1 of 2 hit: ⟨us-ss-gato-1⟩ at ⟨jp-stp-1⟩ 8 − 3 + 2 = 7 against 5; missed:"
        " ⟨us-ss-gato-1⟩ at ⟨mikuma⟩ 8 − 3 + 2 = 7 against 10 [PH9.1]",
        "Round 1, 0 of 2 hit: ⟨jp-dd-6⟩ at ⟨us-ss-gato-1⟩ 6 against 12, ⟨jp-dd-7⟩ at"
        " ⟨us-ss-gato-1⟩ 6 against 12 [PH9.2]",
    ]
