"""Regroup marks in the file that decides on the 11th: 5.2 comes before 7.2 [4.1, 4.3, E.4.7]."""

from typing import Any

import pytest

from pbem.engine.kinds import options_of
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.bot import turn as bot_turn
from pbem.systems.cartwheel.bot.mind import mind_of
from pbem.systems.cartwheel.form.foretell import foretell
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import sight_of
from pbem.systems.cartwheel.orders.kinds import KINDS
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.orders_operations import AirMission, Reply
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, Mark
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {"5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 9, "11.1 ground initiative": 9}
RUFE = "RUF-802"
STAYS = CommitEleventh(commit=False)
MOORED = CommitEleventh(commit=True, ports=FrozenMap({RUFE: "1203"}))
BACK = CommitEleventh(commit=True, bases=FrozenMap({RUFE: "TRK"}))
MARK, REPLACED = Mark(units=(RUFE,)), Mark(units=(RUFE,), replace=(RUFE,))
REDUCES, DISRUPTS = 10, 7
"""Dice of a ground strike [H9.10.5]."""


def hit(faces: dict[str, int], effect: int) -> Play:
    """RUF-802 at the port of Rabaul, bombed there in turn 1; Japan's first file of turn 2."""
    faces |= CALM | {"9.10 bomb t1m1 B24-319": 10, "9.9 aa t1m1 B24-319": 1}
    faces |= {"9.10 ground t1m1 port:1203 #1": effect}
    game = play("campaign", faces).until(JAPANESE, "5.2").file(MOORED).until(ALLIED, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="1203", band="high", strikers=("B24-319",), mode="precision",
            target="port:1203",
        )
    ).file(Reply(mission="t1m1"))  # fmt: skip
    return turn_over(game)


def turn_over(game: Play) -> Play:
    """The first Japanese file of the next turn, which states what 14.1 gave."""
    now = game.game.now
    while game.game.now == now:
        game.file()
    return game.until(JAPANESE, "5.2")


def rufe(game: Play) -> Plane:
    plane = game.plane(JAPANESE, RUFE)
    assert plane is not None
    return plane


def steps_stated(game: Play) -> list[int]:
    """The Japanese replacement steps of each turn."""
    told = (one for one in game.events(Stated) if (one.kind, one.side) == ("replaced", JAPANESE))
    return [one.number for one in told]


def offered(game: Play) -> set[str]:
    """Units that the options name, with nothing else in the file."""
    sight = sight_of(game.match.view(), Mark, CHARTS)
    assert sight is not None
    return {unit for order in options_of(KINDS, sight, Mark) for unit in order.units}


def said_of_marks(game: Play) -> str:
    """What the form says about marks."""
    found = (one for one in sections(game.match.view(), CHARTS) if one.rule == "7.2")
    return " ".join(line for one in found for line in one.choices)


# --- a Rufe at a port is at no airbase -----------------------------------------------------------


@pytest.mark.parametrize("effect", [REDUCES, DISRUPTS])
def test_7_2_who_comes_to_a_port_by_the_file_is_not_marked_in_it(
    loaded: dict[str, int], effect: int
) -> None:
    game = hit(loaded, effect)
    game = turn_over(game.file(BACK))
    assert (rufe(game).base, rufe(game).steps == 1, rufe(game).disrupted) == (
        "TRK", effect == REDUCES, effect == DISRUPTS,
    )  # fmt: skip
    (problem,) = game.refused(MOORED, MARK)
    assert (problem.rule, problem.what) == (
        "7.2",
        f"{RUFE} is no disrupted or reduced combat unit at an airbase where this file leaves the"
        " 11th [5.2]",
    )
    assert game.rules(MARK, MOORED) == ["7.2"], "in whatever order they are written"
    assert game.rules(BACK, MARK) == []


