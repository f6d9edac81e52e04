"""One headline wherever it is read: status, list of games, report, news, mails and replay page."""

from pathlib import Path

import pytest

from pbem.game.headlines import brought_by
from pbem.game.letters import letter
from pbem.game.news import news
from pbem.game.reports import last_told, turn_report
from pbem.game.session import Session
from pbem.game.status import summary
from pbem.game.story import retold
from pbem.report.blocks import Heading, Lines, Report
from tests.simulator import begin

GAMES = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "table/table": ("red", "blue"),
}


def at_the_head(report: Report) -> str:
    """The headline that a report begins with, in one paragraph."""
    first, *_ = (*report.blocks, Heading(text="nothing"))
    return " ".join(line.text for line in first.lines) if isinstance(first, Lines) else ""


def mailed(session: Session, seq: int) -> str:
    """The headline of a mail, in one paragraph."""
    _, found, rest = letter(session, seq).text.partition("In short\n--------\n")
    return " ".join(rest.partition("\n\n")[0].split()) if found else ""


def heard(session: Session, seq: int) -> str:
    """The headline of the news that a file brings."""
    happenings = [one for _, brought in brought_by(session, seq) for one in brought]
    return at_the_head(news(session, happenings, seq))


@pytest.mark.parametrize("scenario", GAMES)
def test_a_file_has_the_same_headline_wherever_it_is_read(tmp_path: Path, scenario: str) -> None:
    world = begin(tmp_path, scenario, GAMES[scenario])
    differ = []
    for _ in range(14):
        if not world.next_seat:
            break
        world.round()
        for player in world.players.values():
            with player.session() as session:
                seq, secret = session.links.seq, session.ahead().happenings
                head = at_the_head(turn_report(session, last_told(session)))
                status = summary(session)["headline"]
                mail, said = mailed(session, seq), heard(session, seq)
            told = retold(player.folder, 0, None).chapters[-1].headline if head else ()
            replayed = " ".join(told)
            if status != head or (not secret and (mail, replayed) != (said, head)):
                differ.append((seq, player.seat, head, status, replayed, said, mail))
    assert not differ
