"""The game is a fold: the state after a file follows from the state before it and the file.

`start` makes the state of a genesis, `take` applies a file, `resolve` opens the dice that wait,
for a file that has come or for an author who looks at what his own will open. All are pure; files
have been read and their signatures checked before they come here (`pbem.chain`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pbem.chain import Links, check_seed
from pbem.dice import Dice, roll_key
from pbem.engine.decisions import Decision
from pbem.engine.events import Happening
from pbem.engine.ledger import (
    Fold,
    Outcome,
    Owner,
    Rules,
    SealedItem,
    Thrown,
    is_over,
    side_of,
    state_digest,
    writer,
)
from pbem.engine.orders import End, Order, Resign, decode_orders, order_place
from pbem.engine.run import Table, advance, current_step
from pbem.engine.steps import Seat, Setup, View
from pbem.errors import Problem, raise_if, refuse
from pbem.frozen import FrozenMap
from pbem.narrow import parse_item
from pbem.seal import commitment as seal_commitment
from pbem.turnfile import OpenPart, TurnFile

G = TypeVar("G")


# --- beginning -----------------------------------------------------------------------------------


def start(file: TurnFile, scenario: Mapping[str, Any], rules: Rules[G]) -> Fold[G]:
    """The fold after a genesis.

    Raises `Refused` (E12) where its seats or options are not what the game allows.
    """
    part = file.genesis
    assert part is not None
    seats = tuple(
        Seat(name=s.name, side=s.side, holder=s.holder, email=s.email, key=s.key)
        for s in file.seats
    )
    setup = Setup(scenario=scenario, seats=seats, options=part.options)
    raise_if(rules.system.check_setup(setup, rules.charts))
    return Fold(
        system=part.system,
        scenario=part.scenario,
        rules=part.rules,
        scenario_hash=part.scenario_hash,
        seats=seats,
        joins=tuple(seat.name for seat in seats if seat.name != file.seat),
        table=Table(turn=rules.system.first_turn, game=rules.system.setup(setup, rules.charts)),
    )


# --- one file ------------------------------------------------------------------------------------


def resolve(fold: Fold[G], rules: Rules[G], seat: str, seq: int, reveal: str | None) -> Outcome[G]:
    """Open the owner's dice with the seed in this seat's file `seq`, and run on (protocol 6).

    The witness is the first later file of the other side; for any other file nothing happens.
    """
    owner, so_far = fold.owner, Outcome(fold=fold, turn=fold.table.turn)
    if owner is None or owner.key or reveal is None:
        return so_far
    if side_of(fold, owner.seat) == side_of(fold, seat):
        return so_far
    key = roll_key(bytes.fromhex(reveal), bytes.fromhex(owner.hash)).hex()
    opened = replace(fold, owner=replace(owner, key=key, witness=seq))
    outcome = _run(replace(so_far, fold=opened), rules)
    return replace(outcome, turn=outcome.fold.table.turn)


def _run(outcome: Outcome[G], rules: Rules[G]) -> Outcome[G]:
    """Run the rules on with the owner's dice, which are closed until its witness has come."""
    fold, owner = outcome.fold, outcome.fold.owner
    if fold.joins or owner is None:
        return outcome
    dice = Dice(bytes.fromhex(owner.key) if owner.key else None, owner.labels)
    advanced = advance(rules.system, fold.table, dice, rules.charts)
    labels = (*owner.labels, *(roll.label for roll in dice.rolls))
    fold = replace(fold, table=advanced.table, owner=replace(owner, labels=labels))
    waits = _witness(fold, rules, owner.seat) if advanced.waits else ""
    thrown = (Thrown(seq=owner.seq, witness=owner.witness, roll=roll) for roll in dice.rolls)
    return replace(
        outcome,
        fold=replace(fold, waits=waits),
        happenings=(*outcome.happenings, *advanced.happenings),
        thrown=(*outcome.thrown, *thrown),
    )


def _owned(fold: Fold[G], file: TurnFile) -> Fold[G]:
    """The fold in which rolls belong to this file from now on."""
    return replace(fold, owner=Owner(seq=file.seq, hash=file.hash, seat=file.seat))


