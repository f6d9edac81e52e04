"""`pbem mail resend` by the account, and mail by a command that is set once."""

import os
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mail.find import find
from tests.mail.servers import ON_SERVERS, PASSWORD, Servers
from tests.mail.test_account import author, set_up
from tests.simulator import World, begin
from tests.terminal import seen


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A duel in which the first file of orders has been written."""
    monkeypatch.setenv("MAIL_SECRET", PASSWORD)
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


class TestOnServers:
    """By the account."""

    pytestmark = ON_SERVERS

    def test_a_file_is_mailed_again_under_an_id_of_its_own(
        self, world: World, servers: Servers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        player = author(world)
        set_up(player, servers)
        before = len(servers.taken)
        assert player.run("mail", "send") == 0
        capsys.readouterr()
        assert player.run("mail", "resend", "--send") == 0
        assert "sent [pbem " in capsys.readouterr().out
        assert player.run("mail", "resend", "2", "--draft") == 0
        drafts = servers.box(f"{player.seat}@example.org").get_folder("Drafts")
        raws = [raw for _, raw in servers.taken[before:]] + [one.as_bytes() for one in drafts]
        assert [[one.raw for one in find(raw).found] for raw in raws] == [[world.mail[-1]]] * 3
        assert len({message_from_bytes(raw)["Message-ID"] for raw in raws}) == 3

    def test_one_way_is_enough(
        self, world: World, servers: Servers, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert author(world).run("mail", "resend", "--send", "--open") == 2
        assert "say one of them" in capsys.readouterr().err


def taker(place: Path) -> str:
    """A command that stands in for sendmail: it keeps what it is given."""
    words = f"import sys; open({str(place)!r}, 'ab').write(sys.stdin.buffer.read())"
    return f'{sys.executable} -c "{words}"'


def test_a_command_that_is_set_takes_mails(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player, place = author(world), tmp_path / "taken"
    assert player.run("mail", "write", "2", "--pipe") == 1
    said = capsys.readouterr().err
    assert "no command is set that takes your mails" in said
    assert "pbem config mailer 'sendmail -t'" in said
    assert player.run("config", "mailer", taker(place)) == 0
    for words in (("write",), ("resend", "2"), ("remind",)):
        place.unlink(missing_ok=True)
        assert player.run("mail", *words, "--pipe") == 0
        assert [one.raw for one in find(place.read_bytes()).found] == [world.mail[-1]]


def test_the_last_step_of_a_turn_offers_the_command(world: World, tmp_path: Path) -> None:
    player, place = world.players[world.next_seat], tmp_path / "taken"
    assert player.run("config", "mailer", taker(place)) == 0
    pages = os.pathsep.join(path for path in sys.path if path)
    env = {"PBEM_HOME": str(player.home), "VISUAL": "true", "PYTHONPATH": pages}
    said = " ".join(seen(80, player.folder, "turn", answers="e\ns\ng\n", env=env))
    assert "Mail it: give it to" in " ".join(said.split())
    assert "given to" in said
    (file,) = (player.folder / "outbox").glob("0003-*.pbem")
    assert [one.raw for one in find(place.read_bytes()).found] == [file.read_bytes()]
