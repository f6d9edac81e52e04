"""A ruling in a game with charts: its file seals them as they were, and the audit agrees."""

from pathlib import Path

import pytest

from pbem.engine.orders import encode_order
from pbem.frozen import replace
from pbem.game.verify import adjudicate
from pbem.scan import scan
from pbem.systems.cartwheel.rules import r16_victory
from pbem.turnfile import TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import forge
from tests.simulator import World
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.fraud import breaches_of, until

RULING = {"type": "ruling", "words": "Lae is Allied.", "side": "allied", "points": 3}


def sent(made: World, seat: str, *orders: dict[str, object]) -> TurnFile:
    """A seat's file, received by all others."""
    raw = made.players[seat].send(*orders)
    made.mail.append(raw)
    made.deliver(raw, seat)
    return read(scan(raw))


def margin(made: World, seat: str) -> int:
    with made.players[seat].session() as session:
        return r16_victory.margin(session.fold.table.game)


@pytest.mark.slow
def test_protocol_10_a_ruling_decides_nothing_and_holds_from_its_consent(tmp_path: Path) -> None:
    made, by_chance = world(tmp_path, "bismarck-sea"), players(11)
    author = until(made, by_chance, lambda view: view.decision.covers and view.step == "4.4").seat
    other = next(seat for seat in made.players if seat != author)
    with made.players[author].session() as session:
        asked, before = session.view().decision, session.fold.owner
    file = sent(made, author, RULING)
    assert (file.sealed, file.charts is not None) == ((), True)
    assert made.next_seat == author
    with made.players[author].session() as session:
        assert session.view().decision == asked
        assert session.fold.owner is not None
        assert before is not None
        assert session.fold.owner.seq == before.seq, "no roll belongs to a ruling"
    while made.next_seat != other:
        round_(made, by_chance)
    points = margin(made, author)
    with made.players[other].session() as session:
        ahead = r16_victory.margin(session.ahead().fold.table.game) - points
        orders = tuple(encode_order(one) for one in by_chance[other](session.view()))
    sent(made, other, {"type": "consent", "ruling": file.seq}, *orders)
    assert margin(made, author) == points + ahead + 3
    while made.next_seat:
        round_(made, by_chance)
    for player in made.players.values():
        assert breaches_of(player) == ()
        assert [one.seq for one, _, _ in adjudicate(player.folder)] == list(range(len(made.mail)))


def test_a_ruling_in_a_game_with_charts_has_charts(tmp_path: Path) -> None:
    made, by_chance = world(tmp_path, "bismarck-sea"), players(11)
    round_(made, by_chance)
    author = made.players[made.next_seat]
    reader = next(player for player in made.players.values() if player is not author)
    raw = forge(author, lambda file: replace(file, order=(RULING,), charts=None, sealed=()))
    code, words = refusal(reader, raw)
    assert (code, "has no charts" in words) == ("E11", True)
