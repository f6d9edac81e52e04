"""Where a side's air units may stand and land, by its own charts [6.3, 6.6.5, H9.11.1].

The rules of capacity and of who may base where are public (`m06_capacity`); what stands at a base
is read from the charts.
"""

from collections.abc import Iterable, Mapping

from pbem.engine.kinds import Refusal
from pbem.frozen import remembered, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.map import air_distance
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.rules.r06_capacity import PORT, Kind, capacity_problem, kind_at
from pbem.systems.cartwheel.rules.r06_havens import havens, place_of
from pbem.systems.cartwheel.table.state import ALLIED, Game


def kinds(planes: Iterable[Plane], base: str, charts: Charts) -> list[Kind]:
    """How units count at a base [6.3]; one that is away, or has not come yet, takes no room."""
    return [
        kind_at(charts, plane.id, base, plane.counts_as)
        for plane in planes
        if not (plane.away or plane.due)
    ]


def is_elsewhere(game: Game, plane: Plane, charts: Charts) -> bool:
    """Whether a unit is not at the base where its chart shows it.

    A recon unit is in the air: over its hex, or on its way home until 4.6 [7.3.5~]. In the file
    that orders its return its chart shows it at its base already [H7.3.1, H12.2.1]. One of TF-36 is
    gone with the operations whose last file concludes too: they showed it still [H8.10, H7.3.1].
    """
    if plane.away or plane.id in game.turn.scouts:
        return True
    if not game.operations.over or game.operations.ashore != ALLIED or ALLIED in game.turn.later:
        return False
    return plane.id in charts.tf36.planes


def standing_at(private: Private, game: Game, base: str, charts: Charts) -> list[Plane]:
    """The units that stand at a base now, by id: nobody who is elsewhere or has still to come."""
    here = private.at(base)
    return [plane for plane in here if not (plane.due or is_elsewhere(game, plane, charts))]


def is_over_full(private: Private, game: Game, base: str, charts: Charts) -> bool:
    """Whether a base holds more than it may [6.3.4~]."""
    return over_full(private, game, base, charts) != ""


@remembered(128)  # every unit of a base asks for it, whatever it is to do
def over_full(private: Private, game: Game, base: str, charts: Charts) -> str:
    """The rule of capacity that is broken at a base [6.3]; empty if all fit."""
    if not exists(game, base):
        return ""
    here = standing_at(private, game, base, charts)
    return capacity_problem(charts, game, base, kinds(here, base, charts))


def has_room_for_arrivals(
    own: Private,
    game: Game,
    arriving: Mapping[str, str],
    coming: Mapping[str, str],
    base: str,
    charts: Charts,
) -> bool:
    """Whether all that arrive at a base fit there [6.3, H15.2].

    That is beside those that stand there, and those `coming` there from missions that the same
    file still flies [H8.10.2].
    """
    new = [Plane(id=unit, base=at) for unit, at in arriving.items() if at == base]
    here = [
        plane
        for plane in own.planes.values()
        if plane.id not in arriving and base in (plane.base, coming.get(plane.id))
    ]
    counted = kinds((replace(plane, due=False) for plane in (*here, *new)), base, charts)
    return not capacity_problem(charts, game, base, counted)


def penalized(private: Private, game: Game, charts: Charts) -> Private:
    """All units of an over-full base are in the Flown half [6.3.4~, AMB-17]."""
    over = {
        base
        for base in {plane.base for plane in private.planes.values()}
        if is_over_full(private, game, base, charts)
    }
    late = (plane for base in over for plane in standing_at(private, game, base, charts))
    return private.with_planes(replace(plane, half="flown") for plane in late)


def exists(game: Game, base: str) -> bool:
    """Whether a base, a carrier's deck or a port is there to stand at, whoever holds the port."""
    if base.startswith(PORT):
        return base.removeprefix(PORT) in game.control
    if base in game.ships:
        return game.ships[base].at != ""
    return base in game.bases and is_operational(game.bases[base])


