"""Attacks on sealed items: other openings, copied and swapped commitments, broken plans."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from pbem.codec import ZERO
from pbem.dice import commitment as seed_commitment
from pbem.dice import seed_for
from pbem.engine.events import Event
from pbem.engine.fold import resolve
from pbem.engine.ledger import state_digest
from pbem.frozen import replace
from pbem.game import annexes
from pbem.game.annexes import Place
from pbem.game.logbook import read_turn
from pbem.scan import scan
from pbem.systems.midway.table.events import PlanBroken, Planned
from pbem.turnfile import AnnexPart, DicePart, OpenPart, SealedPart, StatePart, TurnFile, read
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, honest_parts, sign
from tests.simulator import SENT, Player, World, begin

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
    code, words = refusal(sealed.players["red"], openings(sealed, change))
    assert code == "E11"
    assert words in (
        "[[open]]: file 4 must open aim/t1",
        "[[open]]: file 4 must open each item once",
        "[[open]] 1: what is opened as 'aim/t1' is not what was sealed",
    )


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
    assert red.run("status") == 0
    said = capsys.readouterr().out
    assert "the Blue side owes file 4 since" in said
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


@pytest.mark.parametrize("name", BROKEN_PLANS)
def test_a_broken_plan_is_void_and_reported(planning: World, name: str, tmp_path: Path) -> None:
    content = BROKEN_PLANS[name].replace("'", '"')
    world = copied(planning, tmp_path)
    cheat, reader = world.players["japanese"], world.players["american"]
    world.deliver(sealing(cheat, "plan/t0", content))
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
        players[seat] = player.moved(place / seat, home=place / player.home.name)
    return World(players=players, mail=list(world.mail))


def sealing(player: Player, id_: str, content: str) -> bytes:
    """The player's next file, which seals whatever it is told to."""
    with player.session() as session:
        place = Place(
            secret=session.secret(), game=session.links.game, seat=player.seat, seq=session.next_seq
        )
        made = annexes.sealing(place, session.fold, session.rules, {id_: content}, 0)
    annex = AnnexPart(age=made.age)
    return forge(player, lambda file: replace(file, sealed=made.sealed, annex=annex))


def events_of(player: Player, kind: type[Event]) -> list[Event]:
    with player.session() as session:
        events, until = session.rules.system.events, session.links.seq
        pages = [read_turn(session.folder, turn, events, until) for turn in (0, 1)]
    events = [one.event for page in pages for _, one in page.happenings]
    return [event for event in events if isinstance(event, kind)]


def decks_of(player: Player) -> list[str]:
    with player.session() as session:
        squadrons = session.fold.table.game.squadrons.values()
        return [s.id for s in squadrons if s.box == "deck" and s.side == "japanese"]
