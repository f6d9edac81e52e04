"""Planning [M11, M12]: which squadrons stand on deck for the next turn."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.decode import decode
from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.answers import Answers, given, voided
from pbem.systems.midway.rules.m01_land import filled
from pbem.systems.midway.table.carriers import afloat, is_able, is_afloat
from pbem.systems.midway.table.events import PlanBroken, Planned, PlanSealed
from pbem.systems.midway.table.orders import Plan
from pbem.systems.midway.table.state import Carrier, Game, Squadron, strength

Decks = dict[str, tuple[str, ...]]
"""The squadrons on each carrier's deck."""

_PLAN = "plan/t"
"""How the ids of sealed plans begin."""
SPOTTING = ("DB", "TB", "F")
"""The order of kinds in which a deck is spotted by default [MB1]."""


def plan(game: Game, side: str, answers: Answers, charts: Charts) -> Result[Game]:
    """A side's planning phase [M11.1-M11.4]."""
    events: list[Event] = []
    for seat, order in given(answers, Plan):
        if not is_afloat(game.carriers[order.carrier], charts):
            events.append(voided(seat, order, (order.carrier,), "M15.3"))
    decks = planned_decks(game, side, answers, charts)
    for carrier in afloat(game, side, charts):
        game, told = _spot(game, carrier, decks[carrier.id])
        events += told
    return Result(game=game, events=tuple(events))


def seal_plans(game: Game, side: str, answers: Answers, turn: int) -> Result[Game]:
    """A side's planning phase with sealed plans, opened in their owners' next files [M11.5].

    A plan that came openly all the same is not one.
    """
    seats = sorted(seat for seat in answers if _side_of(game, seat) == side)
    plans = {**game.sealed_plans, **{seat: plan_id(turn) for seat in seats}}
    open_plans = (voided(seat, p, (p.carrier,), "M11.5") for seat, p in given(answers, Plan))
    events = (*open_plans, *(PlanSealed(to=ALL, seat=seat) for seat in seats))
    sealed = replace(game, sealed_plans=type(game.sealed_plans)(plans))
    return Result(game=sealed, events=events)


def plan_id(turn: int) -> str:
    """The id of the item that holds a seat's plan of a turn [MB4]."""
    return f"{_PLAN}{turn}"


def turn_of(id_: str) -> int:
    """The turn of the plan that an item holds [MB4]."""
    return int(id_.removeprefix(_PLAN))


def planned_decks(game: Game, side: str, answers: Answers, charts: Charts) -> Decks:
    """Every carrier's deck: as ordered; kept by a seat that orders others; else default [MH33]."""
    ordered = {order.carrier: order.deck for _, order in given(answers, Plan)}
    seats = {seat for seat, _ in given(answers, Plan)}
    clear = cleared_by_default(game, side, charts)
    decks: Decks = {}
    for carrier in afloat(game, side, charts):
        if carrier.id in ordered:
            aboard = {squadron.id for squadron in game.aboard(carrier.id)}
            decks[carrier.id] = tuple(id_ for id_ in ordered[carrier.id] if id_ in aboard)
        elif carrier.seat in seats:
            decks[carrier.id] = deck_now(game, carrier)
        else:
            decks[carrier.id] = _without_order(game, carrier, carrier.id in clear, charts)
    return decks


def deck_now(game: Game, carrier: Carrier) -> tuple[str, ...]:
    """What stands on a carrier's deck."""
    return tuple(squadron.id for squadron in game.aboard(carrier.id, "deck"))


def spotted_by_default(aboard: Iterable[Squadron], charts: Charts) -> tuple[str, ...]:
    """Dive bombers, torpedo bombers, fighters, each by id, as many as fit [MB1, MH35]."""
    ordered = sorted(aboard, key=lambda squadron: (SPOTTING.index(squadron.kind), squadron.id))
    return tuple(squadron.id for squadron in filled(ordered, charts.deck))


