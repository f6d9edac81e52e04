"""Attacks on the files of a month of Pacific Theater: bids, void slots, the month's end [F.2].

Partners who would choose the witness, and an end that is signed on a position not yet known.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ledger import state_digest, writer
from pbem.frozen import replace
from pbem.scan import scan
from pbem.systems.pto.table.events_play import Voided
from pbem.turnfile import SealedPart, StatePart, TurnFile, read
from tests.attacks.common import faces, judged, refusal
from tests.cheat import forge, with_orders
from tests.simulator import World, begin
from tests.systems.pto.chains import CHINA, OVER, REST, RESTS, Chain, J, december
from tests.systems.pto.selfplay import TWO

# --- bids ----------------------------------------------------------------------------------------


def bids_of(world: World) -> list[tuple[str, str, bool]]:
    """The bids of a game's files in order: the seat, the season's item or nation, and if sealed."""
    found: list[tuple[str, str, bool]] = []
    for file in (read(scan(raw)) for raw in world.mail):
        sealed = (part.id for part in file.sealed if part.id.startswith("bid/"))
        found += [(file.seat, item.rpartition("/")[2], True) for item in sealed]
        plain = (one for one in file.order if one["type"] == "bid")
        found += [(file.seat, str(one["nation"]), False) for one in plain]
    return found


def test_no_plain_bid_comes_before_another_seat_has_sealed_its_own(tmp_path: Path) -> None:
    """A whole game, bid by bid: what is plain is so because nobody can still answer it [F.1.1]."""
    world = begin(tmp_path, "pto/leyte", TWO)
    world.play()
    bids = bids_of(world)
    assert {seat for seat, _, _ in bids} == set(TWO)
    sealed: set[str] = set()
    for seat, _, is_sealed in bids:
        if is_sealed:
            sealed.add(seat)
        else:
            assert sealed >= set(TWO) - {seat}


def test_who_bids_first_cannot_show_his_bid_to_anybody(tmp_path: Path) -> None:
    world = begin(tmp_path, "pto/leyte", TWO)
    assert world.next_seat == J
    plain = {"type": "bid", "nation": "JP", "offensives": 3}
    raw = forge(world.players[J], with_orders(plain))
    assert refusal(world.players["allied"], raw)[0] in ("E11", "E12")


# --- before the first month ----------------------------------------------------------------------


def test_the_side_with_the_initiative_has_no_file_before_the_first_month(tmp_path: Path) -> None:
    """One that it writes all the same would own the dice of weather and phase 2 [F.2.4]."""
    world = begin(tmp_path, "pto/pearl-harbor", TWO)
    assert world.next_seat == "allied"
    code, words = refusal(world.players["allied"], forge(world.players[J], with_orders()))
    assert (code, "seat 'japanese' is not the one to write file 2" in words) == ("E08", True)


@pytest.mark.parametrize(
    "order",
    [
        {"type": "goes-first", "side": "enemy"},
        {"type": "strategic", "first": 0},
        {"type": "declines"},
    ],
)
def test_what_comes_with_phase_3_changes_nothing_of_phases_1_and_2(
    tmp_path: Path, order: dict[str, object]
) -> None:
    """Their dice lie open before its author; neither they nor who goes first are his any more."""
    world = begin(tmp_path, "pto/pearl-harbor", TWO, {"sealed_standing": "false"})
    world.deliver(world.players["allied"].send(), "allied")
    allied, japanese = world.players["allied"], world.players[J]
    bare, other = (judged(allied, forge(japanese, with_orders(*one))) for one in ((), (order,)))
    early = [[one for one in faces(found) if one[0][0] in "PW"] for found in (bare, other)]
    assert {one.seq for one in other.thrown if one.roll.label.startswith("W1")} == {2}
    assert early[0] == early[1] != []
    assert other.fold.table.game.month.first == "japanese"


def test_nobody_seals_standing_orders_for_a_file_that_is_not_his(tmp_path: Path) -> None:
    """Else the first side's would lie there as if they had been in time for phase 2 [F.2.4]."""
    play = Chain(tmp_path, "pearl-harbor")
    play.file()

    def doctor(file: TurnFile) -> TurnFile:
        sealed = (SealedPart(id="standing/12/P0", commit="ab" * 32),)
        return replace(file, order=({"type": "sealed", "item": sealed[0].id},), sealed=sealed)

    code, words = refusal(play.world.players["allied"], forge(play.world.players[J], doctor))
    assert (code, "file 3 must seal standing/12/P3.1-first" in words) == ("E11", True)


# --- offensives in sequence ----------------------------------------------------------------------

AIR = {"type": "offensive", "kind": "air", "nation": "JP"}
RAID = {"type": "strike", "units": ["g3m-chitose"], "area": "WKE", "at": "airfield"}
NEXT_RAID = {"type": "strike", "units": ["g4m-takao"], "area": "LUZ", "at": "airfield"}


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """The Allies rest; Japan has given two offensives in one file, whose dice wait."""
    play = december(tmp_path_factory.mktemp("listed"))
    play.file()
    play.file(REST)
    raids = [({**AIR, "targets": ["WKE"]}, RAID), ({**AIR, "targets": ["LUZ"]}, NEXT_RAID)]
    (first, strike), (second, other) = raids
    play.file(first, strike, {**second, "next": True}, other, OVER)
    return play


