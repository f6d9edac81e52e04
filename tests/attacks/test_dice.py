"""Attacks on the dice: foreseeing, choosing, re-rolling, and casualties with dice in hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.codec import ZERO
from pbem.dice import Dice, DiceClosed, check_roll, throw
from pbem.engine.fold import resolve
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.dicebook import rolls
from pbem.game.write import Draft, check_draft
from pbem.pem import unwrap, wrap
from pbem.scan import hash_of, scan, tail
from pbem.systems.midway.table.events import FlakFired
from pbem.turnfile import DicePart, TurnFile, read
from tests.attacks.common import AIM, faces, judged, refusal
from tests.cheat import Doctor, forge, seed_of, sign, with_orders
from tests.simulator import Player, World, begin

# --- foreseeing and choosing dice ----------------------------------------------------------------


def test_replaying_does_not_open_the_dice_of_ones_own_file(pending: World) -> None:
    cheat = pending.players["red"]
    mine = [seed_of(cheat, seq).hex() for seq in (0, 3, 4, 5)]
    with cheat.session() as session:
        assert session.fold.owner is not None
        assert (session.fold.owner.seat, session.fold.waits) == ("red", "blue")
        assert session.ahead().fold == session.fold
        assert rolls(session) == []
        for seed in mine:
            same = resolve(session.fold, session.rules, "red", 4, seed)
            assert (same.fold, same.thrown) == (session.fold, ())
        guessed = [faces(resolve(session.fold, session.rules, "blue", 4, seed)) for seed in mine]
    with pending.players["blue"].session() as session:
        true = faces(session.ahead())
    assert [label for label, _ in true] == ["T1.2 fire blue", "T1.2 fire red"]
    assert all([label for label, _ in guess] == [label for label, _ in true] for guess in guessed)
    keys = [opened_key(cheat, seed) for seed in mine]
    assert opened_key(cheat, seed_of(pending.players["blue"], 2).hex()) not in keys


def opened_key(player: Player, seed: str) -> str:
    """The key to the dice of red's file, if that seed were blue's."""
    with player.session() as session:
        fold = resolve(session.fold, session.rules, "blue", 4, seed).fold
    assert fold.owner is not None
    return str(fold.owner.key)


def test_the_dice_stay_closed_until_the_file_of_the_other_side(pending: World) -> None:
    red = pending.players["red"]
    pending.round()
    with red.session() as session:
        thrown = rolls(session)
    assert [(one.seq, one.witness) for one in thrown] == [(3, 4), (3, 4)]


@pytest.mark.parametrize(
    "doctor",
    [
        with_orders({"type": "aim", "number": 6}),
        lambda file: replace(file, nonce="00" * 32),
        lambda file: replace(file, message="another try"),
        lambda file: replace(file, sent="2042-06-04T07:00:00Z"),
        lambda file: replace(file, dice=replace(file.dice, commit="cd" * 32)),
    ],
    ids=["orders", "nonce", "message", "time", "next seed"],
)
def test_the_witness_gets_the_same_dice_whatever_he_answers(pending: World, doctor: Doctor) -> None:
    witness, reader = pending.players["blue"], pending.players["red"]
    plain = judged(reader, forge(witness, with_orders({"type": "aim", "number": 1})))
    tried = judged(reader, forge(witness, doctor))
    assert len(faces(plain)) == 2
    assert faces(tried) == faces(plain)


def test_the_witness_cannot_take_another_seed(pending: World) -> None:
    witness, reader = pending.players["blue"], pending.players["red"]
    for seed in (seed_of(witness, 1), seed_of(witness, 4), bytes(32), seed_of(reader, 3)):
        raw = forge(witness, with_reveal(seed.hex()))
        assert refusal(reader, raw)[0] in ("E09", "E05")
        (reader.folder / "evidence" / "0004-blue.pbem").unlink()


def with_reveal(seed: str | None) -> Doctor:
    return lambda file: replace(file, dice=DicePart(commit=file.dice.commit, reveal=seed))


def test_grinding_changes_the_hash_but_shows_no_dice(world: World) -> None:
    """Whatever the author varies: he finds other hashes, and no key to the dice of any."""
    cheat = world.players["red"]
    varied: list[Doctor] = [
        *(lambda file, n=n: replace(file, order=(AIM,), nonce=f"{n:064x}") for n in range(8)),
        lambda file: replace(file, order=(AIM,), message=" "),
        lambda file: replace(file, order=({"number": 2, "type": "aim"},)),
    ]
    hashes = set()
    for doctor in varied:
        raw = forge(cheat, doctor)
        outcome = judged(cheat, raw)
        assert outcome.thrown == ()
        owner = outcome.fold.owner
        assert owner is not None
        assert (owner.seat, owner.key, outcome.fold.waits) == ("red", "", "blue")
        assert owner.hash == scan(raw).hash
        hashes.add(owner.hash)
    assert len(hashes) == len(varied)


def test_whitespace_that_changes_the_hash_needs_a_new_signature(world: World) -> None:
    raw = forge(world.players["red"], with_orders(AIM))
    body = scan(raw).body
    spaced = body.replace(b"\n[dice]\n", b"\n\n[dice]\n")
    assert scan(spaced + raw[len(body) :]).hash != scan(raw).hash
    code, _ = refusal(world.players["blue"], spaced + raw[len(body) :])
    assert code == "E03"


def test_armour_wrapped_anew_throws_no_other_dice(pending: World) -> None:
    """The hash is the body's alone, and only one armour goes with it."""
    raw = pending.mail[-1]
    scanned = scan(raw)
    blob = unwrap("SSH SIGNATURE", scanned.armour, width=70)
    assert blob is not None
    narrow = wrap("SSH SIGNATURE", blob, width=64)
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(blob[-32:], "little") + order
    bent = wrap("SSH SIGNATURE", blob[:-32] + s.to_bytes(32, "little"), width=70)
    late = pending.players["blue"]
    (late.folder / "chain" / "0003-red.pbem").unlink()
    for name in ("snapshot.json", "status.json"):
        (late.folder / "cache" / name).unlink()
    with late.session() as session:
        assert session.next_seq == 3
    wrong = {narrow: "E01", bent: "E03", loose_end(scanned.armour): "E03"}
    for armour, code in wrong.items():
        wrapped = scanned.body + tail(armour)
        assert hash_of(wrapped) == scanned.hash
        assert refusal(late, wrapped)[0] == code
    late.receive(raw.replace(b"\n", b"\r\n"))
    assert (late.folder / "chain" / "0003-red.pbem").read_bytes() == raw


