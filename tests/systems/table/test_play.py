"""Who writes [T9], phases and turns [T7], the end [T10], setting up."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.codec import canonical
from pbem.engine.orders import Order
from pbem.engine.steps import Setup, Verdict
from pbem.errors import Refused
from pbem.frozen import names, replace
from pbem.report.orderpage import Here, order_page
from pbem.report.plain import render
from pbem.systems.table import bot, play, setup
from pbem.systems.table.check import first_sight
from pbem.systems.table.kinds import KINDS
from pbem.systems.table.orders import (
    Contest,
    Finish,
    Phase,
    Put,
    Roll,
    Say,
    Seal,
    Unseal,
)
from pbem.systems.table.state import Game
from pbem.systems.table.system import TABLE
from tests.systems.table.tabletop import (
    LIMITS,
    TWO,
    ScriptedDice,
    seats,
    table,
    view,
    words,
    write,
    written,
    wrong,
)

FOUR = seats(tokyo="axis", nimitz="allies", rabaul="axis", macarthur="allies")
THREE = seats(nimitz="allies", tokyo="axis", macarthur="allies")


def writers(game: Game, count: int) -> list[str]:
    """Who writes the next files."""
    found = []
    for _ in range(count):
        found.append(game.writer)
        game = written(game)
    return found


# --- who writes ----------------------------------------------------------------------------------


def test_t9_sides_alternate_and_partners_take_turns() -> None:
    assert writers(table(), 3) == ["japan", "us", "japan"]
    assert writers(table(FOUR), 5) == ["tokyo", "nimitz", "rabaul", "macarthur", "tokyo"]
    assert writers(table(THREE), 5) == ["nimitz", "tokyo", "macarthur", "tokyo", "nimitz"]


def test_t9_the_seat_that_writes_next_opens_the_dice() -> None:
    game = table(FOUR)
    for _ in range(6):
        others = [s for s in game.seats if game.sides[s] != game.to_move]
        alive = [seat for seat in others if TABLE.alive(game, seat, LIMITS)]
        game = written(game)
        assert alive == [game.writer]


def test_t9_a_file_without_orders_is_told() -> None:
    assert words(write(table())) == ["japan orders nothing [T9]."]


def test_t9_a_file_that_only_opens_dice_takes_no_orders() -> None:
    game = table()
    seen = view(game)
    nothing = type(seen.decision)(seat="japan", rule="")
    closed = type(seen)(
        **{name: getattr(seen, name) for name in names(seen)} | {"decision": nothing}
    )
    problems = list(TABLE.check(closed, (Say(words="Hi."),), LIMITS))
    assert [str(one) for one in problems] == ["order 1: this file only opens dice [T9]"]


# --- phases and turns ----------------------------------------------------------------------------


def test_t7_a_phase_of_any_name_if_none_are_listed() -> None:
    game = written(table(), Phase(name="Air combat"))
    assert game.phase == "Air combat"
    assert wrong(table(), Phase(name="")) == ["order 1, key 'name': the phase has no name [T7]"]
    assert wrong(table(), Phase(name="Ω")) == ["order 1, key 'name': 'Ω' is no name [T11]"]


def test_t7_a_phase_of_the_list() -> None:
    game = table(phases=("move", "fight"))
    assert game.phase == "move"
    assert wrong(game, Phase(name="rest")) == ["order 1, key 'name': there is no phase 'rest' [T7]"]
    assert written(game, Phase(name="fight")).phase == "fight"


def test_t7_what_follows_in_the_list() -> None:
    phases = ("move", "fight")
    assert play.following(phases, "move", new_turn=False) == ("fight", False)
    assert play.following(phases, "move", new_turn=True) == ("move", True)
    assert play.following(phases, "fight", new_turn=False) == ("move", True)
    assert play.following((), "", new_turn=False) == ("", False)


@pytest.mark.parametrize(
    ("phases", "left_out"),
    [((), "in a new turn it may be left out  none"), (("move",), "move  must be given")],
)
def test_t7_a_phase_must_be_given_where_the_game_lists_them(
    phases: tuple[str, ...], left_out: str
) -> None:
    sight = first_sight(view(table(phases=phases)), LIMITS)
    (parts,) = (tuple(kind.parts(sight)) for kind in KINDS if kind.order is Phase)
    page = render(order_page(TABLE, {}, Phase, Here(parts=parts)))
    (row,) = (line for line in page.splitlines() if line.strip().startswith("name "))
    assert " ".join(row.split()).endswith(" ".join(left_out.split()))


def test_t7_a_new_turn_begins_when_the_file_is_played_with_its_dice() -> None:
    orders = (Phase(name="move", new_turn=True), Roll(dice="1d6", about="weather"))
    waiting = write(table(), *orders)
    assert waiting.waits
    assert waiting.table.turn == 1
    after = write(table(), *orders, dice=ScriptedDice({"T1 roll 7.1": (5,)}))
    assert after.table.turn == 2
    assert not after.table.game.turn_over
    assert after.table.asks[0].covers == ("2/table",)
    assert words(after)[0] == "japan ends turn 1; next is turn 2, phase move [T7]."
    assert words(after)[-1] == "Turn 2, phase move, has begun [T7]."
    assert "has begun" not in words(write(table(), orders[0]))[-1]
    assert wrong(table(), orders[0], orders[0]) == [
        "order 2, key 'new_turn': this file calls a new turn already [T7]"
    ]


# --- the end -------------------------------------------------------------------------------------

DRAW = Finish(result="draw")
WON = Finish(result="us")


def test_t10_both_sides_end_it() -> None:
    offered = write(table(), DRAW)
    assert words(offered) == [
        "japan offers the end: a draw. The other side may agree in its next file [T10]."
    ]
    ended = write(offered.table.game, DRAW)
    assert words(ended) == ["The game is over: a draw; both sides agree [T10]."]
    reason = "as both sides say [T10]"
    assert play.verdict(ended.table.game) == Verdict(winner="", grade="agreed", reason=reason)
    won = written(table(), WON)
    assert play.verdict(written(won, WON)) == Verdict(winner="us", grade="agreed", reason=reason)


def test_t10_other_results_do_not_end_it_and_an_offer_lapses() -> None:
    game = written(table(), DRAW)
    other = written(game, WON)
    assert play.verdict(other) is None
    assert play.verdict(written(other, WON)) is not None
    lapsed = written(written(game), Say(words="On we go."))
    assert not lapsed.offers
    assert play.verdict(written(lapsed, DRAW)) is None


def test_t10_a_seat_resigns_for_its_side() -> None:
    game, events = TABLE.resign(table(FOUR), "rabaul", LIMITS)
    verdict = Verdict(winner="allies", grade="conceded", reason="the other side resigned [T10]")
    assert TABLE.verdict(game) == verdict
    said = [line.text for event in events for line in TABLE.wording(event, LIMITS)]
    assert said == ["The game is over: the allies side wins; the axis side resigns [T10]."]


@pytest.mark.parametrize(
    ("orders", "problem"),
    [
        ((Finish(result="uk"),), "order 1, key 'result': no game ends as 'uk' [T10]"),
        ((DRAW, DRAW), "order 2: the end is offered twice: see order 1 [T10]"),
        ((Roll(dice="d6", about="x"), DRAW),
         "order 2: a file that rolls or calls a new turn cannot offer the end [T10]"),
        ((Phase(name="x", new_turn=True), DRAW),
         "order 2: a file that rolls or calls a new turn cannot offer the end [T10]"),
        ((DRAW, Say(words="Thanks.")), "order 2: the end is offered before this order [T10]"),
    ],
)  # fmt: skip
def test_t10_wrong_offers_are_refused(orders: tuple[Order, ...], problem: str) -> None:
    assert wrong(table(), *orders) == [problem]


def test_t8_something_is_said() -> None:
    assert wrong(table(), Say(words=" ")) == ["order 1, key 'words': nothing is said [T8]"]
    assert wrong(table(), Say(words="x" * 1001)) == [
        "order 1, key 'words': the words have 1,001 characters, and 1,000 are allowed [T11]"
    ]
    assert words(write(table(), Say(words="One\nTwo"))) == ["japan says: One", "| Two"]


# --- whatever is ordered -------------------------------------------------------------------------

SHORT = st.text(alphabet="ab1 2d6x+-\n\x1b\u202eé%", max_size=6)
NAMES = st.sampled_from(("VP", "Lae", "", "é", "note-1", "note-2", "draw", "us", "japan", "a\n"))
DICE = st.sampled_from(("2d6", "d%", "3x1d4-1", "d20+2d6", "2d", "0d6", "999d6"))
ORDERS = st.one_of(
    st.builds(Roll, dice=DICE | SHORT, about=SHORT),
    st.builds(Seal, about=SHORT, words=SHORT),
    st.builds(Unseal, note=NAMES),
    st.builds(Put, counter=NAMES, value=SHORT),
    st.builds(Contest, counter=NAMES),
    st.builds(Phase, name=NAMES, new_turn=st.booleans()),
    st.builds(Say, words=SHORT),
    st.builds(Finish, result=NAMES),
)


@given(st.lists(st.lists(ORDERS, max_size=4), max_size=6))
def test_what_is_not_refused_can_be_played_told_and_hashed(files: list[list[Order]]) -> None:
    game = table()
    for orders in files:
        legal = [one for one in orders if not wrong(game, one) and not isinstance(one, Unseal)]
        while legal and wrong(game, *legal):
            legal.pop()
        after = write(game, *legal)
        assert after.scenes
        assert all(words(after))
        canonical(after.table.game)
        game = replace(after.table.game, waiting=(), turn_over=False)
        if game.ending:
            return


# --- setting up ----------------------------------------------------------------------------------


def test_a_seat_is_a_side_unless_it_says_otherwise() -> None:
    assert setup.prepare({"title": "T"}, ("japan", "us"), {}).sides == {
        "japan": "japan",
        "us": "us",
    }
    words_ = {"side.us": "allied", "side.uk": "allied", "game": "Lae", "phases": "move, fight"}
    prepared = setup.prepare({"title": "T"}, ("japan", "us", "uk"), words_)
    assert prepared.sides == {"japan": "japan", "us": "allied", "uk": "allied"}
    assert prepared.options == {"game": "Lae", "phases": ["move", "fight"]}


@pytest.mark.parametrize(
    ("names", "given", "what", "hint"),
    [
        (("a", "b", "c"), {}, "a table has two sides, and here are 3: a, b, c",
         "say on which side a partner is: --option side.c=NAME"),
        (("a", "b"), {"side.b": "a"}, "a table has two sides, and here are 1: a",
         "say on which side a partner is: --option side.b=NAME"),
        (("a", "draw"), {}, "no side can be called 'draw'", "name it otherwise"),
        (("a", "b"), {"pace": "turn"}, "there is no option 'pace'",
         "a table has game, phases, side.SEAT, witness and clock"),
    ],
)  # fmt: skip
def test_wrong_options_of_an_organiser(
    names: tuple[str, ...], given: dict[str, str], what: str, hint: str
) -> None:
    with pytest.raises(Refused) as caught:
        setup.prepare({"title": "T"}, names, given)
    problem = caught.value.problems[0]
    assert (problem.what, problem.hint) == (what, hint)


@pytest.mark.parametrize(
    ("options", "players", "what"),
    [
        ({"phases": ["a", "a"]}, TWO, "phase 'a' is listed twice"),
        ({"phases": ["a\x1b"]}, TWO, "'a\x1b' is no name for a phase"),
        ({"game": "x" * 201}, TWO,
         "the words of option 'game' have 201 characters, and 200 are allowed"),
        ({"game": "a\u202eb"}, TWO,
         "the words of option 'game' have a line break, or a character that shows nothing"),
        ({"pace": 1}, TWO, "unknown key 'pace'"),
        ({"witness": "nobody"}, TWO, "must be one of: opponent, referee"),
        ({}, seats(a="x", b="x"), "a table has two sides, and here are 1: x"),
        ({}, seats(**{f"s{n}": f"x{n % 2}" for n in range(9)}), "9 seats"),
    ],
)  # fmt: skip
def test_a_genesis_of_a_stranger_is_looked_at(
    options: dict[str, Any], players: Any, what: str
) -> None:
    found = list(TABLE.check_setup(Setup(scenario={}, seats=players, options=options), LIMITS))
    assert [problem.what for problem in found] == [what]
    assert all(problem.code == "E12" for problem in found)


# --- bot -----------------------------------------------------------------------------------------


def test_the_bot_orders_what_is_legal_wherever_it_is_asked() -> None:
    for players in (TWO, THREE, FOUR):
        game = table(players, phases=("move", "fight"))
        for turn in (1, 1, 1, 1, 2, 2, 2, 2, 3, 3):
            if game.ending:
                break
            seen = view(game, turn=turn)
            orders = bot.orders(seen, LIMITS)
            assert list(TABLE.check(seen, orders, LIMITS)) == []
            game = written(game, *(order for order in orders if not isinstance(order, Roll)))
        assert game.ending
        assert game.counters or game.disputes


def test_the_form_offers_what_is_legal() -> None:
    game = written(table(), Put(counter="VP", value="3"))
    for one in (table(), game, written(game, *bot.orders(view(game), LIMITS)[:1])):
        stands, *sections = TABLE.form(view(one), LIMITS)
        assert stands.choices[-1].startswith("What you leave out is not done,")
        assert len(sections) >= 6
        for section in sections:
            assert section.examples
            for example in section.examples:
                assert wrong(one, example) == []
