"""The files of a season: who writes when, which bids are sealed, who opens what [F.1.1, F.2.1]."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.orders import Order, encode_order
from pbem.engine.steps import View
from pbem.errors import Refused
from pbem.narrow import write_pair
from pbem.scan import scan
from pbem.systems.pto.dates import opens_season
from pbem.systems.pto.events_economy import BidBroken, BidOpened, InitiativeWon, MonthOver
from pbem.systems.pto.events_play import FirstMover
from pbem.systems.pto.orders import Bid, Build, LendLease, Offensive, Pass, Sealed
from pbem.systems.pto.sealing import standing_text
from pbem.systems.pto.standing import GoesFirst, SearchRule
from pbem.systems.pto.state import Game
from pbem.systems.pto.system import PTO
from pbem.turnfile import SealedPart, TurnFile, read
from tests.cheat import forge
from tests.simulator import begin
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.selfplay import TWO, Filed, Match, bot, match
from tests.systems.pto.tabletop import CHARTS, told

Given = tuple[Order, ...]
ALLIES = ("US", "UK", "CN", "AU")
JANUARY = 13
CHINA: Given = (Offensive(kind="land", nation="JP", theatres=("China",)),)
OVER: Given = (Pass(ends=True),)
DECEMBER: tuple[Given, ...] = (
    (), (), (), (), CHINA, (Pass(),), CHINA, (Pass(),), CHINA, (Pass(),), CHINA, OVER, OVER,
)  # fmt: skip
"""The orders of files 2 to 14: both have said what the month's end is when Japan closes it."""


def bids(*numbers: int) -> Given:
    """The bids of Japan, or of the Allies."""
    nations = ALLIES if len(numbers) > 1 else ("JP",)
    return tuple(
        Bid(nation=nation, offensives=number)
        for nation, number in zip(nations, numbers, strict=False)
    )


def say(*orders: Order) -> Callable[[View[Game]], Given]:
    return lambda _: orders


def at_winter(number: int = 0) -> Match:
    """Scenario 1 before file 15: December 1941 is over, its dice wait."""
    game = match("pearl-harbor", number)
    for orders in DECEMBER:
        game.step(say(*orders))
    assert (game.links.seq, game.fold.waits, game.seat().name) == (14, "allied", "allied")
    return game


def holding(game: Match, *nations: str) -> list[tuple[int, int]]:
    """The track and the EP of some nations."""
    return [(game.game.purses[one].track, game.game.purses[one].points) for one in nations]


def owners(game: Match, rule: str) -> set[tuple[int, int]]:
    """The files that the rolls of a rule belong to, each with the file that opened it."""
    found = (one for one in game.thrown if one.seq > 14 and one.roll.label.startswith(rule))
    return {(one.seq, one.witness) for one in found}


# --- GP94, and what else its chain shows ---------------------------------------------------------


def test_gp94_the_last_bid_is_plain_and_its_dice_fall_in_the_file_that_opens_the_others() -> None:
    game = at_winter()
    game.step(say(GoesFirst(), SearchRule(when="never"), *bids(7, 4, 1, 1)))
    sealed = tuple(f"bid/1942-winter/{nation}" for nation in ALLIES)
    assert game.files[-1].sealed == (*sealed, "standing/13/S2.3")
    assert "Bid" not in {
        type(order).__name__ for order in game.fold.table.held["13/S2.3"]["allied"]
    }
    assert game.seat().name == "japanese"
    game.step(say(*bids(12)))
    assert game.files[-1].sealed == ("standing/13/S2.3",)
    assert game.game.purses["JP"].bid == 12
    assert game.seat().name == "allied"
    game.step(say())
    assert game.files[-1].seq == 17
    assert game.files[-1].opened[:4] == sealed
    assert game.files[-1].covers[0] == "13/P3.1-first"
    assert (game.game.initiative, game.game.month.first) == ("allied", "allied")
    assert owners(game, "S3.2.3") == set()
    assert owners(game, "W1") == {(16, 17)}
    assert game.seat().name == "japanese"
    game.step(say())
    assert (game.files[-1].seq, game.files[-1].covers[0]) == (18, "13/P3.1-second")
    assert holding(game, "US", "UK", "CN", "AU", "JP") == [
        (7, 27),
        (4, 12),
        (1, 4),
        (1, 6),
        (12, 37),
    ]