@pytest.mark.parametrize("order", [BACK, CommitEleventh(commit=True), STAYS, None])
def test_7_2_who_leaves_a_port_by_the_file_is_marked_in_it(
    loaded: dict[str, int], order: CommitEleventh | None
) -> None:
    """At Truk its die gives it back its step: of both of the pool, to the Allies' gain [H14.1]."""
    game = hit(loaded, REDUCES)
    assert (rufe(game).base, rufe(game).steps) == ("port:1203", 1)
    loaded["14.1 regroup J #1"] = 8
    since = game.game.now
    turn_over(game.file(*([order] if order else []), REPLACED))
    form = [line for one in sections(game.match.view(), CHARTS) for line in one.choices]
    assert any(f"{RUFE} got a step. It states that you took 1" in line for line in form)
    game.file()
    assert (rufe(game).base, rufe(game).steps, rufe(game).mark) == ("TRK", 2, False)
    assert steps_stated(game)[-1] == 1
    assert (1, "H14.1", "replacements") in game.earned(ALLIED, since=since)
    assert game.match.audit() == []


def test_7_2_who_is_disrupted_at_a_port_and_placed_in_truk_recovers_there(
    loaded: dict[str, int],
) -> None:
    game = hit(loaded, DISRUPTS)
    assert (rufe(game).base, rufe(game).steps, rufe(game).disrupted) == ("port:1203", 2, True)
    assert game.rules(BACK, REPLACED) == ["H7.2"]
    loaded["14.1 regroup J #1"] = 8
    turn_over(game.file(BACK, MARK)).file()
    assert (rufe(game).base, rufe(game).disrupted) == ("TRK", False)
    assert game.match.audit() == []


# --- without commitment the 11th recovers at once ------------------------------------------------


@pytest.mark.parametrize("orders", [(STAYS, MARK), (MARK,)])
def test_7_2_who_recovers_by_5_2d_is_not_marked(
    loaded: dict[str, int], orders: tuple[Order, ...]
) -> None:
    """In Truk already, disrupted, and at full strength."""
    game = turn_over(hit(loaded, DISRUPTS).file(BACK))
    assert (rufe(game).base, rufe(game).disrupted) == ("TRK", True)
    assert game.rules(*orders) == ["7.2"]
    game.file(STAYS)
    assert (rufe(game).base, rufe(game).disrupted) == ("TRK", False)


# --- options, form, warnings and the computer player ask the same --------------------------------


def test_7_2_the_form_names_who_may_be_marked_if_the_11th_is_committed(
    loaded: dict[str, int],
) -> None:
    game = hit(loaded, DISRUPTS)
    assert RUFE not in offered(game), "left alone it is at Truk, and undisrupted"
    assert (
        f"If this file commits the 11th, also: {RUFE} (disrupted) at the port of 1203 (Rabaul). If"
        " not, they recover at once [5.2d]. A Rufe that this file places at a port cannot regroup"
        " there [7.2]."
    ) in said_of_marks(game)
    assert warned(game, BACK) == [f"Nobody is marked to regroup, and {RUFE} is disrupted or reduced"
                                  " [7.2]."]  # fmt: skip
    assert warned(game, STAYS) == warned(game, MOORED) == []


def test_7_2_the_form_names_a_reduced_rufe_at_a_port(loaded: dict[str, int]) -> None:
    game = hit(loaded, REDUCES)
    assert RUFE in offered(game)
    assert f"{RUFE} (1 of 2 steps)" in said_of_marks(game)
    assert warned(game, MOORED) == []


def warned(game: Play, *orders: Order) -> list[str]:
    """What the words before sending say about marks."""
    said = foretell(game.match.view(), orders, CHARTS).warnings
    return [line for line in said if line.endswith("[7.2].")]


def worn_at(game: Play, **change: object) -> View[Any]:
    """What the Japanese see with A6M-201 disrupted at Rabaul, and Rabaul changed."""
    view = game.match.view()
    assert isinstance(view.private, Private)
    plane = replace(view.private.planes["A6M-201"], base="RAB", disrupted=True)
    base = replace(view.game.bases["RAB"], **change)
    return replace(view, game=view.game.with_base(base), private=view.private.with_planes((plane,)))


