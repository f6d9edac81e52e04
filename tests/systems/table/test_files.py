"""A table between real folders: turn files, what cannot be cheated, and the end."""

from pathlib import Path
from typing import Any

import pytest

from pbem.dice import roll_key, throw
from pbem.engine.fold import resolve
from pbem.engine.ledger import state_digest
from pbem.engine.orders import decode_orders
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game import reports
from pbem.game.advance import apply
from pbem.game.annexes import Place
from pbem.game.dicebook import rolls
from pbem.game.restore import restore
from pbem.game.verify import verify_game
from pbem.game.write import closing, compose
from pbem.report import plain
from pbem.scan import scan
from pbem.systems.table.orders import TYPES
from pbem.turnfile import OpenPart, SealedPart, StatePart, TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import sign
from tests.simulator import SENT, Player, World, begin

LAE = {"type": "roll", "dice": "2d6", "about": "attack on Lae"}
NOTE = {"type": "note", "about": "my target", "words": "Moresby"}
OPEN = {"type": "open", "note": "note-1"}
DRAW = {"type": "finish", "result": "draw"}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "table", ("japan", "us"))


def report(player: Player) -> str:
    """The report of the turn, with long lines whole."""
    with player.session() as session:
        text = plain.render(reports.turn_report(session, reports.last_told(session)))
    return text.replace("\n    ", " ")


def honest(player: Player, *orders: dict[str, Any]) -> TurnFile:
    """The file that the seat's program would sign now."""
    with player.session() as session:
        return compose(session, decode_orders(orders, TYPES, code="E12"), "", SENT)


# --- dice ----------------------------------------------------------------------------------------


def test_t1_dice_come_from_both_players_seeds(world: World) -> None:
    """The dice are worked out here by hand from the two files, as docs/verify-by-hand.md does."""
    owner = scan(world.send(LAE, {"type": "roll", "dice": "3x1d10", "about": "flak"}))
    assert "2d6 =" not in report(world.players["japan"])
    assert "2d6 =" in report(world.players["us"])  # his own seed opens them
    witness = read(scan(world.send()))
    assert witness.dice.reveal is not None
    key = roll_key(bytes.fromhex(witness.dice.reveal), bytes.fromhex(owner.hash))
    two = throw(key, "T1 roll 2.1", count=2, sides=6)
    three = throw(key, "T1 roll 2.2", count=3, sides=10)
    for player in world.players.values():
        text = report(player)
        assert f"Roll 2.1: {two[0]} {two[1]} (d6) [T1]" in text
        assert f'2d6 = {sum(two)}, for "attack on Lae".' in text
        assert "Roll 2.2: " + " | ".join(map(str, three)) in text
        with player.session() as session:
            assert [(one.seq, one.witness, one.roll.label) for one in rolls(session)] == [
                (2, 3, "T1 roll 2.1"),
                (2, 3, "T1 roll 2.2"),
            ]


def test_t1_the_words_of_a_roll_stand_in_the_signed_file(world: World) -> None:
    file = read(scan(world.send(LAE)))
    assert file.order == (LAE,)
    changed = sign(
        replace(file, order=({**LAE, "about": "attack on Buna"},)), world.players["japan"].key
    )
    assert refusal(world.players["us"], changed)[0] == "E05"


# --- notes ---------------------------------------------------------------------------------------


def test_t3_t4_a_note_is_sealed_kept_and_opened(world: World) -> None:
    raw = world.send(NOTE)
    assert b"Moresby" not in raw
    assert read(scan(raw)).order == ({"type": "note", "about": "my target"},)
    world.send()
    world.send()  # it need not be opened in the next file
    world.send(LAE)
    world.send(OPEN)
    for player in world.players.values():
        assert 'japan opens note-1 ("my target") [T4]: Moresby' in report(player)


def test_t3_the_author_can_read_his_note_and_nobody_else(world: World) -> None:
    world.send(NOTE)
    world.send()
    with world.players["japan"].session() as session:
        assert dict(session.view().own) == {"note-1": 'words = "Moresby"\n'}
    with world.players["us"].session() as session:
        assert not session.view().own


def swapped(part: OpenPart) -> tuple[OpenPart, ...]:
    return (replace(part, content='words = "Buna"\n'),)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (swapped, "E11"),
        (lambda part: (replace(part, salt="12" * 32),), "E11"),
        (lambda part: (replace(part, seq=3),), "E11"),
        (lambda part: (part, part), "E11"),
        (lambda part: (), "E11"),
        (lambda part: (replace(part, id="note-2"),), "E11"),
    ],
)
def test_t4_nothing_else_can_be_opened_in_its_place(world: World, change: Any, code: str) -> None:
    world.send(NOTE)
    world.send({**NOTE, "words": "Truk"})
    japan, us = world.players["japan"], world.players["us"]
    file = honest(japan, OPEN)
    assert len(file.open) == 1
    assert refusal(us, sign(replace(file, open=change(file.open[0])), japan.key))[0] == code


