"""Players who cheat: each attack is refused, or leads nowhere, or is caught and named."""

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

import pbem.cli
from pbem.card import parse_card
from pbem.codec import ZERO
from pbem.dice import Dice, DiceClosed, check_roll, seed_for, throw
from pbem.dice import commitment as seed_commitment
from pbem.engine.events import Event
from pbem.engine.fold import resolve
from pbem.engine.ledger import Outcome, is_over, public_state, state_digest, writer
from pbem.errors import Refused
from pbem.game.begin import accept, invited
from pbem.game.dicebook import rolls
from pbem.game.logbook import read_turn
from pbem.game.status import summary
from pbem.game.verify import verify_game, verify_links
from pbem.game.write import Draft, check_draft, secret_annex
from pbem.keys import PrivateKey, PublicKey
from pbem.pem import unwrap, wrap
from pbem.seal import commitment, salt_for
from pbem.systems.midway.events import FlakFired, PlanBroken, Planned
from pbem.turnfile import (
    DicePart,
    GenesisPart,
    JoinPart,
    OpenPart,
    SealedPart,
    StatePart,
    TurnFile,
    read,
    scan,
    tail,
)
from tests.cheat import Doctor, forge, honest_parts, seed_of, sign, with_orders
from tests.simulator import SENT, Player, World, begin

