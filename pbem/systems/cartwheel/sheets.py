"""The situation of Cartwheel in tables, as everybody sees it (E.1)."""

from pbem.engine.steps import Sheet
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.state import Game


def sheets(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """The public situation."""
    return ()