@pytest.mark.parametrize("orders", [(), ({"type": "open", "note": "note-2"},), (OPEN, OPEN)])
def test_t4_openings_are_those_that_orders_ask_for(world: World, orders: Any) -> None:
    world.send(NOTE)
    world.send({**NOTE, "words": "Truk"})
    japan = world.players["japan"]
    raw = sign(replace(honest(japan, OPEN), order=orders), japan.key)
    assert refusal(world.players["us"], raw)[0] in ("E11", "E12")


@pytest.mark.parametrize("ids", [(), ("note-2",), ("note-1", "note-2"), ("plan/t1",)])
def test_t3_exactly_the_notes_that_are_ordered_are_sealed(
    world: World, ids: tuple[str, ...]
) -> None:
    japan = world.players["japan"]
    parts = tuple(SealedPart(id=id_, commit="ab" * 32) for id_ in ids)
    raw = sign(replace(honest(japan, NOTE), sealed=parts), japan.key)
    code, words = refusal(world.players["us"], raw)
    assert (code, words) == ("E11", "[[sealed]]: file 2 must seal note-1")


def test_t4_what_was_sealed_as_a_note_and_is_none_is_void(world: World) -> None:
    """A doctored client seals what is no note: it is opened, reported, and play goes on."""
    japan, us = world.players["japan"], world.players["us"]
    content = 'words = "\\u001b[2J"\nmore = 1\n'
    with japan.session() as session:
        place = Place(secret=session.secret(), game=session.links.game, seat="japan", seq=2)
        commit = place.commit("note-1", content).hex()
        salt = place.salt("note-1").hex()
    first = sign(
        replace(honest(japan, NOTE), sealed=(SealedPart(id="note-1", commit=commit),)), japan.key
    )
    us.receive(first)
    with japan.session() as session:  # his own program takes it, too: it lies in his mail
        scanned = scan(first)
        apply(session, scanned, read(scanned), session.judge(scanned, read(scanned)))
    japan.receive(us.send(LAE))
    with japan.session() as session:
        part = OpenPart(seq=2, id="note-1", salt=salt, content=content)
        fold = resolve(session.fold, session.rules, "japan", 4, session.own_seed()).fold
        digest = state_digest(fold)
    file = replace(honest(japan), order=(OPEN,), open=(part,), state=StatePart(digest=digest))
    us.receive(sign(file, japan.key))
    assert 'What japan sealed as note-1 ("my target") is no note, and void [T4].' in report(us)


def test_t4_a_note_still_sealed_is_opened_by_the_last_file(world: World) -> None:
    world.send(NOTE)
    world.send(DRAW)
    world.send(DRAW)
    world.round()
    last = read(scan(world.round()))
    assert [(part.id, part.content) for part in last.open] == [("note-1", 'words = "Moresby"\n')]
    world.play()
    assert "my target" in report(world.players["us"])
    assert "Moresby" in report(world.players["us"])


def test_t4_who_cannot_open_his_note_owes_his_last_file(world: World) -> None:
    world.send(NOTE)
    world.send(DRAW)
    world.send(DRAW)
    world.round()
    japan, us = world.players["japan"], world.players["us"]
    with japan.session() as session:
        last = closing(session, "").orders
    file = honest(japan, *last)
    for parts in ((), swapped(file.open[0])):
        raw = sign(replace(file, open=parts, order=last), japan.key)
        assert refusal(us, raw)[0] == "E11"
        (us.folder / "evidence" / "0006-japan.pbem").unlink()
    with us.session() as session:
        text = plain.render(reports.situation(session))
    assert "(a claim until every last file is written)" in text.replace("\n  ", " ")
    assert "next: the Japan side writes file 6" in text


def test_a_lost_folder_is_rebuilt_with_its_notes(world: World) -> None:
    world.send(NOTE)
    world.send()
    japan = world.players["japan"]
    chain = {path.name: path.read_bytes() for path in (japan.folder / "chain").iterdir()}
    japan.folder = japan.folder.parent / "again"
    (japan.folder / "chain").mkdir(parents=True)
    for name, content in chain.items():
        (japan.folder / "chain" / name).write_bytes(content)
    with japan.at_home():
        restore(japan.folder, None, lambda _: "", heard=True)
    world.send(OPEN)
    assert "[T4]: Moresby" in report(world.players["us"])


# --- whole games ---------------------------------------------------------------------------------