def decision_for(fold: Fold[G], rules: Rules[G], seat: str) -> Decision:
    """What the seat's next file must hold, once its own seed has been opened."""
    if is_over(fold, rules):
        last = writer(fold) == seat
        opens = tuple(item.id for item in fold.sealed if item.seat == seat) if last else ()
        return Decision(seat=seat, rule="", opens=opens)
    asked = (decision for decision in fold.table.asks if decision.seat == seat)
    return next(asked, Decision(seat=seat, rule=""))


def view_of(fold: Fold[G], rules: Rules[G], seat: str, own: Mapping[str, str]) -> View[G]:
    """What the seat may see; `own` are the contents of its sealed items by id."""
    table = fold.table
    return View(
        seat=seat,
        side=side_of(fold, seat),
        seats=fold.seats,
        turn=table.turn,
        step=current_step(rules.system, table).name,
        game=table.game,
        decision=decision_for(fold, rules, seat),
        earlier=table.held,
        own=FrozenMap(own),
    )


def take(fold: Fold[G], rules: Rules[G], links: Links, file: TurnFile) -> Outcome[G]:
    """The fold after a file whose signature and link hold: E08 to E12 in order (protocol 9).

    Raises `Refused` at the first of these checks that fails, with all of its problems.
    """
    _check_writer(fold, file)
    check_seed(links, file.seat, file.dice.reveal)
    opened = resolve(fold, rules, file.seat, file.seq, file.dice.reveal)
    _check_digest(opened.fold, file)
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
    return _run(Outcome(fold=_owned(joined, file), turn=fold.table.turn), rules)


def _decided(opened: Outcome[G], rules: Rules[G], links: Links, file: TurnFile) -> Outcome[G]:
    """Openings (E11), then orders (E12), then the rules run on with the next dice closed."""
    fold, system = opened.fold, rules.system
    if file.join is not None:
        raise refuse("E12", "this seat has joined already", where="[join]")
    decision = decision_for(fold, rules, file.seat)
    _check_items(decision, file)
    fold, happened = open_items(fold, rules, links.game, file.seat, file.open)
    orders = decode_orders(file.order, system.orders, code="E12")
    raise_if(check_orders(fold, rules, file.seat, orders, {}))
    fold = _with_sealed(fold, file)
    for order in orders:
        if isinstance(order, End):
            ended = replace(fold, ended=(*fold.ended, file.seat))
            return replace(opened, fold=ended, happenings=(*opened.happenings, *happened))
        if isinstance(order, Resign):
            game, events = system.resign(fold.table.game, file.seat, rules.charts)
            fold = replace(fold, table=replace(fold.table, game=game))
            happened += _stamp(fold, rules, events)
    fold = _answered(fold, rules, decision, orders)
    if decision.covers or orders:  # opening alone decides nothing (protocol 6)
        fold = _owned(fold, file)
    so_far = replace(opened, fold=fold, happenings=(*opened.happenings, *happened))
    return _run(so_far, rules)


def _witness(fold: Fold[G], rules: Rules[G], seat: str) -> str:
    """The first seat of the other side that is still in the game (protocol 4)."""
    side = side_of(fold, seat)
    others = [one.name for one in fold.seats if one.side not in (side, "referee")]
    alive = (n for n in others if rules.system.alive(fold.table.game, n, rules.charts))
    return next(alive, others[0])


# --- openings and sealed items -------------------------------------------------------------------


def _check_items(decision: Decision, file: TurnFile) -> None:
    """E11: exactly the items that the step wants are opened and sealed."""
    for verb, wanted, found in (
        ("open", decision.opens, [part.id for part in file.open]),
        ("seal", decision.seals, [part.id for part in file.sealed]),
    ):
        if sorted(wanted) != sorted(found):
            named = ", ".join(sorted(wanted)) or "nothing"
            raise refuse(
                "E11", f"file {file.seq} must {verb} {named}", where=f"[[{verb}]]",
                hint="its author's program is at fault or was tampered with",
            )  # fmt: skip


