"""Which bids are sealed, by whoever sits there: none is plain before another [F.1.1, F.2.1]."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from pbem.engine.steps import View
from pbem.systems.pto.book.dates import opens_season
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.state import Game
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.seasons import (
    JANUARY,
    SEATS,
    Given,
    at_winter,
    bids,
    leaving_the_end_to,
    say,
)
from tests.systems.pto.selfplay import Filed, Match, match


def season(game: Match, player: Callable[[View[Game]], Given]) -> tuple[str, list[Filed]]:
    """Who closed the month before, and the files of the next season up to phase 3."""
    while not any(file.covers[:1] == (f"{season_of(game)}/P3.1-first",) for file in game.files):
        game.step(player)
    files = game.files
    first = next(n for n, one in enumerate(files) if one.covers == (f"{season_of(game)}/S2.3",))
    return (files[first - 1].seat if first else ""), files[first:]


def season_of(game: Match) -> int:
    """The turn of a scenario's one season."""
    first = game.game.terms.first_turn
    return first if opens_season(first) else JANUARY


def bids_in(file: Filed) -> bool:
    """Whether a file holds bids that its author does not seal."""
    return any(isinstance(order, Bid) for order in file.orders) and not sealed_bids(file)


def sealed_bids(file: Filed) -> bool:
    """Whether a file seals bids."""
    return any(item.startswith("bid/") for item in file.sealed)


def only_opens_bids(file: Filed) -> bool:
    """Whether a file does nothing but open bids."""
    return not file.covers and {item[:4] for item in file.opened} == {"bid/"}


def assert_fair(files: list[Filed], seats: set[str]) -> None:
    """One file a seat; bids are sealed but in the last, opened once, by nobody twice running."""
    written = [file for file in files if file.covers[:1] and file.covers[0].endswith("/S2.3")]
    assert {file.seat for file in written} == seats
    assert len(written) == len(seats)
    assert [sealed_bids(file) for file in written] == [True] * (len(seats) - 1) + [False]
    assert [bids_in(file) for file in written] == [False] * (len(seats) - 1) + [True]
    opening = [file.seat for file in files if any(one.startswith("bid/") for one in file.opened)]
    assert sorted(opening) == sorted(file.seat for file in written[:-1])
    for before, after in pairwise(files):
        assert before.seat != after.seat or not (only_opens_bids(before) or only_opens_bids(after))


@pytest.mark.parametrize("closer", ["japanese", "allied"])
@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_no_bid_is_plain_before_another_in_winter(seats: tuple[str, ...], closer: str) -> None:
    """F.1.1, F.2.1: either side writes the month's last file, with dice or without."""
    game = match("pearl-harbor", seats=seats)
    last, files = season(game, leaving_the_end_to(closer))
    # a fifth seat, Australia, has nothing for an offensive in December: it is not asked to pass
    assert last == "au" or game.game.side_of_seat(last) == closer
    assert game.game.side_of_seat(files[0].seat) != game.game.side_of_seat(last)
    assert_fair(files, set(seats))
    plain = next(file for file in files if bids_in(file))
    following = files[files.index(plain) + 1]
    assert game.game.side_of_seat(following.seat) != game.game.side_of_seat(plain.seat)


@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_no_bid_is_plain_before_another_in_autumn(seats: tuple[str, ...]) -> None:
    """A scenario that begins with its season begins with the first seat of the genesis."""
    game = match("leyte", seats=seats)
    last, files = season(game, leaving_the_end_to("allied"))
    assert last == ""
    assert [file.seat for file in files[: len(seats)]] == list(seats)
    assert_fair(files, set(seats))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("scenario", ["pearl-harbor", "leyte"])
def test_no_bid_is_plain_before_another_by_chance(scenario: str, number: int) -> None:
    seats = SEATS[number]
    game = match(scenario, number, seats)
    _, files = season(game, always_bidding(by_chance(number)))
    assert_fair(files, set(seats))


def always_bidding(player: Callable[[View[Game]], Given]) -> Callable[[View[Game]], Given]:
    """A player who never forgets a bid."""

    def orders(view: View[Game]) -> Given:
        given = player(view)
        if not any(key.endswith("/S2.3") for key in view.decision.covers):
            return given
        bidding = {order.nation for order in given if isinstance(order, Bid)}
        own = (one for one in view.game.nations_of(view.seat) if one in view.game.purses)
        return (*given, *(Bid(nation=one, offensives=0) for one in own if one not in bidding))

    return orders


def test_two_seats_need_two_files_for_a_season_where_the_first_bidder_goes_first() -> None:
    game = at_winter()
    for orders in (bids(7, 4, 1, 1), bids(12), ()):
        game.step(say(*orders))
    asked = [file.covers[0] for file in game.files[-3:]]
    assert asked == ["13/S2.3", "13/S2.3", "13/P3.1-first"]
