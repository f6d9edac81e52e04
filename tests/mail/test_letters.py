"""The mail for a turn file: what all may read, the file twice, and addresses."""

from email import message_from_bytes
from email.policy import default
from pathlib import Path
from urllib.parse import unquote

import pytest

from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.letters import last_own, letter
from pbem.game.recover import look
from pbem.game.session import Session
from pbem.mail.compose import Person, link, message
from pbem.mail.find import find
from tests.simulator import Player, World, begin


def looked(player: Player) -> Session:
    """A player's game, to be looked at."""
    with player.at_home():
        return look(player.folder)


DATE = "Fri, 20 Nov 2026 18:22:00 +0000"
GAMES = {
    "cartwheel/bismarck-sea": ("allied", "japanese"),
    "pto/pearl-harbor": ("allied", "japanese"),
    "midway/midway-0700": ("japanese", "american"),
}


@pytest.fixture(scope="module", params=GAMES)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of some files, all of them received by both."""
    made = begin(tmp_path_factory.mktemp("game"), request.param, GAMES[request.param])
    made.play(12)
    return made


def test_a_letter_says_only_what_both_players_may_read(world: World) -> None:
    """Whoever makes it, with whatever secrets and seeds, it has the same words."""
    told = 0
    for seq in range(len(world.mail)):
        one, other = (letter(looked(player), seq) for player in world.players.values())
        assert (one.text, one.page, one.raw) == (other.text, other.page, other.raw)
        told += "In short" in one.text
    assert told > 0


@pytest.mark.slow
@pytest.mark.parametrize("scenario", GAMES)
def test_no_mail_of_a_whole_game_has_anything_hidden(tmp_path: Path, scenario: str) -> None:
    """The mail for each file, made when it is the newest, has the same words from both folders."""
    made = begin(tmp_path, scenario, GAMES[scenario])
    told = 0
    while made.next_seat:
        made.round()
        one, other = (
            letter(looked(player), len(made.mail) - 1) for player in made.players.values()
        )
        assert (one.subject.partition(":")[0], one.text, one.page) == (
            other.subject.partition(":")[0], other.text, other.page
        )  # fmt: skip
        told += "In short" in one.text
    assert told > len(made.mail) // 4


def test_a_mail_carries_the_file_twice_and_says_first_what_is_asked(world: World) -> None:
    player = next(iter(world.players.values()))
    made = letter(looked(player), len(world.mail) - 1)
    raw = message(made, DATE)
    (found,) = find(raw).found
    assert found.raw == world.mail[-1]
    mail = message_from_bytes(raw, policy=default)
    text = mail.get_body(("plain",))
    assert text is not None
    body = text.get_content()
    next_ = f"Now the {world.next_seat.capitalize()} side writes file {len(world.mail)}."
    assert body.index(next_) < 200
    assert [one.raw for one in find(body.encode()).found] == [world.mail[-1]]
    page = mail.get_body(("html",))
    assert page is not None
    assert "<script" not in page.get_content()
    (attached,) = mail.iter_attachments()
    assert attached.get_content() == world.mail[-1]
    assert max(map(len, raw.split(b"\n"))) <= 78


def test_mails_of_a_game_hang_together(world: World) -> None:
    """Each answers the file before it, and names the genesis, so that programs thread them."""
    player = next(iter(world.players.values()))
    raws = [message(letter(looked(player), seq), DATE) for seq in range(len(world.mail))]
    mails = [message_from_bytes(raw, policy=default) for raw in raws]
    ids = [mail["Message-ID"] for mail in mails]
    assert len(set(ids)) == len(ids)
    assert mails[0]["In-Reply-To"] is None
    for seq in range(1, len(mails)):
        assert mails[seq]["In-Reply-To"] == ids[seq - 1]
        assert str(mails[seq]["References"]).split()[0] == ids[0]
        assert f"In-Reply-To: {ids[seq - 1]}".encode() in raws[seq]


def test_the_subject_sorts_and_names_the_turn(world: World) -> None:
    author = world.players[next(s for s in world.players if s != world.next_seat)]
    session = looked(author)
    made = letter(session, last_own(session))
    game = session.links.game[:8]
    assert made.subject.startswith(f"[pbem {game}] {session.rules.system.title}, ")
    sender, receiver = (f"the {seat.title()} side" for seat in (author.seat, world.next_seat))
    assert made.subject.endswith(f": {sender} to {receiver}, file {last_own(session)}")
    assert [one.email for one in made.to] == [f"{world.next_seat}@example.org"]


def test_a_link_has_the_file_only_where_there_is_room(world: World) -> None:
    session = looked(next(iter(world.players.values())))
    for seq, raw in enumerate(world.mail):
        made = link(letter(session, seq))
        assert made.startswith("mailto:")
        assert len(made) <= 6_000
        assert ("&body=" in made) == (len(raw) < 5_000)
        if "&body=" in made:
            (found,) = find(unquote(made.partition("&body=")[2]).encode()).found
            assert found.raw == raw


def test_there_is_no_letter_for_a_file_that_is_not_there(world: World) -> None:
    player = next(iter(world.players.values()))
    with pytest.raises(Refused) as refused:
        letter(looked(player), 900)
    (problem,) = refused.value.problems
    assert problem.what == "there is no file 900 in this game"
    assert problem.hint == f"the last one is file {len(world.mail) - 1}"


def test_a_hostile_name_adds_no_header(tmp_path: Path) -> None:
    """A holder's name stands in the genesis, and is another's text."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    session = looked(made.players["red"])
    one = letter(session, 1)
    evil = Person(name="Blue\r\nBcc: x@example.net\u202e", email="blue@example.org")
    raw = message(replace(one, to=(evil,)), DATE)
    assert b"\nBcc" not in raw