@pytest.mark.parametrize(
    ("change", "why"),
    [({"hits": 3}, "the place is disrupted"), ({"supplied": False}, "the place has no supply")],
)
def test_6_6_2_a_mark_where_nobody_regroups_is_to_be_looked_at_twice(
    loaded: dict[str, int], change: dict[str, object], why: str
) -> None:
    view = worn_at(play("bougainville", loaded).until(JAPANESE, "5.2"), **change)
    marked = Mark(units=("A6M-201",))
    said = " ".join(foretell(view, (marked,), CHARTS).warnings)
    where = "A6M-201 is marked at Rabaul, where nobody regroups as things stand"
    assert f"{where}: {why} [6.6.2~, H13.3]." in said
    (section,) = (one for one in sections(view, CHARTS) if one.rule == "7.2")
    assert section.examples == ()
    assert "Nobody regroups at RAB (Rabaul) as things stand" in " ".join(section.choices)
    assert "Nobody is marked" not in " ".join(foretell(view, (), CHARTS).warnings)


def test_6_6_2_a_mark_at_a_base_that_works_is_not(loaded: dict[str, int]) -> None:
    view = worn_at(play("bougainville", loaded).until(JAPANESE, "5.2"))
    said = " ".join(foretell(view, (Mark(units=("A6M-201",)),), CHARTS).warnings)
    assert "nobody regroups" not in said


def test_7_2_the_computer_player_marks_the_disrupted_11th_if_it_comes(
    loaded: dict[str, int],
) -> None:
    game = hit(loaded, DISRUPTS)
    groups = [*bot_turn.marks(mind_of(game.match.view(), CHARTS))]
    assert groups == [(MARK,)]
    assert game.rules(BACK, *groups[0]) == []


# --- a client that does not ask ------------------------------------------------------------------


def forced(game: Play, *orders: Order) -> int:
    """The next file with orders that its author's program would refuse; gives its number."""
    view: View[Any] = game.match.view()
    game.match.put(view, orders)
    return game.match.files[-1].seq


def breaches(game: Play) -> list[tuple[int, str, str, str]]:
    """File, rule, unit and check of all that the audits find."""
    return [
        (one.seq, one.rule, one.subject, one.what.rpartition("(")[2].rstrip(")"))
        for one in game.match.audit()
    ]


@pytest.mark.parametrize("effect", [REDUCES, DISRUPTS])
def test_check_11_a_mark_at_a_port_gains_nothing_and_is_named(
    loaded: dict[str, int], effect: int
) -> None:
    """Everybody takes the file, and 14.1 gives nothing at a port: no step, no point, no pool."""
    game = turn_over(hit(loaded, effect).file(BACK))
    before, since = rufe(game), game.game.now
    seq = forced(game, MOORED, REPLACED if effect == REDUCES else MARK)
    assert rufe(game).mark
    loaded |= {f"14.1 regroup J #{number}": 1 for number in range(1, 60)}
    after = rufe(turn_over(game))
    game.file()
    assert (after.steps, after.disrupted) == (before.steps, before.disrupted)
    assert steps_stated(game)[-1] == 0
    assert [rule for _, rule, _ in game.earned(ALLIED, since=since)] == ["5.2b"]
    assert breaches(game) == [(seq, "7.2", RUFE, "check 11")]


def test_check_11_a_mark_on_one_of_the_11th_that_recovers_by_5_2d_is_named(
    loaded: dict[str, int],
) -> None:
    game = turn_over(hit(loaded, DISRUPTS).file(BACK))
    seq = forced(game, STAYS, MARK)
    assert breaches(turn_over(game).file()) == [(seq, "7.2", RUFE, "check 11")]
