"""What a player at a table by chance proposes: for whole games."""

from collections.abc import Iterator
from functools import partial

from pbem.engine.orders import Order
from pbem.systems.table.check import check
from pbem.systems.table.orders import Contest, Finish, Phase, Put, Roll, Say, Seal, Unseal
from pbem.systems.table.state import DRAW, Game
from tests import bychance
from tests.bychance import Draft
from tests.systems.table.tabletop import LIMITS

COUNTERS = ("morale", "fuel", "turn 3 (late)", "LAE #2")
DICE = ("2d6", "d100", "3x2d6+1", "1d20+2d6-1", "6d10")
WORDS = ("target 7", "“no”\nsurprise", "", "ü" * 40)
WEARY = 30
"""The turn from which on a player takes every offer of the end."""


class Turn(Draft[Game]):
    """One file in the making."""

    def proposals(self) -> Iterator[Order]:
        """A few orders."""
        view, rng = self.view, self.rng
        game, choice = view.game, rng.choice
        offer = game.offers.get(game.other(view.side))
        if view.turn >= WEARY or rng.random() < 0.01:
            yield Finish(result=offer or choice((DRAW, *game.pens)))
        for _ in range(rng.randrange(8)):
            yield choice(
                (
                    Roll(dice=choice(DICE), about=f"attack {rng.randrange(9)}"),
                    Seal(about=choice(("", "my target")), words=choice(WORDS)),
                    Unseal(note=choice((*view.own, "note-1"))),
                    Put(counter=choice(COUNTERS), value=choice(("", "7", "two of three"))),
                    Contest(counter=choice(COUNTERS)),
                    Phase(name=choice((*game.phases, "combat")), new_turn=rng.random() < 0.5),
                    Say(words=choice(WORDS)),
                )
            )
        if offer and rng.random() < 0.1:
            yield Finish(result=offer)


player = partial(bychance.player, Turn, check, LIMITS)
"""A player by chance, by his seed."""
