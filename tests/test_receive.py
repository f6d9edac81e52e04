"""E01 to E12 over real game folders: the exit status, the words, and nothing changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

import pbem.cli
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.write import join
from pbem.keys import PrivateKey
from pbem.scan import tail
from pbem.turnfile import DicePart, OpenPart, SealedPart, StatePart
from tests.cheat import forge, honest_parts, sign, with_orders
from tests.simulator import SENT, Player, World, begin

Forger = Callable[[World], bytes]


def red(world: World) -> Player:
    return world.players["red"]


def pbem_receive(player: Player, raw: bytes, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What `pbem receive` says on standard error, without its `pbem: `; the exit status first."""
    name = player.folder.parent / "mail.pbem"
    name.write_bytes(raw)
    status = player.run("receive", str(name))
    said = capsys.readouterr().err.replace(str(name), "mail.pbem")
    said = said.replace(str(player.folder), player.seat).splitlines()
    return [str(status), *(line.removeprefix("pbem: ") for line in said)]


def cut_off(world: World) -> bytes:
    return forge(red(world), with_orders({"type": "aim", "number": 2}))[:-3]


def old_format(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, format="pbem/2"))


def other_game(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, game="12" * 32))


def unknown_seat(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, seat="green"))


def seat_misspelled(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, seat="redd"))


def stranger(world: World) -> bytes:
    return forge(red(world), with_orders(), PrivateKey.generate())


def changed(world: World) -> bytes:
    return forge(red(world), with_orders({"type": "aim", "number": 2})).replace(
        b"number = 2", b"number = 3"
    )


def unknown_key(world: World) -> bytes:
    body = sign(honest_parts(red(world)), red(world).key)
    text = body.partition(b"[signature]")[0] + b"\n[extra]\nx = 1\n"
    return text + tail(red(world).key.sign(text))


def too_early(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, seq=file.seq + 2))


def flood(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, seq=file.seq + 65))


def wrong_link(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, prev="34" * 32))


def out_of_turn(world: World) -> bytes:
    blue = world.players["blue"]
    return forge(blue, lambda file: replace(file, open=()))


def wrong_seed(world: World) -> bytes:
    return forge(
        red(world),
        lambda file: replace(file, dice=DicePart(commit=file.dice.commit, reveal="56" * 32)),
    )


def no_seed(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, dice=DicePart(commit=file.dice.commit)))


def wrong_digest(world: World) -> bytes:
    return forge(red(world), lambda file: replace(file, state=StatePart(digest="78" * 32)))


def needless_opening(world: World) -> bytes:
    part = OpenPart(seq=2, id="aim/t1", salt="9a" * 32, content="number = 1\n")
    return forge(red(world), lambda file: replace(file, open=(part,)))


def needless_seal(world: World) -> bytes:
    part = SealedPart(id="aim/t1", commit="bc" * 32)
    return forge(red(world), lambda file: replace(file, sealed=(part,)))


def illegal(world: World) -> bytes:
    return forge(red(world), with_orders({"type": "aim", "number": 9}))


def empty(_: World) -> bytes:
    return b"\n"


def unknown_order(world: World) -> bytes:
    return forge(red(world), with_orders({"type": "aim", "number": 1}, {"type": "nuke"}))


