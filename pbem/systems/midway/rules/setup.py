"""Setting up a game: seats and their carriers, options, the scenario's start [MB5, MD3]."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.options import SEAT, Option, unknown_options
from pbem.engine.steps import GENESIS, OPTIONS, SCENARIO, Prepared, Setup
from pbem.errors import Problem, Refused, collecting, raise_if, refuse
from pbem.frozen import FrozenMap, Value, field
from pbem.suggest import did_you_mean
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import AMERICAN, JAPANESE
from pbem.systems.midway.table.state import Box, Carrier, Game, Squadron, Standing

USUAL: Mapping[str, tuple[str, ...]] = {
    "japanese": ("akagi", "kaga", "soryu", "hiryu"),
    "cardiv-1": ("akagi", "kaga"),
    "cardiv-2": ("soryu", "hiryu"),
    "american": ("enterprise", "hornet", "yorktown"),
    "tf-16": ("enterprise", "hornet"),
    "tf-17": ("yorktown",),
}
"""The carriers of seats that bear a usual name [MB5]; a carrier's own id is one, too."""

JAPANESE_CARRIERS = USUAL["japanese"]
AMERICAN_CARRIERS = USUAL["american"]
CARRIERS = (*JAPANESE_CARRIERS, *AMERICAN_CARRIERS)


CHOICES = (
    Option(
        word="pace",
        rule="MB3",
        values=("phase", "turn"),
        usual="turn",
        does="a seat writes wherever a decision meets something new, at most ten files a turn "
        "between two seats",
        without="each seat writes one file a turn; so the Japanese plan before they see the "
        "American launch, and land and move before they see the American decks and the dice of "
        "repair",
    ),
    Option(
        word="sealed_planning",
        rule="MB4",
        values=("true", "false"),
        usual="false",
        does="a file seals the plan of its seat's decks, and that seat's next file opens it before "
        "landing; this takes pace=phase",
        without="all read a plan with the file that makes it",
    ),
    Option(
        word=f"carriers.{SEAT}",
        rule="MB5",
        title="Carriers of a seat",
        does="the seat has these carriers, all of one side, and no other seat has them",
        without="its name says which: japanese or american all of that side, cardiv-1 Akagi and "
        "Kaga, cardiv-2 Soryu and Hiryu, tf-16 Enterprise and Hornet, tf-17 Yorktown, that of a "
        "carrier this one",
    ),
)
"""All that an organiser of this game may choose [MB3, MB4, MB5]."""


class Options(Value):
    """A game's options [MB3, MB4, MB5]; `carriers` by seat."""

    carriers: FrozenMap[tuple[str, ...]]
    pace: Literal["turn", "phase"] = "turn"
    sealed_planning: bool = False
    witness: Literal["opponent"] = "opponent"


class Start(Value):
    """Where squadrons begin; those not named lie in their own carrier's hangar [MD3]."""

    waiting: tuple[str, ...] = ()
    cap: tuple[str, ...] = ()


class Scenario(Value):
    """What a scenario file says."""

    title: str
    turns: int
    seats: str = ""
    options: str = ""
    notes: str = ""
    start: Start = field(default_factory=Start)


# --- the organiser's words -----------------------------------------------------------------------


def prepare(
    scenario: Mapping[str, Any], names: tuple[str, ...], words: Mapping[str, str]
) -> Prepared:
    """Options and sides from an organiser's `KEY=VALUE` words; raises `Refused` for wrong ones.

    Seats come in the order of play: by the first of their carriers.
    """
    read_scenario(scenario)
    offered = "Midway has pace, sealed_planning and carriers.SEAT"
    wrong = list(unknown_options(words, CHOICES, names, offered))
    carriers: dict[str, tuple[str, ...]] = {}
    for name in names:
        with collecting(wrong):
            carriers[name] = _carriers_of(name, words)
    ordered = sorted(carriers, key=lambda name: min(map(CARRIERS.index, carriers[name])))
    options: dict[str, Any] = {"pace": words.get("pace", "turn"), "sealed_planning": False}
    with collecting(wrong):
        options["sealed_planning"] = _truth(words.get("sealed_planning", "false"))
    options["carriers"] = {name: list(carriers[name]) for name in ordered}
    with collecting(wrong):
        read = decode(Options, options, code="option", where="--option", hint=OPTIONS)
        wrong += () if wrong else _wrong(read, "option")
    raise_if(wrong)
    return Prepared(options=options, sides={name: _side(carriers[name]) for name in ordered})


