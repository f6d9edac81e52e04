"""The values of a turn file: its parts, reading what was scanned, and writing (protocol 4; E04)."""

import re
from collections.abc import Iterator
from typing import Any

from pbem.decode import decode
from pbem.errors import Problem, raise_if, refuse
from pbem.frozen import Value, replace
from pbem.narrow import AGAIN, parse_narrow, write_pair, write_table
from pbem.scan import MOST_SEATS, Scanned

FORMAT = "pbem/1"
LONGEST_MESSAGE = 4_000
NO_HASH = "0" * 64
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
SCENARIO = re.compile(r"[a-z][a-z0-9-]{0,19}(/[a-z0-9-]{1,20})?")
HEX = re.compile(r"[0-9a-f]{64}")
LONGEST_PROOF = 32
"""Hashes in the proof of an opening at most: enough for 2**32 leaves."""


class DicePart(Value):
    """`[dice]`: the new seed's commitment, and the seat's previous seed (protocol 6)."""

    commit: str
    reveal: str | None = None


class StatePart(Value):
    """`[state]`: the digest of the public state (protocol 5)."""

    digest: str


class SealedPart(Value):
    """`[[sealed]]`: a commitment to an item (protocol 7)."""

    id: str
    commit: str


class ChartsPart(Value):
    """`[charts]`: the Merkle root over everything that its author hides (protocol 7)."""

    root: str


class OpenPart(Value):
    """`[[open]]`: the item that was sealed as `id` in this author's file `seq` (protocol 7).

    `proof` leads from an item of the charts to their root; a single item has none.
    """

    seq: int
    id: str
    salt: str
    content: str
    proof: tuple[str, ...] = ()


class AnnexPart(Value):
    """`[annex]`: what only its author can read (protocol 8).

    `secret` is the game secret, in a seat's first file; `age` are the contents of what the file
    seals. Both are age armour; at least one of them is there.
    """

    secret: str = ""
    age: str = ""


class SeatPart(Value):
    """`[[seats]]` of the genesis: a role, its side, who holds it, and his key."""

    name: str
    side: str
    holder: str
    email: str
    key: str


class GenesisPart(Value):
    """`[genesis]`: what is played, by which rule book, with which options.

    `revision` names the adjudication: what states, orders, digests and dice come to (protocol 11).
    """

    system: str
    scenario: str
    revision: int
    rules: str
    scenario_hash: str
    program: str
    options: dict[str, Any]


class JoinPart(Value):
    """`[join]`: the hashes of the joiner's own rule book and scenario."""

    rules: str
    scenario_hash: str


class TurnFile(Value):
    """A turn file's body as values; `hash` is that of the bytes it was read from."""

    format: str
    game: str
    seq: int
    prev: str
    seat: str
    nonce: str
    sent: str
    dice: DicePart
    message: str = ""
    state: StatePart | None = None
    order: tuple[dict[str, Any], ...] = ()
    charts: ChartsPart | None = None
    sealed: tuple[SealedPart, ...] = ()
    open: tuple[OpenPart, ...] = ()
    annex: AnnexPart | None = None
    genesis: GenesisPart | None = None
    seats: tuple[SeatPart, ...] = ()
    join: JoinPart | None = None
    hash: str = ""


# --- values --------------------------------------------------------------------------------------


def read(scanned: Scanned) -> TurnFile:
    """The values of a scanned file: known keys only, right types and lengths (E04)."""
    text, annex = _without_armour(scanned.body.decode("utf-8"))
    document = parse_narrow(text, code="E04")
    if annex and isinstance(document.get("annex"), dict):
        document["annex"] |= annex
    if "hash" in document:
        raise refuse("E04", "unknown key 'hash'", hint=AGAIN)
    built = decode(TurnFile, document, code="E04", where="", hint=AGAIN)
    turn_file = replace(built, hash=scanned.hash)
    raise_if(_wrong_parts(turn_file, tuple(annex.values())))
    return turn_file


_ANNEX = "\n[annex]\n"
_ARMOURED = re.compile(r'(secret|age) = """\n')
_AGE = re.compile(
    r"-----BEGIN AGE ENCRYPTED FILE-----\n(?:[A-Za-z0-9+/=]{1,64}\n)++"
    r"-----END AGE ENCRYPTED FILE-----\n"
)


def _without_armour(text: str) -> tuple[str, dict[str, str]]:
    """The text with empty annexes, and what stood in them.

    Armour is most of a file, its form is known by the scan, and a TOML parser reads it a character
    at a time.
    """
    at = text.find(_ANNEX)
    if at < 0:
        return text, {}
    start = end = at + len(_ANNEX)
    parts, emptied = {}, ""
    while found := _ARMOURED.match(text, end):
        close = text.index('"', found.end())
        parts[found[1]] = text[found.end() : close]
        emptied, end = f'{emptied}{found[1]} = ""\n', close + len('"""\n')
    return text[:start] + emptied + text[end:], parts


def _wrong_parts(file: TurnFile, armour: tuple[str, ...]) -> list[Problem]:
    """Everything about lengths and forms that the types do not say.

    What the scan has found to be `armour` is not looked at again.
    """
    wrong = [
        _e04("must be 64 hex digits", place)
        for place, value in _hashes(file)
        if value is not None and not HEX.fullmatch(value)
    ]
    if len(file.message) > LONGEST_MESSAGE:
        wrong.append(_e04(f"longer than {LONGEST_MESSAGE:,} characters", "message"))
    ids = [part.id for part in file.sealed]
    if len(set(ids)) != len(ids):
        wrong.append(_e04("an id is sealed twice", "[[sealed]]"))
    for number, opened in enumerate(file.open, 1):
        if len(opened.proof) > LONGEST_PROOF:
            place = f"[[open]] {number}, proof"
            wrong.append(_e04(f"more than {LONGEST_PROOF} hashes", place))
    return wrong + _wrong_annex(file.annex, armour) + _wrong_shape(file)


