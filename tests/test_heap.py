"""`restore` and `receive` from whatever is there: odd names, mails, folders with other things."""

import os
import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest

import pbem.cli
from pbem.scan import scan
from tests.simulator import Player, World, begin

MONDAY, TUESDAY = 1_000_000_000.0, 1_000_086_400.0
BEFORE_YOU_WRITE = (
    "before you write, ask the others for their newest files, and for any of yours they have; "
    "receive them all"
)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Eight files: the genesis and a join, then six by turns."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    for _ in range(6):
        made.round()
    return made


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    path = tmp_path / "downloads"
    path.mkdir()
    return path


def author(raw: bytes) -> str:
    return scan(raw).seat


def run(player: Player, *words: str | Path) -> int:
    with player.at_home():
        return pbem.cli.run([str(word) for word in words])


def lose(player: Player, *, journal: bool = True) -> dict[str, bytes]:
    """The whole folder is gone, and perhaps the journal; gives the chain as it was."""
    chain = {path.name: path.read_bytes() for path in (player.folder / "chain").iterdir()}
    shutil.rmtree(player.folder)
    if journal:
        shutil.rmtree(player.home / "journal")
    return chain


def chain_of(player: Player) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((player.folder / "chain").iterdir())}


def said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> list[str]:
    return capsys.readouterr().out.replace(f"{tmp_path}/", "").splitlines()


def mail(*, text: str = "Here it is.", attached: tuple[bytes, ...] = (), how: str = "") -> bytes:
    """A mail as a mail program saves it."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.org", "b@example.org", "Turn"
    made["Date"] = "Sun, 09 Sep 2001 01:46:40 +0000"
    made.set_content(text, cte=how or None)
    for number, raw in enumerate(attached):
        made.add_attachment(raw, maintype="application", subtype="x-odd", filename=f"{number}.bin")
    return made.as_bytes()


# --- restore -------------------------------------------------------------------------------------


def test_attachments_under_any_name_give_the_folder_again(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blue = world.players["blue"]
    chain = lose(blue)
    other = begin(tmp_path / "other", "pistols", ("red", "blue"))
    for number, raw in enumerate(world.mail):
        (heap / f"Fwd_ turn ({number}).txt").write_bytes(raw.replace(b"\n", b"\r\n"))
    (heap / "Kopie.txt").write_bytes(world.mail[3])
    (heap / "other.pbem").write_bytes(other.mail[0])
    (heap / "forged.pbem").write_bytes(world.mail[4].replace(b'sent = "1942', b'sent = "1943'))
    cut = world.mail[4].partition(b"[signature]")[0]
    (heap / "cut.pbem").write_bytes(cut)
    (heap / "notes.md").write_text("buy milk\n")
    (heap / "holiday.jpg").write_bytes(bytes(600))
    with open(heap / "film.mkv", "wb") as film:
        film.write(b"x" * 1_000)
        film.truncate(70_000_000)
    capsys.readouterr()
    assert run(blue, "restore", blue.folder, heap) == 0
    assert said(capsys, tmp_path) == [
        "blue is whole again, for the Blue side; see: pbem -C blue status",
        "taken from downloads: files 0 to 7",
        f"left, line {len(cut.splitlines()) + 1}: there is no signature: the file is cut off or "
        "is no turn file: downloads/cut.pbem",
        "left, a copy of a file that is here: downloads/Kopie.txt",
        f"left, the signature is not by the key of seat '{author(world.mail[4])}' over these "
        "bytes: downloads/forged.pbem",
        "left, of another game: downloads/other.pbem",
        "left, larger than 67,108,864 bytes: downloads/film.mkv",
        "left, no turn file is in it: downloads/holiday.jpg, downloads/notes.md",
        BEFORE_YOU_WRITE,
    ]
    assert chain_of(blue) == chain
    assert run(blue, "restore", blue.folder, "--up-to-date") == 0
    world.play()


def test_a_seat_that_is_none_is_told_with_the_one_that_was_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    blue = world.players["blue"]
    world.play()
    heap = tmp_path / "downloads"
    heap.mkdir()
    for number, raw in enumerate(world.mail):
        (heap / f"{number}.pbem").write_bytes(raw)
    lose(blue)
    for seat, hint in (("bleu", "did you mean blue?"), ("x", "the seats are blue, red")):
        capsys.readouterr()
        assert run(blue, "restore", blue.folder, heap, "--as", seat) == 1
        assert capsys.readouterr().err.splitlines() == [
            f"pbem: error: there is no seat '{seat}' in this game",
            f"pbem: hint: {hint}",
        ]


def test_a_folder_of_mails_is_read(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Attachments, several in a mail, armour in the text in every encoding, a mail in a mail."""
    blue = world.players["blue"]
    chain = lose(blue)
    files = [raw.decode() for raw in world.mail]
    nested = EmailMessage()
    nested["Date"] = "Mon, 10 Sep 2001 01:46:40 +0000"
    nested.set_content("see below")
    inner = EmailMessage()
    inner.set_content("the turn")
    inner.add_attachment(world.mail[7], maintype="application", subtype="x", filename="t")
    nested.add_attachment(inner)
    (heap / "sub").mkdir()
    letters = {
        "1.eml": mail(attached=(world.mail[0],)),
        "Re_ (2)": mail(attached=(world.mail[1], world.mail[2])),
        "sub/3.eml": mail(text=f"Hello\n\n{files[3]}\nBye\n", how="7bit"),
        "sub/4.eml": mail(text=f"Grüße\n\n{files[4]}\nBye\n", how="quoted-printable"),
        "sub/5.eml": mail(text=f"Grüße!\n\n{files[5]}\nBye\n", how="base64"),
        "sub/6.eml": mail(text=f"Grüße\n{files[6]}", how="8bit").replace(b"\n", b"\r\n"),
        "sub/7.eml": nested.as_bytes(),
    }
    for name, data in letters.items():
        (heap / name).write_bytes(data)
    capsys.readouterr()
    assert run(blue, "restore", blue.folder, heap, "--up-to-date") == 0
    assert said(capsys, tmp_path) == [
        "blue is whole again, for the Blue side; see: pbem -C blue status",
        "taken: file 0 of seat red from downloads/1.eml",
        "taken: file 1 of seat blue from 'downloads/Re_ (2)'",
        f"taken: file 2 of seat {author(world.mail[2])} from 'downloads/Re_ (2)'",
        "taken from downloads/sub: files 3 to 7",
    ]
    assert chain_of(blue) == chain
    world.play()