def test_gp94_with_more_japan_has_the_initiative_and_the_opening_stands_alone() -> None:
    """GP30: 14 against 13 is Japan's, no die; file 17 is the witness of the weather."""
    game = at_winter()
    game.step(say(*bids(7, 4, 1, 1)))
    game.step(say(*bids(14)))
    game.step(say())
    assert (game.files[-1].seat, game.files[-1].covers) == ("allied", ())
    assert (game.game.initiative, game.seat().name) == ("japanese", "japanese")
    assert owners(game, "S3.2.3") == set()
    assert owners(game, "W1") == {(16, 17)}
    game.step(say())
    assert (game.files[-1].seq, game.files[-1].covers[0]) == (18, "13/P3.1-first")


def test_gp29_a_tie_is_rolled_off_by_dice_of_the_last_bidder_s_file() -> None:
    game = at_winter(112)
    game.step(say(*bids(3, 2, 0, 1)))
    game.step(say(*bids(6)))
    game.step(say())
    (won,) = told((event for scene in game.scenes for event in scene.events), InitiativeWon)
    assert [roll.dice for roll in won.rolls] == [(4, 4), (2, 5)]
    assert (won.side, won.japanese, won.allied) == ("allied", 6, 6)
    assert owners(game, "S3.2.3") == {(16, 17)}
    assert game.game.initiative == "allied"
    assert game.files[-1].covers[0] == "13/P3.1-first"


def test_gp28_the_winter_season_follows_december() -> None:
    game = at_winter()
    game.step(say())
    events = [event for scene in game.scenes for event in scene.events]
    assert [one.season for one in told(events, MonthOver)] == ["1942-winter"]
    assert game.files[-1].covers == ("13/S2.3",)


def test_gp31_offensives_that_were_not_used_are_lost() -> None:
    """Scenario 1 gives the UK one for December; it buys one, and has one."""
    game = at_winter()
    assert holding(game, "UK") == [(1, 4)]
    game.step(say(*bids(0, 1, 0, 0)))
    game.step(say(*bids(2)))
    game.step(say())
    assert holding(game, "UK", "JP") == [(1, 18), (2, 57)]


def test_gp32_lend_lease_over_the_limit_is_refused() -> None:
    game = at_winter()
    view = game.view()
    us, uk = LendLease(nation="US", points=8), LendLease(nation="UK", points=5)
    assert game.wrong(us, uk) == ["lend-lease of 13 EP is over the limit of 12 (S1.2)"]
    game.put(view, (us, replace(uk, points=4), *bids(0, 0, 0, 0)))
    game.step(say(*bids(1)))
    game.step(say())
    assert holding(game, "US", "UK", "CN") == [(0, 40), (0, 16), (0, 18)]


def test_gp32_lend_lease_of_partners_is_held_against_the_limit_together() -> None:
    """The US gives 8 in its file; Britain's next one may give 4 and no more [S1.2]."""
    game = match("pearl-harbor", seats=("japanese", "us-cn", "uk-ne-au"))
    pass_on = leaving_the_end_to("japanese")
    while game.view().decision.covers != ("13/S2.3",) or game.seat().name != "us-cn":
        game.step(pass_on)
    game.step(say(LendLease(nation="US", points=8)))
    game.step(pass_on)
    assert game.seat().name == "uk-ne-au"
    five = LendLease(nation="UK", points=5)
    assert game.wrong(five) == [
        "lend-lease of 5 EP and a partner's 8 are over the limit of 12 (S1.2)"
    ]
    assert game.wrong(replace(five, points=4)) == []


# --- everybody, in every season ------------------------------------------------------------------

SEATS = (
    TWO,
    ("japanese", "us-cn", "uk-ne-au"),
    ("japanese", "us", "uk-ne", "cn-au"),
    ("japanese", "us", "uk-ne", "cn", "au"),
)


