"""The last two files in words: what the first of them scores; the second scores nothing."""

from pathlib import Path

from pbem.engine.ledger import is_over
from pbem.game.foretell import foretold
from pbem.game.session import Session
from pbem.game.write import Draft, closing
from pbem.report.plain import render
from tests.simulator import World, begin

LAST = (
    "Your last file: it gives away your secret of this game, so that all can be checked. It opens"
    " all that you have sealed."
)


def idle(session: Session) -> tuple[dict[str, object], ...]:
    """Nothing, and in the last file what is left to be done."""
    over = is_over(session.final().fold, session.rules)
    return tuple(map(dict, closing(session, "").orders)) if over else ()


def told(world: World) -> str:
    """The next file in words."""
    with world.players[world.next_seat].session() as session:
        return " ".join(render(foretold(session, Draft(orders=idle(session))), 120).split())


def test_h16_2_the_last_file_but_one_tells_what_the_end_scores(tmp_path: Path) -> None:
    world = begin(tmp_path, "bismarck-sea", ("allied", "japanese"))
    found = []
    while world.next_seat:
        found.append(told(world))
        world.round(choose=idle)
    *_, one, last = found
    assert LAST in one
    assert "The game ends: " in one
    assert "VP" in one
    assert LAST in last
    assert "stays so till it is opened" not in last
    assert "The game ends" not in last
