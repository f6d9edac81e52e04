"""How many mails a month and a season of Pacific Theater cost, and which of them decide nothing.

A mail is a turn file. What comes before the first month, and the last file of each seat, belong to
no month.
"""

from collections import Counter
from collections.abc import Iterable
from statistics import mean

from pbem.frozen import Value
from pbem.systems.pto.rules.f1_sealing import BID_ITEM, STANDING_ITEM
from tests.systems.pto.selfplay import Filed

MOST_A_MONTH, MOST_A_SEASON = 8, 2
"""The aims: files a month and a season, on average."""


class Mails(Value):
    """The files of one game: of each month, of each season, and why some decide nothing."""

    months: tuple[int, ...]
    seasons: tuple[int, ...]
    undecided: tuple[str, ...]


def mails_of(files: Iterable[Filed]) -> Mails:
    """The mails of a game, month by month."""
    months: Counter[int] = Counter()
    seasons: Counter[int] = Counter()
    undecided: list[str] = []
    for file in files:
        if any(order.type == "disclose" for order in file.orders):
            continue
        if not file.covers:
            undecided.append(_why(file))
        turn, _, step = (file.covers or (f"{file.turn}/",))[0].partition("/")
        if step.startswith("S"):
            seasons[int(turn)] += 1
        elif step != "P0":
            months[int(turn)] += 1
    return Mails(
        months=tuple(months.values()), seasons=tuple(seasons.values()), undecided=tuple(undecided)
    )


def _why(file: Filed) -> str:
    """What a file that decides nothing was needed for, beside the dice that it opens."""
    if any(item.startswith(BID_ITEM) for item in file.opened):
        return "opens bids and the weather: the other side goes first"
    if any(item.startswith(STANDING_ITEM) for item in file.opened):
        return "opens dice, and standing orders that the enemy meets"
    return "opens dice, its seat being out or somebody else next"


def mail_lines(games: Iterable[Mails]) -> list[str]:
    """Mails a month and a season over many games, in a few lines."""
    played = list(games)
    lines = []
    for what, found, aim in (
        ("month", [one for game in played for one in game.months], MOST_A_MONTH),
        ("season", [one for game in played for one in game.seasons], MOST_A_SEASON),
    ):
        if found:
            numbers = f"mean {mean(found):.1f}, most {max(found)}"
            lines.append(f"  turn files a {what}: {numbers} (aim {aim} on average)")
    why = Counter(one for game in played for one in game.undecided)
    lines.append(f"  turn files that decide nothing: {why.total() / len(played):.1f} a game")
    lines += [f"  {number / len(played):6.1f} {words}" for words, number in why.most_common()]
    return lines
