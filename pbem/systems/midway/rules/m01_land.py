"""Landing [M1, M2]: who finds a clear deck, who waits, who ditches."""

from collections.abc import Iterable, Mapping

from pbem.engine.events import ALL, Event
from pbem.engine.steps import Result
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.rules.answers import Answers, given, voided
from pbem.systems.midway.table.carriers import afloat, in_order, is_able
from pbem.systems.midway.table.events import Ditched, Landed, Waited
from pbem.systems.midway.table.orders import Land
from pbem.systems.midway.table.state import Carrier, Game, Squadron, strength


def land(game: Game, side: str, answers: Answers, charts: Charts) -> Result[Game]:
    """A side's landing phase [M1.1-M1.6]: explicit landings first, then the others' [MH34]."""
    if not afloat(game, side, charts):
        return _ditch_all(game, side)
    orders = {order.carrier: (seat, order) for seat, order in given(answers, Land)}
    game, events = _by_orders(game, side, orders, charts)
    for carrier in _by_default(game, side, charts):
        if carrier.id not in orders:
            takes = filled(_queue(game, side), charts.landing)
            game, told = _onto(game, carrier, takes)
            events += told
    game, told = _wait(game, side, charts)
    return Result(game=game, events=(*events, *told))


def landed_before(
    game: Game, side: str, answers: Answers, carrier: str, charts: Charts
) -> dict[str, str]:
    """The carriers before one whose orders land squadrons, by those squadrons [MH34, MD1]."""
    given_ = {order.carrier: (seat, order) for seat, order in given(answers, Land)}
    there = [one.id for one in in_order((game.carriers[i] for i in {*given_, carrier}), charts)]
    before = {id_: given_[id_] for id_ in there[: there.index(carrier)]}
    _, events = _by_orders(game, side, before, charts)
    return {i: one.carrier for one in events if isinstance(one, Landed) for i in one.squadrons}


def _by_orders(
    game: Game, side: str, orders: Mapping[str, tuple[str, Land]], charts: Charts
) -> tuple[Game, list[Event]]:
    """Explicit landings, each a seat's order, carrier by carrier [MH34, MD1]."""
    events: list[Event] = []
    for carrier in in_order((game.carriers[id_] for id_ in orders), charts):
        game, told = _ordered(game, side, *orders[carrier.id], charts)
        events += told
    return game, events


def bar_to_land(game: Game, carrier: Carrier, charts: Charts) -> str:
    """The rule that keeps a carrier from landing planes now; empty if it may [M1.1, M15.2]."""
    if not is_able(carrier, charts):
        return "M15.2"
    return "M1.1" if any(game.aboard(carrier.id, "deck")) else ""


def filled(squadrons: Iterable[Squadron], room: int) -> tuple[Squadron, ...]:
    """As many as find room, in their order; one that does not fit is passed over [MH35]."""
    taken: list[Squadron] = []
    for squadron in squadrons:
        if strength(taken) + squadron.sp <= room:
            taken.append(squadron)
    return tuple(taken)


def _ordered(
    game: Game, side: str, seat: str, order: Land, charts: Charts
) -> tuple[Game, tuple[Event, ...]]:
    """An explicit landing, as far as it is still possible [M1.3, MH34].

    Who waits when it is written waits still, unless an order before it has landed him.
    """
    carrier = game.carriers[order.carrier]
    if not order.squadrons:
        return game, ()
    if rule := bar_to_land(game, carrier, charts):
        return game, (voided(seat, order, (carrier.id, *order.squadrons), rule),)
    waiting = {squadron.id: squadron for squadron in game.squadrons_in(side, "waiting")}
    takes = filled((waiting[i] for i in order.squadrons if i in waiting), charts.landing)
    gone = tuple(i for i in order.squadrons if i not in waiting)
    full = tuple(i for i in order.squadrons if i in waiting and waiting[i] not in takes)
    void = [voided(seat, order, gone, "MH34")] if gone else []
    void += [replace(voided(seat, order, full, "M1.1"), why="room")] if full else []
    game, events = _onto(game, carrier, takes)
    return game, (*events, *void)


def _by_default(game: Game, side: str, charts: Charts) -> list[Carrier]:
    """Carriers that may land: those that their seats prefer, then fewest SP in the hangar [MB1]."""

    def place(carrier: Carrier) -> tuple[tuple[bool, int], int]:
        wanted = _rank_in(game.standing[carrier.seat].land_on, carrier.id)
        return wanted, strength(game.aboard(carrier.id, "hangar"))

    able = (c for c in afloat(game, side, charts) if not bar_to_land(game, c, charts))
    return sorted(able, key=place)


def _queue(game: Game, side: str) -> list[Squadron]:
    """The waiting squadrons: whom their owners rank, most marks, most SP, id [MB1]."""

    def place(squadron: Squadron) -> tuple[tuple[bool, int], int, int, str]:
        rank = _rank_in(game.standing[squadron.seat].land, squadron.id)
        return rank, -squadron.marks, -squadron.sp, squadron.id

    return sorted(game.squadrons_in(side, "waiting"), key=place)


def _rank_in(wanted: tuple[str, ...], id_: str) -> tuple[bool, int]:
    """The place of one in its seat's list; who stands in none is behind all lists [MH34].

    Behind his own seat's alone he would be behind all that belong to a partner without a list.
    """
    return (False, wanted.index(id_)) if id_ in wanted else (True, 0)


def _onto(
    game: Game, carrier: Carrier, squadrons: tuple[Squadron, ...]
) -> tuple[Game, tuple[Event, ...]]:
    """Squadrons into the hangar; from now on the carrier's seat commands them [M1.4, MH7]."""
    if not squadrons:
        return game, ()
    landed = (replace(s.moved("hangar", carrier=carrier.id), seat=carrier.seat) for s in squadrons)
    names = tuple(squadron.id for squadron in squadrons)
    event = Landed(to=ALL, carrier=carrier.id, squadrons=names)
    return game.with_squadrons(landed), (event,)


def _wait(game: Game, side: str, charts: Charts) -> tuple[Game, tuple[Event, ...]]:
    """A wait mark for those left over; with the last one they ditch [M1.5]."""
    marked = [replace(s, marks=s.marks + 1) for s in game.squadrons_in(side, "waiting")]
    ditched = tuple(s.id for s in marked if s.marks >= charts.ditch)
    waiting = {s.id: s.marks for s in marked if s.id not in ditched}
    game = game.with_squadrons(marked).without_squadrons(ditched)
    events: list[Event] = []
    if waiting:
        events.append(Waited(to=ALL, marks=FrozenMap(waiting)))
    if ditched:
        events.append(Ditched(to=ALL, squadrons=ditched, no_carrier=False))
    return game, tuple(events)


def _ditch_all(game: Game, side: str) -> Result[Game]:
    """Without a carrier afloat all that wait ditch at once [M1.6]."""
    lost = tuple(squadron.id for squadron in game.squadrons_in(side, "waiting"))
    if not lost:
        return Result(game=game)
    event = Ditched(to=ALL, squadrons=lost, no_carrier=True)
    return Result(game=game.without_squadrons(lost), events=(event,))
