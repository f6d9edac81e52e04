"""Attacks on what programs write by themselves: to sign twice, for ever, too late, or tellingly."""

import shutil
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.forced import is_forced
from pbem.scan import scan
from tests.attacks.common import judged
from tests.cheat import sign
from tests.simulator import Player, World, begin
from tests.test_answer import CARTWHEEL, last_of
from tests.test_answer_at_once import journalled, saved


@pytest.fixture
def answering(tmp_path: Path) -> World:
    """A sealed duel in which red has written file 3 and nobody has received it."""
    made = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    made.round()
    made.write()
    return made


def another(red: Player) -> bytes:
    """A second version of red's last file."""
    return sign(replace(last_of(red), message="or so"), red.key)


def test_a_fork_makes_nobody_sign_twice(answering: World, tmp_path: Path) -> None:
    """Both versions come, in either order, also to copies of the folder with one journal."""
    blue, red = answering.players["blue"], answering.players["red"]
    copy = blue.moved(tmp_path / "copy")
    shutil.copytree(blue.folder, copy.folder)
    first, second = answering.mail[-1], another(red)
    assert blue.run("receive", saved(tmp_path, first)) == 0
    before = journalled(blue)
    assert before[-1] == "0000000004-blue.pbem"
    for player, raw in ((blue, second), (copy, second), (copy, first), (copy, second)):
        player.run("receive", saved(tmp_path, raw))
        assert journalled(blue) == before
    assert last_of(copy) == last_of(blue)


def test_two_versions_in_one_go_are_not_answered(answering: World, tmp_path: Path) -> None:
    blue, red = answering.players["blue"], answering.players["red"]
    heap = tmp_path / "heap"
    heap.mkdir()
    (heap / "1.pbem").write_bytes(answering.mail[-1])
    (heap / "2.pbem").write_bytes(another(red))
    before = journalled(blue)
    assert blue.run("receive", str(heap)) == 1
    assert journalled(blue) == before
    assert last_of(blue).seq == 3


def test_two_programs_that_answer_each_other_stop_at_a_decision(
    answering: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the same mails over and over move neither of them."""
    answering.exchange()
    seat = answering.next_seat
    with answering.players[seat].session() as session:
        assert session.view().decision.covers
    state = {one.seat: (last_of(one).seq, journalled(one)) for one in answering.players.values()}
    for _ in range(3):
        for player in answering.players.values():
            for path in sorted((player.folder / "chain").iterdir()):
                for reader in answering.players.values():
                    assert reader.run("receive", str(path)) == 0
    assert "nothing was to decide" in capsys.readouterr().out
    assert state == {
        one.seat: (last_of(one).seq, journalled(one)) for one in answering.players.values()
    }


def test_a_folder_of_yesterday_answers_with_the_file_of_today(
    answering: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal beside the key has it: no second one is signed for its place."""
    blue = answering.players["blue"]
    yesterday = tmp_path / "yesterday"
    shutil.copytree(blue.folder, yesterday)
    assert blue.run("receive", saved(tmp_path, answering.mail[-1])) == 0
    answer = (blue.folder / "outbox" / "0004-blue.pbem").read_bytes()
    old = blue.moved(yesterday)
    assert old.run("receive", saved(tmp_path, answering.mail[-1])) == 0
    assert (yesterday / "outbox" / "0004-blue.pbem").read_bytes() == answer
    assert "your file 4 was signed already" in capsys.readouterr().out


def test_a_file_behind_an_old_state_is_refused_and_not_answered(
    answering: World, tmp_path: Path
) -> None:
    """Red goes on from file 2 again, after blue's file 4 stands in the chain."""
    blue, red = answering.players["blue"], answering.players["red"]
    blue.receive(answering.mail[-1])
    stale = sign(replace(last_of(red), seq=4, prev=last_of(red).prev), red.key)
    before = journalled(blue)
    with pytest.raises(Refused) as caught:
        blue.receive(stale)
    assert caught.value.problems[0].code == "E07"
    assert blue.run("receive", saved(tmp_path, stale)) == 1
    assert journalled(blue) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "most"), [(("pistols", ("red", "blue"), {"sealed": "true"}), 14), (CARTWHEEL, 24)]
)
def test_what_is_forced_all_can_see_so_a_prompt_answer_tells_nothing(
    game: tuple[str, tuple[str, ...], dict[str, str]], most: int, tmp_path: Path
) -> None:
    """The reader finds out by the chain alone, without anything that its author hides."""
    world = begin(tmp_path, *game)
    found = 0
    for _ in range(most):
        author = world.players[world.next_seat]
        (reader,) = (one for one in world.players.values() if one is not author)
        with author.session() as session:
            own = is_forced(session)
        raw = world.write()
        outcome = judged(reader, raw)
        assert scan(raw).seat == author.seat
        assert own == (not outcome.covers)
        world.deliver(raw, author.seat)
        found += own
    assert found