def leaving_the_end_to(closer: str) -> Callable[[View[Game]], Given]:
    """A player who passes: who closes the month gives its end in a file of its own, last."""

    def orders(view: View[Game]) -> Given:
        ends = view.side != closer
        nations = view.game.nations_of(view.seat)
        bid = tuple(Bid(nation=one, offensives=1) for one in nations if one in view.game.purses)
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if "S2.3" in steps:
            return bid
        return (Pass(ends=ends),) if "P4" in steps else ()

    return orders


def season(game: Match, player: Callable[[View[Game]], Given]) -> tuple[str, list[Filed]]:
    """Who closed the month before, and the files of the next season up to phase 3."""
    while not any(file.covers[:1] == (f"{season_of(game)}/P3.1-first",) for file in game.files):
        game.step(player)
    files = game.files
    first = next(n for n, one in enumerate(files) if one.covers == (f"{season_of(game)}/S2.3",))
    return (files[first - 1].seat if first else ""), files[first:]


def season_of(game: Match) -> int:
    """The turn of a scenario's one season."""
    first = game.game.terms.first_turn
    return first if opens_season(first) else JANUARY


def bids_in(file: Filed) -> bool:
    """Whether a file holds bids that its author does not seal."""
    return any(isinstance(order, Bid) for order in file.orders) and not sealed_bids(file)


def sealed_bids(file: Filed) -> bool:
    """Whether a file seals bids."""
    return any(item.startswith("bid/") for item in file.sealed)


def only_opens_bids(file: Filed) -> bool:
    """Whether a file does nothing but open bids."""
    return not file.covers and {item[:4] for item in file.opened} == {"bid/"}


def assert_fair(files: list[Filed], seats: set[str]) -> None:
    """One file a seat; bids are sealed but in the last, opened once, by nobody twice running."""
    written = [file for file in files if file.covers[:1] and file.covers[0].endswith("/S2.3")]
    assert {file.seat for file in written} == seats
    assert len(written) == len(seats)
    assert [sealed_bids(file) for file in written] == [True] * (len(seats) - 1) + [False]
    assert [bids_in(file) for file in written] == [False] * (len(seats) - 1) + [True]
    opening = [file.seat for file in files if any(one.startswith("bid/") for one in file.opened)]
    assert sorted(opening) == sorted(file.seat for file in written[:-1])
    for before, after in pairwise(files):
        assert before.seat != after.seat or not (only_opens_bids(before) or only_opens_bids(after))


@pytest.mark.parametrize("closer", ["japanese", "allied"])
@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_no_bid_is_plain_before_another_in_winter(seats: tuple[str, ...], closer: str) -> None:
    """F.1.1, F.2.1: either side writes the month's last file, with dice or without."""
    game = match("pearl-harbor", seats=seats)
    last, files = season(game, leaving_the_end_to(closer))
    # a fifth seat, Australia, has nothing for an offensive in December: it is not asked to pass
    assert last == "au" or game.game.side_of_seat(last) == closer
    assert game.game.side_of_seat(files[0].seat) != game.game.side_of_seat(last)
    assert_fair(files, set(seats))
    plain = next(file for file in files if bids_in(file))
    following = files[files.index(plain) + 1]
    assert game.game.side_of_seat(following.seat) != game.game.side_of_seat(plain.seat)


@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_no_bid_is_plain_before_another_in_autumn(seats: tuple[str, ...]) -> None:
    """A scenario that begins with its season begins with the first seat of the genesis."""
    game = match("leyte", seats=seats)
    last, files = season(game, leaving_the_end_to("allied"))
    assert last == ""
    assert [file.seat for file in files[: len(seats)]] == list(seats)
    assert_fair(files, set(seats))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("scenario", ["pearl-harbor", "leyte"])
def test_no_bid_is_plain_before_another_by_chance(scenario: str, number: int) -> None:
    seats = SEATS[number]
    game = match(scenario, number, seats)
    _, files = season(game, always_bidding(by_chance(number)))
    assert_fair(files, set(seats))


