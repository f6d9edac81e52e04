"""The standing orders: what may be named in them [F.4]. Any seat may give any of them."""

from collections.abc import Iterator

from pbem.engine.kinds import Kind, Part, refuse
from pbem.engine.mentions import mention
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight
from pbem.systems.pto.rules.f1_standing import no_bombers
from pbem.systems.pto.rules.f6_names import named_in_standing
from pbem.systems.pto.rules.units import bombs
from pbem.systems.pto.table.standing import STANDING as TYPES
from pbem.systems.pto.table.standing import AirDefence, GroundDefence, Sealed, StandingOrder
from pbem.systems.pto.words.standing import standing_words


def _row(kind: type[StandingOrder]) -> Kind[Sight, StandingOrder]:
    """The row of a kind of standing order: they differ in their keys alone."""

    def parts(sight: Sight) -> Iterator[Part]:
        for key, known in named_in_standing(sight.scope, kind()):
            is_ground = kind is GroundDefence
            yield Part(key=key, values=_in_defence(sight, key, known) if is_ground else known)
        if kind is AirDefence:
            yield Part(key="first", words="fighters that rise at once; -1 for the enemy's number")
            yield Part(key="answer", words="the most in all; -1 for every fighter in range")

    return row(kind, _refusals, parts=parts, words=_words)


def _in_defence(sight: Sight, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Of what a defence may name the bombers and the areas that serve it [PH10.3, PH10.7]."""
    game, charts = sight.game, sight.charts
    match key:
        case "units":
            flying = (id_ for id_ in known if id_ in game.air)
            return tuple(id_ for id_ in flying if bombs(game, charts, game.air[id_]))
        case "retreat":
            return tuple(area for area in known if charts.areas[area].land_links)
    return known


def _refusals(sight: Sight, order: StandingOrder) -> Refusals:
    """Units that are to help a defence, and bomb nothing [PH10.3]."""
    for id_ in no_bombers(sight.game, order, sight.charts):
        what = f"{mention(id_)} has no bombing strength"
        yield refuse("PH10.3", "units", what, "name bombers of yours: 'pbem show' has them")


def _words(_: Sight, order: StandingOrder) -> Iterator[str]:
    yield standing_words(order)


def _sealing(_: Sight, __: Sealed) -> Iterator[str]:
    yield "Your standing orders are sealed, until your next file opens them [F.1]"


def _sealed_parts(_: Sight) -> Iterator[Part]:
    """The item that the file seals."""
    yield Part(key="item", words="the program fills it in")


STANDING = tuple(_row(kind) for kind in TYPES)
SEALED = row(Sealed, parts=_sealed_parts, words=_sealing)
