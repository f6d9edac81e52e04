"""The audit of one file's charts by themselves (E.7, checks 1, 2, 3, 4, 5, 15)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from pbem.engine.hidden import Disclosed
from pbem.narrow import parse_item
from pbem.systems.cartwheel.audit.finding import Finding
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import is_over_full, standing_at
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.own.items import CHART, counts, standing
from pbem.systems.cartwheel.rules.r05_events import bar_to_enter_tf36
from pbem.systems.cartwheel.rules.r06_capacity import bar_to_base
from pbem.systems.cartwheel.table.answers import RAID
from pbem.systems.cartwheel.table.events_openings import CountsTold
from pbem.systems.cartwheel.table.open_items import COUNTS, TF36, UNIT, read_answer
from pbem.systems.cartwheel.table.state import Game
from pbem.systems.cartwheel.table.turn import Count
from pbem.systems.cartwheel.words.names import base_name

GONE = ("6.6.3", "6.5.2~", "6.3")
"""Rules by which a base is nobody's to stand at: destroyed, unfinished, the enemy's."""


# --- items ---------------------------------------------------------------------------------------


def chart_breaches(
    items: Mapping[str, str], derived: Mapping[str, str], opened: Collection[str]
) -> Iterator[Finding]:
    """Items that do not say what the charts of their file say (check 1), units on two (check 2).

    Of answers in advance, of which some were `opened`, what policy and charts say (check 21); so
    none names a unit that flies a mission of its file (check 22).
    """
    for id_, content in derived.items():
        if items.get(id_, content) == content:
            continue
        if id_.startswith(RAID):
            continue
        rule = "7.3.4~" if id_.endswith(COUNTS) else "E.2"
        subject = id_.removesuffix(COUNTS).removesuffix(CHART).removeprefix(UNIT)
        what = f"the item '{id_}' does not say what the chart of the same file says"
        yield Finding(1, rule, subject, what)
    yield from _wrong_answers(items, derived, opened)
    often = Counter(unit for unit, _ in standing(items))
    for unit in sorted(unit for unit, times in often.items() if times > 1):
        bases = " and ".join(base for one, base in standing(items) if one == unit)
        yield Finding(2, "E.2", unit, f"it stands at {bases} at once")


def answer_breaches(file: Disclosed[Game], charts: Charts) -> Iterator[Finding]:
    """Answers on TF-36 are of their form, and name a place where it may appear (check 30)."""
    for id_, content in (file.items or {}).items():
        if not id_.startswith(TF36):
            continue
        answer = read_answer(parse_item(content))
        if answer is None:
            yield Finding(30, "E.4.5", id_, "it says neither that TF-36 comes nor that it stays")
        elif answer.commit and (rule := bar_to_enter_tf36(file.found, answer.hex, charts)):
            what = f"it names {answer.hex[:40]!r}, where TF-36 cannot appear"
            yield Finding(30, rule, id_, what)


def _wrong_answers(
    items: Mapping[str, str], derived: Mapping[str, str], opened: Collection[str]
) -> Iterator[Finding]:
    """Answers that policy and charts do not come to (check 21): each that was opened, to gain.

    Of those that no raid called for the first, with the number of the others.
    """
    wrong = [
        id_
        for id_ in derived
        if id_.startswith(RAID) and items.get(id_, derived[id_]) != derived[id_]
    ]
    what = "it is not what policy and charts of the same file come to"
    for id_ in (one for one in wrong if one in opened):
        yield Finding(21, "H8.9.5", id_.removeprefix(RAID), what)
    if closed := sorted(one for one in wrong if one not in opened):
        more = f", and neither are {len(closed) - 1} others" if closed[1:] else ""
        yield Finding(21, "H8.9.5", closed[0].removeprefix(RAID), f"{what}{more}", gains=False)


def count_breaches(last: Private, file: Disclosed[Game], charts: Charts) -> Iterator[Finding]:
    """What recon was told since the last file is what its charts came to (check 15, E.5.1)."""
    for scene in file.before:
        for event in scene.events:
            if not isinstance(event, CountsTold) or event.owner != last.side:
                continue
            true = counts(last.at(event.base), event.base, charts)
            told = Count(fighters=event.fighters, bombers=event.bombers)
            if told != true:
                what = f"recon was told {_words(told)}, and there were {_words(true)}"
                yield Finding(15, "7.3.4~", event.base, what)


def _words(count: Count) -> str:
    return f"{count.fighters} F and {count.bombers} B"


# --- places --------------------------------------------------------------------------------------


def place_breaches(sealed: Private, game: Game, charts: Charts) -> Iterator[Finding]:
    """Units that stand where they may not, whatever the charts before showed (checks 3, 4, 5)."""
    yield from _over(sealed, game, charts)
    for plane in sealed.planes.values():
        yield from _misplaced(sealed, plane, game, charts)


def _over(sealed: Private, game: Game, charts: Charts) -> Iterator[Finding]:
    """All units of an over-full base are in the Flown half (check 3)."""
    for base in sorted({plane.base for plane in sealed.planes.values()}):
        if not is_over_full(sealed, game, base, charts):
            continue
        for plane in standing_at(sealed, game, base, charts):
            if plane.half == "ready":
                what = f"it is Ready at {base_name(base, charts)}, which holds more than it may"
                yield Finding(3, "6.3.4~", plane.id, what)


def _misplaced(sealed: Private, plane: Plane, game: Game, charts: Charts) -> Iterator[Finding]:
    """Nobody stands where his nation, type or the state of the base forbid (checks 4 and 5)."""
    if charts.air[plane.id].side != sealed.side:
        yield Finding(2, "E.2", plane.id, "it is no unit of that side")
        return
    if plane.away or plane.due:
        return
    rule = bar_to_base(charts, game, plane.id, plane.base)
    if rule:
        what = f"it stands at {base_name(plane.base, charts)}, where it may not"
        yield Finding(5 if rule in GONE else 4, rule, plane.id, what)
