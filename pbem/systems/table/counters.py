"""Counters as agreed: set, contested, claimed and settled [T5, T6]."""

from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, replace
from pbem.systems.table.events import (
    CounterClaimed,
    CounterContested,
    CounterSet,
    CounterSettled,
)
from pbem.systems.table.state import Game


def value_of(game: Game, counter: str) -> str:
    """A counter's value; empty if it is not on the table."""
    return game.counters.get(counter, "")


def put(game: Game, seat: str, counter: str, value: str) -> tuple[Game, Event]:
    """Set a counter [T5]; of a disputed one it is that side's claim [T6]."""
    if counter in game.disputes:
        return _claim(game, seat, counter, value)
    before = value_of(game, counter)
    making = game.making if counter in game.making else game.making.set(counter, before)
    event = CounterSet(to=ALL, seat=seat, counter=counter, value=value, before=before)
    return replace(_with_value(game, counter, value), making=making), event


def contest(game: Game, seat: str, counter: str) -> tuple[Game, Event]:
    """Undo what the other side's last file made of a counter, and list it as disputed [T6].

    It has the value again that it had before that file, or to which that file agreed first. What it
    was set to is the other side's claim.
    """
    claim, before = value_of(game, counter), game.fresh[counter]
    claims = FrozenMap({game.other(game.sides[seat]): claim})
    game = replace(
        _with_value(game, counter, before),
        fresh=game.fresh.without(counter),
        disputes=game.disputes.set(counter, claims),
    )
    event = CounterContested(to=ALL, seat=seat, counter=counter, claim=claim, value=before)
    return game, event


def _claim(game: Game, seat: str, counter: str, value: str) -> tuple[Game, Event]:
    """A side's claim for a disputed counter: claims that are alike settle it [T6]."""
    claims = game.disputes[counter].set(game.sides[seat], value)
    if len(claims) < len(game.pens) or len(set(claims.values())) > 1:
        disputed = replace(game, disputes=game.disputes.set(counter, claims))
        return disputed, CounterClaimed(to=ALL, seat=seat, counter=counter, claim=value)
    settled = replace(_with_value(game, counter, value), disputes=game.disputes.without(counter))
    return settled, CounterSettled(to=ALL, seat=seat, counter=counter, value=value)


def _with_value(game: Game, counter: str, value: str) -> Game:
    counters = game.counters.set(counter, value) if value else game.counters.without(counter)
    return replace(game, counters=counters)
