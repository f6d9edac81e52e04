"""A ruling in a game with charts: its file seals them as they were, and the audit agrees."""

from pathlib import Path

import pytest

from pbem.engine.headline import LINES, height
from pbem.engine.orders import encode_order
from pbem.frozen import replace
from pbem.game.headlines import brought_by, summed_up
from pbem.game.verify import adjudicate
from pbem.scan import scan
from pbem.systems.cartwheel.rules import r16_victory
from pbem.turnfile import TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import forge
from tests.simulator import World, begin
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


def test_a_ruling_takes_one_line_where_much_has_happened(tmp_path: Path) -> None:
    """Its file and what it gives stand there in any case; the rest is what the rules have done."""
    made = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied", "referee"))
    words = " ".join(f"word {number}" for number in range(40))
    sent(made, made.next_seat, {"type": "refer", "words": words})
    while made.next_seat != "referee":  # dice come before questions
        made.round()
    sent(made, "referee", {"type": "ruling", "words": words, "side": "allied", "points": 1})
    file = len(made.mail) - 1
    for _ in range(3):
        sent(made, made.next_seat, *made.players[made.next_seat].bot_orders())
        with made.players["referee"].session() as session:
            logs = [brought_by(session, seq) for seq in range(len(made.mail))]
            happened = tuple(one for log in logs for _, some in log for one in some)
            told = summed_up(session, happened, session.fold)
            game, rules = session.fold.table.game, session.rules
        alone = rules.system.headline(happened, game, rules.charts)
        assert height(alone, {}) == LINES
        ruled = f'Ruled in file {file}: "word 0 word 1 word 2 word …" (+1/2 for Allied).'
        rest = rules.system.headline(happened, game, rules.charts, most=LINES - 1)
        assert " ".join(told) == " ".join((ruled, *rest))
