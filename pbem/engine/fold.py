"""The game is a fold: the state after a file follows from the state before it and the file.

`take` applies a file, `resolve` opens the dice that wait, for a file that has come or for an author
who looks at what his own will open. All are pure; files have been read and their signatures checked
before they come here (`pbem.chain`).
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pbem.chain import Links, check_seed
from pbem.dice import Dice, commitment, roll_key, seed_for
from pbem.engine.hidden import Scene
from pbem.engine.items import (
    Openings,
    check_hidden_parts,
    check_sealed,
    open_items,
    opened_by_orders,
    with_sealed,
)
from pbem.engine.ledger import (
    REFEREE,
    Fold,
    Outcome,
    Owner,
    Rules,
    Thrown,
    is_over,
    players,
    referee_of,
    side_of,
    state_digest,
    writer,
)
from pbem.engine.orders import (
    Disclose,
    End,
    Order,
    Resign,
    Ruling,
    decode_orders,
)
from pbem.engine.rulings import settled
from pbem.engine.run import Advanced, advance, answered, current_step
from pbem.engine.steps import change_of_score
from pbem.engine.views import check_orders, decision_for
from pbem.errors import raise_if, refuse
from pbem.frozen import replace
from pbem.turnfile import HEX, OpenPart, TurnFile

G = TypeVar("G")


# --- dice ----------------------------------------------------------------------------------------


def resolve(fold: Fold[G], rules: Rules[G], seat: str, seq: int, reveal: str | None) -> Outcome[G]:
    """Open the owner's dice with the seed in this seat's file `seq`, and run on (protocol 6).

    The witness is the first later file of the other side; for any other file nothing happens.
    """
    owner, so_far = fold.owner, Outcome(fold=fold, turn=fold.table.turn, seq=seq)
    if owner is None or owner.key or reveal is None:
        return so_far
    if not _may_witness(fold, owner.seat, seat):
        return so_far
    key = roll_key(bytes.fromhex(reveal), bytes.fromhex(owner.hash)).hex()
    opened = replace(fold, owner=replace(owner, key=key, witness=seq))
    outcome = _run(replace(so_far, fold=opened), rules)
    outcome = _closed_by(seat, fold, outcome, rules)
    return replace(outcome, turn=outcome.fold.table.turn)


def _may_witness(fold: Fold[G], owner: str, seat: str) -> bool:
    """Whether a seat's file opens the dice of an owner's: a referee does so by option alone."""
    side, by = side_of(fold, owner), side_of(fold, seat)
    if by == REFEREE or fold.referee_witnesses:
        return by == REFEREE and side != REFEREE and fold.referee_witnesses
    return by != side


def _witness(fold: Fold[G], rules: Rules[G], seat: str) -> str:
    """The seat that opens a seat's dice (protocol 4).

    It is the first seat of the other side that is still in the game, or the referee by option.
    """
    if fold.referee_witnesses:
        return referee_of(fold)
    side = side_of(fold, seat)
    others = [name for name in players(fold) if side_of(fold, name) != side]
    alive = (n for n in others if rules.system.alive(fold.table.game, n, rules.charts))
    return next(alive, others[0])


def left_by(
    fold: Fold[G], rules: Rules[G], seat: str, orders: tuple[Order, ...], seq: int
) -> Advanced[G]:
    """What orders in a seat's file `seq` lead to by themselves, before any of its dice is open."""
    decision = decision_for(fold, rules, seat)
    table = answered(rules.system, fold.table, decision, orders, seq)
    return advance(rules.system, table, Dice(None, during=seq), rules.charts)


def _run(outcome: Outcome[G], rules: Rules[G]) -> Outcome[G]:
    """Run the rules on with the owner's dice, which are closed until its witness has come.

    When they end the game nobody asks a referee any more, who writes no last file (protocol 12).
    """
    fold, owner = outcome.fold, outcome.fold.owner
    if fold.joins or owner is None:
        return outcome
    key = bytes.fromhex(owner.key) if owner.key else None
    dice = Dice(key, owner.labels, file=owner.seq, during=outcome.seq)
    advanced = advance(rules.system, fold.table, dice, rules.charts)
    labels = (*owner.labels, *(roll.label for roll in dice.rolls))
    fold = replace(fold, table=advanced.table, owner=replace(owner, labels=labels))
    waits = _witness(fold, rules, owner.seat) if advanced.waits else ""
    referred = fold.referred and not is_over(fold, rules)
    thrown = (Thrown(seq=owner.seq, witness=owner.witness, roll=roll) for roll in dice.rolls)
    return replace(
        outcome,
        fold=replace(fold, waits=waits, referred=referred),
        scenes=(*outcome.scenes, *advanced.scenes),
        thrown=(*outcome.thrown, *thrown),
    )


def _closed_by(seat: str, before: Fold[G], outcome: Outcome[G], rules: Rules[G]) -> Outcome[G]:
    """The outcome with the seat that ends the game by what its file opens or states noted.

    A referee writes no last file (protocol 12).
    """
    ends = is_over(outcome.fold, rules) and not is_over(before, rules)
    if not ends or side_of(before, seat) == REFEREE:
        return outcome
    return replace(outcome, fold=replace(outcome.fold, closer=seat))


