"""What form and `check` say of orders given ahead holds when they are carried out [H8.4, H8.7]."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.table.events_air import UnitHit
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_play import BlindVoided, RaidOrdered
from pbem.systems.cartwheel.table.events_sea import Sailed
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.words.sheets import facts
from tests.systems.cartwheel.frontdoor import played
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_foretold import foretold
from tests.systems.cartwheel.test_golden_sea import CALM
from tests.systems.cartwheel.test_words_missions import bombed

__all__ = ["loaded"]

CONVOY = ("IJN-CLT1", "IJN-CLT2", "MARU1", "MARU2")
WAY = ("1203", "1104", "1004", "0905", "0805")
ON_WAU = AirMission(
    kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
    target="base:WAU",
)  # fmt: skip
ON_THE_CONVOY = AirMission(
    kind="strike", hex="0805", band="low", strikers=("B25S-90",), mode="skip", target="naval:MARU2"
)
SAILED = "once IJN-CLT1, IJN-CLT2, MARU1 and MARU2 have sailed as ordered (t1m2)"


def a_raid_and_a_convoy(faces: dict[str, int]) -> Play:
    """A Japanese run of two awaits the Allied reply: a strike on Wau, then ships to Finschhafen."""
    game = play("bismarck-sea", faces | CALM | {"7.5 missions": 3}).until(JAPANESE, "4.4")
    return game.file(ON_WAU, NavalMission(ships=CONVOY, path=WAY))


def examples(game: Play, kind: type[Order]) -> list[Any]:
    """All examples of a kind in the form of the next file."""
    found = (order for section in sections(game.match.view(), CHARTS) for order in section.examples)
    return [order for order in found if isinstance(order, kind)]


def lines(game: Play) -> str:
    """All words of that form."""
    return "\n".join(
        line for section in sections(game.match.view(), CHARTS) for line in section.choices
    )


def test_h8_7_targets_are_told_where_ships_ordered_before_will_be(loaded: dict[str, int]) -> None:
    game = a_raid_and_a_convoy(loaded)
    said = lines(game)
    assert f"Targets {SAILED}, and who reaches them" in said
    (there,) = {line for line in said.splitlines() if line.startswith("0805") and "B25" in line}
    assert "naval:MARU2 (with SNLF-S5 and 2 supply units)" in there
    assert not any("naval:" in line for line in said.splitlines() if line.startswith("1203"))
    strikes = [one for one in examples(game, AirMission) if one.target.startswith("naval:MARU")]
    assert {one.hex for one in strikes} == {"0805"}
    (sortie,) = {one.path for one in examples(game, NavalMission) if one.purpose == "sortie"}
    assert sortie[-1] == "0805"


def test_h8_7_a_strike_ahead_is_looked_at_twice_where_ships_will_have_left_and_hits_where_they_come(
    loaded: dict[str, int],
) -> None:
    loaded |= {"9.10 bomb t1m1 KI21-14": 1, "9.9 aa t1m3 B25S-90": 1, "9.10 bomb t1m3 B25S-90": 5}
    game = a_raid_and_a_convoy(loaded)
    there = foretold(game, ON_THE_CONVOY)
    assert not any("cannot be struck" in line for line in there.warnings)
    gone = AirMission(
        kind="strike", hex="1203", band="high", strikers=("B17-63",), mode="precision",
        target="naval:MARU1",
    )  # fmt: skip
    warning = (
        f"MARU1 cannot be struck in 1203 (Rabaul) {SAILED}: who attacks it drops his bombs into the"
        " sea [H9.6]."
    )
    assert warning in foretold(game, gone).warnings
    game.file(Reply(mission="t1m1"), ON_THE_CONVOY).until(JAPANESE, "4.4")
    assert [event.ships for event in game.events(Sailed)] == [CONVOY]
    game.file(Reply(mission="t1m3"))
    assert [event.unit for event in game.events(UnitHit)] == ["MARU2"]


@pytest.mark.parametrize(
    ("orders", "owed"),
    [
        (
            (ON_THE_CONVOY,),
            ", or leaves you a statement to make, for aircraft fly in it [E.6, CR62]",
        ),
        ((Pass(),), ""),
    ],
    ids=["mission", "pass"],
)
def test_h8_7_what_is_given_ahead_is_told_to_be_void_if_the_outcome_forbids_it(
    loaded: dict[str, int], orders: tuple[Order, ...], owed: str
) -> None:
    game = a_raid_and_a_convoy(loaded)
    said = (
        "Your next opportunity stands in this file, ahead of the outcome: it is void, and costs"
        f" nothing, if the outcome forbids a part of it [H8.7]{owed}."
    )
    assert said in foretold(game, *orders).costs
    assert "ahead of the outcome" not in "".join(foretold(game).costs)
    assert len(game.events(RaidOrdered)) == 1


def test_cr62_an_air_mission_ahead_is_void_by_a_statement_that_names_nobody(
    loaded: dict[str, int],
) -> None:
    loaded |= {"9.10 bomb t1m1 KI21-14": 9, "9.10 ground t1m1 WAU #1": 10}
    game = a_raid_and_a_convoy(loaded)
    game.file(Reply(mission="t1m1"), ON_THE_CONVOY)
    assert [(event.side, event.cited) for event in game.events(BlindVoided)] == [(ALLIED, "E.6")]
    game.file().file()
    assert [(one.disrupted, one.reduced, one.lost) for one in game.events(Stated)] == [((), (), ())]


# --- what is left [H8.1-H8.3] --------------------------------------------------------------------


def test_h8_2_missions_that_are_under_way_are_none_that_are_left(loaded: dict[str, int]) -> None:
    """The rows of the turn, the form and `check` say the same, before the reply and after it."""
    game = a_raid_and_a_convoy(loaded)
    assert "the Japanese player has 4 left [H8.2]." in foretold(game, Pass()).costs[0]
    told = dict(facts(game.game, CHARTS))
    assert told["Missions left"] == "Allied 6, Japanese 4"
    assert told["Operations"] == "done: Allied 0, Japanese 0"
    assert "Missions left: Allied 6, Japanese 4." in lines(game)
    game.file(Reply(mission="t1m1")).until(ALLIED, "4.4")
    told = dict(facts(game.game, CHARTS))
    assert told["Missions left"] == "Allied 6, Japanese 4"
    assert told["Operations"] == "one Allied mission or a pass; done: Allied 0, Japanese 2"


def test_h8_1_a_run_is_told_as_long_as_it_has_more_than_one_mission(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | CALM | {"7.5 missions": 3}).until(JAPANESE, "4.4")
    told = dict(facts(game.game, CHARTS))
    assert told["Operations"] == ("Japanese run, 2 missions of it left; done: Allied 0, Japanese 0")


def test_h8_3_who_has_passed_out_has_nothing_left(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded | CALM).until(JAPANESE, "4.4").file(Pass(rest=True))
    said = foretold(game.until(ALLIED, "4.4"), Pass()).costs[0]
    assert said.endswith("; the Japanese player has passed out [H8.2].")
    assert dict(facts(game.game, CHARTS))["Missions left"] == "Allied 6, Japanese 0"


def test_h9_1_who_flies_is_counted_among_those_that_could(loaded: dict[str, int]) -> None:
    """Recon units are none of them: F5-8 is ready, and flies no mission."""
    game = a_raid_and_a_convoy(loaded)
    assert "Your aircraft: 19 units, 19 of them ready" in lines(game)
    assert "Air: 1 of your 18 ready units flies a mission." in foretold(game, ON_THE_CONVOY).costs
    up = Reply(mission="t1m1", interceptors=FrozenMap({"P39-40": "DOB"}))
    assert (
        "Air: 1 of your 18 ready units flies a mission and 1 tries to intercept."
        in foretold(game, up, ON_THE_CONVOY).costs
    )
    assert (
        "Air: 1 tries to intercept; 17 other units of yours are ready for a mission [CR76]."
        in foretold(game, up).costs
    )


# --- ships on their way [H10.3] ------------------------------------------------------------------


def patrol_off_dobodura(faces: dict[str, int]) -> Play:
    """IJN-CLT1 lies off Dobodura, on a cheapest way of ANF-CA1 to Lae; another costs the same."""
    return play("bismarck-sea", faces | CALM, change=off_dobodura).until(ALLIED, "4.4")


def off_dobodura(scenario: dict[str, Any]) -> None:
    """A Japanese destroyer is in 0806, and transports in Lae."""
    naval = scenario["naval"]
    naval["0806"], naval["0705"] = ["IJN-CLT1"], ["MARU1"]
    for ship in ("IJN-CLT1", "MARU1"):
        naval["1203"].remove(ship)


BLOCKED, FREE = ("1007", "0907", "0806", "0805", "0705"), ("1007", "1006", "0906", "0805", "0705")


def test_h10_3_ships_are_shown_a_way_on_which_nobody_stops_them(loaded: dict[str, int]) -> None:
    game = patrol_off_dobodura(loaded)
    ways = [one.path for one in examples(game, NavalMission)]
    assert ways
    assert [way for way in ways if "0806" in way[1:-1]] == []


def test_h10_3_who_stops_ships_before_the_end_of_their_way_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = patrol_off_dobodura(loaded)
    said = foretold(game, NavalMission(ships=("ANF-CA1",), path=BLOCKED, purpose="sortie"))
    assert said.ordered[0].startswith(
        "ANF-CA1 sails from 1007 (Milne Bay) to 0705 (Lae), if nobody stops it, seeking a fight"
    )
    stops = "IJN-CLT1 in 0806 (Dobodura) stops ANF-CA1 there, short of 0705 (Lae) [H10.3]."
    assert stops in said.warnings
    free = NavalMission(ships=("ANF-CA1",), path=FREE, purpose="sortie")
    said = foretold(game, free)
    assert not any("stops" in line for line in (*said.ordered, *said.warnings))
    game.file(free)
    assert [event.path[-1] for event in game.events(Sailed)] == ["0705"]


# --- what the report says of it ------------------------------------------------------------------


def test_h9_1_who_flies_a_sweep_is_no_escort_and_a_scenario_without_regroups_tells_of_none(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | CALM, asked=False).until(JAPANESE, "4.4").file()
    game.until(ALLIED, "4.4")
    game.file(AirMission(kind="sweep", hex="0805", band="high", escorts=("P38-9",)))
    game.until(JAPANESE, "4.4")
    said = game.report()
    assert "Fighters: P38-9." in said
    assert "Escorts" not in said
    assert "general regroup" not in said
    assert "This is no general regroup turn [7.1]." in (
        play("campaign", loaded | CALM).until(ALLIED, "4.4").report()
    )


# --- what the form says of targets, ships and answers --------------------------------------------


def test_h9_6_ships_farther_away_are_told_as_targets(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded | CALM).until(JAPANESE, "4.4")
    said = "Farther away: 1007 (Milne Bay) 5 with naval:ANF-CA1"
    assert said in lines(game)


def test_h10_2_a_landing_that_nobody_can_make_is_none_to_decide(loaded: dict[str, int]) -> None:
    game = bombed(loaded | {"9.9 aa t1m2 B25S-90": 1})
    table = game.match.fold.table
    hurt = (replace(table.game.ships[id_], disrupted=True) for id_ in ("MARU1", "MARU2"))
    game.match.fold = replace(
        game.match.fold, table=replace(table, game=table.game.with_ships(hurt))
    )
    said = "Landings from ships (MARU1 and MARU2 lie off a coast with cargo, disrupted)"
    assert said in lines(game)


def test_h8_9_4_the_keys_of_a_clause_are_named_and_its_classes_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = played(tmp_path)
    author = made.players[made.next_seat]
    assert author.run("orders", "--full", "-o", "-") == 0
    form = " ".join(capsys.readouterr().out.replace("#", " ").split())
    assert (
        "A clause of 'answers' has: hexes, classes, most, keep, within, bases, marked, evade,"
        in form
    )
    assert author.run("orders", "--explain", "answers") == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "clauses a list; classes are l0 strike of 1-2, 0-1" in " ".join(rows)
    assert "clauses.within a number 2" in rows
    assert 'clauses.go_for "bombers" or "escorts" "bombers"' in rows
    assert 'clauses.disengage_at "never" or "half" or "any" "half"' in rows


def test_h11_3_troops_sent_where_there_is_no_room_ashore_are_to_be_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """Five of six steps are taken at Vila: one ship's cargo finds room, and not the other's."""
    game = play("toenails", loaded | {"5.1 event": 7}, asked=False).until("japanese", "4.4")

    def told(unit: str) -> list[str]:
        sail = NavalMission(
            ships=("DAI1",), path=("1405", "1506"), purpose="transport",
            load=FrozenMap({"DAI1": (unit,)}),
        )  # fmt: skip
        return [line for line in foretold(game, sail).warnings if "room" in line]

    assert told("6D-23") == [
        "6D-23 of DAI1 finds no room ashore at 1506 (Vila/Barakoma) as things stand: it stays"
        " aboard [H11.3]."
    ]
    assert told("supply") == []
