"""Setting up a table: seats, their two sides, the boxed game's name, its phases [T7, T9]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pbem.decode import decode
from pbem.engine.options import SEAT, WITNESS, Option, unknown_options
from pbem.engine.steps import GENESIS, SCENARIO, Prepared, Setup
from pbem.errors import Problem, Refused, raise_if
from pbem.frozen import FrozenMap, Value
from pbem.systems.table.charts import Limits
from pbem.systems.table.state import DRAW, Game
from pbem.systems.table.words import NAMED, is_name, wrong_line

SIDES = 2
"""A table has two sides [T9]."""


CHOICES = (
    Option(
        word="game",
        rule="T11",
        title="The boxed game",
        does="this is what lies in the box; reports, mails and 'pbem games' call the game so",
        without="the table bears no game's name",
    ),
    Option(
        word="phases",
        rule="T7",
        title="Phases of a turn",
        does="a turn has these phases, as in phases=Move,Fight; 'pbem phase' alone goes on to the"
        " next",
        without="the scenario's phases, if it lists any; else a phase may have any name",
    ),
    Option(
        word=f"side.{SEAT}",
        rule="T9",
        title="Side of a seat",
        does="the seat is on this side; partners write for it in turn",
        without="the seat is a side of its own, of its own name",
    ),
    WITNESS,
)
"""All that an organiser of a table may choose."""


class Options(Value):
    """A game's options: the name of what is in the box, and its phases, if they are listed."""

    game: str = ""
    phases: tuple[str, ...] = ()
    witness: Literal["opponent", "referee"] = "opponent"


class Scenario(Value):
    """What a scenario file says: its phases hold unless the organiser lists others."""

    title: str
    seats: str = ""
    options: str = ""
    notes: str = ""
    phases: tuple[str, ...] = ()


def prepare(
    scenario: Mapping[str, Any], names: tuple[str, ...], words: Mapping[str, str]
) -> Prepared:
    """Options and sides from an organiser's `KEY=VALUE` words; raises `Refused` for wrong ones.

    A seat is a side of its own, of the seat's name, unless `side.SEAT` names another [T9].
    """
    sides = {name: words.get(f"side.{name}", name) for name in names}
    phases = decode(Scenario, scenario, code="scenario", where="scenario", hint=SCENARIO).phases
    if "phases" in words:
        phases = tuple(part.strip() for part in words["phases"].split(","))
    options = {"game": words.get("game", ""), "phases": list(phases)}
    offered = "a table has game, phases, side.SEAT, witness and clock"
    strange = unknown_options(words, CHOICES, names, offered)
    raise_if((*strange, *_wrong_sides(sides, "option")))
    return Prepared(options=options, sides=sides)


def as_words(setup: Setup) -> dict[str, str]:
    """The words that `prepare` makes a genesis's options and sides of; they are well-formed."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    words = {"game": options.game, "phases": ",".join(options.phases)}
    sides = {f"side.{seat.name}": seat.side for seat in setup.seats}
    return {**{key: value for key, value in words.items() if value}, **sides}


def check_setup(setup: Setup, limits: Limits) -> Iterator[Problem]:
    """What is wrong with a genesis's options and seats [T7, T9, T11]."""
    try:
        options = decode(
            Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS
        )
    except Refused as refused:
        yield from refused.problems
        return
    yield from _wrong_sides({seat.name: seat.side for seat in setup.seats}, "E12")
    if len(setup.seats) > limits.seats:
        yield _problem(f"{len(setup.seats)} seats", f"{limits.seats} at most", "T11")
    yield from _wrong_phases(options.phases, limits)
    fault = wrong_line(options.game, limits.characters_in_purpose)
    if fault:
        yield _problem(f"the words of option 'game' {fault}", "name the boxed game", "T11")


def _wrong_sides(sides: Mapping[str, str], code: str) -> Iterator[Problem]:
    found = sorted(set(sides.values()))
    if len(found) != SIDES:
        what = f"a table has two sides, and here are {len(found)}: {_listed(found)}"
        seat = list(sides)[-1]
        hint = f"say on which side a partner is: --option side.{seat[:20]}=NAME"
        yield _problem(what, hint, "T9", code)
    if DRAW in found:
        hint = "name it otherwise"
        yield _problem(f"no side can be called '{DRAW}'", hint, "T10", code)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(name[:20] for name in names)


def _wrong_phases(phases: tuple[str, ...], limits: Limits) -> Iterator[Problem]:
    if len(phases) > limits.phases:
        yield _problem(f"{len(phases)} phases", f"{limits.phases} at most", "T11")
    twice = (phase for phase, times in Counter(phases).items() if times > 1)
    for phase in twice:
        hint = "give each phase a name of its own, such as 'first movement'"
        yield _problem(f"phase '{phase[:40]}' is listed twice", hint, "T11")
    for phase in phases:
        if not is_name(phase, limits.characters_in_name):
            what = f"'{phase[:40]}' is no name for a phase"
            hint = f"--option phases=NAME,NAME,…: 1 to {limits.characters_in_name} {NAMED}"
            yield _problem(what, hint, "T11")


def _problem(what: str, hint: str, rule: str, code: str = "E12") -> Problem:
    return Problem(code=code, what=what, where="options", rule=rule, hint=hint)


def set_up(setup: Setup, _: Limits) -> Game:
    """The table before anybody has written; the genesis has been checked [T9]."""
    options = decode(Options, setup.options, code="E12", where="[genesis.options]", hint=GENESIS)
    first: dict[str, str] = {}
    for seat in setup.seats:
        first.setdefault(seat.side, seat.name)
    return Game(
        boxed=options.game,
        seats=tuple(seat.name for seat in setup.seats),
        sides=FrozenMap({seat.name: seat.side for seat in setup.seats}),
        pens=FrozenMap(first),
        to_move=setup.seats[0].side,
        phases=options.phases,
        phase=options.phases[0] if options.phases else "",
    )
