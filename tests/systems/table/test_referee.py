"""A table with a referee, by turn files: what is asked, answered, and told of both."""

import re
from pathlib import Path

import pytest

from pbem.game.headlines import brought_by, headline_of, summed_up
from pbem.report.rulings import owner
from pbem.scan import scan
from tests.simulator import World, begin
from tests.test_questions import said

BUSY = (
    {"type": "set", "counter": "1st Division", "value": "hex 0412, full strength"},
    {"type": "set", "counter": "Bridge", "value": "intact"},
    {"type": "note", "about": "where my engineers hide", "words": "0509"},
    {"type": "note", "about": "hidden reserve", "words": "2nd Guards in 0611"},
    {"type": "roll", "dice": "2d6", "about": "weather"},
    {"type": "roll", "dice": "3x2d6", "about": "recon over 0713, 0714, 0715"},
    {"type": "say", "words": "I move 1st Division to 0412."},
    {"type": "refer", "words": "May engineers be hidden in a town hex?"},
)


def test_a_headline_with_a_question_has_what_was_set_before_what_was_sealed(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    world.send(*BUSY)
    with world.players[author].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    words = " ".join(told)
    assert f'{author} asks the referee: "May engineers be hidden in a town hex?"' in words
    assert 'Set: 1st Division to "hex 0412, full strength", Bridge to intact.' in words
    assert f"{author} seals note-1" in words
    assert f'{author} says: "I move 1st Division to 0412."' in words


def test_several_questions_leave_room_for_the_table_and_a_ruling_for_the_phase(
    tmp_path: Path,
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"), {"witness": "referee"})
    author = world.next_seat
    more = ({"type": "refer", "words": "Do trucks halve?"}, {"type": "refer", "words": "And now?"})
    world.send(*BUSY, *more, {"type": "phase", "name": "Night", "new_turn": True})
    with world.players[author].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    words = " ".join(told)
    assert '"May engineers be hidden in a town hex?"; "Do trucks halve?"; "And now?"' in words
    assert "us seals 2 notes" in words
    assert "us ends turn 1; next is turn 2, phase Night" in words
    world.send({"type": "ruling", "words": "They may; yes; no."})
    with world.players[author].session() as session:
        happened = [one for _, some in brought_by(session, len(world.mail) - 1) for one in some]
        assert "Turn 2, phase Night, has begun [T7]." in summed_up(session, happened, session.fold)


def test_t10_the_end_stands_before_what_is_asked_in_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    draw = {"type": "finish", "result": "draw"}
    world.send(draw)
    author = world.next_seat
    world.send(draw, {"type": "refer", "words": "last?"})
    with world.players["us"].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    assert told == (
        "The game is over: a draw; both sides agree [T10].",
        f'{author} asks the referee: "last?"',
    )
    why = said(capsys, world.players["us"], "orders", "--explain", "refer", status=1)
    assert "'refer' is a command of its own, the same in every game" in why
    assert why.endswith("refer --help'")


def test_t7_a_referees_file_that_only_opens_dice_tells_that_the_turn_has_begun(
    tmp_path: Path,
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"), {"witness": "referee"})
    world.send(BUSY[4], {"type": "phase", "name": "Night", "new_turn": True})
    assert world.next_seat == "referee"
    world.send()
    with world.players["us"].session() as session:
        told = [one for _, words in headline_of(session, len(world.mail) - 1) for one in words]
    assert told[-1] == "Turn 2, phase Night, has begun [T7]."


def test_rulings_that_hold_are_told_before_proposals_and_dice_and_what_they_settle_not_twice(
    tmp_path: Path,
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"), {"witness": "referee"})
    more = ({"type": "refer", "words": "Do trucks halve?"}, {"type": "phase", "name": "Fire"})
    world.send(*BUSY, *more)
    world.send({"type": "ruling", "words": "They may; they halve."})
    answer = len(world.mail) - 1
    told = summary(world)
    assert f"Ruled by referee in file {answer} on " in told
    assert "They may; they halve" in told
    assert "asks the referee" not in told
    other = world.next_seat
    world.send({"type": "ruling", "words": "A bridge holds one tank."})
    told = summary(world)
    assert "They may; they halve" in told
    assert f'{other} proposes a ruling (file {answer + 1}): "A bridge holds one tank."' in told
    assert "asks the referee" not in told
    world.send(
        {"type": "roll", "dice": "1d6", "about": "fire"}, {"type": "contest", "counter": "Bridge"}
    )
    world.send()
    world.send(
        {"type": "consent", "ruling": answer + 1},
        {"type": "refer", "words": "May a tank swim?"},
        {"type": "roll", "dice": "1d6", "about": "swim"},
    )
    told = summary(world)
    assert f'Ruled in file {answer}: "They may; they halve."' in told
    assert f"Ruled by {other} in file {answer + 1} with " in told
    assert "proposes" not in told
    assert "Dice to come" in told


def test_of_rulings_on_one_question_the_newest_is_told(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    world.send({"type": "refer", "words": "Does rain halve?"}, *BUSY[4:5])
    author = world.next_seat
    world.send({"type": "ruling", "words": "Rain halves."})
    proposed = len(world.mail) - 1
    while world.next_seat != "referee":
        world.send()
    world.send({"type": "ruling", "words": "Rain does not halve."})
    told = summary(world)
    assert 'question "Does rain halve?": "Rain does not halve."' in told
    assert f"{author} proposes a ruling (file {proposed})" in told
    while world.next_seat == author:
        world.send()
    world.send({"type": "consent", "ruling": proposed})
    told = summary(world)
    assert f"Ruled by {author} in file {proposed} with " in told
    assert "Rain does not halve." in told, "the older ruling leaves the newer one in force"
    assert "proposes" not in told
    assert "asks" not in told


def summary(world: World) -> str:
    """The headline of the turn."""
    with world.players["referee"].session() as session:
        happened = [
            one
            for seq in range(len(world.mail))
            for _, some in brought_by(session, seq)
            for one in some
        ]
        return " ".join(summed_up(session, happened, session.fold))


def test_t1_who_asks_and_rolls_finds_his_dice_in_the_headline(tmp_path: Path) -> None:
    """A question, dice of both sides, phases and a dispute: words give way, results do not."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    world.send(*BUSY, {"type": "set", "counter": "VP", "value": "0"})
    world.send(
        {"type": "contest", "counter": "VP"},
        {"type": "set", "counter": "VP", "value": "1"},
        {"type": "roll", "dice": "3x1d6", "about": "fire at bridge"},
        {"type": "roll", "dice": "1d10+2", "about": "morale of the 1st"},
        {"type": "note", "about": "secret objective", "words": "Hold Riga"},
        {"type": "phase", "name": "Fire"},
        {"type": "phase", "name": "Assault"},
        {"type": "refer", "words": "May I contest what was set in the first file?"},
    )
    with world.players[author].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    words = " ".join(told)
    assert re.search(r'us rolled "weather" \d+ \(\d \d\), "recon over 0713', words)
    assert 'Dice to come: japan rolls 3x1d6 "fire at bridge", 1d10+2 "morale of the 1st".' in words
    assert "VP is disputed, and is off the table" in words


def test_a_referee_who_is_asked_behind_dice_is_told_when_he_can_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """His ruling is refused while dice wait, so that nothing sends him to it."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author, referee = world.players[world.next_seat], world.players["referee"]
    told = said(capsys, author, "refer", "May a gun fire?")
    assert 'You ask the referee: "May a gun fire?" He writes the next file.' in told
    told = said(capsys, author, "orders", "--add", "roll", "dice=1d6", "about=rain")
    assert "He is asked once no dice wait: whoever rolls puts it off." in told
    world.send(*BUSY)
    told = said(capsys, referee, "status")
    assert "waits for your ruling" in told
    assert "You are asked once no dice wait." in told
    assert "answers it" not in told
    assert "is still unanswered" in (told := said(capsys, author, "status"))
    assert "He is asked once no dice wait." in told
    world.send()  # the other side opens the dice
    assert "ruling' answers it, in your next file." in said(capsys, referee, "status")
    world.send()  # no answer
    told = said(capsys, referee, "status")
    assert "You have not answered" in told
    assert told.count("A ruling settles it when you are asked.") == 1


def test_t1_a_ruling_whose_file_opens_dice_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("japan", "us", "referee"), {"witness": "referee"})
    world.send(*BUSY)
    told = said(capsys, world.players["referee"], "ruling", "They may.", "--dry-run")
    assert 'You rule: "They may."' in told
    assert "Your file also opens" in told
    assert "so that play goes on." in told


def test_aa_1_a_referee_who_opens_dice_may_yet_answer_what_he_has_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So the file in which he can is left to him, and he is told of it in time."""
    world = begin(tmp_path, "table", ("japan", "us", "referee"), {"witness": "referee"})
    author, referee = world.next_seat, world.players["referee"]
    world.send({"type": "refer", "words": "May a gun fire?"})
    told = said(capsys, referee, "send", "--empty", "--dry-run")
    left = "This file leaves what you are asked without an answer, until a later file of yours"
    assert left in told
    world.send()
    told = said(capsys, referee, "status")
    assert "You have not answered" in told
    assert "A ruling settles it in a file of yours." in told
    raw = world.players[world.next_seat].send({"type": "roll", "dice": "1d6", "about": "rain"})
    (mail := tmp_path / "rolls.pbem").write_bytes(raw)
    told = said(capsys, referee, "receive", str(mail))
    assert "nothing was to decide" not in told
    due = "how you answer what you are asked: pbem"
    told = said(capsys, referee, "status")
    assert due in told
    assert "answers it, in your next file." in told
    assert due in said(capsys, referee, "answer", status=1)
    assert left in said(capsys, referee, "send", "--empty", "--dry-run")
    told = said(capsys, referee, "ruling", "It may.", "--dry-run")
    assert f"It settles {owner(author)} question in file" in told
    assert "Your file also opens the dice of file" in told


def test_a_players_ruling_stays_open_till_it_is_agreed_to_and_its_author_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan"))
    author = world.players[world.next_seat]
    told = said(capsys, author, "ruling", "Ties go to the defender.", "--dry-run")
    assert "the next one or a later one; until then it does not, and stays open." in told
    world.send({"type": "ruling", "words": "Ties go to the defender."})
    file = len(world.mail) - 1
    world.send()  # its author owed his orders
    other = world.players[world.next_seat]
    said(capsys, other, "orders")
    (form,) = (" ".join(one.read_text().split()) for one in other.folder.glob("orders-*.toml"))
    assert f"{owner(author.seat)} ruling in file {file} waits for your consent" in form
    assert f"consent {file}' agrees to it." in form.replace("# ", "")
    world.send()  # no consent
    told = said(capsys, author, "status")
    assert f"Your ruling in file {file} does not hold: the other side has not agreed to it." in told
    assert "It stays open until you propose another." in told
    world.send()
    world.send({"type": "consent", "ruling": file})
    assert "stays open" not in said(capsys, author, "status")


def test_a_players_ruling_is_told_with_what_it_settles_once_it_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    world.send(*BUSY)
    other = world.players[world.next_seat]
    told = said(capsys, other, "ruling", "They may.", "--dry-run")
    assert "Questions that the ruling settles" in told
    assert f"Once it holds it settles {owner(author)} question in file" in told


def test_t3_a_note_of_several_lines_is_listed_as_it_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    world.send({"type": "note", "about": 'a "plan"', "words": "Hex 0509.\nWhen Red crosses."})
    assert world.players["referee"].run("note") == 0
    assert capsys.readouterr().out.endswith(
        f"note-1 of {author} \"a 'plan'\": Hex 0509.\n| When Red crosses.\n"
    )


def test_orders_that_are_begun_go_over_to_the_file_behind_the_referees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ruling leaves them as they are; so does an answer that comes before they are due again."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    world.send({"type": "refer", "words": "Does rain halve?"}, *BUSY[4:5])
    author = world.players[world.next_seat]
    folder, due = author.folder, len(world.mail)
    said(capsys, author, "orders", "--add", "set", "counter=VP", "value=1")
    said(capsys, author, "orders", "--add", "roll", "dice=1d6", "about=fire")
    told = said(capsys, author, "ruling", "Rain halves.", "--yes")
    ahead = folder / "orders-ahead.toml"
    assert f"your orders stand in {ahead} until it is for you to write again" in told
    assert "file = " not in ahead.read_text()
    world.deliver(next((folder / "chain").glob(f"{due:04d}-*.pbem")).read_bytes(), author.seat)
    assert world.next_seat == "referee"
    world.send({"type": "ruling", "words": "It does not."})
    assert world.next_seat == author.seat
    assert not ahead.exists()
    told = said(capsys, author, "orders", "--show")
    assert "You set VP to 1" in told
    assert "You roll 1d6" in told
    assert "taken back" in said(capsys, author, "orders", "--undo")
    said(capsys, author, "turn", "--yes")


def test_orders_of_ones_own_that_are_kept_may_be_taken_for_a_later_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan"))
    author = world.players[world.next_seat]
    said(capsys, author, "orders", "--add", "set", "counter=VP", "value=1")
    seq = len(world.mail)
    kept = author.folder / "own" / f"orders-{seq:04d}.toml"
    world.send()
    world.send()
    assert "--take FILE' makes them those of" in said(capsys, author, "check", str(kept), status=1)
    told = said(capsys, author, "orders", "--take", str(kept))
    assert f"these orders were written for file {seq}" in told
    assert "You set VP to 1" in told
    text = (author.folder / f"orders-{seq + 2:04d}.toml").read_text()
    assert f"file {seq + 2}." in text
    assert f"file = {seq + 2}" in text
    other = text.replace(f'"{author.seat}"', '"referee"').replace(f"= {seq + 2}", f"= {seq}")
    (strange := tmp_path / "other.toml").write_text(other)
    assert "of seat 'referee'" in said(capsys, author, "orders", "--take", str(strange), status=1)


def test_a_referee_who_answers_nothing_is_told_to_leave_the_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    more = {"type": "refer", "words": "Do trucks halve?"}
    world.send({"type": "refer", "words": "Does rain halve?"}, more)
    author, file = scan(world.mail[-1]).seat, len(world.mail) - 1
    referee = world.players["referee"]
    due = f"a ruling on {owner(author)} 2 questions in file {file}"
    assert said(capsys, world.players[author], "status").count(due) == 1
    raw = referee.send()
    other = next(
        player for seat, player in world.players.items() if seat not in (author, "referee")
    )
    (mail := tmp_path / "silent.pbem").write_bytes(raw)
    told = said(capsys, other, "receive", str(mail))
    first, second = (
        f"{owner(author)} question" + f' "Do{one}?"' for one in ("es rain halve", " trucks halve")
    )
    assert told.count(f"referee leaves {first} and {second} without an answer.") == 2
    assert "Nothing happens" not in told
