"""The orders form of Cartwheel (E.3)."""

from pbem.engine.steps import Section, View
from pbem.systems.cartwheel.charts import Charts
from pbem.systems.cartwheel.state import Game


def sections(view: View[Game], charts: Charts) -> tuple[Section, ...]:
    """What the seat's next file decides."""
    return ()
