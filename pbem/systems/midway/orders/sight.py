"""What a seat's orders are judged on, phase by phase: the state as its file finds it [MB3].

Later phases of a file stand as the earlier ones leave them. What only the dice can spoil is no
fault: it is voided and reported when the phase comes.
"""

from collections.abc import Iterable, Iterator

from pbem.engine.decisions import key_of
from pbem.engine.events import Event
from pbem.engine.kinds import Claim, Refusal
from pbem.engine.orders import Order
from pbem.engine.steps import Result, View
from pbem.frozen import FrozenMap, Value, replace
from pbem.suggest import did_you_mean
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import SIDES, other
from pbem.systems.midway.rules.ahead import played
from pbem.systems.midway.rules.answers import Answers, given
from pbem.systems.midway.rules.asks import Moment, ask, seats_of
from pbem.systems.midway.rules.m03_move import NEXT, movers, must_search
from pbem.systems.midway.rules.m05_cap import attacks
from pbem.systems.midway.rules.m16_search import largest
from pbem.systems.midway.rules.standing import THIS, stand
from pbem.systems.midway.table.carriers import afloat, is_able, is_afloat
from pbem.systems.midway.table.orders import CapAttack, Launch, Move, PhaseOrder, Plan
from pbem.systems.midway.table.state import Box, Carrier, Game, Squadron, ids_of
from pbem.systems.midway.words.names import carrier_name


