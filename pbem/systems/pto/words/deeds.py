"""The ships that a side lost, with to whom and where, in a sentence of the headline."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.counting import count
from pbem.engine.events import Event
from pbem.engine.mentions import mention
from pbem.frozen import Value
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import BOATS, NAMED, side_of
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_economy import UpkeepUnpaid
from pbem.systems.pto.table.naming import all_of, each
from pbem.systems.pto.words.counters import GREAT, rank
from pbem.systems.pto.words.weights import DETAIL, GREATEST, KNOWN, LOST, SCENE, Forms

EVERY = 99
"""So many that each is told."""
SOME = 3
"""So many bases or ships have names among who sank something; of more only what they are."""
WANT = "want of EP"


class Most(Value):
    """How much is told of the ships that a side lost.

    `ships` have names, the greatest first, and of carriers and battleships `capital` in any case;
    all others are told by kind, with `lumped` by number alone. Of so many `scenes` it is told to
    whom and where ships were lost, and of those who did it `by` have names. So many units that
    `drowned` in one of them have names, too.
    """

    ships: int = EVERY
    capital: int = EVERY
    scenes: int = EVERY
    by: int = 0
    drowned: int = EVERY
    lumped: bool = False


LEVELS = (
    (DETAIL, Most(by=SOME)),
    (SCENE - 5, Most()),
    (SCENE, Most(ships=8, scenes=4)),
    (SCENE + 2, Most(ships=8, scenes=3, drowned=2)),
    (SCENE + 4, Most(ships=4, scenes=2, drowned=2)),
    (LOST, Most(scenes=0)),
    (LOST + 2, Most(ships=8, scenes=0, drowned=2)),
    (LOST + 4, Most(ships=6, scenes=0, drowned=2)),
    (LOST + 6, Most(ships=0, scenes=0, drowned=1)),
    (GREATEST, Most(ships=0, scenes=0, drowned=0, lumped=True)),
    (GREATEST + 1, Most(ships=0, capital=9, scenes=0, drowned=0, lumped=True)),
    (GREATEST + 2, Most(ships=0, capital=6, scenes=0, drowned=0, lumped=True)),
    (GREATEST + 4, Most(ships=0, capital=3, scenes=0, drowned=0, lumped=True)),
    (KNOWN, Most(ships=0, capital=0, scenes=0, drowned=0, lumped=True)),
)
"""As there is less and less room: what is great keeps its name longest."""
SCENES = sum(most.scenes > 0 for _, most in LEVELS)
"""So many of them tell where."""


def ships_lost(events: Sequence[Event], side: str, charts: Charts) -> Forms:
    """The ships that a side lost, in ever fewer words; empty if it lost none."""
    sunk = [one for one in events if isinstance(one, ShipSunk) and side_of(one.nation) == side]
    sunk.sort(key=lambda one: rank(one.kind))
    unpaid = unpaid_ships(events)
    told = ((weight, _lost(sunk, unpaid, charts, most)) for weight, most in LEVELS)
    return tuple(told) if sunk else ()


def unpaid_ships(events: Iterable[Event]) -> frozenset[str]:
    """The ships that had no EP [PH14.2]."""
    unpaid = (one for one in events if isinstance(one, UpkeepUnpaid))
    return frozenset(ship for one in unpaid for ship in one.ships)


def what_did(by: Iterable[str], *, flown: bool) -> str:
    """What they are who hit a ship: aircraft, submarines or ships."""
    if flown:
        return "aircraft"
    return "submarines" if all(map(is_boat, by)) else "ships"


def is_boat(id_: str) -> bool:
    """Whether an id is a boat's, such as `us-ss-gato-1` [F.7]."""
    return id_.upper().split("-")[1:2] in [[kind] for kind in BOATS]