def _hashes(file: TurnFile) -> Iterator[tuple[str, str | None]]:
    """Every value that is 32 bytes in hex, with its place."""
    yield "[dice] commit", file.dice.commit
    yield "[dice] reveal", file.dice.reveal
    yield "[state] digest", file.state.digest if file.state else None
    yield "[charts] root", file.charts.root if file.charts else None
    for number, sealed in enumerate(file.sealed, 1):
        yield f"[[sealed]] {number}, commit", sealed.commit
    for number, opened in enumerate(file.open, 1):
        yield f"[[open]] {number}, salt", opened.salt
        for one in opened.proof:
            yield f"[[open]] {number}, proof", one
    for name, part in (("[genesis]", file.genesis), ("[join]", file.join)):
        if part is not None:
            yield f"{name} rules", part.rules
            yield f"{name} scenario_hash", part.scenario_hash


def _wrong_annex(annex: AnnexPart | None, armour: tuple[str, ...]) -> list[Problem]:
    """`[annex]` holds age armour; whether that opens, only its author and a referee can tell."""
    if annex is None:
        return []
    parts = {"[annex] secret": annex.secret, "[annex] age": annex.age}
    wrong = [
        _e04("must be age armour", place)
        for place, text in parts.items()
        if text and text not in armour and not _AGE.fullmatch(text)
    ]
    if not any(parts.values()):
        wrong.append(_e04("there is nothing in it", "[annex]"))
    return wrong


def _wrong_shape(file: TurnFile) -> list[Problem]:
    """A genesis has what only a genesis has, and no other file has any of it."""
    wrong = []
    if (file.seq == 0) != (file.genesis is not None) or (file.seq == 0) != bool(file.seats):
        wrong.append(_e04("[genesis] and [[seats]] stand in file 0, and only there", "[genesis]"))
    if (file.seq == 0) == (file.state is not None):
        wrong.append(_e04("every file but the genesis has it", "[state] digest"))
    if _has_secret(file) != (file.genesis is not None or file.join is not None):
        wrong.append(_e04("a seat's first file has it, and no other file", "[annex] secret"))
    if file.seq == 0 and (file.game != NO_HASH or file.prev != NO_HASH):
        wrong.append(_e04("64 zeros in file 0", "game, prev"))
    if file.genesis is not None and file.genesis.revision < 1:
        wrong.append(_e04("must be 1 or more", "[genesis] revision"))
    if len(file.seats) > MOST_SEATS:  # an array of tables can be written without headers
        wrong.append(_e04(f"there are more than {MOST_SEATS} seats", "[[seats]]"))
    items = file.charts or file.sealed or file.open
    if file.seq == 0 and (file.order or items or file.join):
        wrong.append(_e04("file 0 holds no orders, items or join", "[genesis]"))
    return wrong


def _has_secret(file: TurnFile) -> bool:
    return file.annex is not None and bool(file.annex.secret)


def _e04(what: str, where: str) -> Problem:
    return Problem(code="E04", what=what, where=where, hint=AGAIN)


# --- writing -------------------------------------------------------------------------------------


def write_body(file: TurnFile) -> bytes:
    """The body of a turn file in the narrow form, first seven lines first."""
    lines = [write_pair(key, getattr(file, key)) for key in _FIRST]
    if file.message:
        lines.append(write_pair("message", file.message))
    lines += write_table("[dice]", {"commit": file.dice.commit, "reveal": file.dice.reveal})
    if file.state:
        lines += write_table("[state]", {"digest": file.state.digest})
    if file.annex:
        armoured = {"secret": file.annex.secret, "age": file.annex.age}
        lines += ["", "[annex]"]
        lines += [f'{key} = """\n{text}"""' for key, text in armoured.items() if text]
    if file.genesis:
        lines += _genesis(file)
    if file.join:
        join = file.join
        lines += write_table("[join]", {"rules": join.rules, "scenario_hash": join.scenario_hash})
    if file.charts:
        lines += write_table("[charts]", {"root": file.charts.root})
    for part in file.sealed:
        lines += write_table("[[sealed]]", {"id": part.id, "commit": part.commit})
    for item in file.open:
        keys = ("seq", "id", "salt", "content")
        proof = {"proof": list(item.proof)} if item.proof else {}
        lines += write_table("[[open]]", {**{key: getattr(item, key) for key in keys}, **proof})
    for order in file.order:
        lines += write_table("[[order]]", order)
    return ("\n".join(lines) + "\n").encode("utf-8")


_FIRST = ("format", "game", "seq", "prev", "seat", "nonce", "sent")


def _genesis(file: TurnFile) -> list[str]:
    part = file.genesis
    assert part is not None
    keys = ("system", "scenario", "revision", "rules", "scenario_hash", "program")
    lines = write_table("[genesis]", {key: getattr(part, key) for key in keys})
    lines += write_table("[genesis.options]", part.options)
    for seat in file.seats:
        named = ("name", "side", "holder", "email", "key")
        lines += write_table("[[seats]]", {key: getattr(seat, key) for key in named})
    return lines
