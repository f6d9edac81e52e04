"""What others have ordered in the open for what is still to come is told to whoever reads."""

from pathlib import Path

from pbem.game.reports import news_since_own, turn_report
from pbem.report import plain
from tests.simulator import begin

TITLE = "Ordered, still to come: japanese"


def test_orders_that_wait_are_told(tmp_path: Path) -> None:
    """Who reads the raw file knows no more than who reads the news."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    order = {"type": "land", "carrier": "akagi", "squadrons": ["Akagi-DB", "Soryu-F"]}
    world.deliver(world.players["japanese"].send(order), "japanese")
    pages = {}
    for seat, player in world.players.items():
        with player.session() as session:
            news, report = news_since_own(session), turn_report(session, session.fold.table.turn)
        pages[seat] = (plain.render(news), plain.render(report))
    for page in pages["american"]:
        assert "Akagi lands Akagi-DB 5 SP and Soryu-F 5 SP [M1.3]." in page[page.index(TITLE) :]
    assert not any(TITLE in page for page in pages["japanese"])
