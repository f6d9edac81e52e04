"""The situation that matters for a file, above what it decides: points, fronts, fleets at sea."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.steps import Section, View
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import ALLIED, other
from pbem.systems.pto.form.supply import cut_off_now
from pbem.systems.pto.form.unordered import is_before_phase_2, silence
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.table.pieces import Ship, TaskForce
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import KINDS
from pbem.systems.pto.words.sheets import facts

SHOWN = ("Weather", "Points, if it ended now", "Fronts", "Cut off")
"""What the form takes from the table of the month."""
MOST_SEAS = 6
"""So many seas of a side are told at most, those with most ships first."""


def section(view: View[Game], charts: Charts) -> Section:
    """How it stands, own and enemy, in some ten lines, and what comes of whatever is not named."""
    told = dict(facts(view.game, charts))
    month = (f"{what}: {told[what]}." for what in SHOWN if told[what])
    ours = _at_sea(view.game, "Yours at sea", view.side)
    theirs = _at_sea(view.game, "The enemy at sea", other(view.side))
    short = (f"{words}." for words in cut_off_now(view, charts))
    choices = (*month, *ours, *theirs, *short, *_not_named(view), *silence(view, charts))
    return Section(title="How it stands", rule="PH15.1", choices=choices)


def _at_sea(game: Game, title: str, side: str) -> Iterator[str]:
    """A side's ships that are in no port, sea by sea, by type."""
    places = dict.fromkeys(tf.at for tf in game.forces.values() if tf.at not in game.areas)
    ships = {
        area: [ship for tf in game.forces_at(area, side) for ship in game.ships_in(tf.id)]
        for area in places
    }
    found = sorted((area for area in places if ships[area]), key=lambda area: -len(ships[area]))
    words = [f"{mention(area)} {by_type(ships[area])}" for area in found[:MOST_SEAS]]
    if more := found[MOST_SEAS:]:
        words.append(f"{count(sum(len(ships[area]) for area in more), 'ship')} elsewhere")
    if words:
        yield f"{title}: {'; '.join(words)}."


def forces_words(game: Game, there: Iterable[TaskForce]) -> str:
    """Task forces with what they are made of: `TF 8 (2 CAs, 1 DD), US Oahu boats (4 SSs)`."""
    return ", ".join(f"{mention(tf.id)} ({by_type(game.ships_in(tf.id))})" for tf in there)


def by_type(ships: Iterable[Ship]) -> str:
    """Ships counted by type: `2 CVs, 3 DDs`."""
    there = [ship.kind for ship in ships]
    return ", ".join(count(there.count(kind), kind) for kind in KINDS if kind in there)


def by_place(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Words about things, by the place where these are, in the order in which they are given."""
    places: dict[str, list[str]] = {}
    for at, words in found:
        places.setdefault(at, []).append(words)
    return places


def place_lines(places: Mapping[str, list[str]]) -> Iterator[str]:
    """A line for each place, with what is told of it."""
    yield from (f"{mention(at)}: {', '.join(words)}." for at, words in places.items())


def place_sentence(places: Mapping[str, list[str]]) -> str:
    """Words about things by their places, in one sentence: `Oahu: A, B; Midway: C`."""
    return "; ".join(f"{mention(at)}: {', '.join(words)}" for at, words in places.items())


def _on_the_way(game: Game) -> str:
    """What aircraft do unasked in their own half: they strike back, they rise [D11.2, PH8.2]."""
    strike = "aircraft of ships that sail strike back at what these meet, and " * game.uses("D11")
    return f"{strike}fighters in range rise to help"


def _not_named(view: View[Game]) -> Iterator[str]:
    """What comes of all that a file does not name [F.3]."""
    steps = steps_of(view)
    yield (
        "What you do not name follows your standing orders, then the rules: while you move it stays"
        f" and attacks nobody; only {_on_the_way(view.game)}. While the enemy moves it answers; at"
        " the month's end ships at sea go home and damaged bases try a repair."
    )
    if "S2.3" in steps and not view.game.has_bids_alone:
        yield "If you buy or give anything, no ships are repaired but those that you name [S2.3]."
    if is_before_phase_2(view) and view.side == ALLIED:
        yield "'blockade' and 'bomb-japan' name all that take part: nobody else does [P2.1, P2.2]."
