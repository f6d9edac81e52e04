"""Commands that check: `verify`, and `prove` for a key that signed twice."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from pbem.cli.commands import WholeHelp
from pbem.cli.common import (
    game_option,
    game_path,
    look_at_game,
    read_input,
    tell_strays,
)
from pbem.cli.complete import a_file
from pbem.cli.output import print_json, say
from pbem.counting import count
from pbem.errors import Broken, refuse
from pbem.report.clean import harmless, harmless_lines, short
from pbem.shell import command, pbem


@click.command(epilog="Example:  pbem verify --json")
@click.option("--chain", "chain_only", is_flag=True, help="Signatures, links and seeds alone.")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@game_option
def verify(chain_only: bool, as_json: bool, folder: str | None) -> None:
    """Check the whole chain: signatures, links, seeds, rolls, orders and every digest."""
    from pbem.game.mend import mended
    from pbem.game.verify import verify_game, verify_links
    from pbem.store.folder import Folder

    path = game_path(folder)
    try:
        with progress(count_files(path)) as step:
            checked = verify_links(path, step) if chain_only else verify_game(path, step)[0]
    except Broken:
        if as_json:
            print_json({"ok": False, "files": 0, "rolls": 0, "head": "", "strays": []})
        raise
    anew = () if chain_only else mended(path)
    if not chain_only:  # it tells of a second version that it sets aside, once nothing is false
        look_at_game(folder)
    if as_json:
        facts = {"files": checked.files, "rolls": checked.rolls, "head": checked.head}
        print_json({"ok": True, **facts, "strays": list(Folder(path).strays())})
        return
    say(f"{count(checked.files, 'file')}: every signature, link and seed holds")
    if not chain_only:
        rolls = count(checked.rolls, "roll")
        say(f"{rolls} thrown again, every order judged again, every digest agrees")
    say(f"head {checked.head}")
    if anew:
        say(f"written anew, for they said otherwise: {harmless(', '.join(anew))}")
    tell_strays(path)


def count_files(path: Path) -> int:
    """How many files the chain of a game has; raises `Refused` if this is no game folder."""
    from pbem.store.folder import Folder

    folder = Folder(path)
    folder.seat()
    return len(folder.names("chain"))


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal when there is much to do; silence otherwise."""
    if total < 100 or not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=total, label="files", file=sys.stderr) as bar:
        yield lambda _: bar.update(1)


@click.group(cls=WholeHelp)
def prove() -> None:
    """Prove that a key signed two files for one place; check such a proof, or a claim."""


@prove.command(epilog="Example:  pbem prove claim claim-ab12cd34-0017.txt")
@click.argument("file", metavar="FILE", shell_complete=a_file)
@game_option
def claim(file: str, folder: str | None) -> None:
    """Check who signed a claim, and show what it says; exit status 1 if nobody of this game did."""
    from pbem.game.paper import MOST_PAPER, read_claim

    paper = read_claim(look_at_game(folder), read_input(file, MOST_PAPER))
    say(f"signed by the key of seat {paper.seat} ({short(paper.holder)}), who says:")
    say()
    say(harmless_lines(paper.said.rstrip("\n")))


@prove.command(
    epilog="Example:  pbem prove fork chain/0007-akagi.pbem evidence/0007-akagi.pbem -o fork.toml"
)
@click.argument("first", metavar="FILE", shell_complete=a_file)
@click.argument("second", metavar="FILE", shell_complete=a_file)
@click.option(
    "-o", "output", metavar="FILE", shell_complete=a_file, help="Where to write the proof."
)
@game_option
def fork(first: str, second: str, output: str | None, folder: str | None) -> None:
    """Make one file of two that one key signed for one place: it convinces anyone."""
    from pbem.game.proofs import make_fork_proof
    from pbem.store.files import write_atomic
    from pbem.store.folder import Folder

    path = game_path(folder)
    genesis = Folder(path)
    genesis.seat()
    names = genesis.names("chain")[:1]
    raw = genesis.find("chain", *names[0]) if names else None
    if raw is None:
        raise refuse("folder", "the chain has no genesis", where=str(path), hint="use -C DIR")
    proof = make_fork_proof(raw, _of_game(path, first), _of_game(path, second))
    if output is None:
        say(proof.rstrip("\n"))
        return
    write_atomic(Path(output), proof.encode("utf-8"))
    check_it = pbem(".", "prove", "check", output)
    say(f"wrote {command(output)}; anybody can check it: {check_it}")


def _of_game(path: Path, name: str) -> bytes:
    """A file by its own name, or by its name in the game's folder."""
    inside = path / name
    return read_input(str(inside) if inside.is_file() and not Path(name).is_file() else name)


@prove.command(epilog="Example:  pbem prove check fork.toml")
@click.argument("file", metavar="FILE", shell_complete=a_file)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def check(file: str, as_json: bool) -> None:
    """Check a proof that a key signed twice; exit status 3 if it does not hold."""
    from pbem.game.proofs import MOST_PROOF, check_fork_proof
    from pbem.words import words_of

    shown = check_fork_proof(read_input(file, MOST_PROOF))
    if as_json:
        facts = {"game": shown.game, "seat": shown.seat, "seq": shown.seq}
        print_json({"ok": True, **facts, "first": shown.first, "second": shown.second})
        return
    say(f"the proof holds: seat {shown.seat} ({short(shown.holder)}) signed two files")
    say(f"  number {shown.seq} of game {words_of(bytes.fromhex(shown.game))}")
    say(f"  {shown.first}")
    say(f"  {shown.second}")
