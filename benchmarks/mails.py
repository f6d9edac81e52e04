"""How many files a turn of each game costs, and which of them decide nothing, and why.

A mail is a turn file, for each goes by itself. What comes before the first turn or month, and the
files in which seats disclose, belong to none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import mean

from benchmarks.measure import Row
from pbem.frozen import FrozenMap, Value
from pbem.systems.cartwheel.table.answers import RAID
from pbem.systems.cartwheel.table.open_items import COUNTS, MISSION, TF36
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM
from tests.memory import Filed

CARTWHEEL, MIDWAY = FrozenMap({"turn": 12.0}), FrozenMap({"turn": 2.4})
PACIFIC = FrozenMap({"month": 8.0, "season": 2.0})
"""The aims: files of each span of a game on average."""


class Mails(Value):
    """The files of one game: of each turn, month, season; and why some decide nothing."""

    spans: Mapping[str, tuple[int, ...]]
    undecided: tuple[str, ...]


def mails_of(
    files: Iterable[Filed], span: Callable[[Filed], tuple[str, int]], why: Callable[[Filed], str]
) -> Mails:
    """The mails of a game, span by span; those of span 0 belong to none."""
    spans: Counter[tuple[str, int]] = Counter()
    undecided: list[str] = []
    for file in files:
        if any(order.type == "disclose" for order in file.orders):
            continue
        if not file.covers:
            undecided.append(why(file))
        name, number = span(file)
        if number:
            spans[name, number] += 1
    found: dict[str, tuple[int, ...]] = {}
    for (name, _), many in spans.items():
        found[name] = (*found.get(name, ()), many)
    return Mails(spans=FrozenMap(found), undecided=tuple(undecided))


# --- each game -----------------------------------------------------------------------------------


def of_turns(files: Iterable[Filed]) -> Mails:
    """The mails of a game that is played by turns: Cartwheel, Midway."""
    return mails_of(files, lambda file: ("turn", file.turn), _why_in_cartwheel)


def of_months(files: Iterable[Filed]) -> Mails:
    """The mails of a game of Pacific Theater."""
    return mails_of(files, _month, _why_in_pacific)


def _month(file: Filed) -> tuple[str, int]:
    turn, _, step = (file.covers or (f"{file.turn}/",))[0].partition("/")
    return "season" if step.startswith("S") else "month", 0 if step == "P0" else int(turn)


def _why_in_cartwheel(file: Filed) -> str:
    """What a file that decides nothing was needed for, beside the dice that it opens."""
    for begins, why in (
        (RAID, "opens answers to raids, and whom they name: its seat is out, or at its cap"),
        (MISSION, "opens the units of raids to which a reply was asked for"),
        (TF36, "opens what was decided about TF-36"),
    ):
        if any(item.startswith(begins) for item in file.opened):
            return why
    if any(item.endswith(COUNTS) for item in file.opened):
        return "opens counts that recon looks at: the other side has the initiative"
    if file.asked == "E.6":
        return "states what points hang on, at the end of the game"
    return "opens dice alone"


def _why_in_pacific(file: Filed) -> str:
    """What a file that decides nothing was needed for, beside the dice that it opens."""
    if any(item.startswith(BID_ITEM) for item in file.opened):
        return "opens bids and the weather: the other side goes first"
    if any(item.startswith(STANDING_ITEM) for item in file.opened):
        return "opens dice, and standing orders that the enemy meets"
    return "opens dice, its seat being out or somebody else next"


# --- many games ----------------------------------------------------------------------------------


def spread_rows(games: Sequence[Mails], aims: Mapping[str, float]) -> Iterator[Row]:
    """Files of each span over many games, mean and most, beside the aim where there is one."""
    for span in dict.fromkeys(name for game in games for name in game.spans):
        found = [many for game in games for many in game.spans.get(span, ())]
        aim = aims.get(span)
        yield Row(
            name=f"turn files a {span}",
            measured=f"mean {mean(found):.1f}, most {max(found)}",
            aim=f"<= {aim:g} on average" if aim else "",
            met=mean(found) <= aim if aim else None,
        )


def undecided_lines(games: Sequence[Mails]) -> list[str]:
    """How many files of a game decide nothing, and what each was needed for."""
    why = Counter(one for game in games for one in game.undecided)
    lines = [f"  turn files that decide nothing: {why.total() / len(games):.1f} a game"]
    return lines + [f"  {many / len(games):6.1f} {words}" for words, many in why.most_common()]


def mail_lines(games: Iterable[Mails], aims: Mapping[str, float]) -> list[str]:
    """Mails over many games, in a few lines."""
    played = list(games)
    rows = (
        f"  {row.name}: {row.measured}" + (f" (aim {row.aim}: {_met(row)})" if row.aim else "")
        for row in spread_rows(played, aims)
    )
    return [*rows, *undecided_lines(played)]


def _met(row: Row) -> str:
    return "met" if row.met else "NOT MET"
