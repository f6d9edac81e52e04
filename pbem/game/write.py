"""Writing a turn file: orders are checked and sealed, the file signed, journalled and applied."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.engine.items import opened_by_orders
from pbem.engine.ledger import (
    REFEREE,
    Fold,
    is_over,
    last_order,
    seat_called,
    side_of,
    state_digest,
    writer,
)
from pbem.engine.names import (
    with_names_meant,
)
from pbem.engine.orders import (
    Disclose,
    End,
    Legible,
    Order,
    decode_orders,
    encode_order,
    judged_beside,
    read_orders,
    stands_alone,
)
from pbem.engine.views import check_orders, timely
from pbem.errors import Problem, Refused, raise_if, refuse
from pbem.frozen import Value, replace
from pbem.game.advance import apply
from pbem.game.annexes import (
    Place,
    annex_bytes_at_least,
    recipients,
    referee_keys,
    sealing,
)
from pbem.game.backup import check_heard
from pbem.game.session import Session
from pbem.keys import PrivateKey
from pbem.scan import MOST_BYTES, scan, tail
from pbem.seal import encrypt_annex, encrypt_secret
from pbem.shell import command
from pbem.turnfile import (
    FORMAT,
    LONGEST_MESSAGE,
    AnnexPart,
    DicePart,
    JoinPart,
    OpenPart,
    StatePart,
    TurnFile,
    read,
    write_body,
)


class Draft(Value):
    """What a player wants to send: the tables of his orders, and his words to the others.

    `wrong` tells what his file holds beside these that belongs into none.
    """

    orders: tuple[Mapping[str, Any], ...] = ()
    message: str = ""
    wrong: tuple[Problem, ...] = ()


def check_draft(session: Session, draft: Draft) -> tuple[Problem, ...]:
    """Every reason for which the draft cannot be sent now; none means that it can."""
    try:
        check_turn(session)
    except Refused as refused:
        return refused.problems
    read = timely(
        session.final().fold,
        session.rules,
        session.seat,
        draft.orders,
        read_orders(draft.orders, session.rules.system.orders, code="E12"),
    )
    rules = judged_beside(read, _found_anyway(session, read))
    game, system = session.ahead().fold.table.game, session.rules.system
    called = system.names(game, session.rules.charts) if rules else {}
    # where nothing has a printed name players name what there is, and its kinds know what is meant
    named = with_names_meant(rules, draft.orders, game, called) if called else rules
    problems = (*draft.wrong, *read.problems, *named)
    if len(draft.message) > LONGEST_MESSAGE:
        what = f"the message has {len(draft.message):,} characters"
        hint = f"{LONGEST_MESSAGE:,} are allowed: send the rest as a mail"
        problems += (Problem(code="E04", what=what, where="message", hint=hint),)
    return problems


def _found_anyway(session: Session, read: Legible) -> Iterator[Problem]:
    """What the rules find in a draft, whatever was meant by the words that cannot be read."""
    first, *others = (
        check_orders(
            session.final().fold,
            session.rules,
            session.seat,
            orders,
            session.sealed_contents(),
            session.own_private(),
        )
        for orders in read.readings()
    )
    return (problem for problem in first if all(problem in other for other in others))


def check_owed(session: Session) -> None:
    """Refuse if this seat has no orders to write now: another's turn, a join, or the end."""
    check_turn(session)
    final = session.final().fold
    if is_over(final, session.rules):
        last = last_order(final, session.rules).type
        raise refuse("E12", "the game is over", hint=f"write your last file: pbem {last}")


def check_turn(session: Session) -> None:
    """Refuse (E08) if it is not for this seat to write a file of the game that has begun."""
    expected = writer(session.fold)
    if expected != session.seat:
        hint = "see 'pbem status'; receive that file first"
        if expected:
            who = seat_called(session.fold, expected)
            what = f"it is for {who} to write file {session.next_seq}"
        else:
            what, hint = "the game is over, and every last file is written", "see 'pbem report'"
        raise refuse("E08", what, hint=hint)
    if session.fold.joins:
        hint = "run 'pbem join'"
        raise refuse("E08", "your next file joins the game and gives no orders", hint=hint)


def send(session: Session, draft: Draft, key: PrivateKey, sent: str) -> TurnFile:
    """Write, sign and apply this seat's next file; it lies in the outbox afterwards.

    `sent` is the time as RFC 3339 text. Raises `Refused` with every problem of the draft.
    """
    raise_if(check_draft(session, draft))
    orders = decode_orders(draft.orders, session.rules.system.orders, code="E12")
    return _finish(session, compose(session, orders, draft.message, sent), key)


def closing(session: Session, message: str) -> Draft:
    """This seat's last file: `end`, or `disclose` in a game with hidden things (protocol 12).

    A referee whose file ends the game opens what waits for it, and writes no last file.
    """
    final = session.final().fold
    if not is_over(final, session.rules):
        check_turn(session)
        hint = "see 'pbem status'; 'pbem resign' gives a game up"
        raise refuse("E12", "the game is not over", hint=hint)
    if writer(final) != session.seat:
        return Draft(message=message)
    discloses = last_order(final, session.rules) is Disclose
    last = Disclose(secret=session.secret().hex()) if discloses else End()
    return Draft(orders=(encode_order(last),), message=message)