def test_all_dice_of_a_list_of_offensives_belong_to_the_file_that_gave_it(listed: Chain) -> None:
    """No slot of it, void or not, feeds on a seed that its author could know [F.2.7]."""
    allied = listed.world.players["allied"]
    with allied.session() as session:
        ahead = session.ahead()
        seq = listed.last.seq
        assert {(one.seq, one.witness) for one in ahead.thrown} == {(seq, seq + 1)}
        void = [one.event for one in ahead.happenings if isinstance(one.event, Voided)]
        assert all(one.order != "offensive" or one.why for one in void)


def test_nobody_judges_a_list_by_another_position_than_its_dice_left(listed: Chain) -> None:
    """A witness that would have a slot void, or not void, has another state [E10]."""
    allied, japanese = listed.world.players["allied"], listed.world.players[J]
    with allied.session() as session:
        fold = session.ahead().fold
        game = fold.table.game.charged("JP", 1)
        other = state_digest(replace(fold, table=replace(fold.table, game=game)))

    def doctor(file: TurnFile) -> TurnFile:
        return replace(file, state=StatePart(digest=other))

    assert refusal(japanese, forge(allied, doctor))[0] == "E10"


# --- the month's end -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "order", [OVER, {"type": "pass", "anew": True}, {"type": "return", "tf": "us-oah"}]
)
def test_the_month_s_end_is_not_opened_again_with_dice_in_hand(
    tmp_path: Path, order: dict[str, object]
) -> None:
    """Given before, it stands: the file that opens the dice of an offensive takes no order."""
    play = december(tmp_path)
    play.file()
    play.file(RESTS)
    play.file(CHINA)
    assert play.step == ""
    raw = forge(play.world.players["allied"], with_orders(order))
    code, words = refusal(play.world.players[J], raw)
    assert code == "E12"
    assert f"'{order['type']}' is not asked for in this file" in words


def test_the_month_s_end_in_a_witness_file_owns_the_dice_that_it_feeds(tmp_path: Path) -> None:
    """Who orders with dice in hand orders nothing that they decide [protocol 6]."""
    play = december(tmp_path)
    play.file()
    play.file(REST)
    play.file(CHINA, OVER)
    seq = play.last.seq
    play.file()
    assert play.last.seq == seq + 1
    with play.world.players[J].session() as session:
        owner = session.fold.owner
        assert owner is not None
        assert (owner.seq, owner.seat) == (seq + 1, "allied")


# --- partners ------------------------------------------------------------------------------------

THREE = ("japanese", "us-cn", "uk-ne-au")


@pytest.mark.parametrize(
    "said", [{"type": "pass", "rest": True}, {"type": "declines", "declines": True}]
)
def test_partners_never_choose_who_opens_dice(tmp_path: Path, said: dict[str, object]) -> None:
    """The first of them in genesis order is the witness, whether he rests or not (protocol 4)."""
    world = begin(tmp_path, "pto/pearl-harbor", THREE)
    for seat, orders in after_phase_3(world):
        rests = [said] if "P3.1" in orders and seat == "us-cn" else []
        deliver(world, *rests)
    deliver(world, {**AIR, "targets": ["WKE"]}, RAID)
    with world.players[J].session() as session:
        assert (session.fold.waits, writer(session.fold)) == ("us-cn", "us-cn")
    raw = forge(world.players["uk-ne-au"], lambda file: file)
    assert refusal(world.players[J], raw)[0] == "E08"


def after_phase_3(world: World) -> Iterator[tuple[str, str]]:
    """Each file that is due until Japan is asked for an offensive: its seat, and its steps."""
    while True:
        seat = world.next_seat
        with world.players[seat].session() as session:
            steps = str(session.view().decision.covers)
        if "/P4'" in steps and seat == J:
            return
        yield seat, steps


def deliver(world: World, *orders: dict[str, object]) -> None:
    """The next seat's file, taken by all others."""
    seat = world.next_seat
    world.mail.append(world.players[seat].send(*orders))
    world.deliver(world.mail[-1], seat)


# --- the end -------------------------------------------------------------------------------------


def test_nobody_ends_a_game_on_a_position_that_he_does_not_know_yet(tmp_path: Path) -> None:
    """The digest is of the position that the file's own seed resolves, not of the one before."""
    play = Chain(tmp_path, "midway")
    play.to_phase_3()
    play.file({"type": "strike", "units": ["g4m-4th"], "area": "MWY", "at": "airfield"})
    play.file(REST)
    play.file({**CHINA, "theatres": ["Central Pacific"]}, OVER)
    play.file()
    japanese, allied = play.world.players[J], play.world.players["allied"]
    last = japanese.bot_orders()
    with japanese.session() as session:
        unknown = state_digest(session.fold)

    def doctor(file: TurnFile) -> TurnFile:
        return replace(file, order=last, state=StatePart(digest=unknown))

    assert refusal(allied, forge(japanese, doctor))[0] == "E10"
    assert judged(allied, forge(japanese, with_orders(*last))).fold.ended == (J,)
