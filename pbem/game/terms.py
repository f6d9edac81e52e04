"""What players agree to when they begin a game: seats with keys, length and mails, options."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.clock import clock_of, clock_told, clock_word
from pbem.engine.genesis import setup_of, start
from pbem.engine.ledger import REFEREE, Rules
from pbem.engine.options import CLOCK, WITNESS
from pbem.engine.sheets import Line, Row, Sheet
from pbem.engine.steps import Setup
from pbem.frozen import Value, replace
from pbem.game.session import pinned
from pbem.keys import PublicKey
from pbem.report.blocks import Block, Heading, Lines, Report, build, heard, shown
from pbem.report.clean import player, short
from pbem.report.optionpage import options_chosen
from pbem.store.shelf import Scenario, rule_titles
from pbem.turnfile import GenesisPart, SeatPart, TurnFile

MAILS = "mails"
"""The word at which the terms on a scenario's page say how many files a game takes."""


class Terms(Value):
    """A game before it begins: its rules and scenario, who plays in it, and what was chosen.

    `message` are the words of the organiser, who holds the seat `organiser`.
    """

    rules: Rules[Any]
    scenario: Scenario
    part: GenesisPart
    seats: tuple[SeatPart, ...]
    organiser: str
    message: str


def terms_of(genesis: TurnFile) -> Terms:
    """The terms of a genesis that anybody may have written.

    Raises `Refused` (E12) where rule book or scenario are not ours, or the game cannot be played.
    """
    assert genesis.genesis is not None
    rules, scenario = pinned(genesis)
    start(genesis, scenario.table, rules)
    return Terms(
        rules=rules,
        scenario=scenario,
        part=genesis.genesis,
        seats=genesis.seats,
        organiser=genesis.seat,
        message=genesis.message,
    )


def mails_told(terms: Terms) -> str:
    """How many mails the game takes, as the page of its terms says; empty if it says nothing."""
    rows = (row.cells for sheet in _sheets(terms) for row in sheet.rows)
    return next((said for word, said, *_ in rows if word == MAILS), "")


def _sheets(terms: Terms) -> tuple[Sheet, ...]:
    """What the page of the scenario begins with; the mails are those of these seats and options."""
    system, charts = terms.rules.system, terms.rules.charts
    sheets = system.brief(terms.scenario.table, charts)[:1] if system.brief else ()
    if system.mails is None:
        return sheets
    mails = Row(cells=(MAILS, system.mails(_setup(terms), charts)))
    return tuple(
        replace(sheet, rows=tuple(mails if row.cells[0] == MAILS else row for row in sheet.rows))
        for sheet in sheets
    )


def _setup(terms: Terms) -> Setup:
    return setup_of(terms.scenario.table, terms.seats, terms.part.options)


def terms_page(terms: Terms) -> Report:
    """All that a player agrees to, to be read before anything is signed."""
    system, scenario = terms.rules.system, terms.scenario
    names = tuple(seat.name for seat in terms.seats if seat.side != REFEREE)
    words = dict(system.as_words(_setup(terms)))
    if WITNESS in system.options:
        words[WITNESS.word] = terms.part.options.get(WITNESS.word, WITNESS.usual)
    option, clock = CLOCK, clock_of(terms.part.options)
    if clock is not None:
        option = replace(CLOCK, does=clock_told(clock))
        words[CLOCK.word] = clock_word(clock)
    return build(
        f"{system.title}: {scenario.table['title']}",
        _seats(terms.seats),
        shown(_sheets(terms)),
        options_chosen((*system.options, option), words, names, rule_titles(system.name)),
        heard(((terms.organiser, terms.message),)),
        subtitle=f"the terms of a game of scenario {scenario.name}, by {short(terms.part.program)}",
    )


def _seats(seats: tuple[SeatPart, ...]) -> Iterator[Block]:
    yield Heading(text="Who plays")
    yield Lines(lines=tuple(Line(text=_seat(seat)) for seat in seats))


def _seat(seat: SeatPart) -> str:
    side = "" if seat.side == seat.name else f" ({seat.side})"
    key = PublicKey.parse(seat.key).words
    return f"{seat.name}{side}: {player(seat.holder, seat.email)}; key: {key}"
