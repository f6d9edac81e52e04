"""The tables of ships and of ground units: where they lie, what they carry, how worn they are."""

from collections.abc import Iterable

from pbem.counting import count
from pbem.engine.sheets import Sheet, sheet_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.table.state import SIDES, Game, Ship, Troops
from pbem.systems.cartwheel.words.names import ADJECTIVES, place_name


def ships(game: Game, charts: Charts) -> Sheet:
    """Naval units in play by place, with what they carry [H10]."""
    places = sorted({ship.at for ship in game.ships.values() if ship.at and ship.steps})
    rows = (
        (place_name(place, charts), *(_fleet(game, place, side, charts) for side in SIDES))
        for place in places
    )
    return sheet_of("Ships", ("Where", *ADJECTIVES.values()), rows)


def _fleet(game: Game, place: str, side: str, charts: Charts) -> str:
    return ", ".join(_ship(s, game, charts) for s in game.ships_at(place, side) if s.steps) or "-"


def _ship(ship: Ship, game: Game, charts: Charts) -> str:
    """`US-T3 (1 of 2 steps, disrupted, carries 43-103 and supply)`."""
    words = [worn(ship.steps, charts.naval[ship.id].steps, ship.disrupted)]
    words += [] if ship.supplied else ["no supply"]
    words += ["sailed"] if game.now and ship.moved == game.now else []
    words += [f"carries {_cargo(ship.cargo)}"] if ship.cargo else []
    words += [BREAKS[ship.break_off]] if ship.break_off in BREAKS else []
    return _with_words(ship.id, words)


def _with_words(unit: str, words: Iterable[str]) -> str:
    told = ", ".join(word for word in words if word != SOUND)
    return f"{unit} ({told})" if told else unit


def _cargo(cargo: tuple[str, ...]) -> str:
    units = [item for item in cargo if item != SUPPLY]
    supply = len(cargo) - len(units)
    return " + ".join([*units, *([count(supply, "supply unit")] if supply else [])])


SOUND = "full"
BREAKS = {"round1": "breaks off after round 1", "never": "never breaks off"}
"""The unusual orders of a gun battle that ships keep from their last mission [H10.4.3, CR37]."""


def worn(steps: int, full: int, disrupted: bool) -> str:
    """Steps left of how many, and disruption; `full` for a unit that lacks nothing."""
    words = [f"{steps} of {full} steps"] if steps < full else []
    words += ["disrupted"] if disrupted else []
    return ", ".join(words) or SOUND


def ground(game: Game, charts: Charts) -> Sheet:
    """Ground units ashore by place, with Fortifications and supply units [H11, H13.4]."""
    held = {unit.at for unit in game.troops.values() if unit.steps}
    piled = {key.partition("/")[2] for key, number in game.supplies.items() if number}
    places = sorted(({*held, *piled, *game.forts} - {*game.ships}) - {""})
    rows = (
        (
            place_name(place, charts),
            _held_by(game, place, charts),
            *(_garrison(game, place, side, charts) for side in SIDES),
        )
        for place in places
    )
    return sheet_of("Ground units", ("Where", "Held by", *ADJECTIVES.values()), rows)


def _held_by(game: Game, place: str, charts: Charts) -> str:
    side = charts.boxes[place].side if place in charts.boxes else game.control.get(place, "")
    holder = ADJECTIVES.get(side, "nobody")
    return f"{holder}, fort" if place in game.forts else holder


def _garrison(game: Game, place: str, side: str, charts: Charts) -> str:
    units = [_unit(u, charts) for u in game.troops_at(place, side) if u.steps]
    supply = game.supplies.get(f"{side}/{place}", 0)
    units += [count(supply, "supply unit")] if supply else []
    return ", ".join(units) or "-"


def _unit(unit: Troops, charts: Charts) -> str:
    words = [worn(unit.steps, charts.ground[unit.id].steps, unit.disrupted)]
    words += [] if unit.supplied else ["no supply"]
    return _with_words(unit.id, words)
