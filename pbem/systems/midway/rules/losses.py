"""Who loses strength points: shares between seats, then the owner's preference [M5.6, M7.3]."""

from collections.abc import Callable, Iterable, Mapping

from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.table.state import Game, Squadron, strength

Rank = Callable[[Squadron], int]
"""Where a squadron stands in its owner's preference; the lowest loses first."""


def shared(
    game: Game, targets: Mapping[str, int], hits: int, rank: Mapping[str, Rank]
) -> FrozenMap[int]:
    """Spread `hits` over squadrons that may lose `targets` SP each [M7.3, MH17, MH24].

    First between the seats that own them, then within each seat by its `rank`. Hits beyond the
    SP present are lost [M5.10]. The result has no zeros.
    """
    seats = {game.squadrons[id_].seat for id_ in targets}
    own = {
        seat: {id_: sp for id_, sp in targets.items() if game.squadrons[id_].seat == seat}
        for seat in game.seats
        if seat in seats
    }
    shares = between_seats({seat: tuple(sp.values()) for seat, sp in own.items()}, hits)
    lost: dict[str, int] = {}
    for seat, share in shares.items():
        lost |= within_seat(game, own[seat], share, rank[seat])
    return FrozenMap({id_: sp for id_, sp in lost.items() if sp})


def between_seats(wave: Mapping[str, tuple[int, ...]], hits: int) -> dict[str, int]:
    """Hits by seat [M7.3]: even shares, what is over to the seat with most squadrons.

    `wave` gives each seat's squadrons' SP, seats in the order of the genesis. Ties go to more SP,
    then to the order; a seat that has too few SP passes the rest on, evenly again.
    """
    left = {seat: sum(sps) for seat, sps in wave.items()}
    shares = dict.fromkeys(wave, 0)
    hits = min(hits, sum(left.values()))
    while hits:
        able = [seat for seat in wave if left[seat]]
        most = max(able, key=lambda seat: (len(wave[seat]), sum(wave[seat])))
        each, over = divmod(hits, len(able))
        for seat in able:
            share = min(left[seat], each + (over if seat == most else 0))
            shares[seat] += share
            left[seat] -= share
            hits -= share
    return shares


def within_seat(game: Game, targets: Mapping[str, int], hits: int, rank: Rank) -> dict[str, int]:
    """Hits by squadron: one at a time from the one preferred, with most SP left, ties by id."""
    left = dict(targets)
    for _ in range(min(hits, sum(left.values()))):
        able = (id_ for id_ in sorted(left) if left[id_])
        loser = min(able, key=lambda id_: (rank(game.squadrons[id_]), -left[id_]))
        left[loser] -= 1
    return {id_: sp - left[id_] for id_, sp in targets.items()}


def by_list(preference: tuple[str, ...]) -> Rank:
    """Named squadrons first, in their order; then the others, evenly [M5.6]."""
    places = {id_: place for place, id_ in enumerate(preference)}
    return lambda squadron: places.get(squadron.id, len(places))


def by_aa_preference(preference: tuple[str, ...]) -> Rank:
    """`TB` or `DB` first, `even`, or a list of squadrons [M7.3]."""
    if preference and preference[0] in ("TB", "DB"):
        return lambda squadron: int(squadron.kind != preference[0])
    return by_list(() if preference == ("even",) else preference)


def ranks(game: Game, rank: Callable[[str], Rank]) -> dict[str, Rank]:
    """Every seat's rank."""
    return {seat: rank(seat) for seat in game.seats}


def bereaved(game: Game, losses: Mapping[str, int]) -> Game:
    """The game with SP crossed off for good; squadrons without any leave it [M0.6]."""
    squadrons = (game.squadrons[id_] for id_ in losses)
    return game.with_squadrons(replace(s, sp=s.sp - losses[s.id]) for s in squadrons)


def destroyed(game: Game, losses: Mapping[str, int]) -> tuple[str, ...]:
    """The squadrons that lose all SP that they have [M0.6]."""
    return tuple(id_ for id_, sp in losses.items() if sp >= game.squadrons[id_].sp)


def leading_seat(game: Game, squadrons: Iterable[Squadron]) -> str:
    """The seat with most SP among them, ties by the order of the genesis [MH24]."""
    own: dict[str, list[Squadron]] = {seat: [] for seat in game.seats}
    for squadron in squadrons:
        own[squadron.seat].append(squadron)
    return max(game.seats, key=lambda seat: strength(own[seat]))
