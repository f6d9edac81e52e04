"""What is stated in a turn of a strike of the turn before: 14.1 lies between [E.6, H14.1]."""

from typing import Any

from pbem.engine.orders import Order
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.atlas.tabletop import TABLETOP
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_air import Scrambled
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.orders_ground import Raid
from pbem.systems.cartwheel.table.orders_operations import AirMission, Answers, Pass, Reply
from pbem.systems.cartwheel.table.orders_turn import Mark, Redistribute
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

CALM = {
    "5.1 event": 7, "7.5 missions": 9, "7.4 initiative": 1, "11.1 ground initiative": 1,
    **{f"14.1 regroup {side} #{number}": 1 for side in "AJ" for number in range(1, 60)},
}  # fmt: skip
"""No event, and everybody regroups who may."""
ZERO = "A6M-251"
ON_MUNDA = AirMission(
    kind="strike", hex="1606", band="low", strikers=("F4U-214",), mode="strafe", target="base:MUN"
)


def when_legal(game: Play, seat: str, *orders: Order) -> Play:
    """Empty files until a seat may give these orders; then those."""
    for _ in range(80):
        if game.seat == seat and not game.refused(*orders):
            return game.file(*orders)
        game.file()
    raise AssertionError(game.refused(*orders))


def hit(mission: str, effect: int) -> dict[str, int]:
    """One ground strike on Munda, which finds the first there; nobody is shot down."""
    return {
        f"9.9 aa {mission} F4U-214": 1, f"9.10 ground {mission} MUN #1": effect,
        f"9.10 pick {mission} MUN #1": 1,
    }  # fmt: skip


def healed(faces: dict[str, int], *, asked: bool = True) -> Play:
    """Turn 3: the Zero alone at Munda is Ready and whole, for its owner and by the rules.

    It was reduced in turn 1, marked in 2, disrupted by the raid that closed 2, and healed in 14.1;
    its owner states the raid when all that is over.
    """
    faces |= {**CALM, **hit("t1m1", 10), "11.7 raid A": 10, **hit("raid-A", 7)}
    game = play("toenails", faces, asked=asked)
    when_legal(game, JAPANESE, Redistribute(units=FrozenMap({ZERO: "MUN"})))
    game.until(ALLIED, "4.4").file(ON_MUNDA).until(JAPANESE, "4.4").file().file()
    while game.game.now == 1:
        game.file()
    when_legal(game, JAPANESE, Mark(units=(ZERO,), replace=(ZERO,)))
    when_legal(game, ALLIED, Raid(base="MUN"))
    while game.game.now == 2 or game.game.owed:
        game.file()
    plane = game.plane(JAPANESE, ZERO)
    assert plane is not None
    assert (plane.base, plane.half, plane.disrupted, plane.steps) == ("MUN", "ready", False, 2)
    said = [(one.mission, one.reduced, one.disrupted) for one in game.events(Stated) if one.place]
    assert said == [("t1m1", (ZERO,), ()), ("raid-A", (), (ZERO,))]
    return game


def raided(faces: dict[str, int], *reply: str) -> Play:
    """The Allies strike Munda in turn 3, and these units evade."""
    for number in range(1, 9):
        faces |= {f"9.5 evade t3m{number} {ZERO}": 1, f"9.4 scramble t3m{number} {ZERO}": 1}
    game = healed(faces).until(ALLIED, "4.4").file(ON_MUNDA).until(JAPANESE, "4.4")
    (raid,) = game.game.operations.raids
    return game.file(Reply(mission=raid, evaders=FrozenMap(dict.fromkeys(reply, "MUN")))).file()


def test_h9_1_1_it_flies(loaded: dict[str, int]) -> None:
    game = healed(loaded).until(JAPANESE, "4.4")
    assert game.rules(AirMission(kind="sweep", hex="1707", band="high", escorts=(ZERO,))) == []


def test_h9_4_1_it_intercepts_by_a_reply(loaded: dict[str, int]) -> None:
    loaded |= {f"9.4 scramble t3m{number} {ZERO}": 1 for number in range(1, 9)}
    game = healed(loaded).until(ALLIED, "4.4").file(ON_MUNDA).until(JAPANESE, "4.4")
    (raid,) = game.game.operations.raids
    game.file(Reply(mission=raid, interceptors=FrozenMap({ZERO: "MUN"}))).file()
    (tried,) = game.events(Scrambled)
    assert (tried.unit, tried.airborne) == (ZERO, True)
    assert game.match.audit() == []


