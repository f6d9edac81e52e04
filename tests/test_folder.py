"""What may lie in a game's folder: files of other names, second versions, false caches."""

import json
import os
import shutil
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.snapshot import freeze
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.verify import verify_game
from pbem.scan import scan
from pbem.turnfile import read
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, with_orders
from tests.simulator import Player, World, begin

FIRST, SECOND = {"type": "aim", "number": 2}, {"type": "aim", "number": 5}


def receive(player: Player, raw: bytes, name: str = "mail.pbem") -> int:
    path = player.folder.parent / name
    path.write_bytes(raw)
    return player.run("receive", str(path))


# --- names ---------------------------------------------------------------------------------------


def test_what_is_no_turn_file_is_named_and_passed_over(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = world.players["blue"]
    inbox = reader.folder / "inbox"
    raw = forge(world.players["red"], with_orders(AIM))
    for name in ("00003-red.pbem", "3-red.pbem", "0003-red.pbem.bak", "0003-RED.pbem"):
        (inbox / name).write_bytes(raw)
    (inbox / "0003-red.pbem").mkdir()
    os.mkfifo(inbox / "0004-red.pbem")
    (inbox / "9999999999-red.pbem").write_bytes(raw)
    (reader.folder / "outbox" / "notes").mkdir()
    assert receive(reader, world.mail[-1]) == 0
    said = capsys.readouterr().out.splitlines()
    named = [line.split()[2].rstrip(",") for line in said if line.startswith("passed over: inbox")]
    assert named == [
        "inbox/00003-red.pbem", "inbox/0003-RED.pbem", "inbox/0003-red.pbem",
        "inbox/0003-red.pbem.bak", "inbox/0004-red.pbem",
    ]  # fmt: skip
    assert "passed over: 3 more like these" in said
    assert reader.run("status") == 0
    assert "waiting in the inbox" not in capsys.readouterr().out
    world.round()
    with reader.session() as session:
        assert session.links.seq == 3


STRAYS = {
    "chain/00002-x.pbem": "chain/00002-x.pbem",
    "inbox/a b;rm -rf": "'inbox/a b;rm -rf'",
    "inbox/a\nlie": "'inbox/a⏎lie'",
    "inbox/\x1b[2J": "'inbox/‹U+001B›[2J'",
}


@pytest.mark.parametrize("command", ["status", "verify"])
def test_looking_names_what_is_passed_over(
    command: str, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names and kinds of files that are none of turn files; also a link to a true one."""
    reader = world.players["blue"]
    assert reader.run(command) == 0
    assert "passed over" not in capsys.readouterr().out
    for name in STRAYS:
        (reader.folder / name).write_bytes(b"x")
    kept = reader.folder.parent / "elsewhere"
    kept.write_bytes(forge(world.players["red"], with_orders(AIM)))
    (reader.folder / "inbox" / "0003-red.pbem").symlink_to(kept)
    assert reader.run(command) == 0
    out = capsys.readouterr().out
    told = [line for line in out.splitlines() if line.startswith("passed over: ")]
    what = "which is no turn file by its name or kind"
    quoted = [*STRAYS.values(), "inbox/0003-red.pbem"]
    assert sorted(told) == sorted(f"passed over: {name}, {what}" for name in quoted)
    assert reader.run(command, "--json") == 0
    strays = json.loads(capsys.readouterr().out)["strays"]
    assert sorted(strays) == sorted([*STRAYS, "inbox/0003-red.pbem"])
    with reader.session() as session:
        assert session.links.seq == 2


def test_a_false_name_in_the_chain_is_no_file_of_the_chain(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = world.players["blue"]
    (reader.folder / "chain" / "00002-x.pbem").write_bytes(world.mail[0])
    assert reader.run("verify") == 0
    out = capsys.readouterr().out
    assert "3 files: every signature, link and seed holds" in out
    assert "passed over: chain/00002-x.pbem, which is no turn file by its name or kind" in out
    (reader.folder / "chain" / "0002-x.pbem").write_bytes(world.mail[0])
    assert reader.run("verify") == 1
    assert "there are two files 2 in the chain" in capsys.readouterr().err


# --- numbers -------------------------------------------------------------------------------------


def test_a_file_that_follows_under_an_older_number_is_refused(world: World) -> None:
    red, blue = world.players["red"], world.players["blue"]
    raw = forge(red, lambda file: replace(with_orders(AIM)(file), seq=2))
    code, words = refusal(blue, raw)
    assert (code, words) == ("E07", "seq: file 2 stands where file 3 belongs")


# --- a second version after a backup -------------------------------------------------------------


@pytest.fixture
def backed_up(world: World, tmp_path: Path) -> World:
    """Red wrote file 3, blue answered; then blue put back his folder from before file 3."""
    red, blue = world.players["red"], world.players["blue"]
    before = tmp_path / "before"
    shutil.copytree(red.folder, before)
    copy = tmp_path / "backup"
    shutil.copytree(blue.folder, copy)
    world.mail.append(red.send(FIRST))
    blue.receive(world.mail[-1])
    world.mail.append(blue.send(AIM))
    shutil.rmtree(blue.folder)
    shutil.copytree(copy, blue.folder)
    cheat = Player("red", tmp_path / "nobody", before, red.key)
    world.players["cheat"] = cheat
    return world


def test_a_second_version_is_held_against_the_journal(
    backed_up: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = backed_up.players["blue"]
    second = forge(backed_up.players.pop("cheat"), with_orders(SECOND))
    assert receive(blue, second) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith(
        "0003-red.pbem: your own file 4 follows another file 3: this is a second"
    )
    assert said[0].startswith("pbem: error: E05: ")
    assert said[1].startswith("pbem: hint: ask 'red' and the others for the first one")
    assert (blue.folder / "evidence" / "0003-red.pbem").read_bytes() == second
    for command in ("status", "report", "show", "verify"):
        assert blue.run(command) == 0
    capsys.readouterr()
    assert blue.run("orders") == 1
    assert "it is for the Red side to write file 3" in capsys.readouterr().err
    assert receive(blue, backed_up.mail[-2]) == 0, "the first version is welcome"
    assert blue.run("status") == 0
    assert (blue.folder / "chain" / "0004-blue.pbem").read_bytes() == backed_up.mail[-1]
    assert blue.run(*said[1].partition("show everybody: ")[2].split()[3:]) == 0
    assert "pbem-fork/1" in capsys.readouterr().out


def test_a_second_version_in_the_chain_makes_room_for_the_first(
    backed_up: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody copied it there by hand: the folder works, and the first one mends it."""
    blue = backed_up.players["blue"]
    second = forge(backed_up.players.pop("cheat"), with_orders(SECOND))
    (blue.folder / "chain" / "0003-red.pbem").write_bytes(second)
    (blue.folder / "orders-0004.toml").write_text("# mine\n")
    with blue.at_home():
        assert pbem.cli.run(["restore", str(blue.folder)]) == 0
    assert capsys.readouterr().err.splitlines()[:2] == [
        "pbem: file 3 of the Red side, which stood in the chain, is a second version and now lies "
        "in evidence",
        "pbem:   0003-red.pbem: your own file 4 follows another file 3: this is a second",
    ]
    assert (blue.folder / "evidence" / "0003-red.pbem").read_bytes() == second
    for command in ("status", "report", "show", "verify"):
        assert blue.run(command) == 0
    capsys.readouterr()
    assert receive(blue, backed_up.mail[-2]) == 0
    with blue.session() as session:
        assert session.links.seq == 4
    assert (blue.folder / "own" / "orders-0004.toml").read_text() == "# mine\n"
    backed_up.deliver(backed_up.mail[-1], "blue")
    backed_up.play()


@pytest.mark.parametrize("first_came", [True, False])
def test_an_own_file_from_the_others_unmasks_a_second_version(
    backed_up: World, first_came: bool
) -> None:
    """The journal was put back as well: nobody here knows which of two files was the first."""
    blue = backed_up.players["blue"]
    second = forge(backed_up.players.pop("cheat"), with_orders(SECOND))
    shutil.rmtree(blue.home / "journal")
    first, own = backed_up.mail[-2:]
    blue.receive(second)
    if first_came:
        assert refusal(blue, first)[0] == "E05"
        assert [one.what for one in blue.receive(own)] == ["aside", "applied", "applied"]
    else:
        with pytest.raises(Refused, match="file 3 must come before file 4"):
            blue.receive(own)
        with pytest.raises(Refused, match="it is for the Red side to write file 3"):
            blue.send(AIM)
        assert [one.what for one in blue.receive(first)] == ["applied", "applied"]
    assert (blue.folder / "chain" / "0004-blue.pbem").read_bytes() == own
    assert (blue.folder / "evidence" / "0003-red.pbem").read_bytes() == second
    backed_up.deliver(own, "blue")
    backed_up.play()


def test_the_first_version_brings_back_the_own_answer(backed_up: World) -> None:
    blue = backed_up.players["blue"]
    backed_up.players.pop("cheat")
    blue.receive(backed_up.mail[-2])
    with blue.session() as session:
        assert session.links.seq == 4
    assert (blue.folder / "chain" / "0004-blue.pbem").read_bytes() == backed_up.mail[-1]
    backed_up.deliver(backed_up.mail[-1], "blue")
    backed_up.play()


def test_a_second_version_that_waited_in_the_inbox_is_dropped(backed_up: World) -> None:
    blue = backed_up.players["blue"]
    second = forge(backed_up.players.pop("cheat"), with_orders(SECOND))
    (blue.folder / "inbox" / "0003-red.pbem").write_bytes(second)
    with blue.session() as session:
        assert session.links.seq == 2
        (receipt,) = session.taken_up
    assert receipt.what == "dropped"
    assert "this is a second" in str(receipt.problems[0])
    assert not list((blue.folder / "inbox").iterdir())


def test_verify_tells_of_a_second_version_that_it_sets_aside(
    backed_up: World, capsys: pytest.CaptureFixture[str]
) -> None:
    blue = backed_up.players["blue"]
    second = forge(backed_up.players.pop("cheat"), with_orders(SECOND))
    (blue.folder / "chain" / "0003-red.pbem").write_bytes(second)
    assert blue.run("verify") == 0
    assert capsys.readouterr().err.splitlines()[:2] == [
        "pbem: file 3 of the Red side, which stood in the chain, is a second version and now lies "
        "in evidence",
        "pbem:   0003-red.pbem: your own file 4 follows another file 3: this is a second",
    ]
    assert (blue.folder / "evidence" / "0003-red.pbem").read_bytes() == second


@pytest.fixture
def three(tmp_path: Path) -> tuple[World, bytes]:
    """Two red seats wrote, and blue answered; then blue put back his folder from before them.

    With the world a second version of the first red file.
    """
    world = begin(tmp_path, "pistols", ("red-1", "red-2", "blue"))
    while world.next_seat != "red-1":
        world.round()
    blue, copy = world.players["blue"], tmp_path / "backup"
    second = forge(world.players["red-1"], with_orders(SECOND))
    shutil.copytree(blue.folder, copy)
    for _ in range(3):
        world.round()
    assert [read(scan(raw)).seat for raw in world.mail[-3:]] == ["red-1", "red-2", "blue"]
    shutil.rmtree(blue.folder)
    shutil.copytree(copy, blue.folder)
    return world, second


@pytest.mark.parametrize("order", ["second first", "partner first", "all at once"])
def test_a_second_version_two_places_back_makes_room_for_the_first(
    three: tuple[World, bytes], order: str
) -> None:
    """The own file names the partner's file, and that the first version of the one before it."""
    world, second = three
    blue = world.players["blue"]
    first, partner, own = world.mail[-3:]
    name, told = f"{read(scan(first)).seq:04d}-red-1.pbem", read(scan(own)).seq
    if order == "partner first":
        assert refusal(blue, partner)[0] == "E06"
        code, words = refusal(blue, second)
        assert code == "E05"
        assert f"your own file {told} follows another file {told - 2}" in words
        assert [one.what for one in blue.receive(first)] == ["applied", "applied"]
    else:
        assert [one.what for one in blue.receive(second)] == ["applied"]
        if order == "all at once":
            assert refusal(blue, first)[0] == "E05"
            said = [one.what for one in blue.receive(partner)]
            assert said == ["aside", "applied", "applied"]
        else:
            with pytest.raises(Refused, match=f"file {told - 2} must come before"):
                blue.receive(partner)
            assert [one.what for one in blue.receive(first)] == ["applied", "applied"]
    with blue.session() as session:
        assert session.links.seq == told
    assert (blue.folder / "evidence" / name).read_bytes() == second
    assert (blue.folder / "chain" / name).read_bytes() == first
    world.play()


def test_own_files_are_taken_back_from_the_others(world: World, tmp_path: Path) -> None:
    """A machine from a backup, journal and all: nothing is signed twice."""
    red = world.players["red"]
    for name in ("folder", "home"):
        shutil.copytree(getattr(red, name), tmp_path / f"old-{name}")
    sent = red.send(FIRST)
    for name in ("folder", "home"):
        shutil.rmtree(getattr(red, name))
        shutil.copytree(tmp_path / f"old-{name}", getattr(red, name))
    red.receive(sent)
    with red.session() as session:
        assert session.links.seq == 3
        assert session.journal.find(session.links.game, "red", 3) == sent
    with pytest.raises(Refused, match="it is for the Blue side to write"):
        red.send(SECOND)


# --- what waits in the inbox ---------------------------------------------------------------------


def test_what_waits_is_taken_up_after_a_restore(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = world.players["red"], world.players["blue"]
    shutil.copytree(blue.folder / "chain", blue.folder.parent / "kept")
    world.round()
    files = sorted((red.folder / "chain").iterdir())
    shutil.rmtree(blue.folder)
    blue.folder.mkdir()
    shutil.copytree(blue.folder.parent / "kept", blue.folder / "chain")
    (blue.folder / "inbox").mkdir()
    shutil.copy(files[-1], blue.folder / "inbox")
    with blue.at_home():
        assert pbem.cli.run(["restore", str(blue.folder)]) == 0
    assert "ask the others for their newest files" in capsys.readouterr().out
    with blue.session() as session:
        assert session.links.seq == 3
    assert not list((blue.folder / "inbox").iterdir())


# --- caches and secrets --------------------------------------------------------------------------


def poison(player: Player) -> None:
    """Hits that nobody had, in everything that is derived."""
    with player.session() as session:
        frozen = freeze(session.fold)
    assert isinstance(frozen, dict)
    path = player.folder / "cache" / "snapshot.json"
    found = json.loads(path.read_text())
    found["fold"]["table"]["game"]["hits"]["red"] = 2
    path.write_text(json.dumps(found))
    for name in ("state.toml", "reports/turn-01.txt", "cache/status.json"):
        (player.folder / name).write_bytes(b"{}")


def hits(player: Player) -> int:
    with player.session() as session:
        number: int = session.fold.table.game.hits["red"]
        return number


@pytest.mark.parametrize("key", ["program", "shape"])
@pytest.mark.parametrize("page", ["[]", '{"files": [{}], "happenings": [{}], "thrown": [{}]}'])
def test_a_cache_of_an_older_program_is_made_anew_in_silence(
    world: World, capsys: pytest.CaptureFixture[str], key: str, page: str
) -> None:
    reader = world.players["red"]
    for _ in range(2):
        world.round()
    before = reader.files()
    cache = reader.folder / "cache"
    kept = json.loads((cache / "snapshot.json").read_text())
    (cache / "snapshot.json").write_text(json.dumps({**kept, key: "older"}))
    for one in cache.glob("turn-*.json"):
        one.write_text(page)
    capsys.readouterr()
    for words in (("report",), ("dice",)):
        assert reader.run(*words) == 0
        told = capsys.readouterr()
        assert "damaged" not in told.out + told.err
    assert reader.files() == before


def test_verify_writes_anew_what_is_false(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    reader = world.players["red"]
    for _ in range(2):
        world.round()
    before, honest = reader.files(), hits(reader)
    poison(reader)
    assert hits(reader) == 2
    assert reader.run("verify") == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.startswith("written anew"))
    assert "cache/snapshot.json" in line
    assert "state.toml" in line
    assert hits(reader) == honest
    after = reader.files()
    assert after["reports/turn-01.txt"] == before["reports/turn-01.txt"]
    assert reader.run("verify") == 0
    assert "written anew" not in capsys.readouterr().out


def test_verify_writes_a_false_report_anew_and_drops_what_it_never_wrote(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = world.players["red"]
    before = reader.files()
    (reader.folder / "reports" / "turn-01.txt").write_text("red has won\n")
    for name in ("audit.json", "turn-0009.json"):
        (reader.folder / "cache" / name).write_text("{}")
    assert reader.run("verify") == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "written anew, for they said otherwise: "
        "cache/audit.json, cache/turn-0009.json, reports/turn-01.txt"
    )
    assert reader.files() == before


def test_restore_throws_away_every_cache(world: World) -> None:
    reader = world.players["red"]
    for _ in range(2):
        world.round()
    honest = hits(reader)
    poison(reader)
    with reader.at_home():
        assert pbem.cli.run(["restore", str(reader.folder), "--up-to-date"]) == 0
    assert hits(reader) == honest
    assert verify_game(reader.folder, lambda _: None)[0].files == 5


def test_restore_believes_no_planted_secret(world: World) -> None:
    reader = world.players["red"]
    path = reader.folder / "private" / "secret"
    honest = path.read_bytes()
    for planted in (b"ab" * 32 + b"\n", b"nonsense"):
        path.write_bytes(planted)
        with reader.at_home():
            assert pbem.cli.run(["restore", str(reader.folder), "--up-to-date"]) == 0
        assert path.read_bytes() == honest
    world.play()