AGAIN = "hint: ask its author to send the file again, as an attachment"
RESEND = "hint: ask for the file again; if it comes out the same, show it to the organiser"
REFUSALS: dict[Forger, tuple[list[str], str]] = {
    empty: (["error: E01: mail.pbem, line 1: there is nothing in the file", AGAIN], ""),
    cut_off: (
        ["error: E01: mail.pbem, line 27: the last line does not end: the file is cut off", AGAIN],
        "",
    ),
    old_format: (
        [
            "error: E02: mail.pbem: the format 'pbem/2' is not known here",
            "hint: update the program, or ask its author for a file of this version",
        ],
        "",
    ),
    other_game: (
        [
            "error: E02: mail.pbem: the file belongs to another game",
            "hint: use the folder of that game (-C DIR), or ask for the right file",
        ],
        "",
    ),
    unknown_seat: (
        [
            "error: E03: mail.pbem: there is no seat 'green' in this game",
            "hint: the seats are blue, red",
        ],
        "",
    ),
    seat_misspelled: (
        [
            "error: E03: mail.pbem: there is no seat 'redd' in this game",
            "hint: did its author mean red? ask for the file again",
        ],
        "",
    ),
    stranger: (
        [
            "error: E03: mail.pbem: the signature is not by the key of seat 'red' over these bytes",
            "hint: the file was changed on the way or is forged: ask its author for it again",
        ],
        "",
    ),
    changed: (
        [
            "error: E03: mail.pbem: the signature is not by the key of seat 'red' over these bytes",
            "hint: the file was changed on the way or is forged: ask its author for it again",
        ],
        "",
    ),
    unknown_key: (
        [
            "error: E04: mail.pbem: unknown key 'extra'",
            "hint: ask its author to send the file again, as an attachment",
        ],
        "",
    ),
    too_early: (
        [
            "error: E06: mail.pbem: files 3 to 4 must come before file 5, "
            "which now waits in the inbox",
            "hint: ask the others for what is missing; the rest goes on by itself",
        ],
        "inbox/0005-red.pbem",
    ),
    flood: (
        [
            "error: E06: mail.pbem: file 68 is too far ahead: files 3 to 67 are missing",
            "hint: receive the files before it first",
        ],
        "",
    ),
    wrong_link: (
        [
            "error: E07: mail.pbem, prev: file 3 does not follow your file 2",
            "hint: one of you has another file 2: compare them with 'pbem -C blue prove fork'",
        ],
        "evidence/0003-red.pbem",
    ),
    out_of_turn: (
        [
            "error: E08: mail.pbem, seat: seat 'blue' is not the one to write file 3",
            "hint: it is for seat 'red' to write",
        ],
        "evidence/0003-blue.pbem",
    ),
    wrong_seed: (
        [
            "error: E09: mail.pbem, [dice] reveal: the seed opened is not the one committed to "
            "in file 0",
            RESEND,
        ],
        "evidence/0003-red.pbem",
    ),
    no_seed: (
        [
            "error: E09: mail.pbem, [dice] reveal: the seed of file 0 is not opened",
            RESEND,
        ],
        "evidence/0003-red.pbem",
    ),
    wrong_digest: (
        [
            "error: E10: mail.pbem, [state] digest: its author's program has another state before "
            "file 3 than yours",
            "hint: both run 'pbem -C blue verify' and compare versions and "
            "'pbem -C blue state --canonical'",
        ],
        "evidence/0003-red.pbem",
    ),
    needless_opening: (
        [
            "error: E11: mail.pbem, [[open]]: file 3 must open nothing",
            "hint: its author's program is at fault or was tampered with",
        ],
        "evidence/0003-red.pbem",
    ),
    needless_seal: (
        [
            "error: E11: mail.pbem, [[sealed]]: file 3 must seal nothing",
            "hint: its author's program is at fault or was tampered with",
        ],
        "evidence/0003-red.pbem",
    ),
    illegal: (
        [
            "error: E12: mail.pbem, order 1, key 'number': 9 is no face of the die [T1.1]",
            "hint: name 1 to 6",
        ],
        "evidence/0003-red.pbem",
    ),
    unknown_order: (
        [
            "error: E12: mail.pbem, order 2: there is no order of type 'nuke'",
            "hint: ask its author which version of pbem he plays with: this knows no such order",
        ],
        "evidence/0003-red.pbem",
    ),
}


