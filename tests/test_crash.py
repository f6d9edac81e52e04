"""Power cuts and Ctrl-C at every touch of the disk: nothing is lost or signed twice."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ledger import writer
from tests.crashing import SEALED, SEATS, Scene, fast_place, folder, orders_file, visible
from tests.interrupt import interrupt_at, kill_at, run_in_child
from tests.simulator import Player, World, begin


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    with fast_place(tmp_path) as found:
        yield found


# --- the command is killed -----------------------------------------------------------------------


@pytest.mark.slow
def test_send_signs_once_however_it_is_killed(place: Path) -> None:
    world = begin(place, "pistols", SEATS, SEALED)
    player = world.players[world.next_seat]
    first, other = (orders_file(place, f"{n}.toml", n) for n in (1, 6))
    scene = Scene(world, place, player, (*folder(player), "send", first))
    seat, name = player.seat, f"0003-{player.seat}.pbem"
    stood = []
    for _ in scene.stopped(kill_at):
        leaked, journalled = scene.written(), scene.signed()
        scene.fine(*folder(player), "status")
        status, said = scene.run(*folder(player), "send", other)
        assert (status, said[:13]) in ((0, ""), (1, "pbem: error: "))
        stood.append(status)
        ours = scene.written()[name]
        assert scene.written() == {**leaked, name: ours}
        assert scene.signed() == {**journalled, f"{game_of(world)}/0000000003-{seat}.pbem": ours}
        assert sealed_number(player) == ("number = 6\n" if status == 0 else "number = 1\n")
        scene.agree()
    assert stood == sorted(stood)
    assert {0, 1} == set(stood)


def game_of(world: World) -> str:
    with next(iter(world.players.values())).session() as session:
        return session.links.game


def sealed_number(player: Player) -> str:
    with player.session() as session:
        return session.sealed_contents()["aim/t1"]


@pytest.mark.slow
def test_receive_loses_nothing_however_it_is_killed(place: Path) -> None:
    """A file comes for which the next one waits in the inbox."""
    world = begin(place, "pistols", SEATS)
    late = world.players["red"]
    mail = []
    for seat in ("blue-1", "blue-2"):
        assert next_seat(world.players[seat]) == seat
        raw = world.players[seat].send({"type": "aim", "number": 3})
        (place / f"{seat}.pbem").write_bytes(raw)
        world.players["blue-2" if seat == "blue-1" else "blue-1"].receive(raw)
        mail.append(raw)
    one, two = str(place / "blue-1.pbem"), str(place / "blue-2.pbem")
    assert run_in_child(late, *folder(late), "receive", two)[0] == 1
    scene = Scene(world, place, late, (*folder(late), "receive", one))
    for _ in scene.stopped(kill_at):
        status, said = scene.run(*folder(late), "status")
        assert status == 0
        assert said.partition(",")[0] in ("", "pbem: file 4 of blue-2")
        scene.fine(*folder(late), "receive", one)
        files = late.files()
        assert [files["chain/0003-blue-1.pbem"], files["chain/0004-blue-2.pbem"]] == mail
        assert visible(files, "inbox/") == visible(files, "evidence/") == []
        with late.session() as session:
            assert writer(session.fold) == "red"
        scene.agree()


@pytest.mark.slow
def test_aa_6_receive_answers_once_however_it_is_killed(place: Path) -> None:
    """Nothing is to decide behind the file that comes; the same bytes go out in the end."""
    world = begin(place, "pistols", ("red", "blue"), SEALED)
    world.round()
    (place / "three.pbem").write_bytes(world.write())
    blue = world.players["blue"]
    words = (*folder(blue), "receive", str(place / "three.pbem"))
    scene = Scene(world, place, blue, words)
    for _ in scene.stopped(kill_at):
        leaked, journalled = scene.written(), scene.signed()
        scene.fine(*folder(blue), "status")
        scene.fine(*words)
        ours = scene.written()["0004-blue.pbem"]
        assert scene.written() == {**leaked, "0004-blue.pbem": ours}
        assert scene.signed() == {**journalled, f"{game_of(world)}/0000000004-blue.pbem": ours}
        scene.agree()


def next_seat(player: Player) -> str:
    with player.session() as session:
        return writer(session.fold)


@pytest.mark.slow
def test_new_makes_a_whole_game_or_none_however_it_is_killed(place: Path) -> None:
    world = begin(place.with_name("cards"), "pistols", SEATS, joined=False)
    place.mkdir()
    for player in world.players.values():
        shutil.move(player.home, place / player.home.name)
        player.home = place / player.home.name
        player.folder = place / player.seat
    shutil.rmtree(place / "red-home" / "journal")
    cards = [f"{seat}={place / f'{seat}-home' / 'keys' / f'{seat}.card'}" for seat in SEATS[1:]]
    words = ("new", "pistols", str(place / "red"), "--as", "red")
    words += ("--seat", cards[0], "--seat", cards[1])
    scene = Scene(world, place, world.players["red"], words)
    made = 0
    for _ in scene.stopped(kill_at):
        made += scene.player.folder.exists()
        if not scene.player.folder.exists():
            assert scene.run(*folder(scene.player), "status")[0] == 1
            scene.fine(*words)
        scene.fine(*folder(scene.player), "status")
        genesis = str(place / "red" / "outbox" / "0000-red.pbem")
        assert scene.written() == {"0000-red.pbem": Path(genesis).read_bytes()}
        assert Path(genesis).read_bytes() in scene.signed().values()
        for seat in SEATS[1:]:
            player = world.players[seat]
            status, said = run_in_child(player, "join", genesis, str(player.folder), "--as", seat)
            assert (status, said) == (0, "")
        scene.agree()


@pytest.mark.slow
def test_join_joins_once_however_it_is_killed(place: Path) -> None:
    world = begin(place, "pistols", SEATS, joined=False)
    player = world.players["blue-1"]
    shutil.rmtree(player.folder)
    genesis = str(place / "red" / "outbox" / "0000-red.pbem")
    words = ("join", genesis, str(player.folder), "--as", "blue-1")
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(kill_at):
        begun, leaked, journalled = player.folder.exists(), scene.written(), scene.signed()
        status, said = scene.run(*folder(player), "status")
        assert (status, said) == (0, "") if begun else status == 1
        status, said = scene.run(*words)
        if status:
            assert said.startswith("pbem: error: this seat has joined already")
        ours = scene.written()["0001-blue-1.pbem"]
        assert scene.written() == {**leaked, "0001-blue-1.pbem": ours}
        assert list(scene.signed().values()) == [ours]
        assert journalled in ({}, scene.signed())
        scene.agree()


@pytest.mark.slow
def test_receiving_a_join_joins_once_however_it_is_killed(place: Path) -> None:
    """The join file of the seat before ours makes our own, too."""
    world = begin(place, "pistols", SEATS, joined=False)
    assert run_in_child(world.players["blue-1"], *folder(world.players["blue-1"]), "join")[0] == 0
    player = world.players["blue-2"]
    words = (*folder(player), "receive", str(place / "blue-1" / "outbox" / "0001-blue-1.pbem"))
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(kill_at):
        leaked = scene.written()
        scene.fine(*folder(player), "status")
        scene.fine(*words)
        ours = scene.written()["0002-blue-2.pbem"]
        assert scene.written() == {**leaked, "0002-blue-2.pbem": ours}
        assert list(scene.signed().values()) == [ours]
        scene.agree()


def test_a_game_is_joined_from_one_folder_only(place: Path) -> None:
    """A second folder would have another secret, and could open none of the first one's seeds."""
    world = begin(place, "pistols", SEATS, joined=False)
    player = world.players["blue-1"]
    genesis = str(place / "red" / "outbox" / "0000-red.pbem")
    assert run_in_child(player, *folder(player), "join") == (0, "")
    status, said = run_in_child(player, "join", genesis, str(place / "two"), "--as", "blue-1")
    assert status == 1
    assert said.startswith("pbem: error: ")
    assert "seat 'blue-1' has joined this game already" in said
    assert not (place / "two").exists()