AIM = {"type": "aim", "number": 2}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A duel in which blue has written file 2, and red is to answer with file 3."""
    made = begin(tmp_path, "pistols", ("red", "blue"))
    made.round()
    return made


@pytest.fixture
def pending(world: World) -> World:
    """The duel after red's file 3, whose dice wait for a seed of blue's."""
    world.round()
    return world


@pytest.fixture
def sealed(tmp_path: Path) -> World:
    """A duel with sealed numbers; both have sealed one, and blue is to open his with file 4."""
    made = begin(tmp_path / "sealed", "pistols", ("red", "blue"), {"sealed": "true"})
    made.round()
    made.round()
    return made


def refusal(player: Player, raw: bytes) -> tuple[str, str]:
    """Code and words of the refusal; nothing but inbox and evidence may have changed."""
    before = player.files()
    with pytest.raises(Refused) as caught:
        player.receive(raw)
    after = player.files()
    new = {name for name in after if after[name] != before.get(name)}
    assert not any(name.partition("/")[0] not in ("inbox", "evidence") for name in new)
    assert not before.keys() - after.keys()
    problem = caught.value.problems[0]
    return problem.code, f"{problem}"


def judged(reader: Player, raw: bytes) -> Outcome[Any]:
    """What a file would lead to, without taking it."""
    scanned = scan(raw)
    with reader.session() as session:
        return session.judge(scanned, read(scanned))


def faces(outcome: Outcome[Any]) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.roll.label, one.roll.dice) for one in outcome.thrown]


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
    for armour in (narrow, bent, loose_end(scanned.armour)):
        wrapped = scanned.body + tail(armour)
        assert scan(wrapped).hash == scanned.hash
        assert refusal(late, wrapped)[0] == "E03"
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
    with pytest.raises(Refused, match="it is for seat"):
        attacker.send(order)
    second = sign(replace(read(scan(flak.mail[-1])), order=(order,)), attacker.key)
    code, words = refusal(witness, second)
    assert code == "E05"
    assert f"has signed two different files {seq}" in words
    (witness.folder / "evidence" / f"{seq:04d}-{attacker.seat}.pbem").unlink()
    later = forge(attacker, lambda file: replace(file, open=(), order=(order,)))
    assert refusal(witness, later)[0] == "E08"
    (witness.folder / "evidence" / f"{seq + 1:04d}-{attacker.seat}.pbem").unlink()


# --- sealed items --------------------------------------------------------------------------------


def openings(world: World, change: Callable[[OpenPart], Any]) -> bytes:
    def doctor(file: TurnFile) -> TurnFile:
        assert [part.id for part in file.open] == ["aim/t1"]
        changed = change(file.open[0])
        return replace(file, open=changed if isinstance(changed, tuple) else (changed,))

    return forge(world.players["blue"], doctor)


@pytest.mark.parametrize(
    "change",
    [
        lambda part: replace(part, content="number = 6\n"),
        lambda part: replace(part, content=part.content + "\n"),
        lambda part: replace(part, salt="12" * 32),
        lambda part: replace(part, seq=0),
        lambda part: replace(part, seq=3),
        lambda part: replace(part, seq=-1),
        lambda part: replace(part, id="aim/t0"),
        lambda part: (part, part),
        lambda part: (part, replace(part, content="number = 6\n")),
        lambda part: (part, replace(part, id="aim/t2")),
        lambda part: (),
    ],
)
def test_only_what_was_sealed_last_is_opened(
    sealed: World, change: Callable[[OpenPart], Any]
) -> None:
    assert refusal(sealed.players["red"], openings(sealed, change))[0] == "E11"


def test_an_older_item_is_not_opened_for_a_newer_one(sealed: World) -> None:
    first = openings(sealed, lambda part: part)
    old = read(scan(first)).open[0]
    while writer_of(sealed) != "blue" or turn_of(sealed) != 2 or not asked_to_open(sealed):
        sealed.round()

    def doctor(file: TurnFile) -> TurnFile:
        (part,) = file.open
        return replace(file, open=(replace(old, id=part.id),))

    assert refusal(sealed.players["red"], forge(sealed.players["blue"], doctor))[0] == "E11"


def writer_of(world: World) -> str:
    return world.next_seat


def turn_of(world: World) -> int:
    with world.players["blue"].session() as session:
        return session.ahead().fold.table.turn


def asked_to_open(world: World) -> bool:
    return bool(honest_parts(world.players["blue"]).open)


def test_an_id_is_sealed_once_in_a_file(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    parts = tuple(SealedPart(id="aim/t1", commit=f"{n:064x}") for n in (1, 2))
    raw = forge(world.players["blue"], lambda file: replace(file, sealed=parts))
    code, words = refusal(world.players["red"], raw)
    assert (code, words) == ("E04", "[[sealed]]: an id is sealed twice")


def test_a_copied_seal_cannot_be_opened(tmp_path: Path) -> None:
    """Red seals what blue sealed; when blue opens, the content fits, and the place does not."""
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    red, blue = world.players["red"], world.players["blue"]
    world.round()
    theirs = read(scan(world.mail[-1])).sealed
    blue.receive(forge(red, lambda file: replace(file, sealed=theirs)))
    world.mail.append(blue.send())
    (part,) = read(scan(world.mail[-1])).open
    for copy in (part, replace(part, seq=3)):
        raw = sign(replace(parts_seen_by(blue, red), open=(copy,)), red.key)
        assert refusal(blue, raw)[0] == "E11"
        (blue.folder / "evidence" / "0005-red.pbem").unlink()


def parts_seen_by(reader: Player, cheat: Player) -> TurnFile:
    """The cheat's next file, computed from what the reader has and the cheat's secret."""
    secret = bytes.fromhex((cheat.folder / "private" / "secret").read_text())
    with reader.session() as session:
        game, seq = bytes.fromhex(session.links.game), session.next_seq
        before = session.links.commits[cheat.seat].seq
        reveal = seed_for(secret, game if before else ZERO, before).hex()
        fold = resolve(session.fold, session.rules, cheat.seat, seq, reveal).fold
        commit = seed_commitment(game, cheat.seat, seq, seed_for(secret, game, seq)).hex()
        return TurnFile(
            format="pbem/1",
            game=session.links.game,
            seq=seq,
            prev=session.links.hash,
            seat=cheat.seat,
            nonce="ab" * 32,
            sent=SENT,
            dice=DicePart(commit=commit, reveal=reveal),
            state=StatePart(digest=state_digest(fold)),
        )


def test_who_cannot_open_owes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    red, blue = world.players["red"], world.players["blue"]
    junk = (SealedPart(id="aim/t1", commit="77" * 32),)
    part = OpenPart(seq=2, id="aim/t1", salt="00" * 32, content="number = 1\n")
    red.receive(forge(blue, lambda file: replace(file, sealed=junk)))
    red.send(AIM)
    raw = sign(replace(parts_seen_by(red, blue), open=(part,)), blue.key)
    assert refusal(red, raw)[0] == "E11"
    assert pbem.cli.run(["-C", str(red.folder), "status"]) == 0
    said = capsys.readouterr().out
    assert "blue owes file 4 since" in said
    assert "refused and kept in evidence: 0004-blue.pbem" in said


ALL_ABOARD = ["Kaga-F", "Kaga-DB", "Kaga-TB", "Akagi-F", "Akagi-DB", "Akagi-TB"]
BROKEN_PLANS = {
    "two carriers' squadrons": f"[[plan]]\ncarrier = 'akagi'\ndeck = {ALL_ABOARD}\n",
    "no such carrier": "[[plan]]\ncarrier = 'yamato'\ndeck = []\n",
    "an enemy carrier": "[[plan]]\ncarrier = 'hornet'\ndeck = []\n",
    "one carrier twice": "[[plan]]\ncarrier = 'akagi'\n\n[[plan]]\ncarrier = 'akagi'\n",
    "a squadron twice": "[[plan]]\ncarrier = 'akagi'\ndeck = ['Akagi-TB', 'Akagi-TB']\n",
    "a wrong type": "plan = 3\n",
    "an unknown key": "[[plan]]\ncarrier = 'akagi'\nspeed = 30\n",
    "no narrow form": "plan = []  # a comment\n",
    "no TOML": "plan = [\n",
    "a date": "plan = 1942-06-04\n",
    "a key twice": "plan = []\nplan = []\n",
    "many brackets": "plan = " + "[" * 30_000 + "]" * 30_000 + "\n",
    "a control character": 'plan = "\\u0000"\n',
    "nothing but words": "attack at dawn\n",
}


@pytest.fixture(scope="module")
def planning(tmp_path_factory: pytest.TempPathFactory) -> World:
    place = tmp_path_factory.mktemp("planning")
    options = {"pace": "phase", "sealed_planning": "true"}
    return begin(place, "midway-0700", ("japanese", "american"), options)


@pytest.mark.parametrize("name", BROKEN_PLANS)
def test_a_broken_plan_is_void_and_reported(planning: World, name: str, tmp_path: Path) -> None:
    content = BROKEN_PLANS[name].replace("'", '"')
    world = copied(planning, tmp_path)
    cheat, reader = world.players["japanese"], world.players["american"]
    world.deliver(sealing(cheat, "plan/t0", content))
    with cheat.session() as session:
        session.folder.write_sealed({"plan/t0": content})
    world.round()
    decks = decks_of(reader)
    raw = forge(cheat, lambda file: file)
    assert [part.content for part in read(scan(raw)).open] == [content]
    world.deliver(raw)
    assert events_of(reader, PlanBroken) == [PlanBroken(to="all", seat="japanese")]
    assert events_of(reader, Planned) == []
    assert decks_of(reader) == decks
    report = (reader.folder / "reports" / "turn-01.txt").read_text()
    assert "  ! " in report


def copied(world: World, place: Path) -> World:
    """The same game in other folders."""
    players = {}
    for seat, player in world.players.items():
        copytree(player.home, place / player.home.name)
        copytree(player.folder, place / seat)
        players[seat] = replace(player, home=place / player.home.name, folder=place / seat)
    return World(players=players, mail=list(world.mail))


def sealing(player: Player, id_: str, content: str) -> bytes:
    """The player's next file, which seals whatever it is told to."""
    with player.session() as session:
        game, seq = bytes.fromhex(session.links.game), session.next_seq
        salt = salt_for(session.secret(), game, seq, id_)
    part = SealedPart(id=id_, commit=commitment(game, player.seat, seq, id_, salt, content).hex())
    return forge(player, lambda file: replace(file, sealed=(part,)))