@pytest.mark.parametrize("forger", REFUSALS, ids=lambda forger: forger.__name__)
def test_a_bad_file_is_refused_in_two_lines_and_changes_nothing(
    forger: Forger, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    words, kept = REFUSALS[forger]
    raw = forger(world)
    reader = world.players["blue"]
    before = reader.files()
    assert pbem_receive(reader, raw, capsys) == ["1", *words]
    after = reader.files()
    if kept:
        assert after.pop(kept) == raw
    assert after == before


def test_the_same_file_again_is_fine(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    reader = red(world)
    before = reader.files()
    for raw in (world.mail[-1], world.mail[-1].replace(b"\n", b"\r\n")):
        assert pbem_receive(reader, raw, capsys) == ["0"]
        assert reader.files() == before


def test_two_bodies_for_one_place_are_kept_and_proved(
    world: World, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    reader, cheat = world.players["blue"], red(world)
    second = forge(cheat, with_orders({"type": "aim", "number": 5}))
    first = world.round()
    said = pbem_receive(reader, second, capsys)
    assert said[:2] == [
        "1",
        "error: E05: mail.pbem, 0003-red.pbem: seat 'red' has signed two different files 3",
    ]
    assert reader.files()["evidence/0003-red.pbem"] == second
    proof = tmp_path / "fork.toml"
    where = ["-C", str(reader.folder)]
    names = ["chain/0003-red.pbem", "evidence/0003-red.pbem"]
    assert pbem.cli.run([*where, "prove", "fork", *names, "-o", str(proof)]) == 0
    assert pbem.cli.run(["prove", "check", str(proof)]) == 0
    assert "the proof holds: seat red (red) signed two files" in capsys.readouterr().out
    proof.write_bytes(proof.read_bytes().replace(b"aim", b"aid", 1))
    assert pbem.cli.run(["prove", "check", str(proof)]) == 3
    assert first != second


def test_files_that_come_in_any_order_are_applied_in_theirs(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red-1", "red-2", "blue"))
    late = world.players["blue"]
    late_files = late.files()
    written = []
    while world.next_seat != "blue" or not written:
        author = world.next_seat
        raw = world.write()
        if author == "blue":
            late_files = late.files()
        for player in world.players.values():
            if player.seat not in (author, "blue"):
                player.receive(raw)
        if author != "blue":
            written.append(raw)
    assert len(written) == 2
    assert late.files() == late_files
    with pytest.raises(Refused, match="must come before"):
        late.receive(written[1])
    receipts = late.receive(written[0])
    assert [(one.what, one.seat) for one in receipts] == [
        ("applied", "red-1"),
        ("applied", "red-2"),
    ]
    assert not any(name.startswith("inbox/") for name in late.files())


def test_who_is_still_to_join_is_told_of_a_file_by_which_somebody_joins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "us-cn", "uk-ne-au"), joined=False)
    joiner, organiser = world.players["us-cn"], world.players["japanese"]
    with joiner.session() as session:
        file = join(session, joiner.key, SENT)
    mailed = joiner.folder / "outbox" / f"{file.seq:04d}-us-cn.pbem"
    assert organiser.run("receive", str(mailed)) == 0
    told = capsys.readouterr().out
    assert "Still to join: uk-ne-au." in told
    assert "next: uk-ne-au writes file 2" in told


def test_a_last_file_after_the_end_is_not_said_to_hold_what_comes_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table/table", ("red", "blue"))
    finish = {"type": "finish", "result": "draw"}
    for _ in range(2):
        author = world.players[world.next_seat]
        world.deliver(author.send(finish), author.seat)
    for _ in range(2):
        author = world.players[world.next_seat]
        (reader,) = (one for one in world.players.values() if one is not author)
        assert author.run("end") == 0
        (path,) = (author.folder / "chain").glob(f"{author.head:04d}-*.pbem")
        capsys.readouterr()
        assert reader.run("receive", str(path)) == 0
    said = " ".join(capsys.readouterr().out.split())
    disclosed = f"now {author.seat}'s secret of it is disclosed, so that all can be checked."
    assert f"The game was over before; {disclosed}" in said