def always_bidding(player: Callable[[View[Game]], Given]) -> Callable[[View[Game]], Given]:
    """A player who never forgets a bid."""

    def orders(view: View[Game]) -> Given:
        given = player(view)
        if not any(key.endswith("/S2.3") for key in view.decision.covers):
            return given
        bidding = {order.nation for order in given if isinstance(order, Bid)}
        own = (one for one in view.game.nations_of(view.seat) if one in view.game.purses)
        return (*given, *(Bid(nation=one, offensives=0) for one in own if one not in bidding))

    return orders


def test_two_seats_need_two_files_for_a_season_where_the_first_bidder_goes_first() -> None:
    game = at_winter()
    for orders in (bids(7, 4, 1, 1), bids(12), ()):
        game.step(say(*orders))
    asked = [file.covers[0] for file in game.files[-3:]]
    assert asked == ["13/S2.3", "13/S2.3", "13/P3.1-first"]


# --- cheating clients ----------------------------------------------------------------------------


def refusal(game: Match, public: Given, items: dict[str, str]) -> list[tuple[str, str]]:
    """Code and words with which a doctored file is refused; it leaves the game as it was."""
    before = game.fold
    with pytest.raises(Refused) as refused:
        game.write(public, items)
    assert game.fold == before
    return [(one.code, one.what) for one in refused.value.problems]


def bid_item(number: int) -> str:
    return write_pair("offensives", number) + "\n"


def honest_items(game: Match, number: int) -> dict[str, str]:
    """The items that the next file must seal, every bid the same number."""
    wanted = game.view().decision.seals
    return {one: bid_item(number) if one.startswith("bid/") else "" for one in wanted}


@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_a_plain_bid_while_another_is_missing_is_refused(seats: tuple[str, ...]) -> None:
    """Beside a sealed one, to let a partner read it, or in its place."""
    game = match("leyte", seats=seats)
    nation = game.view().game.nations_of(game.seat().name)[0]
    items, plain = honest_items(game, 1), Bid(nation=nation, offensives=5)
    named = tuple(Sealed(item=one) for one in items if one.startswith("standing/"))
    wanted = ", ".join(sorted(items))
    last = game.links.seq + 1
    assert refusal(game, (*named, plain), items) == [
        ("E12", "a bid stands openly while another seat's is still to come (F.1.1)")
    ]
    bare = {one: content for one, content in items.items() if not one.startswith("bid/")}
    assert refusal(game, (*named, plain), bare) == [("E11", f"file {last} must seal {wanted}")]


@pytest.mark.parametrize("seats", SEATS, ids="+".join)
def test_a_sealed_bid_when_none_is_missing_is_refused(seats: tuple[str, ...]) -> None:
    game = match("leyte", seats=seats)
    for _ in seats[1:]:
        game.step(leaving_the_end_to("allied"))
    view, last = game.view(), game.links.seq + 1
    nation = view.game.nations_of(view.seat)[0]
    items = {**honest_items(game, 1), f"bid/1944-autumn/{nation}": bid_item(9)}
    named = tuple(Sealed(item=one) for one in view.decision.seals)
    wanted = ", ".join(view.decision.seals) or "nothing"
    assert refusal(game, named, items) == [("E11", f"file {last} must seal {wanted}")]


def test_a_bid_that_is_not_the_one_sealed_is_refused_and_its_author_goes_on_owing() -> None:
    game = at_winter()
    game.step(say(*bids(7, 4, 1, 1)))
    sealing = game.files[-1].seq
    game.step(say(*bids(12)))
    mine = game.seats["allied"].items
    honest = dict(mine[sealing])
    mine[sealing] = {**honest, "bid/1942-winter/US": bid_item(0)}
    assert refused_step(game) == [
        ("E11", "what is opened as 'bid/1942-winter/US' is not what was sealed")
    ]
    assert game.seat().name == "allied"
    mine[sealing] = honest
    game.step(say())
    assert game.files[-1].seq == sealing + 2


def refused_step(game: Match) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        game.step(say())
    return [(one.code, one.what) for one in refused.value.problems]


