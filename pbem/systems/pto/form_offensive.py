"""The form for an opportunity of phase 4 [P4]."""

from collections.abc import Iterator

from pbem.engine.steps import Section, View
from pbem.systems.pto import form_end
from pbem.systems.pto.charts import Charts
from pbem.systems.pto.check_offensive import standing_by
from pbem.systems.pto.form_offers import (
    air_offensives,
    first_legal,
    land_offensives,
    sea_offensives,
)
from pbem.systems.pto.map import theatre_of
from pbem.systems.pto.orders import Pass
from pbem.systems.pto.p4_costs import points_of
from pbem.systems.pto.state import Game


def sections(view: View[Game], charts: Charts) -> Iterator[Section]:
    """Whether to perform an offensive, which, and what carries it out."""
    game = view.game
    nations = tuple(n for n in game.nations_of(view.seat) if n in game.purses)
    theatres = sorted({theatre_of(charts, area) for area in game.areas})
    ready = ", ".join(tf.id for tf in standing_by(game, view.seat)) or "none"
    yield Section(
        title="An offensive, or a pass",
        rule="P4.0.1",
        choices=(
            *(
                f"{nation}: {game.purses[nation].track} on the track,"
                f" {points_of(game, nation)} EP; impromptu for"
                f" {charts.offensives.impromptu * charts.offensives.prices[nation]} EP"
                for nation in nations
            ),
            f"Theatres: {', '.join(theatres)}.",
            f"Task forces on standby: {ready}.",
            "Several offensives in one file are combined or joint; sea never goes with land.",
        ),
        examples=(Pass(),),
    )
    yield Section(
        title="How it is carried out",
        rule="P4A.2",
        choices=(
            "land: march, assault from STPs, drop, support by bombers, attack.",
            "Ground units and task forces serve in an offensive of their nation, NE in one of UK.",
            "sea: sail (10 MP; damaged ships and STPs 5), engage, strike by carrier aircraft.",
            "air: strike in one or two target areas.",
        ),
        together=(
            *first_legal(view, charts, sea_offensives(view, charts)),
            *first_legal(view, charts, air_offensives(view, charts)),
            *first_legal(view, charts, land_offensives(view, charts)),
        ),
    )
    for section in form_end.sections(view, charts):
        yield Section(
            title=f"{section.title} (with a pass)",
            rule=section.rule,
            choices=section.choices,
            examples=section.examples,
        )
