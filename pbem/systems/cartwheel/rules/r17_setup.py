"""Setting up a game: one player's seat a side, options, and the scenario's start [H17]."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.options import SEAT, WITNESS, Option, unknown_options
from pbem.engine.steps import GENESIS, Prepared, Setup
from pbem.errors import Problem, Refused, collecting, raise_if, refuse
from pbem.frozen import FrozenMap, Value, replace
from pbem.suggest import did_you_mean
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.scenario import (
    Scenario,
    bases_in_play,
    control_at_start,
    read_scenario,
)
from pbem.systems.cartwheel.book.scenario_check import scenario_problems
from pbem.systems.cartwheel.table.state import (
    ALLIED,
    JAPANESE,
    SIDES,
    Aircraft,
    Base,
    Game,
    Ship,
    Terms,
    Troops,
    other,
)
from pbem.systems.cartwheel.table.turn import Turn

ORDER = (JAPANESE, ALLIED)
"""The sides in the order of play: the Japanese side decides first [4.1, AMB-24]."""


CHOICES = (
    Option(
        word=f"side.{SEAT}",
        rule="H17.0",
        title="Side of a seat",
        does="the seat plays this side; each side has one seat",
        without="its name says which: allied or japanese",
    ),
    WITNESS,
)
"""All that an organiser of this game may choose."""


class Options(Value):
    """A game's options: who opens the seeds of waiting dice (protocol 10)."""

    witness: Literal["opponent", "referee"] = "opponent"


# --- the organiser's words -----------------------------------------------------------------------


def prepare(
    scenario: Mapping[str, Any], names: tuple[str, ...], words: Mapping[str, str]
) -> Prepared:
    """Options and sides from an organiser's `KEY=VALUE` words; raises `Refused` for wrong ones.

    A seat named after a side plays it, any other needs `side.SEAT=SIDE`. The Japanese seat comes
    first.
    """
    read_scenario(scenario)
    offered = "Operation Cartwheel has witness and side.SEAT"
    wrong = list(unknown_options(words, CHOICES, names, offered))
    sides: dict[str, str] = {}
    for name in names:
        with collecting(wrong):
            sides[name] = _side_of(name, words)
    raise_if(wrong)
    if sorted(sides.values()) != sorted(SIDES):
        what = "the game has one player's seat on each side"
        hint = "name the seats allied and japanese, or give --option side.SEAT=SIDE"
        raise refuse("option", what, hint=hint)
    return Prepared(
        options={}, sides=dict(sorted(sides.items(), key=lambda pair: ORDER.index(pair[1])))
    )


def as_words(setup: Setup) -> dict[str, str]:
    """The words that `prepare` makes a genesis's sides of."""
    return {f"side.{seat.name}": seat.side for seat in setup.seats}


def _side_of(seat: str, words: Mapping[str, str]) -> str:
    side = words.get(f"side.{seat}", seat)
    if side not in SIDES:
        what = f"seat '{seat[:40]}' has no side"
        call = (
            f"call the seat allied or japanese, or give --option side.{seat[:40]}=allied"
            " (or japanese)"
        )
        hint = call if side != seat else did_you_mean(seat, SIDES, call)
        raise refuse("option", what, hint=hint)
    return side


# --- a genesis that anybody may have written -----------------------------------------------------


def check_setup(setup: Setup, charts: Charts) -> Iterator[Problem]:
    """What is wrong with a genesis's options, seats and scenario by the rules of Cartwheel."""
    try:
        decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
        scenario = read_scenario(setup.scenario)
    except Refused as refused:
        yield from refused.problems
        return
    for problem in scenario_problems(scenario, charts):
        yield replace(problem, code="E12")
    if tuple(seat.side for seat in setup.seats) != ORDER:
        what = "the players' seats are not one Japanese and one Allied, in this order"
        hint = "a game has one seat on each side; the Japanese plays first"
        yield Problem(code="E12", what=what, where="seats", rule="4.1", hint=hint)


# --- the start -----------------------------------------------------------------------------------


def set_up(setup: Setup, charts: Charts) -> Game:
    """The game before its first turn [H17.0]; the genesis has been checked."""
    scenario = read_scenario(setup.scenario)
    control = control_at_start(scenario, charts)
    return Game(
        terms=_terms(scenario, charts),
        seats=FrozenMap({seat.side: seat.name for seat in setup.seats}),
        holder=scenario.initiative,
        bases=FrozenMap({id_: _base(id_, scenario, control, charts) for id_ in
                         bases_in_play(scenario, charts)}),
        control=control,
        air=FrozenMap(_air(scenario, charts)),
        ships=FrozenMap(_ships(scenario, charts)),
        troops=FrozenMap(_troops(scenario, charts)),
        forts=tuple(sorted(scenario.forts)),
        pools=charts.regroup.pools,
        turn=Turn(opener=_opener(setup)),
        now=scenario.first_turn,
    )  # fmt: skip


