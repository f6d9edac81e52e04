"""Whoever ends operations goes straight on ashore: golden chains, played from files [H8.10]."""

from typing import Any

import pytest

from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_charts import Stated, Tf36Left
from pbem.systems.cartwheel.table.events_ground import GroundVoided
from pbem.systems.cartwheel.table.events_play import OperationsOver
from pbem.systems.cartwheel.table.orders_ground import March, Raid
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    NavalMission,
    Pass,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import (
    CommitEleventh,
    CommitTF36,
    ConcludeLater,
    Dismantle,
    Recon,
    ReconReturn,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.headlines import headline
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_golden_chains import (
    ALLIES_FIRST,
    GUNS,
    JAPAN_FIRST,
    chain,
    turn_two,
    voyages,
)

__all__ = ["loaded"]

BOTH, THEN = ("4.4", "4.5-first", "4.6-first"), ("4.5-second", "4.6-second")
LAST = Pass(rest=True, ashore=True)
MARCH = March(units=("43-169",), to="1707")
ON_MUNDA = AirMission(
    kind="strike", hex="1606", band="medium", strikers=("SBD-132", "SBD-234"), mode="dive",
    target="base:MUN",
)  # fmt: skip


NOTHING_ASHORE = (
    "You order nothing ashore: operations end with this file, and you are not asked for ground"
    " orders again this turn [H8.10]."
)


def foretold(game: Play, *orders: Order) -> tuple[str, ...]:
    """What the next author is told to look at twice."""
    assert CARTWHEEL.foretell is not None
    return CARTWHEEL.foretell(game.match.view(), orders, CHARTS).warnings


def finished(game: Play) -> None:
    """Play the turn out; no audit finds anything."""
    while game.game.now == 2 or game.game.owed:
        game.file()
    assert game.match.audit() == []


def test_h8_10_1_a_file_whose_openings_end_the_phase_is_asked_for_what_comes_next(
    loaded: dict[str, int],
) -> None:
    game = turn_two(loaded, ALLIED, ashore=JAPAN_FIRST, missions=3)
    game.file().file().file(*voyages(game, 2)).file(Pass(rest=True))
    game.file(*voyages(game, 2), GUNS)
    assert (game.seat, game.asked()) == (JAPANESE, ("4.5-first", "4.6-first"))
    assert game.events(OperationsOver)


def fourth(faces: dict[str, int]) -> Play:
    """The Allies are first ashore, and are asked when three passes lie behind them."""
    game = turn_two(faces, JAPANESE, ashore=ALLIES_FIRST, missions=1)
    game.file().file().file().file(*voyages(game, 1)).file().file().file()
    assert (game.seat, game.game.operations.passes) == (ALLIED, 3)
    return game


def test_h8_10_1_the_fourth_pass_and_the_ground_orders_are_one_file(
    loaded: dict[str, int],
) -> None:
    game = fourth(loaded)
    assert game.asked() == BOTH
    game.file(MARCH)
    assert game.game.troops["43-169"].at == "1707"
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    game.file()
    assert chain(game, 2) == "J A J A J A J A J"
    finished(game)


def test_h8_10_1_who_passes_last_and_orders_nothing_ashore_is_told_and_the_enemy_is_next(
    loaded: dict[str, int],
) -> None:
    game = fourth(loaded)
    assert NOTHING_ASHORE in foretold(game, Pass(rest=True))
    assert NOTHING_ASHORE not in foretold(game, MARCH)
    assert NOTHING_ASHORE not in foretold(game, *voyages(game, 1))
    game.file(Pass(rest=True))
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    over = "Air and naval operations are over; the Japanese player is next ashore."
    assert headline(game)[-1] == over


def test_h8_10_1_who_flies_instead_is_asked_for_them_later(loaded: dict[str, int]) -> None:
    """His ground orders would stand in a file that does not end the phase: refused."""
    game = fourth(loaded)
    mission = voyages(game, 1)
    assert game.rules(*mission, MARCH) == ["H8.10.2"]
    assert game.rules(*mission, Pass(rest=True, ashore=True)) == ["H8.10.2"]
    game.file(*mission, Pass(rest=True)).file(Pass(times=2))
    assert (game.seat, game.asked()) == (ALLIED, ("4.5-first", "4.6-first"))
    game.file(MARCH)
    assert game.game.troops["43-169"].at == "1707"
    finished(game)


@pytest.mark.parametrize("last", [Pass(), Pass(rest=True), Pass(times=2), Pass(ashore=True)])
def test_h8_10_1_any_fourth_pass_takes_them(loaded: dict[str, int], last: Pass) -> None:
    game = fourth(loaded)
    game.file(last, ConcludeLater(later=True))
    assert game.game.turn.later == (ALLIED,)
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    game.file()
    assert (game.seat, game.asked()) == (ALLIED, ("4.6-first",))
    finished(game)


def test_h8_10_a_cheating_client_sends_both_and_nobody_takes_them(loaded: dict[str, int]) -> None:
    """Missions after which the enemy may fly, and ground orders that he could still answer."""
    game = fourth(loaded)
    mission = voyages(game, 1)
    for orders in ((*mission, MARCH), (*mission, LAST, MARCH), (*mission, LAST)):
        with pytest.raises(Refused, match=r"\[H8.10.2\]"):
            game.match.branch().put(game.match.view(), orders)


# --- blind ground --------------------------------------------------------------------------------


def alone(faces: dict[str, int], *recon: Order, tf36: str = "") -> Play:
    """GD3: Japan has passed out, the Allies are first ashore and have three missions left."""
    game = turn_two(faces, ALLIED, ashore=ALLIES_FIRST, missions=3)
    game.file(CommitTF36(commit=tf36 != "", hex=tf36), *recon).file().file(*voyages(game, 2))
    game.file(Pass(rest=True))
    assert game.asked() == BOTH
    return game


def unasked(game: Play, hits: int = 0) -> Play:
    """The game where raids are answered in advance, and Munda has so many hits."""
    table = game.match.fold.table
    munda = replace(table.game.bases["MUN"], hits=hits)
    there = replace(table.game.with_base(munda), asked=FrozenMap())
    game.match.fold = replace(game.match.fold, table=replace(table, game=there))
    return game


def test_h8_10_2_orders_ashore_stand_behind_the_last_missions(loaded: dict[str, int]) -> None:
    """GD3 without the file that only opens, and without a file for the ground."""
    game = alone(loaded)
    assert game.rules(*voyages(game, 2), GUNS, MARCH) == ["H8.10.2"]
    game.file(*voyages(game, 2), GUNS, Pass(ashore=True), MARCH)
    assert "his orders ashore are given in the same file [H8.3, H8.10.2]" in game.report()
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    assert game.game.troops["43-169"].at == "1707", "the next author knows all of it"
    game.file()
    assert chain(game, 2) == "A J A J A J"
    assert game.seat == ALLIED
    finished(game)


def test_h8_10_2_without_the_key_he_is_asked_as_ever(loaded: dict[str, int]) -> None:
    game = alone(loaded)
    game.file(*voyages(game, 2), GUNS, Pass(rest=True)).file()
    assert (game.seat, game.asked()) == (ALLIED, ("4.5-first", "4.6-first"))
    game.file(MARCH).file()
    assert chain(game, 2) == "A J A J A J A J"
    finished(game)


def test_h8_10_2_recon_and_ships_have_their_orders_too(loaded: dict[str, int]) -> None:
    """Recon is on its way home while the missions are flown, and on the map until 4.6."""
    loaded |= {"7.3 recon F5-8": 1, "7.3 recon DIN-6": 10}
    game = unasked(alone(loaded, Recon(unit="F5-8", hex="1606", base="MUN")))
    home = ReconReturn(unit="F5-8", base="RUS")
    sail = Withdraw(ships=("LST2", "LST3"), path=("1606", "1707"))
    stage = Stage(unit="P40-44", to="RUS")
    game.file(ON_MUNDA, *voyages(game, 2), stage, LAST, home, sail, MARCH)
    assert "F5-8" in game.game.turn.scouts, "in the air until 4.6"
    plane = game.plane(ALLIED, "F5-8")
    assert plane is not None
    assert (plane.base, plane.away) == ("RUS", False)
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    game.file()
    assert {game.game.ships[one].at for one in ("LST2", "LST3")} == {"1707"}
    plane = game.plane(ALLIED, "F5-8")
    assert plane is not None
    assert (plane.base, plane.half) == ("RUS", "flown")
    finished(game)


def test_h8_10_2_what_has_become_impossible_is_void_and_named(loaded: dict[str, int]) -> None:
    """The commandos have nothing left to destroy at Munda."""
    game = unasked(alone(loaded), hits=5)
    loaded |= {"9.4 scramble t2m3 A6M-204a": 10}
    for unit in ON_MUNDA.strikers:
        loaded |= {f"9.9 aa t2m3 {unit}": 1, f"9.10 bomb t2m3 {unit}": 10}
    game.file(ON_MUNDA, *voyages(game, 2), LAST, Raid(base="MUN"), MARCH)
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    (void,) = game.events(GroundVoided)
    assert (void.side, void.order, void.ids, void.cited) == (ALLIED, "raid", ("MUN",), "H11.7")
    words = "The Allied player's order 'raid' (MUN) cannot be carried out"
    assert f"{words}: the base is no target of a raid any more [H11.7]." in game.report()
    assert game.game.troops["43-169"].at == "1707"


def test_h8_10_2_who_sails_by_the_file_has_no_orders_ashore_in_it(loaded: dict[str, int]) -> None:
    game = alone(loaded)
    sail = Withdraw(ships=("US-CA1",), path=("1806", "1807"))
    assert game.rules(*voyages(game, 2), GUNS, LAST, sail) == ["H8.10.2"]
    assert game.rules(*voyages(game, 2), Pass(ashore=True)) == ["H8.10.2"], "one is left"
    assert game.rules(*voyages(game, 2), LAST, sail) == []


def test_h8_10_2_passing_out_with_nothing_in_the_air_is_the_last_file_too(
    loaded: dict[str, int],
) -> None:
    """The enemy's pass comes by itself, and no dice wait: no key is needed."""
    game = alone(loaded).file(Pass(rest=True), MARCH)
    assert game.game.troops["43-169"].at == "1707"
    assert chain(game, 2) == "A J A J A"
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    finished(game)


def test_h8_10_2_the_second_side_ashore_gives_nothing_ahead(loaded: dict[str, int]) -> None:
    game = turn_two(loaded, ALLIED, ashore=JAPAN_FIRST, missions=3)
    game.file().file().file(*voyages(game, 2)).file(Pass(rest=True))
    assert game.asked() == ("4.4",)
    assert game.rules(*voyages(game, 2), GUNS, LAST) == ["H8.10.2"]


def test_h8_10_2_raids_of_an_asked_file_are_flown_before_them(loaded: dict[str, int]) -> None:
    """Order, reply, opening: what is ordered ashore waits for both, and is not asked for again."""
    game = alone(loaded)
    game.file(ON_MUNDA, *voyages(game, 2), LAST, MARCH)
    assert (game.seat, game.asked()) == (JAPANESE, ("4.4",))
    assert game.rules(Reply(mission="t2m3"), Pass()) == ["H8.3"], "he is out"
    game.file(Reply(mission="t2m3"))
    assert (game.seat, game.asked()) == (ALLIED, ())
    assert game.match.game.troops["43-169"].at == "1807"
    game.file()
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    assert game.game.troops["43-169"].at == "1707"
    game.file()
    assert chain(game, 2) == "A J A J A J A J"
    finished(game)


def test_e_4_4_the_reply_to_its_raids_closes_the_turn_where_nobody_is_asked_then(
    loaded: dict[str, int],
) -> None:
    """17.1: Japan's last file holds its conclusion, and the Allies have none (E.4.8).

    The dice of 4.7 belong to the Allied reply. Who witnesses them opens the next turn at once.
    """
    loaded |= {
        "5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": JAPAN_FIRST,
        "7.3 recon F5-8": 10,
    }  # fmt: skip
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4").file().file(Pass(rest=True))
    game.file(AirMission(kind="sweep", hex="0806", band="high", escorts=("A6M-204a",)), LAST)
    game.file(Reply(mission="t1m1"))
    assert (game.game.now, game.game.turn.opener) == (2, JAPANESE)
    assert (game.seat, game.asked()[0]) == (JAPANESE, "5.2")
    assert chain(game, 1) == "J A J A J A"
    finished(game)


def test_h8_10_2_no_mission_lands_at_a_base_that_its_file_takes_away(
    loaded: dict[str, int],
) -> None:
    """It works until 4.8, and whoever is told to land there would find it gone [H9.11.1]."""
    game = unasked(alone(loaded))
    table = game.match.fold.table
    mobile = replace(table.game.bases["MA1"], hex="1707", status="working")
    there = table.game.with_base(mobile)
    game.match.fold = replace(game.match.fold, table=replace(table, game=there))
    sweep = AirMission(
        kind="sweep", hex="1606", band="high", escorts=("P38-339",),
        returns=FrozenMap({"P38-339": "MA1"}),
    )  # fmt: skip
    others, away = voyages(game, 2), Dismantle(base="MA1")
    assert [(one.rule, one.what) for one in game.refused(sweep, *others, LAST, away)] == [
        ("6.5.4~", "MA1 is not empty: P38-339")
    ]
    assert game.rules(replace(sweep, returns=FrozenMap()), *others, LAST, away) == []
    game.file(sweep, *others, LAST).file()
    plane = game.plane(ALLIED, "P38-339")
    assert plane is not None
    assert plane.base == "MA1"


FIGHT = NavalMission(ships=("US-CA1",), path=("1806", "1807", "1707"), purpose="sortie")
"""His last mission, to where two laden ships of his lie among enemies."""


def laden_in_a_fight(faces: dict[str, int], die: int) -> Play:
    """Before that mission; all fire misses but the first shot at LST2, which falls as `die`."""
    game = alone(faces)
    table = game.match.fold.table
    cargoes = {**dict.fromkeys(("US-CLT1", "LST2"), ("supply",)),
               **dict.fromkeys(("IJN-CLT1", "IJN-CLT2", "IJN-CLT3"), ())}  # fmt: skip
    ships = (replace(table.game.ships[i], at="1707", cargo=cargo) for i, cargo in cargoes.items())
    changed = replace(table, game=table.game.with_ships(ships))
    game.match.fold = replace(game.match.fold, table=changed)
    for firer in ("US-CA1", "US-CLT1", "IJN-CLT1", "IJN-CLT2", "IJN-CLT3"):
        faces |= {f"10.4 fire t2m3 r{number} {firer}": 1 for number in (1, 2, 3)}
    faces["10.4 fire t2m3 r1 IJN-CLT3"] = die
    return game


def test_h8_10_2_a_ship_that_is_disrupted_before_it_comes_home_unloads_nothing(
    loaded: dict[str, int],
) -> None:
    """A fight of his last mission disrupts one of a group in port; the other unloads [H10.2]."""
    game = laden_in_a_fight(loaded, 5)  # 5 + 4 - 2 + 1 = 8: a D on LST2
    game.file(FIGHT, LAST, Withdraw(ships=("US-CLT1", "LST2"), path=("1707",), unload=True))
    game.file()
    told = game.report()
    assert "LST2 is disrupted and unloads nothing [H10.2]." in told
    assert "US-CLT1 unloads 1 supply unit at 1707" in told
    assert "left aboard" not in told
    assert game.game.ships["LST2"].cargo == ("supply",)


def test_h8_10_2_tf36_flies_by_the_file_that_sends_it_home(loaded: dict[str, int]) -> None:
    """Its aircraft are on the charts until it has left in 4.6 [H5.3.3]."""
    game = unasked(alone(loaded, tf36="1808"))
    sweep = AirMission(kind="sweep", hex="1606", band="high", escorts=("F6F-12",))
    game.file(sweep, *voyages(game, 2), LAST)
    assert game.plane(ALLIED, "F6F-12") is not None
    assert (game.seat, game.asked()) == (JAPANESE, THEN)
    game.file()
    assert game.plane(ALLIED, "F6F-12") is None
    assert game.events(Tf36Left)
    finished(game)


def test_h8_10_2_a_rufe_that_is_found_at_the_end_is_ready_again(loaded: dict[str, int]) -> None:
    """It flew by the last file, and its owner's next comes when Flown units are Ready [14.2]."""

    def one_turn(table: dict[str, Any]) -> None:
        table |= {"turns": 1, "reinforcements": []}

    loaded |= {"5.1 event": 7, "7.5 missions": 1, "11.1 ground initiative": JAPAN_FIRST}
    game = play("toenails", loaded, one_turn, asked=False).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, ports=FrozenMap({"RUF-802": "1405"})))
    game.until(ALLIED, "4.4").file(Pass(rest=True)).until(JAPANESE, "4.4")
    assert game.asked() == BOTH
    game.file(AirMission(kind="sweep", hex="1606", band="high", escorts=("RUF-802",)), LAST)
    assert (game.seat, game.asked()) == (ALLIED, THEN)
    game.file().file()
    assert [one.port for one in game.events(Stated) if one.kind == "moored"] == ["1405"]
    assert not game.match.game.floatplanes["RUF-802"].flown
    assert game.match.audit() == []


