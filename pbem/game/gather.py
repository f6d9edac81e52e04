"""What a game can be restored from: its folder, a heap of files, the journals of one's keys."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pbem.chain import Links
from pbem.errors import Refused, refuse
from pbem.game.pieces import JOURNAL, Piece
from pbem.mail.find import Findings, find, may_be_ours
from pbem.scan import scan
from pbem.shell import command
from pbem.store import roster
from pbem.store.folder import MAILED
from pbem.store.heap import Heap, Looked, heap_of
from pbem.store.journal import Journal
from pbem.store.keyring import config_home, usable

NOT_EVIDENCE = tuple(place for place in MAILED if place != "evidence")
"""Folders of a game whose files may belong into its chain; what was refused is not tried again."""

MOST_GAMES = 20
"""So many games are looked for in a heap, and named at most."""


def heap(paths: Iterable[Path]) -> Heap:
    """The turn files in some files and folders, mails and archives among them."""
    return heap_of(paths, look)


def look(raw: bytes) -> Looked:
    """The turn files in a file or a mail; most of a mailbox is not worth a closer look."""
    findings = find(raw) if may_be_ours(raw) else Findings(found=(), lost=())
    found = (one for one in findings.found if one.kind == "turn")
    files = tuple((one.raw, one.date, one.mail) for one in found)
    cards = tuple(one.raw for one in findings.found if one.kind == "card")
    return Looked(files=files, why=findings.lost[0].what if findings.lost else "", cards=cards)


def found_in(path: Path, found: Heap | None) -> Iterator[tuple[str, bytes, float]]:
    """What the folder itself has, then the heap: where, the bytes, when it came."""
    places = [path / place for place in NOT_EVIDENCE if (path / place).is_dir()]
    for one in (*heap(places).finds, *(found.finds if found else ())):
        yield one.where, one.raw, one.arrived


def genesis_among(path: Path, pieces: Sequence[Piece], game: str) -> Piece:
    """The genesis of the game: the folder's own, or of the one game that a key here plays."""
    own = roster.game_of(path)
    geneses = {
        piece.game: piece
        for piece in reversed((*pieces, *_signed_geneses(pieces)))
        if piece.seq == 0 and piece.game.startswith(game) and own in ("", piece.game)
    }
    here = [one for one in geneses.values() if Path(one.where).parent == path / "chain"]
    mine = here or [one for one in geneses.values() if len(geneses) == 1 or _is_mine(one)]
    if len(mine) == 1:
        return mine[0]
    if mine:
        names = ", ".join(sorted(one.game[:8] for one in mine))
        hint = f"name the one that you mean: --game {mine[0].game[:8]}"
        raise refuse("folder", f"these files are of several games: {names}", hint=hint)
    if geneses:
        hint = f"copy its private key into {command(config_home() / 'keys')} (chmod 600)"
        raise refuse("key", "none of your keys has a seat in any game of these files", hint=hint)
    raise _no_genesis(path, pieces, own, game)


def _no_genesis(path: Path, pieces: Sequence[Piece], own: str, game: str) -> Refused:
    if not pieces:
        hint = "name the files, or folders with them; damaged ones are asked for again"
        return refuse("folder", "no turn file was found", where=str(path), hint=hint)
    games = sorted({piece.game[:8] for piece in pieces if piece.game.startswith(own or game)})
    if not games:
        hint = (
            f"they are of: {', '.join(sorted({piece.game[:8] for piece in pieces})[:MOST_GAMES])}"
        )
        return refuse("folder", "no file of that game was found", where=str(path), hint=hint)
    names = ", ".join(games[:MOST_GAMES])
    hint = f"ask any of its players for file 0: its name begins with {games[0]}-0000"
    return refuse("folder", f"the genesis, file 0 of game {names}, is missing", hint=hint)


def _is_mine(piece: Piece) -> bool:
    """Whether the public half of a key on this machine stands in a genesis."""
    return any(entry.public.line.encode() in piece.scanned.body for entry in usable())


def _signed_geneses(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The geneses in the journals of the keys on this machine, for the games of some files."""
    games = sorted({piece.game for piece in pieces})[:MOST_GAMES]
    for entry in usable():
        for game in games:
            yield from (one for one in _pieces_signed(entry.public.line, game) if one.seq == 0)


def signed(links: Links) -> Iterator[Piece]:
    """What the journals of the keys on this machine have of a game."""
    for line in sorted(set(links.keys.values())):
        yield from _pieces_signed(line, links.game)


def _pieces_signed(line: str, game: str) -> Iterator[Piece]:
    for path, raw in Journal.of(line).signed(game):
        with suppress(Refused):  # damaged on this disk
            came = path.stat().st_mtime
            yield Piece(scanned=scan(raw), where=JOURNAL, arrived=came, is_signed=True)