def test_h8_9_10_it_intercepts_by_an_answer(loaded: dict[str, int]) -> None:
    loaded |= {f"9.4 scramble t3m{number} {ZERO}": 1 for number in range(1, 9)}
    game = healed(loaded, asked=False)
    when_legal(game, JAPANESE, Answers(clauses=(Clause(most=1, keep=0, within=0, bases=("MUN",)),)))
    game.until(ALLIED, "4.4").file(ON_MUNDA).file()
    tried = [one.airborne for one in game.events(Scrambled) if one.unit == ZERO]
    assert tried == [True]
    assert game.match.audit() == []


def test_h9_5_it_evades_as_it_is_and_loses_no_step(loaded: dict[str, int]) -> None:
    game = raided(loaded, ZERO).until(JAPANESE, "4.4")
    (tried,) = game.events(Scrambled)
    assert "disrupted" not in tried.score.terms
    plane = game.plane(JAPANESE, ZERO)
    assert plane is not None
    assert (plane.steps, plane.disrupted, plane.half) == (2, False, "flown")
    assert game.match.audit() == []


def test_e_6_the_next_hit_on_it_is_stated_and_taken(loaded: dict[str, int]) -> None:
    """Else its author's own program would refuse the one true statement, and the game be locked."""
    for number in range(1, 9):
        loaded |= hit(f"t3m{number}", 10)
    game = raided(loaded)
    while game.game.owed:
        game.file()
    told = [one for one in game.events(Stated) if one.mission.startswith("t3")]
    assert [(one.reduced, one.lost) for one in told] == [((ZERO,), ())]
    assert game.match.audit() == []


def test_e_1_the_table_shows_it_as_seen_in_the_turn_of_the_strike(loaded: dict[str, int]) -> None:
    game = healed(loaded)
    assert game.game.air[ZERO].seen == 2
    drawn = {one.id for one in TABLETOP.counters(game.game, None, CHARTS)}
    assert ZERO not in drawn


# --- nobody is asked ashore (E.4.8) --------------------------------------------------------------

OSCAR = "KI43-24a"
ON_LAE = AirMission(
    kind="strike", hex="0705", band="high", strikers=("B24-319",), mode="precision",
    target="base:LAE",
)  # fmt: skip


def nothing_aboard(table: dict[str, Any]) -> None:
    """The convoy has landed: nobody has anything to order ashore."""
    table["cargo"] = {}


def test_h9_1_1_so_it_is_where_the_last_file_of_a_turn_is_one_of_operations(
    loaded: dict[str, int],
) -> None:
    """The raid that closes turn 2 disrupts a unit at Lae once more; 14.1 heals it."""
    loaded |= {**CALM, "7.4 initiative": 9, "11.1 ground initiative": 10}
    loaded |= {f"7.3 recon {unit}": 10 for unit in ("F5-8", "DIN-6", "DIN-11")}
    for mission in (f"t{turn}m{number}" for turn in (1, 2) for number in range(1, 9)):
        loaded |= {
            f"9.9 aa {mission} B24-319": 1, f"9.10 bomb {mission} B24-319": 4,
            f"9.10 ground {mission} LAE #1": 7, f"9.10 pick {mission} LAE #1": 1,
        }  # fmt: skip
    game = when_legal(play("bismarck-sea", loaded, nothing_aboard, asked=False), ALLIED, ON_LAE)
    while game.game.now == 1:
        game.file()
    when_legal(game, JAPANESE, Mark(units=(OSCAR,)))
    while "4.4" not in game.asked():
        game.file()
    game.file(Pass()).file(Pass()) if game.seat == JAPANESE else game.file(Pass())
    while JAPANESE not in game.game.operations.out:
        game.file(*([Pass(rest=True)] if game.seat == JAPANESE else [Pass()]))
    game.file(ON_LAE, Pass(rest=True)).file()
    while game.game.owed:
        game.file()
    struck = [one.disrupted for one in game.events(Stated) if one.kind == "struck"]
    assert (game.game.now, struck) == (3, [(OSCAR,), (OSCAR,)])
    game.until(JAPANESE, "4.4")
    assert game.rules(AirMission(kind="sweep", hex="0707", band="high", escorts=(OSCAR,))) == []
    assert game.match.audit() == []
