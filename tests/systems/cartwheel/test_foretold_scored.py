"""What a file scores by itself, whom ships meet and what they lack, before it is signed."""

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_ground import Attack, Land
from pbem.systems.cartwheel.table.orders_operations import (
    Asked,
    NavalMission,
    Pass,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Redistribute, Withdraw
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

FORETELL, HIDDEN = CARTWHEEL.foretell, CARTWHEEL.hidden
assert FORETELL is not None
assert HIDDEN is not None
LAST = 3


def costs(side: str, game: Game, step: str, *orders: Order) -> tuple[str, ...]:
    """What a file's orders cost, and score."""
    return FORETELL(view(own(side), game, step), orders, CHARTS).costs


def test_h10_5_1_carriers_outside_truk_are_told_with_the_pass_that_ends_operations() -> None:
    game = started("campaign")
    out = game.with_ships((replace(game.ships["IJN-CV1"], at="1203"),))
    told = "Operations end: IJN-CV1 is outside Truk: 1 VP for the Allies"
    for passes, said in ((LAST, True), (0, False)):
        stood = out.with_operations(replace(out.operations, passes=passes))
        found = costs(ALLIED, stood, "4.4", Pass())
        assert any(line.startswith(told) for line in found) == said, found
    at_home = game.with_operations(replace(game.operations, passes=LAST))
    assert not any("Operations end" in line for line in costs(ALLIED, at_home, "4.4", Pass()))


def test_h16_2_what_is_held_is_told_with_the_file_that_ends_the_game() -> None:
    game = started("bougainville")
    ending = replace(game, now=game.terms.last_turn)
    (held, *others) = costs(ALLIED, ending, "4.10")
    assert held.startswith("The game ends: ")
    assert "VP" in held
    assert others
    assert not any("The game ends" in line for line in others)


def test_e_8_1_the_11th_that_answers_by_default_is_told_when_it_is_committed() -> None:
    game = started("toenails")
    bases = FrozenMap({"A6M-SH": "RAB", "A6M-ZU": "RAB", "A6M-ZO": "RAB"})
    told = costs(JAPANESE, game, "5.2", CommitEleventh(commit=True, bases=bases))
    assert any(line.startswith("Who goes up by 'answers': Of the 11th") for line in told), told
    assert costs(JAPANESE, game, "5.2", CommitEleventh(commit=False)) == ()


def test_5_2d_bases_of_an_11th_that_rests_are_to_be_looked_at_twice() -> None:
    order = CommitEleventh(commit=False, bases=FrozenMap({"A6M-SH": "RAB"}))
    told = FORETELL(view(own(JAPANESE), started("toenails"), "5.2"), (order,), CHARTS).warnings
    assert (
        "The bases of the 11th have no effect: commit = false leaves it at Truk [5.2d]."
    ) in told


def test_h8_10_2_cargo_that_sails_by_the_file_that_ends_the_orders_ashore_is_told_to_stay() -> None:
    game = started("bismarck-sea").with_turn(
        replace(started("bismarck-sea").turn, first_ashore=JAPANESE)
    )
    acts = replace(game.operations, to_act=JAPANESE, run=1, out=(ALLIED,))
    sail = NavalMission(ships=("MARU1",), path=("1203", "1104"), purpose="transport")
    mine = HIDDEN.set_up(game, game.seat_of(JAPANESE), CHARTS)
    last = Pass(rest=True, ashore=True)
    for order, is_told in ((last, True), (Pass(rest=True), False)):
        there = view(mine, game.with_operations(acts), "4.4", "4.5-first")
        told = FORETELL(there, (sail, order), CHARTS).warnings
        assert any("and lands nothing this turn" in line for line in told) is is_told, told


def test_5_2e_who_of_the_11th_was_eliminated_is_told_with_who_flies() -> None:
    game = started("toenails").with_turn(
        replace(started("toenails").turn, eleventh="yes", eleventh_lost=("B5N-ZU",))
    )
    mine = HIDDEN.set_up(game, game.seat_of(JAPANESE), CHARTS)
    told = FORETELL(view(mine, game, "4.4"), (Stage(unit="A6M-ZO", to="RAB"),), CHARTS).costs
    assert (
        "1 unit of the 11th: 1/2 VP for the Allies when the turn is over; 1 VP for B5N-ZU,"
        " eliminated [5.2e]."
    ) in told


def test_h11_4_2_an_attack_is_told_with_its_column_and_what_is_added_to_the_die() -> None:
    game = started("toenails")
    ship = replace(game.ships["LST2"], at="1606", cargo=("43-103",))
    off = game.with_ships((ship, replace(game.ships["US-CLT1"], at="1606"))).with_troops(
        (replace(game.troops["43-103"], at="LST2"),)
    )
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    orders = (Land(ship="LST2", units=("43-103",)), Attack(hex="1606"))
    said = FORETELL(view(mine, off, "4.5-first"), orders, CHARTS).ordered
    assert (
        "43-103 attacks 38D-229, GAR-MUN and SNLF-K6 in 1606 (Munda), 4 to 8, column 1:2, die"
        " + 1 best ship - 2 fortification - 2 landed; of yours the strongest unit loses first"
        " [H11.4]."
    ) in said


def test_h10_3_ships_are_told_whom_they_meet_and_what_they_lack() -> None:
    game = started("toenails")
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    sail = NavalMission(ships=("LST2", "US-CLT1"), path=("1707", "1606"), purpose="transport")
    loaded = replace(sail, load=FrozenMap({"LST2": ("43-103",)}))
    foe = game.with_ships((replace(game.ships["IJN-CA1"], at="1606"),))

    said = FORETELL(view(mine, foe, "4.4"), (loaded,), CHARTS)
    assert "IJN-CA1 lies in 1606 (Munda) now [H10.3]." in said.ordered
    stays = "What is aboard stays there until you land or unload it [H11.5, H12.2]."
    assert stays in said.ordered
    empty = "LST2 and US-CLT1 sail to 1606 (Munda) with nothing aboard [H10.3.1]."
    assert empty not in said.warnings
    said = FORETELL(view(mine, game, "4.4"), (sail,), CHARTS)
    assert empty in said.warnings
    assert not any(" now [H10.3]" in line for line in said.ordered)


def test_h13_3_what_is_sent_or_left_where_no_supply_comes_is_to_be_looked_at_twice() -> None:
    game = started("toenails")
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)

    def warned(step: str, stood: Game, *orders: Order) -> list[str]:
        told = FORETELL(view(mine, stood, step), orders, CHARTS).warnings
        return [line for line in told if "no supply comes" in line]

    (sent,) = warned("5.3", game, Redistribute(units=FrozenMap({"F4U-124": "KIR"})))
    assert sent.startswith("F4U-124 goes to Kiriwina, where no supply comes as things stand: ")
    assert not warned("5.3", game, Redistribute(units=FrozenMap({"F4U-124": "RUS"})))

    at_sea = game.with_ships((replace(game.ships["US-CA1"], at="1505"),))
    (left,) = warned("4.6-first", at_sea)
    assert left.startswith("US-CA1 stays at 1505 (Choiseul), where no supply comes")
    home = Withdraw(ships=("US-CA1",), path=("1505", "1506", "1606", "1707"))
    assert not warned("4.6-first", at_sea, home)


def test_h8_6_who_stands_down_is_told_of_no_answers_and_the_enemy_is_told_so() -> None:
    game = started("toenails")
    mine = HIDDEN.set_up(game, game.seat_of(ALLIED), CHARTS)
    answered = "By 'answers' the default policy answers enemy raids in advance [H8.9.4]."
    assert answered in FORETELL(view(mine, game, "4.4"), (), CHARTS).left
    down = StandDown(on=True)
    assert answered not in FORETELL(view(mine, game, "4.4"), (down,), CHARTS).left
    assert CARTWHEEL.stances is not None
    assert CARTWHEEL.stances(view(mine, game, "4.4"), (down, Pass(), Asked(hexes=())), CHARTS) == (
        "Nobody scrambles or evades any more, and raids need no reply [H8.6].",
        "Raids ask for a reply nowhere [H8.9.7].",
    )
