"""Every game: what was accepted can be played, and nothing comes from nothing."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.orders import Order, order_place
from pbem.engine.steps import View
from pbem.frozen import FrozenMap
from pbem.systems.midway.losses import between_seats, by_list, ranks, shared
from pbem.systems.midway.orders import (
    Attack,
    CapAttack,
    Land,
    Launch,
    Move,
    Plan,
    SearchGroups,
    StandingCap,
    StandingLand,
    StandingLaunch,
    StandingLosses,
    StandingMove,
    StandingPlan,
    StandingTargets,
    Stay,
)
from pbem.systems.midway.state import ABOARD, CIRCUIT, Game, strength
from pbem.systems.midway.system import MIDWAY
from tests.systems.midway.selfplay import Match, match
from tests.systems.midway.tabletop import CHARTS, seated, table

SEATS = (
    ("japanese", "american"),
    ("cardiv-1", "cardiv-2", "tf-16", "tf-17"),
    ("akagi", "kaga", "soryu", "hiryu", "enterprise", "hornet", "yorktown"),
)
PACES = (("turn", False), ("phase", False), ("phase", True))


# --- a player who orders anything ----------------------------------------------------------------


class Wild:
    """Orders without sense, most of them legal or nearly so."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)

    def __call__(self, view: View[Game]) -> tuple[Order, ...]:
        """What is left of a heap of orders once those that are refused have been taken out."""
        orders = tuple(self._heap(view))
        while problems := tuple(MIDWAY.check(view, orders, CHARTS)):
            assert all(p.rule and p.hint and p.what and p.code == "E12" for p in problems)
            wrong = {problem.where.partition(",")[0] for problem in problems}
            left = tuple(o for n, o in enumerate(orders, 1) if order_place(n) not in wrong)
            assert len(left) < len(orders)
            orders = left
        return orders

    def _heap(self, view: View[Game]) -> Iterator[Order]:
        makers: list[Callable[[View[Game]], Order]] = [
            self._land, self._move, self._stay, self._groups, self._cap, self._attack,
            self._launch, self._plan, self._standing,
        ]  # fmt: skip
        for _ in range(self.random.randrange(12)):
            yield self.random.choice(makers)(view)

    def _land(self, view: View[Game]) -> Order:
        return Land(carrier=self._carrier(view), squadrons=self._some(view, "waiting"))

    def _move(self, view: View[Game]) -> Order:
        box = self.random.choice(("moving", "ready", "home", "cap"))
        after = {"moving": "ready", "ready": "attacking", "home": "waiting", "cap": "waiting"}
        to = self.random.choice((after[box], after[box], "moving"))
        return Move(squadrons=self._some(view, box), to=to)

    def _stay(self, view: View[Game]) -> Order:
        return Stay(squadrons=self._some(view, "moving", "ready", "home"))

    def _groups(self, view: View[Game]) -> Order:
        ids = list(self._some(view, "moving"))
        return SearchGroups(groups=tuple(tuple(ids[first::4]) for first in range(4)))

    def _cap(self, view: View[Game]) -> Order:
        return CapAttack(squadrons=self._some(view, "cap"), tb_hits=self.random.randrange(-1, 6))

    def _attack(self, view: View[Game]) -> Order:
        return Attack(squadrons=self._some(view, "attacking", "ready"), carrier=self._carrier(view))

    def _launch(self, view: View[Game]) -> Order:
        deck = self._some(view, "deck")
        cut = self.random.randint(0, len(deck))
        return Launch(carrier=self._carrier(view), strike=deck[:cut], cap=deck[cut:])

    def _plan(self, view: View[Game]) -> Order:
        id_ = self._carrier(view)
        aboard = [squadron.id for squadron in view.game.aboard(id_)]
        return Plan(carrier=id_, deck=tuple(self._pick(aboard)))

    def _standing(self, view: View[Game]) -> Order:
        ids, choice = self._some(view, *CIRCUIT, *ABOARD, "cap"), self.random.choice
        return choice(
            (
                StandingLand(squadrons=ids, carriers=(self._carrier(view),)),
                StandingMove(
                    squadrons=ids[:2], move=choice(("advance", "hold-until")), until=ids[2:]
                ),
                StandingCap(
                    attack=choice(("always", "never", "if-bombers", "if-outnumbering")),
                    ratio=self.random.randrange(4),
                    bomb_split=choice(("TB", "DB", "even")),
                    dogfight_first=ids,
                ),
                StandingTargets(carriers=(self._carrier(view),), wave_sp=self.random.randrange(9)),
                StandingLosses(aa=choice((("TB",), ("DB",), ("even",), ids)), bombers=ids),
                StandingLaunch(
                    fighters=choice(("default", "cap", "strike", "none")),
                    bombers=choice(("all", "all", "none")),
                ),
                StandingPlan(
                    carrier=self._carrier(view),
                    deck=choice(("default", "default", "keep", "clear", "spot")),
                ),
            )
        )

    def _carrier(self, view: View[Game]) -> str:
        return self.random.choice((*view.game.carriers, "midway"))

    def _some(self, view: View[Game], *boxes: str) -> tuple[str, ...]:
        there = [s for s in view.game.squadrons.values() if s.box in boxes]
        own = [squadron.id for squadron in there if squadron.seat == view.seat]
        others = [squadron.id for squadron in there if squadron.seat != view.seat]
        return tuple(self._pick(own) + (self._pick(others)[:1] if self._seldom() else []))

    def _pick(self, ids: list[str]) -> list[str]:
        return self.random.sample(ids, self.random.randint(0, len(ids)))

    def _seldom(self) -> bool:
        return self.random.random() < 0.1


