"""Headlines of games and of bare events, and events that they are made of."""

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, Happening
from pbem.engine.hidden import happenings
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.events_air import Harm, RaidSeen, Score, UnitBombed, UnitHit
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.events_sea import GunsFired, Sailed
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play
from tests.systems.cartwheel.tabletop import CHARTS


def headline(game: Play) -> tuple[str, ...]:
    """Of all that has happened so far, as the next author sees it."""
    scenes = (*game.match.scenes, *game.match.ahead().scenes)
    return CARTWHEEL.headline(happenings(scenes), game.game, CHARTS)


def of_events(*events: Event) -> tuple[str, ...]:
    """Of these events alone, whatever the state is."""
    return CARTWHEEL.headline(
        tuple(Happening(turn=1, step="4.4", event=one) for one in events), None, CHARTS
    )


def hit(unit: str, side: str, left: int) -> UnitHit:
    """A step of a ship."""
    return UnitHit(to=ALL, unit=unit, side=side, kind="naval", lost=1, steps=left, disrupted=False)


def stated(*reduced: str) -> Stated:
    return Stated(
        to=ALL, side=JAPANESE, kind="struck", place="RAB", mission="t1m1", disrupted=(),
        reduced=reduced, lost=(), saved=(), number=1,
    )  # fmt: skip


def raid(mission: str, hex_: str, kind: str = "strike", side: str = ALLIED) -> RaidSeen:
    """A raid that comes in, whoever flies it."""
    return RaidSeen(
        to=ALL, mission=mission, side=side, kind=kind, hex=hex_, band=1, fliers=(),
        top_cover=False, abort_at="half", ace="",
    )  # fmt: skip


def bombs(mission: str, victim: str, harm: Harm) -> UnitBombed:
    """What a striker's bombs did to a ship or to troops."""
    score = Score(roll=Roll(label="bombs", dice=(5,), sides=10), terms=FrozenMap())
    return UnitBombed(
        to=ALL, mission=mission, unit="B25-69", mode="regular", target="naval:IJN-CLT3",
        score=score, harm=harm, victim=victim,
    )  # fmt: skip


def sailed(side: str, *ships: str) -> Sailed:
    return Sailed(
        to=ALL, mission="t1m1", side=side, ships=ships, purpose="transit", path=("1806", "1505"),
        loaded=FrozenMap(), stopped=False,
    )  # fmt: skip


def shaken(unit: str, side: str, lost: int = 0, steps: int = 2) -> UnitHit:
    """A ship that is disrupted, with a step or without."""
    return UnitHit(
        to=ALL, unit=unit, side=side, kind="naval", lost=lost, steps=steps, disrupted=True
    )


def guns() -> GunsFired:
    return GunsFired(to=ALL, mission="t1m1", hex="1505", round=1, shots=())


def score() -> Score:
    return Score(roll=Roll(label="x", dice=(8,), sides=10), terms=FrozenMap())