def test_gp33_a_sealed_bid_beyond_the_points_left_is_cut_and_named() -> None:
    """26 EP are left of 48: lend-lease 12, two STPs and three DDs for 10."""
    game = at_winter()
    built = (Build(nation="US", what="STP", count=2), Build(nation="US", what="DD", count=3))
    orders = (LendLease(nation="US", points=12), *built)
    too_many = (*orders, Bid(nation="US", offensives=9))
    assert game.wrong(*too_many) == ["US has 26 EP left for 9 offensives (PH12.5)"]
    items = {**honest_items(game, 0), "bid/1942-winter/US": bid_item(9)}
    game.write((*orders, Sealed(item="standing/13/S2.3")), items)
    game.step(say(*bids(1)))
    game.step(say())
    assert holding(game, "US") == [(8, 2)]
    opened = [
        one for scene in game.scenes for one in told(scene.events, BidOpened) if one.nation == "US"
    ]
    (line,) = PTO.wording(opened[0], CHARTS)
    assert (line.kind, line.text) == (
        "breach",
        "The United States buys 8 offensives for 24 EP, not the 9 of the bid; 2 EP left [PH12.5]",
    )


def test_a_sealed_bid_without_a_number_counts_as_none_and_is_named() -> None:
    game = at_winter()
    items = {**honest_items(game, 1), "bid/1942-winter/UK": "offensives = -3\n"}
    game.write((Sealed(item="standing/13/S2.3"),), items)
    game.step(say(*bids(1)))
    game.step(say())
    assert holding(game, "UK", "CN") == [(0, 20), (1, 4)]
    (broken,) = told((event for scene in game.scenes for event in scene.events), BidBroken)
    (line,) = PTO.wording(broken, CHARTS)
    assert (line.kind, line.text) == (
        "breach",
        "allied opens a bid for Britain that holds no number: it counts as none [F.1]",
    )


def test_a_plain_bid_beyond_the_points_left_is_refused() -> None:
    game = at_winter()
    game.step(say(*bids(7, 4, 1, 1)))
    items = honest_items(game, 0)
    assert refusal(game, (Sealed(item="standing/13/S2.3"), *bids(31)), items) == [
        ("E12", "JP has 61 EP left for 31 offensives (PH12.5)")
    ]


def test_standing_orders_do_not_stand_openly_in_place_of_what_is_sealed() -> None:
    game = match("midway")
    (item,) = game.view().decision.seals
    search = SearchRule(when="never")
    assert refusal(game, (search,), {item: standing_text(())}) == [
        ("E12", f"the order 'sealed' for '{item}' is missing (F.1)"),
        ("E12", "'search' stands openly in a file that seals standing orders (F.1)"),
    ]
    assert refusal(game, (Sealed(item="standing/1/P0"),), {item: standing_text(())}) == [
        ("E12", "the file does not seal 'standing/1/P0' (F.1)")
    ]
    game.write((Sealed(item=item), replace(search, openly=True)), {item: standing_text(())})


# --- between folders -----------------------------------------------------------------------------


def test_a_plain_bid_in_a_real_file_is_refused_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = begin(tmp_path, "pto/leyte", TWO)
    japanese, allied = made.players["japanese"], made.players["allied"]
    items = ("bid/1944-autumn/JP", "standing/46/S2.3")

    def doctor(file: TurnFile) -> TurnFile:
        orders = (Sealed(item=items[1]), Bid(nation="JP", offensives=1))
        sealed = tuple(SealedPart(id=one, commit="ab" * 32) for one in items)
        return replace(file, order=tuple(encode_order(one) for one in orders), sealed=sealed)

    mail = tmp_path / "0002-japanese.pbem"
    mail.write_bytes(forge(japanese, doctor))
    before = {name: raw for name, raw in allied.files().items() if "evidence" not in name}
    with allied.at_home():
        assert pbem.cli.run(["-C", str(allied.folder), "receive", str(mail)]) == 1
    said = capsys.readouterr().err
    assert "a bid stands openly while another seat's is still to come (F.1.1)" in said
    assert "its author's program is at fault or was tampered with" in said
    after = {name: raw for name, raw in allied.files().items() if "evidence" not in name}
    assert after == before