def loose_end(armour: str) -> str:
    """The armour with other unused bits in its last character, or one more pad."""
    lines = armour.split("\n")
    last = lines[-3]
    if not last.endswith("="):
        return armour.replace(last, f"{last}====")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    at = len(last.rstrip("=")) - 1
    other = letters[letters.index(last[at]) ^ 1]
    return armour.replace(last, last[:at] + other + last[at + 1 :])


def test_partners_cannot_choose_who_is_the_witness(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue-1", "blue-2"))
    while not waits(world):
        world.round()
    reader = world.players["red"]
    assert world.next_seat == "blue-1"
    other = forge(world.players["blue-2"], lambda file: replace(file, open=()))
    code, words = refusal(reader, other)
    assert code == "E08"
    assert "seat 'blue-2' is not the one to write" in words
    world.round()


def waits(world: World) -> str:
    with world.players["red"].session() as session:
        return session.fold.waits


def test_a_copied_commitment_cannot_be_opened(pending: World) -> None:
    """The other's commitment binds his seat and number: his opened seed does not open the copy."""
    copied = begin(pending.players["red"].folder.parent / "again", "pistols", ("red", "blue"))
    red, blue = copied.players["red"], copied.players["blue"]
    copied.round()
    theirs = read(scan(copied.mail[-1])).dice.commit
    mine = forge(red, lambda file: replace(file, order=(AIM,), dice=with_commit(file, theirs)))
    blue.receive(mine)
    red.receive(mine)
    copied.round()
    seed = read(scan(copied.mail[-1])).dice.reveal
    assert seed == seed_of(blue, 2).hex()
    assert refusal(blue, forge(red, with_reveal(seed)))[0] == "E09"


def with_commit(file: TurnFile, commit: str) -> DicePart:
    return replace(file.dice, commit=commit)


@pytest.mark.parametrize(
    ("label", "count", "sides"),
    [
        ("T1.2 x", 1, 2**33),
        ("T1.2 x", 1, 2**32),
        ("T1.2 x", 1, 1),
        ("T1.2 x", 0, 6),
        ("T1.2 x", 1001, 6),
        ("", 1, 6),
        ("T1.2 \n", 1, 6),
        ("T1.2 " + "ä" * 98, 1, 6),
    ],
)
def test_dice_out_of_bounds_are_never_thrown(label: str, count: int, sides: int) -> None:
    with pytest.raises(ValueError, match=r"dice|label"):
        check_roll(label, count, sides)
    with pytest.raises(ValueError, match=r"dice|label"):
        throw(ZERO, label, count=count, sides=sides)


def test_a_label_is_used_once_for_each_file() -> None:
    dice = Dice(ZERO, ("T1.2 before",))
    dice.roll("T1.2", "now")
    for word in ("now", "before"):
        with pytest.raises(RuntimeError, match="used twice"):
            dice.roll("T1.2", word)
    with pytest.raises(DiceClosed):
        Dice(None).roll("T1.2", "now")


# --- casualties ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def flak(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of Midway whose next file opens flak that costs the attacker something."""
    place = tmp_path_factory.mktemp("flak")
    patch = pytest.MonkeyPatch()
    patch.setenv("PBEM_HOME", str(place / "nobody"))
    world = begin(place, "midway-0700", ("japanese", "american"))
    while not any(event.losses for event in flak_ahead(world)):
        world.round()
    patch.undo()
    return world


def flak_ahead(world: World) -> list[FlakFired]:
    with world.players[world.next_seat].session() as session:
        happenings = session.ahead().happenings
    return [one.event for one in happenings if isinstance(one.event, FlakFired)]


def standing_losses(seat: str) -> Iterator[dict[str, Any]]:
    own = ("Akagi-TB", "Kaga-DB") if seat == "japanese" else ("Enterprise-DB", "Hornet-TB")
    for aa in (("TB",), ("DB",), ("even",), own):
        yield {"type": "standing-losses", "aa": list(aa)}


def test_losses_are_not_chosen_with_the_dice_in_hand(flak: World) -> None:
    witness = flak.players[flak.next_seat]
    attacker = next(p for p in flak.players.values() if p is not witness)
    expected = flak_ahead(flak)
    for order in standing_losses(witness.seat):
        outcome = judged(attacker, forge(witness, with_orders(order)))
        told = [h.event for h in outcome.happenings if isinstance(h.event, FlakFired)]
        assert told == expected
    with attacker.session() as session:
        assert any(one.seq == session.fold.owner.seq for one in judged_thrown(flak))
        assert session.fold.owner.seat == attacker.seat
        assert session.ahead().happenings == ()


def judged_thrown(world: World) -> tuple[Any, ...]:
    with world.players[world.next_seat].session() as session:
        return session.ahead().thrown


def test_a_file_with_rolls_pending_cannot_be_replaced(flak: World) -> None:
    witness = flak.players[flak.next_seat]
    attacker = next(p for p in flak.players.values() if p is not witness)
    order = next(standing_losses(attacker.seat))
    with attacker.session() as session:
        assert session.fold.waits == witness.seat
        problems = check_draft(session, Draft(orders=(order,)))
        seq = session.links.seq
    assert [problem.code for problem in problems] == ["E08"]
    with pytest.raises(Refused, match="it is for the Japanese side to write"):
        attacker.send(order)
    second = sign(replace(read(scan(flak.mail[-1])), order=(order,)), attacker.key)
    code, words = refusal(witness, second)
    assert code == "E05"
    assert f"has signed two different files {seq}" in words
    (witness.folder / "evidence" / f"{seq:04d}-{attacker.seat}.pbem").unlink()
    later = forge(attacker, lambda file: replace(file, open=(), order=(order,)))
    assert refusal(witness, later)[0] == "E08"
    (witness.folder / "evidence" / f"{seq + 1:04d}-{attacker.seat}.pbem").unlink()
