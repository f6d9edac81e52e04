"""The computer player's standing orders: what its forces do while the other side moves [F.4]."""

from collections.abc import Iterator

from pbem.engine.steps import View
from pbem.systems.pto.book.kinds import JAPANESE
from pbem.systems.pto.bot.air import AIM
from pbem.systems.pto.rules.month.p4_turns import declines
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStacks,
    AirStrikeRule,
    Declines,
    GroundDefence,
    Gunnery,
    NavalInterception,
    StandingOrder,
    Submarines,
)
from pbem.systems.pto.table.state import Game

BOATS_AIM = ("CV", "BB", "STP", "CVL", "CA")
"""What submarines go for: great ships, and troops."""
LOST = 3
"""Ships damaged or sunk after which a task force breaks off."""


def orders(view: View[Game]) -> Iterator[StandingOrder]:
    """Bold in the air, careful at sea: carriers and laden transports avoid gunfights."""
    game, nations = view.game, view.game.nations_of(view.seat)
    yield AirInterception(own=1, enemy=2)
    yield AirStrikeRule(when="worth", worth=1, share=60, cap=50, aim=AIM)
    yield AirStacks(near=50, far=75)
    yield NavalInterception(counter="always")
    yield Gunnery(lost=LOST, slip=view.side == JAPANESE)
    yield Submarines(aim=BOATS_AIM)
    yield GroundDefence(support=60)
    for tf in game.forces.values():
        ships = game.ships_in(tf.id)
        if tf.nation in nations and any(ship.is_carrier or ship.kind == "STP" for ship in ships):
            yield NavalInterception(of=tf.id, when="never", counter="never")


def declining(view: View[Game]) -> Iterator[Declines]:
    """A nation for which no offensive is paid wants none, until one is [PH13.4]."""
    game = view.game
    for nation in game.purses_of(view.seat):
        is_idle = not game.purses[nation].track
        if is_idle != declines(game, view.seat, nation):
            yield Declines(of=nation, declines=is_idle)