class Sight(Value):
    """What a seat sees of one phase that its file answers; 0 is for its standing orders.

    `answers` are those given already, and the seat's own once they are judged; `going` are the
    squadrons that would move by them. `enemy` are those that the other side has given for its move
    in the same turn, `hunting` those for its CAP attack. `begins` are turn and phase at which play
    stands for this file. `last` is the seat of the side that writes last for these phases,
    `before_repair` tells whether the repair dice of the turn are still to be thrown, `seals`
    whether the plans are sealed.
    """

    game: Game
    seat: str
    side: str
    charts: Charts
    turn: int
    phase: int
    begins: tuple[int, int]
    last: str
    before_repair: bool
    seals: bool
    answers: Answers = FrozenMap()
    enemy: Answers = FrozenMap()
    hunting: Answers = FrozenMap()
    going: tuple[Squadron, ...] = ()

    @property
    def is_last(self) -> bool:
        """Whether no partner writes after this seat [MH36]."""
        return self.last == self.seat

    @property
    def written(self) -> frozenset[str]:
        """The seat, and its partners who have written for the phase already."""
        return frozenset((self.seat, *self.answers))

    def own(self, *boxes: Box) -> tuple[Squadron, ...]:
        """The seat's squadrons in any of the boxes."""
        return tuple(s for s in self.game.squadrons_in(self.side, *boxes) if s.seat == self.seat)

    @property
    def _is_awaited(self) -> bool:
        """Whether the enemy moves between this file and the phase: then he decides who is there."""
        return self.begins <= (self.turn, _phase(Move, other(self.side))) < (self.turn, self.phase)

    @property
    def _may_launch(self) -> bool:
        """Whether the enemy launches before that move, so that the launched may move on [M9.3]."""
        return self.begins <= (self.turn - 1, _phase(Launch, other(self.side)))

    @property
    def launches_before(self) -> bool:
        """Whether this file launches the planes that it moves on afterwards [M9.3, MB3]."""
        return self.begins <= (self.turn - 1, _phase(Launch, self.side))

    @property
    def plans_before(self) -> bool:
        """Whether the decks of this turn are still to be planned, by this file or by the rules."""
        return self.begins <= (self.turn - 1, _phase(Plan, self.side))

    @property
    def is_guess(self) -> bool:
        """Whether the enemy has still to decide who of his is Ready to Attack in the phase [M3]."""
        flying = self.game.squadrons_in(other(self.side), "moving", "ready")
        unknown = self._may_launch or any(one.seat not in self.enemy for one in flying)
        return self._is_awaited and (unknown or must_search(self.game, other(self.side)))

    def raiders(self) -> tuple[Squadron, ...]:
        """Enemy squadrons that are Ready to Attack when the CAP attacks, or may be then [M5.1].

        A move that he has ordered already is open to all. Fighters do not search alone [M4.3].
        """
        enemy = other(self.side)
        if self.is_guess:
            boxes: tuple[Box, ...] = ("deck",) if self._may_launch else ()
            there = self.game.squadrons_in(enemy, *boxes, "moving", "ready")
            able = tuple(one for one in there if one.box != "deck" or self.flies(one))
            return able if not self._is_sought or any(one.is_bomber for one in able) else ()
        going = movers(self.game, enemy, self.enemy) if self._is_awaited else ()
        moved = {one.id: one.moved(NEXT[one.box]) for one in going}
        flying = self.game.squadrons_in(enemy, "moving", "ready")
        return tuple(one for one in flying if moved.get(one.id, one).box == "ready")

    def hunters(self) -> tuple[Squadron, ...]:
        """Enemy CAP that attacks this side's strike, as far as he has ordered it, or may [M5.1].

        The game is as it stands before this side's move, which is played to see whom he meets.
        """
        enemy = other(self.side)
        decks = self.game.squadrons_in(enemy, "deck") if self._may_launch else ()
        able = (one for one in decks if not one.is_bomber and self.flies(one))
        leaving = ids_of(movers(self.game, enemy, self.enemy))
        cap = self.game.squadrons_in(enemy, "cap")
        moved = after(self).game
        there = (one for one in cap if one.id not in leaving)
        return (*(one for one in there if self._hunts(moved, one)), *able)

    def _hunts(self, moved: Game, squadron: Squadron) -> bool:
        """Whether an enemy squadron on CAP attacks, unless that is still to be ordered [M5.1].

        What his doctrine looks for may come by a partner's move that is not written yet.
        """
        ordered = dict(given(self.hunting, CapAttack))
        if squadron.seat not in self.hunting:
            return True
        if squadron.seat in ordered or self.is_last:
            return attacks(moved, squadron, ordered)
        return moved.standing[squadron.seat].cap != "never"

    def flies(self, squadron: Squadron) -> bool:
        """Whether the carrier that a squadron is aboard may launch it [M9.1, M15.2]."""
        return is_able(self.game.carriers[squadron.carrier], self.charts)

    @property
    def _is_sought(self) -> bool:
        """Whether the raiders must find this side first: then one group of theirs comes [M16.3]."""
        return self.is_guess and must_search(self.game, other(self.side))

    def most(self, raiders: Iterable[Squadron]) -> int:
        """The most SP of these raiders that can be Ready to Attack together [M5.1, M16.3]."""
        points = sorted((one.sp for one in raiders), reverse=True)
        return sum(
            points[: largest(len(self.raiders()), self.charts)] if self._is_sought else points
        )

    def needed(self) -> tuple[str, ...]:
        """What must come first if raiders are to be met: a launch, and a search [M9, M16]."""
        if not self.is_guess:
            return ()
        decked = [one.box == "deck" for one in self.raiders()]
        launch = ("if they launch" if all(decked) else "those on deck if they launch",)
        search = ("if one search group finds the Japanese fleet",) if self._is_sought else ()
        return (*search, *(launch if any(decked) else ()))

    def bombers(self) -> tuple[Squadron, ...]:
        """The seat's bombers in Attacking."""
        return tuple(s for s in self.own("attacking") if s.is_bomber)

    def carriers(self) -> list[Carrier]:
        """The seat's carriers afloat, in order."""
        own = afloat(self.game, self.side, self.charts)
        return [carrier for carrier in own if carrier.seat == self.seat]

    def deck(self, carrier: Carrier) -> tuple[Squadron, ...]:
        """What stands on a carrier's deck."""
        return tuple(self.game.aboard(carrier.id, "deck"))


def sights(view: View[Game], charts: Charts) -> Iterator[Sight]:
    """Each phase that the seat's file answers, as it stands if nothing is ordered before it."""
    sight = standing_sight(view, charts)
    for key in view.decision.covers:
        yield (sight := in_phase(view, sight, key))
        sight = after(sight)


def standing_sight(view: View[Game], charts: Charts) -> Sight:
    """What standing orders are judged on: the state as the file finds it."""
    first = view.decision.covers[0] if view.decision.covers else f"{view.turn}/0"
    _, phase = _moment(first)
    return Sight(
        game=view.game,
        seat=view.seat,
        side=view.side,
        charts=charts,
        turn=view.turn,
        phase=0,
        begins=_moment(view.now or first),
        last=_last_writer(view, charts),
        before_repair=phase >= Launch.phases[0],
        seals=bool(view.decision.seals),
    )


