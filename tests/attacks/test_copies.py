"""One seat in two folders: both sign a file for one place, and no folder may be stuck for it."""

import shutil
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.ledger import writer
from pbem.store.folder import Folder
from tests.cheat import forge, with_orders
from tests.simulator import Player, World, begin

FIRST, SECOND = {"type": "aim", "number": 2}, {"type": "aim", "number": 5}
COPY_SIGNS = (
    "pbem: hint: a copy of this folder has signed, too: play in one of them alone. The others go "
    "on with the file that came to them first; receive what they answer"
)
ASIDE = (
    "✗ file 3 of the Red side, for Duel in COPY, which stood in the chain, does not hold and was "
    "put away: 0003-red.pbem: the others have answered another file 3: this is a second"
)


def copy_of(player: Player, place: Path) -> Player:
    """The same player on a second machine: folder, keys and journal."""
    shutil.copytree(player.folder, place / "copy")
    shutil.copytree(player.home, place / "copy-home")
    return player.moved(place / "copy", place / "copy-home")


def receive(player: Player, *mails: bytes) -> int:
    """The status of receiving each mail by a command of its own; the last one's is given."""
    status = 0
    for raw in mails:
        path = player.folder.parent / "mail.pbem"
        path.write_bytes(raw)
        status = player.run("receive", str(path))
    return status


@pytest.mark.parametrize("forgets", [False, True])
@pytest.mark.parametrize("order", ["other file first", "answer first"])
def test_a_copy_goes_on_with_the_file_that_was_answered(
    world: World, tmp_path: Path, order: str, forgets: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = world.players["red"], world.players["blue"]
    copy = copy_of(red, tmp_path)
    first, second = red.send(FIRST), copy.send(SECOND)
    assert receive(blue, first) == 0
    answer = blue.send(FIRST)
    capsys.readouterr()
    mails = [first, answer] if order == "other file first" else [answer, first]
    assert receive(copy, mails[0]) == 1
    said = capsys.readouterr().err.splitlines()
    if order == "other file first":
        assert said[0].endswith("0003-red.pbem: your own key has signed two different files 3")
        assert said[0].startswith("pbem: error: E05: ")
        assert said[1] == COPY_SIGNS
    else:
        assert said[0].endswith("prev: file 4 does not follow your file 3")
    assert receive(copy, mails[1]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == ASIDE.replace("COPY", str(copy.folder))
    taken = f"for Duel in {copy.folder}"
    assert said[1:3] == [
        f"✓ received file 3 of the Red side, {taken}",
        f"✓ received file 4 of the Blue side, {taken}",
    ]
    assert (copy.folder / "evidence" / "0003-red.pbem").read_bytes() == second
    if forgets:
        assert restores(copy)
    assert copy.run("verify") == 0
    assert "written anew" not in capsys.readouterr().out
    assert receive(copy, second) == 1, "a second version stays one"
    assert receive(copy, first, answer) == 0
    world.players["red"] = copy
    world.play()


def restores(player: Player) -> bool:
    with player.at_home():
        return pbem.cli.run(["restore", str(player.folder), "--up-to-date"]) == 0


def test_the_other_side_keeps_both_and_names_the_file(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = world.players["red"], world.players["blue"]
    copy = copy_of(red, tmp_path)
    first, second = red.send(FIRST), copy.send(SECOND)
    assert receive(blue, first) == 0
    capsys.readouterr()
    assert receive(blue, second) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("pbem: error: E05: ")
    assert said[0].endswith("0003-red.pbem: seat 'red' has signed two different files 3")
    proof = f"pbem -C {blue.folder} prove fork chain/0003-red.pbem evidence/0003-red.pbem"
    assert said[1] == f"pbem: hint: show everybody: {proof}"
    assert blue.run("status") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "refused and kept in evidence: 0003-red.pbem"
    assert receive(red, second) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith("0003-red.pbem: your own key has signed two different files 3")
    assert said[1] == COPY_SIGNS
    world.play()


def test_a_copy_is_not_led_astray_by_what_nobody_has_signed(world: World, tmp_path: Path) -> None:
    """An answer to a file that is not here, or that the other side made up, moves nothing."""
    red, blue = world.players["red"], world.players["blue"]
    copy = copy_of(red, tmp_path)
    made_up = forge(red, with_orders(SECOND), blue.key)
    first, second = red.send(FIRST), copy.send(SECOND)
    blue.receive(first)
    answer = blue.send(FIRST)
    assert receive(copy, answer) == 1
    assert receive(copy, made_up) == 1
    with copy.session() as session:
        assert session.folder.find("chain", 3, "red") == second
        assert session.links.seq == 3


@pytest.mark.parametrize("order", ["other file first", "answer first"])
def test_partners_who_got_two_versions_go_on_with_the_one_that_was_answered(
    tmp_path: Path, order: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red gives one version to each of two partners; one of them has answered his."""
    world = begin(tmp_path, "pistols", ("red", "blue-1", "blue-2"))
    world.round()
    while world.next_seat != "red":
        world.round()
    red = world.players["red"]
    copy = copy_of(red, tmp_path)
    first, second = red.send(FIRST), copy.send(SECOND)
    author = next_writer(red)
    one, two = world.players[author], world.players[{"blue-1": "blue-2"}.get(author, "blue-1")]
    assert receive(one, first) == 0
    assert receive(two, second) == 0
    answer = one.send(*one.bot_orders())
    capsys.readouterr()
    mails = [first, answer] if order == "other file first" else [answer, first]
    assert receive(two, mails[0]) == 1
    assert receive(two, mails[1]) == 0
    said = capsys.readouterr().out
    assert "this is a second" in said
    assert receive(red, answer) == 0
    assert two.run("verify") == 0
    seq = max(int(path.name[:4]) for path in two.folder.glob("chain/0*")) - 1
    name = f"{seq:04d}-red.pbem"
    proof = tmp_path / "fork.toml"
    words = ["prove", "fork", f"chain/{name}", f"evidence/{name}", "-o", str(proof)]
    assert two.run(*words) == 0
    assert pbem.cli.run(["prove", "check", str(proof)]) == 0
    world.play()


def next_writer(player: Player) -> str:
    with player.session() as session:
        return writer(session.fold)


def test_a_copy_with_charts_goes_on_with_those_that_were_answered(tmp_path: Path) -> None:
    """In a game that hides charts the own ones come from the file that counts."""
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    for _ in range(4):
        world.round()
    seat = world.next_seat
    writes = world.players[seat]
    other = next(player for name, player in world.players.items() if name != seat)
    assert writes.run("config", "answer", "never") == 0  # the copy does not write by itself
    copy = copy_of(writes, tmp_path)
    first, _ = writes.send(*writes.bot_orders()), copy.send()
    assert receive(other, first) == 0
    answer = other.send(*other.bot_orders())
    assert receive(copy, first) == 1
    assert receive(copy, answer) == 0
    assert receive(writes, answer) == 0
    charts = [(p.folder / "private" / "charts.json").read_bytes() for p in (writes, copy)]
    assert charts[0] == charts[1]
    assert copy.run("verify") == 0


def test_what_is_withdrawn_stays_beside_another_version_in_evidence(world: World) -> None:
    red = world.players["red"]
    folder = Folder(red.folder)
    seq, seat = folder.names("chain")[-1]
    raw = folder.find("chain", seq, seat)
    folder.put("evidence", seq, seat, b"another version")
    folder.withdraw(seq)
    assert folder.find("chain", seq, seat) is None
    assert folder.find("evidence", seq, seat) == b"another version"
    (aside,) = (red.folder / "chain").glob("*.aside")
    assert aside.read_bytes() == raw
