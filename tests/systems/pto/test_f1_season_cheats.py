"""Clients that cheat with bids: refused by file and rule, and nothing changed [F.1.1]."""

from pathlib import Path

import pytest

from pbem.engine.orders import encode_order
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.narrow import write_pair
from pbem.scan import scan
from pbem.systems.pto.rules.f1_sealing import standing_text
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import BidBroken, BidOpened
from pbem.systems.pto.table.naming import nation_name
from pbem.systems.pto.table.orders_season import Bid, Build, LendLease
from pbem.systems.pto.table.standing import Sealed, SearchRule
from pbem.turnfile import SealedPart, TurnFile, read
from tests.cheat import forge
from tests.simulator import begin
from tests.systems.pto.seasons import (
    DECEMBER,
    SEATS,
    Given,
    at_winter,
    bids,
    holding,
    leaving_the_end_to,
    say,
)
from tests.systems.pto.selfplay import TWO, Match, match
from tests.systems.pto.tabletop import CHARTS, told


def refusal(game: Match, public: Given, items: dict[str, str]) -> list[tuple[str, str]]:
    """Code and words with which a doctored file is refused; it leaves the game as it was."""
    before = game.fold
    with pytest.raises(Refused) as refused:
        game.write(public, items)
    assert game.fold == before
    return [(one.code, str(replace(one, where=""))) for one in refused.value.problems]


def bid_item(number: int) -> str:
    return write_pair("offensives", number) + "\n"


OTHERS = "another seat's is still to come"


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
        ("E12", f"the bid of {nation_name(nation)} stands openly while {OTHERS} [F.1.1]")
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
    return [(one.code, str(replace(one, where=""))) for one in refused.value.problems]


def test_gp33_a_sealed_bid_beyond_the_points_left_is_cut_and_named() -> None:
    """26 EP are left of 48: lend-lease 12, two STPs and three DDs for 10."""
    game = at_winter()
    built = (Build(nation="US", what="STP", count=2), Build(nation="US", what="DD", count=3))
    orders = (LendLease(nation="US", points=12), *built)
    too_many = (*orders, Bid(nation="US", offensives=9))
    assert game.wrong(*too_many) == ["the United States has 26 EP left for 9 offensives [PH12.5]"]
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
        "The Allies open a bid for Britain that holds no number: it counts as none [F.1]",
    )


def test_a_plain_bid_beyond_the_points_left_is_refused() -> None:
    game = at_winter()
    game.step(say(*bids(7, 4, 1, 1)))
    items = honest_items(game, 0)
    assert refusal(game, (Sealed(item="standing/13/S2.3"), *bids(31)), items) == [
        ("E12", "Japan has 61 EP left for 31 offensives [PH12.5]")
    ]


def test_standing_orders_do_not_stand_openly_in_place_of_what_is_sealed() -> None:
    game = match("midway")
    (item,) = game.view().decision.seals
    search = SearchRule(when="never")
    assert refusal(game, (search,), {item: standing_text(())}) == [
        ("E12", f"the order 'sealed' for '{item}' is missing [F.1]"),
        ("E12", "'search' stands openly in a file that seals standing orders [F.1]"),
    ]
    assert refusal(game, (Sealed(item="standing/1/P0"),), {item: standing_text(())}) == [
        ("E12", "the file does not seal 'standing/1/P0' [F.1]")
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
    assert allied.run("receive", str(mail)) == 1
    said = capsys.readouterr().err
    words = f"the bid of Japan stands openly while {OTHERS} [F.1.1]"
    assert said.splitlines()[0] == f"pbem: error: E12: {mail}, order 2: {words}"
    assert (allied.folder / "evidence" / "0002-japanese.pbem").exists()
    assert "its author's program is at fault or was tampered with" in said
    after = {name: raw for name, raw in allied.files().items() if "evidence" not in name}
    assert after == before


def test_gp94_between_folders(tmp_path: Path) -> None:
    """The same chain as real turn files, each signed, mailed and received."""
    made = begin(tmp_path, "pto/pearl-harbor", TWO)
    chain = (*DECEMBER, bids(7, 4, 1, 1), bids(12), (), ())
    for seq, orders in enumerate(chain, 2):
        seat = "allied" if seq % 2 == 0 else "japanese"
        assert made.next_seat == seat
        made.mail.append(made.players[seat].send(*(encode_order(one) for one in orders)))
        made.deliver(made.mail[-1], seat)
    files = [read(scan(raw)) for raw in made.mail]
    plain = [file.seq for file in files if any(one["type"] == "bid" for one in file.order)]
    assert plain == [15]
    assert [file.seq for file in files if any(p.id.startswith("bid/") for p in file.sealed)] == [14]
    assert [file.seq for file in files if any(p.id.startswith("bid/") for p in file.open)] == [16]
    assert b"offensives = 7" not in made.mail[14]
    for player in made.players.values():
        with player.session() as session:
            assert session.fold.table.game.initiative == "allied"
            assert session.fold.table.game.month.first == "allied"