def events_of(player: Player, kind: type[Event]) -> list[Event]:
    with player.session() as session:
        pages = [read_turn(session.folder, turn, session.rules.system.events) for turn in (0, 1)]
    events = [one.event for page in pages for _, one in page.happenings]
    return [event for event in events if isinstance(event, kind)]


def decks_of(player: Player) -> list[str]:
    with player.session() as session:
        squadrons = session.fold.table.game.squadrons.values()
        return [s.id for s in squadrons if s.box == "deck" and s.side == "japanese"]


# --- who signs what ------------------------------------------------------------------------------


def test_two_versions_of_a_turn_are_a_proof(world: World, tmp_path: Path) -> None:
    red, blue = world.players["red"], world.players["blue"]
    second = forge(red, with_orders({"type": "aim", "number": 5}))
    world.round()
    assert refusal(blue, second)[0] == "E05"
    proof = tmp_path / "fork.toml"
    names = ["chain/0003-red.pbem", "evidence/0003-red.pbem"]
    where = ["-C", str(blue.folder)]
    assert pbem.cli.run([*where, "prove", "fork", *names, "-o", str(proof)]) == 0
    assert pbem.cli.run(["prove", "check", str(proof)]) == 0
    assert pbem.cli.run([*where, "verify"]) == 0
    world.play()


