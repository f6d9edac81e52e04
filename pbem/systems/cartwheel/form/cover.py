"""What to look at twice in answers in advance: clauses for nothing, hexes left open [H8.9]."""

from collections.abc import Collection, Iterator

from pbem.counting import count
from pbem.frozen import replace
from pbem.systems.cartwheel.book.figures import Answers as Limits
from pbem.systems.cartwheel.form.page import Page, listed, stands_down
from pbem.systems.cartwheel.orders.answers import (
    MOST_TOLD,
    Rising,
    asked_hexes,
    raided_hexes,
    rising,
    rising_against,
    sealed,
)
from pbem.systems.cartwheel.orders.sight import afterwards
from pbem.systems.cartwheel.own.answers import Policy, answers_on, default_policy
from pbem.systems.cartwheel.own.entries import drawn
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_answers import as_meant
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.orders_turn import Redistribute
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import all_of, class_words, place_name, verb


def unused_clauses(page: Page) -> Iterator[str]:
    """Clauses for hexes about which one wants to be asked instead [H8.9.4, H8.9.7]."""
    if not any(isinstance(order, Asked | Answers) for order in page.file):
        return
    asked = asked_hexes(page, page.file)
    policy = policy_of(page)
    for number, clause in enumerate(policy, 1):
        if both := [hex_ for hex_ in clause.hexes if hex_ in asked]:
            where = all_of(place_name(hex_, page.charts) for hex_ in both)
            what = f"clause {number} does nothing there"
            yield f"You are asked about raids on {where}: {what} [H8.9.7]."


def left_open(page: Page) -> Iterator[str]:
    """Hexes where nobody goes up any more for what the file sends away [H8.9.5]."""
    open_: dict[str, list[str]] = {}
    for hex_, up in _bared(page).items():
        open_.setdefault(all_of(sorted(up)), []).append(place_name(hex_, page.charts))
    placed = any(isinstance(order, Redistribute) for order in page.file)
    moves = "'redistribute'" if placed else "its missions and stage moves"
    for who, places in open_.items():
        left = f"Nobody goes up against raids on {all_of(places)} after this file"
        yield f"{left}: without {moves} {who} would [H8.9.5]."


def _bared(page: Page) -> dict[str, frozenset[str]]:
    """Hexes where nobody goes up for what the file sends away, with who would [H8.9.5]."""
    stays = tuple(order for order in page.file if not isinstance(order, MOVES))
    if len(stays) == len(page.file) or not can_be_raided(page):
        return {}
    policy = policy_of(page)
    before, after = sealed(page, stays), sealed(page, page.file)
    asked = asked_hexes(page, page.file)
    would = {hex_: rising(policy, before, (hex_,)) for hex_ in raided_hexes(page)}
    return {
        hex_: up
        for hex_, up in would.items()
        if up and hex_ not in asked and not rising(policy, after, (hex_,))
    }


MOVES = (AirMission, Stage, Redistribute)
"""Orders that take fighters away from where they are."""


def kept_down(page: Page) -> Iterator[str]:
    """What a file sends out, over which nobody goes up for those whom each base keeps [H8.9.5].

    And fighters that it places at a base from which nobody goes up, for all are kept. Hexes that it
    leaves open are told as such.
    """
    charts = page.charts
    if page.concludes or not can_be_raided(page):
        return
    policy, now = policy_of(page), sealed(page, page.file)
    freely = _freely(policy, now.limits)
    asked = asked_hexes(page, page.file)
    sent = {hex_: units for hex_, units in _sent(page).items() if hex_ not in asked}
    bases, up = {one.unit: one.base for one in now.fighters}, rising(policy, now, now.hexes)
    held = {bases[unit] for unit in rising(freely, now, now.hexes)} - {bases[one] for one in up}
    idle = {unit for units in sent.values() for unit in units if bases.get(unit) in held}
    own = tuple(replace(one, keep=0) for one in policy)
    if idle:
        keeps = _keeps(by_policy=bool(idle & rising(own, now, now.hexes)), limits=now.limits)
        yield f"{all_of(sorted(idle))} {verb([*idle], 'goes', 'go')} up against no raid: {keeps}"
    open_: dict[tuple[str, str, str], list[str]] = {}
    bared = _bared(page)
    for hex_, units in sent.items():
        if hex_ in bared:
            continue
        who = [unit for unit in units if unit not in idle]
        met, able = (rising_against(one, now, hex_) for one in (policy, freely))
        could = _kept_from(met, able, now.limits)
        if who and could:
            told = f"{all_of(who)} at {place_name(hex_, charts)}"
            let_go = rising_against(own, now, hex_)
            by_policy = any(let_go[class_] for class_ in could)
            keeps = _keeps(by_policy=by_policy, limits=now.limits)
            names = all_of(sorted({unit for up in could.values() for unit in up}))
            against = f" against {class_words(could, charts)}" if any(met.values()) else ""
            open_.setdefault((against, names, keeps), []).append(told)
    for (against, names, keeps), over in open_.items():
        yield f"Nobody goes up{against} over {all_of(over)}, though {names} could: {keeps}"


def _kept_from(met: Rising, able: Rising, limits: Limits) -> Rising:
    """Classes of raids that nobody meets for those kept at bases, with who is able to [H8.9.5].

    None where strikes are met: these are what ships and aircraft on the ground suffer by.
    """
    could = {class_: up for class_, up in able.items() if up and not met[class_]}
    strikes = {one.id for one in limits.classes if one.kind == "strike"}
    return could if not any(met.values()) or strikes & could.keys() else {}


