"""What becomes of air units whose base is lost: destroyed, captured or sunk [6.6.3-6.6.5, H6.6]."""

from collections.abc import Iterable

from pbem.frozen import replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.own.basing import landing, refuges, standing_at
from pbem.systems.cartwheel.own.charts import Due, Plane, Private
from pbem.systems.cartwheel.own.entries import home_of
from pbem.systems.cartwheel.rules.r06_bases import escapes, own_drm
from pbem.systems.cartwheel.rules.statements import loss_words
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.state import Game


def on_ground(
    private: Private, game: Game, base: str, airborne: Iterable[str], charts: Charts
) -> list[Plane]:
    """Units that can be hit at a base [H9.10.6]: all that stand there, recon and C-47 too."""
    up = frozenset(airborne)
    return [plane for plane in standing_at(private, game, base, charts) if plane.id not in up]


def fallen(private: Private, event: BaseLost, game: Game, charts: Charts) -> Private:
    """Units of a base that was destroyed [H6.6.1], captured [6.6.5] or sank [H10.5].

    Recon units that are away look for another base when they return [H12.1]; reinforcements that
    have still to come go to the box of their side [CR12].
    """
    coming = (plane for plane in private.at(event.base) if plane.due)
    private = private.with_planes(replace(p, base=home_of(p.id, game, charts)) for p in coming)
    private = _diverted(private, event.base, game, charts)
    here = on_ground(private, game, event.base, (), charts)
    saved: list[str] = []
    lost: list[str] = []
    for number, plane in enumerate(here):
        base = _refuge_of(private, plane, event, number, game, charts)
        if base:
            saved.append(plane.id)
            moved = replace(plane, base=base, half="flown", mark=False, replace=False)
            private = private.with_planes((moved,))
        else:
            lost.append(loss_words(plane.id, plane.steps))
            private = private.without(plane.id)
    due = Due(
        kind="lost-base", place=event.base, hex=event.hex, saved=tuple(saved), lost=tuple(lost)
    )  # fmt: skip
    return private.owing(due)


def _diverted(private: Private, base: str, game: Game, charts: Charts) -> Private:
    """Recon units on their way home to a base that falls before 4.6 [H12.1, H12.2.1].

    They are in the air: they roll nothing, and land at the nearest legal base or are lost.
    """
    lost: list[str] = []
    for plane in tuple(private.at(base)):
        scout = game.turn.scouts.get(plane.id)
        if scout is None or plane.away:
            continue
        other = landing(game, plane.id, scout.hex, "", charts)
        if other:
            private = private.with_planes((replace(plane, base=other),))
        else:
            lost.append(loss_words(plane.id, plane.steps))
            private = private.without(plane.id)
    return private.owing(Due(kind="no-landing", lost=tuple(lost))) if lost else private


def _refuge_of(
    private: Private, plane: Plane, event: BaseLost, number: int, game: Game, charts: Charts
) -> str:
    """Where a unit gets to from a base that is lost; empty if it is lost with it.

    From a captured one by its die: the list of the base has the last word, and without one it goes
    to the nearest [H6.6.5]. From a destroyed one without a die, to the nearest too where the list
    names no legal base [H6.6.1].
    """
    captured = event.how == "captured"
    if event.how == "sunk" or (captured and not _evacuates(plane, event, number, charts)):
        return ""
    legal, listed = refuges(game, plane, event.hex, charts), private.evacuate.get(plane.base, ())
    wanted = (listed or legal) if captured else (*listed, *legal)
    return next((base for base in wanted if base in legal), "")


def _evacuates(plane: Plane, event: BaseLost, number: int, charts: Charts) -> bool:
    """Whether a unit's die lets it leave a captured base [6.6.5, H6.6.5]."""
    flown = plane.half == "flown"
    drm = event.drm + own_drm(charts, plane.id, disrupted=plane.disrupted, flown=flown)
    return escapes(charts, plane.id, event.dice[number], drm)
