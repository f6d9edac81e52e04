"""`pbem demo`: a whole game between bots, by the very commands that players use."""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from io import StringIO
from pathlib import Path

import click

from pbem.cli.complete import a_folder, a_scenario, an_option
from pbem.cli.output import say, say_words
from pbem.counting import capital
from pbem.errors import refuse
from pbem.report.clean import harmless
from pbem.shell import command, pbem

GAMES = {
    "midway": ("midway/midway-0700", ("japanese", "american")),
    "cartwheel": ("cartwheel/bismarck-sea", ("japanese", "allied")),
    "pto": ("pto/midway", ("japanese", "allied")),
    "table": ("table/table", ("japan", "us")),
}
"""The scenario and the seats of each system's demonstration."""
READ = 30
"""Letters that a person reads in a second."""


@click.command(epilog="Example:  pbem demo cartwheel/bismarck-sea --out demo-bismarck")
@click.argument("scenario", metavar="[GAME|SCENARIO]", shell_complete=a_scenario, default="midway")
@click.option(
    "--out",
    "out",
    metavar="DIR",
    shell_complete=a_folder,
    help="Keep the game there, a folder for each seat.",
)
@click.option("--seats", metavar="A,B,…", help="Other seats, the organiser's first.")
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", shell_complete=an_option,
    help="A game option.",
)  # fmt: skip
@click.option("--commands", "shows_commands", is_flag=True, help="Show every command that is run.")
def demo(
    scenario: str,
    out: str | None,
    seats: str | None,
    options: tuple[str, ...],
    shows_commands: bool,
) -> None:
    """Watch a whole game between bots, played by the real commands and verified on both sides."""
    from pbem.store.shelf import scenario_named

    scenario = GAMES[scenario][0] if scenario in GAMES else scenario
    found = scenario_named(scenario)
    if not seats and found.system not in GAMES:
        hint = "name them: --seats A,B, the organiser's first"
        raise refuse("option", f"nobody knows the seats of '{scenario[:40]}'", hint=hint)
    names = tuple(seats.split(",")) if seats else GAMES[found.system][1]
    with _place(out) as path:
        stage = _Stage(path, names, shows_commands=shows_commands)
        _play(stage, scenario, options)
        if stage.last_word(names[0]) == "disclose":
            for name in names:
                stage.run(name, "-C", str(path / name), "audit", is_shown=True)
    if out:
        look_around = pbem(Path(out) / names[0], "show")
        say(f"the folders of both sides lie in {command(out)}: look around with {look_around}")


class _Stage:
    """Where the bots play: a folder for each seat, and what the audience is told."""

    def __init__(self, path: Path, names: tuple[str, ...], *, shows_commands: bool) -> None:
        self.path = path
        self.names = names
        self.shows_commands = shows_commands
        self._turn = ""
        self._told: set[str] = set()

    def run(self, seat: str, *words: str, is_shown: bool = False) -> None:
        """Run one command as that seat's player would."""
        from pbem.cli.commands import program

        if is_shown or self.shows_commands:
            say(f"{seat}$ {command('pbem', *words)}")
        with self._at_home(seat), nullcontext() if is_shown else redirect_stdout(StringIO()):
            program.main(list(words), prog_name="pbem", standalone_mode=False)

    def last_word(self, seat: str) -> str:
        """The command for a seat's last file in a game that is over: `disclose` or `end`."""
        from pbem.engine.ledger import last_order
        from pbem.game.recover import look

        with self._at_home(seat):
            session = look(self.path / seat)
        return last_order(session.fold, session.rules).type

    @contextmanager
    def _at_home(self, seat: str) -> Iterator[None]:
        """Each player has a configuration folder of his own."""
        earlier = os.environ.get("PBEM_HOME")
        os.environ["PBEM_HOME"] = str(self.path / f"{seat}-home")
        try:
            yield
        finally:
            os.environ.pop("PBEM_HOME")
            if earlier is not None:
                os.environ["PBEM_HOME"] = earlier

    def tell(self, seq: int) -> None:
        """What a file brought about, in its headline, under the name of its turn.

        What stands as it did when the file before it was told, such as the points, is left out.
        """
        from pbem.game.headlines import headline_of
        from pbem.game.recover import look

        reader = self.names[-1]
        with self._at_home(reader):
            told = tuple(headline_of(look(self.path / reader), seq))
        known, self._told = self._told, {one for _, sentences in told for one in sentences}
        for title, whole in told:
            sentences = [one for one in whole if one not in known]
            if sentences and title != self._turn:
                self._turn = title
                say()
                say(capital(title))
            for sentence in sentences:
                say_words(f"  {harmless(sentence)}")
                if sys.stdout.isatty():
                    time.sleep(len(sentence) / READ)


@contextmanager
def _place(out: str | None) -> Iterator[Path]:
    if out is None:
        place = Path(tempfile.mkdtemp(prefix="pbem-demo-"))
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)
        return
    from pbem.game.begin import check_free

    path = Path(out)
    check_free(path)
    path.mkdir(parents=True, exist_ok=True)
    yield path


def _play(stage: _Stage, scenario: str, options: tuple[str, ...]) -> None:
    """Keys, genesis, joins, then file by file until nobody owes anything."""
    path, names = stage.path, stage.names
    first = names[0]
    for name in names:
        stage.run(name, "keys", "new", name, "--email", f"{name}@example.org")
        stage.run(name, "keys", "card", name, "-o", str(path / f"{name}.card"))
    cards = [word for n in names[1:] for word in ("--seat", f"{n}={path / f'{n}.card'}")]
    chosen = [word for option in options for word in ("--option", option)]
    stage.run(first, "new", scenario, str(path / first), "--as", first, *cards, *chosen)
    genesis = next((path / first / "outbox").iterdir())
    for name in names[1:]:
        stage.run(name, "join", str(genesis), str(path / name), "--as", name)
    _go_on(stage)
    say()
    stage.run(names[-1], "-C", str(path / names[-1]), "report", is_shown=True)
    for name in names:
        stage.run(name, "-C", str(path / name), "verify", is_shown=True)


def _go_on(stage: _Stage) -> None:
    """Deliver every new file to everybody, and have the next seat's bot write, until the end."""
    delivered = 0
    while True:
        if _deliver(stage, delivered):
            delivered += 1
            stage.tell(delivered)
            continue
        seat, over = _owing(stage.path, stage.names)
        if not seat:
            return
        folder = stage.path / seat
        if over:
            stage.run(seat, "-C", str(folder), stage.last_word(seat))
            continue
        form = str(folder / "orders.toml")
        stage.run(seat, "-C", str(folder), "orders", "--bot", "--force", "-o", form)
        stage.run(seat, "-C", str(folder), "send", form, "--yes")


def _deliver(stage: _Stage, delivered: int) -> bool:
    """Give file `delivered + 1` to the others, if somebody has written it."""
    for author in stage.names:
        for file in (stage.path / author / "outbox").glob(f"{delivered + 1:04d}-*.pbem"):
            for reader in stage.names:
                if reader != author:
                    stage.run(reader, "-C", str(stage.path / reader), "receive", str(file))
            return True
    return False


def _owing(path: Path, names: tuple[str, ...]) -> tuple[str, bool]:
    """Who writes next, and whether it is his last file."""
    import json

    text = (path / names[0] / "cache" / "status.json").read_text(encoding="utf-8")
    seat = json.loads(text)["next"]
    if not seat:
        return "", True
    own = json.loads((path / seat / "cache" / "status.json").read_text(encoding="utf-8"))
    return seat, bool(own["over"])