def _owned(fold: Fold[G], file: TurnFile) -> Fold[G]:
    """The fold in which rolls belong to this file from now on."""
    ruled = tuple(seat for seat in fold.ruled if seat != file.seat)
    return replace(fold, owner=Owner(seq=file.seq, hash=file.hash, seat=file.seat), ruled=ruled)


# --- openings ------------------------------------------------------------------------------------


def unseal(
    outcome: Outcome[G],
    rules: Rules[G],
    game: str,
    seat: str,
    find: Callable[[Fold[G], tuple[str, ...]], tuple[OpenPart, ...]],
) -> Outcome[G]:
    """Open what the seat's decision asks to be opened, and run on, as often as it asks.

    No decision lies between: the dice still belong to the file that owned them (protocol 6).
    """
    while wanted := decision_for(outcome.fold, rules, seat).opens:
        before = outcome.fold
        fold, scenes = open_items(before, rules, game, seat, find(before, wanted))
        opened = replace(outcome, fold=fold, scenes=(*outcome.scenes, *scenes))
        outcome = _closed_by(seat, before, _run(opened, rules), rules)
    return replace(outcome, turn=outcome.fold.table.turn)


# --- statements ---------------------------------------------------------------------------------


def concluded(
    outcome: Outcome[G], rules: Rules[G], seat: str, orders: tuple[Order, ...]
) -> Outcome[G] | None:
    """Where a file's statements end the game, the outcome with them made; None elsewhere.

    Such a file decides nothing, and is its author's last one (protocol 12).
    """
    statements = tuple(order for order in orders if is_statement(order, rules))
    decides = decision_for(outcome.fold, rules, seat).covers
    if not statements or decides or any(not order.forced for order in orders):
        return None
    if is_over(outcome.fold, rules) or check_orders(outcome.fold, rules, seat, statements, {}):
        return None
    fold, events = _stated(outcome.fold, rules, seat, statements)
    scenes = (_scene(outcome.fold, fold, rules, events),) if events else ()
    stated = replace(outcome, fold=fold, scenes=(*outcome.scenes, *scenes))
    ran = _run(replace(stated, settled=len(stated.scenes)), rules)
    ran = _closed_by(seat, outcome.fold, ran, rules)
    return ran if is_over(ran.fold, rules) else None


def is_statement(order: Order, rules: Rules[G]) -> bool:
    """Whether an order is one of the game's own that decide nothing."""
    return order.forced and order.type in rules.system.orders


def _stated(
    fold: Fold[G], rules: Rules[G], seat: str, orders: Iterable[Order]
) -> tuple[Fold[G], tuple[Any, ...]]:
    """The fold with statements made, and what they tell."""
    hidden = rules.system.hidden
    events: tuple[Any, ...] = ()
    for order in orders:
        if hidden is not None and is_statement(order, rules):
            game, told = hidden.stated(fold.table.game, seat, order, rules.charts)
            fold, events = replace(fold, table=replace(fold.table, game=game)), (*events, *told)
    return fold, events


# --- one file ------------------------------------------------------------------------------------


def take(fold: Fold[G], rules: Rules[G], links: Links, file: TurnFile) -> Outcome[G]:
    """The fold after a file whose signature and link hold: E08 to E12 in order (protocol 9).

    Raises `Refused` at the first of these checks that fails, with all of its problems.
    """
    _check_writer(fold, file)
    check_seed(links, file.seat, file.dice.reveal)
    opened = resolve(fold, rules, file.seat, file.seq, file.dice.reveal)
    _check_digest(opened.fold, file)
    check_hidden_parts(fold, rules, file)
    if fold.joins:
        return _joined(opened.fold, rules, file)
    return _decided(opened, rules, links, file)


def _check_writer(fold: Fold[G], file: TurnFile) -> None:
    expected = writer(fold)
    if file.seat == expected:
        return
    what = f"seat '{file.seat}' is not the one to write file {file.seq}"
    hint = f"it is for seat '{expected}' to write" if expected else "the game is over"
    raise refuse("E08", what, where="seat", hint=hint)


def _check_digest(fold: Fold[G], file: TurnFile) -> None:
    assert file.state is not None
    ours = state_digest(fold)
    if file.state.digest != ours:
        what = f"its author's program has another state before file {file.seq} than yours"
        hint = "both run 'pbem verify' and compare versions and 'pbem state --canonical'"
        raise refuse("E10", what, where="[state] digest", hint=hint)


