"""Standing orders in words: what each makes its author's side do, unasked [F.4]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.narrow import parse_item
from pbem.systems.pto.rules.combat.aims import in_turn
from pbem.systems.pto.rules.f1_sealing import standing_orders
from pbem.systems.pto.table.events_play import StandingOpened
from pbem.systems.pto.table.naming import (
    ADJECTIVES,
    NATION_NAMES,
    agree,
    all_of,
    at_first,
    by_id,
    seat_name,
)
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GoesFirst,
    GroundDefence,
    Gunnery,
    Losses,
    NavalInterception,
    SearchRule,
    StandingOrder,
    Submarines,
)

AT_SHIPS = {
    "strongest-gun": "the strongest gun",
    "weakest-armour": "the weakest armour",
    "capital": "capital ships first",
}
RANKED = {"weakest-armour": ("STP",), "capital": ("CV",)}
"""Whom a doctrine may rank first of those that the screen covers [PH6.2]."""
SCREEN = ("BB", "CA", "CL", "DD", "DE")
"""The types that cover them, as the chart has them."""
TARGETS = {
    "strike": "bases", "ships": "ships", "transfer": "transfers", "support": "ground support",
    "drop": "drops",
}  # fmt: skip
"""What air-intercept calls the missions that fighters meet [P3.2.2]."""


YOURS = "All of yours"
"""What an order of the reader's holds of that says nothing of it."""


def standing_words(order: StandingOrder, *also: str, whose: str = YOURS) -> str:
    """A standing order as a sentence, with the rule: `Japan: never search … [PH5.6]`.

    `also` are what other orders hold of that say the same, `whose` is what one of all holds of.
    """
    subject = all_of(_subject(of, whose, order) for of in (order.of, *also))
    return f"{subject}: {'; '.join((*_parts(order), *_behind(order)))} [{order.rule}]"


def standing_lines(orders: Iterable[StandingOrder], whose: str = YOURS) -> Iterator[str]:
    """Standing orders as sentences; those that say the same of several things are one."""
    alike: dict[StandingOrder, list[str]] = {}
    for order in orders:
        alike.setdefault(replace(order, of=""), []).append(order.of)
    for order, (first, *more) in alike.items():
        yield standing_words(replace(order, of=first), *more, whose=whose)


def stances(orders: Iterable[Order], seat: str) -> tuple[str, ...]:
    """The standing orders among a seat's, as told to the others [F.1, F.4]."""
    given = (order for order in orders if isinstance(order, StandingOrder))
    return tuple(standing_lines(given, whose=f"All of {seat_name(seat)}"))


def opened_orders(event: StandingOpened) -> tuple[StandingOrder, ...]:
    """The standing orders that were not known before they were opened [F.1]."""
    return tuple(standing_orders((parse_item(event.new) or {}).get("order", ())))


def in_few_words(orders: Sequence[StandingOrder]) -> str:
    """What orders say, without their rules: `ships never intercept (TF 8)`."""
    alike: dict[StandingOrder, list[str]] = {}
    for order in orders:
        alike.setdefault(replace(order, of=""), []).append(order.of)
    told = []
    for order, scopes in alike.items():
        named = all_of(_subject(of, "all", order) for of in scopes)
        told.append("; ".join(_parts(order)) + ("" if scopes == [""] else f" ({named})"))
    return "; ".join(told)


def _subject(of: str, whose: str, order: StandingOrder) -> str:
    """What an order holds of: a nation declines by itself, all else is what its forces do."""
    if of in NATION_NAMES:
        return at_first(of) if isinstance(order, Declines) else f"All {ADJECTIVES[of]} forces"
    return mention(of) if of else whose


def _parts(order: StandingOrder) -> Iterator[str]:
    match order:
        case SearchRule():
            areas = f" only in {_places(order.areas)}" if order.areas else " nowhere"
            how = "never search" if order.when == "never" else "search"
            where = {"always": " always", "areas": areas, "never": ""}[order.when]
            yield f"{how} for passing task forces{where}"
        case AirInterception():
            yield from _air_interception(order)
        case AirStrikeRule():
            yield from _air_strike(order)
        case AirStacks():
            near, *others = stacks_words(order)
            yield f"only where it is struck as it strikes, {near}"
            yield from others
        case NavalInterception():
            where = f" in {_places(order.areas)}" if order.areas else ""
            yield f"ships {_when(f'intercept{where}', order.when, order, 'in guns')}"
            if order.when != "never" or order.counter != "never":
                yield f"they {_when('counter interceptions', order.counter, order, 'in guns')}"
        case Gunnery():
            yield from _gunnery(order)
        case Submarines():
            yield f"submarines {'intercept' if order.intercept == 'always' else 'let all pass'}"
            yield from _ranked("aim at", order.aim)
            yield "withdraw after a round, in their sea" if order.withdraw else "fight on"
        case _:
            yield from _others(order)


def stacks_words(order: AirStacks) -> Iterator[str]:
    """How a force that strikes while it is struck divides its aircraft [D11.3]."""
    yield f"{order.near}% of a force's aircraft strike with enemy carriers in range"
    yield f"{order.far}% without"
    for verb, units in (("strike", order.offensive), ("stay", order.defensive)):
        yield from _listed(f"{agree(units, f'{verb}s', verb)} then", units)


