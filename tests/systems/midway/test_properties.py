"""Every game: what was accepted can be played, and nothing comes from nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.frozen import FrozenMap
from pbem.systems.midway.rules.losses import between_seats, by_list, ranks, shared
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.carriers import is_afloat
from pbem.systems.midway.table.state import ABOARD, Game, strength
from tests.memory import Player
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import Match, match
from tests.systems.midway.tabletop import CHARTS, seated, table

SEATS = (
    ("japanese", "american"),
    ("cardiv-1", "cardiv-2", "tf-16", "tf-17"),
    ("akagi", "kaga", "soryu", "hiryu", "enterprise", "hornet", "yorktown"),
)
PACES = (("turn", False), ("phase", False), ("phase", True))


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
            assert is_afloat(carrier, CHARTS)
            assert (carrier.side, carrier.seat) == (squadron.side, squadron.seat)
    for carrier in after.carriers.values():
        assert 0 <= carrier.damage <= CHARTS.sunk
        assert strength(after.aboard(carrier.id, "deck")) <= CHARTS.deck
        if not is_afloat(before.carriers[carrier.id], CHARTS):
            assert carrier.damage == CHARTS.sunk


def play_out(started: Match, player: Player) -> int:
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
    assert play_out(started, by_chance(number)) > 10


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
