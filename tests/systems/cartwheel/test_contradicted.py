"""What public facts contradict in an item sealed earlier is left out and named (protocol 7)."""

from collections.abc import Mapping
from pathlib import Path

from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.game.logbook import read_turn
from pbem.narrow import parse_item
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.rules.r08_answers import answered_hexes, is_asked
from pbem.systems.cartwheel.table.events_air import ManifestBreached
from pbem.systems.cartwheel.table.open_items import MISSION
from pbem.systems.cartwheel.table.orders_operations import Asked
from pbem.systems.cartwheel.table.state import Game
from tests.simulator import Player
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.fraud import MOST_FILES, doctored, mailed, seen
from tests.systems.cartwheel.selfplay import Player as ByChance
from tests.systems.cartwheel.tabletop import CHARTS

ENEMIES = {"japanese": "B24-319", "allied": "G4M-702"}


def breaches(player: Player) -> list[ManifestBreached]:
    """The breaches of sealed missions that a player's program tells of the first turn."""
    with player.session() as session:
        page = read_turn(session.folder, 1, session.rules.system.events, session.links.seq)
    told = (one.event for _, one in page.happenings)
    return [event for event in told if isinstance(event, ManifestBreached)]


def asking(player: ByChance) -> ByChance:
    """A player who is asked for a reply to raids on the first of his bases [H8.9.7]."""

    def file(view: View[Game]) -> tuple[Order, ...]:
        own = {base.hex for base in view.game.bases.values() if base.owner == view.side}
        hexes = [hex_ for hex_ in answered_hexes(view.game, CHARTS) if hex_ in own]
        given = (one for one in player(view) if not isinstance(one, Asked))
        orders = (*given, Asked(hexes=tuple(hexes[: CHARTS.answers.asked])))
        return orders[:-1] if any(check(view, orders, CHARTS)) else orders

    return file


def test_a_unit_of_the_enemys_in_a_sealed_mission_stays_behind_and_is_named(
    tmp_path: Path,
) -> None:
    """The item was sealed before anybody could see it: the file that opens it is taken."""
    made = world(tmp_path, "toenails")
    by_chance = {seat: asking(player) for seat, player in players(1).items()}
    for _ in range(MOST_FILES):
        cheat = made.players[made.next_seat]
        orders = by_chance[cheat.seat](seen(cheat))
        view = seen(cheat)
        if is_asked(view.game, view.side, orders):
            break
        round_(made, by_chance)
    stranger = ENEMIES[cheat.seat]
    planted: list[str] = []

    def swapped(texts: Mapping[str, str]) -> Mapping[str, str]:
        """The first unit of each mission is one of the enemy's."""
        changed = dict(texts)
        for id_ in (one for one in texts if one.startswith(MISSION)):
            fliers = (parse_item(texts[id_]) or {})["fliers"]
            changed[id_] = texts[id_].replace(f'"{fliers[0]["unit"]}"', f'"{stranger}"')
            planted.append(id_.removeprefix(MISSION))
        return changed

    mailed(made, doctored(cheat, *orders, texts=swapped))
    assert planted
    for _ in range(20):
        if breaches(cheat):
            break
        round_(made, by_chance)
    for player in made.players.values():
        first = breaches(player)[0]
        assert (first.mission, first.side) == (planted[0], cheat.seat)
        assert (first.unit, first.cited) == (stranger, "H9.1.1")