def cleared_by_default(game: Game, side: str, charts: Charts) -> frozenset[str]:
    """Carriers that stay clear to land what waits and comes home, emptiest first [MB1]."""
    coming = strength(game.squadrons_in(side, "waiting", "home"))
    able = (carrier for carrier in afloat(game, side, charts) if is_able(carrier, charts))
    emptiest = sorted(able, key=lambda carrier: strength(game.aboard(carrier.id)))
    wanted = -(-coming // charts.landing)
    return frozenset(carrier.id for carrier in emptiest[:wanted])


def _without_order(game: Game, carrier: Carrier, clear: bool, charts: Charts) -> tuple[str, ...]:
    """A carrier's deck by its seat's standing order, else by the default [MB1]."""
    standing = game.standing[carrier.seat].decks.get(carrier.id, "default")
    if standing == "keep":
        return deck_now(game, carrier)
    if standing == "clear" or (standing == "default" and clear):
        return ()
    return spotted_by_default(game.aboard(carrier.id), charts)


def _spot(game: Game, carrier: Carrier, deck: tuple[str, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Set a deck; the rest of the squadrons aboard are struck below [M11.3]."""
    before = deck_now(game, carrier)
    if sorted(deck) == sorted(before):
        return game, ()
    moved = (
        s.moved("deck" if s.id in deck else "hangar", carrier=carrier.id)
        for s in game.aboard(carrier.id)
    )
    event = Planned(
        to=ALL,
        carrier=carrier.id,
        deck=deck,
        kept=tuple(id_ for id_ in deck if id_ in before),
        below=tuple(id_ for id_ in before if id_ not in deck),
    )
    return game.with_squadrons(moved), (event,)


# --- sealed plans --------------------------------------------------------------------------------


def sealed_text(decks: Decks) -> str:
    """A plan as the content of a sealed item, in the narrow form of TOML [MB4]."""
    parts = []
    for carrier, deck in decks.items():
        names = ", ".join(f'"{id_}"' for id_ in deck)
        parts.append(f'[[plan]]\ncarrier = "{carrier}"\ndeck = [{names}]\n')
    return "\n".join(parts)


def open_plan(
    game: Game, seat: str, table: Mapping[str, Any] | None, charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """Carry out a plan that has been opened; one that breaks M11.1 is void and reported [MB4]."""
    game = replace(game, sealed_plans=game.sealed_plans.without(seat))
    decks = _read_plan(game, seat, table, charts)
    if decks is None:
        return game, (PlanBroken(to=ALL, seat=seat),)
    events: list[Event] = []
    for id_, deck in decks.items():
        game, told = _spot(game, game.carriers[id_], deck)
        events += told
    return game, tuple(events)


def _read_plan(
    game: Game, seat: str, table: Mapping[str, Any] | None, charts: Charts
) -> Decks | None:
    """The decks of an opened plan, or None if it is not a legal one [M11.1]."""
    if table is None or set(table) - {"plan"}:
        return None
    try:
        plans = decode(tuple[Plan, ...], table.get("plan", []), code="plan", where=seat)
    except Refused:
        return None
    decks = {order.carrier: order.deck for order in plans}
    legal = len(decks) == len(plans) and all(
        id_ in game.carriers and is_legal_deck(game, seat, game.carriers[id_], deck, charts)
        for id_, deck in decks.items()
    )
    return decks if legal else None


def is_legal_deck(
    game: Game, seat: str, carrier: Carrier, deck: tuple[str, ...], charts: Charts
) -> bool:
    """Whether a seat may spot these squadrons on a carrier [M11.1]."""
    aboard = {squadron.id: squadron for squadron in game.aboard(carrier.id)}
    own = carrier.seat == seat and is_afloat(carrier, charts)
    there = len(set(deck)) == len(deck) and all(id_ in aboard for id_ in deck)
    return own and there and strength(aboard[id_] for id_ in deck) <= charts.deck


def _side_of(game: Game, seat: str) -> str:
    return next(carrier.side for carrier in game.carriers.values() if carrier.seat == seat)
