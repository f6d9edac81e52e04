"""Golden headlines: what readers of a whole game's files can tell from them alone."""

from collections.abc import Iterator, Sequence

import pytest

from pbem.engine.events import Event
from pbem.engine.headline import LINES, height
from pbem.engine.hidden import Scene, happenings
from pbem.engine.mentions import spelled
from pbem.frozen import replace
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import ShipDamaged, ShipSunk
from pbem.systems.pto.table.events_economy import Arrived, MonthOver, UpkeepUnpaid
from pbem.systems.pto.table.events_land import AreaTaken
from pbem.systems.pto.table.events_play import FirstMover, Voided
from pbem.systems.pto.table.events_victory import GameEnded
from pbem.systems.pto.table.names import names
from pbem.systems.pto.table.naming import SIDE_ADJECTIVES
from pbem.systems.pto.table.orders_month import Assault
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.counters import GREAT
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.seasons import JANUARY, at_winter
from tests.systems.pto.selfplay import Match, bot, match
from tests.systems.pto.skies import TOKYO
from tests.systems.pto.tabletop import CHARTS, force, holding, ship, troops

Told = tuple[Sequence[Event], str]
"""What happened, and the words of its headline."""


def _read(game: Match, scenes: Sequence[Scene[Game]], state: Game | None) -> Told:
    """What a reader has of these scenes; it fits into the lines that it may have."""
    called = names(game.game, CHARTS)
    told = PTO.headline(happenings(scenes), state, CHARTS)
    assert height(told, called) <= LINES, told
    events = [event for scene in scenes for event in scene.events]
    return events, " ".join(spelled(told, called))


def _headlines(game: Match) -> Iterator[Told]:
    """Of each file by itself, and of what its author has not read: that and the file before it."""
    before = len(game.scenes)
    while not game.is_over:
        since, before = before, len(game.scenes)
        game.step(bot)
        yield _read(game, game.scenes[before:], game.game)
        yield _read(game, game.scenes[since:], game.game)


@pytest.mark.parametrize("scenario", ["leyte", "midway", "pearl-harbor"])
def test_who_reads_every_headline_of_a_game_misses_nothing_that_decides_it(scenario: str) -> None:
    """Areas, great ships, that others were hurt, whose order was in vain, months, arrivals, ends.

    All in so many lines, for each of the two readers.
    """
    game = match(scenario, 1)
    words = ""
    for events, words in _headlines(game):
        called = names(game.game, CHARTS)
        sunk = [one for one in events if isinstance(one, ShipSunk)]
        gone = {one.ship for one in sunk}
        for event in events:
            match event:
                case AreaTaken():
                    assert called[event.area] in words
                    assert " fall" in words
                case ShipSunk() if event.kind in GREAT:
                    assert called[event.ship] in words
                case ShipDamaged() if event.ship not in gone:
                    assert "damaged: " in words
                case UpkeepUnpaid() if event.ships:
                    assert "for want of EP" in words
                case MonthOver() if game.game.ending is None:
                    assert f"{month_name(event.turn)} is over" in words
                case Arrived():
                    assert "rrival" in words or " arrive" in words
                case Voided() if "nothing: " in words and event.order != "pass":
                    assert f"{SIDE_ADJECTIVES[event.seat]} {event.order}" in words
                case FirstMover():
                    assert " go first in " in words or height((words,), called) >= LINES - 1
                case GameEnded():
                    assert words.startswith("The game is over: ")
                case _:
                    pass
    assert words.startswith("The game is over: ")


def test_the_last_files_of_a_game_tell_who_won_and_by_how_much() -> None:
    """PH15.1: that which brings the end, and the one that only opens the last seeds behind it."""
    game = match("midway", 1)
    *_, (_, words) = _headlines(game)
    over = "The game is over: marginal victory of the Japanese by 9 points."
    assert words.startswith(over)
    assert headline((), game.game)[0] == over


def test_a_season_tells_what_came_and_who_goes_first() -> None:
    """S2.2, S3.2, P3.0.1: the file that ends December, and the one that opens the last bid."""
    game = at_winter()
    before = len(game.scenes)
    game.step(bot)
    _, words = _read(game, game.scenes[before:], game.game)
    assert "December 1941 is over, Winter 1942 begins; units that arrive: Japan 2, " in words
    winter = [scene for scene in game.scenes if scene.turn == JANUARY]
    _, words = _read(game, winter, game.game)
    assert words.startswith("Arrivals: Japan Shoho and Yamato; the United States Yorktown, New ")
    while game.game.turn == JANUARY and not any(
        isinstance(one, FirstMover) for scene in game.scenes[before:] for one in scene.events
    ):
        before = len(game.scenes)
        game.step(bot)
    _, words = _read(game, game.scenes[before:], game.game)
    assert "have the initiative and go first" in words, words


@pytest.mark.parametrize(
    ("strength", "faces", "told"),
    [
        (1, {}, "The Japanese land at Malaya, which is contested."),
        (99, {"PH10.5 mal r1 P4A mal 1": 6}, "Malaya falls to Japan."),
    ],
)
def test_an_area_becomes_contested_or_falls(
    strength: int, faces: dict[str, int], told: str
) -> None:
    """P4A.2.B, PH10.4, PH10.8: who is too weak to attack is ashore there all the same."""
    game = holding(troops(april(), "uk-1", "UK", "MAL", strength=9), "UK", "MAL")
    game = force(replace(game, at_war=True), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    play = at_phase_4(troops(game, "jp-1", "JP", "jp-stp-1", strength=strength))
    landing = Assault(units=("jp-1",), area="MAL")
    events = play.file(TOKYO, land("JP", "Malaya"), landing, dice=faces)
    assert headline(events, play.game)[0] == told
