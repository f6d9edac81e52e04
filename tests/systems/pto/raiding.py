"""Carriers that meet on the way, and the air attacks that come of it, for tests [PH5.2, D11].

Kido Butai sails from the North Pacific into Midway Sea, where as many American carriers lie.
"""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.systems.pto.table.events_naval import RaidFlown
from pbem.systems.pto.table.orders_month import Sail
from pbem.systems.pto.table.standing import NavalInterception
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import Campaign, told
from tests.systems.pto.skies import TOKYO, afloat, opened
from tests.systems.pto.tabletop import Faces, based, force, ship, small_game

USUAL: tuple[Order, ...] = (NavalInterception(when="never", counter="never"),)
"""Standing orders as without any, but that no ship intercepts another one."""
SAIL = Sail(tf="kido", path=("MID",))
FOUND: dict[str, Faces] = {"PH5.6 search kido P3.1 mid 1": 6}
BOTH_FOUND: dict[str, Faces] = {**FOUND, "PH5.6 search tf-16 by kido P3.1 mid 1": 6}
LATER: dict[str, Faces] = {"PH5.6 search tf-16 P3.2 mid 1": 1}
"""Kido Butai's own search in step 2, where it has not searched on the way."""


def carriers_meet(number: int = 2, *, off: tuple[str, ...] = ()) -> Game:
    japanese = ("akagi", "kaga", "soryu", "hiryu")[:number]
    american = ("enterprise", "hornet", "yorktown", "lexington")[:number]
    game = small_game(off=off)
    game = afloat(game, "kido", "JP", "NOP", tuple((one, "CV", "J-CV41") for one in japanese))
    return afloat(game, "tf-16", "US", "MID", tuple((one, "CV", "US-CV42") for one in american))


def sailed(
    game: Game,
    dice: Mapping[str, Faces],
    *,
    japanese: tuple[Order, ...] = (),
    allied: tuple[Order, ...] = (),
    sail: Sail = SAIL,
) -> tuple[Campaign, tuple[Event, ...]]:
    """The Japanese half, in which nothing is ordered but that Kido Butai sails."""
    play = opened(game, (*USUAL, *japanese), (*USUAL, *allied))
    return play, play.file(TOKYO, sail, dice=dice)


def fought(tag: str, *pairs: str, rounds: tuple[int, ...] = (1, 2)) -> dict[str, Faces]:
    """The dice of an air combat without any effect; pairs as `akagi enterprise`."""
    split = [pair.split() for pair in pairs]
    return {
        f"PH7.3 r{n} {one}-air v {two}-air P3.1 mid {tag}": 2 for n in rounds for one, two in split
    }


def bombed(tag: str, *pairs: str, total: int = 2) -> dict[str, Faces]:
    """The dice of air units that attack a carrier, each with two rolls."""
    split = [pair.split() for pair in pairs]
    return {
        f"PH8.3 {one}-air v {target} #{n} P3.1 mid {tag}": total
        for one, target in split
        for n in (1, 2)
    }


def raids(events: tuple[Event, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.side, event.units) for event in told(events, RaidFlown)]


ONE_WAY: dict[str, Faces] = {
    **FOUND,
    "D8 strike tf-16 P3.1 mid 2": 6,
    "D8 CAP kido P3.1 mid 2": 6,
    **fought("2", "akagi enterprise", "kaga enterprise", "enterprise akagi"),
    **bombed("3", "enterprise akagi"),
    **LATER,
}
"""Enterprise's unit strikes, both Japanese ones meet it, nobody is hurt."""


def passing(*bombers: str, kind: str = "CV") -> Game:
    """A lone Japanese ship on the way to Midway, which has bombers and a fighter."""
    ship_ = ship("akagi", "CV") if kind == "CV" else ship("tone", "CA")
    game = force(small_game(), "kido", "JP", "NOP", ship_)
    return based(based(game, "B-25", "US", "MWY", *bombers), "P-40", "US", "MWY", "fighter")
