"""How a form begins: the situation, what can be decided now, and what comes of silence [MB1]."""

from collections.abc import Iterator, Sequence

from pbem.engine.steps import Section, View
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.rules.asks import seats_of
from pbem.systems.midway.rules.victory import points
from pbem.systems.midway.table.carriers import in_order
from pbem.systems.midway.table.state import CIRCUIT, Game, strength
from pbem.systems.midway.words.names import BOXES, SIDE_NAMES, carrier_name, damage_words


def situation(view: View[Game], charts: Charts, idle: Sequence[str]) -> Section:
    """Both sides at a glance; `idle` are the titles of phases with nothing to decide in them."""
    return Section(
        title="The situation",
        rule="",
        choices=(*_sides(view.game, view.side, charts), *_rules(idle)),
    )


def _sides(game: Game, side: str, charts: Charts) -> Iterator[str]:
    scores, enemy = points(game, charts), other(side)
    yield f"Points: you {scores[side]}, the {SIDE_NAMES[enemy]} side {scores[enemy]} [MH28]."
    own = "Your" if len(seats_of(game, side)) == 1 else "Your side's"
    for whose, who in ((own, side), ("Enemy", enemy)):
        carriers = in_order(game.side_carriers(who), charts)
        states = [(carrier_name(one.id), damage_words(one, charts)) for one in carriers]
        told = (name if state == "sound" else f"{name} ({state})" for name, state in states)
        yield f"{whose} carriers: {', '.join(told)}."
        yield f"{whose} planes: {'; '.join(_planes(game, who)) or 'none'}."


def _planes(game: Game, side: str) -> Iterator[str]:
    """A side's strength box by box, its fighters apart."""
    places = (("CAP", "cap"), *((BOXES[box], box) for box in CIRCUIT))
    for name, box in (*places, ("on deck", "deck"), ("in hangars", "hangar")):
        there = [one for one in game.squadrons.values() if (one.side, one.box) == (side, box)]
        fighters = strength(one for one in there if not one.is_bomber)
        escorts = f" ({fighters} SP of fighters)" if fighters and box != "cap" else ""
        if there:
            yield f"{name} {strength(there)} SP{escorts}"


def _rules(idle: Sequence[str]) -> Iterator[str]:
    yield (
        "What no order names follows your standing orders, then the rules: each part says what"
        " comes of it. A carrier that an order names does that and no more; once one deck is"
        " planned your others stay as they are [MH33], and once some CAP attacks the rest of yours"
        " holds [M5.1]."
    )
    yield "The parts come as they are carried out, each as those before leave it."
    if idle:
        parts = ", ".join(title.partition(": ")[2] for title in idle)
        yield f"As things stand there is nothing to decide in: {parts}."
