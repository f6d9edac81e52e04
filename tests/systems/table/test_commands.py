"""What commands and forms tell at a table, before a file is signed."""

from pathlib import Path

import pytest

from pbem.cli import run
from pbem.game.foretell import foretold
from pbem.game.forms import make_form
from pbem.game.terms import mails_told, terms_of
from pbem.game.write import Draft
from pbem.report import plain
from pbem.scan import scan
from pbem.turnfile import read
from tests.simulator import World, begin

NOTE = {"type": "note", "about": "my target", "words": "Moresby"}
DRAW = {"type": "finish", "result": "draw"}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("japan", "us"))


@pytest.fixture
def refereed(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("japan", "us", "referee"), {"witness": "referee"})


def test_t3_a_referee_reads_the_notes_that_are_sealed(
    refereed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    refereed.send(NOTE)
    for seat, words in (("us", ""), ("referee", ": Moresby")):
        assert refereed.players[seat].run("note") == 0
        assert capsys.readouterr().out == f'note-1 of japan "my target"{words}\n'


def test_t3_whoever_seals_a_note_is_told_that_the_referee_reads_it(refereed: World) -> None:
    with refereed.players["japan"].session() as session:
        told = plain.render(foretold(session, Draft(orders=(NOTE,))))
    assert "Seat referee reads all of it, as the referee [protocol 10]." in told


def test_t1_a_referees_file_is_named_where_it_opens_the_dice(
    refereed: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refereed.players["japan"].run("roll", "2d6 attack on Lae") == 0
    assert "the dice are known with the referee's next file" in capsys.readouterr().out
    genesis = read(scan(refereed.mail[0]))
    assert mails_told(terms_of(genesis)).endswith("dice are read with the referee's next file [T1]")


def test_t3_an_empty_note_is_sealed_by_a_command_as_by_an_orders_file(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["japan"].run("note", "--seal", "") == 0
    assert "look twice: A note has no words" in capsys.readouterr().out


def test_t6_a_counter_can_be_contested_in_words_where_the_end_is_offered_before(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.send({"type": "set", "counter": "VP", "value": "3"})
    player = world.players["us"]
    assert player.run("finish", "draw") == 0
    assert player.run("contest", "vp") == 1
    said = capsys.readouterr().err
    assert "there is none that you can contest" not in said
    assert "the end is offered before this order" in said


def test_t8_what_is_wrong_with_words_is_what_the_hint_mends(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert world.players["japan"].run("say", "to\tLae") == 1
    assert "take it out" in capsys.readouterr().err
    assert world.players["japan"].run("say", "x" * 1_001) == 1
    assert "shorten them" in capsys.readouterr().err


def test_t4_who_resigns_is_told_that_his_notes_will_be_opened(world: World) -> None:
    opened = "Your last file opens to all what you have sealed."
    for orders, is_told in (((NOTE,), False), ((), True)):
        with world.players["japan"].session() as session:
            resigns = Draft(orders=({"type": "resign"},))
            told = plain.render(foretold(session, resigns)).replace("\n    ", " ")
        assert (opened in told) == is_told
        world.send(*orders)
        world.send()


def test_what_no_later_file_can_answer_is_told_by_status_and_form(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    world.send({"type": "set", "counter": "VP", "value": "3"}, DRAW)
    us = world.players["us"]
    assert run(["-C", str(us.folder), "status"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:-1] == [
        "  - whatever it rolls, sets, seals, opens or says",
        "  - whether it contests what was set, now or never: VP",
        "  - whether it agrees to the end that japan offers: a draw",
    ]
    with us.session() as session:
        form = make_form(session)
    assert "#   With new_turn = true a new turn begins.\n" in form
    assert "#   The offer stands last, in a file that neither rolls nor begins a turn.\n" in form
    world.send()
    with world.players["japan"].session() as session:
        assert "#   us offers no end. The same result by both sides" in make_form(session)


def test_t10_who_agrees_to_the_end_reads_before_signing_that_his_file_ends_the_game(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.send(DRAW)
    mine = tmp_path / "mine.toml"
    mine.write_text('[[order]]\ntype = "finish"\nresult = "draw"\n')
    assert world.players["us"].run("check", str(mine)) == 0
    said = capsys.readouterr().out
    assert "You agree to the end that japan offers: a draw [T10]." in said
    assert "This file ENDS the game: a draw [T10]." in said.partition("Look twice")[2]


def test_t3_an_empty_note_beside_another_is_no_note_that_everybody_reads(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.toml"
    note = '[[order]]\ntype = "note"\nabout = "my event"\n'
    mine.write_text(f'{note}words = "Lae"\n{note}[[order]]\ntype = "say"\nwords = "So."\n')
    assert world.players["japan"].run("check", str(mine)) == 0
    said = capsys.readouterr().out
    assert 'The note about "my event" has no words' in said.partition("Look twice")[2]
    assert "Of 'note' (2) everybody reads only: what it is about." in said
    assert "Everybody reads: 'say'." in said


def test_t7_the_next_phase_is_that_behind_the_last_one_of_the_orders_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    phases = {"phases": "move,fight,supply"}
    player = begin(tmp_path, "table", ("japan", "us"), phases).players["japan"]
    for expected in (
        "You go on to phase fight [T7].",
        "You go on to phase supply [T7].",
        "You end turn 1; next is turn 2, phase move [T7].",
    ):
        assert player.run("phase") == 0
        assert expected in capsys.readouterr().out
    assert player.run("phase") == 0
    assert player.run("phase", "fight") == 0
    assert "look twice: The phase is fight already [T7]." in capsys.readouterr().out
    assert player.run("phase", "--new-turn") == 1
    assert "this file calls a new turn already" in capsys.readouterr().err
