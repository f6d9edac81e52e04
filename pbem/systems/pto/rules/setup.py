"""Setting up a game: nations and seats, modifications, the scenario's start [PH15.2, PH16-PH18]."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.options import unknown_options
from pbem.engine.steps import GENESIS, OPTIONS, Prepared, Setup
from pbem.errors import Problem, Refused, collecting, raise_if, refuse
from pbem.frozen import FrozenMap, Value, field
from pbem.suggest import did_you_mean
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import NATIONS, SIDES, nations_of_side, side_of
from pbem.systems.pto.book.scenario import Scenario, read_scenario
from pbem.systems.pto.rules.scenario_check import scenario_problems
from pbem.systems.pto.rules.setup_options import CHOICES, NATIONS_WORD, SEALED_WORD
from pbem.systems.pto.rules.setup_pieces import Factory
from pbem.systems.pto.rules.setup_track import later
from pbem.systems.pto.table.pieces import Installation
from pbem.systems.pto.table.state import MODIFICATIONS, Game, Month, Purse, Standing, Terms

USUAL: Mapping[str, tuple[str, ...]] = {side: nations_of_side(side) for side in SIDES}
"""The nations of seats that are named after their side."""


class Options(Value):
    """A game's options: the nations of each seat, modifications not used, what is sealed [F.1]."""

    nations: FrozenMap[tuple[str, ...]]
    off: tuple[str, ...] = field(default_factory=tuple)
    sealed_standing: bool = True
    witness: Literal["opponent", "referee"] = "opponent"


# --- the organiser's words -----------------------------------------------------------------------


def prepare(
    scenario: Mapping[str, Any], names: tuple[str, ...], words: Mapping[str, str]
) -> Prepared:
    """Options and sides from an organiser's `KEY=VALUE` words; raises `Refused` for wrong ones.

    A seat named `japanese` or `allied` has all nations of that side, one named after nations such
    as `uk-ne-au` has those; any other needs `nations.SEAT=UK,NE,AU`. Seats come in the order of
    their nations, Japan first [PH15.2].
    """
    read_scenario(scenario)
    offered = "Pacific Theater has D1 to D16, sealed_standing, nations.SEAT and witness"
    wrong = list(unknown_options(words, CHOICES, names, offered))
    nations: dict[str, tuple[str, ...]] = {}
    for name in names:
        with collecting(wrong):
            nations[name] = _nations_of(name, words)
    ordered = sorted(nations, key=lambda name: NATIONS.index(nations[name][0]))
    options: dict[str, Any] = {"nations": {name: list(nations[name]) for name in ordered}}
    options["off"] = []
    for id_ in MODIFICATIONS:
        with collecting(wrong):
            options["off"] += [] if _is_on(id_, words.get(id_, "on"), "on", "off") else [id_]
    with collecting(wrong):
        sealed = words.get(SEALED_WORD, "true" if len(names) == len(USUAL) else "false")
        options[SEALED_WORD] = _is_on(SEALED_WORD, sealed, "true", "false")
    raise_if(wrong)
    raise_if(
        _wrong(decode(Options, options, code="option", where="--option", hint=OPTIONS), "option")
    )
    return Prepared(options=options, sides={n: side_of(nations[n][0]) for n in ordered})


def as_words(setup: Setup) -> dict[str, str]:
    """The words that `prepare` makes a genesis's options of; they are well-formed."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    return {
        **{id_: "off" if id_ in options.off else "on" for id_ in MODIFICATIONS},
        SEALED_WORD: "true" if options.sealed_standing else "false",
        **{_word_of(seat): ",".join(nations) for seat, nations in options.nations.items()},
    }


def _word_of(seat: str) -> str:
    return f"{NATIONS_WORD}{seat}"


def _nations_of(seat: str, words: Mapping[str, str]) -> tuple[str, ...]:
    word = words.get(_word_of(seat))
    named = tuple(part.strip().upper() for part in (word or seat.replace("-", ",")).split(","))
    found = USUAL.get(seat, named) if word is None else named
    strange = [nation for nation in found if nation not in NATIONS]
    if strange:
        what = f"there is no nation '{strange[0][:40]}'"
        give = f"give them: --option {NATIONS_WORD}{seat[:40]}=US,CN (of {', '.join(NATIONS)})"
        hint = give
        if word is None:
            what = f"seat '{seat[:40]}' has no nations"
            hint = did_you_mean(seat, USUAL, give)
        raise refuse("option", what, where="--option" if word else "", rule="PH15.2", hint=hint)
    return tuple(nation for nation in NATIONS if nation in found)


def _is_on(key: str, word: str, yes: str, no: str) -> bool:
    if word not in (yes, no):
        what = f"'{word[:40]}' is neither {yes} nor {no}"
        raise refuse("option", what, where=f"--option {key}", hint=f"say {yes} or {no}")
    return word == yes


# --- a genesis that anybody may have written -----------------------------------------------------


def check_setup(setup: Setup, charts: Charts) -> Iterator[Problem]:
    """What is wrong with a genesis's options, seats and scenario [PH15.2, F.1]."""
    try:
        options = decode(
            Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS
        )
        scenario = read_scenario(setup.scenario)
    except Refused as refused:
        yield from refused.problems
        return
    yield from scenario_problems(scenario, charts)
    problems = tuple(_wrong(options, "E12"))
    yield from problems or _wrong_seats(setup, options, scenario, charts)