def test_what_proves_no_fork_is_no_proof(world: World, tmp_path: Path) -> None:
    red, blue = world.players["red"], world.players["blue"]
    raw = forge(red, with_orders(AIM))
    other = forge(red, with_orders(AIM), PrivateKey.generate())
    files = {"a": raw, "same": raw.replace(b"\n", b"\r\n"), "stranger": other}
    files |= {"place": world.mail[-1], "genesis": world.mail[0]}
    files["another genesis"] = regenesis(world, lambda file: replace(file, message="x"))
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    where = ["-C", str(blue.folder), "prove", "fork"]
    for pair in (("a", "same"), ("a", "stranger"), ("a", "place"), ("genesis", "another genesis")):
        assert pbem.cli.run([*where, *(str(tmp_path / name) for name in pair)]) == 1


def test_a_file_of_another_game_seat_or_key_is_refused(world: World, tmp_path: Path) -> None:
    red, blue = world.players["red"], world.players["blue"]
    twin = begin(tmp_path / "twin", "pistols", ("red", "blue"))
    twin.round()
    assert refusal(blue, twin.round())[0] == "E02"
    assert refusal(blue, twin.mail[0])[0] == "E02"
    moved = replace(read(scan(twin.mail[-1])), game=scan(world.mail[0]).hash)
    assert refusal(blue, sign(moved, twin.players["red"].key))[0] == "E03"
    assert refusal(blue, forge(red, with_orders(AIM), blue.key))[0] == "E03"
    assert refusal(blue, forge(red, lambda f: replace(f, seat="blue")))[0] == "E03"
    assert refusal(blue, forge(red, with_orders(AIM), PrivateKey.generate()))[0] == "E03"


@pytest.mark.parametrize(
    "name", ["rеd", "red ", " red", "RED", "r*", "red,blue", "*", "!blue", "../red", "red\\n", ""]
)
def test_a_name_that_is_none_is_no_seat(world: World, name: str) -> None:
    body = scan(forge(world.players["red"], with_orders(AIM))).body
    body = body.replace(b'seat = "red"', f'seat = "{name}"'.encode(), 1)
    raw = body + tail(world.players["red"].key.sign(body))
    assert refusal(world.players["blue"], raw)[0] == "E01"


@pytest.mark.parametrize("name", ["red2", "re-d", "reds", "r"])
def test_a_seat_that_looks_like_one_is_none(world: World, name: str) -> None:
    raw = forge(world.players["red"], lambda file: replace(file, seat=name))
    assert refusal(world.players["blue"], raw)[0] == "E03"


# --- a genesis by a cheating organiser -----------------------------------------------------------


def regenesis(world: World, doctor: Doctor, key: PrivateKey | None = None) -> bytes:
    return sign(doctor(read(scan(world.mail[0]))), key or world.players["red"].key)


def seats(**changed: Any) -> Doctor:
    """The genesis with blue's seat changed."""
    return lambda file: replace(
        file, seats=tuple(replace(s, **changed) if s.name == "blue" else s for s in file.seats)
    )


def ssh_line(raw: bytes) -> str:
    blob = (11).to_bytes(4, "big") + b"ssh-ed25519" + (32).to_bytes(4, "big") + raw
    return f"ssh-ed25519 {base64.b64encode(blob).decode()}"


P = 2**255 - 19
ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
BAD_POINTS = {
    "the neutral point": 1,
    "the point of order 2": P - 1,
    "a point of order 4": 0,
    "its negative": 2**255,
    "a point of order 8": ORDER_8,
    "another of order 8": P - ORDER_8,
    "the neutral point in disguise": P + 1,
    "the neutral point, other sign": 2**255 + 1,
    "a point of order 4 in disguise": P,
    "off the curve": 2,
}


@pytest.mark.parametrize("point", BAD_POINTS)
def test_a_key_of_small_order_is_none(world: World, point: str) -> None:
    """With such a key anybody's signature would verify."""
    line = ssh_line(BAD_POINTS[point].to_bytes(32, "little"))
    with pytest.raises(Refused) as caught:
        invited(regenesis(world, seats(key=line)))
    assert [(p.code, p.where) for p in caught.value.problems] == [("E04", "[[seats]] 'blue', key")]
    for card in (f"{line} anna", f"{line}\n"):
        with pytest.raises(Refused, match="no proper Ed25519 key"):
            parse_card(card)


