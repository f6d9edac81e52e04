"""What to look at twice in answers in advance: clauses for nothing, hexes left open [H8.9]."""

from collections.abc import Iterator

from pbem.systems.cartwheel.form.page import Page
from pbem.systems.cartwheel.orders.answers import asked_hexes, raided_hexes, rising, sealed
from pbem.systems.cartwheel.own.answers import Policy
from pbem.systems.cartwheel.rules.r08_answers import as_meant
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    Reply,
    Stage,
)
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import all_of, place_name, verb


def unused_clauses(page: Page) -> Iterator[str]:
    """Clauses for hexes about which one wants to be asked instead [H8.9.4, H8.9.7]."""
    if not any(isinstance(order, Asked | Answers) for order in page.file):
        return
    asked = asked_hexes(page, page.file)
    policy = _policy(page)
    for number, clause in enumerate(policy, 1):
        if both := [hex_ for hex_ in clause.hexes if hex_ in asked]:
            where = all_of(place_name(hex_, page.charts) for hex_ in both)
            what = f"clause {number} does nothing there"
            yield f"You are asked about raids on {where}: {what} [H8.9.7]."


def left_open(page: Page) -> Iterator[str]:
    """Hexes where nobody goes up any more for what the file sends away [H8.9.5]."""
    stays = tuple(order for order in page.file if not isinstance(order, AirMission | Stage))
    if len(stays) == len(page.file) or page.side in page.game.stand_down:
        return
    policy = _policy(page)
    before, after = sealed(page, stays), sealed(page, page.file)
    asked = asked_hexes(page, page.file)
    open_: dict[str, list[str]] = {}
    for hex_ in raided_hexes(page):
        up = rising(policy, before, (hex_,))
        if up and hex_ not in asked and not rising(policy, after, (hex_,)):
            open_.setdefault(all_of(sorted(up)), []).append(place_name(hex_, page.charts))
    for who, places in open_.items():
        left = f"Nobody goes up against raids on {all_of(places)} after this file"
        yield f"{left}: without its missions and stage moves {who} would [H8.9.5]."


def named_again(page: Page) -> Iterator[str]:
    """Who goes up by a reply and is named by the same file's answers to other raids [H8.9.5].

    They are sealed before his die is thrown; nobody takes his place there.
    """
    replies = (order for order in page.file if isinstance(order, Reply))
    up = {unit for order in replies for unit in order.interceptors}
    raids_come = has_opportunity(page.game, other(page.side), page.charts)
    if not up or not raids_come or page.side in page.game.stand_down:
        return
    policy, now = _policy(page), sealed(page, page.file)
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


def _policy(page: Page) -> Policy:
    """The policy that holds when the file is sealed."""
    ordered = (as_meant(o.clauses, page.game) for o in page.file if isinstance(o, Answers))
    return next(ordered, page.private.policy)
