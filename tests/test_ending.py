"""The last files of a game: who writes them, in which order, and that nobody writes two."""

from pathlib import Path

import pytest

from pbem.engine.ledger import is_over, side_of
from pbem.errors import Refused
from pbem.report.rulings import owner
from pbem.scan import scan
from pbem.turnfile import read
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, with_orders
from tests.simulator import World, begin
from tests.test_questions import said

END = {"type": "end"}


def authors(world: World) -> list[str]:
    return [raw.split(b'\nseat = "')[1].split(b'"')[0].decode() for raw in world.mail]


def ends_next(world: World) -> bool:
    """Whether the next file opens the dice that end the game."""
    player = world.players[world.next_seat]
    with player.session() as session:
        return is_over(session.final().fold, session.rules)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A duel of four at the end: the next file opens the dice that end it."""
    seats = ("red-1", "red-2", "blue-1", "blue-2")
    made = begin(tmp_path_factory.mktemp("duel"), "pistols", seats)
    while not ends_next(made):
        made.round()
    return made


@pytest.fixture
def closing(duel: World, tmp_path: Path) -> World:
    """The same in other folders."""
    return duel.copied(tmp_path)


def test_the_file_that_opens_the_last_dice_is_its_authors_last(closing: World) -> None:
    opener, asker = closing.next_seat, authors(closing)[-1]
    assert opener.partition("-")[0] != asker.partition("-")[0]
    files = len(closing.mail)
    closing.play()
    last = authors(closing)[files:]
    others = [seat for seat in closing.players if seat not in (opener, asker)]
    assert last == [opener, *sorted(others), asker]
    assert all(b'\ntype = "end"\n' in raw for raw in closing.mail[files:])
    assert not any(b'\ntype = "end"\n' in raw for raw in closing.mail[:files])


@pytest.mark.parametrize("order", [None, AIM, {"type": "resign"}])
def test_the_file_that_ends_the_game_holds_its_authors_end(
    closing: World, order: dict[str, object] | None
) -> None:
    author = closing.players[closing.next_seat]
    reader = next(player for player in closing.players.values() if player is not author)
    raw = forge(author, with_orders(*([order] if order else [])))
    code, words = refusal(reader, raw)
    assert (code, "the game is over" in words) == ("E12", True)
    with pytest.raises(Refused, match="the order 'end' is missing"):
        author.send()


def test_nobody_writes_a_second_end(closing: World) -> None:
    opener = closing.players[closing.next_seat]
    closing.round()
    reader = next(player for player in closing.players.values() if player is not opener)
    assert closing.next_seat != opener.seat
    assert refusal(reader, forge(opener, with_orders(END)))[0] == "E08"


def test_after_orders_that_end_the_game_their_author_is_last(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue-1", "blue-2"))
    quitter = world.next_seat
    raw = world.players[quitter].send({"type": "resign"})
    world.mail.append(raw)
    world.deliver(raw, quitter)
    world.play()
    assert quitter == "blue-1"
    assert authors(world)[-4:] == ["blue-1", "blue-2", "red", "blue-1"]


@pytest.mark.slow
def test_a_referee_who_opens_the_last_dice_writes_no_last_file(tmp_path: Path) -> None:
    seats = ("referee", "red", "blue")
    world = begin(tmp_path, "pistols", seats, {"witness": "referee"})
    while not ends_next(world):
        world.round()
    assert world.next_seat == "referee"
    asker = authors(world)[-1]
    world.play()
    other = "red" if asker == "blue" else "blue"
    assert authors(world)[-3:] == ["referee", other, asker]


SEALING = {
    "pto/midway": (("japanese", "allied"), {}),
    "midway-0700": (("japanese", "american"), {"pace": "phase", "sealed_planning": "true"}),
    "pistols": (("red", "blue"), {"sealed": "true"}),
}


@pytest.mark.parametrize("scenario", SEALING)
def test_a_seat_resigns_in_a_file_that_would_seal_something(scenario: str, tmp_path: Path) -> None:
    """The order stands alone in its file; there is no step left for which to seal anything."""
    seats, options = SEALING[scenario]
    world = begin(tmp_path, scenario, seats, options)
    while not wants_seals(world):
        world.round()
    quitter = world.players[world.next_seat]
    raw = quitter.send({"type": "resign"})
    file = read(scan(raw))
    assert (file.order, file.sealed) == (({"type": "resign"},), ())
    world.deliver(raw, quitter.seat)
    assert world.play() == 2
    with quitter.session() as session:
        verdict = session.rules.system.verdict(session.fold.table.game)
        assert verdict is not None
        assert verdict.winner != side_of(session.fold, quitter.seat)


def wants_seals(world: World) -> bool:
    with world.players[world.next_seat].session() as session:
        return bool(session.view().decision.seals)


@pytest.mark.parametrize("witness", ["opponent", "referee"])
def test_a_question_in_the_file_that_ends_the_game_holds_nobody_up(
    witness: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody can answer it: a referee rules in no game that is over (protocol 10, 12)."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"), {"witness": witness})
    draw = {"type": "finish", "result": "draw"}
    asks = {"type": "refer", "words": "Who won?"}
    author = world.next_seat
    world.deliver(world.players[author].send(draw), author)
    author = world.next_seat
    assert world.players[author].run("orders", "--add", "finish", "result=draw") == 0
    assert world.players[author].run("refer", "Who won?") == 0
    assert world.players[author].run("check") == 0
    left = "leaves your question in file 4 without an answer [protocol 12]."
    assert left in " ".join(capsys.readouterr().out.split())
    world.deliver(world.players[author].send(asks, draw), author)
    world.play()
    assert not world.next_seat
    assert authors(world)[-2:] == [other for other in ("us", "japan") if other != author] + [author]
    report = " ".join((world.players["us"].folder / "reports" / "turn-01.txt").read_text().split())
    whose = "your" if author == "us" else owner(author)
    assert f"The end leaves {whose} question in file 4 without an answer" in report


def test_questions_of_one_file_that_the_end_leaves_are_told_together(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    draw = {"type": "finish", "result": "draw"}
    asks = ({"type": "refer", "words": words} for words in ("Who won?", "And why?"))
    world.send(draw)
    author, file = world.next_seat, len(world.mail)
    world.send(*asks, draw)
    for player in (world.players[seat] for seat in ("us", "japan")):
        report = " ".join((player.folder / "reports" / "turn-01.txt").read_text().split())
        whose = "your" if player.seat == author else owner(author)
        left = f"The end leaves {whose} 2 questions in file {file} without an answer [protocol 12]."
        assert left in report


@pytest.mark.parametrize("ends", ["finish", "resign"])
def test_a_ruling_that_the_end_leaves_without_consent_is_told_before_and_after(
    ends: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever would consent has no file left to do it in."""
    world = begin(tmp_path, "table", ("us", "japan"))
    draw = {"type": "finish", "result": "draw"}
    world.send(draw)
    author = world.players[world.next_seat]
    file = author.head + 1
    world.send({"type": "ruling", "words": "Fog lifts."})
    said(capsys, author, "orders", "--add", "finish", "result=draw")
    told = said(capsys, author, *(("check",) if ends == "finish" else ("resign", "--dry-run")))
    leaves = f"leaves your ruling in file {file} without consent [protocol 12]."
    assert f"The game ends with this file, which {leaves}" in told
    world.send(draw if ends == "finish" else {"type": "resign"})
    report = " ".join((author.folder / "reports" / "turn-01.txt").read_text().split())
    assert f"The end {leaves}" in report


def test_a_last_file_opens_what_is_sealed_and_nothing_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan"))
    draw = {"type": "finish", "result": "draw"}
    author = world.players[world.next_seat]
    world.send({"type": "note", "about": "target", "words": "Lae"}, draw)
    world.send(draw)
    while world.next_seat != author.seat:
        world.send({"type": "end"})
    told = said(capsys, author, "end", "--dry-run")
    assert "It opens all that you have sealed." in told
    assert "Your file also opens" not in told
    assert "play goes on" not in told
    assert "opens note" not in said(capsys, author, "status"), "he has not signed it yet"


@pytest.mark.parametrize("witness", ["opponent", "referee"])
def test_a_question_that_waits_when_its_game_ends_holds_nobody_up(
    witness: str, tmp_path: Path
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"), {"witness": witness})
    author = world.next_seat
    asks = {"type": "refer", "words": "Who won?"}
    world.deliver(
        world.players[author].send({"type": "roll", "dice": "1d6", "about": "who"}, asks), author
    )
    if witness == "referee":
        world.deliver(world.players["referee"].send(), "referee")
    author = world.next_seat
    world.deliver(world.players[author].send({"type": "resign"}), author)
    world.play()
    assert not world.next_seat
