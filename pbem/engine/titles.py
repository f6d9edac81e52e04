"""What a game and its turns are called."""

from collections.abc import Iterable

from pbem.engine.steps import C, G, GameSystem


def title_of(system: GameSystem[G, C], game: G) -> str:
    """What a game is called: by the name that its players gave it, or by that of its system."""
    return system.own_title(game) or system.title


def turn_called(
    system: GameSystem[G, C], game: G, name: str, turns: Iterable[int], charts: C
) -> int | None:
    """The turn of that name, or with a step of that name in it: `June 1942`, `Winter 1942`."""
    wanted = name.strip().casefold()
    for turn in turns:
        steps = ("", *(step.name for step in system.steps(turn)))
        if any(system.turn_title(game, turn, step, charts).casefold() == wanted for step in steps):
            return turn
    return None


def turn_to_type(system: GameSystem[G, C], game: G, turn: int, step: str, charts: C) -> str:
    """A turn by its name, with a number that commands take, too: `May II 1943 (turn 7)`."""
    title, number = system.turn_title(game, turn, step, charts), system.turn_number(turn)
    return title if number in ("", title) else f"{title} ({number})"