def open_items(
    fold: Fold[G], rules: Rules[G], game: str, seat: str, parts: tuple[OpenPart, ...]
) -> tuple[Fold[G], tuple[Happening, ...]]:
    """Open sealed items against their commitments and tell the rules (protocol 7).

    Raises `Refused` (E11) for an opening that does not match. Content that is not of the narrow
    form is not refused: the rules take their default and report it.
    """
    happened: tuple[Happening, ...] = ()
    for number, part in enumerate(parts, 1):
        item = next((i for i in fold.sealed if (i.seat, i.id) == (seat, part.id)), None)
        if item is None or part.seq != item.seq or not _matches(game, item, part):
            what = f"what is opened as '{part.id[:40]}' is not what was sealed"
            hint = "its author must open the item as he last sealed it"
            raise refuse("E11", what, where=f"[[open]] {number}", hint=hint)
        table = fold.table
        state, events = rules.system.opened(
            table.game, seat, part.id, parse_item(part.content), rules.charts
        )
        left = tuple(other for other in fold.sealed if other is not item)
        fold = replace(fold, sealed=left, table=replace(table, game=state))
        happened += _stamp(fold, rules, events)
    return fold, happened


def _matches(game: str, item: SealedItem, part: OpenPart) -> bool:
    commit = seal_commitment(
        bytes.fromhex(game), item.seat, item.seq, item.id, bytes.fromhex(part.salt), part.content
    )
    return commit.hex() == item.commit


def _with_sealed(fold: Fold[G], file: TurnFile) -> Fold[G]:
    items = (
        SealedItem(seat=file.seat, id=part.id, seq=file.seq, commit=part.commit)
        for part in file.sealed
    )
    return replace(fold, sealed=(*fold.sealed, *items))


# --- orders --------------------------------------------------------------------------------------


def check_orders(
    fold: Fold[G],
    rules: Rules[G],
    seat: str,
    orders: tuple[Order, ...],
    own: Mapping[str, str],
) -> tuple[Problem, ...]:
    """Every reason for which the orders are not legal now (E12)."""
    last = tuple(_wrong_end(fold, rules, seat, orders))
    if last or any(isinstance(order, Resign | End) for order in orders) or is_over(fold, rules):
        return last
    return tuple(rules.system.check(view_of(fold, rules, seat, own), orders, rules.charts))


def _wrong_end(
    fold: Fold[G], rules: Rules[G], seat: str, orders: tuple[Order, ...]
) -> Iterator[Problem]:
    """What is wrong with `resign` and `end`, and with anything else when the game is over."""
    over, ending = is_over(fold, rules), writer(fold) == seat
    for number, order in enumerate(orders, 1):
        if isinstance(order, Resign | End) and len(orders) > 1:
            yield _e12(f"'{order.type}' stands alone in its file", number)
        elif isinstance(order, Resign) and over:
            yield _e12("the game is over: there is nothing to resign", number)
        elif isinstance(order, End) and not over:
            yield _e12("the game is not over", number)
        elif over and not isinstance(order, End):
            yield _e12("the game is over: no orders but 'end' are taken", number)
        elif over and not ending:
            yield _e12("the game is over, and another seat ends it first", number)
    if over and ending and not orders:
        yield _e12("the game is over: the order 'end' is missing", 1, hint="use 'pbem end'")


def _e12(what: str, number: int, hint: str = "take it out") -> Problem:
    return Problem(code="E12", what=what, where=order_place(number), hint=hint)


def _answered(
    fold: Fold[G], rules: Rules[G], decision: Decision, orders: tuple[Order, ...]
) -> Fold[G]:
    """Put the orders where their steps will look for them; standing orders hold at once."""
    system, table, seat = rules.system, fold.table, decision.seat
    held, game = dict(table.held), table.game
    answers: dict[str, list[Order]] = {key: [] for key in decision.covers}
    for order in orders:
        if isinstance(order, Resign):
            continue
        key = system.key_for(order, decision)
        if key:
            answers[key].append(order)
        else:
            game = system.stand(game, seat, order)
    for key, given in answers.items():
        seats: FrozenMap[tuple[Order, ...]] = held.get(key, FrozenMap())
        held[key] = seats.set(seat, tuple(given))
    return replace(fold, table=replace(table, game=game, held=FrozenMap(held)))


def _stamp(fold: Fold[G], rules: Rules[G], events: tuple[Any, ...]) -> tuple[Happening, ...]:
    step = current_step(rules.system, fold.table).name
    return tuple(Happening(turn=fold.table.turn, step=step, event=event) for event in events)