def uncovered(page: Page) -> Iterator[str]:
    """Where ships and aircraft are found over which nobody goes up, whatever comes [H8.9.5].

    A policy that the file itself gives is told hex by hex, as far as there is room. What it sends
    where somebody could go up is warned of, and so is what it leaves open.
    """
    if page.concludes or not can_be_raided(page):
        return
    policy, now, game = policy_of(page), sealed(page, page.file), afterwards(page)
    freely, sent = _freely(policy, now.limits), _sent(page)
    planes = drawn(page.view, page.private, page.file, page.charts).planes.values()
    held = {ship.at for ship in game.ships.values() if ship.side == page.side and ship.steps}
    held |= {place_of(game, plane.base) for plane in planes if not plane.due}
    told = {*asked_hexes(page, page.file), *_bared(page)}
    if any(isinstance(order, Answers) for order in page.file):
        told |= {*raided_hexes(page)[:MOST_TOLD]}
    bare = [
        place_name(hex_, page.charts)
        for hex_ in sorted(held & {*now.hexes} - told)
        if not rising(policy, now, (hex_,)) and not (hex_ in sent and rising(freely, now, (hex_,)))
    ]
    if bare:
        names = all_of(bare) if len(bare) <= MOST_BARE else listed(bare, MOST_BARE)
        yield f"Nobody goes up over {names}, whatever comes [H8.9.5]."


MOST_BARE = 6
"""So many places are named at most over which nobody goes up."""


def _freely(policy: Policy, limits: Limits) -> Policy:
    """A policy and the default behind it, as if they kept nobody at any base."""
    return tuple(replace(one, keep=0) for one in (*policy, *default_policy(limits)))


def marked_to_flee(page: Page, marked: Collection[str]) -> Iterator[str]:
    """Units with a Regroup mark that the own policy lets evade, which costs the mark [H9.5]."""
    if not marked or not can_be_raided(page):
        return
    policy, now = policy_of(page), sealed(page, page.file)
    answers = (one for hex_ in now.hexes for one in answers_on(policy, now, hex_).values())
    flee = sorted({unit for one in answers for unit, _ in one.evaders if unit in marked})
    if flee:
        be, it = verb(flee, "is", "are"), verb(flee, "it", "them")
        lose = verb(flee, "it loses its mark", "they lose their marks")
        yield (
            f"{all_of(flee)} {be} marked, and your policy lets {it} evade: {lose} by trying [H9.5]."
        )


def can_be_raided(page: Page) -> bool:
    """Whether raids may come that what the file seals answers [H8.9.5]."""
    foe = other(page.side)
    return not stands_down(page) and has_opportunity(page.game, foe, page.charts)


def _keeps(*, by_policy: bool, limits: Limits) -> str:
    """What keeps fighters back, and how they are let go [H8.9.5, H8.9.6]."""
    if by_policy:
        return "'keep' of your policy holds back so many at each base [H8.9.5]."
    kept = f"the default policy keeps {count(limits.keep, 'fighter')} at each base"
    return f"{kept}; 'answers' can name 'most' with keep = 0 [H8.9.6]."


def _sent(page: Page) -> dict[str, list[str]]:
    """Ships and air units by the hex to which the file takes them, where enemies may find them."""
    game = afterwards(page)
    before, after = page.private.planes, drawn(page.view, page.private, page.file, page.charts)
    moved = (
        plane
        for plane in after.planes.values()
        if plane.id not in before or before[plane.id].base != plane.base
    )
    sailed = [ship for ship in game.ships.values() if ship.at != page.game.ships[ship.id].at]
    places = [(ship.at, ship.id) for ship in sailed]
    places += [(place_of(game, plane.base), plane.id) for plane in moved]
    hexes: dict[str, list[str]] = {}
    for hex_, id_ in places:
        if hex_ in page.charts.hexes:
            hexes.setdefault(hex_, []).append(id_)
    return hexes


def named_again(page: Page) -> Iterator[str]:
    """Who goes up by a reply and is named by the same file's answers to other raids [H8.9.5].

    They are sealed before his die is thrown; nobody takes his place there.
    """
    replies = (order for order in page.file if isinstance(order, Reply))
    up = {unit for order in replies for unit in order.interceptors}
    if not up or not can_be_raided(page):
        return
    policy, now = policy_of(page), sealed(page, page.file)
    asked = asked_hexes(page, page.file)
    places: dict[tuple[str, ...], list[str]] = {}
    for hex_ in raided_hexes(page):
        if hex_ not in asked and (both := tuple(sorted(up & rising(policy, now, (hex_,))))):
            places.setdefault(both, []).append(place_name(hex_, page.charts))
    for who, hexes in places.items():
        name, it = verb(who, "is", "are"), verb(who, "it has", "they have")
        yield (
            f"{all_of(who)} {name} named by this file's answers to raids on {all_of(hexes)}, too:"
            f" nobody goes up there instead if {it} flown by then [H8.9.5]."
        )


def policy_of(page: Page) -> Policy:
    """The policy that holds when the file is sealed."""
    ordered = (as_meant(o.clauses, page.game) for o in page.file if isinstance(o, Answers))
    return next(ordered, page.private.policy)
