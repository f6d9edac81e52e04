"""Labels of dice: those of phases 3-6 end with step, area and number [F.5]."""

import re

import pytest

from tests import recording
from tests.systems.pto.randomplay import player
from tests.systems.pto.selfplay import Player, bot, match, played
from tests.systems.pto.tabletop import CHARTS

ENDS = re.compile(r"(P[3-6][0-9A-C]*(?:\.[0-9])?) ([a-z]{3}) [1-9][0-9]*$")
BEFORE = re.compile(r"(W1 grounding|P1\.1|PH4\.[23]|S3\.2\.3) |.* P2\.1 [a-z]{3} [1-9][0-9]*$")
"""What is rolled for in phases 1 and 2 and in seasons."""


@pytest.mark.slow
@pytest.mark.parametrize("by", [bot, player(1)], ids=["bots", "chance"])
@pytest.mark.parametrize("name", [one for one in recording.GAMES if one.startswith("pto/")])
def test_each_label_of_phases_3_to_6_ends_with_step_area_and_number(name: str, by: Player) -> None:
    begun = played(match(name.partition("/")[2]), by)
    labels = [one.roll.label for one in begun.thrown]
    assert len(labels) > 20
    for label in labels:
        found = ENDS.search(label)
        assert found or BEFORE.match(label), label
        assert not found or found[2].upper() in CHARTS.areas, label


def test_a_label_that_ends_with_a_unit_is_found() -> None:
    assert not ENDS.search("PH11.3 depletion us-25th-div")
    assert ENDS.search("PH11.3 depletion us-25th-div P6.2 oah 1")
