"""Games to measure with: between bots, long and quiet ones, and chains of any length."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.dice import commitment, seed_for
from pbem.frozen import replace
from pbem.scan import scan, tail
from pbem.store.names import file_name
from pbem.turnfile import DicePart, TurnFile, read, write_body
from tests.simulator import Player, World, begin

SEATS = ("japanese", "american")
LONG = """
title = "A long game in which nobody takes off"
turns = 400
notes = "Squadrons come on deck and go below again."

[start]
waiting = []
cap = []
"""


def bot_game(place: Path, scenario: str = "midway-0700") -> World:
    """A whole game between bots, through files; by default of two seats at the pace `turn`."""
    world = begin(place, scenario, SEATS)
    world.play()
    return world


# --- long games ----------------------------------------------------------------------------------


def long_game(place: Path, turn: int) -> World:
    """A game of 400 turns, played to the beginning of a turn with all planes in their hangars."""
    for seat in SEATS:
        folder = place / f"{seat}-home" / "scenarios" / "midway"
        folder.mkdir(parents=True)
        (folder / "long.toml").write_text(LONG, encoding="utf-8")
    world = begin(place, "long", SEATS)
    while turn_of(world) < turn:
        author = world.players[world.next_seat]
        world.deliver(author.send(*quiet_orders(author)), author.seat)
    return world


def turn_of(world: World) -> int:
    """The turn that is being played."""
    with world.players[SEATS[0]].session() as session:
        turn: int = session.fold.table.turn
        return turn


def quiet_orders(player: Player) -> tuple[Mapping[str, Any], ...]:
    """Orders by which each carrier brings up another squadron, and none takes off."""
    with player.session() as session:
        view = session.view()
    phases = {int(key.partition("/")[2]) for key in view.decision.covers}
    own = [carrier.id for carrier in view.game.carriers.values() if carrier.seat == player.seat]
    launches = [{"type": "launch", "carrier": id_} for id_ in own if phases & {9, 10}]
    below = {id_: next(view.game.aboard(id_, "hangar")).id for id_ in own}
    plans = [
        {"type": "plan", "carrier": id_, "deck": [below[id_]]} for id_ in own if phases & {11, 12}
    ]
    return (*launches, *plans)


# --- chains --------------------------------------------------------------------------------------


def write_chain(world: World, folder: Path, count: int) -> list[Path]:
    """A chain of `count` files whose signatures, links and seeds hold.

    It begins as the world's game did and goes on with the bodies of its files, over and over.
    """
    folder.mkdir(parents=True)
    paths = []
    for seq, (seat, raw) in enumerate(_files(world, count)):
        paths.append(folder / file_name(seq, seat))
        paths[-1].write_bytes(raw)
    return paths


def _files(world: World, count: int) -> Iterator[tuple[str, bytes]]:
    first = [scan(raw) for raw in world.mail[: len(SEATS)]]
    yield from ((scanned.seat, scanned.raw) for scanned in first)
    bodies = [read(scan(raw)) for raw in world.mail[len(SEATS) :]]
    game, prev = first[0].hash, first[-1].hash
    last = {scanned.seat: scanned.seq for scanned in first}
    secrets = {seat: _secret(player) for seat, player in world.players.items()}
    for seq in range(len(first), count):
        body = bodies[seq % len(bodies)]
        dice = _dice(bytes.fromhex(game), body.seat, seq, last[body.seat], secrets[body.seat])
        file = replace(body, seq=seq, prev=prev, dice=dice)
        raw = _signed(world.players[file.seat], file)
        last[file.seat], prev = seq, scan(raw).hash
        yield file.seat, raw


def _secret(player: Player) -> bytes:
    with player.session() as session:
        return session.secret()


def _dice(game: bytes, seat: str, seq: int, before: int, secret: bytes) -> DicePart:
    """A commitment for file `seq`, and the seed of the seat's file before."""
    reveal = seed_for(secret, game if before else bytes(32), before)
    commit = commitment(game, seat, seq, seed_for(secret, game, seq))
    return DicePart(commit=commit.hex(), reveal=reveal.hex())


def _signed(author: Player, file: TurnFile) -> bytes:
    body = write_body(file)
    return body + tail(author.key.sign(body))