FOUR = ("tokyo", "nimitz", "rabaul", "macarthur")
SIDES = {
    "side.tokyo": "axis", "side.rabaul": "axis",
    "side.nimitz": "allies", "side.macarthur": "allies",
}  # fmt: skip
THREE = ("nimitz", "tokyo", "macarthur")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("japan", "us"), {}),
        (("japan", "us", "referee"), {"witness": "referee"}),
        (THREE, {"side.nimitz": "allies", "side.macarthur": "allies"}),
        (FOUR, SIDES),
    ],
    ids=["two", "referee", "three", "four"],
)
def test_bots_play_to_the_end_and_every_folder_holds(
    tmp_path: Path, seats: tuple[str, ...], options: dict[str, str]
) -> None:
    world = begin(tmp_path, "table", seats, options)
    assert world.play(200) < 60
    assert not world.next_seat
    checked = []
    for player in world.players.values():
        with player.at_home():
            checked.append(verify_game(player.folder, lambda _: None)[0])
    assert len({str(one) for one in checked}) == 1
    with world.players[seats[0]].session() as session:
        assert len(rolls(session)) >= 4


def test_t9_with_four_seats_no_file_only_opens_dice(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", FOUR, SIDES)
    authors = []
    for _ in range(8):
        authors.append(world.next_seat)
        world.send(LAE)
    assert authors == ["tokyo", "nimitz", "rabaul", "macarthur"] * 2
    with world.players["rabaul"].session() as session:
        assert [(one.seq, one.witness) for one in rolls(session)] == [
            (seq, seq + 1) for seq in range(4, 11)
        ]


def test_a_note_is_hidden_from_a_partner(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", FOUR, SIDES)
    world.send(NOTE)
    with world.players["rabaul"].session() as session:
        assert not session.view().own
        assert [note.seat for note in session.view().game.notes.values()] == ["tokyo"]


def test_t4_a_note_is_read_before_what_else_its_file_orders(world: World) -> None:
    world.send(NOTE)
    world.send()
    world.send({"type": "say", "words": "Now."}, OPEN)
    text = report(world.players["us"])
    assert text.index("japan opens note-1") < text.index("japan says: Now.")


def test_t10_a_seat_resigns_while_dice_wait(world: World) -> None:
    world.send(LAE)
    world.send({"type": "resign"})
    text = report(world.players["japan"])
    assert "The game is over: the japan side wins; the us side resigns [T10]." in text
    assert "2d6 = " in text
    world.play()
    assert not world.next_seat


def test_out_of_turn_nothing_is_written(world: World) -> None:
    with pytest.raises(Refused, match="it is for the Japan side to write file 2"):
        world.players["us"].send(LAE)


# --- hostile words -------------------------------------------------------------------------------

SCREEN = "a\x1b[2Jb\x9bc"
TURNED = "a\u202eb\u200bc\u2028d"


@pytest.mark.parametrize(
    "order",
    [
        {**LAE, "about": SCREEN}, {**LAE, "about": TURNED}, {**LAE, "about": "x" * 5000},
        {**LAE, "dice": "9" * 5000}, {**LAE, "dice": "1000d1000"}, {**LAE, "dice": SCREEN},
        {"type": "say", "words": SCREEN}, {"type": "say", "words": "x" * 5000},
        {"type": "set", "counter": SCREEN, "value": "1"},
        {"type": "set", "counter": "__proto__\n", "value": "1"},
        {"type": "set", "counter": "VP", "value": TURNED},
        {"type": "contest", "counter": SCREEN}, {"type": "phase", "name": TURNED},
        {"type": "finish", "result": SCREEN}, {"type": "open", "note": SCREEN},
        {"type": "roll", "dice": "2d6"}, {"type": "roll", "dice": 2, "about": "x"},
        {"type": "set", "counter": "VP", "value": 3}, {"type": "fly"},
    ],
)  # fmt: skip
def test_hostile_orders_are_refused_in_harmless_words(world: World, order: dict[str, Any]) -> None:
    japan, us = world.players["japan"], world.players["us"]
    raw = sign(replace(honest(japan), order=(order,)), japan.key)
    code, words = refusal(us, raw)
    assert code in ("E04", "E12")
    assert len(words) < 300


def test_hostile_words_that_are_allowed_are_shown_harmlessly(world: World) -> None:
    world.send({"type": "say", "words": TURNED + "\n[red]<b>x</b> [T1]"}, NOTE)
    world.send()
    text = report(world.players["us"])
    assert "japan says: a‹U+202E›b‹U+200B›c‹U+2028›d" in text
    assert not {"\u202e", "\u200b", "\u2028"} & set(text)
    page = (world.players["us"].folder / "reports" / "turn-01.html").read_text(encoding="utf-8")
    assert "<b>x</b>" not in page


def test_a_table_has_no_published_figures_to_tell_its_own_from(world: World) -> None:
    world.send(LAE)
    assert "house chart" not in report(world.players["us"])
