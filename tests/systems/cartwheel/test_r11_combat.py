"""Ground combat: every column of the table, every modifier, losses, retreat [H11.4]."""

import pytest

from pbem.engine.events import Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.rules.r11_combat import Assault, Preference, attack
from pbem.systems.cartwheel.rules.r11_troops import strength
from pbem.systems.cartwheel.table.events_ground import Attacked, AttackMissed, Retreated
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.landsea import changed, held
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice, afloat, ashore, board, told


def assault(
    game: Game, hex_: str, die: int, *, side: str = ALLIED, losses: Preference = "highest"
) -> tuple[Game, tuple[Event, ...]]:
    """All units of a side in a hex attack there."""
    units = tuple(unit.id for unit in game.troops_at(hex_, side))
    dice = ScriptedDice({f"11.4 attack {hex_}": die})
    order = Assault(side=side, hex=hex_, units=units, losses=losses)
    told_ = attack(game, order, CHARTS, dice)
    assert dice.left == ()
    return told_


def fight(hex_: str, attackers: str, defenders: str) -> Game:
    """Units of both sides in a hex, by words."""
    return ashore(ashore(board(turn=2), hex_, *attackers.split()), hex_, *defenders.split())


def terms(game: Game, hex_: str, *, side: str = ALLIED) -> dict[str, int]:
    """The modifiers of the attack on a hex."""
    _, events = assault(game, hex_, 5, side=side)
    return dict(told(events, Attacked)[0].score.terms)


# --- the table [H11.4.1] -------------------------------------------------------------------------

TABLE = {
    "1:2": "3/0 2/0 2/0 2/0 1/0 1/0 1/1 1/1 1/1 0/1",
    "1:1": "3/0 2/0 2/0 1/0 1/0 1/1 1/1 1/1 0/1 0/1",
    "3:2": "2/0 2/0 1/0 1/0 1/1 1/1 1/1 0/1 0/1 0/1R",
    "2:1": "2/0 1/0 1/0 1/1 1/1 1/1 0/1 0/1 0/1R 0/2R",
    "3:1": "1/0 1/0 1/1 1/1 0/1 0/1 0/1R 0/1R 0/2R 0/2R",
    "5:1": "1/0 1/1 1/1 0/1 0/1R 0/1R 0/2R 0/2R 0/2R 0/3R",
}
"""Attacker's and defender's steps for totals of 1 to 10, as printed in the rules."""

ODDS = {
    "1:2": ("RDR-1 RDR-4", "41D-237 41D-238"),
    "1:1": ("41-162 43-103", "41D-237 41D-238"),
    "3:2": ("41-162 43-103 43-169", "41D-237 41D-238"),
    "2:1": ("41-162 43-103 43-169 43-172", "41D-237 41D-238"),
    "3:1": ("41-162 43-103 43-169", "41D-237"),
    "5:1": ("41-162 43-103 43-169 43-172 37-129", "41D-237"),
}
"""Attackers and defenders at exactly these odds; all have 4 but the Raiders, who have 2."""


@pytest.mark.parametrize("die", range(1, 11))
@pytest.mark.parametrize("odds", list(TABLE))
def test_h11_4_1_every_cell_of_the_table(odds: str, die: int) -> None:
    game, events = assault(fight("1404", *ODDS[odds]), "1404", die)
    (event,) = told(events, Attacked)
    result = f"{event.attacker_loss}/{event.defender_loss}{'R' if event.retreat else ''}"
    assert (event.odds, event.score.total, result) == (odds, die, TABLE[odds].split()[die - 1])
    ours = sum(u.steps for u in game.troops.values() if u.side == ALLIED)
    assert ours == sum(2 for _ in ODDS[odds][0].split()) - event.attacker_loss


@pytest.mark.parametrize(
    ("ours", "theirs", "column"),
    [
        (1, 3, None), (1, 2, "1:2"), (7, 8, "1:2"), (1, 1, "1:1"), (7, 5, "1:1"), (3, 2, "3:2"),
        (19, 10, "3:2"), (2, 1, "2:1"), (14, 5, "2:1"), (3, 1, "3:1"), (24, 5, "3:1"),
        (5, 1, "5:1"), (99, 1, "5:1"),
    ],
)  # fmt: skip
def test_h11_4_odds_are_rounded_down_to_a_column(
    ours: int, theirs: int, column: str | None
) -> None:
    found = CHARTS.ground_combat.column(ours, theirs)
    assert (None if found is None else str(found)) == column


