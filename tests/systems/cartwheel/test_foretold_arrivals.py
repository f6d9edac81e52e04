"""Where reinforcements come that no order names is told as the file seals it [H15.2, H12.1]."""

from typing import Any

from pbem.engine.orders import Order
from pbem.engine.steps import Section
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.orders_operations import Pass, Stage
from pbem.systems.cartwheel.table.orders_turn import Recon
from pbem.systems.cartwheel.table.state import JAPANESE
from tests.systems.cartwheel.loaded import Play, loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

TEN = (
    "A6M-201", "A6M-251", "A6M-253", "A6M-204a", "A6M-204b", "A6M-582", "KI43-24a", "KI43-24b",
    "KI61-68a", "KI61-68b",
)  # fmt: skip
"""As many fighters as Rabaul holds."""
COMING = ("KI61-78a", "KI61-78b")


def rabaul_full(table: dict[str, Any]) -> None:
    """Rabaul has ten fighters, and Buin room for one of them."""
    for base, units in table["air"].items():
        table["air"][base] = [unit for unit in units if unit not in TEN]
    table["air"]["RAB"] += TEN
    table["air"]["BUI"] = []


def hollandia_nearly_full(table: dict[str, Any]) -> None:
    """Rabaul is full, Wewak destroyed, and Hollandia is full with its Dinah at home."""
    air = table["air"]
    units = [
        unit for there in air.values() for unit in there
        if CHARTS.air[unit].side == JAPANESE and not CHARTS.air[unit].is_eleventh
    ]  # fmt: skip
    for base in air:
        air[base] = [unit for unit in air[base] if unit not in units]
    fighters = [unit for unit in units if CHARTS.air[unit].model.type == "F"]
    others = [unit for unit in units if unit not in fighters and unit != "DIN-6"]
    air["RAB"] = fighters[:10]
    air["HOL"] = [*fighters[10:], *others[:4], "DIN-6"]
    air["TRK"] += others[4:]
    table["hits"] = {**table.get("hits", {}), "WEW": 10}


def told(game: Play, *orders: Order) -> dict[str, str]:
    """Where each comes, as the words before sending have it, by base names."""
    assert not game.refused(*orders)
    assert CARTWHEEL.foretell is not None
    foretold = CARTWHEEL.foretell(game.match.view(), orders, CHARTS)
    lines = (line for part in (foretold.ordered, foretold.left) for line in part)
    pairs = (line.removesuffix(" [H15].").split(" arrives at ") for line in lines
             if " arrives at " in line)  # fmt: skip
    return dict(pairs)


def sealed(game: Play, *orders: Order) -> dict[str, str]:
    """Where each stands on the charts of the file, by base names."""
    game.file(*orders)
    private = game.match.seats["japanese"].private
    assert isinstance(private, Private)
    return {unit: CHARTS.base_name(private.planes[unit].base) for unit in COMING}


def test_h15_2_a_stage_move_of_the_same_file_makes_room(loaded: dict[str, int]) -> None:
    loaded |= {"5.1 event": 7, "11.1 ground initiative": 1}
    game = play("campaign", loaded, rabaul_full, asked=False)
    while game.game.now < 2 or "4.4" not in game.asked() or "4.5-first" not in game.asked():
        passes = game.seat == "allied" and "4.4" in game.asked() and game.game.now == 2
        game.file(*[Pass(rest=True)] * passes)
    assert game.seat == "japanese"
    file = (Pass(rest=True), Stage(unit="A6M-201", to="BUI"))
    assert told(game, Pass(rest=True)) == dict.fromkeys(COMING, "Wewak")
    expected = dict(zip(COMING, ("Rabaul", "Wewak"), strict=True))
    assert told(game, *file) == expected
    assert sealed(game, *file) == expected


def test_h12_1_recon_that_comes_home_takes_room(loaded: dict[str, int]) -> None:
    loaded |= {"5.1 event": 7, "7.3 recon DIN-6": 1, "6.6.3 repair WEW": 10}
    game = play("campaign", loaded, hollandia_nearly_full, asked=False)
    recon = Recon(unit="DIN-6", hex="0705")
    while game.game.now < 2 or game.seat != "japanese" or "4.6-second" not in game.asked():
        flies = game.game.now == 2 and game.seat == "japanese" and not game.refused(recon)
        game.file(*[recon] * flies)
    assert "DIN-6" in game.game.turn.scouts
    (section,) = [one for one in form(game) if one.title == "Air reinforcements"]
    left = "If nothing is ordered: KI61-78a goes to TRK (Truk), KI61-78b goes to TRK (Truk)."
    assert left in section.choices
    expected = dict.fromkeys(COMING, "Truk")
    assert told(game) == expected
    assert sealed(game) == expected


def form(game: Play) -> tuple[Section, ...]:
    return CARTWHEEL.form(game.match.view(), CHARTS)
