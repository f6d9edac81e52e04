"""Cheating annexes in games without charts: what the audit names, for author and referee."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from pbem.engine.orders import decode_orders
from pbem.frozen import replace
from pbem.game.annexes import Place, recipients, referee_keys
from pbem.game.claims import doubt
from pbem.game.write import compose
from pbem.scan import scan
from pbem.seal import Item, decrypt_annex, encrypt_annex
from pbem.turnfile import AnnexPart, SealedPart, TurnFile, read
from tests.cheat import sign
from tests.simulator import SENT, Player, World, begin

GAMES = {
    "Midway": (
        "midway-even", ("japanese", "american"), {"pace": "phase", "sealed_planning": "true"},
    ),
    "Pacific Theater, standing orders": (
        "pto/midway", ("japanese", "allied"), {"sealed_standing": "true"},
    ),
    "Pacific Theater, bids": ("pto/pearl-harbor", ("japanese", "allied"), {}),
    "a table": ("table", ("japan", "us"), {}),
}  # fmt: skip
NOTE = {"type": "note", "about": "my target", "words": "Moresby"}


def copied(player: Player, place: Path) -> Player:
    """The same player with copies of his folders."""
    copytree(player.home, place / f"{player.seat}-home")
    copytree(player.folder, place / player.seat)
    return player.moved(place / player.seat, place / f"{player.seat}-home")


def orders_of(author: Player, game: str) -> tuple[Any, ...]:
    return (NOTE,) if game == "a table" else tuple(author.bot_orders())


def honest(author: Player, game: str) -> TurnFile:
    """The file that the seat's program would sign now."""
    tables = [dict(one) for one in orders_of(author, game)]
    with author.session() as session:
        orders = decode_orders(tables, session.rules.system.orders, code="E12")
        return compose(session, orders, "", SENT)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game with a referee, in which the next player's file seals an item."""
    scenario, seats, options = GAMES[request.param]
    world = begin(tmp_path_factory.mktemp("game"), scenario, (*seats, "referee"), options)
    for _ in range(80):
        author = world.players[world.next_seat]
        if author.seat != "referee" and honest(author, request.param).sealed:
            return request.param, world
        world.round()
    raise AssertionError("nothing was sealed")


Cheat = Callable[[tuple[Item, ...], TurnFile], tuple[tuple[Item, ...], TurnFile]]


def with_another(items: tuple[Item, ...], file: TurnFile) -> tuple[tuple[Item, ...], TurnFile]:
    return (*items, Item(id="zz-plan", salt="00" * 32, content="x = 1\n")), file


def without_any(_: tuple[Item, ...], file: TurnFile) -> tuple[tuple[Item, ...], TurnFile]:
    return (), file


def otherwise(items: tuple[Item, ...], file: TurnFile) -> tuple[tuple[Item, ...], TurnFile]:
    return (replace(items[0], content="x = 1\n"), *items[1:]), file


def sealing_nothing(items: tuple[Item, ...], file: TurnFile) -> tuple[tuple[Item, ...], TurnFile]:
    """A commitment that nothing opens: its author will never do so."""
    first, *rest = file.sealed
    return items, replace(file, sealed=(SealedPart(id=first.id, commit="77" * 32), *rest))


def another_salt(items: tuple[Item, ...], file: TurnFile) -> tuple[tuple[Item, ...], TurnFile]:
    """A referee could not open it for its author."""
    return (replace(items[0], salt="00" * 32), *items[1:]), file


EXTRA = "its annex holds it, and the file sealed no such thing"
DIFFERS = "the annex does not hold what the file sealed"
CHEATS: dict[str, tuple[Cheat, str, str]] = {
    "never sealed": (with_another, "protocol 8", EXTRA),
    "missing": (without_any, "protocol 8", "its annex does not hold it"),
    "another content": (otherwise, "protocol 7", DIFFERS),
    "another salt": (another_salt, "protocol 7", DIFFERS),
    "never to be opened": (sealing_nothing, "protocol 7", DIFFERS),
}


def doctored(author: Player, name: str, cheat: Cheat) -> tuple[bytes, str, int]:
    """The next file by a cheat, the id that he cheats with, and its number."""
    file = honest(author, name)
    with author.session() as session:
        keys = referee_keys(session.fold.seats)
        place = Place(
            secret=session.secret(), game=session.links.game, seat=author.seat, seq=file.seq
        )
    assert file.annex is not None
    items, file = cheat(decrypt_annex(file.annex.age, place.identity), file)
    extra = {item.id for item in items} - {part.id for part in file.sealed}
    id_ = next(iter(extra)) if extra else file.sealed[0].id
    age = encrypt_annex(items, recipients(place, keys), 0)
    annex = AnnexPart(secret=file.annex.secret, age=age)
    return sign(replace(file, annex=annex), author.key), id_, file.seq


