"""The form for what any file may hold: staging, lists and standing down (E.3)."""

from collections.abc import Iterator, Sequence

from pbem.counting import count
from pbem.engine.steps import IfRoom, Section, Spare
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.form.answers import keys_of_answers
from pbem.systems.cartwheel.form.page import (
    Examples,
    Page,
    Part,
    first,
    listed,
    price_of_eleventh,
)
from pbem.systems.cartwheel.orders.standing import stagers
from pbem.systems.cartwheel.own.basing import staging_range
from pbem.systems.cartwheel.own.charts import Due, Plane
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.statements import read_hit
from pbem.systems.cartwheel.table.orders_operations import Stage, StandDown
from pbem.systems.cartwheel.table.orders_turn import CountsAs, Evacuate
from pbem.systems.cartwheel.table.state import Game, other
from pbem.systems.cartwheel.words.names import ADJECTIVES, all_of, regrouped_words, striker_name
from pbem.systems.cartwheel.words.turn import hits_words

# --- what the program does by itself -------------------------------------------------------------


def besides(page: Page) -> Iterator[Part]:
    """What the file opens and states without any order (E.5, E.6)."""
    words = [*_opened(page), *(_stated(due, page) for due in page.private.due)]
    if not page.steps:
        words.insert(0, "This file decides nothing: send it, so that the game can go on.")
    if words:
        yield Part(
            title="What the program writes for you",
            rule="E.6",
            choices=words,
            kind=IfRoom if page.steps else Section,
        )


def _opened(page: Page) -> Iterator[str]:
    for item in page.view.decision.opens:
        kind, _, name = item.partition("/")
        if kind in ("raid", "unit"):
            continue
        if kind == "mission":
            yield f"It opens the sealed part of your mission {name}, whose dice are thrown now."
        else:
            yield f"It opens your counts of {page.name(kind)}, which the enemy's recon looks at."


def _stated(due: Due, page: Page) -> str:
    """A statement in words (E.6)."""
    place = page.name(due.place) if due.place else ""
    match due.kind:
        case "struck":
            hits = hits_words(hit for hit in map(read_hit, due.hits) if hit)
            told = all_of(hits) if hits else "nobody was hit"
            return (
                f"It states what {striker_name(due.mission)} did on the ground at {place}: {told}."
            )
        case "lost-base":
            saved, lost = listed(due.saved, 30), listed(due.lost, 30)
            return f"It states who left {place}: {saved}; lost: {lost}."
        case "no-landing":
            return f"It states units that found no base to land at: {listed(due.lost, 30)}."
        case "eleventh":
            return f"It states that {count(due.number, 'unit')} of the 11th flew."
        case "replaced":
            took = f"It states that you took {count(due.number, 'replacement step')}."
            return " ".join([*_regrouped(due), took])


def _regrouped(due: Due) -> Iterator[str]:
    """What came of Regroup marks, which their owner alone learns [H14.1]."""
    if told := regrouped_words(due.regrouped, due.worn):
        yield f"By your Regroup marks {told} [H14.1]."
    if due.stepped:
        yield f"{all_of(due.stepped)} got a step{' each' if due.stepped[1:] else ''}."
    if due.lacked:
        yield f"For {all_of(due.lacked)} the pool had no step left."


# --- stage moves ---------------------------------------------------------------------------------


def stage_parts(page: Page) -> Iterator[Part]:
    """Stage moves, which any file of the phase 4.4 may hold [H9.3]."""
    able = tuple(stagers(page))
    yield Part(
        title="Stage moves",
        rule="H9.3",
        choices=_staging(page, able),
        examples=page.first(Stage),
        idle="" if able else "no unit of yours can stage",
        kind=IfRoom,
    )
    if able:
        yield Part(
            title="Stage moves: how far, and to which bases",
            rule="H9.3",
            choices=_ranges(page, able),
            kind=Spare,
        )


def _staging(page: Page, able: Sequence[Plane]) -> Iterator[str]:
    yield (
        f"{count(len(able), 'unit')} of yours may move to another base of yours instead of flying,"
        " and stand in its Flown half then. Nobody but you sees it."
    )
    yield from price_of_eleventh(page, able)
    if unanswered(page.game):
        yield "Ordered in a reply it is done after the missions that you answer [H8.8]."


