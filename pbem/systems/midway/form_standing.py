"""The standing orders on the orders form: those in force, and what may be ordered [MB1]."""

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast

from pbem.engine.orders import Order
from pbem.engine.steps import Section, View
from pbem.systems.midway.orders import (
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
)
from pbem.systems.midway.state import Game, Standing

Deck: TypeAlias = Literal["default", "keep", "clear", "spot"]

CHOICES = (
    "A standing order holds from now on until another of its type replaces it.",
    "standing-land: squadrons and carriers in the order in which they land.",
    'standing-move: "advance", "hold", or "hold-until" those in `until` are Ready.',
    'standing-cap: attack "if-bombers", "always", "never" or "if-outnumbering" (your SP are at'
    ' least `ratio` times his escorts); bomb_split "TB", "DB" or "even"; dogfight_first: the'
    " fighters that meet escorts first.",
    "standing-targets: enemy carriers in order; wave_sp: most SP on one of them, 0 for all.",
    'standing-losses: aa ["TB"], ["DB"], ["even"] or squadrons: who falls first to AA fire;'
    " fighters, bombers: who loses SP first in the air.",
    'standing-launch: fighters "default", "cap", "strike" or "none"; bombers "all" or "none".',
    'standing-plan: a carrier\'s deck "default", "keep", "clear" or "spot".',
)


def standing_section(view: View[Game]) -> Section:
    """The seat's standing orders in force, to be changed or left."""
    standing = view.game.standing[view.seat]
    orders = tuple(in_force(standing))
    none = () if orders else ("None is in force: the rules' defaults hold.",)
    return Section(
        title="Standing orders",
        rule="MB1",
        choices=(*CHOICES, *none),
        examples=tuple(_examples(view.game, view.seat)),
        orders=orders,
    )


def in_force(standing: Standing) -> Iterator[Order]:
    """The orders that would set these standing orders, and no others."""
    if standing.land or standing.land_on:
        yield StandingLand(squadrons=standing.land, carriers=standing.land_on)
    for rule in dict.fromkeys(standing.moves.values()):
        squadrons = tuple(id_ for id_, other in standing.moves.items() if other == rule)
        yield StandingMove(squadrons=squadrons, move=rule.rule, until=rule.until)
    if standing.cap or standing.bomb_split or standing.dogfight_first:
        yield StandingCap(
            attack=standing.cap or "if-bombers",
            ratio=standing.cap_ratio,
            bomb_split=standing.bomb_split or "TB",
            dogfight_first=standing.dogfight_first,
        )
    if standing.targets or standing.wave_sp:
        yield StandingTargets(carriers=standing.targets, wave_sp=standing.wave_sp)
    if standing.aa_losses or standing.fighter_losses or standing.bomber_losses:
        yield StandingLosses(
            aa=standing.aa_losses,
            fighters=standing.fighter_losses,
            bombers=standing.bomber_losses,
        )
    if standing.launch_fighters or standing.launch_bombers:
        yield StandingLaunch(
            fighters=standing.launch_fighters or "default",
            bombers=standing.launch_bombers or "all",
        )
    for carrier, deck in standing.decks.items():
        yield StandingPlan(carrier=carrier, deck=cast(Deck, deck))


def _examples(game: Game, seat: str) -> Iterator[Order]:
    yield StandingCap(attack="always", bomb_split="even")
    yield StandingLosses(aa=("DB",))
    for squadron in (s for s in game.squadrons.values() if s.seat == seat and s.is_bomber):
        yield StandingMove(squadrons=(squadron.id,), move="hold")
        break