# --- what it is told ----------------------------------------------------------------------------


def agenda(game: Play) -> tuple[str, ...]:
    """What the next file is needed for."""
    tell = CARTWHEEL.agenda
    assert tell is not None
    return tell(game.game, game.match.view().decision, CHARTS)


def parts(game: Play) -> dict[str, str]:
    """What the next form says of each of its parts where nothing is ordered."""
    found = CARTWHEEL.form(game.match.view(), CHARTS)
    return {one.title: one.choices[-1] for one in found if one.choices}


def words(game: Play, *orders: Order) -> Foretold:
    """What is told of orders before the file is signed."""
    assert game.refused(*orders) == ()
    tell = CARTWHEEL.foretell
    assert tell is not None
    return tell(game.match.view(), orders, CHARTS)


def test_a_silent_file_that_ends_the_phase_says_what_is_left_undone_ashore(
    loaded: dict[str, int],
) -> None:
    game = fourth(loaded)
    assert "July II 1943, ground orders [4.5]" in agenda(game)
    assert parts(game)["Marches and attacks"].endswith("nobody marches, and nobody attacks.")
    silent, flying = words(game), words(game, *voyages(game, 1))
    undone = "Marches and attacks: nobody marches, and nobody attacks."
    assert undone in silent.left
    assert undone not in flying.left