def _ranges(page: Page, able: Sequence[Plane]) -> Iterator[str]:
    reach = ", ".join(
        f"{p.id} at {page.name(p.base)} {staging_range(p.id, page.charts)}" for p in able
    )
    yield f"Hexes that a unit can go: {reach}."
    bases = sorted({order.to for order in page.options(Stage)})
    yield f"Bases: {'; '.join(f'{page.name(base)}, {page.room(base)}' for base in bases)}."


# --- what stands ---------------------------------------------------------------------------------


def standing(page: Page) -> Iterator[Part]:
    """Orders that stand until they are changed (E.3)."""
    yield Part(title="Standing orders in force", rule="E.3", choices=_stands(page), kind=IfRoom)
    yield Part(
        title="Standing orders: examples",
        rule="E.3",
        examples=_standing_orders(page),
        kind=Spare,
    )


def _held(page: Page) -> list[str]:
    """Own bases with units, that can fall."""
    held = {plane.base for plane in page.planes()}
    charts = (page.charts.bases[base] for base in sorted(held) if base in page.charts.bases)
    return [one.id for one in charts if not one.is_off_board]


def evacuation_lists(page: Page) -> dict[str, tuple[str, ...]]:
    """One's lists, but those of bases that the enemy has, or that are lost for ever [H6.6.5].

    Such a base waits for its list, or is a mobile one [AMB-33].
    """
    lists, game = page.private.evacuate, page.game
    return {
        base: to for base, to in lists.items() if not (is_lost(game, base) or _is_foes(page, base))
    }


def _is_foes(page: Page, base: str) -> bool:
    """Whether a base is the enemy's, so that nobody of ours leaves it or comes there."""
    return base in page.game.bases and page.game.bases[base].owner == other(page.side)


def is_lost(game: Game, base: str) -> bool:
    """Whether a mobile base will never stand again [6.6.4~]."""
    return base in game.bases and game.bases[base].status == "lost"


def _stands(page: Page) -> Iterator[str]:
    if lists := evacuation_lists(page):
        words = "; ".join(
            f"{page.name(base)} to {', '.join(_refuges(page, to))}" for base, to in lists.items()
        )
        yield (
            f"If a base falls, its units fly by your lists: {words} [H6.6.5]. An 'evacuate' with"
            " the same base replaces a list, with to = [] it ends it."
        )
    yield keys_of_answers()
    yield (
        "A base without a list ('evacuate') sends its units to the nearest base [H6.6.5]. From one"
        " that is taken each gets away by a die, or is lost [6.6.5]."
    )
    scouts = [p for p in page.planes() if page.charts.air[p.id].model.is_recon]
    for kind, word in (("F", "fighters"), ("B", "bombers")):
        if units := [p.id for p in scouts if p.counts_as == kind]:
            yield (
                f"Counted as {word} at a minor or mobile base: {all_of(units)}; 'counts-as' changes"
                " it [7.3.1]."
            )
    foe = ADJECTIVES[other(page.side)]
    if page.side in page.game.stand_down:
        file = page.game.stand_down[page.side]
        yield (
            f"Your side has stood down in file {file}: {foe} missions need no reply; 'stand-down'"
            " with on = false ends that [H8.6]."
        )
    else:
        yield (
            f"If you stand down ('stand-down', on = true), nobody of yours scrambles or evades, and"
            f" {foe} missions open nothing of yours and need no reply [H8.6]."
        )


def _refuges(page: Page, to: Sequence[str]) -> Iterator[str]:
    """The bases of a list, with those marked that the enemy has now."""
    for base in to:
        yield page.name(base) + (" (the enemy's now)" if _is_foes(page, base) else "")


def _standing_orders(page: Page) -> Examples:
    for base in _held(page)[:1]:
        others = [b for b in _own(page, base) if b != base][:3]
        if others:
            yield (Evacuate(base=base, to=tuple(others)),)
    yield from first(
        order
        for order in page.options(CountsAs)
        if (order.kind == "B") == (page.private.planes[order.unit].counts_as == "F")
    )
    yield from page.first(StandDown)


def _own(page: Page, base: str) -> list[str]:
    """Own bases that work, the nearest to a base first."""
    bases, start = page.game.bases, place_of(page.game, base)
    own = [b for b in bases.values() if b.owner == page.side and b.status == "working"]
    return [b.id for b in sorted(own, key=lambda b: air_distance(page.charts, start, b.hex))]