def distance_from(game: Game, base: str, to: str, charts: Charts) -> int | None:
    """Hexes from where a base is to another place; None if either is nowhere on the map."""
    places = (place_of(game, base), to)
    if any(place not in charts.hexes and place not in charts.boxes for place in places):
        return None
    return air_distance(charts, *places)


def spot(base: str, charts: Charts) -> str:
    """A base by its name, a port by its hex."""
    hex_ = base.removeprefix(PORT)
    return charts.full_name(hex_) if hex_ != base else charts.base_name(base)


def staging_range(unit: str, charts: Charts) -> int:
    """Hexes of a stage move: twice the printed range, the range of a recon unit [H9.3]."""
    model = charts.air[unit].model
    return model.range if model.is_recon else charts.operations.stage * model.range


def may_reach(game: Game, plane: Plane, to: str, charts: Charts) -> bool:
    """Whether a base is within a unit's stage move, or at the end of a ferry link [H9.3, H2.8].

    A port is none: who stands there stands on the map [6.3.6~], and a stage move is secret [CR73].
    """
    if to.startswith(PORT):
        return False
    ferries = (charts.boxes[box].ferry for box in (plane.base, to) if box in charts.boxes)
    if any(base in ferry for ferry in ferries for base in (plane.base, to)):
        return True
    far = distance_from(game, plane.base, place_of(game, to), charts)
    return far is not None and far <= staging_range(plane.id, charts)


def cannot_stage(private: Private, game: Game, plane: Plane, charts: Charts) -> Refusal | None:
    """Why a unit makes no stage move [H9.3, CR73].

    From an over-full base every unit may, in whatever state it is [6.3.4~, AMB-31].
    """
    crowded = is_over_full(private, game, plane.base, charts)
    reasons = (
        (plane.away, "is on recon"),
        (plane.staged or plane.to != "", "has made its stage move"),
        (plane.half != "ready" and not crowded, "is in the Flown half"),
        (plane.disrupted and not crowded, "is disrupted"),
        (plane.mark and not crowded, "carries a Regroup mark"),
        (plane.used and not crowded, "has flown this turn"),
        (plane.base.startswith(PORT), "makes no stage move from a port, where all see it"),
    )
    return next((Refusal(rule="H9.3", what=why) for holds, why in reasons if holds), None)


def cannot_scout(private: Private, game: Game, plane: Plane, charts: Charts) -> Refusal | None:
    """Why a recon unit stays at its base [H7.3].

    It is Ready, and its base holds no more than it may [6.3.4~].
    """
    if is_over_full(private, game, plane.base, charts):
        where = charts.base_name(plane.base)
        return Refusal(rule="6.3.4~", what=f"stands at {where}, which is over-full")
    return Refusal(rule="6.4b", what="is in the Flown half") if plane.half != "ready" else None


def landing(game: Game, unit: str, start: str, wanted: str, charts: Charts) -> str:
    """Where a unit lands that comes from a hex [H9.11.1]: as wanted, else the nearest legal place.

    A Rufe comes down at ports too [H3.1]. Within its printed range; empty if there is none, and
    the unit is lost.
    """
    legal = havens(game, unit, start, charts)
    return wanted if wanted in legal else next(iter(legal), "")


def refuges(game: Game, plane: Plane, start: str, charts: Charts) -> list[str]:
    """Where a unit may fly that has lost its base: printed, not doubled range [6.6.5, H6.6.1].

    The nearest first.
    """
    return [base for base in havens(game, plane.id, start, charts) if base != plane.base]


def relocating(private: Private, game: Game) -> frozenset[str]:
    """Units that have lost their base since the last own file, and stand at another by the next.

    The enemy does not know their new base before that file states who has left the old one, so
    that they take off no earlier [CR72]. A unit that all have seen this turn is not among them.
    """
    lost = (due for due in private.due if due.kind == "lost-base")
    left = (unit for due in lost for unit in due.saved)
    return frozenset(unit for unit in left if game.air[unit].seen != game.now)