@pytest.mark.parametrize(
    "doctor",
    [
        lambda file: seats(key=file.seats[1].key)(file),
        lambda file: seats(key=file.seats[1].key + " anna")(file),
        seats(key="ssh-rsa AAAA"),
        seats(name="Blue"),
        seats(name="blue\n"),
        seats(name="../blue"),
        seats(name="*"),
        seats(name="red"),
        seats(name="b" * 21),
        seats(name="blуe"),
        seats(side="red"),
        seats(side="b lue"),
        seats(side="referee"),
        lambda file: replace(file, seats=file.seats[1:]),
        lambda file: replace(file, seats=file.seats[:1]),
        lambda file: replace(file, seats=()),
        lambda file: replace(file, genesis=None),
        lambda file: replace(file, order=(AIM,)),
        lambda file: replace(file, state=StatePart(digest="00" * 32)),
        lambda file: replace(file, game="01" * 32),
        lambda file: replace(file, prev="01" * 32),
    ],
)
def test_a_genesis_with_wrong_seats_is_refused(world: World, doctor: Doctor) -> None:
    with pytest.raises(Refused) as caught:
        invited(regenesis(world, doctor))
    assert {problem.code for problem in caught.value.problems} == {"E04"}


def in_genesis(**changed: Any) -> Doctor:
    def doctor(file: TurnFile) -> TurnFile:
        assert isinstance(file.genesis, GenesisPart)
        return replace(file, genesis=replace(file.genesis, **changed))

    return doctor


def options(**changed: Any) -> Doctor:
    def doctor(file: TurnFile) -> TurnFile:
        assert isinstance(file.genesis, GenesisPart)
        return in_genesis(options={**file.genesis.options, **changed})(file)

    return doctor


BOTH = ["akagi", "kaga", "soryu", "hiryu"]
THREE = ["enterprise", "hornet", "yorktown"]


def swapped(file: TurnFile) -> TurnFile:
    """Both seats on the side that their carriers are not of."""
    one, two = file.seats
    return replace(file, seats=(replace(one, side=two.side), replace(two, side=one.side)))


WRONG_MIDWAYS: dict[str, Doctor] = {
    "unknown pace": options(pace="fast"),
    "pace of another type": options(pace=["turn"]),
    "unknown option": options(cheat=True),
    "another witness": options(witness="me"),
    "a referee's witness": options(witness="referee"),
    "sealed at the wrong pace": options(sealed_planning=True),
    "no carriers": options(carriers={}),
    "carriers no table": options(carriers="all"),
    "a carrier missing": options(carriers={"japanese": BOTH[1:], "american": THREE}),
    "a carrier twice": options(carriers={"japanese": [*BOTH, "akagi"], "american": THREE}),
    "carriers of both sides": options(
        carriers={"japanese": [*BOTH, "hornet"], "american": ["enterprise", "yorktown"]}
    ),
    "a seat that is not there": options(carriers={"japanese": BOTH, "yankee": THREE}),
    "a seat without carriers": options(carriers={"japanese": BOTH + THREE, "american": []}),
    "sides swapped": swapped,
    "another rule book": in_genesis(rules="00" * 32),
    "another scenario file": in_genesis(scenario_hash="00" * 32),
    "an unknown system": in_genesis(system="midwax"),
}


@pytest.mark.parametrize("name", WRONG_MIDWAYS)
def test_a_wrong_genesis_is_not_joined(planning: World, name: str, tmp_path: Path) -> None:
    organiser, joiner = planning.players["japanese"], planning.players["american"]
    plain = options(pace="turn", sealed_planning=False)(read(scan(planning.mail[0])))
    scanned, _ = invited(sign(WRONG_MIDWAYS[name](plain), organiser.key))
    with joiner.at_home(), pytest.raises(Refused) as caught:
        accept(tmp_path / "game", scanned, "american")
    assert {problem.code for problem in caught.value.problems} == {"E12"}
    assert list(tmp_path.iterdir()) == []


