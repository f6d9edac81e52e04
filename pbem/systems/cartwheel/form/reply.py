"""The form for replies to air missions, and for one's own opportunity [4.4, H8, H9.4, H9.5]."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from pbem.counting import count
from pbem.engine.steps import IfRoom
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.form.page import Examples, Page, Part, by_base, price_of_eleventh
from pbem.systems.cartwheel.orders.fliers import evaders, interceptors, reply_with, sortie_of
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r08_blind import may_order_ahead
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r09_scramble import (
    evasion_terms,
    scramble_terms,
    told_to_recon,
)
from pbem.systems.cartwheel.table.orders_operations import Pass
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.table.under_way import Raid, Sortie
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, place_name
from pbem.systems.cartwheel.words.play import mission_name, numbers_of

SOME = 4
"""So many interceptors at most stand in an example."""
REASONS = {
    "airdrop": "so that no paratroops find them on the ground",
    "sweep": "though a sweep harms nobody on the ground",
    "strike": "so that no bomb finds them on the ground",
}
"""What evading is good for."""
ENDS = {
    "airdrop": "paratroops find what is on the ground there [6.6.5]",
    "sweep": "the sweep goes home",
    "strike": "what is on the ground there can be hit",
}
"""What comes of those who stay on the ground [6.6.5]; a sweep only fights in the air [H9.1]."""
NOT_YET = "the enemy's run goes on after this"
NO_MORE = "you have none left in this phase and only reply [H8.2, H8.3]"


def reply_parts(page: Page) -> Iterator[Part]:
    """One for each air mission of the enemy's that awaits the reply [H8.5]."""
    raids = unanswered(page.game)
    for raid in raids:
        yield Part(
            title=f"Your reply to {mission_name(raid, page.charts)}",
            rule="H8.5",
            choices=chain(_reply(page, raid), _keys(page, raid) if raid == raids[0] else ()),
            examples=_replies(page, raid) if raid == raids[0] else (),
            left=f"nobody takes off, and {ENDS[raid.kind]}.",
            mission=raid.id,
        )


# --- who takes off -------------------------------------------------------------------------------

Judge = Callable[[Game, Raid, Sortie, Charts], dict[str, int]]


def _chances(page: Page, raid: Raid, planes: Iterable[Plane], terms: Judge) -> str:
    """`A6M-201, A6M-202 on 5 or less`: the highest die with which units take off [H9.4.2, H9.5]."""
    found: dict[int, list[str]] = {}
    for plane in planes:
        drm = sum(terms(page.game, raid, sortie_of(plane), page.charts).values())
        dice = page.charts.dice
        highest = page.charts.air[plane.id].model.sr - drm
        die = min(max(highest, dice.succeeds), dice.fails - 1)
        found.setdefault(die, []).append(plane.id)
    return "; ".join(f"{', '.join(found[die])} on {die} or less" for die in sorted(found)[::-1])


# --- words and examples --------------------------------------------------------------------------


def _reply(page: Page, raid: Raid) -> Iterator[str]:
    where, band = place_name(raid.hex, page.charts), BANDS[raid.band - 1]
    yield f"Announced: {numbers_of(raid)}, {band}, in {where}."
    able = interceptors(page, raid)
    if not able:
        yield "No fighter of yours can scramble against it."
    for base, planes in by_base(able):
        chances = _chances(page, raid, planes, scramble_terms)
        yield f"May scramble from {page.name(base)}{_told(page, base, planes)}: {chances}."
    down = evaders(page, raid)
    if down:
        chances = _chances(page, raid, down, evasion_terms)
        yield f"May evade, {REASONS[raid.kind]}: {chances} [H9.5]."
    yield from price_of_eleventh(page, able)


def _keys(page: Page, raid: Raid) -> Iterator[str]:
    most = page.charts.operations.interceptors
    if interceptors(page, raid):
        yield (
            f"Up to {most} scramble, each if its die is no higher than the number here; go_for"
            ' "bombers" or "escorts"; disengage_at "never", "half" or "any" losses [H9.4.6].'
        )
    yield "Units that you name, and their bases, become known, also if their dice fail."


