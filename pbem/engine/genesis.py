"""What a game begins with: the state of a genesis, and what its seats and options may not be."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pbem.engine.clock import wrong_clock
from pbem.engine.items import check_hidden_parts
from pbem.engine.ledger import REFEREE, Fold, Rules
from pbem.engine.options import CLOCK
from pbem.engine.run import Table
from pbem.engine.steps import Seat, Setup
from pbem.errors import Problem, raise_if
from pbem.turnfile import SeatPart, TurnFile

G = TypeVar("G")


def start(file: TurnFile, scenario: Mapping[str, Any], rules: Rules[G]) -> Fold[G]:
    """The fold after a genesis.

    Raises `Refused` (E12) where its seats or options are not what the game allows.
    """
    part = file.genesis
    assert part is not None
    seats = _seats(file.seats)
    setup = setup_of(scenario, file.seats, part.options, file.seat)
    wrong = wrong_terms(file.seats, part.options, file.seat)
    raise_if((*wrong, *rules.system.check_setup(setup, rules.charts)))
    fold = Fold(
        system=part.system,
        scenario=part.scenario,
        rules=part.rules,
        scenario_hash=part.scenario_hash,
        seats=seats,
        joins=tuple(seat.name for seat in seats if seat.name != file.seat),
        table=_table(setup, rules),
        referee_witnesses=part.options.get("witness") == REFEREE,
    )
    check_hidden_parts(fold, rules, file)
    return fold


def setup_of(
    scenario: Mapping[str, Any],
    seats: Iterable[SeatPart],
    options: Mapping[str, Any],
    author: str = "",
) -> Setup:
    """What the rules are told of a genesis: the players' seats; no referee and no clock.

    Its `author` has joined by it.
    """
    players = tuple(seat for seat in _seats(seats) if seat.side != REFEREE)
    known = {key: value for key, value in options.items() if key != CLOCK.word}
    last = next((seat.name for seat in reversed(players) if seat.name != author), "")
    return Setup(scenario=scenario, seats=players, options=known, last=last)


def wrong_terms(
    parts: Iterable[SeatPart], options: Mapping[str, Any], author: str
) -> Iterator[Problem]:
    """What no game allows of seats and options in a genesis by this author (E12)."""
    seats = _seats(parts)
    yield from _wrong_witness(seats, options)
    yield from _wrong_order(seats, author)
    yield from wrong_clock(options)


def _seats(parts: Iterable[SeatPart]) -> tuple[Seat, ...]:
    return tuple(
        Seat(name=s.name, side=s.side, holder=s.holder, email=s.email, key=s.key) for s in parts
    )


def _wrong_witness(seats: tuple[Seat, ...], options: Mapping[str, Any]) -> Iterator[Problem]:
    """The option `witness` is `opponent`, or `referee` where there is one (protocol 10)."""
    witness = options.get("witness", "opponent")
    has_referee = any(seat.side == REFEREE for seat in seats)
    if witness not in ("opponent", REFEREE) or (witness == REFEREE and not has_referee):
        hint = "use 'opponent', or 'referee' with a seat of that name"
        what = f"option 'witness' cannot be {str(witness)[:20]!r}"
        yield Problem(code="E12", what=what, where="[genesis.options] witness", hint=hint)


def _wrong_order(seats: tuple[Seat, ...], author: str) -> Iterator[Problem]:
    """Who joins last is a player: rolls belong to that file, and a referee's owns none."""
    last = next((seat for seat in reversed(seats) if seat.name != author), None)
    if last is not None and last.side == REFEREE:
        what = f"the referee '{last.name}' would join last, and the first dice would be his"
        hint = "its organiser names the referee before the players"
        yield Problem(code="E12", what=what, where="[[seats]]", hint=hint)


def _table(setup: Setup, rules: Rules[G]) -> Table[G]:
    game = rules.system.setup(setup, rules.charts)
    return Table(turn=rules.system.first_turn(game), game=game)
