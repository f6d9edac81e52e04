"""The standing orders: why not, and who may stand in them [MB1].

They may name squadrons that have been lost since: an order that is carried over stays legal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.kinds import ANY, Claim, Kind, Part, Refusal
from pbem.engine.orders import Order
from pbem.frozen import names
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import other
from pbem.systems.midway.orders import stances
from pbem.systems.midway.orders.sight import Sight, stood
from pbem.systems.midway.rules.lasting import gone
from pbem.systems.midway.table import orders
from pbem.systems.midway.table.orders import (
    StandingCap,
    StandingLand,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)

MOST_RATIO = 100
MOST_WAVE = 1_000
AA_WORDS = ("TB", "DB", "even")

Places = Mapping[str, Sequence[str]]
"""The ids that may stand under the keys of an order."""


def _places(sight: Sight, kind: type[Order]) -> Places:
    """Who may stand where in a standing order."""
    ours = _squadrons(sight.charts, sight.side)
    fighters = [id_ for id_ in ours if sight.charts.squadrons[id_].kind == "F"]
    bombers = [id_ for id_ in ours if id_ not in fighters]
    own = sorted(one.id for one in sight.game.carriers.values() if one.seat == sight.seat)
    places: dict[type[Order], Places] = {
        StandingLand: {"squadrons": ours, "carriers": own},
        StandingMove: {"squadrons": ours, "until": ours},
        StandingCap: {"dogfight_first": fighters},
        StandingTargets: {"carriers": _carriers(sight.charts, other(sight.side))},
        StandingLosses: {"aa": bombers, "fighters": fighters, "bombers": bombers},
        StandingPlan: {"carrier": own},
    }
    return places.get(kind, {})


def _squadrons(charts: Charts, side: str) -> list[str]:
    of_side = _carriers(charts, side)
    return sorted(id_ for id_, chart in charts.squadrons.items() if chart.carrier in of_side)


def _there(sight: Sight, ids: Iterable[str]) -> list[str]:
    """Those of them who are neither lost nor sunk, to be offered [M0.6, M15.3]."""
    lost = gone(sight.game, sight.charts)
    return [id_ for id_ in ids if id_ not in lost]


def _carriers(charts: Charts, side: str) -> list[str]:
    return sorted(id_ for id_, chart in charts.carriers.items() if chart.side == side)


def _faults(sight: Sight, order: Order) -> Iterator[Refusal]:
    """Ids that have no place under a key, those that stand there twice, figures out of bounds."""
    places = _places(sight, type(order))
    for key, legal in places.items():
        value = getattr(order, key)
        ids = (value,) if isinstance(value, str) else value
        by_words = key == "aa" and len(ids) == 1 and ids[0] in AA_WORDS
        yield from _wrong_ids(order, key, () if by_words else ids, legal, _there(sight, legal))
    if isinstance(order, StandingMove):
        yield from _wrong_wait(order, _there(sight, places["until"]))
    yield from _wrong_figures(order)


def _wrong_ids(
    order: Order, key: str, ids: Sequence[str], legal: Sequence[str], offered: Sequence[str]
) -> Iterator[Refusal]:
    """Ids that are not `legal`, of which some are `offered`, or stand there twice."""
    for id_, count in sorted(Counter(ids).items()):
        if key == "aa" and id_ in AA_WORDS:
            what = f"{id_} stands alone, or not at all"
            hint = f'write aa = ["{id_}"], or a list of squadrons'
            yield Refusal(rule=order.rule, key=key, what=what, hint=hint)
        elif id_ not in legal:
            words = f"one of {', '.join(AA_WORDS)} and nothing else, or any of: "
            all_ = f"{words if key == 'aa' else ''}{', '.join(offered)}"
            what, hint = f"{id_[:40]} does not belong here", f"legal are: {all_}"
            yield Refusal(rule=order.rule, key=key, what=what, hint=hint)
        elif count > 1:
            what = f"{id_} stands here twice"
            yield Refusal(rule=order.rule, key=key, what=what, hint="name it once")


def _wrong_wait(order: StandingMove, legal: Sequence[str]) -> Iterator[Refusal]:
    """Squadrons that wait for nobody, or that name others and do not wait."""
    waits = order.move == "hold-until"
    if waits and not order.until:
        other = next((id_ for id_ in legal if id_ not in order.squadrons), "…")
        what, hint = "hold-until needs squadrons to wait for", f'name them: until = ["{other}"]'
        yield Refusal(rule=order.rule, key="until", what=what, hint=hint)
    elif order.until and not waits:
        what = "only 'hold-until' waits for squadrons"
        hint = 'write move = "hold-until", or leave until out'
        yield Refusal(rule=order.rule, key="until", what=what, hint=hint)


def _wrong_figures(order: Order) -> Iterator[Refusal]:
    if isinstance(order, StandingCap) and not 1 <= order.ratio <= MOST_RATIO:
        what, hint = f"{order.ratio} is no ratio", f"1 to {MOST_RATIO}"
        yield Refusal(rule=order.rule, key="ratio", what=what, hint=hint)
    if isinstance(order, StandingTargets) and not 0 <= order.wave_sp <= MOST_WAVE:
        what, hint = f"{order.wave_sp} is no limit", f"0 for no limit, to {MOST_WAVE}"
        yield Refusal(rule=order.rule, key="wave_sp", what=what, hint=hint)


def _claims(_: Sight, order: Order) -> Iterator[Claim]:
    """What a standing order is about; two of one type about one thing contradict each other."""
    subjects: tuple[str, ...] = ("",)
    if isinstance(order, StandingMove):
        subjects = tuple(dict.fromkeys(order.squadrons))
    elif isinstance(order, StandingPlan):
        subjects = (order.carrier,)
    for subject in subjects:
        what = f"'{order.type}' is given twice{f' for {subject[:40]}' if subject else ''}"
        refusal = Refusal(rule=order.rule, key="type", what=what, hint="keep one of them")
        yield Claim(subject=f"{order.type} {subject}", refusal=refusal)


def _stances(sight: Sight) -> Iterator[StandingMove]:
    """Each squadron with each thing that it may do, and with each that it may wait for."""
    ours = _there(sight, _squadrons(sight.charts, sight.side))
    for squadron in ours:
        yield StandingMove(squadrons=(squadron,), move="advance")
        yield StandingMove(squadrons=(squadron,), move="hold")
        for late in (one for one in ours if one != squadron):
            yield StandingMove(squadrons=(squadron,), move="hold-until", until=(late,))


def _row(kind: type[Order]) -> Kind[Sight, Order]:
    """The row of a kind of standing order: they differ in their keys alone."""

    def parts(sight: Sight) -> Iterator[Part]:
        places = _places(sight, kind)
        for key in names(kind):
            legal = _there(sight, places.get(key, ()))
            words = f"or one of: {', '.join(AA_WORDS)}" if key == "aa" else ""
            yield Part(key=key, values=tuple(legal), words=words)

    return Kind(
        order=kind,
        steps=(ANY,),
        faults=_faults,
        claims=_claims,
        simplest=_stances if kind is StandingMove else None,
        parts=parts,
        then=stood,
        words=stances.standing,
    )


STANDING = tuple(map(_row, orders.STANDING))
