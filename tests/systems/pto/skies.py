"""Small tables for the air, opened with written standing orders and played from written files."""

from collections.abc import Mapping

from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ShipKind
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    NavalInterception,
    SearchRule,
)
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, begun, later
from tests.systems.pto.tabletop import SEATS, Faces, aboard, force, ship

TOKYO, WASHINGTON = SEATS
FLYING = {"W1 grounding arctic": 7, "W1 grounding monsoon": 6}
"""The weather of a June in which everybody flies."""
QUIET: tuple[Order, ...] = (
    SearchRule(when="never"),
    NavalInterception(when="never", counter="never"),
    AirStrikeRule(when="never"),
    AirInterception(when="never"),
)
"""Standing orders by which nobody answers the enemy."""
RISING: tuple[Order, ...] = (*QUIET[:-1], AirInterception(when="always"))
"""Standing orders by which fighters rise, and nobody else does anything."""
Carriers = tuple[tuple[str, ShipKind, str], ...]


def opened(
    game: Game,
    japanese: tuple[Order, ...] = QUIET,
    allied: tuple[Order, ...] = QUIET,
    *,
    dice: Mapping[str, Faces] = FLYING,
) -> Campaign:
    """A month before the Japanese half, for which both seats have standing orders."""
    game = replace(game, terms=replace(game.terms, last_turn=game.turn + 1))
    return later(game, {TOKYO: japanese, WASHINGTON: allied}, dice)


def at_the_start(
    game: Game,
    japanese: tuple[Order, ...] = QUIET,
    allied: tuple[Order, ...] = QUIET,
    *,
    dice: Mapping[str, Faces] = FLYING,
) -> Campaign:
    """The month that opens a scenario: Japan's standing orders are in its next file [F.2.4]."""
    terms = replace(game.terms, first_turn=game.turn, last_turn=game.turn + 1)
    play = begun(replace(game, terms=terms), "P0")
    play.file(WASHINGTON, *allied, dice=dice)
    play.prepare(TOKYO, *japanese)
    return play


def afloat(game: Game, tf: str, nation: str, at: str, carriers: Carriers) -> Game:
    """The game with a task force of carriers, given as id, kind and the type of its air unit."""
    ships = (ship(id_, kind, nation) for id_, kind, _ in carriers)
    game = force(game, tf, nation, at, *ships)
    for id_, _, type_ in carriers:
        game = aboard(game, type_, nation, id_)
    return game


def fleet(number: int, type_: str, kind: ShipKind = "CV", word: str = "cv") -> Carriers:
    """Carriers of one kind, each with its air unit: `cv-1` with `cv-1-air`."""
    return tuple((f"{word}-{n}", kind, type_) for n in range(1, number + 1))


def air(*carriers: str) -> tuple[str, ...]:
    """The ids of the air units of carriers."""
    return tuple(f"{one}-air" for one in carriers)


def names(carriers: Carriers) -> tuple[str, ...]:
    """The air units of carriers."""
    return air(*(id_ for id_, _, _ in carriers))
