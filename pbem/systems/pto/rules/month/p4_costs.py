"""What offensives cost [P4A.1.A, P4B.1.A, P4C.1.A, PH12.2, D13.3]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.kinds import Refusal, refuse
from pbem.frozen import Value, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_month import Offensive
from pbem.systems.pto.table.state import Game


class Bill(Value):
    """What one offensive takes: `track` offensives, `impromptu` ones, `points` EP in all."""

    nation: str
    track: int
    impromptu: int
    points: int


def offensives_taken(game: Game, order: Offensive, charts: Charts) -> int:
    """How many offensives one takes: two for each Japanese task force with a BB at sea [D13.3]."""
    if order.kind != "sea" or order.nation != "JP" or not (game.uses("D13") and game.at_war):
        return 1
    forces = {order.stack, *order.stacks}
    with_bb = (tf for tf in forces if any(ship.kind == "BB" for ship in game.ships_in(tf)))
    return max(1, charts.offensive_limits.battleships * sum(1 for _ in with_bb))


def bills(game: Game, orders: Sequence[Offensive], charts: Charts) -> tuple[Bill, ...]:
    """What each offensive of a file takes, in the order written [P4A.1.A, PH12.2].

    Each beyond the first costs more, whether of the same nation or of another [PR2].
    """
    costs = charts.offensives
    left = {nation: purse.track for nation, purse in game.purses.items()}
    found = []
    for number, order in enumerate(orders):
        taken = offensives_taken(game, order, charts)
        track = min(left.get(order.nation, 0), taken)
        left[order.nation] = left.get(order.nation, 0) - track
        sudden = (taken - track) * costs.impromptu * costs.prices.get(order.nation, 0)
        points = sudden + (costs.added if number else 0)
        found.append(Bill(nation=order.nation, track=track, impromptu=taken - track, points=points))
    return tuple(found)


def billed(
    game: Game, orders: Iterable[object], charts: Charts
) -> Iterator[tuple[Offensive, Bill]]:
    """The offensives of a file with what each takes; those in sequence are not combined [F.2.7]."""
    parts: list[list[Offensive]] = [[]]
    for order in orders:
        if isinstance(order, Offensive):
            if order.next:
                parts.append([])
            parts[-1].append(order)
    for part in parts:
        due = bills(game, part, charts)
        yield from zip(part, due, strict=True)
        game = paid(game, due)


def can_pay(game: Game, due: Iterable[Bill]) -> str:
    """The first nation that has not the EP for what it owes, or empty [PH12.2]."""
    owed: dict[str, int] = {}
    for bill in due:
        owed[bill.nation] = owed.get(bill.nation, 0) + bill.points
    short = (n for n, points in owed.items() if n not in game.purses or points > points_of(game, n))
    return next(short, "")


def too_dear(
    game: Game, before: Sequence[Offensive], order: Offensive, charts: Charts
) -> Refusal | None:
    """Why an offensive cannot be paid beside those above it, or None [P4A.1.A, PH12.2].

    The track covers them, or EP at double price do.
    """
    due = bills(game, (*before, order), charts)
    short = can_pay(game, due)
    if not short:
        return None
    owed = sum(bill.points for bill in due if bill.nation == short)
    what = f"{nation_name(short)} would pay {owed} EP and has {points_of(game, short)}"
    return refuse("PH12.2", "", what, "perform fewer at once, or pass")


def points_of(game: Game, nation: str) -> int:
    """The EP that a nation can spend now; the economic reserve is not among them [S2.3.c]."""
    purse = game.purses.get(nation)
    return purse.points if purse else 0


def paid(game: Game, due: Iterable[Bill]) -> Game:
    """The game with tracks reduced and EP paid [P4A.1.A]."""
    for bill in due:
        purse = game.purses[bill.nation]
        less = replace(purse, track=purse.track - bill.track, points=purse.points - bill.points)
        game = game.with_purse(bill.nation, less)
    return game


def can_afford(game: Game, nation: str, charts: Charts) -> bool:
    """Whether a nation could perform any offensive at all [P0.5, PH12.2]."""
    if game.purses[nation].track:
        return True
    costs = charts.offensives
    return points_of(game, nation) >= costs.impromptu * costs.prices.get(nation, 0)
