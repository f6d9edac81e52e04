"""A table with a referee, by turn files: what is asked, answered, and told of both."""

from pathlib import Path
from typing import Any

from pbem.game.headlines import headline_of
from tests.simulator import World, begin

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


def write(world: World, *orders: dict[str, Any]) -> None:
    """The next seat's file, received by all others."""
    author = world.next_seat
    raw = world.players[author].send(*orders)
    world.mail.append(raw)
    world.deliver(raw, author)


def test_a_headline_with_a_question_has_what_was_set_before_what_was_sealed(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    write(world, *BUSY)
    with world.players[author].session() as session:
        ((_, said),) = headline_of(session, len(world.mail) - 1)
    words = " ".join(said)
    assert f'{author} asks the referee: "May engineers be hidden in a town hex?"' in words
    assert 'Set: 1st Division to "hex 0412, full strength", Bridge to intact.' in words
    assert f"{author} seals 2 notes" in words


def test_t1_who_asks_and_rolls_finds_his_dice_in_the_headline(tmp_path: Path) -> None:
    """A question, dice of both sides, phases and a dispute: words give way, results do not."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    author = world.next_seat
    write(world, *BUSY, {"type": "set", "counter": "VP", "value": "0"})
    write(
        world,
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
        ((_, said),) = headline_of(session, len(world.mail) - 1)
    words = " ".join(said)
    assert ' for "weather"; us rolled 3x2d6 = ' in words
    assert "VP is disputed, and is off the table" in words