def test_a_join_with_another_rule_book_is_refused(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    red, blue = world.players["red"], world.players["blue"]
    with red.session(), blue.session() as session:
        fold = session.fold
        annex = secret_annex(session.secret(), bytes.fromhex(session.links.game), blue.key)
    for rules, scenario in (("00" * 32, fold.scenario_hash), (fold.rules, "00" * 32)):
        part = JoinPart(rules=rules, scenario_hash=scenario)
        raw = forge(blue, lambda file, part=part: replace(file, join=part, annex=annex))
        assert refusal(red, raw) == (
            "E12",
            "[join]: its author joined with another rule book or scenario",
        )
        (red.folder / "evidence" / "0001-blue.pbem").unlink()


@pytest.mark.parametrize(
    "form",
    [
        b"[dice]\n\ncommit = %s\nreveal = %s\n",
        b"[dice]\ncommit = %s\n\nreveal = %s\n",
        b"[dice]\ncommit = %s\nreveal = %s\n\n\n",
        b"dice = { commit = %s, reveal = %s }\n",
    ],
)
def test_a_file_that_was_taken_also_passes_the_check_of_the_chain_alone(
    world: World, form: bytes
) -> None:
    """Other ways to write the same seeds must not make an honest player's chain look broken."""
    red, blue = world.players["red"], world.players["blue"]
    body = scan(forge(red, with_orders(AIM))).body
    found = re.search(rb"\[dice\]\ncommit = (.*)\nreveal = (.*)\n", body)
    assert found
    body = body.replace(found[0], form % found.groups())
    blue.receive(body + tail(red.key.sign(body)))
    assert verify_links(blue.folder, lambda _: None).files == 4
    blue.send(AIM)
    for words in (["verify"], ["verify", "--chain"], ["state", "--at", "3"], ["dice", "--explain"]):
        assert pbem.cli.run(["-C", str(blue.folder), *words]) == 0


# --- text that would be something else -----------------------------------------------------------


def test_tables_behind_the_signature_are_refused(world: World) -> None:
    raw = forge(world.players["red"], with_orders(AIM))
    more = b'\n[[order]]\ntype = "resign"\n'
    for tampered in (raw + more, raw + b"\n", raw + b"x = 1\n", raw[:-4] + more + b'"""\n'):
        assert refusal(world.players["blue"], tampered)[0] == "E01"


def test_armour_inside_a_message_is_a_message(world: World) -> None:
    red, blue = world.players["red"], world.players["blue"]
    words = "look:\n[signature]\n" + tail(PrivateKey.generate().sign(b"x")).decode()
    raw = red.send(AIM, message=words)
    blue.receive(raw)
    assert read(scan(raw)).message == words
    body = scan(raw).body
    spelt = b'message = """\n' + words.encode() + b'"""\n'
    unescaped = b"".join(
        spelt if line.startswith(b"message = ") else line for line in body.splitlines(True)
    )
    assert refusal(blue, unescaped + tail(red.key.sign(unescaped)))[0] == "E01"


def test_toml_that_costs_gigabytes_is_refused_by_its_bytes(world: World) -> None:
    red = world.players["red"]
    body = scan(forge(red, with_orders(AIM))).body
    for line in ("[" * 60_000, "a." * 30_000 + "a = 1", "x = " + "[" * 9_000 + "]" * 9_000):
        long = body + line.encode() + b"\n"
        assert refusal(world.players["blue"], long + tail(red.key.sign(long)))[0] == "E01"
    many = body + b"".join(b"[x%d.y]\n" % n for n in range(9_000))
    assert refusal(world.players["blue"], many + tail(red.key.sign(many)))[0] == "E04"


# --- floods --------------------------------------------------------------------------------------


def test_a_flood_fills_the_inbox_to_a_bound(world: World) -> None:
    reader = world.players["blue"]
    parts = {seat: honest_parts(world.players[seat]) for seat in ("red", "blue")}
    for seat, part in parts.items():
        for ahead in (*range(4, 3 + 67), 3 + 1_000, 2**31 - 1):
            raw = sign(replace(part, seq=ahead), world.players[seat].key)
            assert refusal(reader, raw)[0] == "E06"
    kept = list((reader.folder / "inbox").iterdir())
    assert len(kept) == 2 * 64
    assert max(path.name for path in kept) == "0067-red.pbem"
    again = sign(replace(parts["red"], seq=20, nonce="12" * 32), world.players["red"].key)
    assert refusal(reader, again)[0] == "E05"
    world.round()
    left = sorted(path.name for path in (reader.folder / "inbox").iterdir())
    assert left[:2] == ["0005-blue.pbem", "0005-red.pbem"]
    with reader.session() as session:
        assert session.links.seq == 3


def test_a_flood_of_refused_files_leaves_one_a_place(world: World) -> None:
    reader = world.players["blue"]
    for number in range(1, 9):
        nonce = f"{number:064x}"
        raw = forge(world.players["red"], lambda f, n=nonce: replace(f, nonce=n, prev=n))
        assert refusal(reader, raw)[0] in ("E07", "E05")
    assert [path.name for path in (reader.folder / "evidence").iterdir()] == ["0003-red.pbem"]


# --- signing once --------------------------------------------------------------------------------


def test_no_second_file_is_signed_after_the_folder_was_put_back(
    world: World, tmp_path: Path
) -> None:
    """A folder from a backup, other orders: the file that was signed is taken back."""
    red = world.players["red"]
    copytree(red.folder, tmp_path / "backup")
    sent = red.send({"type": "aim", "number": 1})
    rmtree(red.folder)
    copytree(tmp_path / "backup", red.folder)
    with pytest.raises(Refused, match="it is for seat 'blue' to write"):
        red.send({"type": "aim", "number": 6})
    assert red.files()["outbox/0003-red.pbem"] == sent
    assert red.files()["chain/0003-red.pbem"] == sent
    world.deliver(sent, "red")
    world.play()


# --- the end -------------------------------------------------------------------------------------


@pytest.fixture
def resigned(world: World) -> World:
    """Red has resigned; blue owes the first of the last files."""
    raw = world.players["red"].send({"type": "resign"})
    world.mail.append(raw)
    world.deliver(raw, "red")
    return world


def test_the_end_comes_too_early(world: World) -> None:
    raw = forge(world.players["red"], with_orders({"type": "end"}))
    assert refusal(world.players["blue"], raw) == ("E12", "order 1: the game is not over")


@pytest.mark.parametrize(
    "orders",
    [
        ({"type": "resign"}, {"type": "resign"}),
        ({"type": "resign"}, AIM),
        ({"type": "end"}, AIM),
        ({"type": "resign", "seat": "blue"},),
    ],
)
def test_resigning_and_ending_stand_alone(world: World, orders: tuple[dict[str, Any], ...]) -> None:
    raw = forge(world.players["red"], with_orders(*orders))
    assert refusal(world.players["blue"], raw)[0] == "E12"


@pytest.mark.parametrize(
    "orders",
    [(), (AIM,), ({"type": "resign"},), ({"type": "end"}, {"type": "end"}), ({"type": "end"}, AIM)],
)
def test_after_the_end_only_the_last_file_is_taken(
    resigned: World, orders: tuple[dict[str, Any], ...]
) -> None:
    red, blue = resigned.players["red"], resigned.players["blue"]
    with pytest.raises(Refused):
        blue.send(*orders)
    raw = forge(blue, with_orders(*orders))
    assert refusal(red, raw)[0] == "E12"


def test_nothing_comes_behind_the_last_file(resigned: World) -> None:
    red, blue = resigned.players["red"], resigned.players["blue"]
    assert resigned.play() == 2
    with pytest.raises(Refused, match="the game is over, and every last file is written"):
        red.send({"type": "end"})
    for player, reader in ((red, blue), (blue, red)):
        raw = forge(player, with_orders({"type": "end"}))
        code, _ = refusal(reader, raw)
        assert code == "E08"


def test_a_last_file_that_never_comes_leaves_a_claim(
    resigned: World, capsys: pytest.CaptureFixture[str]
) -> None:
    red = resigned.players["red"]

    def said(*words: str) -> str:
        assert pbem.cli.run(["-C", str(red.folder), *words]) == 0
        return capsys.readouterr().out

    assert "blue owes file 4 since" in said("status")
    assert "(a claim until every last file is written)" in said("status")
    assert "(a claim until every last file is written)" in " ".join(said("report").split())
    resigned.play()
    for text in (said("status"), said("report")):
        assert "red resigned" in text
        assert "claim" not in text


def test_all_agree_at_the_end(resigned: World) -> None:
    resigned.play()
    states = []
    for player in resigned.players.values():
        with player.session() as session:
            assert is_over(session.fold, session.rules)
            assert writer(session.fold) == ""
            assert summary(session)["next"] == ""
            states.append(public_state(session.fold))
        verified, _ = verify_game(player.folder, lambda _: None)
        assert verified.files == 6
    assert states[0] == states[1]
    assert list(islice(resigned.players, 2)) == ["red", "blue"]
    assert all(PublicKey.parse(p.key.public.line) for p in resigned.players.values())
