"""What `pbem audit` says of breaches: who gained, and no page without end."""

import click
import pytest

from pbem.cli.breaches import MOST_BREACHES, tell_seat
from pbem.cli.commands import Here
from pbem.engine.hidden import Breach
from pbem.game.audit import Audited


def test_a_hundred_breaches_are_counted_and_nobody_is_named_as_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = Breach(seat="allied", seq=3, rule="protocol 8", subject="RAB", what="it is missing")
    with click.Context(click.Command("audit"), obj=Here()):
        tell_seat(Audited(seat="allied", side="allied", read=True, files=1, breaches=(one,) * 100))
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "  file 3 of seat allied [protocol 8] RAB: it is missing; nobody gained"
    assert said[-1] == "  and 90 more like these: pbem audit --json"
    assert len(said) == MOST_BREACHES + 2


def test_a_breach_is_told_by_the_name_of_what_it_is_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A script reads the id, a player the name."""
    one = Breach(
        seat="japanese", seq=7, rule="6.3", subject="RAB", name="Rabaul", what="it is over-full",
        gain="japanese",
    )  # fmt: skip
    with click.Context(click.Command("audit"), obj=Here()):
        tell_seat(Audited(seat="japanese", side="japanese", read=True, files=1, breaches=(one,)))
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "  file 7 of seat japanese [6.3] Rabaul: it is over-full; japanese gained"
