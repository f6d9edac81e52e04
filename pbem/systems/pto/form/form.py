"""The orders form: what the file decides, what is legal, what is in force [F.2, F.3]."""

from collections.abc import Callable, Iterator

from pbem.engine.mentions import mention
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import Section, View
from pbem.narrow import write_value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.form import appended as form_appended
from pbem.systems.pto.form import end as form_end
from pbem.systems.pto.form import offensive as form_offensive
from pbem.systems.pto.form import phase3 as form_phase3
from pbem.systems.pto.form import season as form_season
from pbem.systems.pto.form import situation, unordered
from pbem.systems.pto.form.offers import firsts
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.table.orders import APPENDED, OPPORTUNITY, Blockade, BombJapan
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStrikeRule,
    Declines,
    GoesFirst,
    Gunnery,
    NavalInterception,
    SearchRule,
    StandingOrder,
)
from pbem.systems.pto.table.state import Game

Part = Callable[[View[Game], Charts], Iterator[Section]]
PARTS: tuple[tuple[str, Part], ...] = (
    ("S2.3", form_season.sections),
    ("P3.1", form_phase3.sections),
    (APPENDED, form_appended.sections),
    (OPPORTUNITY, form_offensive.sections),
    ("P5", form_end.sections),
)
"""Who writes the form for a step."""

EXAMPLES: tuple[StandingOrder, ...] = (
    SearchRule(when="never"),
    AirInterception(own=2, enemy=1, keep=1),
    AirStrikeRule(when="worth", worth=4, share=75),
    NavalInterception(when="never"),
    Gunnery(fire="capital", after=2),
)


def sections(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """The parts of the form for what the seat's next file answers."""
    steps = steps_of(view)
    if not steps:
        return ()
    own = tuple(section for step, part in PARTS if step in steps for section in part(view, charts))
    idle = unordered.section(view, charts)
    return (
        situation.section(view, charts),
        idle,
        *own,
        *_next_month(view, steps, charts),
        _standing(view),
    )


def _next_month(view: View[Game], steps: frozenset[str], charts: Charts) -> Iterator[Section]:
    """Phase 2 of the month to come, where the file is the last before it [F.2]."""
    if view.game.terms.no_strategic or not steps & {"S2.3", "P0", "P5"}:
        return
    if view.side == ALLIED:
        yield Section(
            title="Strategic warfare, next month",
            rule="P2.1.1",
            choices=(
                "bomb-japan names bombers, and fighters to escort them; without it nobody flies.",
                "blockade names the submarines that take part; without it all that can.",
            ),
            examples=firsts(view, charts, BombJapan, Blockade),
        )
    if view.side == JAPANESE:
        yield Section(
            title="Defence of Japan, next month",
            rule="P2.1.2",
            choices=("strategic says how many fighters meet the bombers; default: as many.",),
            examples=(AirDefence(first=2, answer=4),),
        )


def _standing(view: View[Game]) -> Section:
    """Standing orders: what they are, how they are kept secret, which are in force [F.4]."""
    sealed = (
        "They are sealed in this file and hold from its opening, in your next one.",
        "With openly = true an order is public and holds at once; declines and goes-first always.",
    )
    public = ("They are public and hold at once.",)
    return Section(
        title="Standing orders, for the enemy's moves",
        rule="F.4",
        choices=(
            *(f"{kind}: {what}" for kind, what in SAYS.items()),
            "'of' names a task force, an area or a nation; without it all of yours are meant.",
            *(sealed if view.decision.seals else public),
            *_in_force(view.game, view.seat),
        ),
        examples=(*EXAMPLES, Declines(), GoesFirst(side="enemy")),
    )


SAYS = {
    "search": "when = always, never, or areas with a list of them.",
    "air-intercept": "own fighters to enemy ones at least, keep units at each base; when = always"
    " or never.",
    "air-strike": "when = worth with the victory points of the ships at least, or never; share of"
    " the bombers that go, cap of carrier air that stays, in percent; escorts for each bomber; aim"
    " at types or ships.",
    "air-stacks": "near and far: percent of a force's aircraft that strike, with enemy carriers in"
    " range and without; offensive and defensive name units.",
    "naval-intercept": "own guns to enemy ones at least; when and counter = always or never.",
    "gunnery": "fire = strongest-gun, weakest-armour, capital, or list with first; withdraw after"
    " a round, or once so many ships are lost; stay = true however outgunned.",
    "submarines": "intercept = always or never; aim; withdraw = true or false.",
    "strategic": "first and answer, the fighters that meet bombers over Japan.",
    "ground": "support of bombers in percent; an attack stops below odds; retreat to areas.",
    "losses": "steps and abort rank units by id: who suffers first.",
    "declines": "you pass in every offensive phase, without a file, until declines = false.",
    "goes-first": "side = own or enemy, should the initiative be yours.",
}
"""What each kind of standing order says, by its keys [F.4]."""


def _values(order: Order) -> str:
    """What a standing order says, key by key as it was written; `the default` for nothing."""
    if isinstance(order, Declines):
        return f"declines = {write_value(order.declines)}"
    given = {key: value for key, value in encode_order(order).items() if key not in NOT_VALUES}
    return ", ".join(f"{key} = {write_value(value)}" for key, value in given.items()) or "default"


NOT_VALUES = ("type", "of", "openly")
"""The keys of a standing order that say what it is, not what it wants."""


def _in_force(game: Game, seat: str) -> Iterator[str]:
    """The standing orders in force, one in a line, how to end them, and what is sealed [F.1, F.4].

    What is sealed is told by its file alone: its words are not in the chain yet.
    """
    found = tuple(unordered.in_force(game, seat))
    for order, given in found:
        what = f"{order.type} of {mention(order.of) if order.of else 'all'}: {_values(order)}"
        yield f"In force: {what} ({unordered.file_words(given)})."
    if found:
        yield "Each holds until another of its kind with the same 'of' takes its place."
    if seat in game.sealed:
        closed = game.sealed[seat]
        words = unordered.file_words(closed.given)
        yield f"Sealed, and opened by this file: your standing orders ({words})."