def test_gaps_are_filled_from_what_was_signed(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The others' files are in the mail; one's own were sent from here."""
    blue = world.players["blue"]
    chain = lose(blue, journal=False)
    for number, raw in enumerate(world.mail):
        if author(raw) == "red":
            (heap / f"{number}").write_bytes(raw)
    own = [number for number, raw in enumerate(world.mail) if author(raw) == "blue"]
    capsys.readouterr()
    assert run(blue, "restore", blue.folder, heap) == 0
    assert f"taken: file {own[-1]} of seat blue from the journal" in said(capsys, tmp_path)
    assert chain_of(blue) == chain


def test_a_chain_with_holes_is_filled_in_place(world: World) -> None:
    blue = world.players["blue"]
    own = [n for n, raw in enumerate(world.mail) if author(raw) == "blue"]
    before = chain_of(blue)
    for number in own:
        (blue.folder / "chain" / f"{number:04d}-blue.pbem").unlink()
    assert run(blue, "restore", blue.folder, "--up-to-date") == 0
    assert chain_of(blue) == before


def test_what_is_missing_is_told_with_whom_to_ask(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blue = world.players["blue"]
    chain = lose(blue)
    for number, raw in enumerate(world.mail):
        if number not in (3, 6):
            (heap / f"{number}").write_bytes(raw)
    game, seat = scan(world.mail[1]).game[:8], author(world.mail[3])
    ask = "ask the others for" if seat == "blue" else "ask for"
    whose = "your own file 3" if seat == "blue" else f"file 3 of seat {seat}"
    capsys.readouterr()
    assert run(blue, "restore", blue.folder, heap) == 0
    assert said(capsys, tmp_path) == [
        "blue is restored up to file 2, for the Blue side; see: pbem -C blue status",
        "taken: file 0 of seat red from downloads/0",
        "taken: file 1 of seat blue from downloads/1",
        f"taken: file 2 of seat {author(world.mail[2])} from downloads/2",
        f"missing: {whose}; {ask} {game}-0003-{seat}.pbem",
        "missing as well: file 6; ask everybody",
        "files 4, 5 and 7 wait for that: receive what is missing, and the rest goes on by itself",
        BEFORE_YOU_WRITE,
    ]
    for number in (6, 3):
        (heap / "late").write_bytes(world.mail[number])
        run(blue, "-C", blue.folder, "receive", heap / "late")
    assert chain_of(blue) == chain


@pytest.mark.parametrize("missing", ["genesis", "first", "all", "key"])
def test_without_the_beginning_it_says_what_to_ask_for(
    missing: str, world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blue = world.players["blue"]
    lose(blue)
    for number, raw in enumerate(world.mail):
        if missing not in {0: ("genesis", "all"), 1: ("first", "all")}.get(number, ("all",)):
            (heap / f"{number}").write_bytes(raw)
    game = scan(world.mail[1]).game[:8]
    if missing == "key":
        shutil.move(blue.home / "keys", blue.home / "lost")
    capsys.readouterr()
    assert run(blue, "restore", blue.folder, heap) == 1
    lines = capsys.readouterr().err.replace(f"{tmp_path}/", "").splitlines()
    assert lines == {
        "genesis": [
            f"pbem: error: the genesis, file 0 of game {game}, is missing",
            "pbem: hint: ask any of its players for file 0: its name begins with "
            f"{game}-0000",
        ],
        "first": [
            "pbem: error: your first file, which carries your secret of this game, is missing: "
            "file 1",
            f"pbem: hint: ask the others for {game}-0001-blue.pbem; they have it",
        ],
        "all": [
            "pbem: error: blue: no turn file was found",
            "pbem: hint: name the files, or folders with them; damaged ones are asked for again",
        ],
        "key": [
            "pbem: error: none of its keys is here",
            "pbem: hint: name your seat with --as: blue, red",
        ],
    }[missing]  # fmt: skip
    assert not blue.folder.exists()


def test_files_of_several_games_want_the_game_named(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blue = world.players["blue"]
    other = begin(tmp_path / "other", "pistols", ("red", "blue"))
    for path in (other.players["blue"].home / "keys").iterdir():
        shutil.copy(path, blue.home / "keys" / path.name.replace("blue", "second"))
    for number, raw in enumerate((*world.mail, *other.mail)):
        (heap / f"{number:02d}").write_bytes(raw)
    games = [scan(made.mail[1]).game[:8] for made in (world, other)]
    again = tmp_path / "again"
    assert run(blue, "restore", again, heap) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == f"pbem: error: these files are of several games: {', '.join(sorted(games))}"
    assert lines[1].startswith("pbem: hint: name the one that you mean: --game ")
    assert run(blue, "restore", again, heap, "--game", "00000000") == 1
    assert "no file of that game was found" in capsys.readouterr().err
    assert not again.exists()
    assert run(blue, "restore", again, heap, "--game", games[1]) == 0
    assert list(chain_of(blue.moved(again)).values()) == other.mail


def test_a_folder_with_other_things_is_not_made_a_game(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (heap / "notes.md").write_text("buy milk\n")
    assert run(world.players["blue"], "restore", heap, heap) == 1
    assert "there is something else here" in capsys.readouterr().err
    assert [path.name for path in heap.iterdir()] == ["notes.md"]


def test_of_two_versions_the_one_that_own_files_follow_goes_on(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A second version lies first in the folder, by its name."""
    blue, red = world.players["blue"], world.players["red"]
    with red.session() as session:
        mine = session.is_mine
    writer = red if mine else blue
    reader = blue if mine else red
    copy = writer.moved(tmp_path / "copy", home=tmp_path / "copy-home")
    shutil.copytree(writer.folder, copy.folder)
    shutil.copytree(writer.home, copy.home)
    second = copy.send(*copy.bot_orders(), message="another")
    first = writer.send(*writer.bot_orders(), message="the first")
    reader.receive(first)
    reader.send(*reader.bot_orders())
    chain = lose(reader, journal=False)
    for number, raw in enumerate([second, *world.mail, first]):
        (heap / f"{number:02d}").write_bytes(raw)
    assert run(reader, "restore", reader.folder, heap) == 0
    assert chain_of(reader) == chain
    name = f"0008-{writer.seat}.pbem"
    assert (reader.folder / "evidence" / name).read_bytes() == second
    why = f"left, another version of file 8 of seat {writer.seat}, kept in evidence: downloads/00"
    assert why in said(capsys, tmp_path)


# --- since ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["mtime", "date", "receive"])
def test_since_is_when_the_file_came(
    by: str, world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    last = world.mail[-1]
    reader = next(one for one in world.players.values() if one.seat != author(last))
    chain = tmp_path / "kept"
    shutil.copytree(reader.folder / "chain", chain)
    lose(reader)
    for number, raw in enumerate(world.mail):
        (heap / f"{number}").write_bytes(raw)
        os.utime(heap / f"{number}", (MONDAY, MONDAY))
    newest = heap / "7"
    if by == "date":
        newest.write_bytes(mail(attached=(last,)))  # its Date is Monday's; the file is of today
    if by == "receive":
        newest.rename(tmp_path / "newest")
    assert run(reader, "restore", reader.folder, heap) == 0
    if by == "receive":
        os.utime(tmp_path / "newest", (TUESDAY, TUESDAY))
        assert run(reader, "receive", tmp_path / "newest") == 0
    capsys.readouterr()
    assert run(reader, "games", "--json") == 0
    day = "2001-09-10" if by == "receive" else "2001-09-09"
    assert f'"since": "{day}' in capsys.readouterr().out


# --- receive -------------------------------------------------------------------------------------


def test_receive_takes_a_mail_and_a_folder(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    writer = world.players[world.next_seat]
    reader = next(one for one in world.players.values() if one is not writer)
    raw = writer.send(*writer.bot_orders())
    (heap / "Fwd_ turn (2).eml").write_bytes(mail(attached=(raw,)))
    (heap / "old.txt").write_bytes(world.mail[2])
    (heap / "notes.md").write_text("buy milk\n")
    (heap / "other").write_bytes(begin(tmp_path / "other", "pistols", ("red", "blue")).mail[0])
    capsys.readouterr()
    file, game = f"file 8 of the {writer.seat.capitalize()} side", f"for Duel in {reader.seat}"
    assert run(reader, "-C", reader.folder, "receive", heap) == 0
    lines = said(capsys, tmp_path)
    assert lines[:3] == [
        "passed over, the file belongs to another game: downloads/other",
        "passed over, here already: downloads/old.txt",
        f"✓ received {file}, no postmark (its sender's provider signs nothing), {game}",
    ]
    assert run(reader, "-C", reader.folder, "receive", heap / "Fwd_ turn (2).eml") == 0
    assert said(capsys, tmp_path) == [
        f"= {file}, {game}, was here already; nothing changed",
        "",
        f"next: the {reader.seat.capitalize()} side (you) writes file 9",
        f"then: pbem -C {reader.seat} turn",
    ]


def test_a_mail_without_a_turn_file_is_refused(
    world: World, heap: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (heap / "letter.eml").write_bytes(mail())
    blue = world.players["blue"]
    before = blue.files()
    assert run(blue, "-C", blue.folder, "receive", heap / "letter.eml") == 1
    assert "there is no signature: the file is cut off or is no turn file" in (
        capsys.readouterr().err
    )
    assert run(blue, "receive", heap) == 1
    assert "nothing for a game of yours came" in capsys.readouterr().err
    assert blue.files() == before
