"""The chain: who signed what, in which order, and which seeds were opened (protocol 4, 6, 9).

Nothing here knows a game; a chain of signatures, links and seeds can be checked without rules.
"""

import re
from collections.abc import Iterable, Iterator

from pbem.codec import ZERO
from pbem.decode import decode
from pbem.dice import commitment
from pbem.errors import Broken, Problem, Refused, refuse
from pbem.frozen import FrozenMap, Value, replace
from pbem.keys import PublicKey
from pbem.narrow import parse_narrow
from pbem.scan import Scanned, scan
from pbem.suggest import meant
from pbem.turnfile import FORMAT, HEX, NAME, SCENARIO, DicePart, TurnFile, read

_RESEND = "ask for the file again; if it comes out the same, show it to the organiser"


class Commit(Value):
    """A seat's last commitment, not yet opened, and the file it stands in."""

    seq: int
    commit: str


class Links(Value):
    """What the next file must fit: game, last file, keys in the genesis's order, commitments."""

    game: str
    seq: int
    hash: str
    seats: tuple[str, ...]
    keys: FrozenMap[str]
    commits: FrozenMap[Commit]


def check_genesis(file: TurnFile) -> None:
    """Everything about a genesis that needs no rules; raises `Refused` (E04) with all problems."""
    part = file.genesis
    assert part is not None
    problems = [
        _e04(f"{name} {value[:30]!r} is not a name", f"[genesis] {name}")
        for name, value, form in (
            ("system", part.system, NAME),
            ("scenario", part.scenario, SCENARIO),
            *((f"seat {n}", seat.name, NAME) for n, seat in enumerate(file.seats, 1)),
            *((f"side of seat {n}", seat.side, NAME) for n, seat in enumerate(file.seats, 1)),
        )
        if not form.fullmatch(value)
    ]
    names = [seat.name for seat in file.seats]
    if len(set(names)) != len(names):
        problems.append(_e04("two seats have one name", "[[seats]]"))
    if file.seat not in names:
        problems.append(_e04("its author has no seat in it", "[[seats]]"))
    if len({seat.side for seat in file.seats if seat.side != "referee"}) != 2:
        problems.append(_e04("a game has two sides", "[[seats]]"))
    if sum(seat.side == "referee" for seat in file.seats) > 1:
        problems.append(_e04("a game has one referee at most", "[[seats]]"))
    problems += [
        _e04("one key sits on two sides", "[[seats]]")
        for key in sorted({seat.key for seat in file.seats})
        if len({seat.side for seat in file.seats if seat.key == key}) > 1
    ]
    for seat in file.seats:
        try:
            PublicKey.parse(seat.key)
        except Refused as refused:
            where = f"[[seats]] {seat.name[:20]!r}, key"
            problems += (_e04(problem.what, where) for problem in refused.problems)
    if problems:
        raise Refused(*problems)


def _e04(what: str, where: str) -> Problem:
    return Problem(code="E04", what=what, where=where, hint="ask the organiser for a new genesis")


def begin(scanned: Scanned) -> tuple[Links, TurnFile]:
    """The links of a new chain from its genesis (E01-E04, of which the scan is done)."""
    if scanned.format != FORMAT:
        raise unknown_format(scanned)
    if scanned.seq != 0:
        raise refuse(
            "E02", f"file {scanned.seq} is not a genesis", hint="use the organiser's file 0"
        )
    file = read(scanned)
    check_genesis(file)
    key = next(seat.key for seat in file.seats if seat.name == file.seat)
    check_signature(scanned, key)
    links = Links(
        game=file.hash,
        seq=0,
        hash=file.hash,
        seats=tuple(seat.name for seat in file.seats),
        keys=FrozenMap({seat.name: seat.key for seat in file.seats}),
        commits=FrozenMap({file.seat: Commit(seq=0, commit=file.dice.commit)}),
    )
    return links, file


def unknown_format(scanned: Scanned) -> Refused:
    """The refusal of a file of another version of the protocol (E02)."""
    hint = "update the program, or ask its author for a file of this version"
    return refuse("E02", f"the format {scanned.format[:20]!r} is not known here", hint=hint)


def seats_are(links: Links) -> str:
    """A hint for whoever names none of them."""
    return f"the seats are {', '.join(links.seats)}"


