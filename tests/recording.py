"""Whole games as they once went: a line for each file, so that nothing changes unseen.

`python -m tests.recording` plays every game between bots whose secrets are fixed, and writes
`tests/recorded/`. A line has the file's number and seat, then hashes of the form that its author
was given, of the orders that he gave with the items that they seal, of the state that the file
brought about, and of the report that it made. A change of the rules, of a chart or of a sentence
changes lines: look at what else has changed before recording anew.

Beside each game stands how many legal orders of each kind its authors had to choose from, at
every `EVERY`th file: whatever changes legality changes a count.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.codec import digest
from pbem.engine.hidden import Scene, happenings
from pbem.engine.kinds import Kind
from pbem.engine.ledger import Rules, state_digest
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import Section
from pbem.engine.views import form_of
from pbem.frozen import Value
from pbem.game.forms import Author, form_text
from pbem.game.usual import usual_keys
from pbem.report.blocks import build, shown
from pbem.report.plain import render
from pbem.report.telling import told
from pbem.systems import find_system
from tests import selfplay

FOLDER = Path(__file__).with_name("recorded")
MOST_FILES = 2_000
EVERY = 5
"""Every so many files the options are counted."""
SEATS = {
    "midway": ("japanese", "american"),
    "cartwheel": ("japanese", "allied"),
    "pto": ("japanese", "allied"),
    "table": ("white", "black"),
}
GAMES = tuple(
    f"{system}/{path.stem}"
    for system in SEATS
    for path in sorted((selfplay.ROOT / "scenarios" / system).glob("*.toml"))
)
"""Every scenario that ships, as `SYSTEM/NAME`."""


def recorded(scenario: str) -> tuple[str, ...]:
    """The lines that were recorded of a game."""
    path = FOLDER / f"{scenario.replace('/', '-')}.txt"
    return tuple(path.read_text(encoding="ascii").splitlines())


def counted(scenario: str) -> tuple[str, ...]:
    """The counts of options that were recorded of a game."""
    path = FOLDER / f"{scenario.replace('/', '-')}-options.txt"
    return tuple(path.read_text(encoding="ascii").splitlines())


class Written(Value, kw_only=False):
    """A file as it is written now: its line, its short form, its options where they are counted."""

    line: str
    form: str
    count: str


@cache
def played(scenario: str) -> tuple[Written, ...]:
    """The files of a game as it goes now: played once for all that is looked at."""
    game, rules = begun(scenario)
    files: list[Written] = []
    while not game.is_over:
        number = len(files)
        assert number < MOST_FILES, f"{scenario} has not ended"
        view = game.view()
        count = "" if number % EVERY else _counted(number, view, rules)
        sections = form_of(view, rules)
        usual = usual_keys(rules.system, view.game, view.seat)
        seq = len(game.files)
        author = Author(seat=view.seat, seq=seq, system=rules.system, usual=usual)
        form = form_text(author, sections)
        files.append(Written(_line(game, rules, sections), form, count))
    return tuple(files)


def _counted(number: int, view: Any, rules: Rules[Any]) -> str:
    """How many orders of each kind are legal at a position."""
    found = ((kind.order.type, len(options(view, rules, kind))) for kind in rules.system.kinds)
    told = ", ".join(f"{count} {name}" for name, count in found if count)
    return f"{number:04} {view.seat:9} {told or '-'}"


def options(view: Any, rules: Rules[Any], kind: Kind[Any, Any]) -> tuple[Order, ...]:
    """The options of a kind at a position; none where no file takes it."""
    sight = rules.system.sight(view, kind.order, rules.charts)
    return tuple(kind.options(sight)) if sight is not None and kind.options else ()


def lines(scenario: str) -> Iterator[str]:
    """The lines of a game as it goes now."""
    return (file.line for file in played(scenario))


def counts(scenario: str) -> Iterator[str]:
    """How many orders of each kind are legal at every fifth file of a game, as it goes now."""
    return (file.count for file in played(scenario) if file.count)


def forms(scenario: str) -> Iterator[str]:
    """The short form of each file of a game, as its author is given it."""
    return (file.form for file in played(scenario))


def begun(scenario: str) -> tuple[Any, Rules[Any]]:
    """A game after all have joined, with its rules; its secrets are always the same."""
    system, _, name = scenario.partition("/")
    rules: Rules[Any] = selfplay.rules_of(find_system(system))
    return selfplay.match(rules, name, 0, SEATS[system]), rules


def _line(game: Any, rules: Rules[Any], form: tuple[Section, ...]) -> str:
    """One more file by the bot, who is given a form, and its line."""
    system, seat, before = rules.system, game.seat().name, len(game.scenes)
    game.step(lambda view: system.bot(view, rules.charts))
    file = game.files[-1]
    given = [encode_order(order) for order in file.orders]
    parts = (
        digest([[part, [encode_order(one) for one in part.examples]] for part in form]).hex(),
        digest([given, dict(game.seats[seat].items[file.seq])]).hex(),
        state_digest(game.fold),
        sha256(_report(game.scenes[before:], rules, game.game).encode()).hexdigest(),
    )
    return " ".join((f"{file.seq:04} {seat:9}", *(part[:16] for part in parts)))


def _report(scenes: list[Scene[Any]], rules: Rules[Any], game: Any) -> str:
    """What a file brought about in words, and the table after it."""
    events = told(happenings(scenes), rules, game)
    after = rules.system.sheets(scenes[-1].game, rules.charts) if scenes else ()
    return render(build("", events, shown(after)))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in GAMES:
        text = "".join(f"{line}\n" for line in lines(one))
        (FOLDER / f"{one.replace('/', '-')}.txt").write_text(text, encoding="ascii")
        text = "".join(f"{line}\n" for line in counts(one))
        (FOLDER / f"{one.replace('/', '-')}-options.txt").write_text(text, encoding="ascii")
