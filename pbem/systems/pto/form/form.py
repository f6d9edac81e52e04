"""The orders form: what the file decides, what is legal, what is in force [F.2, F.3]."""

from collections.abc import Callable, Iterator
from itertools import islice

from pbem.engine.steps import Section, Spare, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE, OVER_JAPAN
from pbem.systems.pto.form import appended as form_appended
from pbem.systems.pto.form import end as form_end
from pbem.systems.pto.form import offensive as form_offensive
from pbem.systems.pto.form import phase3 as form_phase3
from pbem.systems.pto.form import season as form_season
from pbem.systems.pto.form import situation, unordered
from pbem.systems.pto.form.offers import firsts
from pbem.systems.pto.orders.check import check, steps_of
from pbem.systems.pto.table.orders_month import APPENDED, OPPORTUNITY, Blockade, BombJapan
from pbem.systems.pto.table.standing import (
    AirDefence,
    AirInterception,
    AirStrikeRule,
    Declines,
    GoesFirst,
    Gunnery,
    NavalInterception,
    StandingOrder,
)
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words import known

Part = Callable[[View[Game], Charts], Iterator[Section]]
PARTS: tuple[tuple[str, Part], ...] = (
    ("S2.3", form_season.sections),
    ("P3.1", form_phase3.sections),
    (APPENDED, form_appended.sections),
    (OPPORTUNITY, form_offensive.sections),
    ("P5", form_end.sections),
)
"""Who writes the form for a step."""

ENDED = (
    "Each holds until another of its kind with the same 'of' takes its place; with no other key"
    " that is the rules' default. declines = false ends declines."
)
"""How a standing order in force is ended [F.4]."""
TOO_SOON = (
    "What this file seals holds from your next file on: in your own half of phase 3 of this month"
    " the defaults hold, unless an order says openly = true [F.2.4]."
)
"""What who goes first in a month that opens its scenario may not expect of its standing orders."""
EXAMPLES: tuple[StandingOrder, ...] = (
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
    next_month = tuple(_next_month(view, charts))
    offered = any(one.examples or one.together for one in (*own, *next_month))
    return (
        situation.section(view, charts),
        *own,
        *next_month,
        _standing(view, () if offered else _first_standing(view, charts)),
        _standing_words(view),
    )


def _next_month(view: View[Game], charts: Charts) -> Iterator[Section]:
    """Phase 2 of the month to come, where the file is the last before it [F.2]."""
    if not unordered.is_before_phase_2(view):
        return
    if view.side == ALLIED:
        yield Section(
            title="Strategic warfare, next month",
            rule="P2.1.1",
            choices=(
                "bomb-japan names bombers, and fighters to escort them; without it nobody flies.",
                "blockade names the submarines that take part; without it all that can.",
                *(
                    ("answer of strategic limits the escorts added as Japan's fighters rise.",)
                    if OVER_JAPAN[ALLIED] in view.game.nations_of(view.seat)
                    else ()
                ),
            ),
            examples=tuple(
                order for order in firsts(view, charts, BombJapan, Blockade) if order != Blockade()
            ),
        )
    if view.side == JAPANESE:
        yield Section(
            title="Defence of Japan, next month",
            rule="P2.1.2",
            choices=("strategic says how many fighters meet the bombers; default: as many.",),
            examples=(AirDefence(first=2, answer=4),),
        )


def _first_standing(view: View[Game], charts: Charts) -> tuple[StandingOrder, ...]:
    """A standing order as an example, for a file that decides hardly anything else [F.4]."""
    legal = (one for one in EXAMPLES if not any(check(view, (one,), charts)))
    return tuple(islice(legal, 1))


def _standing(view: View[Game], examples: tuple[StandingOrder, ...]) -> Section:
    """The standing orders in force, one in a line, how to end them, and what is sealed [F.1, F.4].

    What is sealed is told by its file alone: its words are not in the chain yet.
    """
    found = "; ".join(known.standing_named(view.game, view.seat))
    none = "None is in force: the rules' defaults hold. The full form says what can be ordered."
    closed = view.game.sealed.get(view.seat)
    sealed = (known.file_words(closed.given),) if closed else ()
    return Section(
        title="Standing orders in force",
        rule="F.4",
        choices=(
            f"{found}." if found else none,
            *((ENDED,) if found else ()),
            *(f"Sealed, and opened by this file: those of {words}." for words in sealed),
            *((TOO_SOON,) if _comes_too_soon(view) else ()),
        ),
        examples=examples,
    )


def _comes_too_soon(view: View[Game]) -> bool:
    """Whether what the file seals is opened after the half of phase 3 that it begins [F.2.4]."""
    first = view.game.has_no_month_before and view.step == "P3.1-first"
    return first and bool(view.decision.seals)


def _standing_words(view: View[Game]) -> Section:
    """What standing orders may say, and how they are kept secret [F.4]."""
    sealed = (
        "They are sealed in this file and hold from its opening, in your next one.",
        "With openly = true an order is public and holds at once, for this file's steps too; so do"
        " declines and goes-first always.",
    )
    public = ("They are public and hold at once.",)
    return Spare(
        title="Standing orders: what each may say",
        rule="F.4",
        choices=(
            *(f"{kind}: {what}" for kind, what in SAYS.items()),
            "'of' names a task force, an area or a nation; without it all of yours are meant.",
            *(sealed if view.decision.seals else public),
            *(f"In force: {words}" for words in known.standing_in_force(view.game, view.seat)),
        ),
        examples=(*EXAMPLES, Declines(), GoesFirst(side="enemy")),
    )


SAYS = {
    "search": "when = always, never, or areas with a list of them.",
    "air-intercept": "own fighters to enemy ones at least, keep units of each base or force down;"
    " when = always or never.",
    "air-strike": "when = worth with the victory points of the ships at least, or never; share of"
    " the bombers that go, cap of carrier air that stays, in percent; escorts for each bomber; aim"
    " at types or ships.",
    "air-stacks": "near and far: percent of a force's aircraft that strike, with enemy carriers in"
    " range and without; offensive and defensive name units.",
    "naval-intercept": "own guns to enemy ones at least; when and counter = always or never.",
    "gunnery": "fire = strongest-gun, weakest-armour, capital, or list with first; withdraw after"
    " a round, or once so many ships are lost; stay = true however outgunned.",
    "submarines": "intercept = always or never; aim; withdraw = true or false.",
    "strategic": "first, Japan's fighters that meet bombers at once; answer, the most of yours in"
    " all as the enemy adds his, whatever air-intercept says.",
    "ground": "bombers that help the defence: units names some, support is the percentage of the"
    " others; an attack stops below odds; retreat to areas.",
    "losses": "steps and abort rank units by id: who suffers first.",
    "declines": "you pass in every offensive phase, without a file, until declines = false; 'of' a"
    " nation holds for that one alone.",
    "goes-first": "side = own or enemy, should the initiative be yours.",
}
"""What each kind of standing order says, by its keys [F.4]."""
