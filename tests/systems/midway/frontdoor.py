"""Midway from written orders: both sides' files turn by turn, with the dice that they open."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.run import Table
from pbem.engine.steps import Seat, Setup
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import (
    CapAttack,
    Launch,
    Plan,
    StandingCap,
    StandingLaunch,
    StandingPlan,
)
from pbem.systems.midway.table.state import Game
from tests.systems.frontdoor import Played
from tests.systems.midway.tabletop import CHARTS, Scripted

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "midway"
Kind = TypeVar("Kind", bound=Event)


@dataclass
class Battle(Played[Game]):
    """A game under way."""

    system = MIDWAY
    charts = CHARTS

    def side_of(self, seat: str) -> str:
        """The side that a seat plays."""
        return next(c.side for c in self.game.carriers.values() if c.seat == seat)

    def dice(self, faces: Mapping[str, str]) -> Scripted:
        """Dice that fall as written."""
        return Scripted(faces)

    def turn(
        self,
        orders: Mapping[str, tuple[Order, ...]] | None = None,
        dice: Mapping[str, str] | None = None,
    ) -> tuple[Event, ...]:
        """Every seat's file for phases 9 to 14 of a turn and 1 to 8 of the next; then the dice."""
        given, events = dict(orders or {}), ()
        seats = [seat for seat in self.game.seats if MIDWAY.alive(self.game, seat, CHARTS)]
        for seat in seats:
            opened = dice if seat == seats[-1] else None
            events += self.file(seat, *given.pop(seat, ()), dice=opened)
        assert not given, f"nobody asks {list(given)}"
        self.events = events
        return events

    def told(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind that the last turn led to."""
        return [event for event in self.events if isinstance(event, kind)]

    def said(self) -> str:
        """The report of the last turn."""
        lines = (line.text for event in self.events for line in MIDWAY.wording(event, CHARTS))
        return "\n".join(lines)


def scenario(
    name: str = "midway-even",
    *seats: str,
    change: Callable[[Game], Game] = lambda game: game,
    pace: str = "turn",
) -> Battle:
    """A scenario at its first file; `change` lays what a longer game would have brought."""
    toml = tomllib.loads((SCENARIOS / f"{name}.toml").read_text())
    prepared = MIDWAY.prepare(toml, seats or ("japanese", "american"), {"pace": pace})
    players = tuple(
        Seat(name=seat, side=side, holder=seat, email="", key="")
        for seat, side in prepared.sides.items()
    )
    setup = Setup(scenario=toml, seats=players, options=prepared.options)
    return begun(change(MIDWAY.setup(setup, CHARTS)), turn=0, phase=11)


def begun(game: Game, *, turn: int, phase: int, dice: Mapping[str, str] | None = None) -> Battle:
    """Play from a phase on, up to the first file."""
    names = [step.name for step in MIDWAY.steps(turn)]
    battle = Battle(table=Table(turn=turn, game=game, cursor=names.index(str(phase))))
    battle.run(battle.table, dice)
    return battle


def spotted(*ids: str) -> Battle:
    """American squadrons on their decks in turn 1, and the Japanese file given."""
    battle = scenario()
    battle.turn({"japanese": JAPANESE, "american": (*AMERICAN, *spots(*ids))})
    battle.file("japanese")
    return battle


# --- orders --------------------------------------------------------------------------------------


def passive(*carriers: str) -> tuple[Order, ...]:
    """Standing orders by which nothing flies, fights or is spotted that is not ordered."""
    return (
        StandingLaunch(fighters="none", bombers="none"),
        StandingCap(attack="never"),
        *(StandingPlan(carrier=carrier, deck="keep") for carrier in carriers),
    )


JAPANESE = passive("akagi", "kaga", "soryu", "hiryu")
AMERICAN = passive("enterprise", "hornet", "yorktown")


def _by_carrier(ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    homes = dict.fromkeys(CHARTS.squadrons[id_].carrier for id_ in ids)
    return {
        home: tuple(id_ for id_ in ids if CHARTS.squadrons[id_].carrier == home) for home in homes
    }


def spots(*ids: str) -> tuple[Plan, ...]:
    """Squadrons to be spotted on the decks of their own carriers."""
    return tuple(Plan(carrier=home, deck=own) for home, own in _by_carrier(ids).items())


def launches(*strike: str, cap: tuple[str, ...] = ()) -> tuple[Launch, ...]:
    """Squadrons to be launched from their own carriers."""
    struck, capped = _by_carrier(strike), _by_carrier(cap)
    return tuple(
        Launch(carrier=home, strike=struck.get(home, ()), cap=capped.get(home, ()))
        for home in dict.fromkeys((*struck, *capped))
    )


def attack(*ids: str) -> CapAttack:
    """CAP squadrons ordered to attack."""
    return CapAttack(squadrons=ids)


# --- dice ---------------------------------------------------------------------------------------


def misses(carrier: str) -> dict[str, str]:
    """Anti-aircraft dice that all miss."""
    return {f"M7.2 AA {carrier}": " ".join("1" * CHARTS.carriers[carrier].aa)}


def bombed(carrier: str, hits: int) -> dict[str, str]:
    """Dice of five dive bombers that all come through and score five hits or more."""
    rolls = ["6 5 5 5 5", *["6"] * (hits - 5), "1"]
    return misses(carrier) | {f"M7.4 DB {carrier} g{n}": dice for n, dice in enumerate(rolls)}
