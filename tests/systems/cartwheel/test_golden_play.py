"""Golden examples of the sequence of play, and of what whole files are refused for (part B)."""

import pytest

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.sequence import TURN
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_turn import RandomEvent
from pbem.systems.cartwheel.table.orders_operations import AirMission, Pass, Reply, Stage, StandDown
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, CommitTF36, Recon, Statement
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from pbem.systems.cartwheel.table.under_way import Operations
from tests.systems.cartwheel.hidden import own, view
from tests.systems.cartwheel.loaded import everywhere_asked, loaded, play
from tests.systems.cartwheel.selfplay import Match, match
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS
from tests.systems.cartwheel.test_selfplay import idle

__all__ = ["loaded"]

RUN = started().with_operations(Operations(to_act=ALLIED, run=2))


def found(private: Private, game: Game, steps: tuple[str, ...], *orders: Order) -> list[Problem]:
    """What is wrong with a side's own orders for some steps."""
    return list(check(view(private, game, *steps), orders, CHARTS))


def rules(private: Private, game: Game, steps: tuple[str, ...], *orders: Order) -> list[str]:
    """The rules that the orders break."""
    return [problem.rule for problem in found(private, game, steps, *orders)]


def strike(*strikers: str, hex_: str = "1203", escorts: tuple[str, ...] = ()) -> AirMission:
    """A strike on Rabaul's airbase."""
    return AirMission(
        kind="strike", hex=hex_, band="high", strikers=strikers, escorts=escorts, mode="regular",
        target="base:RAB",
    )  # fmt: skip


# --- the order of the phases ---------------------------------------------------------------------


def test_g10_5_2a_tf36_is_announced_after_the_eleventh(loaded: dict[str, int]) -> None:
    loaded |= {"5.1 event": 7, "7.4 initiative": 9, "11.1 ground initiative": 1}
    game = play("toenails", loaded)
    while game.game.now < 3:
        game.file()
    assert (game.seat, game.asked()) == (JAPANESE, ("5.2", "4.2", "7.3-first"))
    (problem,) = game.refused(CommitTF36(commit=True, hex="SOP"))
    assert (problem.rule, problem.where) == ("5.2a", "order 1")
    assert problem.what == "'commit-tf36' is not asked for in this file"
    assert "commit-11th" in problem.hint
    assert game.file().seat == ALLIED
    assert game.rules(CommitTF36(commit=True, hex="SOP")) == []


def test_g69_the_event_is_known_before_the_eleventh_and_that_before_tf36() -> None:
    names = [step.name for step in TURN]
    assert names[:4] == ["5.1", "7.1", "5.2", "5.3"]
    assert [names.index(one) for one in ("5.2-second", "5.3-second", "5.3-opened", "4.2")] == [
        6, 7, 8, 9
    ]  # fmt: skip
    begun = match("campaign")
    event = [e for scene in begun.ahead().scenes for e in scene.events]
    assert isinstance(event[0], RandomEvent)
    begun.step(lambda _: (CommitEleventh(commit=True),))
    assert begun.ahead().fold.table.game.turn.eleventh == "yes"
    assert begun.ahead().fold.table.asks[0].rule == "5.3"


def test_an_order_of_another_step_is_refused() -> None:
    for order in (Pass(), CommitEleventh(commit=False), Recon(unit="F5-8", hex="1203")):
        (problem,) = found(own(ALLIED), started(), ("5.3", "4.2"), order)
        assert "is not asked for" in problem.what
        assert "commit-tf36" in problem.hint


def test_a_file_that_only_opens_takes_no_orders() -> None:
    (problem,) = found(own(ALLIED), RUN, (), Stage(unit="P38-9", to="PM"))
    assert problem.hint == "this file only opens and states: take it out"


def test_sealed_orders_do_not_stand_in_a_file() -> None:
    seen = replace(view(own(ALLIED), RUN, "4.4"), private=None)
    (problem,) = check(seen, (Stage(unit="P38-9", to="PM"),), CHARTS)
    assert (problem.rule, problem.where) == ("H9.3", "order 1")


def test_players_do_not_write_statements() -> None:
    assert rules(own(ALLIED), RUN, ("4.4",), Statement(kind="replaced", number=1)) == ["E.6"]


# --- the air/naval phase -------------------------------------------------------------------------


def test_3_0h_a_marked_bomber_flies_no_mission() -> None:
    marked = own(ALLIED, B24_319={"steps": 1, "mark": True, "replace": True})
    (problem,) = found(marked, RUN, ("4.4",), strike("B24-319"))
    assert (problem.rule, problem.where) == ("3.0h", "order 1, key 'strikers'")
    assert rules(own(ALLIED), RUN, ("4.4",), strike("B24-319")) == []


