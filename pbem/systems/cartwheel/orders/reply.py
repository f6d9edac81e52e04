"""Whether replies to air missions are legal, as far as all can see [H8.5, H9.4.1, H9.5]."""

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.orders import Order
from pbem.errors import Problem
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.orders.sight import Sight
from pbem.systems.cartwheel.rules.r08_missions import sortie
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r09_scramble import cannot_evade, cannot_intercept
from pbem.systems.cartwheel.table.orders import Reply
from pbem.systems.cartwheel.table.state import Shown
from pbem.systems.cartwheel.table.under_way import Raid, Sortie

Numbered = Sequence[tuple[int, Order]]


def wrong_replies(sight: Sight, numbered: Numbered) -> Iterator[Problem]:
    """Every defect of the replies in a file."""
    waiting = {raid.id: raid for raid in unanswered(sight.game)}
    replies = [(number, order) for number, order in numbered if isinstance(order, Reply)]
    answered: list[str] = []
    for number, order in replies:
        raid = waiting.get(order.mission)
        if raid is None:
            yield _unasked(sight, number, order, sorted(waiting))
        elif raid.id in answered:
            yield sight.problem(number, "mission", "H8.5", f"{raid.id} is answered already")
        else:
            answered.append(raid.id)
            yield from _wrong_reply(sight, number, order, raid)
    yield from _more_than_told(sight, replies)


def _unasked(sight: Sight, number: int, order: Reply, waiting: list[str]) -> Problem:
    """A reply to something that is no air mission awaiting one; recon is never intercepted."""
    hint = f"answer {', '.join(waiting)}" if waiting else "take it out"
    if order.mission in sight.game.turn.scouts:
        what = f"{order.mission} is a recon unit and cannot be intercepted"
        return sight.problem(number, "mission", "7.3.3~", what, hint)
    what = f"no air mission {order.mission[:40]!r} awaits your reply"
    return sight.problem(number, "mission", "H8.5", what, hint)


def _wrong_reply(sight: Sight, number: int, order: Reply, raid: Raid) -> Iterator[Problem]:
    """Who takes off: how many, from where, in what state [H9.4.1, H9.5, 6.4b]."""
    most = sight.charts.operations.interceptors
    if len(order.interceptors) > most:
        what = f"{len(order.interceptors)} interceptors are too many"
        yield sight.problem(number, "interceptors", "H9.4.1", what, f"{most} at most")
    for unit in order.interceptors:
        if unit in order.evaders:
            what = f"{unit[:40]} cannot intercept and evade"
            yield sight.problem(number, "evaders", "H9.5", what, "name it once")
    for key, named in (("interceptors", order.interceptors), ("evaders", order.evaders)):
        for unit, base in named.items():
            yield from _wrong_sortie(sight, number, key, raid, (unit, base))
    yield from _wrong_ace(sight, number, order)


def _wrong_sortie(
    sight: Sight, number: int, key: str, raid: Raid, named: tuple[str, str]
) -> Iterator[Problem]:
    unit, base = named
    rule = "H9.4.1" if key == "interceptors" else "H9.5"
    known = sight.game.air.get(unit)
    if known is None or known.side != sight.side or not known.arrived or known.steps == 0:
        what = f"{unit[:40]} is no air unit of yours in play"
        yield sight.problem(number, key, rule, what)
        return
    shown = sight.game.shown.get(unit)
    if shown is None and unit not in sight.game.floatplanes and not sight.own:
        yield sight.problem(number, key, rule, f"the item of {unit} is not open")
        return
    yield from _unlike_item(sight, number, key, named)
    seen = sortie(sight.game, unit, base) if shown or unit in sight.game.floatplanes else None
    one = seen or Sortie(unit=unit, base=base, steps=known.steps, disrupted=False)
    judge = cannot_intercept if key == "interceptors" else cannot_evade
    broken = judge(sight.game, raid, one, sight.charts)
    if broken:
        verb = "intercept" if key == "interceptors" else "evade"
        what = f"{unit} cannot {verb} at {raid.hex} from {base[:40]!r}"
        hint = (
            "a fighter that has not flown, undisrupted or marked, with the hex in its range"
            if key == "interceptors"
            else "only units at a base in the target hex can"
        )
        yield sight.problem(number, key, broken, what, hint)


def _unlike_item(sight: Sight, number: int, key: str, named: tuple[str, str]) -> Iterator[Problem]:
    """What the unit's opened item says against it (E.7, checks 7 and 8)."""
    unit, base = named
    shown = sight.game.shown.get(unit)
    if shown is None:
        plane = sight.game.floatplanes.get(unit)
        if plane is not None and plane.flown and key == "interceptors":
            yield sight.problem(number, key, "6.4b", f"{unit} has flown already")
        return
    if shown.base != base and not _has_moved(sight, key, shown, base):
        what = f"{unit} is not at {base[:40]!r} on its owner's chart"
        yield sight.problem(number, key, "H9.4.1", what, f'its base is "{shown.base}"')
    if key == "interceptors":
        yield from _not_ready(sight, number, shown)


def _has_moved(sight: Sight, key: str, shown: Shown, base: str) -> bool:
    """Whether a unit that evades can have come to a base since its item was sealed.

    By a stage move [H8.8], or by a landing or an evacuation, whose base is secret: then the audit
    judges it. Who has moved does not intercept.
    """
    if key == "interceptors":
        return False
    return shown.to == base or sight.game.air[shown.unit].seen == sight.game.now


def _not_ready(sight: Sight, number: int, shown: Shown) -> Iterator[Problem]:
    """Interceptors are Ready, and have not staged [6.4b, H9.4.1]."""
    if shown.half != "ready":
        yield sight.problem(number, "interceptors", "6.4b", f"{shown.unit} is not Ready")
    elif shown.staged or shown.to:
        yield sight.problem(number, "interceptors", "H9.4.1", f"{shown.unit} has staged")


def _wrong_ace(sight: Sight, number: int, order: Reply) -> Iterator[Problem]:
    """An Ace flies with an interceptor, if the side has one [H5.1, H9.7.6]."""
    if not order.ace:
        return
    if order.ace not in order.interceptors:
        what = f"{order.ace[:40]} does not intercept"
        yield sight.problem(number, "ace", "H5.1", what, "name the interceptor that carries it")
    elif not sight.game.aces.get(sight.side, 0):
        yield sight.problem(number, "ace", "H5.1", "you have no Ace marker in play")
    elif (shown := sight.game.shown.get(order.ace)) is not None and not shown.ace:
        what = f"{order.ace} carries no Ace on its owner's chart"
        yield sight.problem(number, "ace", "H5.1.1", what)


def _more_than_told(sight: Sight, replies: Numbered) -> Iterator[Problem]:
    """No more fighters rise from a base than the enemy's recon was told this turn [7.3.4~].

    Fighters that land there later in the turn have flown, and do not intercept.
    """
    named: dict[str, set[str]] = {}
    for _, order in replies:
        assert isinstance(order, Reply)
        for unit, base in order.interceptors.items():
            named.setdefault(base, set()).add(unit)
    for base, count in _told(sight).items():
        up = named.get(base, set())
        if len(up) > count:
            what = f"{len(up)} fighters rise from {base}, and {count} were told to recon"
            yield sight.problem(replies[0][0], "interceptors", "7.3.4~", what, f"{count} at most")


def _told(sight: Sight) -> Mapping[str, int]:
    counts = sight.game.turn.counts
    return FrozenMap((base, count.fighters) for base, count in counts.items())