def check_identity(links: Links, scanned: Scanned) -> None:
    """E02 and E03: the file is of this game, by a seat of it, under that seat's key."""
    if scanned.format != FORMAT:
        raise unknown_format(scanned)
    game = scanned.game_id
    if game != links.game:
        hint = "use the folder of that game (-C DIR), or ask for the right file"
        raise refuse("E02", "the file belongs to another game", hint=hint)
    if scanned.seat not in links.keys:
        found = " or ".join(meant(scanned.seat, links.seats))
        hint = f"did its author mean {found}? ask for the file again" if found else seats_are(links)
        raise refuse("E03", f"there is no seat '{scanned.seat}' in this game", hint=hint)
    check_signature(scanned, links.keys[scanned.seat])


def check_signature(scanned: Scanned, key: str) -> None:
    """E03: the armour is this key's signature over the body."""
    if not PublicKey.parse(key).verifies(scanned.body, scanned.armour):
        what = f"the signature is not by the key of seat '{scanned.seat}' over these bytes"
        hint = "the file was changed on the way or is forged: ask its author for it again"
        raise refuse("E03", what, hint=hint)


def check_link(links: Links, scanned: Scanned) -> None:
    """E07: the file follows the last one."""
    if scanned.seq != links.seq + 1:
        what = f"file {scanned.seq} stands where file {links.seq + 1} belongs"
        raise refuse("E07", what, where="seq", hint="ask its author for the file that is next")
    if scanned.prev != links.hash:
        what = f"file {scanned.seq} does not follow your file {links.seq}"
        hint = f"one of you has another file {links.seq}: compare them with 'pbem prove fork'"
        raise refuse("E07", what, where="prev", hint=hint)


def check_seed(links: Links, seat: str, reveal: str | None) -> None:
    """E09: the seed opened is the one that the seat committed to in its previous file."""
    earlier = links.commits.get(seat)
    if earlier is None:
        if reveal is not None:
            raise _e09("a seat's first file opens no seed")
        return
    if reveal is None:
        raise _e09(f"the seed of file {earlier.seq} is not opened")
    game = bytes.fromhex(links.game) if earlier.seq else ZERO
    if commitment(game, seat, earlier.seq, bytes.fromhex(reveal)).hex() != earlier.commit:
        raise _e09(f"the seed opened is not the one committed to in file {earlier.seq}")


def _e09(what: str) -> Refused:
    return refuse("E09", what, where="[dice] reveal", hint=_RESEND)


def follow(links: Links, scanned: Scanned, commit: str) -> Links:
    """The links after a file that has been checked."""
    return replace(
        links,
        seq=scanned.seq,
        hash=scanned.hash,
        commits=links.commits.set(scanned.seat, Commit(seq=scanned.seq, commit=commit)),
    )


# --- the chain alone -----------------------------------------------------------------------------

_DICE = re.compile(
    rb"\n\[dice\]\ncommit = \"([0-9a-f]{64})\"\n(?:reveal = \"([0-9a-f]{64})\"\n)?(?=\n*(?:\[|\Z))"
)
"""The way in which this program writes the table; others may write it in another."""


class Link(Value):
    """A file of a chain that holds, as far as it has been read."""

    seq: int
    seat: str
    hash: str


def verify_chain(files: Iterable[bytes]) -> Iterator[Link]:
    """Check signatures, links and seeds of a whole chain, file by file, in flat memory.

    Raises `Broken` at the first file that does not hold; its place says which.
    """
    links: Links | None = None
    for number, raw in enumerate(files):
        try:
            scanned = scan(raw)
            links = begin(scanned)[0] if links is None else _next(links, scanned)
        except Refused as refused:
            place = f"file {number}"
            raise Broken(*(problem.within(place) for problem in refused.problems)) from None
        yield Link(seq=links.seq, seat=scanned.seat, hash=links.hash)


def _next(links: Links, scanned: Scanned) -> Links:
    check_identity(links, scanned)
    check_link(links, scanned)
    commit, reveal = dice_lines(scanned.body)
    check_seed(links, scanned.seat, reveal)
    return follow(links, scanned, commit)


def dice_lines(body: bytes) -> tuple[str, str | None]:
    """`commit` and `reveal` of a scanned body, if possible without parsing the rest of it."""
    found = _DICE.search(body)
    if found:
        commit, reveal = found.groups()
        return commit.decode("ascii"), reveal.decode("ascii") if reveal else None
    document = parse_narrow(body.decode("utf-8"), code="E04")
    part = decode(DicePart, document.get("dice", {}), code="E04", where="[dice]", hint=_RESEND)
    if not all(HEX.fullmatch(value) for value in (part.commit, part.reveal) if value is not None):
        raise refuse("E04", "must be 64 hex digits", where="[dice]", hint=_RESEND)
    return part.commit, part.reveal