def as_words(setup: Setup) -> dict[str, str]:
    """The words that `prepare` makes a genesis's options of; they are well-formed."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    return {
        "pace": options.pace,
        "sealed_planning": "true" if options.sealed_planning else "false",
        **{f"carriers.{seat}": ",".join(ids) for seat, ids in options.carriers.items()},
    }


def _carriers_of(seat: str, words: Mapping[str, str]) -> tuple[str, ...]:
    word = words.get(f"carriers.{seat}")
    found = tuple(word.split(",")) if word else USUAL.get(seat, (seat,))
    strange = [id_ for id_ in found if id_ not in CARRIERS]
    if strange:
        what = (
            f"there is no carrier '{strange[0][:40]}'"
            if word
            else f"seat '{seat[:40]}' has no carriers"
        )
        give = f"give them: --option carriers.{seat[:40]}=akagi,kaga (of {', '.join(CARRIERS)})"
        hint = give if word else did_you_mean(seat, (*USUAL, *CARRIERS), give)
        raise refuse("option", what, where="--option" if word else "", rule="MB5", hint=hint)
    return found


def _truth(word: str) -> bool:
    if word not in ("true", "false"):
        what = f"'{word[:40]}' is neither true nor false"
        raise refuse("option", what, where="--option sealed_planning", hint="say true or false")
    return word == "true"


def _side(carriers: tuple[str, ...]) -> str:
    return JAPANESE if carriers[0] in JAPANESE_CARRIERS else AMERICAN


# --- a genesis that anybody may have written -----------------------------------------------------


def check_setup(setup: Setup, charts: Charts) -> Iterator[Problem]:
    """What is wrong with a genesis's options and seats by the rules of Midway [MB3, MB4, MB5]."""
    try:
        options = decode(
            Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS
        )
        start = read_scenario(setup.scenario).start
    except Refused as refused:
        yield from refused.problems
        return
    for id_ in (*start.waiting, *start.cap):
        if id_ not in charts.squadrons:
            what = f"the scenario names {id_[:40]}, which is no squadron"
            hint = "use a scenario that fits the charts"
            yield Problem(code="E12", what=what, where="scenario", rule="M0.5", hint=hint)
    problems = tuple(_wrong(options, "E12"))
    yield from problems
    if problems:
        return
    for seat in setup.seats:
        side = _side(options.carriers[seat.name]) if seat.name in options.carriers else ""
        if seat.side != side:
            what = f"seat '{seat.name}' is not of the side of its carriers"
            yield _problem("E12", what, "MB5", "every seat holds carriers of its own side")
    names = [seat.name for seat in setup.seats]
    if sorted(names) != list(options.carriers) or set(charts.carriers) != set(CARRIERS):
        what = "the carriers' seats are not those of the game"
        yield _problem("E12", what, "MB5", "each seat holds at least one carrier")
        return
    if names != sorted(names, key=lambda name: min(map(CARRIERS.index, options.carriers[name]))):
        what = "the seats do not stand in the order of play"
        yield _problem("E12", what, "MB5", "by the first of their carriers, the Japanese first")


def _wrong(options: Options, code: str) -> Iterator[Problem]:
    held = [id_ for ids in options.carriers.values() for id_ in ids]
    if sorted(held) != sorted(CARRIERS):
        missing = [id_ for id_ in CARRIERS if id_ not in held]
        what = f"no seat has {', '.join(missing)}" if missing else "a carrier has two seats"
        yield _problem(code, what, "MB5", "every carrier belongs to exactly one seat")
    for seat, ids in options.carriers.items():
        if len({id_ in JAPANESE_CARRIERS for id_ in ids}) != 1:
            what = f"seat '{seat[:40]}' holds carriers of both sides, or none"
            yield _problem(code, what, "MB5", "a seat holds carriers of one side")
    if options.sealed_planning and options.pace == "turn":
        what = "sealed planning needs the pace 'phase'"
        yield _problem(code, what, "MB4", "add pace=phase, or leave sealed_planning away")


def _problem(code: str, what: str, rule: str, hint: str) -> Problem:
    return Problem(code=code, what=what, where="options", rule=rule, hint=hint)


def read_scenario(table: Mapping[str, Any]) -> Scenario:
    """A scenario file's table; raises `Refused` with everything that is wrong in it."""
    scenario = decode(Scenario, table, code="scenario", where="scenario", hint=SCENARIO)
    if not 1 <= scenario.turns <= 10_000:
        hint = "1 to 10,000 turns"
        raise refuse("scenario", f"{scenario.turns} turns", where="turns", hint=hint)
    return scenario


# --- the start -----------------------------------------------------------------------------------


def set_up(setup: Setup, charts: Charts) -> Game:
    """The game before turn 0 [MD3]; the genesis has been checked."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    scenario = read_scenario(setup.scenario)
    seat_of = {id_: seat for seat, ids in options.carriers.items() for id_ in ids}
    carriers = {
        id_: Carrier(id=id_, side=chart.side, seat=seat_of[id_])
        for id_, chart in charts.carriers.items()
    }
    squadrons = {id_: _squadron(id_, scenario.start, seat_of, charts) for id_ in charts.squadrons}
    return Game(
        seats=tuple(seat.name for seat in setup.seats),
        pace=options.pace,
        sealed_planning=options.sealed_planning,
        last_turn=scenario.turns,
        carriers=FrozenMap(carriers),
        squadrons=FrozenMap(squadrons),
        standing=FrozenMap({seat.name: Standing() for seat in setup.seats}),
    )


def _squadron(id_: str, start: Start, seat_of: Mapping[str, str], charts: Charts) -> Squadron:
    chart = charts.squadrons[id_]
    box: Box = "waiting" if id_ in start.waiting else "cap" if id_ in start.cap else "hangar"
    return Squadron(
        id=id_,
        side=charts.carriers[chart.carrier].side,
        kind=chart.kind,
        sp=chart.sp,
        seat=seat_of[chart.carrier],
        box=box,
        carrier=chart.carrier if box == "hangar" else "",
        ring=1 if box == "cap" else 0,
    )
