"""One headline wherever it is read: status, list of games, report, news, mails and replay page."""

from pathlib import Path

import pytest

from pbem.game.headlines import NOTHING_YET, brought_by
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
            begun = head and not head.startswith(NOTHING_YET)  # there is something to replay
            told = retold(player.folder, 0, None).chapters[-1].headline if begun else (head,)
            replayed = " ".join(told)
            if status != head or (not secret and (mail, replayed) != (said, head)):
                differ.append((seq, player.seat, head, status, replayed, said, mail))
    assert not differ


STANDS = {
    "midway/midway-0700": "Points: Japanese 0, American 0.",
    "cartwheel/bismarck-sea": "The score is Allied 0 VP, Japanese 0 VP.",
    "pto/leyte": "Points: Japanese 8, Allies 0.",
}
"""How it stands in a game of each system before anything has happened."""


@pytest.mark.parametrize("scenario", STANDS)
def test_where_nothing_has_happened_yet_it_is_said_how_it_stands(
    tmp_path: Path, scenario: str
) -> None:
    world = begin(tmp_path, scenario, GAMES[scenario])
    for player in world.players.values():
        with player.session() as session:
            told = summary(session)["headline"]
            page = at_the_head(turn_report(session, last_told(session)))
            knows = session.ahead().happenings  # what its own seed opens
        assert told == page
        assert knows or told == f"{NOTHING_YET} {STANDS[scenario]}"


def test_before_all_have_joined_nothing_is_summed_up(tmp_path: Path) -> None:
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"), joined=False)
    with world.players["japanese"].session() as session:
        assert summary(session)["headline"] == ""
        assert at_the_head(turn_report(session, last_told(session))) == ""


def test_a_file_that_brings_nothing_to_pass_is_told_with_the_score(
    tmp_path: Path,
) -> None:
    world = begin(tmp_path, "cartwheel/toenails", ("japanese", "allied"))
    quiet = dict[int, str]()
    for _ in range(12):
        world.send()
        for player in world.players.values():
            with player.session() as session:
                seq = session.links.seq
                if not session.ahead().happenings and not [*brought_by(session, seq)]:
                    quiet[seq] = heard(session, seq)
                    assert mailed(session, seq) == quiet[seq]
    assert quiet
    for seq, said in quiet.items():
        assert said.startswith(f"Nothing happens by file {seq}")
        assert "The score is Allied 0 VP, Japanese 0 VP." in said
