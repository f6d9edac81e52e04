"""A table of Midway for tests: every squadron in its hangar, until a test puts it elsewhere."""

from pathlib import Path

from pbem.engine.charts import read_rule_book
from pbem.engine.decisions import Decision
from pbem.engine.steps import Seat, View
from pbem.frozen import FrozenMap
from pbem.systems.midway.charts import Charts, read_charts
from pbem.systems.midway.state import SIDES, Box, Carrier, Game, Squadron, Standing

RULES = Path(__file__).parents[3] / "rules" / "midway"


def charts() -> Charts:
    """The charts that ship with the program."""
    files = {path.name: path.read_bytes() for path in RULES.glob("*.toml")}
    return read_charts(read_rule_book(files).tables)


CHARTS = charts()


def table(*, pace: str = "turn", sealed: bool = False, search_done: bool = True) -> Game:
    """A game of two seats named after their sides, all squadrons in their hangars."""
    carriers = {
        id_: Carrier(id=id_, side=chart.side, seat=chart.side)
        for id_, chart in CHARTS.carriers.items()
    }
    squadrons = {
        id_: Squadron(
            id=id_,
            side=CHARTS.carriers[chart.carrier].side,
            kind=chart.kind,
            sp=chart.sp,
            seat=CHARTS.carriers[chart.carrier].side,
            box="hangar",
            carrier=chart.carrier,
        )
        for id_, chart in CHARTS.squadrons.items()
    }
    return Game(
        seats=SIDES,
        pace="phase" if pace == "phase" else "turn",
        sealed_planning=sealed,
        last_turn=12,
        carriers=FrozenMap(carriers),
        squadrons=FrozenMap(squadrons),
        standing=FrozenMap({side: Standing() for side in SIDES}),
        search_done=search_done,
    )


def put(game: Game, box: Box, *ids: str, ring: int = 0) -> Game:
    """The squadrons in a box; on deck or in the hangar they stay with their carrier."""
    aboard = box in ("deck", "hangar")
    return game.with_squadrons(
        s.moved(box, carrier=s.carrier if aboard else "", ring=ring)
        for s in (game.squadrons[id_] for id_ in ids)
    )


def view(game: Game, seat: str, *covers: str, seals: tuple[str, ...] = ()) -> View[Game]:
    """What a seat sees that must answer the steps `covers`."""
    turn, step = covers[0].split("/") if covers else ("1", "1")
    return View(
        seat=seat,
        side=seat,
        seats=tuple(Seat(name=s, side=s, holder=s, email="", key="") for s in SIDES),
        turn=int(turn),
        step=step,
        game=game,
        decision=Decision(seat=seat, rule="", covers=covers, seals=seals),
        earlier=FrozenMap(),
        own=FrozenMap(),
    )