def test_who_may_give_them_ahead_is_told_so(loaded: dict[str, int]) -> None:
    game = alone(loaded)
    assert "July II 1943, ground orders [4.5]" not in agenda(game)
    assert agenda(game)[-1].endswith("which saves a mail [H8.10.2]")
    later = (
        "If nothing is ordered: without ashore = true you are asked again when operations are over."
    )
    assert parts(game)["Marches and attacks"] == later
    told = words(game, *voyages(game, 2), GUNS, LAST, MARCH)
    assert any("your orders ashore and your conclusion stand in it" in one for one in told.ordered)
    assert "Ships go home or unload: ships stay where they are, with what they carry." in told.left
    assert not any("Ships go home" in one for one in words(game, *voyages(game, 2)).left)


def test_a_key_that_helps_nothing_is_refused_with_the_reason(loaded: dict[str, int]) -> None:
    game = fourth(loaded)
    (early,) = game.refused(*voyages(game, 1), MARCH)
    assert early.hint.startswith("add ashore = true to its pass")
    (wrong,) = game.refused(*voyages(game, 1), LAST)
    assert wrong.what == "air and naval operations may go on after this file"
    second = turn_two(loaded, ALLIED, ashore=JAPAN_FIRST, missions=3)
    (wrong,) = second.file().file().refused(LAST)
    assert wrong.what == "the enemy acts first ashore"
