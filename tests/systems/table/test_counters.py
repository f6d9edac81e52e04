"""Counters as agreed [T5], contested and settled [T6]."""

import pytest

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.table.orders import Contest, Put, Say
from pbem.systems.table.state import Game
from tests.systems.table.tabletop import LIMITS, table, words, write, written, wrong


def put(counter: str, value: str) -> Put:
    return Put(counter=counter, value=value)


def played(*files: Order | tuple[Order, ...]) -> Game:
    """The table after files of japan, us, japan, …"""
    game = table()
    for file in files:
        game = written(game, *(file if isinstance(file, tuple) else (file,)))
    return game


CONTEST = Contest(counter="VP")


def test_t5_what_is_set_holds_at_once_and_is_agreed_when_not_contested() -> None:
    game = played(put("VP", "3"))
    assert game.counters == FrozenMap({"VP": "3"})
    assert game.fresh == FrozenMap({"VP": ""})
    assert wrong(game, CONTEST) == []
    later = written(game, Say(words="Fine."))
    assert not later.fresh
    assert wrong(later, CONTEST) == [
        "order 1, key 'counter': the other side's last file did not set 'VP' [T6]"
    ]


def test_t5_an_empty_value_takes_a_counter_off_the_table() -> None:
    game = played(put("VP", "3"), put("VP", ""))
    assert not game.counters
    assert wrong(game, CONTEST) == []
    assert written(game, CONTEST).counters == FrozenMap({"VP": "3"})


def test_t6_a_contested_counter_has_its_value_before_the_file_again() -> None:
    game = played(put("VP", "3"), (put("VP", "5"), put("VP", "7")), CONTEST)
    assert game.counters == FrozenMap({"VP": "3"})
    assert game.disputes == FrozenMap({"VP": FrozenMap({"us": "7"})})


def test_t6_it_stays_disputed_until_both_sides_set_it_alike() -> None:
    game = played(put("VP", "3"), put("VP", "7"), (CONTEST, put("VP", "4")))
    assert game.disputes["VP"] == FrozenMap({"us": "7", "japan": "4"})
    game = written(game, put("VP", "5"))
    assert game.disputes["VP"] == FrozenMap({"us": "5", "japan": "4"})
    assert game.counters["VP"] == "3"
    game = written(game, put("VP", "5"))
    assert not game.disputes
    assert game.counters["VP"] == "5"
    assert not game.fresh


def test_t6_the_contested_value_is_the_other_sides_claim() -> None:
    game = played(put("VP", "3"), CONTEST, put("VP", "9"))
    assert game.disputes["VP"] == FrozenMap({"japan": "9"})
    game = played(put("VP", "3"), CONTEST, Say(words="Look again."), put("VP", "3"))
    assert not game.disputes
    assert game.counters["VP"] == "3"


def test_t6_a_counter_agreed_to_be_off_the_table() -> None:
    game = played(put("VP", "3"), (CONTEST, put("VP", "")), put("VP", ""))
    assert not game.disputes
    assert not game.counters


def test_t6_a_contested_counter_has_the_value_to_which_the_file_agreed_before_it_set_another() -> (
    None
):
    game = played(
        put("VP", "3"), (CONTEST, put("VP", "4")), (put("VP", "4"), put("VP", "5")), CONTEST
    )
    assert game.counters["VP"] == "4"
    assert game.disputes["VP"] == FrozenMap({"japan": "5"})


def test_t6_what_a_file_sets_after_contesting_is_a_claim_not_a_new_value() -> None:
    game = played(put("VP", "3"), (CONTEST, put("VP", "4")))
    assert not game.counters
    assert not game.fresh


@pytest.mark.parametrize(
    ("orders", "problem"),
    [
        ((put("VP", "4"), CONTEST), "order 2, key 'counter': this file sets 'VP' itself [T6]"),
        ((put("Lae", "4"), Contest(counter="Lae")),
         "order 2, key 'counter': the other side's last file did not set 'Lae' [T6]"),
        ((CONTEST, CONTEST), "order 2, key 'counter': 'VP' is disputed already [T6]"),
        ((put("", "4"),), "order 1, key 'counter': '' is no name [T11]"),
        ((put("Nouméa", "4"),), "order 1, key 'counter': 'Nouméa' is no name [T11]"),
        ((put("VP  us", "4"),), "order 1, key 'counter': 'VP  us' is no name [T11]"),
        ((put("VP\x1b[2J", "4"),), "order 1, key 'counter': 'VP\x1b[2J' is no name [T11]"),
        ((put("V" * 41, "4"),), f"order 1, key 'counter': '{'V' * 40}…' has 41 letters [T11]"),
        ((put("VP", "4" * 61),),
         "order 1, key 'value': the words have 61 characters, and 60 are allowed [T11]"),
    ],
)  # fmt: skip
def test_t6_wrong_counters_are_refused(orders: tuple[Order, ...], problem: str) -> None:
    assert wrong(played(put("VP", "3")), *orders) == [problem]


def test_t11_so_many_counters_lie_on_the_table() -> None:
    game = table()
    for start in range(0, LIMITS.counters, LIMITS.orders_in_file):
        game = written(
            game, *(put(f"C{n}", "1") for n in range(start, start + LIMITS.orders_in_file))
        )
    assert len(game.counters) == LIMITS.counters
    assert wrong(game, put("C0", "2"), put("one more", "1")) == [
        "order 2, key 'counter': 500 counters are on the table [T11]"
    ]


def test_t6_how_it_is_told() -> None:
    game = played(put("VP", "3"))
    assert words(write(table(), put("VP", "3"))) == ["japan sets VP to 3 [T5]."]
    assert words(write(game, put("VP", "4"))) == ["us sets VP to 4, it was 3 [T5]."]
    assert words(write(game, put("VP", ""))) == ["us takes VP off the table, it was 3 [T5]."]
    assert words(write(game, CONTEST, put("VP", "2"))) == [
        "us contests VP: 3 is undone, it is off the table again, and it is disputed [T6].",
        "us holds that VP is 2; it stays disputed [T6].",
    ]
    assert words(write(written(game, CONTEST, put("VP", "2")), put("VP", "2"))) == [
        "Both sides set VP alike: it is 2 [T6]."
    ]
