"""`pbem stamp`: time stamps of an authority (RFC 3161) for turn files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import game_option, look_at_game, pbem_here
from pbem.cli.complete import a_file
from pbem.cli.output import done, say
from pbem.errors import refuse
from pbem.report.clean import harmless
from pbem.shell import command

if TYPE_CHECKING:
    from pbem.game.session import Session
    from pbem.mail.stamp import Stamp

MOST_BYTES = 64 * 1024


@click.command(epilog="Example:  pbem stamp 17 --take answer.tsr --authority cacert.pem")
@click.argument("number", metavar="[NUMBER]", type=click.IntRange(min=0), required=False)
@click.option("--take", "answer", metavar="FILE", shell_complete=a_file, help="Keep this answer.")
@click.option(
    "--authority", metavar="FILE", shell_complete=a_file,
    help="The authority's certificate, in PEM, that the answer must lead to.",
)  # fmt: skip
@game_option
def stamp(
    number: int | None, answer: str | None, authority: str | None, folder: str | None
) -> None:
    """Have an authority stamp the last turn file, or file NUMBER, with the time; look at a stamp.

    Nothing is sent: the request is written, with the command that sends it. A stamp proves that
    the file was there at that time; no rule depends on it.
    """
    session = look_at_game(folder)
    seq = session.links.seq if number is None else number
    seat, raw = session.file(seq)
    if answer is not None:
        _take(session, seq, seat, raw, Path(answer), authority)
    else:
        _tell(session, seq, seat, raw, folder)


def _take(
    session: "Session", seq: int, seat: str, raw: bytes, answer: Path, authority: str | None
) -> None:
    from pbem.mail.stamp import stamped
    from pbem.store.evidence import keep_stamp
    from pbem.store.files import read_bounded
    from pbem.store.names import stem

    if authority is None:
        hint = "the authority publishes it: --authority cacert.pem"
        raise refuse("mail", "the certificate of the authority is missing", hint=hint)
    read = read_bounded(answer, MOST_BYTES), read_bounded(Path(authority), MOST_BYTES)
    made = stamped(read[0], raw, read[1])
    lies = keep_stamp(session.folder.path, stem(seq, seat), *read)
    with done(f"the stamp lies in {command(lies)}"):
        say(f"{_words(seq, seat, made)}; kept as {command(lies)}")


def _tell(session: "Session", seq: int, seat: str, raw: bytes, folder: str | None) -> None:
    """Check a stamp that is here; or write what an authority is asked with."""
    from pbem.mail.stamp import request, stamped
    from pbem.store.evidence import STAMPS, put_request, stamp_of
    from pbem.store.names import file_name, stem

    path, name = session.folder.path, stem(seq, seat)
    answer, authority = stamp_of(path, name)
    if answer:
        say(_words(seq, seat, stamped(answer, raw, authority)))
        data, kept = path / "chain" / file_name(seq, seat), path / STAMPS / name
        words = ("-data", data, "-in", f"{kept}.tsr", "-CAfile", f"{kept}.pem")
        say(f"without this program: {command('openssl', 'ts', '-verify', *words)}")
        return
    lies = put_request(path, name, request(raw))
    with done(f"the request lies in {command(lies)}"):
        say(f"wrote {command(lies)}; only a hash of the file is in it. Have it stamped, as with:")
        kind = "Content-Type: application/timestamp-query"
        say(f"  {command('curl', '-H', kind, '--data-binary', f'@{lies}', '-o', 'answer.tsr')} URL")
        again = pbem_here(folder, "stamp", str(seq), "--take", "answer.tsr", "--authority")
        say(f"and then: {again} cacert.pem")


def _words(seq: int, seat: str, made: "Stamp") -> str:
    return f"file {seq} of {seat} was stamped {made.when:%Y-%m-%d %H:%M} UTC by {harmless(made.by)}"
