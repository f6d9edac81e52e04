"""The charts of Midway as typed values; every figure comes from `rules/midway/*.toml`."""

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.decode import decode
from pbem.engine.charts import CHECK
from pbem.errors import Problem, raise_if
from pbem.frozen import FrozenMap, Value, names
from pbem.systems.midway.book.kinds import SIDES, Kind

MOST_DICE = 100
"""So many dice are thrown at once at most, and so many sides has one; far beyond any chart."""


class CarrierChart(Value):
    """A carrier's side, AA dice [M7.2], lowest repair face [M13.2]."""

    side: str
    aa: int
    repair: int


class SquadronChart(Value):
    """A squadron's home carrier, kind and full strength in SP [M0.5]."""

    carrier: str
    kind: Kind
    sp: int


class Combat(Value):
    """Lowest faces that hit, and hits scored [M5.5, M5.7, M7.2, M7.4, M7.5]."""

    sides: int
    dogfight: int
    cap: int
    aa: int
    db_hit: int
    db_again: int
    tb_hit: int
    tb_hits: int
    tb_again: int
    tb_again_hits: int


class Limits(Value):
    """Deck and landing limits in SP, damage limits in circles, the search [M1, M11, M15, M16]."""

    deck: int
    landing: int
    crippled: int
    sunk: int
    search_groups: int
    search_again: int


class House(Value):
    """House figures [MH4, MH8, MH22]; `default_cap` in SP, `order` of the carriers [MD1]."""

    cap_rings: int
    ditch: int
    group_spread: int
    default_cap: int
    order: tuple[str, ...]


class Grade(Value):
    """A grade of victory and the margin in points that it takes [MH28]."""

    margin: int
    grade: str


class Victory(Value):
    """Points for enemy carriers, and grades from the smallest margin up [MH28]."""

    sunk: int
    crippled_bonus: int
    grades: tuple[Grade, ...]


class Charts(Value):
    """The whole rule book."""

    carriers: FrozenMap[CarrierChart]
    squadrons: FrozenMap[SquadronChart]
    combat: Combat
    limits: Limits
    house: House
    victory: Victory

    @property
    def sunk(self) -> int:
        """Damage circles of a carrier; with all of them marked it sinks [M15.1, M15.3]."""
        return self.limits.sunk

    @property
    def crippled(self) -> int:
        """Damage from which a carrier is crippled [M15.2]."""
        return self.limits.crippled

    @property
    def deck(self) -> int:
        """SP that a flight deck holds [M0.9, M11.1]."""
        return self.limits.deck

    @property
    def landing(self) -> int:
        """SP that a carrier lands in a turn [M1.2]."""
        return self.limits.landing

    @property
    def cap_rings(self) -> int:
        """Rings of the CAP box [M0.8]."""
        return self.house.cap_rings

    @property
    def ditch(self) -> int:
        """Wait marks at which a squadron ditches [M1.5]."""
        return self.house.ditch


def read_charts(tables: Mapping[str, Mapping[str, Any]]) -> Charts:
    """The charts from a rule book's tables; raises `Refused` with every figure that is wrong."""
    body = {name: tables.get(name, {}).get(name, {}) for name in names(Charts)}
    charts = decode(Charts, body, code="chart", where="rules/midway", hint=CHECK)
    raise_if((*_unknown_names(charts), *_out_of_range(charts)))
    return charts


def _unknown_names(charts: Charts) -> Iterator[Problem]:
    """Carriers and sides that are named and do not exist."""
    if sorted(charts.house.order) != list(charts.carriers):
        hint = "name each carrier of the chart 'carriers' once"
        yield _wrong("house.order", "the order of the carriers", hint)
    for id_, carrier in charts.carriers.items():
        if carrier.side not in SIDES:
            hint = f"the sides are {', '.join(SIDES)}"
            yield _wrong(f"carriers.{id_}.side", "there is no such side", hint)
    for id_, squadron in charts.squadrons.items():
        if squadron.carrier not in charts.carriers:
            hint = f"the carriers are {', '.join(charts.carriers)}"
            yield _wrong(f"squadrons.{id_}.carrier", "there is no such carrier", hint)


def _out_of_range(charts: Charts) -> Iterator[Problem]:
    """Figures with which no die could be thrown, and grades that no margin reaches."""
    dice = {f"carriers.{id_}.aa": carrier.aa for id_, carrier in charts.carriers.items()}
    dice |= {f"squadrons.{id_}.sp": squadron.sp for id_, squadron in charts.squadrons.items()}
    dice |= {"limits.deck": charts.limits.deck, "limits.sunk": charts.limits.sunk}
    for key, count in dice.items():
        if not 1 <= count <= MOST_DICE:
            yield _wrong(key, "out of range", f"write 1 to {MOST_DICE}")
    if not 2 <= charts.combat.sides <= MOST_DICE:
        yield _wrong("combat.sides", "no die has so many sides", f"write 2 to {MOST_DICE}")
    margins = [grade.margin for grade in charts.victory.grades]
    if margins != sorted(set(margins)):
        yield _wrong("victory.grades", "the margins do not rise", "give the smallest first")


def _wrong(key: str, what: str, hint: str) -> Problem:
    return Problem(code="chart", what=what, where=f"rules/midway, key '{key}'", hint=hint)
