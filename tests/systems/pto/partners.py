"""Small tables at which the British, with the Australians and the Dutch, have their own seat."""

from pbem.frozen import replace
from pbem.systems.pto.table.state import Game, Standing

LONDON = "london"


def with_london(game: Game) -> Game:
    """The game with a third seat, which comes after the others."""
    return replace(
        game,
        seats=(*game.seats, LONDON),
        commands=game.commands.update(dict.fromkeys(("UK", "AU", "NE"), LONDON)),
        standing=game.standing.set(LONDON, Standing()),
    )
