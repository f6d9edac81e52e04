"""Targets of strikers [H9.6]: `base:RAB`, `naval:CA1`, `ground:1203`, `port:1203`."""

from typing import Literal, get_args

from pbem.frozen import Value
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.book.units import Model
from pbem.systems.cartwheel.rules.r06_bases import is_operational
from pbem.systems.cartwheel.table.state import Base, Game, Ship, other
from pbem.systems.cartwheel.table.under_way import Raid

TargetKind = Literal["base", "naval", "ground", "port"]
KINDS: tuple[TargetKind, ...] = get_args(TargetKind)


class Target(Value):
    """What a striker attacks: `id` is a base, a naval unit, or a hex."""

    kind: TargetKind
    id: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


def read_target(text: str) -> Target | None:
    """A target from its text; None if it is none."""
    word, colon, name = text.partition(":")
    kind = next((kind for kind in KINDS if kind == word), None)
    return Target(kind=kind, id=name) if kind and colon and name else None


def drm_against(mode: Mode, target: Target) -> int | None:
    """A mode's DRM against that kind of target; None where it cannot be used [H9.10.1]."""
    drms = {"base": mode.base, "naval": mode.naval, "ground": mode.ground, "port": mode.port}
    return drms[target.kind]


def may_attack_so(model: Model, mode: Mode) -> bool:
    """Whether a model flies a mode [H9.10.1, 2.2.2h~, 2.2.2i~]; a fighter only with an S."""
    return model.type in mode.types and (model.type != "F" or model.strafe)


def strafes_nobody(game: Game, mode: Mode, target: Target) -> bool:
    """Whether a mode makes no hits, and nobody can stand at the base for it [H9.10.5, 6.5.3~]."""
    if mode.hits or target.kind != "base" or target.id not in game.bases:
        return False
    return not is_operational(game.bases[target.id])


def misaimed(game: Game, raid: Raid, target: Target, mode: Mode, charts: Charts) -> str:
    """The rule that forbids to aim a mode at a target at all; empty if none does.

    Strafing is for ground targets: ships and ports are none [2.2.2f~, H9.10.1]. Whether the
    target is still there is another question: `is_there`.
    """
    if drm_against(mode, target) is None:
        return "H9.10.1" if mode.hits else "2.2.2f~"
    match target.kind:
        case "base":
            return _misaimed_at_base(game, raid, target.id, charts)
        case "naval":
            return _misaimed_at_ship(game, raid, target.id, charts)
        case "ground":
            return "" if target.id == raid.hex else "H9.6"
        case "port":
            return "" if target.id == raid.hex and charts.hexes[raid.hex].port else "H9.6"


def _misaimed_at_base(game: Game, raid: Raid, base: str, charts: Charts) -> str:
    if base not in game.bases:
        return "H9.6"
    if charts.bases[base].is_off_board:
        return "6.6.1~"
    return "" if game.bases[base].hex in (raid.hex, "") else "H9.6"


def _misaimed_at_ship(game: Game, raid: Raid, ship: str, charts: Charts) -> str:
    if ship not in game.ships or game.ships[ship].side == raid.side:
        return "H9.6"
    return "H10.6" if ship == charts.submarine.unit else ""


def is_there(game: Game, raid: Raid, target: Target) -> bool:
    """Whether there is still an enemy target to attack [H9.6].

    A destroyed base is none, and neither is a hex that the enemy has left or lost.
    """
    enemy = other(raid.side)
    match target.kind:
        case "base":
            return is_target(game.bases[target.id], enemy)
        case "naval":
            return is_afloat(game.ships[target.id], raid.hex)
        case "ground":
            return any(game.troops_at(target.id, enemy))
        case "port":
            return game.control.get(target.id) != raid.side


def is_target(base: Base, owner: str) -> bool:
    """Whether a base is that side's and not destroyed: an unfinished one can be bombed [6.5.3~]."""
    return base.owner == owner and base.status in ("working", "building")


def is_afloat(ship: Ship, hex_: str) -> bool:
    """Whether a ship is in a hex and not sunk."""
    return ship.at == hex_ and ship.steps > 0