def in_phase(view: View[Game], sight: Sight, key: str, own: tuple[Order, ...] = ()) -> Sight:
    """The phase of a key that the file answers, with what partners and the seat order for it.

    `sight` is that of the phase before.
    """
    turn, phase = _moment(key)
    partners: FrozenMap[tuple[Order, ...]] = view.earlier.get(key, FrozenMap())
    answers = partners.set(view.seat, own) if own else partners
    going = tuple(movers(sight.game, view.side, answers)) if phase in Move.phases else ()
    moves = key_of(turn, str(_phase(Move, other(view.side))))
    hunts = key_of(turn, str(_phase(CapAttack, other(view.side))))
    return replace(
        sight,
        turn=turn,
        phase=phase,
        answers=answers,
        enemy=view.earlier.get(moves, FrozenMap()),
        hunting=view.earlier.get(hunts, FrozenMap()),
        going=going,
    )


def _phase(order: type[PhaseOrder], side: str) -> int:
    """A side's phase for a kind of order [M0.3]."""
    return order.phases[SIDES.index(side)]


def _moment(key: str) -> tuple[int, int]:
    """The turn and the phase of a key."""
    turn, phase = map(int, key.split("/"))
    return turn, phase


def after(sight: Sight) -> Sight:
    """What the next phase of the file finds, as far as no dice are needed for it."""
    return replace(sight, game=_played(sight).game)


def events(sight: Sight) -> tuple[Event, ...]:
    """What a phase brings by the orders for it, as far as it needs no dice."""
    return _played(sight).events


def _played(sight: Sight) -> Result[Game]:
    return played(sight.game, sight.side, sight.phase, sight.answers, sight.charts)


def without_orders(sight: Sight) -> Sight:
    """The phase if its seat orders nothing for it, and its partners what they did [MB1]."""
    others = {seat: own for seat, own in sight.answers.items() if seat != sight.seat}
    return replace(sight, answers=FrozenMap(others))


def stood(sight: Sight, order: Order) -> Sight:
    """A standing order is in force from this very file on [MB1]."""
    return replace(sight, game=stand(sight.game, sight.seat, order, THIS))


def _last_writer(view: View[Game], charts: Charts) -> str:
    """The last seat of the side that owes a file for the same phases [MH36]."""
    seats = seats_of(view.game, view.side)
    later = seats[seats.index(view.seat) + 1 :]
    now = Moment(turn=view.turn, phase=int(view.step))
    asked = (seat for seat in reversed(later) if ask(view.game, charts, now, seat) is not None)
    return next(asked, view.seat)


# --- what several orders share -------------------------------------------------------------------


def absent(
    sight: Sight,
    key: str,
    rule: str,
    ids: Iterable[str],
    there: Iterable[Squadron],
    lacking: str,
) -> Iterator[Refusal]:
    """Squadrons that are not among those `there`, which are the legal ones: what they lack.

    Of a lost one that is said, and no more [M0.6].
    """
    legal = sorted(squadron.id for squadron in there)
    hint = (
        f"legal are: {', '.join(legal)}"
        if legal
        else "none can do this when that phase comes: take it out"
    )
    for id_ in ids:
        if id_ not in legal:
            what = "is lost" if is_lost(sight, id_) else lacking
            yield Refusal(rule=rule, key=key, what=f"{id_[:40]} {what}", hint=hint)


def is_lost(sight: Sight, squadron: str) -> bool:
    """Whether a squadron has left the game [M0.6]."""
    return squadron in sight.charts.squadrons and squadron not in sight.game.squadrons


def own_carrier(sight: Sight, id_: str, rule: str) -> Carrier | Refusal:
    """The seat's own carrier of that id, afloat; or why it is none."""
    own = [carrier.id for carrier in sight.carriers()]
    if id_ in own:
        return sight.game.carriers[id_]
    sunk = id_ in sight.game.carriers and not is_afloat(sight.game.carriers[id_], sight.charts)
    name = carrier_name(id_) if id_ in sight.game.carriers else id_[:40]
    what = f"{name} is {'not afloat' if sunk else 'no carrier of yours'}"
    hint = f"yours are: {', '.join(own)}" if own else "you have none: take it out"
    return Refusal(rule=rule, key="carrier", what=what, hint=did_you_mean(id_, own, hint))


def once(sight: Sight, order: Order, **named: Iterable[str]) -> Iterator[Claim]:
    """Squadrons by key, or a `carrier`, of which a phase disposes once."""
    for key, ids in named.items():
        for id_ in ids:
            called = carrier_name(id_) if id_ in sight.game.carriers else id_
            what, hint = f"{called} is ordered twice", "order it once"
            refusal = Refusal(rule=order.rule, key=key, what=what, hint=hint)
            subject = "carrier" if key == "carrier" else "squadron"
            yield Claim(subject=f"{subject} {id_}", refusal=refusal)
