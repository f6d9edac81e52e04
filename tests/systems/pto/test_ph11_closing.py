"""Which seas have to be closed to cut an area off: all answers, however many seas there are."""

from collections.abc import Mapping
from itertools import chain, combinations
from random import Random

from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.rules.month.ph11_closing import SOURCE, closing, cuts
from pbem.systems.pto.rules.month.ph11_supply import cut_off
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import scenario
from tests.systems.pto.tabletop import CHARTS, force, ship

START = "start"
Graph = Mapping[str, frozenset[str]]


def leads(graph: Graph, shut: frozenset[str]) -> bool:
    """Whether a road leads to SOURCE without the seas that are shut."""
    found, waiting = {START}, [START]
    while waiting:
        more = graph.get(waiting.pop(), frozenset()) - shut - found
        found |= more
        waiting += more
    return SOURCE in found


def tried(graph: Graph) -> set[frozenset[str]]:
    """The least sets without which no road leads there, by trying all."""
    seas = sorted({*graph} - {START})
    sets = chain.from_iterable(combinations(seas, number) for number in range(len(seas) + 1))
    found: set[frozenset[str]] = set()
    for shut in map(frozenset, sets):
        if not any(one <= shut for one in found) and not leads(graph, shut):
            found.add(shut)
    return found


def test_ph11_1_the_least_sets_of_seas_are_those_that_trying_all_finds() -> None:
    rng = Random("seas")
    many = 0
    for _ in range(400):
        seas = [f"s{number}" for number in range(rng.randint(1, 8))]
        ends, chance = [*seas, SOURCE], rng.choice((0.2, 0.25, 0.3, 0.4))
        graph = {
            at: frozenset(to for to in ends if to != at and rng.random() < chance)
            for at in (START, *seas)
        }
        found = [*cuts(graph, START)]
        assert len(found) == len({*found})
        assert {*found} == tried(graph)
        many += len(found) > 2
    assert many > 20


def fleets_in(game: Game, nation: str, *seas: str) -> Game:
    """The game with a cruiser of a nation in each sea, and no other ships."""
    game = replace(game, forces=FrozenMap())
    for sea in seas:
        game = force(game, f"x-{sea}", nation, sea, ship(f"ca-{sea}", "CA", nation))
    return game


def test_ph11_1_with_an_enemy_in_every_sea_each_set_is_told_once_the_smallest_first() -> None:
    """Twenty areas and some hundred sets each: there are eight million sets of all these seas."""
    seas = tuple(id_ for id_, area in CHARTS.areas.items() if area.sea)
    game = fleets_in(scenario("leyte").view().game, "US", *seas)
    areas = cut_off(game, "japanese", CHARTS)
    found = {area: closing(game, "japanese", area, CHARTS) for area in areas}
    assert (len(seas), len(areas), len(found["RAB"])) == (23, 20, 356)
    for ways in found.values():
        assert [*ways] == sorted({*ways}, key=lambda way: (len(way), way))
    for way in found["RAB"][::40]:
        assert "RAB" in cut_off(fleets_in(game, "US", *way), "japanese", CHARTS)
        for sea in way:
            rest = (one for one in way if one != sea)
            assert "RAB" not in cut_off(fleets_in(game, "US", *rest), "japanese", CHARTS)
