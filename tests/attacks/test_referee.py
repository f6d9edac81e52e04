"""A referee who helps a friend, rulings without end, a genesis that would split the game."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.begin import accept, invited
from pbem.game.verify import adjudicate
from pbem.keys import PrivateKey
from pbem.scan import scan, tail
from pbem.seal import decrypt_secret
from pbem.turnfile import SealedPart, TurnFile, read
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, sign, with_orders
from tests.simulator import World, begin

RULING = {"type": "ruling", "words": "The first hit does not count.", "side": "red", "points": -1}
THREE = ("red", "blue", "referee")


def genesis_of(world: World) -> TurnFile:
    return replace(read(scan(world.mail[0])), hash="")


def joining(world: World, genesis: TurnFile, place: Path) -> str:
    """What red is told who tries to join by a doctored genesis of blue's."""
    author = world.players[genesis.seat]
    raw = sign(genesis, author.key)
    joiner = next(seat.name for seat in genesis.seats if seat.name != genesis.seat)
    with world.players[joiner].at_home(), pytest.raises(Refused) as caught:
        accept(place / "doctored", invited(raw)[0], joiner)
    assert not (place / "doctored").exists()
    problem = caught.value.problems[0]
    return f"{problem.code}: {problem}; {problem.hint}"


# --- a referee who grinds his join ---------------------------------------------------------------


def test_a_referee_who_would_join_last_is_refused_at_the_genesis(tmp_path: Path) -> None:
    """His join would own the first dice: he could try joins until they suit a friend."""
    world = begin(tmp_path, "pistols", THREE, joined=False)
    genesis = genesis_of(world)
    assert [seat.name for seat in genesis.seats] == ["referee", "blue", "red"]
    last = replace(genesis, seats=(*genesis.seats[1:], genesis.seats[0]))
    assert joining(world, last, tmp_path) == (
        "E12: [[seats]]: the referee 'referee' would join last, and the first dice would be his; "
        "its organiser names the referee before the players"
    )


@pytest.mark.parametrize("author", THREE)
@pytest.mark.parametrize("order", list(permutations(THREE)), ids="-".join)
def test_whoever_organises_a_player_joins_last(
    author: str, order: tuple[str, ...], tmp_path: Path
) -> None:
    """In every order of the seats, and whoever writes the genesis."""
    world = begin(tmp_path, "pistols", THREE, joined=False)
    genesis = genesis_of(world)
    seats = {seat.name: seat for seat in genesis.seats}
    doctored = replace(genesis, seat=author, seats=tuple(seats[name] for name in order))
    raw = sign(doctored, world.players[author].key)
    joiners = [name for name in order if name != author]
    with world.players[joiners[0]].at_home():
        if joiners[-1] == "referee":
            with pytest.raises(Refused, match="the referee 'referee' would join last"):
                accept(tmp_path / "doctored", invited(raw)[0], joiners[0])
        else:
            session = accept(tmp_path / "doctored", invited(raw)[0], joiners[0])
            assert session.fold.joins[-1] in ("red", "blue")


def test_a_game_has_one_referee(tmp_path: Path) -> None:
    """Under another name an organiser could read every annex with a second key of his own."""
    world = begin(tmp_path, "pistols", THREE, joined=False)
    genesis = genesis_of(world)
    key = PrivateKey.generate()
    umpire = replace(genesis.seats[0], name="umpire", key=key.public.line)
    raw = sign(replace(genesis, seats=(umpire, *genesis.seats)), world.players["red"].key)
    with pytest.raises(Refused, match=r"\[\[seats\]\]: a game has one referee at most") as caught:
        invited(raw)
    assert [problem.code for problem in caught.value.problems] == ["E04"]