def test_6_4b_h9_1_1_nobody_flies_twice() -> None:
    used = own(ALLIED, B24_319={"half": "flown", "used": True})
    assert "6.4b" in rules(used, RUN, ("4.4",), strike("B24-319"))
    twice = (strike("B24-319"), strike("B24-319", hex_="1002"))
    broken = found(own(ALLIED), RUN, ("4.4",), *twice)
    assert [problem.rule for problem in broken if "already" in problem.what] == ["H9.1.1"]


def test_3_0c_nor_does_one_that_was_seen_flying_in_the_open() -> None:
    """Against a side that has stood down units are named in the order: all can judge them."""
    flew = RUN.with_air((replace(RUN.air["B24-319"], flew=1, seen=1),))
    game = replace(flew, stand_down=FrozenMap({JAPANESE: 9}))
    order = replace(strike("B24-319"), id="t1m1", striker_count=1, steps=FrozenMap({"B24-319": 2}))
    seen = replace(view(own(ALLIED), game, "4.4"), private=None)
    assert "3.0c" in [problem.rule for problem in check(seen, (order,), CHARTS)]


@pytest.mark.parametrize(("hex_", "name"), [("TRK", "Truk"), ("AUS", "Australia")])
def test_g47_6_6_1_nobody_strikes_a_box(loaded: dict[str, int], hex_: str, name: str) -> None:
    game = play("campaign", loaded).until(ALLIED, "4.4")
    problems = game.refused(replace(strike("B24-319", hex_=hex_), target=f"base:{hex_}"))
    assert {problem.hint for problem in problems} == {"choose a hex of the map"}
    problem = problems[0]
    assert (problem.rule, problem.where) == ("6.6.1~", "order 1, key 'hex'")
    assert problem.what == f"{name} is off the board and cannot be attacked"
    assert game.rules(strike("B24-319")) == []


# --- 4.4 in files --------------------------------------------------------------------------------


def is_asked(begun: Match) -> bool:
    """Whether the next file is that of a side which has an opportunity."""
    return begun.view().decision.rule == "4.4"


def test_h8_6_a_raid_against_a_side_that_stands_down_costs_no_reply() -> None:
    """The order's own dice: its author's next file opens nothing, the enemy's is the witness."""
    begun = match("toenails")
    while not begun.ahead().fold.table.asks[0].covers[0].endswith("/4.4"):
        asked = begun.ahead().fold.table.asks[0]
        begun.step(lambda _, a=asked: (StandDown(on=True),) if a.seat == JAPANESE else ())
        if JAPANESE in begun.game.stand_down:
            break
    while not is_asked(begun):
        begun.step(idle)
    order = AirMission(
        kind="strike", hex="1606", band="medium", strikers=("B25-69",), mode="regular",
        target="base:MUN",
    )  # fmt: skip
    begun.step(lambda _: (order,))
    assert begun.files[-1].seat == ALLIED
    assert begun.fold.waits == JAPANESE
    assert [item.id for item in begun.fold.sealed] == ["landing/t1m1"]
    ahead = begun.ahead()
    assert ahead.fold.table.asks[0].rule == "4.4"
    assert ahead.fold.table.game.operations.done == FrozenMap({ALLIED: 1})


def test_h8_7_a_blind_mission_saves_a_mail() -> None:
    """Its author's reply holds it; the other side's next file opens his and replies at once."""
    begun = everywhere_asked(match("toenails"))
    while not is_asked(begun):
        begun.step(idle)
    begun.fold = replace(
        begun.fold,
        table=replace(
            begun.fold.table,
            game=begun.game.with_operations(replace(begun.game.operations, run=1)),
        ),
    )
    sweep = AirMission(kind="sweep", hex="1606", band="high", escorts=("P38-339",))
    begun.step(lambda _: (sweep,))
    answer = AirMission(kind="sweep", hex="1707", band="high", escorts=("A6M-204a",))
    begun.step(lambda _: (Reply(mission="t1m1"), answer))
    assert begun.ahead().fold.table.asks[0].rule == "H8.5"
    begun.step(lambda _: (Reply(mission="t1m2"),))
    assert [file.asked for file in begun.files[-3:]] == ["4.4", "H8.5", "H8.5"]
    assert begun.ahead().fold.table.game.operations.done == FrozenMap({ALLIED: 1, JAPANESE: 1})


def test_h8_8_units_stage_with_a_pass_and_with_a_reply() -> None:
    stage = Stage(unit="P38-9", to="PM")
    assert rules(own(ALLIED), RUN, ("4.4",), Pass(), stage) == []
    begun = match("campaign")
    while not is_asked(begun):
        begun.step(idle)
    begun.step(lambda _: (Pass(), stage))
    private = begun.seats[ALLIED].private
    assert private is not None
    plane = private.planes["P38-9"]
    assert (plane.base, plane.half, plane.staged) == ("PM", "flown", True)
    assert CARTWHEEL.secretive(begun.game)