def _joined(fold: Fold[G], rules: Rules[G], file: TurnFile) -> Outcome[G]:
    """A join: its author's rule book and scenario are the genesis's (protocol 4)."""
    part = file.join
    if part is None or file.order or file.sealed or file.open:
        raise refuse(
            "E12", "a seat's first file joins and does nothing else", where="[join]",
            hint="its author uses 'pbem join'",
        )  # fmt: skip
    if (part.rules, part.scenario_hash) != (fold.rules, fold.scenario_hash):
        raise refuse(
            "E12", "its author joined with another rule book or scenario", where="[join]",
            hint="compare the versions of your programs and your charts",
        )  # fmt: skip
    joined = replace(fold, joins=fold.joins[1:])
    if side_of(fold, file.seat) != REFEREE:
        joined = _owned(joined, file)
    return _run(Outcome(fold=joined, turn=fold.table.turn, seq=file.seq), rules)


def _decided(opened: Outcome[G], rules: Rules[G], links: Links, file: TurnFile) -> Outcome[G]:
    """Openings (E11), then orders (E12), then the rules run on with the next dice closed."""
    system, openings = rules.system, Openings(file)
    if file.join is not None:
        raise refuse(
            "E12",
            "this seat has joined already",
            where="[join]",
            hint="ask its author for his turn",
        )
    outcome = unseal(opened, rules, links.game, file.seat, openings.take)
    orders = decode_orders(file.order, system.orders, code="E12")
    outcome = _shown(outcome, rules, links, file, orders, openings)
    openings.check_all_taken()
    decision = decision_for(outcome.fold, rules, file.seat)
    outcome = replace(outcome, found=outcome.fold.table.game, covers=decision.covers)
    check_sealed(outcome.fold, rules, decision, file, orders)
    stated = concluded(outcome, rules, file.seat, orders)
    if stated is not None:
        outcome, orders = stated, tuple(o for o in orders if not is_statement(o, rules))
    raise_if(check_orders(with_sealed(outcome.fold, file), rules, file.seat, orders, {}))
    outcome = _entered(outcome, rules, links, file, orders)
    if any(isinstance(order, End | Disclose) for order in orders):
        ended = (*outcome.fold.ended, file.seat)
        return replace(outcome, fold=replace(outcome.fold, ended=ended, closer=""))
    if not any(isinstance(order, Ruling) for order in orders):
        table = answered(system, outcome.fold.table, decision, orders, file.seq)
        fold = replace(outcome.fold, table=table)
        if decision.covers or any(not order.forced for order in orders):
            fold = _owned(fold, file)  # opening and stating decide nothing (protocol 6)
        outcome = replace(outcome, fold=fold)
    return _run(replace(outcome, settled=len(outcome.scenes)), rules)


def _shown(
    outcome: Outcome[G],
    rules: Rules[G],
    links: Links,
    file: TurnFile,
    orders: tuple[Order, ...],
    openings: Openings,
) -> Outcome[G]:
    """The outcome with the items open that the orders themselves ask for (protocol 7)."""
    wanted = opened_by_orders(outcome.fold, rules, file.seat, orders)
    if not wanted:
        return outcome
    parts = openings.take(outcome.fold, wanted)
    fold, scenes = open_items(outcome.fold, rules, links.game, file.seat, parts)
    return replace(outcome, fold=fold, scenes=(*outcome.scenes, *scenes))


def _entered(
    outcome: Outcome[G], rules: Rules[G], links: Links, file: TurnFile, orders: tuple[Order, ...]
) -> Outcome[G]:
    """Everything in a file that takes effect at once: sealed items, statements, rulings."""
    fold, events = _stated(with_sealed(outcome.fold, file), rules, file.seat, orders)
    for order in orders:
        if isinstance(order, Disclose):
            _check_disclosed(links, file, order)
        if isinstance(order, Resign):
            game, events = rules.system.resign(fold.table.game, file.seat, rules.charts)
            fold = replace(fold, table=replace(fold.table, game=game))
    fold, ruled = settled(fold, rules, file.seat, file.seq, orders)
    events = (*events, *ruled)
    scenes = (_scene(outcome.fold, fold, rules, events),) if events else ()
    return replace(outcome, fold=fold, scenes=(*outcome.scenes, *scenes))


def _check_disclosed(links: Links, file: TurnFile, order: Disclose) -> None:
    """E12: the secret disclosed is the one that the seat's seeds come from (protocol 8)."""
    commit, game = links.commits[file.seat], bytes.fromhex(links.game)
    secret = bytes.fromhex(order.secret) if HEX.fullmatch(order.secret) else b""
    seed = seed_for(secret, game if commit.seq else bytes(32), commit.seq)
    if (
        commitment(game if commit.seq else bytes(32), file.seat, commit.seq, seed).hex()
        != commit.commit
    ):
        what = "what is disclosed is not the secret that this seat's dice come from"
        raise refuse("E12", what, where="order 1, key 'secret'", hint="use 'pbem disclose'")


def _scene(before: Fold[G], fold: Fold[G], rules: Rules[G], events: tuple[Any, ...]) -> Scene[G]:
    table = fold.table
    score = change_of_score(rules.system, before.table.game, table.game, rules.charts)
    step = current_step(rules.system, table).name
    return Scene(turn=table.turn, step=step, game=table.game, events=events, score=score)