def compose(session: Session, orders: tuple[Order, ...], message: str, sent: str) -> TurnFile:
    """This seat's next file before it is signed: orders sealed, items opened, charts drawn anew."""
    mine = session.next_file()
    ahead = mine.outcome.fold
    public, items = sealed_orders(session, orders)
    sealed = sealing(_place(session), ahead, session.rules, items, session.last_size())
    return TurnFile(
        **_frame(session, sent, message),
        state=StatePart(digest=state_digest(mine.resolved)),
        order=tuple(encode_order(order) for order in public),
        sealed=sealed.sealed,
        charts=sealed.charts,
        annex=AnnexPart(age=sealed.age) if sealed.age else None,
        open=(*mine.opened, *_shown(session, ahead, public)),
    )


def sealed_orders(
    session: Session, orders: tuple[Order, ...]
) -> tuple[tuple[Order, ...], Mapping[str, str]]:
    """The orders that stand in the file, and what it seals.

    A referee has nothing to seal; an order that stands alone seals no single items.
    """
    hides = session.rules.system.hidden is not None
    if side_of(session.fold, session.seat) == REFEREE or (stands_alone(orders) and not hides):
        return orders, {}
    seal, view, charts = session.rules.system.seal, session.view(), session.rules.charts
    if session.final() is session.ahead():
        return seal(view, orders, charts)
    stated, items = seal(view, (), charts)
    return (*stated, *orders), items


def _place(session: Session) -> Place:
    return session.place(session.next_seq)


def _shown(session: Session, fold: Fold[Any], orders: tuple[Order, ...]) -> tuple[OpenPart, ...]:
    """The items that the orders themselves open (protocol 7)."""
    wanted = opened_by_orders(fold, session.rules, session.seat, orders)
    return session.openings(fold, wanted)


def join(session: Session, key: PrivateKey, sent: str) -> TurnFile:
    """Write this seat's join file: it agrees to the genesis's rule book and scenario."""
    fold = session.fold
    file = TurnFile(
        **_frame(session, sent, ""),
        state=StatePart(digest=state_digest(fold)),
        join=JoinPart(rules=fold.rules, scenario_hash=fold.scenario_hash),
        annex=first_annex(
            _place(session),
            annex_bytes_at_least(session.rules, fold.table.game),
            referee_keys(fold.seats),
            key,
        ),
    )
    return _finish(session, file, key)


def first_annex(place: Place, least: int, referees: Iterable[str], key: PrivateKey) -> AnnexPart:
    """The annex of a seat's first file: with it files and key rebuild everything (protocol 8).

    In a game with hidden things every file has an annex for items, also one that seals none, of
    at `least` so many bytes; `referees` are their public keys, for whom it is encrypted as well.
    """
    secret = encrypt_secret(place.secret, place.identity, key.public.line)
    age = encrypt_annex((), recipients(place, referees), least) if least else ""
    return AnnexPart(secret=secret, age=age)


def _frame(session: Session, sent: str, message: str) -> dict[str, Any]:
    """The parts that every file but the genesis has."""
    return {
        "format": FORMAT,
        "game": session.links.game,
        "seq": session.next_seq,
        "prev": session.links.hash,
        "seat": session.seat,
        "nonce": secrets.token_hex(32),
        "sent": sent,
        "message": message,
        "dice": DicePart(commit=_place(session).seed_commit.hex(), reveal=session.own_seed()),
    }


def _finish(session: Session, file: TurnFile, key: PrivateKey) -> TurnFile:
    """Judge our own file as others will, sign it once, keep it, apply it."""
    check_heard(session)
    body = write_body(file)
    if len(body) > MOST_BYTES - 1024:
        hint = "shorten the message or the orders"
        raise refuse("E01", "the turn file would be larger than 256 KiB", hint=hint)
    scanned = scan(body + tail(key.sign(body)))
    written = read(scanned)
    outcome = session.judge(scanned, written)
    session.journal.keep(session.links.game, session.seat, file.seq, scanned.raw)
    session.journal.forget_adopted(session.links.game, session.seat)
    try:
        apply(session, scanned, written, outcome)
    except Refused as refused:
        raise Refused(*(_kept(session, file, problem) for problem in refused.problems)) from None
    return written


def _kept(session: Session, file: TurnFile, problem: Problem) -> Problem:
    """What keeps a signed file from the chain: it goes on from the journal."""
    place = session.journal.path(session.links.game, session.seat, file.seq)
    what = f"your file {file.seq} is signed, and kept in {command(place)}; but {problem.what}"
    hint = "make room, then run 'pbem status': it goes on with that file; write no other"
    return replace(problem, what=what, hint=hint)
