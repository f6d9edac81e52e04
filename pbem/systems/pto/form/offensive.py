"""The form for an opportunity of phase 4 [P4]."""

from collections.abc import Iterator

from pbem.engine.mentions import mention
from pbem.engine.steps import IfRoom, Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.book.kinds import ALLIED, other
from pbem.systems.pto.form import end as form_end
from pbem.systems.pto.form.offers import (
    air_offensives,
    first_legal,
    first_together,
    invasions,
    land_offensives,
    landings,
)
from pbem.systems.pto.form.strikes import one_by_one, target_lines
from pbem.systems.pto.form.unasked import goes_on
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p4_costs import points_of
from pbem.systems.pto.rules.month.p4_named import NO_FLEET, is_land_alone, standing_by
from pbem.systems.pto.rules.month.p4_turns import is_side_out
from pbem.systems.pto.table.naming import all_of, nation_name, side_name
from pbem.systems.pto.table.orders_month import Engage, Pass, Sail
from pbem.systems.pto.table.state import Game

LAND_ALONE = f"No Allied sea or air offensive is allowed this month [{NO_FLEET}]."


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """Whether to perform an offensive, which, and what carries it out; or the month's end alone."""
    game = view.game
    if game.month.closing == view.seat:
        yield from _closing(view, charts)
        return
    is_barred = is_land_alone(game, view.side)
    ready = all_of(mention(tf.id) for tf in standing_by(game, view.seat)) or "none"
    yield Section(
        title="An offensive, or a pass",
        rule="P4.0.1",
        choices=(
            *purses(view, charts),
            *(() if is_barred else (f"Task forces on standby: {ready}.",)),
            "Several offensives of one file are performed at once, each beyond the first for"
            f" {charts.offensives.added} EP more; air goes with land or sea, sea never with land.",
            *_in_sequence(view, charts),
            *_about_passing(view),
        ),
        examples=_passes(view),
    )
    yield Section(
        title="How it is carried out",
        rule="P4A.2",
        choices=(
            "land, in one theatre: march, assault from STPs at sea, drop, support by bombers,"
            " attack. For a second theatre write a second 'offensive'."
            f"{_within_reach(view, charts)}",
            *((LAND_ALONE,) if is_barred else _sea_and_air(view, charts)),
        ),
        together=(
            *first_legal(view, charts, land_offensives(view, charts)),
            *first_legal(view, charts, landings(view, charts)),
            *first_together(view, charts, Engage, Sail),
            *first_legal(view, charts, air_offensives(view, charts)),
        ),
    )
    for section in form_end.sections(view, charts):
        yield IfRoom(
            title=f"{section.title} (with a pass)",
            rule=section.rule,
            choices=section.choices,
            examples=section.examples,
        )
    if not is_barred:
        yield one_by_one(view, charts)


def _sea_and_air(view: View[Game], charts: Charts) -> Iterator[str]:
    """What carries out offensives at sea and in the air [P4B, P4C]."""
    sailing = charts.sailing
    yield (
        f"sea, by a stack on standby: sail ({sailing.offensive} MP; damaged ships and"
        f" STPs {sailing.slow}), engage, strike."
    )
    yield "air, in one or two targets: strike."
    yield from target_lines(view, charts)


def _within_reach(view: View[Game], charts: Charts) -> str:
    """The areas of the enemy that a land offensive can attack or enter now, by theatre [P4A.2]."""
    areas = dict.fromkeys(area for area, _ in invasions(view, charts))
    theatres: dict[str, list[str]] = {}
    for area in areas:
        theatres.setdefault(theatre_of(charts, area), []).append(mention(area))
    told = "; ".join(f"{theatre}: {all_of(there)}" for theatre, there in theatres.items())
    return f" In reach, by theatre: {told}." if told else ""


def purses(view: View[Game], charts: Charts) -> Iterator[str]:
    """What each nation of the seat has for offensives [P4A.1.A, PH12.2]."""
    game, costs = view.game, charts.offensives
    nations = game.purses_of(view.seat)
    told = (
        f"{nation_name(nation)} {game.purses[nation].track}, {points_of(game, nation)} EP"
        for nation in nations
    )
    prices = sorted({costs.impromptu * costs.prices[nation] for nation in nations})
    yield (
        f"Offensives on the track, and EP: {'; '.join(told)}. One that is not on the track costs"
        f" {' or '.join(map(str, prices))} EP."
    )


def _closing(view: View[Game], charts: Charts) -> Iterator[Section]:
    """What a seat is asked that is out for the month and opens the enemy's dice [F.2.2]."""
    yield Section(
        title="The month's end, with the dice that you open",
        rule="F.2.2",
        choices=(
            f"You are out for this month; the {side_name(other(view.side))} may go on. What you"
            " order now for its end holds, and you are not asked again.",
            "ends = true in a pass says that there is nothing: the defaults hold. A file without"
            " either leaves it open: you are asked once more.",
        ),
        examples=(Pass(ends=True),),
    )
    yield from form_end.sections(view, charts)


def _in_sequence(view: View[Game], charts: Charts) -> Iterator[str]:
    """That several offensives may follow each other, where nobody comes between [F.2.7]."""
    enemy = other(view.side)
    if is_side_out(view.game, enemy, charts):
        yield (
            f"The {side_name(enemy)} are out for this month: with next = true an offensive comes"
            " after those above it, at its own price, and what carries it out stands below it. One"
            " that has become impossible is void and costs nothing."
        )


def _about_passing(view: View[Game]) -> Iterator[str]:
    """What a pass can say of the end of the month, and what an earlier one has said [F.2.2]."""
    yield (
        "A pass may bring the orders for the month's end (march, rail, debark, return, stay,"
        " replenish, repair): they hold whoever acts after it, and replace those given before."
    )
    yield (
        "A pass that stands below an offensive answers for the next time that you are asked, and"
        " saves a file; it is void if the enemy acts in between. rest = true: you are out for the"
        " rest of the month, whatever the enemy does."
    )
    plan = view.game.month.plans.get(view.seat)
    if plan is None:
        yield (
            "ends = true in a pass orders nothing for the month's end: the defaults hold. Without"
            " it and without such orders you are asked when the month ends."
            f"{_before_phase_2(view)}"
        )
        return
    yield "A bare pass leaves what an earlier one brought; anew = true takes it back."


def _before_phase_2(view: View[Game]) -> str:
    """What else belongs into a file after which the month's end asks for none [F.2.2, P2.1.1]."""
    game = view.game
    if view.side != ALLIED or game.terms.no_strategic or not goes_on(game):
        return ""
    return (
        f" A pass with either may be your last file before phase 2 of {month_name(game.turn + 1)}:"
        " 'bomb-japan' and 'blockade' belong into it."
    )


def _passes(view: View[Game]) -> tuple[Pass, ...]:
    """The pass that says something of the month's end now; a bare one needs no example."""
    return (Pass(anew=True),) if view.seat in view.game.month.plans else (Pass(ends=True),)
