"""Attacks that no die can make hit: told before they are sent, never given as an example (E.8)."""

from collections.abc import Iterator, Sequence

from pbem.systems.cartwheel.book.tables import Mode
from pbem.systems.cartwheel.form.page import Page
from pbem.systems.cartwheel.own.charts import Plane
from pbem.systems.cartwheel.rules.r08_missions import BAND_NUMBERS, raid_of
from pbem.systems.cartwheel.rules.r09_battle import Wing
from pbem.systems.cartwheel.rules.r09_bombing import Attack, most_in_vain
from pbem.systems.cartwheel.rules.r09_targets import Target, is_there, read_target, strafes_nobody
from pbem.systems.cartwheel.rules.r10_bombard import most_in_vain as most_shelled
from pbem.systems.cartwheel.rules.r10_orders import bombardment_targets
from pbem.systems.cartwheel.rules.r10_ships import may_bombard
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import all_of, target_name

Vain = tuple[str, int]
"""Who attacks in vain, and what the best of his dice comes to."""


def of_vain_attacks(page: Page) -> Iterator[str]:
    """Bombs and shells that do nothing whatever the dice [H9.10.4, H10.7]."""
    for order in page.file:
        if isinstance(order, AirMission) and order.kind == "strike":
            for target, vain in _bombed_in_vain(page, order).items():
                yield _told(page, target, vain, "H9.10.3")
        elif isinstance(order, NavalMission) and (vain := [*shelled_in_vain(page, order)]):
            aim = f"ground:{order.path[-1]}" if order.target == "ground" else order.target
            yield _told(page, aim, vain, "H10.7")


def may_hit(page: Page, plane: Plane, mode: Mode, target: Target) -> bool:
    """Whether some die lets a unit's attack do something to a target that is there [H9.10]."""
    if strafes_nobody(page.game, mode, target):
        return False
    return _best_in_vain(page, plane, mode, target) is None


def _best_in_vain(page: Page, plane: Plane, mode: Mode, target: Target) -> int | None:
    wing = Wing(
        unit=plane.id, role="striker", start=plane.steps, steps=plane.steps,
        band=BAND_NUMBERS[mode.band], disrupted=plane.disrupted,
    )  # fmt: skip
    return most_in_vain(page.game, Attack(wing=wing, mode=mode, target=target), page.charts)


def _told(page: Page, target: str, vain: Sequence[Vain], rule: str) -> str:
    """`B25-70 cannot hit MARU1 as things stand: even a 10 comes to 8, which does nothing`."""
    sums: dict[int, list[str]] = {}
    for unit, most in vain:
        sums.setdefault(most, []).append(unit)
    come = [str(most) if len(sums) == 1 else f"{most} ({all_of(sums[most])})" for most in sums]
    return (
        f"{all_of(unit for unit, _ in vain)} cannot hit {target_name(target, page.charts)}"
        f" {page.when}: even a {page.charts.dice.sides} comes to {all_of(come)}, which does nothing"
        f" [{rule}]."
    )


def _bombed_in_vain(page: Page, order: AirMission) -> dict[str, list[Vain]]:
    """Strikers in vain by target: who comes after one that may hit finds it weaker [H9.10.2]."""
    raid, found = raid_of(page.game, page.side, "", order), dict[str, list[Vain]]()
    hit = set[str]()
    for unit in sorted(order.strikers):
        text, name = order.targets.get(unit, order.target), order.modes.get(unit, order.mode)
        target, mode = read_target(text), page.charts.mode(name, BAND_NUMBERS[order.band])
        plane = page.plane(unit)
        if target is None or mode is None or plane is None:
            continue
        if text in hit or not is_there(page.game, raid, target):
            continue
        most = _best_in_vain(page, plane, mode, target)
        if most is None:
            hit.add(text)
        else:
            found.setdefault(text, []).append((unit, most))
    return found


def shelled_in_vain(page: Page, order: NavalMission) -> Iterator[Vain]:
    """Ships that bombard in vain, up to the first that may hit [H10.7]."""
    last, ships = order.path[-1], (page.game.ships[id_] for id_ in sorted(order.ships))
    if order.purpose != "bombard":
        return
    if order.target not in bombardment_targets(page.game, page.side, last):
        return
    victims = tuple(page.game.troops_at(last, other(page.side)))
    for ship in (one for one in ships if may_bombard(one, page.charts)):
        most = most_shelled(page.game, ship, order.target, victims, page.charts)
        if most is None:
            return
        yield ship.id, most
