"""What a whole game between bots takes in memory: no files, no signatures, no reports."""

from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Row, took_row
from tests.recording import begun

MOST = {"cartwheel/campaign": 1.36, "pto/leyte": 0.45}
"""A third of what these games took at first, in seconds."""


def measure() -> Iterator[Row]:
    """The same games as the recorded ones: their secrets are fixed."""
    for scenario, most in MOST.items():
        yield took_row(f"{scenario}: a game in memory", partial(_play, scenario), most)


def _play(scenario: str) -> None:
    game, rules = begun(scenario)
    while not game.is_over:
        game.step(lambda view: rules.system.bot(view, rules.charts))
