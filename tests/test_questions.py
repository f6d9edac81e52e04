"""A question to the referee is told to everybody until it is settled (protocol 10)."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from pbem.game.letters import letter
from pbem.game.questions import unsettled
from pbem.report.rulings import owner
from pbem.store import roster
from tests.simulator import Player, World, begin
from tests.terminal import seen

THREE = ("red", "blue", "referee")
AIM = {"type": "aim", "number": 2}
WORDS = "Does a misfire count?"
ASKS = {"type": "refer", "words": WORDS}
LEFT = f'question in file 3 the referee has left without an answer: "{WORDS}"'


def say(world: World, seat: str, *orders: dict[str, Any]) -> None:
    world.deliver(world.players[seat].send(*orders), seat)


def asked_at_a_table(place: Path) -> tuple[Player, Player]:
    """Who has asked the referee in file 3, and the referee, by real commands."""
    world = begin(place, "table", ("us", "japan", "referee"))
    author = world.next_seat
    say(world, author, ASKS)
    assert world.next_seat == "referee"
    return world.players[author], world.players["referee"]


def asked(place: Path) -> tuple[World, Player, Player, Player]:
    """Who has asked the referee in file 3, the other player, the referee, in their world."""
    world = begin(place, "pistols", THREE)
    author = world.next_seat
    other = "blue" if author == "red" else "red"
    say(world, author, ASKS, AIM)
    players = world.players
    return world, players[author], players[other], players["referee"]


def said(capsys: pytest.CaptureFixture[str], player: Player, *words: str, status: int = 0) -> str:
    """What a command prints, in one line."""
    capsys.readouterr()
    assert player.run(*words) == status, words
    printed = capsys.readouterr()
    return " ".join((printed.out + printed.err).split())


def open_to(player: Player) -> list[int]:
    with player.session() as session:
        return [one.seq for one in unsettled(session)]


def test_an_open_question_stands_in_everybodys_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, author, other, referee = asked(tmp_path)
    waits = f'question in file 3 to the referee is still unanswered: "{WORDS}"'
    assert f"Your {waits}" in said(capsys, author, "status")
    assert f"{author.seat}'s {waits}" in said(capsys, other, "status")
    told = said(capsys, referee, "status")
    assert f'{author.seat}\'s question in file 3 waits for your ruling: "{WORDS}"' in told
    assert "ruling' answers it, in your next file." in told


def test_an_open_question_stands_in_the_list_of_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, author, _, referee = asked(tmp_path)
    for player in (author, referee):
        with player.at_home():
            roster.enter(player.folder)
        told = said(capsys, player, "games")
        assert f"question in file 3 {'waits' if player is referee else 'to the referee'}" in told
        assert WORDS in told


def test_what_the_referee_leaves_without_an_answer_is_told_until_it_is_settled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, author, other, referee = asked(tmp_path)
    say(world, "referee")
    assert f"Your {LEFT} 'pbem -C" in said(capsys, author, "status")
    assert f"{author.seat}'s {LEFT}" in said(capsys, other, "status")
    assert other.run("turn", "--no-input") == 0
    form = " ".join((other.folder / "orders-0005.toml").read_text().replace("#", "").split())
    assert f"{author.seat}'s {LEFT}" in form
    other.run("orders", "--add", "aim", "number=2")
    told = said(capsys, other, "check")
    assert "Questions to the referee" in told
    assert f"{author.seat}'s {LEFT}" in told
    assert f"You have not answered {author.seat}'s question" in said(capsys, referee, "status")


def test_a_ruling_settles_every_question_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, author, other, referee = asked(tmp_path)
    say(world, "referee")
    say(world, other.seat, {"type": "refer", "words": "And a duck?"}, AIM)
    world.round(world.next_seat) if world.next_seat != "referee" else None
    assert open_to(referee) == [3, 5]
    told = said(capsys, referee, "ruling", "Neither counts.", "--dry-run")
    assert 'You rule: "Neither counts." It holds from now on.' in told
    assert "It changes no die, no counter and no points by itself." in told
    assert f'It settles {author.seat}\'s question in file 3: "{WORDS}"' in told
    assert f'It settles {other.seat}\'s question in file 5: "And a duck?"' in told
    say(world, "referee", {"type": "ruling", "words": "Neither counts."})
    assert [open_to(one) for one in world.players.values()] == [[], [], []]
    told = said(capsys, author, "status")
    assert "Ruled by referee in file 7 on " in told
    assert f'{other.seat}\'s question "And a duck?": "Neither counts."' in told
    assert "unanswered" not in told


def test_a_ruling_that_the_players_agree_on_settles_what_was_asked_before_it(
    tmp_path: Path,
) -> None:
    world, author, other, _ = asked(tmp_path)
    say(world, "referee")
    say(world, other.seat, {"type": "ruling", "words": "It counts."})
    assert open_to(author) == [3]
    say(world, other.seat, AIM)
    say(world, author.seat, {"type": "consent", "ruling": 5}, AIM)
    assert open_to(author) == []


def test_who_is_asked_to_consent_is_told_which_questions_that_settles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the form, by the status and with the words of his file; the others in the report."""
    world, author, other, _ = asked(tmp_path)
    say(world, "referee")
    say(world, other.seat, {"type": "ruling", "words": "It counts."})
    report = " ".join((author.folder / "reports" / "turn-01.txt").read_text().split())
    own, whose = "your own question in file 3", f"{owner(author.seat)} question in file 3"
    assert f"It holds once the other side consents, and settles {whose} then." in report
    say(world, other.seat, {"type": "refer", "words": "And a duck?"}, AIM)
    while world.next_seat != "referee":  # dice come before questions
        say(world, world.next_seat)
    say(world, "referee")
    while world.next_seat != author.seat:
        world.round(world.next_seat)
    which = f"whether you agree to the ruling in file 5, which settles {own}"
    assert which in said(capsys, author, "status")
    said(capsys, author, "orders")
    (path,) = author.folder.glob("orders-*.toml")
    form = path.read_text().replace("#", "")
    assert f"consent 5' agrees to it, and settles {own}." in " ".join(form.split())
    told = said(capsys, author, "check")
    assert f"consent 5' agrees to it, and settles {own} [protocol 10]" in told
    told = said(capsys, author, "consent", "5")
    settles, waits = told.split("Questions to the referee")
    assert f'It settles {own}: "{WORDS}"' in settles
    assert WORDS not in waits, "it is not told as one that stays open"
    assert "question in file 6 the referee has left" in waits