def _wrong(options: Options, code: str) -> Iterator[Problem]:
    """Every nation has one seat, no seat both sides; modifications are what they are called."""
    held = [nation for nations in options.nations.values() for nation in nations]
    if sorted(held) != sorted(NATIONS):
        missing = [nation for nation in NATIONS if nation not in held]
        what = f"no seat has {', '.join(missing)}" if missing else "a nation has two seats"
        yield _problem(code, what, "PH15.2", "every nation belongs to exactly one seat")
    for seat, nations in options.nations.items():
        if len({side_of(nation) for nation in nations}) != 1:
            what = f"seat '{seat[:40]}' holds nations of both sides, or none"
            yield _problem(code, what, "PH15.2", "a seat holds nations of one side")
    if options.off != tuple(id_ for id_ in MODIFICATIONS if id_ in options.off):
        what = "the modifications that are off are not listed in order, each once"
        yield _problem(code, what, "D1", "name some of D1 to D16")
    if options.sealed_standing and len(options.nations) > len(USUAL):
        what = "standing orders are sealed only where each side has one seat"
        yield _problem(code, what, "F.1", "set sealed_standing to false")


def _wrong_seats(
    setup: Setup, options: Options, scenario: Scenario, charts: Charts
) -> Iterator[Problem]:
    """The seats are those of a game of so many, in order, each with EP in this scenario."""
    wanted = charts.seats.get(str(len(setup.seats)))
    held = tuple(options.nations.get(seat.name, ()) for seat in setup.seats)
    if len(held) != len(options.nations) or () in held:
        what = "the nations' seats are not those of the game"
        yield _problem("E12", what, "PH15.2", "each seat holds at least one nation")
        return
    if wanted is None or tuple(map(frozenset, wanted)) != tuple(map(frozenset, held)):
        hint = _partitions(charts) if wanted is None else f"{len(held)} seats: {_parts(wanted)}"
        what = "these are not the seats of the game, or not in their order"
        yield _problem("E12", what, "PH15.2", hint)
    for seat, nations in zip(setup.seats, held, strict=True):
        if seat.side != side_of(nations[0]):
            what = f"seat '{seat.name}' is not of the side of its nations"
            yield _problem("E12", what, "PH15.2", "every seat holds nations of its own side")
        if not set(nations) & set(scenario.economy):
            what = f"seat '{seat.name}' has nothing to do in this scenario"
            yield _problem("E12", what, scenario.rule, "play it with fewer seats")


def _parts(seats: tuple[tuple[str, ...], ...]) -> str:
    return "; ".join("+".join(nations) for nations in seats)


def _partitions(charts: Charts) -> str:
    return f"play with {', '.join(charts.seats)} seats"


def _problem(code: str, what: str, rule: str, hint: str) -> Problem:
    return Problem(code=code, what=what, where="options", rule=rule, hint=hint)


# --- the start -----------------------------------------------------------------------------------


def set_up(setup: Setup, charts: Charts) -> Game:
    """The game before its first step [PH16, PH17, PH18]; the genesis has been checked."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    scenario = read_scenario(setup.scenario)
    factory = Factory(scenario=scenario, charts=charts, modified="D5" not in options.off)
    start = factory.start()
    track, coming = later(factory)
    areas = FrozenMap(_areas(scenario, charts))
    seats = tuple(seat.name for seat in setup.seats)
    return Game(
        terms=_terms(scenario, options),
        seats=seats,
        commands=FrozenMap(
            {nation: seat for seat, nations in options.nations.items() for nation in nations}
        ),
        turn=scenario.first.turn,
        month=Month(),
        initiative=scenario.initiative,
        ships=FrozenMap({ship.id: ship for ship in start.ships}),
        forces=FrozenMap({force.id: force for force in start.forces}),
        air=FrozenMap({unit.id: unit for unit in start.air}),
        ground=FrozenMap({unit.id: unit for unit in start.ground}),
        areas=areas,
        purses=_purses(scenario),
        standing=FrozenMap({seat: Standing() for seat in seats}),
        track=track,
        coming=coming,
        holders=FrozenMap({id_: area.nation for id_, area in areas.items()}),
        at_war=scenario.at_war,
    )


def _terms(scenario: Scenario, options: Options) -> Terms:
    return Terms(
        scenario=scenario.rule,
        first_turn=scenario.first.turn,
        last_turn=scenario.last.turn,
        closed=tuple(sorted(scenario.closed)),
        off=options.off,
        sealed_standing=options.sealed_standing,
        referee=options.witness == "referee",
        no_strategic=scenario.no_strategic,
        bids_only=scenario.bids_only,
        special=scenario.special,
        scoring=scenario.victory,
    )


def _purses(scenario: Scenario) -> FrozenMap[Purse]:
    economy = scenario.economy.items()
    return FrozenMap(
        {nation: Purse(points=e.points, track=e.track, bought=e.track) for nation, e in economy}
    )


def _areas(scenario: Scenario, charts: Charts) -> Iterator[tuple[str, Installation]]:
    """Land areas with their owner and what the map prints there, and forts [PH1.5, PH1.6]."""
    owner = {area: nation for nation, areas in scenario.owners.items() for area in areas}
    for id_, area in charts.areas.items():
        if area.sea:
            continue
        fort = scenario.forts.get(id_, 0)
        yield (
            id_,
            Installation(
                nation=owner.get(id_, area.owner),
                port=area.port,
                airfield=area.airfield,
                fort=fort,
                built=FrozenMap({"fort": fort} if fort else {}),
            ),
        )
