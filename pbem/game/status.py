"""What `pbem status` says, kept as a small file so that it can be said at once."""

from typing import Any, TypedDict

from pbem.codec import plain
from pbem.engine.clock import clock_of
from pbem.engine.ledger import is_over, last_order, seat_called, side_of, writer
from pbem.engine.mentions import spelled
from pbem.engine.orders import Disclose
from pbem.engine.run import Table
from pbem.engine.titles import title_of, turn_to_type
from pbem.engine.views import decision_for
from pbem.game import logbook, reports
from pbem.game.claims import doubt
from pbem.game.forced import NOTHING, is_forced
from pbem.game.questions import beside, open_questions, own_rulings, rulings_due
from pbem.game.session import Session, genesis_of
from pbem.scan import scan
from pbem.store.shelf import scenario_name
from pbem.turnfile import read


class Summary(TypedDict):
    """The game at a glance, as plain values for `cache/status.json`.

    `clock` are the fields of the clock agreed on, if any (`engine/clock`); no hours stand here, for
    they go by. `journal` is where this seat's next file would lie if it had been signed and not
    applied.
    """

    system: str
    title: str
    scenario: str
    game: str
    seat: str
    side: str
    seats: dict[str, str]
    called: dict[str, str]
    head: int
    last: str
    turn: int
    turn_title: str
    whole_turn: str
    step: str
    joins: list[str]
    next: str
    decide: list[str]
    empty: bool
    why: list[str]
    questions: list[str]
    headline: str
    files: int
    over: bool
    result: str
    winner: str
    doubt: str
    clock: dict[str, int | str]
    journal: str


def summary(session: Session) -> Summary:
    """What `pbem status` has to tell of a game as it stands."""
    ahead = session.ahead().fold
    fold, table, system = session.fold, ahead.table, session.rules.system
    charts = session.rules.charts
    verdict = system.verdict(table.game)
    step = system.steps(table.turn)[table.cursor].name
    return {
        "system": fold.system,
        "title": title_of(system, table.game),
        "scenario": scenario_name(fold.system, fold.scenario),
        "game": session.links.game,
        "seat": session.seat,
        "side": side_of(fold, session.seat),
        "seats": {seat.name: seat.holder for seat in fold.seats},
        "called": {seat.name: seat_called(fold, seat.name) for seat in fold.seats},
        "head": session.links.seq,
        "last": session.folder.name_at(session.links.seq, session.links.seats),
        "turn": table.turn,
        "turn_title": turn_to_type(system, table.game, table.turn, step, charts),
        "whole_turn": system.turn_title(table.game, table.turn, "", charts),
        "step": _step_words(session, ahead),
        "joins": list(fold.joins),
        "next": writer(fold),
        "decide": decisions(session) if session.is_mine else [],
        "empty": is_forced(session),
        "why": _reasons(session, ahead),
        "questions": list(spelled((*open_questions(session), *own_rulings(session)), {})),
        "headline": reports.last_headline(session),
        "files": _files(session, table),
        "over": is_over(session.final().fold, session.rules),
        "result": reports.result_words(verdict) if verdict else "",
        "winner": verdict.winner if verdict else "",
        "doubt": doubt(session, ahead) if verdict else "",
        "clock": _clock(session),
        "journal": str(session.journal.path(session.links.game, session.seat, session.next_seq)),
    }


def _files(session: Session, table: Table[Any]) -> int:
    """How many files were mailed in the turn so far: the first one's begin with the genesis."""
    is_first = table.turn == session.rules.system.first_turn(table.game)
    return logbook.file_count(session.folder, table.turn) + is_first


def _clock(session: Session) -> Any:
    genesis = read(scan(genesis_of(session.folder))).genesis
    clock = clock_of(genesis.options) if genesis else None
    return {} if clock is None else plain(clock)


def _step_words(session: Session, ahead: Any) -> str:
    if ahead.joins:
        return "the seats are joining"
    if is_over(ahead, session.rules):
        return "the game is over"
    table, system = ahead.table, session.rules.system
    return system.step_title(table.turn, system.steps(table.turn)[table.cursor].name)


def decisions(session: Session) -> list[str]:
    """What this seat's next file decides, in words."""
    ahead = session.ahead().fold
    if ahead.joins:
        return ["join the game: pbem join"]
    final = session.final().fold
    if is_over(final, session.rules):
        if writer(final) != session.seat:
            return ["your file opens what waits for it, and ends play", NOTHING]
        if last_order(final, session.rules) is Disclose:
            return ["close the game by disclosing what you hid: pbem disclose"]
        return ["your last file confirms the result", NOTHING]
    reasons = _reasons(session, ahead)
    if decision_for(ahead, session.rules, session.seat).covers:
        return [*reasons, *beside(session)]
    if not reasons and session.opened:
        reasons = [f"{session.opened}, which it opens"]
    return [*reasons, *(list(beside(session)) or [NOTHING])]


def _reasons(session: Session, ahead: Any) -> list[str]:
    """Why the next file is needed, whoever writes it: dice to open, then what it is asked for."""
    seat = writer(session.fold)
    if not seat or ahead.joins or is_over(ahead, session.rules):
        return []
    words = [f"{session.opened_dice}, which it opens"] if session.opened_dice else []
    if ahead.waits != seat and (session.is_mine or session.rules.system.agenda is not None):
        words += asked(session, ahead, seat)
    return words if session.is_mine else [*words, *rulings_due(session, seat)]


def still_closed(session: Session) -> str:
    """That play waits for what another's next file opens, and what ours brings is read with it."""
    writes = writer(session.fold)
    if not writes or session.is_mine:
        return ""
    decision = decision_for(session.fold, session.rules, writes)
    waits = any(session.seat in given for given in session.fold.table.held.values())
    is_sealed = decision.opens and (waits or not decision.covers)
    opened = session.opened_dice or ("what it has sealed" if is_sealed else "")
    if not opened:
        return ""
    who, when = seat_called(session.fold, writes), f"file {session.next_seq}"
    if decision.covers and not session.opened_dice:
        when += " at the earliest"  # others may have to decide after it
    return f"what else comes of it you read with {when}: {who} opens {opened}"


def asked(session: Session, ahead: Any, seat: str) -> list[str]:
    """What the rules ask a seat for, in the words of the game or by the titles of its steps."""
    system, decision = session.rules.system, decision_for(ahead, session.rules, seat)
    game, charts = ahead.table.game, session.rules.charts
    if system.agenda is not None:
        return list(spelled(system.agenda(game, decision, charts), system.names(game, charts)))
    words = []
    for key in decision.covers:
        turn, _, step = key.partition("/")
        title = system.turn_title(game, int(turn), step, charts)
        words.append(f"{title}, {system.step_title(int(turn), step)}")
    words += [f"opens your sealed item {id_}" for id_ in decision.opens]
    words += [f"seals your item {id_}" for id_ in decision.seals]
    return words