def test_a_referee_does_not_pass_over_a_question_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, author, _, referee = asked(tmp_path)
    before = referee.files()
    assert said(capsys, referee, "answer", status=1)
    for words, status in ((("turn",), 0), (("turn", "--yes"), 1)):
        told = said(capsys, referee, *words, status=status)
        assert f'{author.seat}\'s question in file 3 waits for your ruling: "{WORDS}"' in told
        assert "ruling WORDS; to give no answer: pbem -C" in told
    assert referee.files() == before


def test_what_a_ruling_does_to_the_score_is_told_in_points_as_players_count_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied", "referee"))
    say(world, world.next_seat, ASKS)
    while world.next_seat != "referee":
        world.round()
    referee = world.players["referee"]
    words = ("ruling", "Lae is taken.", "--side", "allied", "--points", "3", "--dry-run")
    told = said(capsys, referee, *words)
    assert 'You rule: "Lae is taken." (+1 1/2 for Allied). It holds from now on.' in told
    assert "The score is Allied 1 1/2, Japanese 0 then." in told


def test_a_ruling_is_told_and_asked_for_on_a_terminal(tmp_path: Path) -> None:
    author, referee = asked_at_a_table(tmp_path)
    env = {"PBEM_HOME": str(referee.home)}
    at = ("-C", str(referee.folder), "ruling", "It does.")
    told = " ".join(seen(200, tmp_path, *at, answers="n\n", env=env))
    assert 'You rule: "It does."' in told
    assert f"It settles {owner(author.seat)} question in file 3" in told
    assert "nothing is signed" in told
    told = " ".join(seen(200, tmp_path, *at, "--yes", env=env))
    assert "Sign it?" not in told
    assert told.index('You rule: "It does."') < told.index("wrote ")


def test_a_referee_may_type_his_ruling_in_his_turn(tmp_path: Path) -> None:
    author, referee = asked_at_a_table(tmp_path)
    env = {"PBEM_HOME": str(referee.home)}
    at = ("-C", str(referee.folder), "turn")
    told = " ".join(seen(200, tmp_path, *at, answers="\n", env=env))
    assert f"{owner(author.seat)} question in file 3 waits for your ruling" in told
    assert "nothing is signed; answer with: pbem" in told
    told = " ".join(seen(200, tmp_path, *at, answers="It's so.\nn\n", env=env))
    hint = told.partition("nothing is signed; give this ruling with: ")[2].split(" root")[0]
    assert shlex.split(hint.strip()) == ["pbem", "-C", str(referee.folder), "ruling", "It's so."]
    told = " ".join(seen(200, tmp_path, *at, answers="It does.\ny\no\n", env=env))
    assert 'You rule: "It does." It holds from now on.' in told
    assert "wrote " in told


def test_a_referee_who_orders_anything_is_told_how_he_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, _, referee = asked(tmp_path)
    told = said(capsys, referee, "refer", "What?", status=1)
    assert "a referee gives no orders but a ruling" in told
    assert "give it with 'pbem -C" in told
    assert "ruling', or send the file without orders" in told


def test_a_file_of_the_referee_is_needed_for_his_ruling_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    say(world, author, {"type": "set", "counter": "VP", "value": "1"}, ASKS)
    player, referee = world.players[author], world.players["referee"]
    with player.session() as session:
        mail = " ".join(letter(session, session.links.seq).text.split())
    due = f"a ruling on {owner(author)} question in file 3"
    assert due in said(capsys, player, "status")
    assert f"Now the referee writes file 4. {due}" in mail
    told = (said(capsys, player, "status"), said(capsys, referee, "status"), mail)
    assert not [one for one in told if "whatever it rolls" in one]
