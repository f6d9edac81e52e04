"""What a game has to draw."""

from typing import Any

from pbem.engine.ledger import Rules
from pbem.engine.tabletop import Tabletop
from pbem.errors import refuse


def tabletop_of(rules: Rules[Any]) -> Tabletop[Any, Any]:
    """What the game has to draw; raises `Refused` for one that has no board."""
    if rules.system.tabletop is None:
        what = f"{rules.system.title} has no board to draw"
        raise refuse("option", what, hint="see the table with 'pbem show'")
    return rules.system.tabletop
