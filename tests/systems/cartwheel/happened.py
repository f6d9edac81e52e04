"""What becomes public of an air mission, for tests of what it does to a side's own charts."""

from pbem.engine.events import ALL
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.own.charts import Flight, Leg, Private
from pbem.systems.cartwheel.table.events_charts import BaseStruck, Fate, MissionOver, Role
from pbem.systems.cartwheel.table.under_way import Manifest
from tests.systems.cartwheel.hidden import plane


def fate(
    unit: str, steps: int = 2, *, role: Role = "striker", flew: bool = True,
    disrupted: bool = False, side: str = "allied",
) -> Fate:  # fmt: skip
    """What has become of a unit in the mission."""
    return Fate(unit=unit, side=side, role=role, flew=flew, steps=steps, disrupted=disrupted)


def over(hex_: str, *fates: Fate, side: str = "allied") -> MissionOver:
    """The end of mission t1m1."""
    return MissionOver(to=ALL, mission="t1m1", side=side, hex=hex_, cancelled=False, fates=fates)


def flying(private: Private, **returns: str) -> Private:
    """The charts with units in mission t1m1, each with the base where it is to land."""
    legs = tuple(
        Leg(unit=unit, origin=plane(private, unit).base, returns=base)
        for unit, base in ((u.replace("_", "-"), b) for u, b in returns.items())
    )
    flight = Flight(manifest=Manifest(fliers=()), legs=legs)
    return replace(private, flights=FrozenMap({"t1m1": flight}))


def struck(*strikes: tuple[str, int], airborne: tuple[str, ...] = ()) -> BaseStruck:
    """Ground strikes at Rabaul, each with its effect and the die that picks its victim."""
    return BaseStruck(
        to=ALL, base="RAB", owner="japanese", mission="t1m1", airborne=airborne,
        effects=tuple(effect for effect, _ in strikes), picks=tuple(pick for _, pick in strikes),
        rolls=(),
    )  # fmt: skip