def test_h11_4_below_one_to_two_there_is_no_attack() -> None:
    game = fight("1404", "RDR-1", "41D-237 41D-238")
    order = Assault(side=ALLIED, hex="1404", units=("RDR-1",))
    after, events = attack(game, order, CHARTS, ScriptedDice())
    assert after == game
    assert [type(event) for event in events] == [AttackMissed]


def test_h0_4_totals_off_the_table_read_its_first_and_last_row() -> None:
    game = replace(fight("1404", *ODDS["3:1"]), forts=("1404",))
    _, events = assault(game, "1404", 1)
    assert (told(events, Attacked)[0].score.total, told(events, Attacked)[0].attacker_loss) == (
        -1,
        1,
    )
    strong = afloat(fight("1404", *ODDS["3:1"]), "1404", "TF36-BB")
    _, events = assault(strong, "1404", 10)
    assert (told(events, Attacked)[0].score.total, told(events, Attacked)[0].defender_loss) == (
        12,
        2,
    )


# --- modifiers [H11.4.2] -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "drm"), [("1404", 0), ("1506", 0), ("0807", -2), ("0303", -1), ("0706", -2)]
)
def test_h11_4_2_terrain_coast_islands_mountain_coast_jungle_mountains(hex_: str, drm: int) -> None:
    game = fight(hex_, "41-162", "41D-237")
    assert terms(game, hex_) == ({"terrain": drm} if drm else {})


def test_h11_4_2_a_fortification_helps_its_own_side_alone() -> None:
    game = replace(fight("1404", "41-162", "41D-237"), forts=("1404",))
    assert terms(game, "1404") == {"fortification": -2}
    assert terms(game, "1404", side=JAPANESE) == {}


@pytest.mark.parametrize(
    ("landed", "drm"), [("", 0), ("RDR-1", 0), ("41-162", -2), ("41-162 RDR-1", -2)]
)
def test_h11_4_2_half_or_more_of_the_cf_landed_this_turn(landed: str, drm: int) -> None:
    game = fight("1404", "41-162 43-103 RDR-1" if landed == "RDR-1" else "41-162 RDR-1", "41D-237")
    for unit in landed.split():
        game = changed(game, unit, landed=2)
    assert terms(game, "1404") == ({"landed": drm} if drm else {})


def test_h11_4_2_exactly_half_is_enough_and_last_turns_landing_is_not() -> None:
    game = changed(fight("1404", "41-162 43-103", "41D-237"), "41-162", landed=2)
    assert terms(game, "1404") == {"landed": -2}
    assert terms(changed(game, "41-162", landed=1), "1404") == {}


def test_h11_4_2_half_or_more_of_the_cf_dropped_this_turn() -> None:
    game = changed(fight("1404", "PIR-503 41-162", "41D-237"), "PIR-503", dropped=2)
    assert terms(game, "1404") == {"dropped": -1}
    game = ashore(game, "1404", "43-103")
    assert terms(game, "1404") == {}


@pytest.mark.parametrize(
    ("ships", "drm"),
    [
        ("US-CA1", 1), ("US-CLT1", 1), ("TF36-BB", 2), ("US-CA1 TF36-BB", 2), ("US-CA1 US-CA2", 1),
        ("TF36-CV", 0), ("US-T1", 0), ("IJN-BB1", 0),
    ],
)  # fmt: skip
def test_h11_4_2_the_best_own_warship_in_the_hex_supports(ships: str, drm: int) -> None:
    game = afloat(fight("1404", "41-162", "41D-237"), "1404", *ships.split())
    assert terms(game, "1404") == ({"best ship": drm} if drm else {})


def test_h11_4_2_a_disrupted_ship_does_not_support() -> None:
    game = afloat(fight("1404", "41-162", "41D-237"), "1404", "TF36-BB", disrupted=True)
    assert terms(game, "1404") == {}


def test_h11_4_2_an_own_strike_or_bombardment_of_this_turn() -> None:
    game = fight("1404", "41-162", "41D-237")
    struck = replace(game.turn, struck_ground=FrozenMap({"1404": "allied"}))
    assert terms(game.with_turn(struck), "1404") == {"struck": 1}
    theirs = replace(game.turn, struck_ground=FrozenMap({"1404": "japanese"}))
    assert terms(game.with_turn(theirs), "1404") == {}


@pytest.mark.parametrize(("hex_", "drm"), [("1404", 1), ("1506", 1), ("0303", 0), ("0807", 0)])
def test_h11_4_2_armour_attacks_on_coasts_and_islands(hex_: str, drm: int) -> None:
    found = terms(fight(hex_, "41-162 ARM-97", "41D-237"), hex_)
    assert found.get("armour", 0) == drm