@pytest.mark.parametrize("name", CHEATS)
def test_wrong_items_are_named_by_the_referee_and_by_an_audit(
    name: str, game: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is taken, for no player can read its annex: the game itself is not held up."""
    kind, world = game
    cheat, rule, words = CHEATS[name]
    author, referee = world.players[world.next_seat], copied(world.players["referee"], tmp_path)
    raw, id_, seq = doctored(author, kind, cheat)
    path = tmp_path / "mail.pbem"
    path.write_bytes(raw)
    with referee.at_home():
        assert referee.run("receive", str(path)) == 0
        side = next(s.side for s in seats_of(referee) if s.name == author.seat)
        line = f"  file {seq} of seat {author.seat} [{rule}] {id_}: {words}; {side} gained"
        assert line in capsys.readouterr().out.splitlines()
        assert referee.run("audit") == 3
        assert line in capsys.readouterr().out.splitlines()
        assert referee.run("audit", "--json") == 3
    seats = {one["seat"]: one for one in json.loads(capsys.readouterr().out)["seats"]}
    assert [b["subject"] for b in seats[author.seat]["breaches"]] == [id_]
    assert not any(one["breaches"] for one in seats.values() if one["seat"] != author.seat)


def seats_of(player: Player) -> Any:
    with player.session() as session:
        return session.fold.seats


def test_an_honest_game_has_no_breaches_and_tells_what_is_due(
    game: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, world = game
    author = world.players[world.next_seat]
    referee, writer = copied(world.players["referee"], tmp_path), copied(author, tmp_path)
    raw = writer.send(*orders_of(writer, kind))
    referee.receive(raw)
    for player in (referee, writer):
        assert player.run("audit") == 0
        said = capsys.readouterr().out
        assert f"{author.seat}: " in said
        assert "no breaches" in said
    others = [s.name for s in seats_of(writer) if s.name not in (author.seat, "referee")]
    for seat in others:
        assert f"{seat}: nothing to read yet; it discloses when the game is over" in said


@pytest.mark.parametrize(
    ("cheat", "found"),
    [
        (with_another, f"[protocol 8] {{}}: {EXTRA}"),
        (another_salt, "[protocol 8] {}: its annex has another salt for it"),
    ],
)
def test_the_opponent_reads_every_annex_when_its_author_has_disclosed(
    cheat: Cheat, found: str, game: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Last files of a game with hidden things disclose, charts or not (protocol 12)."""
    kind, whole = game
    world = World({seat: copied(one, tmp_path) for seat, one in whole.players.items()})
    author = world.players[world.next_seat]
    raw, id_, seq = doctored(author, kind, cheat)
    world.deliver(raw)
    quitter = world.next_seat
    world.deliver(world.players[quitter].send({"type": "resign"}), quitter)
    reader = world.players[next(s for s in world.players if s not in (author.seat, "referee"))]
    assert doubt_of(reader) == "a claim until every last file is written"
    files = [read(scan(world.round())) for _ in range(2)]
    assert [[one["type"] for one in file.order] for file in files] == [["disclose"]] * 2
    assert doubt_of(reader) == ""
    side = next(one.side for one in seats_of(reader) if one.name == author.seat)
    assert reader.run("audit") == 3
    line = f"  file {seq} of seat {author.seat} {found.format(id_)}; {side} gained"
    said = capsys.readouterr().out.splitlines()
    assert [words for words in said if words.startswith("  ")] == [line]
    assert doubt_of(reader) == "disputed: the audit found 1 against the rules"


def test_a_seed_that_does_not_come_from_the_secret_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its file and the one that opens it are taken: that shows when the secret is disclosed."""
    options = {"sealed": "true", "witness": "referee"}
    world = begin(tmp_path, "pistols", ("red", "blue", "referee"), options)
    red, blue = world.players["red"], world.players["blue"]
    until_red_writes(world)
    seq = honest(red, "pistols").seq
    other = Place(secret=b"x" * 32, game=scan(world.mail[1]).game, seat="red", seq=seq)
    for change in ({"commit": other.seed_commit.hex()}, {"reveal": other.seed.hex()}):
        until_red_writes(world)
        file = honest(red, "pistols")
        world.deliver(sign(replace(file, dice=replace(file.dice, **change)), red.key))
    until_red_writes(world)
    world.deliver(red.send({"type": "resign"}), "red")
    world.play()
    assert blue.run("audit") == 3
    said = capsys.readouterr().out.splitlines()
    what = "it does not come from the secret that all others come from"
    assert [line for line in said if line.startswith("  ")] == [
        f"  file {seq} of seat red [protocol 6] the seed: {what}; red gained"
    ]


def until_red_writes(world: World) -> None:
    while world.next_seat != "red":
        world.round()


def doubt_of(player: Player) -> str:
    """Why the player's program does not call the result final."""
    with player.session() as session:
        return doubt(session, session.final().fold)


def test_a_game_that_hides_nothing_has_no_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway-even", ("japanese", "american"))
    player = world.players["american"]
    assert player.run("audit") == 1
    assert "nothing is hidden in this game of" in capsys.readouterr().err


def test_what_is_due_and_not_opened_is_named_and_no_breach_yet(
    sealed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    for seat in ("red", "blue"):
        player = sealed.players[seat]
        assert player.run("audit") == 0
        said = capsys.readouterr().out.splitlines()
        due = "[protocol 7] aim/t1: it is due, and not opened yet"
        assert [said[1], said[3]] == [f"  file 2 of seat blue {due}", f"  file 3 of seat red {due}"]
        assert said[0].startswith("blue: ")
        assert said[2].startswith("red: ")