def _told(page: Page, base: str, planes: Iterable[Plane]) -> str:
    """The limit that comes from what the enemy's recon was told [7.3.4~]."""
    counts = page.game.turn.counts.get(base)
    if counts is None:
        return ""
    units = {plane.id for plane in planes}
    since = units - told_to_recon(page.game, base, units, page.charts)
    most = f", {count(counts.fighters, 'fighter')} at most"
    besides = f", besides {all_of(sorted(since))}, come since" if since else ""
    return f"{most}, as recon was told{besides}"


def _replies(page: Page, raid: Raid) -> Examples:
    """Who scrambles, and in the same order who evades: a mission is replied to once [H8.5]."""
    able, down = interceptors(page, raid), evaders(page, raid)
    for many in (SOME, 1, 0):
        up = able[:many]
        order = reply_with(raid, up, (plane for plane in down if plane not in up))
        if page.is_legal(order):
            yield (order,)
            return


# --- one's own opportunity -----------------------------------------------------------------------


def opportunity_part(page: Page) -> Part:
    """How many missions the file may hold, or a pass [4.4b, H8.1-H8.3, H8.7]."""
    if not unanswered(page.game):
        return Part(
            title="Your opportunity",
            rule="4.4b",
            choices=_opportunity(page),
            left="you pass once.",
        )
    if may_order_ahead(page.game, page.side, page.charts):
        return Part(
            title="Your next opportunity, given ahead",
            rule="H8.7",
            choices=_ahead(page),
            left="you are asked again when the outcome is known.",
        )
    has_more = has_opportunity(page.game, page.side, page.charts)
    why = NOT_YET if has_more else NO_MORE
    return Part(title="Your next opportunity", rule="H8.7", idle=why)


def pass_part(page: Page) -> Part:
    """What a pass may say, and whether orders ashore may stand beside it [H8.3, H8.10.2]."""
    return Part(
        title="A pass",
        rule="H8.3",
        choices=(*PASSING, *([ASHORE] if page.may_end else [])),
        examples=[(Pass(),), *([(Pass(rest=True, ashore=True),)] if page.may_end else [])],
        kind=IfRoom,
    )


PASSING = (
    "times = 2 passes this time and the next, rest = true to the end of the phase; behind missions"
    " it is your next opportunity [H8.3].",
)
ASHORE = (
    "Operations may end with this file, and you are first ashore. Where passes alone end them your"
    " orders ashore and your conclusion stand in it. Behind your last missions they may, if a pass"
    " says ashore = true, which saves a mail: they are judged on what you see now, and again when"
    " they are carried out; what the missions have made impossible is void and named [H8.10.2]."
)


def _opportunity(page: Page) -> Iterator[str]:
    operations = page.game.operations
    left = missions_left(page.game, page.side, page.charts)
    foe = other(page.side)
    is_alone = not has_opportunity(page.game, foe, page.charts)
    if is_alone:
        yield f"The {ADJECTIVES[foe]} player has no opportunity left, and only replies [H8.4]."
    if operations.run > 1:
        most = min(operations.run, left)
        yield (
            f"You are on a run: {count(operations.run, 'mission')} of it are left. The file may"
            f" hold 1 to {most}; they are flown in the order in which they stand{_one_reply(page)}"
            " [H8.4]."
        )
    else:
        yield "You have one mission, by air or by sea, or you pass."
    done = operations.done.get(page.side, 0)
    yield f"You have made {count(done, 'mission')} this turn and may make {left} more [H8.2]."
    if operations.passes:
        end = page.charts.printed.passes
        yield (
            f"{count(operations.passes, 'pass', 'passes')} in a row so far;"
            f" {end} end the phase [4.4c]."
        )


def _one_reply(page: Page) -> str:
    """That one reply answers a whole file, where there are hexes that ask for one [H8.9.7]."""
    foe = other(page.side)
    hexes = page.game.asked.get(foe, ())
    if not hexes or foe in page.game.stand_down:
        return ""
    where = " or ".join(place_name(hex_, page.charts) for hex_ in hexes)
    return f", and one reply answers all of them if one goes to {where}"


def _ahead(page: Page) -> Iterator[str]:
    after = "this mission" if len(unanswered(page.game)) == 1 else "these missions"
    yield (
        f"After {after} it is your turn. To save mails you may give your next mission, a pass, or"
        " both, in this very file; all of it is void, at no cost, if the outcome forbids a part"
        " [H8.7] or, with an air mission in it, leaves you a statement to make [CR62]. Who takes"
        " off by your reply flies no mission of this file [CR76]."
    )
