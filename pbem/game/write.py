"""Writing a turn file: orders are checked and sealed, the file signed, journalled and applied."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.dice import commitment, seed_for
from pbem.engine.fold import check_orders, resolve
from pbem.engine.ledger import is_over, state_digest, writer
from pbem.engine.orders import decode_orders, encode_order
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.game.session import Session
from pbem.keys import PrivateKey
from pbem.seal import annex_identity, encrypt_secret, salt_for
from pbem.seal import commitment as seal_commitment
from pbem.turnfile import (
    FORMAT,
    LONGEST_MESSAGE,
    MOST_BYTES,
    AnnexPart,
    DicePart,
    JoinPart,
    SealedPart,
    StatePart,
    TurnFile,
    read,
    scan,
    tail,
    write_body,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a player wants to send: the tables of his orders, and his words to the others."""

    orders: tuple[Mapping[str, Any], ...] = ()
    message: str = ""


def check_draft(session: Session, draft: Draft) -> tuple[Problem, ...]:
    """Every reason for which the draft cannot be sent now; none means that it can."""
    try:
        _my_turn(session)
        orders = decode_orders(draft.orders, session.rules.system.orders, code="E12")
    except Refused as refused:
        return refused.problems
    fold = session.ahead().fold
    problems = check_orders(fold, session.rules, session.seat, orders, session.sealed_contents())
    if len(draft.message) > LONGEST_MESSAGE:
        what = f"the message has {len(draft.message):,} characters"
        hint = f"{LONGEST_MESSAGE:,} are allowed: send the rest as a mail"
        problems += (Problem(code="E04", what=what, where="message", hint=hint),)
    return problems


def check_owed(session: Session) -> None:
    """Refuse if this seat has no orders to write now: another's turn, a join, or the end."""
    _my_turn(session)
    if is_over(session.ahead().fold, session.rules):
        raise refuse("E12", "the game is over", hint="write your last file: pbem end")


def _my_turn(session: Session) -> None:
    expected = writer(session.fold)
    if expected != session.seat:
        hint = "see 'pbem status'; receive that seat's file first"
        what = f"it is for seat '{expected}' to write file {session.next_seq}"
        if not expected:
            what, hint = "the game is over, and every last file is written", "see 'pbem report'"
        raise refuse("E08", what, hint=hint)
    if session.fold.joins:
        hint = "run 'pbem join' in this folder"
        raise refuse("E08", "your next file joins the game and gives no orders", hint=hint)


def send(session: Session, draft: Draft, key: PrivateKey, sent: str) -> TurnFile:
    """Write, sign and apply this seat's next file; it lies in the outbox afterwards.

    `sent` is the time as RFC 3339 text. Raises `Refused` with every problem of the draft.
    """
    raise_if(check_draft(session, draft))
    orders = decode_orders(draft.orders, session.rules.system.orders, code="E12")
    public, items = session.rules.system.seal(session.view(), orders, session.rules.charts)
    mine = resolve(
        session.fold, session.rules, session.seat, session.next_seq, session.own_seed()
    ).fold
    file = TurnFile(
        **_frame(session, sent, draft.message),
        state=StatePart(digest=state_digest(mine)),
        order=tuple(encode_order(order) for order in public),
        sealed=_sealed(session, items),
        open=session.openings(mine),
    )
    return _finish(session, file, key, items)


def join(session: Session, key: PrivateKey, sent: str) -> TurnFile:
    """Write this seat's join file: it agrees to the genesis's rule book and scenario."""
    secret, fold = session.secret(), session.fold
    game = bytes.fromhex(session.links.game)
    file = TurnFile(
        **_frame(session, sent, ""),
        state=StatePart(digest=state_digest(fold)),
        join=JoinPart(rules=fold.rules, scenario_hash=fold.scenario_hash),
        annex=secret_annex(secret, game, key),
    )
    return _finish(session, file, key, {})


def secret_annex(secret: bytes, game: bytes, key: PrivateKey) -> AnnexPart:
    """`[annex] secret`: with it the files and the key rebuild everything (protocol 8)."""
    return AnnexPart(secret=encrypt_secret(secret, annex_identity(secret, game), key.public.line))


def _frame(session: Session, sent: str, message: str) -> dict[str, Any]:
    """The parts that every file but the genesis has."""
    game, seq = bytes.fromhex(session.links.game), session.next_seq
    seed = seed_for(session.secret(), game, seq)
    commit = commitment(game, session.seat, seq, seed).hex()
    return {
        "format": FORMAT,
        "game": session.links.game,
        "seq": seq,
        "prev": session.links.hash,
        "seat": session.seat,
        "nonce": secrets.token_hex(32),
        "sent": sent,
        "message": message,
        "dice": DicePart(commit=commit, reveal=session.own_seed()),
    }


def _sealed(session: Session, items: Mapping[str, str]) -> tuple[SealedPart, ...]:
    game, seq, secret = bytes.fromhex(session.links.game), session.next_seq, session.secret()
    return tuple(
        SealedPart(
            id=id_,
            commit=seal_commitment(
                game, session.seat, seq, id_, salt_for(secret, game, seq, id_), content
            ).hex(),
        )
        for id_, content in sorted(items.items())
    )


def _finish(
    session: Session, file: TurnFile, key: PrivateKey, items: Mapping[str, str]
) -> TurnFile:
    """Judge our own file as others will, sign it once, keep it, apply it."""
    body = write_body(file)
    if len(body) > MOST_BYTES - 1024:
        hint = "shorten the message or the orders"
        raise refuse("E01", "the turn file would be larger than 256 KiB", hint=hint)
    scanned = scan(body + tail(key.sign(body)))
    written = read(scanned)
    outcome = session.judge(scanned, written)
    session.journal.keep(session.links.game, session.seat, file.seq, scanned.raw, items)
    if items:
        session.folder.write_sealed({**session.sealed_contents(), **items})
    session.apply(scanned, written, outcome)
    return written
