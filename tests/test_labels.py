"""Labels of rolls begin with the id of the rule that asks, and a space (protocol 6)."""

from collections.abc import Mapping

import pytest

from pbem.engine.charts import titles_of
from pbem.store import shelf
from pbem.systems import find_system
from tests import selfplay

GAMES: Mapping[str, tuple[str, tuple[str, ...], int]] = {
    "midway": ("midway-0700", ("japanese", "american"), 20),
    "cartwheel": ("toenails", ("japanese", "allied"), 80),
    "pto": ("leyte", ("japanese", "allied"), 16),
    "table": ("table", ("japan", "us"), 12),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_label_names_a_rule_of_the_game(name: str) -> None:
    scenario, seats, files = GAMES[name]
    system = find_system(name)
    rules = selfplay.rules_of(system)
    begun, known = selfplay.match(rules, scenario, 1, seats), titles_of(shelf.rule_texts(name))
    for _ in range(files):
        if begun.is_over:
            break
        begun.step(lambda view: system.bot(view, rules.charts))
    labels = [one.roll.label for one in begun.thrown]
    assert labels
    for label in labels:
        rule, blank, rest = label.partition(" ")
        assert rule in known, label
        assert (blank, rest == "") == (" ", False), label
        assert 1 <= len(label.encode("utf-8")) <= 200