def test_a_referee_holds_no_players_key(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", THREE, joined=False)
    genesis = genesis_of(world)
    key = world.players["blue"].key.public.line
    referee = replace(genesis.seats[0], key=key)
    raw = sign(replace(genesis, seats=(referee, *genesis.seats[1:])), world.players["red"].key)
    with pytest.raises(Refused, match=r"\[\[seats\]\]: one key sits on two sides") as caught:
        invited(raw)
    assert [problem.code for problem in caught.value.problems] == ["E04"]


@pytest.mark.slow
def test_no_roll_belongs_to_a_file_of_a_referee(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", THREE, {"witness": "referee"})
    world.play()
    with world.players["referee"].session() as session:
        folder = session.folder
    with world.players["referee"].at_home():
        assert pbem.cli.run(["-C", str(folder.path), "verify"]) == 0
    authors = [read(scan(raw)).seat for raw in world.mail]
    dice = [(one.seq, one.witness) for one in thrown(world)]
    assert dice
    assert "referee" not in {authors[seq] for seq, _ in dice}
    assert {authors[witness] for _, witness in dice} == {"referee"}


def thrown(world: World) -> list[Any]:
    found = []
    with world.players["red"].at_home():
        for _, outcome, _ in adjudicate(world.players["red"].folder):
            found += outcome.thrown if outcome else ()
    return found


def test_a_referee_reads_no_game_secret(tmp_path: Path) -> None:
    """He could pass on all seeds: it is encrypted to its author's own key alone (protocol 8)."""
    world = begin(tmp_path, "pistols", THREE, {"sealed": "true"})
    first = [read(scan(raw)) for raw in world.mail[: len(THREE)]]
    assert {file.seat for file in first} == set(THREE)
    for file in first:
        assert file.annex is not None
        for seat, player in world.players.items():
            if seat == file.seat:
                secret, _ = decrypt_secret(file.annex.secret, player.key)
                assert secret.hex() == (player.folder / "private" / "secret").read_text().strip()
            else:
                with pytest.raises(Refused, match="this key does not open it"):
                    decrypt_secret(file.annex.secret, player.key)


# --- rulings without end -------------------------------------------------------------------------


def test_after_a_ruling_its_author_decides_something_first(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"))
    author = world.players[world.next_seat]
    reader = next(player for player in world.players.values() if player is not author)
    world.deliver(author.send(RULING), author.seat)
    with pytest.raises(Refused, match="you have ruled already, and decided nothing since"):
        author.send({**RULING, "words": "Nor does the second."})
    for number in range(3):
        again = with_orders({**RULING, "words": f"Nor does hit {number}."})
        code, words = refusal(reader, forge(author, again))
        assert (code, words) == (
            "E12", "order 1: you have ruled already, and decided nothing since [protocol 10]",
        )  # fmt: skip
        (reader.folder / "evidence" / f"0003-{author.seat}.pbem").unlink()
    world.deliver(author.send(AIM), author.seat)
    while world.next_seat != author.seat:
        world.round()
    world.deliver(author.send({**RULING, "words": "Nor does the last."}), author.seat)
    with reader.session() as session:
        assert [one.words for one in session.fold.proposals] == ["Nor does the last."]


def test_a_ruling_seals_nothing(tmp_path: Path) -> None:
    """What it sealed could be opened instead of what its author seals in his orders."""
    world = begin(tmp_path, "pistols", ("red", "blue"), {"sealed": "true"})
    author = world.players[world.next_seat]
    reader = next(player for player in world.players.values() if player is not author)
    early = (SealedPart(id="aim/t1", commit="00" * 32),)
    raw = forge(author, lambda file: replace(file, order=(RULING,), sealed=early))
    assert refusal(reader, raw) == ("E11", "[[sealed]]: file 2 must seal nothing")
    (reader.folder / "evidence" / f"0002-{author.seat}.pbem").unlink()
    world.deliver(author.send(RULING), author.seat)
    world.play()


# --- a genesis of another adjudication -----------------------------------------------------------


@pytest.mark.parametrize("revision", [2, 1_000])
def test_a_genesis_of_a_revision_that_nobody_has_is_refused(revision: int, tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    genesis = genesis_of(world)
    assert genesis.genesis is not None
    part = replace(genesis.genesis, revision=revision)
    said = joining(world, replace(genesis, genesis=part), tmp_path)
    assert said.startswith(
        f"E12: [genesis] revision: it is played by revision {revision} of Duel, "
        "and this program knows 1; upgrade the program"
    )


def test_what_is_kept_for_going_on_after_trouble_is_refused(tmp_path: Path) -> None:
    """The names are taken (protocol 11): no game of this program begins or goes on by them."""
    world = begin(tmp_path, "pistols", ("red", "blue"))
    author = world.players[world.next_seat]
    reader = next(player for player in world.players.values() if player is not author)
    for order in ({"type": "propose", "undo": 2}, {"type": "propose", "revision": 2}):
        code, words = refusal(reader, forge(author, with_orders(order)))
        assert (code, words) == ("E12", "order 1: there is no order of type 'propose'")
        (reader.folder / "evidence" / f"0002-{author.seat}.pbem").unlink()
    organiser = world.players[genesis_of(world).seat]
    game = f'game = "{"ab" * 32}"\nlast = "{"cd" * 32}"\nseq = 3\ndigest = "{"ef" * 32}"\n'
    body = scan(world.mail[0]).body + f"\n[genesis.continues]\n{game}".encode()
    with pytest.raises(Refused, match="unknown key 'continues'") as caught:
        invited(body + tail(organiser.key.sign(body)))
    assert [problem.code for problem in caught.value.problems] == ["E04"]


def test_a_revision_is_a_number_from_1(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    genesis = genesis_of(world)
    assert genesis.genesis is not None
    part = replace(genesis.genesis, revision=0)
    raw = sign(replace(genesis, genesis=part), world.players[genesis.seat].key)
    with pytest.raises(Refused, match=r"\[genesis\] revision: must be 1 or more"):
        invited(raw)
