"""Imported once by the fork server: what every child would have to load again.

A round of the game that the children play is played here, so that they begin with modules, charts
and converters at hand.
"""

import importlib
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "toygame"))

from tests.simulator import begin

for module in ("cli.commands", "cli.begin", "cli.play", "cli.look", "game.forms", "game.reports"):
    importlib.import_module(f"pbem.{module}")
with tempfile.TemporaryDirectory() as place:
    world = begin(Path(place), "pistols", ("red", "blue"), {"sealed": "true"})
    world.round()
