"""Air missions for tests: raids, replies and whole missions flown with dice written out."""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.frozen import replace
from pbem.systems.cartwheel.rules.r09_mission import fly
from pbem.systems.cartwheel.rules.r09_scramble import scramble
from pbem.systems.cartwheel.table.state import ALLIED, Game
from pbem.systems.cartwheel.table.under_way import Band, Flier, Manifest, Raid, Response, Sortie
from tests.systems.cartwheel.tabletop import CHARTS, ScriptedDice

HIGH: Band = 3
MEDIUM: Band = 2
LOW: Band = 1


def escort(unit: str, steps: int = 2) -> Flier:
    return Flier(unit=unit, role="escort", steps=steps)


def striker(unit: str, mode: str, target: str, steps: int = 2) -> Flier:
    return Flier(unit=unit, role="striker", steps=steps, mode=mode, target=target)


def transport(unit: str, cargo: str) -> Flier:
    return Flier(unit=unit, role="transport", steps=1, cargo=cargo)


def raid(
    hex_: str, band: Band, *fliers: Flier, side: str = ALLIED, kind: str = "strike", **how: object
) -> Raid:
    """A raid whose item is open and whose announced numbers are true; nobody answers it."""
    roles = [flier.role for flier in fliers]
    return Raid(
        asked=True,
        id="t1m1",
        side=side,
        kind=kind,  # type: ignore[arg-type]
        hex=hex_,
        band=band,
        escorts=roles.count("escort"),
        strikers=roles.count("striker"),
        transports=roles.count("transport"),
        response=Response(),
        manifest=replace(Manifest(fliers=fliers), **how),
    )


def ready(unit: str, base: str, **status: object) -> Sortie:
    """A unit that is named in a reply, at full strength."""
    sortie = Sortie(unit=unit, base=base, steps=CHARTS.air[unit].model.steps, disrupted=False)
    return replace(sortie, **status)


def aloft(unit: str, base: str, margin: int = 2, **status: object) -> Sortie:
    """An interceptor that has taken off; with margin 2 it is level with the raid."""
    return ready(unit, base, airborne=True, margin=margin, **status)


def met(raid_: Raid, *interceptors: Sortie, **how: object) -> Raid:
    """The raid answered by interceptors whose dice have been thrown."""
    response = replace(Response(interceptors=interceptors), **how)
    return replace(raid_, response=response, scrambled=True)


def answered(raid_: Raid, *interceptors: Sortie, evaders: tuple[Sortie, ...] = ()) -> Raid:
    """The raid answered by units that have yet to take off."""
    return replace(raid_, response=Response(interceptors=interceptors, evaders=evaders))


def taken_off(game: Game, raid_: Raid, dice: Mapping[str, int]) -> tuple[Game, Raid, list[Event]]:
    """The scramble dice thrown, all that are written down and no others."""
    scripted = ScriptedDice(dice)
    game, raid_, events = scramble(game, raid_, CHARTS, scripted)
    assert not scripted.left
    return game, raid_, list(events)


def flown(game: Game, raid_: Raid, dice: Mapping[str, int]) -> tuple[Game, list[Event]]:
    """The mission flown, with all dice that are written down and no others."""
    scripted = ScriptedDice(dice)
    game, events = fly(game, raid_, CHARTS, scripted)
    assert not scripted.left
    return game, list(events)
