"""`pbem mail write` and `resend`: drafts where mail programs look for them."""

import mailbox
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.engine.ledger import writer
from pbem.mail.find import find
from tests.simulator import Player, World, begin


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A duel in which the first file of orders has been written."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


def author(world: World) -> Player:
    return next(one for one in world.players.values() if one.seat != world.next_seat)


def test_a_mail_is_written_beside_the_file(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player = author(world)
    assert player.run("mail", "write") == 0
    said = capsys.readouterr().out
    (path,) = (player.folder / "mail").glob("*-0002-*.eml")
    assert f"wrote {path}: [pbem " in said
    assert f"  to {world.next_seat} <{world.next_seat}@example.org>" in said
    assert [one.raw for one in find(path.read_bytes()).found] == [world.mail[-1]]
    assert path.stat().st_mode & 0o777 == 0o600


def test_observers_get_a_copy(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    player = author(world)
    assert player.run("config", "observers", "no address") == 1
    said = capsys.readouterr().err
    assert "observers: these are no addresses" in said
    assert "hint: say addresses, such as club@example.org" in said
    assert player.run("config", "observers", "club@example.org, ann@example.org") == 0
    assert player.run("mail", "write") == 0
    (path,) = (player.folder / "mail").glob("*-0002-*.eml")
    mail = message_from_bytes(path.read_bytes())
    assert mail["Cc"] == "club@example.org, ann@example.org"
    assert world.next_seat in mail["To"]


def owes(world: World) -> str:
    """Whose file comes next to him who has the fewest; its author may have written it at once."""
    folds = []
    for player in world.players.values():
        with player.session() as session:
            folds.append((session.links.seq, writer(session.fold)))
    return min(folds)[1]


def waits(author: Player, reader: Player) -> bool:
    """Whether the author has written what the reader has not received."""
    with author.session() as one, reader.session() as other:
        return one.links.seq > other.links.seq


@pytest.mark.slow
def test_a_turn_of_cartwheel_goes_by_drafts_alone(tmp_path: Path) -> None:
    """Each file goes as an .eml draft that a mail program would send, and comes as a saved mail."""
    world = begin(tmp_path, "cartwheel/bougainville", ("allied", "japanese"))
    with next(iter(world.players.values())).session() as session:
        first = session.fold.table.turn
    sent = 0
    while seat := owes(world):
        author = world.players[seat]
        (reader,) = (one for one in world.players.values() if one is not author)
        if not waits(author, reader):
            author.send(*author.bot_orders())
        draft = tmp_path / f"{sent}.eml"
        assert author.run("mail", "write", "-o", str(draft)) == 0
        assert reader.run("receive", str(draft)) == 0
        sent += 1
        with reader.session() as session:
            if session.fold.table.turn > first:
                break
    states = [(one.folder / "state.toml").read_bytes() for one in world.players.values()]
    assert states[0] == states[1]
    assert sent > 5


@pytest.mark.parametrize("kind", ["Maildir", "box.mbox"])
def test_a_mail_is_put_into_a_box(world: World, tmp_path: Path, kind: str) -> None:
    player, box = author(world), tmp_path / kind
    made: mailbox.Mailbox[mailbox.Message] = (
        mailbox.Maildir(box) if kind == "Maildir" else mailbox.mbox(box)
    )
    for _ in range(2):
        assert player.run("mail", "write", "-o", str(box)) == 0
    made.close()
    made = mailbox.Maildir(box) if kind == "Maildir" else mailbox.mbox(box)
    assert len(made) == 2
    for one in made:
        assert [found.raw for found in find(one.as_bytes()).found] == [world.mail[-1]]
    made.close()


def test_a_mail_goes_to_standard_output_and_to_a_command(
    world: World, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    player = author(world)
    assert player.run("mail", "write", "-o", "-") == 0
    assert [one.raw for one in find(capfdbinary.readouterr().out).found] == [world.mail[-1]]
    place = tmp_path / "taken"
    words = f"import sys; open({str(place)!r}, 'wb').write(sys.stdin.buffer.read())"
    assert player.run("mail", "write", "--pipe", f'{sys.executable} -c "{words}"') == 0
    assert [one.raw for one in find(place.read_bytes()).found] == [world.mail[-1]]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (" ", "this cannot be run: "),
        ("/no/such/program -t", "this cannot be run: "),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "it ended with status 3"),
        ("'unclosed", "this cannot be run: No closing quotation"),
    ],
)
def test_a_command_that_fails_is_told(
    world: World, words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert author(world).run("mail", "write", "--pipe", words) == 1
    assert told in capsys.readouterr().err


def test_a_file_mailed_again_is_the_same_in_another_mail(world: World, tmp_path: Path) -> None:
    """Some servers keep only one of two mails with one id."""
    player = author(world)
    paths = [tmp_path / f"{number}.eml" for number in range(3)]
    assert player.run("mail", "write", "-o", str(paths[0])) == 0
    assert player.run("mail", "resend", "-o", str(paths[1])) == 0
    assert player.run("mail", "resend", "2", "-o", str(paths[2])) == 0
    raws = [path.read_bytes() for path in paths]
    assert [find(raw).found[0].raw for raw in raws] == [world.mail[-1]] * 3
    assert len({message_from_bytes(raw)["Message-ID"] for raw in raws}) == 3
    assert len({message_from_bytes(raw)["In-Reply-To"] for raw in raws}) == 1


def test_whoever_has_written_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    assert made.players["blue"].run("mail", "write") == 1
    assert "you have written no file in this game yet" in capsys.readouterr().err
    assert made.players["red"].run("mail", "write") == 0


def test_a_bundle_has_the_whole_chain_and_is_the_same_each_time(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = author(world)
    paths = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for path in paths:
        assert player.run("bundle", "-o", str(path)) == 0
    assert f"wrote {paths[0]}: 3 turn files, " in capsys.readouterr().out
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert [one.raw for one in find(paths[0].read_bytes()).found] == world.mail