@pytest.mark.parametrize(
    ("side", "units", "drm"),
    [
        (ALLIED, "41-162 3M-3", 0), (ALLIED, "41-162 7D-18", -1), (ALLIED, "3M-3 7D-18", -1),
        (ALLIED, "7D-18 7D-21", 0), (JAPANESE, "41D-237 SNLF-K6", -1),
        (JAPANESE, "41D-237 41D-238", 0),
    ],
)  # fmt: skip
def test_h11_4_2_two_nationalities(side: str, units: str, drm: int) -> None:
    foe = "20D-78" if side == ALLIED else "5D-4"
    game = ashore(fight("1404", units, foe), "1404")
    assert terms(game, "1404", side=side) == ({"two nations": drm} if drm else {})


def test_h11_4_2_defenders_without_supply() -> None:
    game = changed(fight("1404", "41-162", "41D-237 41D-238"), "41D-237", supplied=False)
    assert terms(game, "1404") == {}
    game = changed(game, "41D-238", supplied=False)
    assert terms(game, "1404") == {"defenders unsupplied": 1}


def test_h11_4_eight_against_three_in_a_fortification_with_a_cruiser() -> None:
    game = replace(fight("1404", "41-162 43-103", "51D-66"), forts=("1404",))
    game = afloat(game, "1404", "US-CA1")
    game, events = assault(game, "1404", 7)
    (event,) = told(events, Attacked)
    assert (event.attack, event.defence, event.odds) == (8, 3, "2:1")
    assert (event.score.total, event.attacker_loss, event.defender_loss) == (6, 1, 1)
    assert (game.points(ALLIED), game.points(JAPANESE)) == (1, 1)


# --- combat factors [H11.4, H13.3] ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "steps", "disrupted", "supplied", "cf"),
    [
        ("41-162", 2, False, True, 4),
        ("41-162", 1, False, True, 2),
        ("41-162", 2, True, True, 2),
        ("41-162", 2, False, False, 2),
        ("41-162", 2, True, False, 1),
        ("51D-66", 2, True, True, 2),
        ("51D-66", 2, True, False, 1),
        ("3M-3", 2, True, False, 2),
        ("RDR-1", 1, True, False, 1),
        ("GAR-RAB1", 1, False, True, 4),
    ],
)
def test_cr42_disruption_and_want_of_supply_halve_each_rounded_up(
    unit: str, steps: int, cf: int, *, disrupted: bool, supplied: bool
) -> None:
    game = changed(ashore(board(), "1404", unit, disrupted=disrupted), unit, steps=steps)
    assert strength(changed(game, unit, supplied=supplied).troops[unit], CHARTS) == cf


def test_2_2_3b_a_garrison_defends_with_all_it_has() -> None:
    game, events = assault(fight("1203", "41-162 43-103 43-169", "GAR-RAB1 GAR-RAB2"), "1203", 9)
    assert (told(events, Attacked)[0].defence, told(events, Attacked)[0].odds) == (8, "3:2")
    assert [u.steps for u in game.troops_at("1203", JAPANESE)] == [1]
    assert game.troops["GAR-RAB1"].steps == 0


# --- losses [H11.4.3] ----------------------------------------------------------------------------


def test_h11_4_3_the_highest_current_cf_loses_first_step_by_step() -> None:
    game, _ = assault(
        fight("1404", "3M-3 41-162 RDR-1", "41D-237 41D-238 41D-239 20D-78"), "1404", 1
    )
    assert [game.troops[u].steps for u in ("3M-3", "41-162", "RDR-1")] == [0, 1, 2]


def test_h11_4_3_losses_lowest_spare_the_strong() -> None:
    game = fight("1404", "3M-3 41-162 RDR-1", "41D-237 41D-238 41D-239 20D-78")
    game, _ = assault(game, "1404", 1, losses="lowest")
    assert [game.troops[u].steps for u in ("3M-3", "41-162", "RDR-1")] == [2, 1, 0]


def test_h11_4_3_equal_cf_the_lower_id_first() -> None:
    game, _ = assault(fight("1404", "41-162 43-103", "41D-237 41D-238"), "1404", 4)
    assert (game.troops["41-162"].steps, game.troops["43-103"].steps) == (1, 2)


def test_h11_4_3_losses_beyond_the_last_step_are_nothing() -> None:
    game, _ = assault(fight("1404", "RDR-1", "GAR-BUI"), "1404", 1)
    assert (game.troops["RDR-1"].steps, game.points(JAPANESE)) == (0, 2)


# --- retreat [H11.4.3] ---------------------------------------------------------------------------


