"""The last files of a game: who ends it, what they open, that nobody writes two [F.2.3]."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.codec import plain
from pbem.engine.ledger import state_digest, writer
from pbem.engine.orders import Disclose, End, Order, encode_order
from pbem.engine.steps import View
from pbem.errors import Refused
from pbem.scan import scan
from pbem.systems.pto.table.orders_month import Offensive, Pass, Sail, Strike
from pbem.systems.pto.table.state import Game
from pbem.turnfile import read
from tests.cheat import forge, with_orders
from tests.simulator import World, begin
from tests.systems.pto.selfplay import TWO, Match, match

Given = tuple[Order, ...]
JAPAN: Given = (Offensive(kind="land", nation="JP", theatres=("Central Pacific",)),)
STATES: Given = (Offensive(kind="land", nation="US", theatres=("Central Pacific",)),)
OVER: Given = (Pass(ends=True),)
RAID: Given = (
    Sail(tf="kido-butai", path=("MID",)),
    Strike(units=("j-cv41-kb1", "j-cv41-kb2"), area="MWY", at="airfield"),
)
JUNE: tuple[Given, ...] = ((), RAID, (), JAPAN, STATES, JAPAN, STATES, JAPAN, OVER, OVER)
"""The orders of files 2 to 11; if Midway's airfield is hit, its repair is rolled for."""
UNHURT = 34
"""A game in which the raid does not hit the airfield."""
ENDED = ["file 11 japanese", "file 12 allied", "file 13 japanese"]


def say(*orders: Order) -> Callable[[View[Game]], Given]:
    return lambda _: orders


def at_the_end(*, with_dice: bool) -> Match:
    """Scenario 2 after file 11, which brings the last orders: its dice wait, or it has none."""
    game = match("midway", 0 if with_dice else UNHURT)
    for orders in JUNE:
        game.step(say(*orders))
    assert (game.files[-1].seq, game.files[-1].seat) == (11, "japanese")
    assert bool(game.fold.waits) is with_dice
    return game


def authors(game: Match) -> list[str]:
    return [f"file {file.seq} {file.seat}" for file in game.files[-3:]]


def finish(game: Match) -> None:
    while writer(game.fold):
        game.step(say())


def test_gp96_the_file_that_opens_the_last_dice_ends_the_game_for_its_author() -> None:
    game = at_the_end(with_dice=True)
    assert (game.fold.waits, game.game.ending) == ("allied", None)
    finish(game)
    assert authors(game) == ENDED
    opener, last = game.files[-2:]
    assert [type(one) for one in (*opener.orders, *last.orders)] == [Disclose, Disclose]
    assert {one.witness for one in game.thrown if one.seq == 11} == {12}
    assert game.game.ending is not None
    assert not game.fold.sealed
    assert (opener.sealed, last.sealed) == ((), ())
    assert (len(opener.opened), len(last.opened)) == (1, 1)


def test_orders_that_leave_no_dice_are_followed_by_one_end_of_each_the_author_last() -> None:
    game = at_the_end(with_dice=False)
    assert game.fold.waits == ""
    assert game.game.ending is not None
    finish(game)
    assert authors(game) == ENDED
    last = (*game.files[-2].orders, *game.files[-1].orders)
    assert [type(one) for one in last] == [Disclose, Disclose]


def test_the_last_file_holds_disclose_and_nothing_else() -> None:
    game = at_the_end(with_dice=True)
    last = game.last()
    for public in ((), OVER, (End(),), (last, *OVER)):
        with pytest.raises(Refused) as refused:
            game.write(public, {})
        assert {one.code for one in refused.value.problems} == {"E12"}
    with pytest.raises(Refused) as refused:
        game.write((last,), {"standing/18/P6": ""})
    assert [one.what for one in refused.value.problems] == ["file 12 must seal nothing"]
    finish(game)


@pytest.mark.parametrize("scenario", ["pearl-harbor", "leyte"])
def test_four_seats_write_one_last_file_each(scenario: str) -> None:
    seats = ("japanese", "us", "uk-ne", "cn-au")
    game = match(scenario, 1, seats)
    while writer(game.fold):
        game.step(lambda view: OVER if "P4" in str(view.decision.covers) else ())
    ends = [file.seat for file in game.files if isinstance(next(iter(file.orders), None), Disclose)]
    assert sorted(ends) == sorted(seats)
    assert not game.fold.sealed


# --- between folders -----------------------------------------------------------------------------


def folders(place: Path) -> World:
    """The same game as real files, up to file 11."""
    made = begin(place, "pto/midway", TWO)
    for seq, orders in enumerate(JUNE, 2):
        seat = "allied" if seq % 2 == 0 else "japanese"
        made.mail.append(made.players[seat].send(*(encode_order(one) for one in orders)))
        made.deliver(made.mail[-1], seat)
    return made


def test_gp96_between_folders_a_second_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = folders(tmp_path)
    japanese, allied = made.players["japanese"], made.players["allied"]
    made.round()
    file = read(scan(made.mail[-1]))
    assert (file.seq, file.seat, [one["type"] for one in file.order]) == (
        12,
        "allied",
        ["disclose"],
    )
    assert made.next_seat == "japanese"
    second = tmp_path / "0013-allied.pbem"
    second.write_bytes(forge(allied, with_orders(*file.order)))
    assert japanese.run("receive", str(second)) == 1
    said = capsys.readouterr().err
    assert "seat 'allied' is not the one to write file 13" in said
    made.round()
    assert (read(scan(made.mail[-1])).seq, made.next_seat) == (13, "")
    digests = set()
    for player in made.players.values():
        with player.session() as session:
            digests.add(state_digest(session.fold))
            assert plain(session.fold.ended) == ["allied", "japanese"]
    assert len(digests) == 1
    for player in made.players.values():
        assert player.run("verify") == 0