def named_or_counted(
    ids: Sequence[str], named: Sequence[str], kinds: Mapping[str, str], *, lumped: bool = False
) -> list[str]:
    """Ships by name, and the others by kind; one alone of a kind has its name, if it has any.

    With `lumped` the others of several kinds are told by number alone.
    """
    rest = [kinds[id_] for id_ in ids if id_ not in named]
    told = {kinds[id_] for id_ in named}
    if lumped and len({*rest}) > 1:
        whole = count(len(rest), "other ship" if named else "ship")
        return [*(mention(id_) for id_ in ids if id_ in named), whole]
    single = [kind for kind in NAMED if rest.count(kind) == 1]
    others = (
        count(rest.count(kind), f"{'other ' if kind in told else ''}{kind}")
        for kind in dict.fromkeys(rest)
        if kind not in single
    )
    return [*(mention(id_) for id_ in ids if id_ in named or kinds[id_] in single), *others]


# --- scene by scene ------------------------------------------------------------------------------


def _lost(sunk: Sequence[ShipSunk], unpaid: Iterable[str], charts: Charts, most: Most) -> str:
    """Ships scene by scene: `Zuiho to aircraft of Hornet at Midway Sea; 1 CL and 2 DDs`."""
    great = sum(one.kind in GREAT for one in sunk)
    ranked = [one.ship for one in sunk if one.kind in NAMED]
    named = ranked[: max(most.ships, min(most.capital, great))]
    scenes: dict[str, list[ShipSunk]] = {}
    for one in sunk:
        scenes.setdefault(_scene(one, unpaid), []).append(one)
    # What is told of no scene is told together, behind those that are.
    known = [scene for scene in scenes if scene][: most.scenes]
    rest = [one for one in sunk if _scene(one, unpaid) not in known]
    parts = [
        f"{_ships(scenes[scene], named, most)} {_how(scenes[scene], scene, charts, most)}"
        for scene in known
    ]
    return "; ".join([*parts, *([_ships(rest, named, most) + _where(rest)] if rest else [])])


def _scene(one: ShipSunk, unpaid: Iterable[str]) -> str:
    """What tells apart where and to whom ships were lost; for want of EP all are together."""
    if one.ship in unpaid and not one.by:
        return WANT
    return f"{what_did(one.by, flown=one.flown)} {one.area}" if one.by else ""


def _ships(sunk: Sequence[ShipSunk], named: Sequence[str], most: Most) -> str:
    """`Shokaku and 2 STPs with 2nd Div`: the kinds of those that carried somebody come last."""
    kinds = {one.ship: one.kind for one in sunk}
    laden = {one.kind for one in sunk if one.cargo}
    ids = sorted(kinds, key=lambda id_: (kinds[id_] in laden, rank(kinds[id_])))
    here = [id_ for id_ in ids if id_ in named]
    cargo = [unit for one in sunk for unit in one.cargo]
    few = len(cargo) <= max(most.drowned, 1)
    aboard = each(cargo) if few else count(len(cargo), "ground unit")
    whole = all_of(named_or_counted(ids, here, kinds, lumped=most.lumped))
    return f"{whole} with {aboard}" if cargo else whole


def _how(sunk: Sequence[ShipSunk], scene: str, charts: Charts, most: Most) -> str:
    """To whom and where: `to aircraft of Akagi at Midway Sea`, `for want of EP`."""
    if scene == WANT:
        return f"for {WANT}"
    by = tuple(dict.fromkeys(who for one in sunk for who in one.by))
    return f"to {_whom(by, charts, most.by, flown=sunk[0].flown)}{_where(sunk)}"


def _whom(by: Sequence[str], charts: Charts, most: int, *, flown: bool) -> str:
    """Who did it: `aircraft of Akagi`, ships by name, or what they are."""
    if flown:
        return f"aircraft of {each(by)}" if len(by) <= most else "aircraft"
    named = all(who in charts.ship_ratings.named for who in by)
    return each(by) if named and len(by) <= most else what_did(by, flown=False)


def _where(sunk: Iterable[ShipSunk]) -> str:
    """` at Midway Sea`, where all of them were lost there."""
    areas = {one.area for one in sunk}
    return f" at {mention(areas.pop())}" if len(areas) == 1 and "" not in areas else ""
