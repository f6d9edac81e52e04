"""`pbem demo`: a whole game between bots, by the very commands that players use."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from io import StringIO
from pathlib import Path

import click

from pbem.cli.output import say
from pbem.errors import refuse
from pbem.shell import command, pbem

GAMES = {
    "midway": ("midway-0700", ("japanese", "american")),
    "cartwheel": ("bismarck-sea", ("japanese", "allied")),
    "pto": ("pto/midway", ("japanese", "allied")),
    "table": ("table", ("japan", "us")),
}
"""The scenario and the seats of each system's demonstration."""


@click.command(epilog="Example:  pbem demo midway --out demo-midway")
@click.argument("system", default="midway")
@click.option("--out", "out", metavar="DIR", help="Keep the game there, a folder for each seat.")
@click.option("--scenario", metavar="ID", help="Another scenario of the system.")
@click.option("--seats", metavar="A,B,…", help="Other seats, the organiser's first.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A game option.")
def demo(
    system: str, out: str | None, scenario: str | None, seats: str | None, options: tuple[str, ...]
) -> None:
    """Play a whole game between bots through the real commands, then verify it in each folder."""
    if system not in GAMES and not (scenario and seats):
        hint = f"there are demonstrations of: {', '.join(GAMES)}; else name --scenario and --seats"
        raise refuse("option", f"no demonstration of '{system[:40]}'", hint=hint)
    usual, usual_seats = GAMES.get(system, ("", ()))
    names = tuple(seats.split(",")) if seats else usual_seats
    with _place(out) as path:
        _play(path, scenario or usual, names, options)
        if _last_word(path / names[0]) == "disclose":
            for name in names:
                _pbem(path, name, "-C", str(path / name), "audit", quiet=False)
    if out:
        look_around = pbem(Path(out) / names[0], "show")
        say(f"the folders of both sides lie in {command(out)}: look around with {look_around}")


@contextmanager
def _place(out: str | None) -> Iterator[Path]:
    if out is None:
        place = Path(tempfile.mkdtemp(prefix="pbem-demo-"))
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)
        return
    path = Path(out)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise refuse("folder", "there is something here already", where=out, hint="name a new one")
    path.mkdir(parents=True, exist_ok=True)
    yield path


def _play(path: Path, scenario: str, names: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Keys, genesis, joins, then file by file until nobody owes anything."""
    first = names[0]
    for name in names:
        _pbem(path, name, "keys", "new", name, "--email", f"{name}@example.org")
        _pbem(path, name, "keys", "card", name, "-o", str(path / f"{name}.card"))
    cards = [word for n in names[1:] for word in ("--seat", f"{n}={path / f'{n}.card'}")]
    chosen = [word for option in options for word in ("--option", option)]
    _pbem(path, first, "new", scenario, str(path / first), "--as", first, *cards, *chosen)
    genesis = next((path / first / "outbox").iterdir())
    for name in names[1:]:
        _pbem(path, name, "join", str(genesis), str(path / name), "--as", name)
    _go_on(path, names)
    last = names[-1]
    _pbem(path, last, "-C", str(path / last), "report", quiet=False)
    for name in names:
        _pbem(path, name, "-C", str(path / name), "verify", quiet=False)


def _go_on(path: Path, names: tuple[str, ...]) -> None:
    """Deliver every new file to everybody, and have the next seat's bot write, until the end."""
    delivered = 0
    while True:
        name = _deliver(path, names, delivered)
        if name:
            delivered += 1
            continue
        seat, over = _owing(path, names)
        if not seat:
            return
        folder = path / seat
        if over:
            _pbem(path, seat, "-C", str(folder), _last_word(folder))
            continue
        form = str(folder / "orders.toml")
        _pbem(path, seat, "-C", str(folder), "orders", "--bot", "--force", "-o", form)
        _pbem(path, seat, "-C", str(folder), "send", form)


def _deliver(path: Path, names: tuple[str, ...], delivered: int) -> str:
    """Give file `delivered + 1` to the others; its name, empty if nobody has written it."""
    for author in names:
        for file in (path / author / "outbox").glob(f"{delivered + 1:04d}-*.pbem"):
            for reader in names:
                if reader != author:
                    _pbem(path, reader, "-C", str(path / reader), "receive", str(file))
            return file.name
    return ""


def _owing(path: Path, names: tuple[str, ...]) -> tuple[str, bool]:
    """Who writes next, and whether it is his last file."""
    import json

    text = (path / names[0] / "cache" / "status.json").read_text(encoding="utf-8")
    seat = json.loads(text)["next"]
    if not seat:
        return "", True
    own = json.loads((path / seat / "cache" / "status.json").read_text(encoding="utf-8"))
    return seat, bool(own["over"])


def _last_word(folder: Path) -> str:
    """The command for the last file of a game that is over: `disclose` or `end`."""
    from pbem.engine.ledger import last_order
    from pbem.game.recover import look

    session = look(folder)
    return last_order(session.fold, session.rules).type


def _pbem(path: Path, seat: str, *words: str, quiet: bool = True) -> None:
    """Run one command as that seat's player would, with a configuration folder of his own."""
    from pbem.cli.commands import program

    say(f"{seat}$ {command('pbem', *words)}")
    earlier = os.environ.get("PBEM_HOME")
    os.environ["PBEM_HOME"] = str(path / f"{seat}-home")
    try:
        with redirect_stdout(StringIO()) if quiet else nullcontext():
            program.main(list(words), prog_name="pbem", standalone_mode=False)
    finally:
        os.environ.pop("PBEM_HOME")
        if earlier is not None:
            os.environ["PBEM_HOME"] = earlier
