"""Air units in battle: what holds for them from take-off until they land [H9.7, H0.8]."""

from collections.abc import Iterable
from typing import Literal

from pbem.frozen import FrozenMap, Value, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.units import Factors, Model
from pbem.systems.cartwheel.rules.casualties import harmed
from pbem.systems.cartwheel.table.events_air import Harm
from pbem.systems.cartwheel.table.under_way import Raid

Role = Literal["escort", "striker", "transport", "interceptor"]


class Wing(Value):
    """An air unit in the air: `start` are its steps on take-off, `band` its height [H9.1.4].

    `loaded`: a bomber's bombs are aboard. `gone`: it has left the battle for its base. `limping`:
    it was disrupted when it took off [AMB-32].
    """

    unit: str
    role: Role
    start: int
    steps: int
    band: int
    disrupted: bool = False
    limping: bool = False
    gone: bool = False
    loaded: bool = False
    ace: bool = False

    @property
    def alive(self) -> bool:
        """Whether a step is left."""
        return self.steps > 0

    @property
    def eligible(self) -> bool:
        """Whether it takes part still: alive, not gone, not disrupted in this battle [H0.8].

        Who took off disrupted does until he leaves, after round 1 [H9.7.1].
        """
        return self.alive and not self.gone and (self.limping or not self.disrupted)

    @property
    def hurt(self) -> bool:
        """Whether it was disrupted or lost a step since it took off [H9.8.2]."""
        return (self.disrupted and not self.limping) or self.steps < self.start

    def harmed(self, harm: Harm) -> "Wing":
        """The unit after fire at it [H0.6]."""
        steps, disrupted = harmed(self.steps, self.disrupted, harm)
        return replace(self, steps=steps, disrupted=disrupted)


class Battle(Value):
    """All who are in the air in one mission, by id, and which side has had enough [H9.8.2]."""

    raid: Raid
    wings: FrozenMap[Wing]
    disengaged: bool = False
    aborted: bool = False

    def of(self, *roles: Role) -> list[Wing]:
        """The units of these roles, by id, whatever has become of them."""
        return [wing for wing in self.wings.values() if wing.role in roles]

    def able(self, *roles: Role) -> list[Wing]:
        """The eligible units of these roles, by id [H0.8]."""
        return [wing for wing in self.of(*roles) if wing.eligible]

    def changed(self, wings: Iterable[Wing]) -> "Battle":
        """The battle with units replaced by id."""
        return replace(self, wings=self.wings.update({wing.unit: wing for wing in wings}))

    def harm(self, unit: str, harm: Harm) -> "Battle":
        """The battle after fire at one unit."""
        return self.changed((self.wings[unit].harmed(harm),))


def model_of(wing: Wing, charts: Charts) -> Model:
    """The unit's model of aircraft."""
    return charts.air[wing.unit].model


def factors(wing: Wing, charts: Charts) -> Factors:
    """What is printed on the side of the counter that is up [2.2b]."""
    return model_of(wing, charts).factors(wing.steps)


def acts_as_bomber(wing: Wing, charts: Charts) -> bool:
    """Whether the unit flies as a bomber: a B, or a FB that is a striker [3.0a, 2.2.2i~]."""
    model = model_of(wing, charts)
    return model.is_bomber and (not model.is_fighter or wing.role == "striker")


def speed(wing: Wing, charts: Charts) -> int:
    """The speed rating: a bomber's printed one is with bombs, it gains without them [2.2.2e~]."""
    light = acts_as_bomber(wing, charts) and not wing.loaded
    return model_of(wing, charts).sr + (charts.printed.unloaded if light else 0)
