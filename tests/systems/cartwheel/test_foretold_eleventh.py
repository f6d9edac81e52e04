"""What the 11th Hikoshidan costs by a file is told before it is signed, with its cost before."""

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Evacuate, PlaceAce, Recon
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]


def costs(view: View[Game], *orders: Order) -> list[str]:
    """What legal orders cost by the 11th."""
    assert not any(CARTWHEEL.check(view, orders, CHARTS))
    assert CARTWHEEL.foretell is not None
    return [line for line in CARTWHEEL.foretell(view, orders, CHARTS).costs if "11th" in line]


def test_amb_4_units_of_the_11th_that_a_die_may_keep_down_cost_at_most(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(JAPANESE, "5.2")
    committed = CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"}))
    game.file(committed).until(JAPANESE, "4.4")
    sweep = AirMission(kind="sweep", hex="1405", band="high", escorts=("A6M-ZO",))
    view = game.match.view()
    sweeps = [
        one for hex_ in CHARTS.hexes if not any(
            CARTWHEEL.check(view, (one := replace(sweep, hex=hex_),), CHARTS))
    ]  # fmt: skip
    assert costs(view, sweeps[0]) == [
        "1 unit of the 11th: 1/2 VP for the Allies when the turn is over [5.2e]."
    ]
    up = Clause(most=8, keep=0, within=2)
    (said,) = costs(view, Answers(clauses=(up,)))
    assert said.startswith("Who goes up by 'answers': Of the 11th Hikoshidan, A6M-ZO: counts as")
    assert costs(view, Answers(clauses=(Clause(most=0, keep=0),))) == []


def test_amb_4_a_reply_of_the_11th_costs_at_most(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(JAPANESE, "5.2")
    game.file(CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    game.until(ALLIED, "4.4")
    for hex_ in ("1203", "1405"):
        strike = AirMission(
            kind="strike", hex=hex_, band="high", strikers=("B24-372",), mode="precision",
            target=f"base:{'RAB' if hex_ == '1203' else 'BUI'}",
        )  # fmt: skip
        if not game.refused(strike):
            break
    game.file(strike)
    (mission,) = game.game.operations.raids
    reply = Reply(mission=mission, interceptors=FrozenMap({"A6M-ZO": "RAB"}))
    (said,) = costs(game.match.view(), reply)
    assert said == (
        "1 unit of the 11th: at most 1/2 VP for the Allies when the turn is over [5.2e]."
    )


def test_5_2e_what_flew_before_is_told_with_what_a_file_adds(loaded: dict[str, int]) -> None:
    """And so much is stated when the turn is over."""
    loaded |= {"5.1 event": 7, "7.5 missions": 3, "7.3 recon DIN-11": 1}
    game = play("bismarck-sea", loaded, asked=False).until(JAPANESE, "5.2")
    game.file(
        CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB", "DIN-11": "RAB"})),
        Recon(unit="DIN-11", hex="0907"),
    ).until(JAPANESE, "4.4")
    sweep = AirMission(kind="sweep", hex="1007", band="high", escorts=("A6M-ZO",))
    (said,) = costs(game.match.view(), sweep)
    assert said == (
        "1 unit of the 11th: 1/2 VP for the Allies when the turn is over, with the 1 before 1 VP"
        " [5.2e]."
    )
    game.file(sweep)
    while not [due for due in game.match.seats[game.seat].private.due if due.kind == "eleventh"]:
        game.file()
    (said,) = costs(game.match.view())
    assert (
        said == "The file states: 2 units of the 11th Hikoshidan flew: 1 VP for the Allies [5.2e]."
    )
    game.file()
    assert [one.number for one in game.events(Stated) if one.kind == "eleventh"] == [2]


def test_5_2e_what_the_11th_costs_is_told_with_answers_and_not_with_lists(
    loaded: dict[str, int],
) -> None:
    """A list lets nobody count as flown who leaves a lost base [AMB-4]."""
    game = play("bismarck-sea", loaded | {"5.1 event": 7}, asked=False).until(JAPANESE, "5.2")
    game.file(
        CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})),
        Evacuate(base="LAE", to=("GAS",)),
        Answers(clauses=(Clause(most=6, keep=0, within=2),)),
    ).until(JAPANESE, "4.4")
    assert CARTWHEEL.form is not None
    form = {one.title: "\n".join(one.choices) for one in CARTWHEEL.form(game.match.view(), CHARTS)}
    price = "Of the 11th Hikoshidan, A6M-ZO: counts as flown"
    assert f"Who goes up by it: {price}" in form["The situation"]
    assert price in form["Answers in advance to enemy raids"]
    assert "by your lists: LAE (Lae) to" in form["Standing orders in force"]
    assert "11th" not in form["Standing orders in force"]


def test_h5_1_an_ace_for_a_unit_of_the_11th_that_rests_is_to_be_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 5}).until(JAPANESE, "5.2")
    view = game.match.view()
    assert CARTWHEEL.foretell is not None
    assert game.game.turn.ace == JAPANESE
    ace = PlaceAce(unit="A6M-ZO")
    rests = "A6M-ZO gets the Ace, and flies nothing before you commit the 11th [5.2d, H5.1]."
    assert rests in CARTWHEEL.foretell(view, (ace,), CHARTS).warnings
    flies = (ace, CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZO": "RAB"})))
    assert rests not in CARTWHEEL.foretell(view, flies, CHARTS).warnings
