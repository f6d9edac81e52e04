"""No label is thrown twice for one file, however long nobody is asked (MH38)."""

import pytest

from pbem.engine.run import Advanced, Table, advance
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.state import Game
from tests.systems.midway.tabletop import CHARTS, Scripted, hurt, only, put, sink, table

REPAIR = 12
"""The index of phase 13 in the sequence of play."""


def run(game: Game, turn: int, dice: dict[str, str]) -> Advanced[Game]:
    """Play on from the repairs of a turn, all dice belonging to one file."""
    scripted = Scripted(dice)
    advanced = advance(MIDWAY, Table(turn=turn, cursor=REPAIR, game=game), scripted, CHARTS)
    assert not scripted.faces, f"not rolled: {scripted.faces}"
    return advanced


def test_mh38_the_number_of_a_repair_is_no_other_throw_of_it() -> None:
    assert MIDWAY.roll_title is not None
    assert MIDWAY.roll_title("M13.1 repair akagi #2", CHARTS) == "Repair of Akagi"
    assert MIDWAY.roll_title("M7.4 DB akagi g1", CHARTS) == "Dive bombers at Akagi, again"


@pytest.mark.parametrize("pace", ["turn", "phase"])
def test_mh38_the_last_two_repairs_may_belong_to_one_file(pace: str) -> None:
    game = hurt(table(pace=pace), akagi=3, yorktown=2)
    dice = {"M13.1 repair akagi": "6", "M13.1 repair yorktown": "1"}
    if pace == "turn":  # every seat is asked once a turn, so that only the last turn has both
        assert [ask.seat for ask in run(game, 11, dice).table.asks] == ["japanese"]
        return
    dice |= {"M13.1 repair akagi #2": "6", "M13.1 repair yorktown #2": "4"}
    advanced = run(game, 11, dice)
    assert MIDWAY.verdict(advanced.table.game) is not None
    assert advanced.table.game.carriers["akagi"].damage == 1
    assert advanced.table.game.carriers["yorktown"].damage == 1


@pytest.mark.parametrize("fighters", ["waiting", "moving"])
def test_mh38_marks_count_the_turns_in_which_nobody_is_asked(fighters: str) -> None:
    """Fighters that may not scout have nothing to choose either [M4.3]."""
    game = only(table(pace="phase", search_done=False), "Akagi-DB", "VF-6")
    game = put(put(game, "waiting", "Akagi-DB"), fighters, "VF-6")
    game = sink(game, "kaga", "soryu", "hiryu")
    game = hurt(game, akagi=9, enterprise=9, hornet=9, yorktown=9)
    carriers = ("akagi", "enterprise", "hornet", "yorktown")
    numbers = ("", " #2", " #3", " #5")
    dice = {f"M13.1 repair {id_}{number}": "1" for number in numbers for id_ in carriers}
    ending = run(game, 3, dice).table.game.ending
    assert ending is not None
    assert (ending.winner, ending.grade) == ("american", "substantial")
    assert dict(ending.points) == {"american": 45 + 12, "japanese": 36}
