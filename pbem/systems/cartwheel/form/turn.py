"""The form for events, commitments and mobile bases [4.1, 4.2]."""

from collections.abc import Iterator

from pbem.counting import count
from pbem.engine.steps import IfRoom
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.form.page import (
    Examples,
    Page,
    Part,
    by_base,
    first,
    listed,
    price_words,
    unit_words,
)
from pbem.systems.cartwheel.orders.turn import eleventh_units
from pbem.systems.cartwheel.rules import asks
from pbem.systems.cartwheel.rules import r05_events as m05_events
from pbem.systems.cartwheel.rules.r06_mobile import counters_in_hand
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    PlaceAce,
    PlaceRadar,
    Redistribute,
)
from pbem.systems.cartwheel.words.names import place_name, place_to_write, points


def opening_parts(page: Page) -> Iterator[Part]:
    """Files 1 and 2: redistribution, markers, commitments, mobile bases (E.4)."""
    if page.redistributes:
        yield Part(
            title="Before the first turn: bases of your units",
            rule="H17.0",
            choices=_homes(page),
            examples=_to_other(page),
            left="they stay. Nobody but you sees where they go.",
        )
    if page.game.turn.ace == page.side:
        yield Part(
            title="The Ace of the random event",
            rule="H5.1",
            choices=_ace(page),
            examples=page.first(PlaceAce),
            left="the marker is lost.",
        )
    if page.game.turn.radar == page.side:
        yield Part(
            title="The Radar of the random event",
            rule="H5.1",
            choices=_radar(page),
            examples=page.first(PlaceRadar),
            left="the marker is lost.",
        )
    if page.commits:
        yield _eleventh_part(page)
    elif page.game.terms.tf36_limit:
        yield Part(
            title="Task Force 36",
            rule="5.3",
            choices=_task_force(page),
            examples=_task_force_orders(page),
            left="it does not come.",
            idle=_no_task_force(page),
        )
    yield Part(
        title="Mobile airbases",
        rule="6.5",
        choices=_building(page),
        examples=page.first(Build),
        left="none is begun.",
        idle="" if counters_in_hand(page.game, page.side) else "you have no counter in hand",
        kind=IfRoom,
    )


# --- redistribution ------------------------------------------------------------------------------


def _homes(page: Page) -> Iterator[str]:
    yield "Your units may begin at other bases of yours than the scenario says. Now they stand at:"
    for base, planes in by_base(page.planes()):
        units = listed((plane.id for plane in planes), 30)
        yield f"{page.name(base)}: {units}; {page.room(base)}."
    held = {plane.base for plane in page.planes()}
    free = [base for base in _working(page) if base not in held]
    if free:
        yield f"Empty: {'; '.join(f'{page.name(base)}, {page.room(base)}' for base in free)}."


def _working(page: Page) -> list[str]:
    bases = page.game.bases.values()
    return [b.id for b in bases if b.owner == page.side and b.status == "working"]


def _to_other(page: Page) -> Examples:
    at = {plane.id: plane.base for plane in page.planes()}
    moves = page.options(Redistribute)
    return first(one for one in moves if all(at[u] != base for u, base in one.units.items()))


# --- markers of the event ------------------------------------------------------------------------


def _ace(page: Page) -> Iterator[str]:
    yield f"You may give the Ace to one of: {listed((o.unit for o in page.options(PlaceAce)), 40)}."
    yield "Which it is, only you know."


def _radar(page: Page) -> Iterator[str]:
    bases = (order.base for order in page.options(PlaceRadar))
    yield f"The Radar may go to: {listed(map(page.name, bases), 30)}."


# --- the 11th and TF-36 --------------------------------------------------------------------------


def _eleventh_part(page: Page) -> Part:
    return Part(
        title="The 11th Hikoshidan",
        rule="5.2",
        choices=_eleventh(page),
        examples=_eleventh_orders(page),
        left="it is not committed. All its units stand at Truk, Flown and undisrupted, and none of"
        " them flies this turn [5.2d].",
        idle="" if eleventh_units(page) else "nothing of it is left",
    )


def _eleventh(page: Page) -> Iterator[str]:
    figures, units = page.charts.printed, eleventh_units(page)
    words = (f"{unit_words(plane, page.charts)} at {page.name(plane.base)}" for plane in units)
    yield f"Its units: {listed(words, 20)}."
    yield (
        f"If you commit it, the Allies earn {points(figures.committed)} now [5.2b]. Each of its"
        f" units that flies {price_words(page.charts)}"
    )
    bases = " or ".join(map(page.name, figures.eleventh))
    rufe = " A Rufe may go to a port: name it in 'ports'."
    floats = any(page.charts.air[plane.id].model.is_floatplane for plane in units)
    yield (
        f"Committed units stand at {bases}: name the base of each in 'bases'; those left out go to"
        f" Truk.{rufe if floats else ''}"
    )
    yield (
        "A unit that is placed at Truk and staged on pays for the stage move; mission, interception"
        " and recon count as well, each unit once [AMB-4]."
    )


def _eleventh_orders(page: Page) -> Examples:
    for plane in eleventh_units(page):
        order = CommitEleventh(
            commit=True, bases=FrozenMap({plane.id: page.charts.printed.eleventh[0]})
        )
        if page.is_legal(order):
            yield (order,)
            return
    if eleventh_units(page):
        yield (CommitEleventh(commit=True),)


def _no_task_force(page: Page) -> str:
    """Why it cannot come this turn; empty if it can."""
    terms, used = page.game.terms, len(page.game.tf36_turns)
    if not m05_events.bar_to_commit_tf36(page.game, page.charts):
        return ""
    start = page.charts.turn_name(terms.track, terms.tf36_from)
    return (
        f"used {used} of {count(terms.tf36_limit, 'time')}, from {start} on, never in two turns"
        " running [H5.3.2]"
    )


def _task_force(page: Page) -> Iterator[str]:
    terms, charts = page.game.terms, page.charts
    used = len(page.game.tf36_turns)
    yield (
        f"Available: {', '.join(charts.tf36.ships)}; used {used} of"
        f" {count(terms.tf36_limit, 'time')}. If it comes, the Japanese earn"
        f" {points(charts.tf36.committed)} [H5.3.2]."
    )
    yield f"It may appear at: {listed(place_to_write(p, charts) for p in _entries(page))}."
    if asks.sealed_answers(page.game, charts):
        yield (
            "You decide before the Japanese, under seal: 'eleventh' says whether it holds if they"
            " commit the 11th (yes) or if they do not (no); without it, on both. Your next file"
            " opens the answer that holds, and no other [E.4.5]."
        )


def _entries(page: Page) -> tuple[str, ...]:
    places = (order.hex for order in page.options(CommitTF36) if order.commit)
    return tuple(dict.fromkeys(places))


def _task_force_orders(page: Page) -> Examples:
    yield from first(order for order in page.options(CommitTF36) if order.commit)


# --- mobile bases --------------------------------------------------------------------------------


def _building(page: Page) -> Iterator[str]:
    counters = counters_in_hand(page.game, page.side)
    sites = dict.fromkeys(order.hex for order in page.options(Build))
    yield f"Counters in hand: {', '.join(counters)}. They work from the end of the turn on."
    yield f"Hexes: {listed((place_name(hex_, page.charts) for hex_ in sites), 30)}."
