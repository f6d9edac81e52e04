"""What `status` and `games` say on terminals of three widths: `python -m tests.glances`.

Each game is looked at when all have joined, by the sides that know no die yet: what stands there is
the same in every game but for its number, its folder and the time.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbem.store import roster
from tests.recording import SEATS
from tests.screens import FOLDER, WIDTHS
from tests.simulator import Player, begin
from tests.terminal import seen

SCENARIOS = ("midway/midway-0700", "cartwheel/bismarck-sea", "pto/midway")

_WHEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_NUMBER = re.compile(r"\b[0-9a-f]{8}-(?=\d{4}-)")


def glances() -> Iterator[tuple[str, str]]:
    """The files' names, and what is on the screens that they hold."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        players = [one for scenario in SCENARIOS for one in _players(place, scenario)]
        first = players[0]
        for player in players:
            with first.at_home():
                roster.enter(player.folder)
        for width in WIDTHS:
            screens = [seen(width, one.folder, "status", env=_home(one)) for one in players]
            screens.append(seen(width, place, "games", env=_home(first)))
            text = "\n\n".join("\n".join(lines) for lines in screens)
            text = _NUMBER.sub("01234567-", _WHEN.sub("1942-06-04 07:00", text))
            yield f"status-{width}.txt", text.replace(str(place), "/tmp/games") + "\n"


def _players(place: Path, scenario: str) -> Iterator[Player]:
    system = scenario.partition("/")[0]
    for player in begin(place / system, scenario, SEATS[system]).players.values():
        with player.session() as session:
            foresees = bool(session.ahead().happenings)
        if not foresees:
            yield player


def _home(player: Player) -> dict[str, str]:
    return {"PBEM_HOME": str(player.home)}


if __name__ == "__main__":
    for title, screen in glances():
        (FOLDER / title).write_text(screen, encoding="utf-8")