@pytest.mark.slow
def test_a_copy_makes_room_for_the_answered_file_however_it_is_killed(place: Path) -> None:
    """Two copies of one folder have signed; the answer to the other's file comes to this one."""
    world = begin(place, "pistols", ("red", "blue"))
    one, other = (world.players[seat] for seat in ("blue", "red"))
    copy = one.moved(place / "copy", place / "copy-home")
    for old, new in ((one.folder, copy.folder), (one.home, copy.home)):
        shutil.copytree(old, new)
    first, second = one.send({"type": "aim", "number": 2}), copy.send({"type": "aim", "number": 5})
    other.receive(first)
    answer = other.send({"type": "aim", "number": 3})
    world.players["blue"] = copy
    (place / "answer.pbem").write_bytes(answer)
    (place / "first.pbem").write_bytes(first)
    words = (*folder(copy), "receive", str(place / "answer.pbem"))
    assert run_in_child(copy, *folder(copy), "receive", str(place / "first.pbem"))[0] == 1
    scene = Scene(world, place, copy, words)
    for _ in scene.stopped(kill_at):
        assert scene.run(*folder(copy), "status")[0] == 0
        scene.fine(*words)
        files = copy.files()
        assert [files["chain/0002-blue.pbem"], files["chain/0003-red.pbem"]] == [first, answer]
        assert files["evidence/0002-blue.pbem"] == second
        assert visible(files, "inbox/") == []
        scene.agree()


@pytest.mark.slow
def test_restore_signs_nothing_however_it_is_killed(place: Path) -> None:
    """Whatever it has begun with, nothing is signed before the others are heard."""
    world = begin(place, "pistols", SEATS)
    player = world.players[world.next_seat]
    orders = orders_file(place, "orders.toml", 2)
    scene = Scene(world, place, player, ("restore", str(player.folder)))
    honest = player.files()
    for _ in scene.stopped(kill_at):
        files = player.files()
        if {name: files[name] for name in visible(files, "")} != honest:
            assert scene.run(*folder(player), "send", orders)[0] == 1
            assert sorted(scene.written()) in (["0001-blue-1.pbem"], [])
        scene.fine("restore", str(player.folder), "--up-to-date")
        assert player.files().keys() == honest.keys()
        scene.agree()


# --- Ctrl-C --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_ctrl_c_leaves_a_folder_that_goes_on(place: Path) -> None:
    world = begin(place, "pistols", SEATS, SEALED)
    player = world.players[world.next_seat]
    words = (*folder(player), "send", orders_file(place, "orders.toml", 2))
    scene = Scene(world, place, player, words)
    for _ in scene.stopped(interrupt_at):
        files = player.files()
        assert not [name for name in files if name.endswith(".tmp")]
        scene.fine(*folder(player), "status")
        status, _ = scene.run(*words)
        assert status in (0, 1)
        assert sorted(scene.written()) == ["0001-blue-1.pbem", "0003-blue-1.pbem"]
    scene.agree()


def test_ctrl_c_says_what_to_do(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    player = world.players["blue"]
    words = (*folder(player), "send", orders_file(tmp_path, "orders.toml", 2))
    said = run_in_child(player, *words, arm=interrupt_at(2))
    assert said[0] == 130
    assert said[1].split("\n")[-2:] == [
        "pbem: interrupted; nothing is lost, run the command again",
        "",
    ]
