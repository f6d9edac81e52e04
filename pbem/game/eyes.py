"""What one seat sees that others do not, moment by moment: its charts, from chain and secret."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.hidden import Scene
from pbem.engine.ledger import Outcome
from pbem.engine.orders import Disclose, decode_orders, stands_alone
from pbem.errors import refuse
from pbem.game.annexes import Place, contents
from pbem.game.session import Session
from pbem.scan import scan
from pbem.turnfile import TurnFile, read


class Eyes:
    """A seat's hidden state as its own program has it, while the chain is played again.

    `are_open` tells whether all may look through them: its secret has been laid open.
    """

    def __init__(self, seat: str, secret: bytes, *, are_open: bool = False) -> None:
        self.seat, self.are_open = seat, are_open
        self._secret = secret
        self._private: Any = None

    def see(
        self, before: Any, file: TurnFile, outcome: Outcome[Any], session: Session
    ) -> Iterator[tuple[Scene[Any], Any]]:
        """Each scene of a file with the hidden state after it; None before all have joined.

        `before` is the public state that the file found.
        """
        hidden, charts = session.rules.system.hidden, session.rules.charts
        assert hidden is not None
        if outcome.fold.joins:
            yield from ((scene, None) for scene in outcome.scenes)
            return
        if self._private is None:
            self._private = hidden.set_up(before, self.seat, charts)
        orders = decode_orders(file.order, session.rules.system.orders, code="E12")
        own = file.seat == self.seat and file.charts is not None and not stands_alone(orders)
        for number, scene in enumerate(outcome.scenes):
            if own and number == outcome.settled:
                self._read(file, outcome, session)
            self._private = hidden.learn(self._private, scene, charts)
            yield scene, self._private
        if own and outcome.settled >= len(outcome.scenes):
            self._read(file, outcome, session)

    def _read(self, file: TurnFile, outcome: Outcome[Any], session: Session) -> None:
        """What an own file seals, as its annex has it (protocol 7)."""
        hidden, game = session.rules.system.hidden, session.links.game
        assert hidden is not None
        place = Place(secret=self._secret, game=game, seat=self.seat, seq=file.seq)
        items = contents(place, file, session.rules, outcome.found)
        state, charts = outcome.fold.table.game, session.rules.charts
        self._private = hidden.read(state, self.seat, items, charts)


def eyes_of(session: Session, seat: str) -> Eyes:
    """A seat's own eyes: this player's, or those of a seat that has laid its secret open.

    Raises `Refused` for a game without charts, for no seat of it, and for one that is not this
    player's and has not been disclosed.
    """
    session.chart_ids(seat)
    laid_open = _disclosed(session, seat)
    if laid_open is not None:
        return Eyes(seat, laid_open, are_open=True)
    if seat == session.seat:
        return Eyes(seat, session.secret())
    what = f"the charts of {seat} are not yours to see"
    hint = "they are laid open when the game is over, by the last file of that seat"
    raise refuse("option", what, where="--as", hint=hint)


def _disclosed(session: Session, seat: str) -> bytes | None:
    """The game secret of a seat, if its last file has laid it open (protocol 8)."""
    if seat not in session.fold.ended:
        return None
    for raw in session.folder.chain():
        scanned = scan(raw)
        for order in read(scanned).order if scanned.seat == seat else ():
            if order["type"] == Disclose.type:
                return bytes.fromhex(str(order["secret"]))
    return None