def test_gp94_between_folders(tmp_path: Path) -> None:
    """The same chain as real turn files, each signed, mailed and received."""
    made = begin(tmp_path, "pto/pearl-harbor", TWO)
    chain = (*DECEMBER, bids(7, 4, 1, 1), bids(12), (), ())
    for seq, orders in enumerate(chain, 2):
        seat = "japanese" if seq % 2 == 0 else "allied"
        assert made.next_seat == seat
        made.mail.append(made.players[seat].send(*(encode_order(one) for one in orders)))
        made.deliver(made.mail[-1], seat)
    files = [read(scan(raw)) for raw in made.mail]
    plain = [file.seq for file in files if any(one["type"] == "bid" for one in file.order)]
    assert plain == [16]
    assert [file.seq for file in files if any(p.id.startswith("bid/") for p in file.sealed)] == [15]
    assert [file.seq for file in files if any(p.id.startswith("bid/") for p in file.open)] == [17]
    assert b"offensives = 7" not in made.mail[15]
    for player in made.players.values():
        with player.session() as session:
            assert session.fold.table.game.initiative == "allied"
            assert session.fold.table.game.month.first == "allied"


# --- a season without orders ---------------------------------------------------------------------


def after_pearl_harbor() -> Match:
    """Before file 15; Japan's bot has struck Oahu, where Arizona and California lie damaged."""
    game = match("pearl-harbor", 1)
    for number, orders in enumerate(DECEMBER):
        game.step(bot if number == 2 else say(*orders))
    hurt = [ship.id for ship in game.view().game.ships.values() if ship.damaged]
    assert hurt == ["arizona", "california", "dorsetshire"]
    return game


@pytest.mark.parametrize(
    ("orders", "left", "points"),
    [
        ((), ["dorsetshire"], 40),
        (bids(13, 0, 0, 0), ["dorsetshire"], 1),
        ((LendLease(nation="US", points=4),), ["arizona", "california", "dorsetshire"], 44),
        ((LendLease(nation="US", points=0),), ["arizona", "california", "dorsetshire"], 48),
    ],
)
def test_who_orders_nothing_for_the_season_repairs_carriers_and_battleships(
    orders: Given, left: list[str], points: int
) -> None:
    """F.3: CV, then BB, then nothing; whoever lends or buys says that this is all."""
    game = after_pearl_harbor()
    assert game.wrong(*bids(14, 0, 0, 0)) == ["US has 40 EP left for 14 offensives (PH12.5)"]
    for given in (orders, bids(1), ()):
        game.step(say(*given))
    assert [ship.id for ship in game.game.ships.values() if ship.damaged] == left
    assert game.game.purses["US"].points == points


# --- who goes first ------------------------------------------------------------------------------


def test_the_seat_that_bought_most_decides_who_goes_first_all_season() -> None:
    """PH13.4, P3.0.1: also when it has fewer offensives left than a partner."""
    seats = ("japanese", "us-cn", "uk-ne-au")
    numbers = {"JP": 1, "US": 3, "UK": 4}
    burma = (Offensive(kind="land", nation="UK", theatres=("Burma",)),)

    def orders(view: View[Game]) -> Given:
        steps = {key.partition("/")[2] for key in view.decision.covers}
        if "S2.3" in steps:
            own = [one for one in view.game.nations_of(view.seat) if one in view.game.purses]
            wish: Given = (GoesFirst(side="enemy"),) if view.seat == "uk-ne-au" else ()
            return (*wish, *(Bid(nation=one, offensives=numbers.get(one, 0)) for one in own))
        if "P4" not in steps:
            return ()
        attacks = view.turn == JANUARY and view.game.month.offensives < 2
        return burma if attacks and view.seat == "uk-ne-au" else OVER

    game = match("pearl-harbor", seats=seats)
    while game.game.turn < JANUARY + 2:
        game.step(orders)
    movers = [one for scene in game.scenes for one in told(scene.events, FirstMover)]
    assert [one.side for one in movers[:3]] == ["japanese"] * 3
    assert [game.game.purses[one].track for one in ("US", "UK")] == [3, 2]
    assert [game.game.purses[one].bought for one in ("US", "UK")] == [3, 4]
