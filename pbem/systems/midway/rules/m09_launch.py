"""Launching [M9, M10]: what stands on deck takes off, all of it or some."""

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.answers import Answers, given, voided
from pbem.systems.midway.table.carriers import afloat, is_able
from pbem.systems.midway.table.events import Launched
from pbem.systems.midway.table.orders import Launch
from pbem.systems.midway.table.state import Carrier, Game, Squadron, strength


def launch(game: Game, side: str, answers: Answers, charts: Charts) -> Result[Game]:
    """A side's launch phase, carrier by carrier in order [M9.1-M9.4]."""
    orders = {order.carrier: (seat, order) for seat, order in given(answers, Launch)}
    events: list[Event] = []
    for carrier in afloat(game, side, charts):
        deck = {squadron.id: squadron for squadron in game.aboard(carrier.id, "deck")}
        if carrier.id in orders:
            seat, order = orders.pop(carrier.id)
            strike = tuple(deck[id_] for id_ in order.strike if id_ in deck)
            cap = tuple(deck[id_] for id_ in order.cap if id_ in deck)
            if rule := _forbidden(carrier, charts):
                events.append(voided(seat, order, (carrier.id,), rule))
                continue
            gone = tuple(id_ for id_ in (*order.strike, *order.cap) if id_ not in deck)
            events += [voided(seat, order, gone, "M9.1")] if gone else []
            if not (order.strike or order.cap):
                events.append(Launched(to=ALL, carrier=carrier.id, strike=(), cap=()))
        elif _forbidden(carrier, charts):
            continue
        else:
            strike, cap = by_default(game, carrier, charts)
        game, told = _off(game, carrier, strike, cap)
        events += told
    events += (voided(seat, order, (id_,), "M15.3") for id_, (seat, order) in orders.items())
    return Result(game=game, events=tuple(events))


def by_default(
    game: Game, carrier: Carrier, charts: Charts
) -> tuple[tuple[Squadron, ...], tuple[Squadron, ...]]:
    """Strike and CAP without an order: by standing order, else all bombers; fighters [MB1].

    Fighters fly CAP while the side has less than the chart's SP of it, else they escort.
    """
    standing = game.standing[carrier.seat]
    strike: list[Squadron] = []
    cap: list[Squadron] = []
    flying = strength(game.squadrons_in(carrier.side, "cap"))
    for squadron in game.aboard(carrier.id, "deck"):
        if squadron.is_bomber:
            strike += [squadron] if standing.launch_bombers != "none" else []
            continue
        wanted = standing.launch_fighters or (
            "cap" if flying < charts.house.default_cap else "strike"
        )
        if wanted == "cap":
            cap.append(squadron)
            flying += squadron.sp
        elif wanted == "strike":
            strike.append(squadron)
    return tuple(strike), tuple(cap)


def _forbidden(carrier: Carrier, charts: Charts) -> str:
    """The rule that keeps a carrier from launching; empty if it may [M9.1, M15.2]."""
    return "" if is_able(carrier, charts) else "M15.2"


def _off(
    game: Game, carrier: Carrier, strike: tuple[Squadron, ...], cap: tuple[Squadron, ...]
) -> tuple[Game, tuple[Event, ...]]:
    """Bombers to Moving, each fighter squadron to Moving or to CAP ring 1 [M9.3]."""
    if not strike and not cap:
        return game, ()
    event = Launched(
        to=ALL,
        carrier=carrier.id,
        strike=tuple(squadron.id for squadron in strike),
        cap=tuple(squadron.id for squadron in cap),
    )
    airborne = [s.moved("moving") for s in strike] + [s.moved("cap", ring=1) for s in cap]
    return game.with_squadrons(airborne), (event,)
