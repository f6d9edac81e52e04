"""The form for an opportunity of phase 4 [P4]."""

from collections.abc import Iterator

from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.frozen import replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.form import end as form_end
from pbem.systems.pto.form.offers import (
    air_offensives,
    first_legal,
    first_together,
    land_offensives,
)
from pbem.systems.pto.form.phase3 import AIMS, flights
from pbem.systems.pto.form.unordered import planned_words
from pbem.systems.pto.rules.map import theatre_of
from pbem.systems.pto.rules.month.p4_costs import points_of
from pbem.systems.pto.rules.month.p4_named import standing_by
from pbem.systems.pto.table.naming import all_of
from pbem.systems.pto.table.orders import Engage, Pass, Sail
from pbem.systems.pto.table.state import Game


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """Whether to perform an offensive, which, and what carries it out."""
    game = view.game
    in_play = (area for area in game.areas if area not in game.terms.closed)
    theatres = sorted({theatre_of(charts, area) for area in in_play})
    ready = ", ".join(mention(tf.id) for tf in standing_by(game, view.seat)) or "none"
    yield Section(
        title="An offensive, or a pass",
        rule="P4.0.1",
        choices=(
            *purses(view, charts),
            f"Theatres: {', '.join(theatres)}.",
            f"Task forces on standby: {ready}.",
            "Several offensives in one file are combined or joint; sea never goes with land.",
            *_about_passing(view),
        ),
        examples=_passes(view),
    )
    yield Section(
        title="How it is carried out",
        rule="P4A.2",
        choices=(
            "land, in theatres: march, assault from STPs in a sea on the area, drop, support by"
            " bombers, attack until the odds are below = 1:2 … 5:1.",
            "Ground units and task forces serve in an offensive of their nation, NE in one of UK.",
            "sea, by a force on standby, its stack, and stacks: sail (10 MP; damaged ships and STPs"
            " 5), engage, strike by carrier aircraft.",
            "air: strike in one or two target areas, its targets.",
            *flights(view, charts),
            *AIMS,
        ),
        together=(
            *first_together(view, charts, Engage, Sail),
            *first_legal(view, charts, air_offensives(view, charts)),
            *first_legal(view, charts, land_offensives(view, charts)),
        ),
    )
    for section in form_end.sections(view, charts):
        yield replace(section, title=f"{section.title} (with a pass)")


def purses(view: View[Game], charts: Charts) -> Iterator[str]:
    """What each nation of the seat has for offensives [P4A.1.A, PH12.2]."""
    game, costs = view.game, charts.offensives
    for nation in game.purses_of(view.seat):
        yield (
            f"{nation}: {game.purses[nation].track} on the track,"
            f" {points_of(game, nation)} EP; impromptu for"
            f" {costs.impromptu * costs.prices[nation]} EP"
        )


def _about_passing(view: View[Game]) -> Iterator[str]:
    """What a pass can say of the end of the month, and what an earlier one has said [F.2.2]."""
    yield (
        "A pass may bring the orders for the month's end, below. They hold whoever acts after it,"
        " until a later pass of yours brings others, which replace them all."
    )
    plan = view.game.month.plans.get(view.seat)
    if plan is None:
        yield "ends = true says that there are none. Else you are asked when the month ends."
        return
    brought = all_of(planned_words(plan)) or "none, so that the defaults hold"
    yield f"Brought by an earlier pass: {brought}."
    yield "A bare pass leaves that as it is; anew = true takes it back."


def _passes(view: View[Game]) -> tuple[Pass, ...]:
    """The passes that differ now."""
    given = view.seat in view.game.month.plans
    return (Pass(), Pass(anew=True)) if given else (Pass(), Pass(ends=True))
