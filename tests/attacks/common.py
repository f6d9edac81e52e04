"""What the attacks have in common: refusals that change nothing, and judging without taking."""

from typing import Any

import pytest

from pbem.engine.ledger import Outcome
from pbem.errors import Refused
from pbem.scan import scan
from pbem.turnfile import read
from tests.simulator import Player

AIM = {"type": "aim", "number": 2}


def refusal(player: Player, raw: bytes) -> tuple[str, str]:
    """Code and words of the refusal; nothing but inbox and evidence may have changed."""
    before = player.files()
    with pytest.raises(Refused) as caught:
        player.receive(raw)
    after = player.files()
    new = {name for name in after if after[name] != before.get(name)}
    assert not any(name.partition("/")[0] not in ("inbox", "evidence") for name in new)
    assert not before.keys() - after.keys()
    problem = caught.value.problems[0]
    return problem.code, f"{problem}"


def judged(reader: Player, raw: bytes) -> Outcome[Any]:
    """What a file would lead to, without taking it."""
    scanned = scan(raw)
    with reader.session() as session:
        return session.judge(scanned, read(scanned))


def faces(outcome: Outcome[Any]) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.roll.label, one.roll.dice) for one in outcome.thrown]