def _opener(setup: Setup) -> str:
    """The side that witnesses the last join, to which the first event's die belongs (E.4.4)."""
    last = next((seat.side for seat in setup.seats if seat.name == setup.last), ALLIED)
    return other(last)


def starting_planes(game: Game, side: str) -> FrozenMap[str]:
    """Where a side's air units stand before the first turn, by id [H17.0].

    The listed charts are known to both, so that a game just set up names the bases in the open.
    """
    return FrozenMap(
        {unit.id: unit.base for unit in game.air.values() if unit.side == side and unit.arrived}
    )


def _terms(scenario: Scenario, charts: Charts) -> Terms:
    return Terms(
        rule=scenario.rule,
        first_turn=scenario.first_turn,
        last_turn=scenario.last_turn,
        columns=(scenario.columns[0], scenario.columns[-1]),
        tf36_limit=scenario.tf36.times,
        tf36_from=scenario.tf36.earliest,
        mobile=scenario.mobile,
        regroups=scenario.general_regroup,
        cap=scenario.cap or charts.operations.cap,
        ground_combat=scenario.ground_combat,
        convoy=scenario.convoy,
        track=scenario.track,
        occupation=scenario.occupation,
        arrivals=scenario.reinforcements,
    )


def _base(id_: str, scenario: Scenario, control: FrozenMap[str], charts: Charts) -> Base:
    """A base as it stands at the start [H3, H17]: who has the hex owns it [H3.1]."""
    chart = charts.bases[id_]
    if chart.is_mobile:
        return Base(id=id_, hex="", owner=chart.side, status="in-hand")
    owner = chart.side or control.get(chart.hex, "")
    if chart.is_off_board:
        return Base(id=id_, hex=chart.hex, owner=owner)
    limit = charts.damage[chart.type].destroyed
    hits = scenario.hits.get(id_, limit if chart.undeveloped else 0)
    return Base(
        id=id_,
        hex=chart.hex,
        owner=owner,
        status="destroyed" if hits >= limit else "working",
        hits=hits,
        radar=id_ in scenario.radar,
    )


def _units(scenario: Scenario, placed: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Units with the place where they start; empty for those that come later [H15]."""
    later = {unit: "" for r in scenario.reinforcements for unit in r.units}
    return later | {unit: place for place, units in placed.items() for unit in units}


def _air(scenario: Scenario, charts: Charts) -> Iterator[tuple[str, Aircraft]]:
    """Air units of the game, full strength [H17.0]; TF-36's and Magic wait off the board."""
    places = {id_: at for id_, at in _units(scenario, scenario.air).items() if id_ in charts.air}
    for id_ in (*_task_force_planes(scenario, charts), *_magic(charts)):
        places.setdefault(id_, "")
    for id_, base in places.items():
        unit = charts.air[id_]
        yield (
            id_,
            Aircraft(id=id_, side=unit.side, arrived=base != "", steps=unit.model.steps, base=base),
        )


def _task_force_planes(scenario: Scenario, charts: Charts) -> tuple[str, ...]:
    return charts.tf36.planes if scenario.tf36.times else ()


def _magic(charts: Charts) -> tuple[str, ...]:
    """The marker of the Magic event [H4.1], which flies anywhere."""
    return tuple(unit.id for unit in charts.air.values() if unit.model.unlimited)


def _ships(scenario: Scenario, charts: Charts) -> Iterator[tuple[str, Ship]]:
    """Naval units of the game; TF-36 and the submarine wait off the board [H5.3.1, H5.1]."""
    places = {
        id_: at for id_, at in _units(scenario, scenario.naval).items() if id_ in charts.naval
    }
    waiting = charts.tf36.ships if scenario.tf36.times else ()
    for id_ in (*waiting, charts.submarine.unit):
        places.setdefault(id_, "")
    for id_, at in places.items():
        unit = charts.naval[id_]
        cargo = scenario.cargo.get(id_, ())
        yield id_, Ship(id=id_, side=unit.side, at=at, steps=unit.steps, cargo=cargo)


def _troops(scenario: Scenario, charts: Charts) -> Iterator[tuple[str, Troops]]:
    """Ground units of the game in their hexes, boxes and ships [H17]."""
    aboard = {unit: ship for ship, cargo in scenario.cargo.items() for unit in cargo}
    places = _units(scenario, scenario.ground) | aboard
    for id_, at in places.items():
        if id_ in charts.ground:
            unit = charts.ground[id_]
            yield id_, Troops(id=id_, side=unit.side, at=at, steps=unit.steps)