def _others(order: StandingOrder) -> Iterator[str]:
    match order:
        case AirDefence():
            if order.first >= 0:
                best = ", the best in quality, steps and id" if order.first else ""
                yield f"Japan's fighters that meet bombers at once: {order.first}{best}"
            most = "every one in range" if order.answer < 0 else str(order.answer)
            yield f"fighters over Japan in all, as the enemy adds his: {most}"
            yield "'air-intercept' keeps none of them down"
        case GroundDefence():
            helps = agree(order.units, "helps the defence where it reaches it",
                          "help the defence where they reach it")  # fmt: skip
            yield from _listed(helps, order.units)
            whose = "other bombers" if order.units else "the bombers"
            from_ = ", from airfields that are not contested," if order.support else ""
            yield f"{order.support}% of {whose} in range{from_} help the defence"
            yield f"an attack stops below {order.below}"
            yield from _ranked("retreat to", order.retreat)
        case Losses():
            yield from _ranked("steps are lost first by", order.steps)
            yield from _ranked("aborted first:", order.abort)
            if not (order.steps or order.abort):
                yield "losses fall as the rules say"
        case Declines():
            how = "perform no offensives" if order.of else "pass in every offensive phase, unasked"
            yield (
                f"{how}, until declines = false" if order.declines else "asked for offensives again"
            )
        case GoesFirst():
            who = "go" if order.side == "own" else "let the enemy go"
            yield f"with the initiative, {who} first in phase 3"


def _air_interception(order: AirInterception) -> Iterator[str]:
    how = _when(f"intercept{met_words(order)}", order.when, order, "in fighters")
    ashore = order.when != "never" and _is_area(order.of)
    yield f"fighters {how}{', except where contested' if ashore else ''}"
    if order.when == "ratio" and order.own < order.enemy:
        yield "all of the side's that may come count for it, whether they rise or not"
    if order.keep:
        yield f"{count(order.keep, 'air unit')} of each base or force kept down"


def _is_area(of: str) -> bool:
    """Whether orders are of an area, whose airfield serves nobody while it is contested [PH1.5]."""
    return of.isupper() and of not in NATION_NAMES


def met_words(order: AirInterception) -> str:
    """Where fighters meet what by an order: ` in Midway against drops`; empty for all of it."""
    where = f" in {_places(order.areas)}" if order.areas else ""
    what = f" against {all_of(TARGETS[one] for one in order.against)}" if order.against else ""
    return where + what


def _air_strike(order: AirStrikeRule) -> Iterator[str]:
    what = all_of(struck_words(order))
    if not what:
        yield "no aircraft strike what passes or escort those that do"
        return
    yield f"aircraft strike passing {what}"
    yield f"{order.share}% of the bombers ashore go, {count(order.escorts, 'escort')} with each"
    left = ", of those that are left as each target comes" if order.cap else ""
    yield f"{order.cap}% of a force's carrier air, fractions down, stays as patrol{left}"
    yield from _ranked("aim at", order.aim)
    numbers = [(target, many) for target, many in in_turn(order.ships, order.aim) if many]
    told = (
        f"the {by_id('next' if place else 'first', many)} at {mention(target)}"
        for place, (target, many) in enumerate(numbers)
    )
    if numbers:
        yield f"of the aircraft that go from each base or force {', '.join(told)}"


def _gunnery(order: Gunnery) -> Iterator[str]:
    if order.fire == "list":
        yield from _ranked("fire at", order.first)
    else:
        yield f"fire at {AT_SHIPS[order.fire]}"
    if order.after:
        yield f"withdraw after round {order.after}"
    if order.lost:
        yield f"withdraw once {count(order.lost, 'own ship')} are hit or sunk"
    yield "stay however outgunned" if order.stay else "withdraw when outgunned two to one"
    if order.slip:
        yield "slip away where D10.3 lets them"


def _behind(order: StandingOrder) -> Iterator[str]:
    """When guns turn to those whom a doctrine ranks first and others screen [PH6.2].

    Of a ship with a name in a list the order alone does not tell the type.
    """
    if isinstance(order, Gunnery):
        ranked = order.first if order.fire == "list" else RANKED.get(order.fire, ())
        if any(one not in SCREEN for one in ranked):
            yield f"at carriers and STPs only after every {all_of(SCREEN)} in the round"


def struck_words(order: AirStrikeRule) -> Iterator[str]:
    """The passing forces that aircraft strike by an order, or nothing [PH5.2]."""
    if order.when == "default":
        yield "forces with a CV, a BB or a loaded STP"
    elif order.when == "worth":
        yield f"forces worth {count(order.worth, 'point')} or more"


def _when(deed: str, when: str, order: AirInterception | NavalInterception, unit: str) -> str:
    return f"{deed} {at_odds(order, unit)}" if when == "ratio" else f"{when} {deed}"


def at_odds(order: AirInterception | NavalInterception, unit: str) -> str:
    """The least odds at which an order lets intercept: `at 1 to 1 in guns or better`."""
    return f"at {order.own} to {order.enemy} {unit} or better"


def some_of(ways: Iterable[str]) -> str:
    """How things are done by several orders, each beginning with a blank: `, some a, some b`."""
    first, *others = tuple(ways)
    return "".join(f", some{one}" for one in (first, *others)) if others else first


def _places(areas: Iterable[str]) -> str:
    return all_of(map(mention, areas))


def _listed(words: str, ids: Iterable[str]) -> Iterator[str]:
    named = all_of(map(mention, ids))
    if named:
        yield f"{named} {words}"


def _ranked(words: str, ids: Iterable[str]) -> Iterator[str]:
    named = ", then ".join(map(mention, ids))
    if named:
        yield f"{words} {named}"