def beaten(hex_: str = "0604", *, foes: str = "20D-78 20D-79") -> Game:
    """Four regiments against two; a 10 makes 0/2R."""
    return fight(hex_, "7D-18 7D-21 7D-25 3D-15", foes)


def test_h11_4_3_to_the_hex_with_the_fewest_own_steps_then_the_lowest_number() -> None:
    game = held(beaten(foes="20D-78 20D-79 20D-80"), JAPANESE, "0603", "0704", "0705")
    game = held(ashore(game, "0603", "41D-237"), ALLIED, "0504", "0505", "0605")
    game = ashore(game, "0604", "5D-4", "9D-20")
    game, events = assault(game, "0604", 10)
    (event,) = told(events, Retreated)
    assert event.units == FrozenMap({"20D-78": "0704", "20D-79": "0705", "20D-80": "0704"})
    assert all(game.troops[u].disrupted for u in event.units)


AROUND = ("0504", "0505", "0603", "0605", "0704", "0705")
"""The land neighbours of 0604."""


def test_h11_4_3_an_empty_hex_of_nobodys_will_do_one_with_enemies_will_not() -> None:
    game = held(beaten(), ALLIED, *AROUND[:-1])
    game = replace(game, control=game.control.without("0705"))
    _, events = assault(game, "0604", 10)
    assert set(told(events, Retreated)[0].units.values()) == {"0705"}
    game, events = assault(ashore(game, "0705", "5D-4"), "0604", 10)
    assert told(events, Retreated)[0].units == FrozenMap()


def test_h11_4_3_who_cannot_retreat_loses_a_step_and_stays() -> None:
    game, events = assault(held(beaten(), ALLIED, *AROUND), "0604", 10)
    assert told(events, Retreated)[0].held == ("20D-78", "20D-79")
    assert all(unit.steps == 0 for unit in game.troops.values() if unit.side == JAPANESE)
    assert game.points(ALLIED) == 4


def test_h11_4_3_garrisons_never_retreat() -> None:
    game, events = assault(beaten(foes="20D-78 GAR-MAD"), "0604", 9)
    (event,) = told(events, Retreated)
    assert (list(event.units), event.held) == (["20D-78"], ("GAR-MAD",))
    assert (game.troops["20D-78"].steps, game.troops["GAR-MAD"].steps) == (1, 0)


def test_h11_3_no_retreat_into_a_full_hex() -> None:
    game = held(beaten(), ALLIED, *AROUND[:-1])
    game = ashore(game, "0705", "41D-237", "41D-238", "41D-239", "17D-53", "17D-54")
    game, events = assault(held(game, JAPANESE, "0705"), "0604", 10)
    assert told(events, Retreated)[0].units == FrozenMap()


def test_h11_3_a_hex_takes_as_many_steps_as_its_limit_and_no_more() -> None:
    """Eight steps are there; two units with one each fill it up to ten."""
    game = held(beaten(), ALLIED, *AROUND[:-1])
    game = ashore(game, "0705", "41D-237", "41D-238", "41D-239", "17D-53")
    assert CHARTS.stacking("0705") == 10
    game, events = assault(held(game, JAPANESE, "0705"), "0604", 10)
    assert told(events, Retreated)[0].units == FrozenMap({"20D-78": "0705", "20D-79": "0705"})


def test_cr44_a_disrupted_unit_that_retreats_loses_no_step_for_it() -> None:
    game = beaten(foes="20D-78 20D-79 20D-80")
    for unit in ("20D-78", "20D-79", "20D-80"):
        game = changed(game, unit, disrupted=True)
    game, events = assault(game, "0604", 10)
    lost = sum(2 - game.troops[u].steps for u in ("20D-78", "20D-79", "20D-80"))
    assert (lost, told(events, Attacked)[0].defender_loss) == (2, 2)


# --- who attacks whom [H11.4] --------------------------------------------------------------------


def test_h11_4_a_unit_that_is_lost_attacks_no_more() -> None:
    game = changed(fight("1404", "41-162 43-103", "41D-237"), "43-103", steps=0)
    order = Assault(side=ALLIED, hex="1404", units=("43-103", "41-162"))
    _, events = attack(game, order, CHARTS, ScriptedDice({"11.4 attack 1404": 5}))
    assert told(events, Attacked)[0].attackers == ("41-162",)


def test_h11_4_where_nobody_defends_no_die_is_thrown() -> None:
    game = fight("1404", "41-162", "")
    order = Assault(side=ALLIED, hex="1404", units=("41-162",))
    after, events = attack(game, order, CHARTS, ScriptedDice())
    assert (after, [type(event) for event in events]) == (game, [AttackMissed])