def assert_sound(before: Game, after: Game) -> None:
    """What holds at every moment, and from each moment to the next."""
    for squadron in after.squadrons.values():
        assert 0 < squadron.sp <= before.squadrons[squadron.id].sp
        assert 0 <= squadron.marks < CHARTS.ditch
        assert squadron.marks == 0 or squadron.box == "waiting"
        assert bool(squadron.carrier) == (squadron.box in ABOARD)
        assert (1 <= squadron.ring <= CHARTS.cap_rings) == (squadron.box == "cap")
        assert not (squadron.is_bomber and squadron.box == "cap")
        if squadron.carrier:
            carrier = after.carriers[squadron.carrier]
            assert CHARTS.is_afloat(carrier)
            assert (carrier.side, carrier.seat) == (squadron.side, squadron.seat)
    for carrier in after.carriers.values():
        assert 0 <= carrier.damage <= CHARTS.sunk
        assert strength(after.aboard(carrier.id, "deck")) <= CHARTS.deck
        if not CHARTS.is_afloat(before.carriers[carrier.id]):
            assert carrier.damage == CHARTS.sunk


def play_out(started: Match, player: Wild) -> int:
    """The number of files that a game takes."""
    files = 0
    while MIDWAY.verdict(started.table.game) is None:
        assert len({ask.seat for ask in started.table.asks}) == len(started.table.asks) > 0
        before = started.table.game
        started.answer(player(started.view()))
        assert_sound(before, started.table.game)
        files += 1
    assert not started.table.game.sealed_plans
    return files


@pytest.mark.parametrize("seats", SEATS, ids=len)
@pytest.mark.parametrize(("pace", "sealed"), PACES)
@settings(max_examples=8, deadline=None)
@given(number=st.integers(0, 10_000))
def test_whatever_is_accepted_can_be_played(
    seats: tuple[str, ...], pace: str, sealed: bool, number: int
) -> None:
    started = match(number, *seats, pace=pace, sealed=sealed)
    assert play_out(started, Wild(number)) > 10


# --- sharing losses [M7.3] -----------------------------------------------------------------------


@settings(deadline=None)
@given(
    wave=st.dictionaries(
        st.sampled_from(["cardiv-1", "cardiv-2", "tf-16", "tf-17"]),
        st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple),
    ),
    hits=st.integers(0, 60),
)
def test_m7_3_shares_add_up_and_nobody_loses_more_than_he_has(
    wave: dict[str, tuple[int, ...]], hits: int
) -> None:
    shares = between_seats(wave, hits)
    assert sum(shares.values()) == min(hits, sum(map(sum, wave.values())))
    assert all(0 <= shares[seat] <= sum(sps) for seat, sps in wave.items())
    if wave and shares:  # who could bear an equal share bears no less than anybody else but one
        low = [seat for seat, sps in wave.items() if shares[seat] < sum(sps)]
        assert all(shares[seat] >= hits // len(wave) for seat in low)


@settings(deadline=None)
@given(
    targets=st.dictionaries(st.sampled_from(sorted(table().squadrons)), st.integers(1, 3)),
    hits=st.integers(0, 40),
    preferred=st.lists(st.sampled_from(sorted(table().squadrons)), unique=True).map(tuple),
)
def test_m5_6_losses_add_up_whatever_the_preference(
    targets: dict[str, int], hits: int, preferred: tuple[str, ...]
) -> None:
    game = seated(
        table(),
        cardiv_1="akagi kaga",
        cardiv_2="soryu hiryu",
        tf_16="enterprise hornet",
        tf_17="yorktown",
    )
    losses = shared(game, targets, hits, ranks(game, lambda _: by_list(preferred)))
    assert isinstance(losses, FrozenMap)
    assert sum(losses.values()) == min(hits, sum(targets.values()))
    assert all(0 < lost <= targets[id_] for id_, lost in losses.items())
