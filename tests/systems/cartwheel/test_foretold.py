"""The turn in words: what orders will do, what is left, what it costs, what to look at twice."""

from itertools import islice, pairwise
from pathlib import Path

import pytest

from pbem.engine.foretold import Foretold, told
from pbem.engine.kinds import Kind, options_of
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import judged_on
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_ground import Land
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    NavalMission,
    Pass,
    Reply,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import (
    CommitEleventh,
    GeneralRegroup,
    PlaceAce,
    Recon,
    ReconReturn,
    Redistribute,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.files import world
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.walked import walk

__all__ = ["loaded"]


def foretold(game: Play, *orders: Order) -> Foretold:
    """The next file's orders in words; they are legal."""
    assert not any(CARTWHEEL.check(game.match.view(), orders, CHARTS))
    assert CARTWHEEL.foretell is not None
    return CARTWHEEL.foretell(game.match.view(), orders, CHARTS)


# --- what they do --------------------------------------------------------------------------------


def test_every_kind_of_order_that_a_player_gives_has_words() -> None:
    plain: Kind[object, Pass] = Kind(order=Pass, steps=())
    dumb = [
        kind.order.type for kind in KINDS if kind.words is plain.words and not kind.order.forced
    ]
    assert dumb == []


@pytest.mark.parametrize(("scenario", "number"), [("bougainville", 3), ("bismarck-sea", 4)])
def test_every_legal_order_of_a_game_is_told(scenario: str, number: int) -> None:
    silent, told_of = [], set()
    for stand, after in pairwise(islice(walk(scenario, number), 91)):
        orders = after.match.files[-1].orders
        sight = judged_on(stand.view, orders, CHARTS)
        for number_, order in enumerate(orders, 1):
            said = tuple(told(KINDS, sight, [(number_, order)]))
            told_of.add(order.type)
            silent += [] if said else [order]
    assert silent == []
    assert len(told_of) > 8


def test_check_tells_a_mission_in_names_with_what_is_left_of_the_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = world(tmp_path, "bismarck-sea")
    while "4.4" not in str(_covers(made)):
        made.round()
    one = made.players[made.next_seat]
    with one.session() as session:
        side, run = session.view().side, session.view().game.operations.run
    capsys.readouterr()
    path = one.folder / "o.toml"
    path.write_text('[[order]]\ntype = "pass"\n')
    assert one.run("check", str(path)) == 0
    said = capsys.readouterr().out
    ends = f": your run ends, and its {run} missions with it [H8.3]" if run > 1 else " [4.4b]"
    assert f"  You pass{ends}.\n" in said
    assert "Missions: 0 by this file, " in said
    assert side in ("japanese", "allied")


def test_h8_9_8_check_tells_what_of_a_mission_everybody_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its units stand openly, for the answer is older; two lists are told as two [H8.9.8]."""
    made = world(tmp_path, "bismarck-sea")
    while made.next_seat != ALLIED or "4.4" not in str(_covers(made)):
        made.round()
    one = made.players[ALLIED]
    path = one.folder / "o.toml"
    path.write_text(
        '[[order]]\ntype = "air-mission"\nkind = "strike"\nhex = "0705"\nband = "high"\n'
        'strikers = ["B17-63"]\nmode = "precision"\ntarget = "base:LAE"\n'
        '[[order]]\ntype = "evacuate"\nbase = "DOB"\nto = ["PM"]\n'
        '[[order]]\ntype = "evacuate"\nbase = "WAU"\nto = ["PM"]\n'
    )
    capsys.readouterr()
    assert one.run("check", str(path)) == 0, capsys.readouterr().err
    said = " ".join(capsys.readouterr().out.split())
    assert "Sealed until the rules open it: 'evacuate' (2)." in said
    assert "Of 'air-mission' everybody reads all but: where they land, if not at home." in said
    assert "Everybody reads all of this" not in said
    assert "Everybody reads: 'air-mission'" not in said


def _covers(made: object) -> tuple[str, ...]:
    one = made.players[made.next_seat]  # type: ignore[attr-defined]
    with one.session() as session:
        covers: tuple[str, ...] = session.view().decision.covers
        return covers


def test_9_1_a_strike_is_told_by_target_with_where_its_units_land(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    strike = AirMission(
        kind="strike", hex="0705", band="high", strikers=("B17-63", "B17-64"),
        mode="precision", target="base:LAE", abort_at="never",
        returns=FrozenMap({"B17-64": "AUS"}),
    )  # fmt: skip
    said = foretold(game, strike)
    assert "B17-64 lands at Australia; B17-63 lands where it took off" in said.ordered[1]
    assert said.ordered[0].startswith(
        "Strike on 0705 (Lae), high: B17-63 (precision) and B17-64 (precision) against Lae"
    )
    assert "They never turn back" in said.ordered[1]
    assert said.costs[0].startswith("Missions: 1 by this file, ")


def test_h8_4_missions_of_a_run_are_told_in_the_order_in_which_they_are_flown(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | {"7.5 missions": 8}).until(JAPANESE, "4.4")
    convoy = NavalMission(ships=("MARU1",), path=("1203", "1104"))
    strike = AirMission(
        kind="strike", hex="0706", band="medium", strikers=("KI21-14",), mode="regular",
        target="base:WAU",
    )  # fmt: skip
    for file in ((convoy, strike), (strike, convoy)):
        said = [line.split()[0] for line in foretold(game, *file).ordered]
        first = {convoy: "MARU1", strike: "Strike"}
        assert [word for word in said if word in first.values()] == [first[one] for one in file]


# --- what is left --------------------------------------------------------------------------------


def test_what_nobody_orders_is_told_as_the_form_says_it(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(ALLIED, "4.4")
    assert "Your opportunity: you pass once." in foretold(game).left
    assert not any("opportunity" in line for line in foretold(game, Pass()).left)


def test_h8_6_standing_down_stands_with_the_file_that_said_so(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4")
    game.file(StandDown(on=True)).until(JAPANESE, "4.4")
    stood = game.game.stand_down[JAPANESE]
    said = f"You have stood down in file {stood}: Allied missions are not answered [H8.6]."
    assert said in foretold(game).left


def test_7_3_5_each_recon_unit_that_no_order_names_lands_somewhere(
    loaded: dict[str, int],
) -> None:
    loaded |= {"7.3 recon F5-8": 1, "5.1 event": 7}
    game = play("bismarck-sea", loaded).until(ALLIED, "7.3")
    game.file(Recon(unit="F5-8", hex="0705", base="LAE")).until(ALLIED, "4.6")
    said = foretold(game).left
    assert "F5-8 lands at Port Moresby [7.3.5~]." in said
    ordered = foretold(game, ReconReturn(unit="F5-8", base="DOB"))
    assert ordered.ordered == ("F5-8 comes back to Dobodura [7.3.5~].",)
    assert not any("F5-8" in line for line in ordered.left)


# --- what to look at twice -----------------------------------------------------------------------


def test_h5_1_a_marker_that_is_lost_unless_it_is_placed_is_told(loaded: dict[str, int]) -> None:
    game = play("bismarck-sea", loaded | {"5.1 event": 6}).until(ALLIED, "5.3")
    lost = "You place no Ace: the marker of the random event is lost [H5.1]."
    assert lost in foretold(game).warnings
    assert lost not in foretold(game, PlaceAce(unit="P38-9")).warnings


def test_5_2b_the_eleventh_committed_for_nothing_is_told(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(JAPANESE, "5.2")
    warned = foretold(game, CommitEleventh(commit=True)).warnings
    assert [line for line in warned if "gives the Allies 1 VP" in line]
    placed = CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"}))
    assert foretold(game, placed).warnings == ()


def test_7_1_a_general_regroup_that_nobody_needs_is_told(loaded: dict[str, int]) -> None:
    game = play("campaign", loaded | {"5.1 event": 7}).until(ALLIED, "7.1")
    assert foretold(game, GeneralRegroup(declare=True)).warnings == (
        "A general regroup turn is declared, and no air unit needs one [7.1, H14.5].",
    )
    assert foretold(game, GeneralRegroup(declare=False)).warnings == ()


def test_7_3_4_recon_that_counts_nobody_over_a_base_is_told(loaded: dict[str, int]) -> None:
    loaded |= {"7.3 recon F5-8": 1, "5.1 event": 7}
    game = play("bismarck-sea", loaded).until(ALLIED, "7.3")
    blank = foretold(game, Recon(unit="F5-8", hex="0705")).warnings
    assert blank == (
        "F5-8 counts no aircraft in 0705 (Lae): 'base' does not name Lae or Nadzab [7.3.4~].",
    )
    assert foretold(game, Recon(unit="F5-8", hex="0705", base="LAE")).warnings == ()


def test_h7_3_1_recon_before_the_first_enemy_file_learns_nothing_unless_it_waits(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded)
    while not any(step.startswith("7.3") for step in game.asked()):
        game.file()
    looks = options_of(KINDS, judged_on(game.match.view(), (), CHARTS), Recon)
    look = next(one for one in looks if one.base)
    said = foretold(game, look).ordered
    first = "7.3-first" in game.asked()
    assert any("It learns nothing" in line for line in said) == first
    assert any("counts the aircraft" in line for line in said) != first
    assert first, "this is the opener's file"
    waiting = foretold(game, Recon(wait=True))
    assert waiting.ordered == (
        "DIN-6 waits until the enemy has placed his recon [E.4.6].",
        "If its die lets it fly, you place it in a file of its own then, one more mail; else"
        " nothing is placed, and no mail is added [E.4.6].",
    )
    assert not [line for line in waiting.warnings if "counts no aircraft" in line]
    assert not [line for line in waiting.left if "no recon is ordered" in line]


def test_h8_9_4_a_clause_is_told_with_all_its_keys(loaded: dict[str, int]) -> None:
    game = play("toenails", loaded).until(JAPANESE, "4.4")
    clause = Clause(most=3, keep=2, within=4, bases=("RAB",), disengage_at="any", evade_most=2,
                    evade="bombers")  # fmt: skip
    said = "\n".join(foretold(game, Answers(clauses=(clause,)), Pass()).ordered)
    for keys, told_ in (
        ({"evade": "bombers"}, "nobody goes up; nobody evades: evade_most is 0."),
        ({"evade_most": 2}, 'nobody goes up; nobody evades: evade is "none".'),
        ({"evade": "all", "evade_most": 1}, "nobody goes up; 1 unit evades at most."),
        ({}, "on every hex: nobody goes up."),
    ):
        line = foretold(game, Answers(clauses=(Clause(**keys),)), Pass()).ordered[1]
        assert line.endswith(told_)
    assert (
        "at most 3 interceptors from Rabaul within 4 hexes, 2 kept at each; they go for the"
        " bombers, break off once one is disrupted or loses a step; 2 bombers evade at most."
        in said
    )


def test_h8_9_5_answers_are_told_by_where_the_file_puts_units(loaded: dict[str, int]) -> None:
    game = play("toenails", loaded, asked=False)
    while game.rules(Redistribute(units=FrozenMap({"A6M-251": "BUI"}))):
        game.file()
    moved = Redistribute(units=FrozenMap({"A6M-251": "BUI"}))
    clause = Answers(clauses=(Clause(most=6, keep=0, within=0, bases=("BUI",)),))
    assert "A6M-251" not in " ".join(foretold(game, clause).ordered)
    said = [line for line in foretold(game, moved, clause).ordered if "Buin" in line]
    assert [line for line in said if "A6M-251" in line and " up" in line]


def test_6_3_4_a_stage_move_that_grounds_a_base_is_told_and_does_so(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded).until(ALLIED, "4.4")
    view = game.match.view()
    moves = options_of(KINDS, judged_on(view, (), CHARTS), Stage)
    crowding = [one for one in moves if any("over-full" in w for w in foretold(game, one).warnings)]
    assert 0 < len(crowding) < len(moves)
    one = crowding[0]
    game.file(one, Pass())
    there = [
        plane
        for unit in game.game.air
        if (plane := game.plane(ALLIED, unit)) is not None and plane.base == one.to
    ]
    assert len(there) > 1
    assert {plane.half for plane in there} == {"flown"}


def test_h17_1_points_that_stay_aboard_are_told(loaded: dict[str, int]) -> None:
    """The convoy of the Bismarck Sea: what it does not land, it does not earn."""
    game = play("bismarck-sea", loaded).until(JAPANESE, "4.4")
    way = NavalMission(ships=("MARU1",), path=("1203", "1104", "1004", "0905", "0805"))
    game.file(way).until(JAPANESE, "4.5-first")
    assert game.game.ships["MARU1"].at == "0805"
    said = "51D-115 and 2 supply units stay aboard MARU1 off 0805 (Finschhafen), which would earn"
    assert [line for line in foretold(game).warnings if line.startswith(said)]
    part = foretold(game, Land(ship="MARU1", units=("51D-115",), supply=1))
    assert part.ordered[0].startswith("MARU1 lands 51D-115 and 1 supply unit at 0805")
    assert [line for line in part.warnings if line.startswith("1 supply unit stays aboard MARU1")]
    assert foretold(game, Land(ship="MARU1", units=("51D-115",), supply=2)).warnings == ()


# --- the 11th ------------------------------------------------------------------------------------

COMMITTED = {
    "5.1 event": 7, "7.5 missions": 9, "7.3 recon F5-8": 3, "7.3 recon DIN-11": 3,
    "7.3 recon DIN-6": 3,
}  # fmt: skip
FLEW = "1 unit of the 11th: 1/2 VP for the Allies when the turn is over [5.2e]."


def test_amb_4_recon_and_stage_moves_of_the_11th_cost_and_evasion_does_not(
    loaded: dict[str, int],
) -> None:
    loaded |= COMMITTED
    game = play("campaign", loaded).until(JAPANESE, "5.2")
    bases = FrozenMap({"A6M-ZU": "RAB", "D3A-ZU": "RAB", "DIN-11": "TRK"})
    committed = CommitEleventh(commit=True, bases=bases)
    may = FLEW.replace("1/2 VP", "at most 1/2 VP")
    assert may in foretold(game, committed, Recon(unit="DIN-11", hex="1203")).costs
    game.file(committed)
    game.until(ALLIED, "4.4").file(
        AirMission(
            kind="strike", hex="1203", band="high", strikers=("B17-63",), mode="precision",
            target="base:RAB",
        )
    )  # fmt: skip
    evades = foretold(game, Reply(mission="t1m1", evaders=FrozenMap({"A6M-ZU": "RAB"})))
    assert FLEW not in evades.costs
    staged = Stage(unit="D3A-ZU", to="BUI")
    assert FLEW in foretold(game, Reply(mission="t1m1"), staged).costs

    game.file(Reply(mission="t1m1")).until(JAPANESE, "4.4")
    sweep = AirMission(kind="sweep", hex="1304", band="high", escorts=("A6M-ZU",))
    unflown = "You pass out, and no unit of the 11th has flown: its 1 VP is given away."
    assert unflown in foretold(game, Pass(rest=True)).warnings
    rises = Answers(clauses=(Clause(most=6, keep=0),))  # while the Allies may still raid it
    for order in (sweep, staged, rises):
        assert unflown not in foretold(game, order, Pass(rest=True)).warnings
    game.file(staged).until(JAPANESE, "4.4")
    assert unflown not in foretold(game, Pass(rest=True)).warnings


def test_e_8_1_the_policy_that_sends_up_the_11th_is_told_with_its_price(
    loaded: dict[str, int],
) -> None:
    """In the situation, and where the answers in advance are told: a list costs nothing [AMB-4]."""
    price = "Of the 11th Hikoshidan, A6M-ZU: counts as flown: 1/2 VP for the Allies;"
    telling = {"The situation", "Answers in advance to enemy raids"}

    def priced(game: Play) -> set[str]:
        found = sections(game.match.view(), CHARTS)
        return {one.title for one in found if any(price in line for line in one.choices)}

    game = play("campaign", loaded | COMMITTED).until(JAPANESE, "5.2")
    bases = FrozenMap({"A6M-ZU": "RAB", "D3A-ZU": "RAB"})
    game.file(CommitEleventh(commit=True, bases=bases)).until(JAPANESE, "4.4")
    assert priced(game) & telling == set(), "one stays at each base by the default policy"
    game.file(Answers(clauses=(Clause(most=6, keep=0),))).until(JAPANESE, "4.4")
    assert priced(game) >= telling
    game.file(Answers(clauses=(Clause(evade="all", evade_most=6),))).until(JAPANESE, "4.4")
    assert priced(game) & telling == set(), "who evades has not flown [AMB-4]"
