"""Sealed standing orders and bids: what is opened, what is wrong, who owes [F.1, S3.2.1]."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.narrow import parse_item
from pbem.systems.pto.rules.f1_sealing import opened, stand, standing_text
from pbem.systems.pto.table.events_play import StandingBroken, StandingOpened, StandingVoid
from pbem.systems.pto.table.orders_month import Form, Pass, Sail, Strike
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    Closed,
    Declines,
    GoesFirst,
    Gunnery,
    NavalInterception,
    Sealed,
    SearchRule,
)
from pbem.systems.pto.table.state import Standing
from tests.simulator import begin
from tests.systems.pto.selfplay import Match, match
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS, in_words, small_game, told

ITEM = "standing/18/P0"


def open_standing(table: Mapping[str, Any] | None) -> tuple[Any, tuple[Any, ...]]:
    game = small_game()
    closed = Closed(item=ITEM)
    game = replace(game, sealed=game.sealed.set("tokyo", closed))
    return opened(game, "tokyo", ITEM, 0, table, CHARTS)


# --- standing orders -----------------------------------------------------------------------------


def test_opened_standing_orders_are_in_force() -> None:
    orders = (SearchRule(when="never"), AirInterception(of="JPN", own=2, keep=1))
    game, events = open_standing(parse_item(standing_text(orders)))
    assert not game.sealed
    assert game.standing["tokyo"].search[""] == orders[0]
    assert game.standing["tokyo"].air_intercept["JPN"] == orders[1]
    (event,) = told(events, StandingOpened)
    assert event.types == ("search", "air-intercept")


def test_nothing_sealed_says_nothing() -> None:
    game, events = open_standing(parse_item(standing_text(())))
    assert (dict(game.sealed), events) == ({}, ())


@pytest.mark.parametrize(
    "content",
    [
        "no TOML at all",
        'orders = "many"\n',
        '[[order]]\ntype = "gunnery"\nof = 3\n',
        "order = [3]\n",
        '[[order]]\ntype = "bid"\nnation = "JP"\noffensives = 3\n',
        '[[order]]\ntype = "goes-first"\n',
        "order = 3\n",
    ],
)
def test_f_1_what_is_no_list_of_standing_orders_takes_all_that_can_be_sealed(content: str) -> None:
    before = small_game()
    for order in (Gunnery(after=1, openly=True), GoesFirst(side="enemy")):
        before = stand(before, "tokyo", order, 1)
    game, events = opened(before, "tokyo", ITEM, 0, parse_item(content), CHARTS)
    left = {"goes-first": before.standing["tokyo"].given["goes-first"]}
    assert game.standing["tokyo"] == Standing(
        goes_first=before.standing["tokyo"].goes_first, given=FrozenMap(left)
    )
    assert game.standing["tokyo"].goes_first[""].side == "enemy"
    assert told(events, StandingBroken)[0].item == ITEM


@pytest.mark.parametrize(
    "content",
    [
        '[[order]]\ntype = "search"\nwhen = "often"\n',
        '[[order]]\ntype = "search"\nopenly = true\n',
        '[[order]]\ntype = "search"\nluck = 6\n',
        '[[order]]\ntype = "search"\nwhen = 1\n\n[[order]]\ntype = "search"\nwhen = "never"\n',
    ],
)
def test_f_1_a_standing_order_that_cannot_be_read_takes_the_one_before_it_away(
    content: str,
) -> None:
    before = small_game()
    for order in (Gunnery(after=1, openly=True), SearchRule(when="never", openly=True)):
        before = stand(before, "tokyo", order, 1)
    good = '\n[[order]]\ntype = "submarines"\nintercept = "never"\n'
    game, events = opened(before, "tokyo", ITEM, 0, parse_item(content + good), CHARTS)
    standing = game.standing["tokyo"]
    assert not standing.search
    assert standing.gunnery == before.standing["tokyo"].gunnery
    assert standing.submarines[""].intercept == "never"
    (void, *_) = told(events, StandingVoid)
    assert (void.order, void.of, void.cited) == ("search", "", "F.6")
    assert (
        "tokyo: sealed standing order 'search' cannot be read, so the default holds [F.1, F.6]"
        in in_words(events)
    )


def test_gp92_an_aim_that_was_sunk_after_the_file_was_written_is_passed_over() -> None:
    """F.6.3: the item is held against the state in which its file was written."""
    aims = AirStrikeRule(aim=("hornet", "CV"))
    item = parse_item(standing_text((aims,)))
    written = stand(started("midway"), "japanese", Sealed(item=ITEM), 1)
    sunk = replace(written, ships=written.ships.without("hornet"))
    game, events = opened(sunk, "japanese", ITEM, 0, item, CHARTS)
    assert not told(events, StandingVoid)
    assert game.standing["japanese"].air_strike[""] == aims
    late = stand(sunk, "japanese", Sealed(item=ITEM), 1)
    game, events = opened(late, "japanese", ITEM, 0, item, CHARTS)
    (void,) = told(events, StandingVoid)
    assert (void.order, void.of, void.cited) == ("air-strike", "", "F.6.3")
    assert not game.standing["japanese"].air_strike


def test_f_1_a_standing_order_that_fails_takes_the_one_before_it_away() -> None:
    before = stand(small_game(), "tokyo", Gunnery(fire="capital", openly=True), 1)
    item = parse_item(standing_text((Gunnery(after=9),)))
    game, events = opened(before, "tokyo", ITEM, 0, item, CHARTS)
    assert not game.standing["tokyo"].gunnery
    words = in_words(events)
    assert words == [
        "tokyo: sealed standing order 'gunnery' is out of bounds or stands there twice, so the"
        " default holds [F.1, F.6.6]"
    ]


# --- in a game -----------------------------------------------------------------------------------


def begun() -> Match:
    """Midway before its first file."""
    return match("midway")


def say(*orders: Order) -> Any:
    return lambda _: orders


def test_a_file_seals_what_is_not_open() -> None:
    game = begun()
    secret, public = SearchRule(when="never"), NavalInterception(when="never", openly=True)
    game.step(say(secret, public, Declines(declines=False), GoesFirst(side="enemy")))
    standing = game.game.standing["allied"]
    assert not standing.search
    assert standing.naval_intercept[""] == public
    assert standing.goes_first[""].side == "enemy"
    assert {who: one.item for who, one in game.game.sealed.items()} == {"allied": ITEM}
    assert 'when = "never"' in game.seats["allied"].items[2][ITEM]


def test_the_next_file_of_its_author_opens_it() -> None:
    game = begun()
    game.step(say(SearchRule(when="never")))
    game.step(say())
    game.step(say())
    assert game.files[-1].opened == (ITEM,)
    assert game.game.standing["allied"].search[""].when == "never"


def test_another_content_is_refused_and_its_author_goes_on_owing() -> None:
    game = begun()
    game.step(say(SearchRule(when="never")))
    game.step(say())
    game.seats["allied"].items[2] = {ITEM: standing_text((SearchRule(),))}
    with pytest.raises(Refused) as refused:
        game.step(say())
    (problem,) = refused.value.problems
    assert problem.code == "E11"
    assert problem.what == f"what is opened as '{ITEM}' is not what was sealed"
    assert game.seat().name == "allied"


# --- what the file says beside it ----------------------------------------------------------------


def test_f_6_3_a_sealed_order_may_name_the_force_that_its_file_forms() -> None:
    game = match("midway")
    game.step(lambda _: ())
    raiders = Form(tf="raiders", ships=("tone", "chikuma"))
    rule = NavalInterception(of="raiders", when="never")
    game.step(lambda _: (raiders, rule))
    game.step(lambda _: ())
    game.step(lambda _: (Pass(),))
    events = [event for scene in game.scenes for event in scene.events]
    assert not told(events, StandingVoid)
    assert told(events, StandingOpened)[-1].types == ("naval-intercept",)


def test_f_6_5_a_strike_in_a_file_keeps_its_aircraft_until_it_is_flown() -> None:
    game = match("midway")
    game.step(lambda _: ())
    units = ("j-cv41-kb1", "j-cv41-kb2")
    sail = Sail(tf="kido-butai", path=("MID",))
    game.step(lambda _: (sail, Strike(units=units, area="MWY", at="airfield")))
    assert game.game.month.kept == units
    game.step(lambda _: ())
    assert game.game.month.kept == ()


def test_news_of_a_file_that_only_seals_says_when_that_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bid is opened by its seat's next file, when the last one lies in the chain [F.1.1]."""
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    author, raw = world.next_seat, world.write()
    reader = next(player for player in world.players.values() if player.seat != author)
    (tmp_path / "came.pbem").write_bytes(raw)
    capsys.readouterr()
    assert reader.run("receive", str(tmp_path / "came.pbem")) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "Nothing happens by file 2 yet: the next files of the Japanese side open what it seals."
        in said
    )
    assert "seals. Points: Japanese 8, Allies 0." in said


@pytest.mark.parametrize(
    ("seats", "orders", "wanted"),
    [
        # a standing order holds at once, and stands among the news below
        (
            ("japanese", "allied"),
            ({"type": "bid", "nation": "JP"}, {"type": "goes-first", "side": "enemy"}),
            "the next files of the Japanese side open what it seals.",
        ),
        (
            ("japanese", "us-cn", "uk-ne-au"),
            ({"type": "bid", "nation": "US"}, {"type": "blockade", "boats": ["us-ss-balao-1"]}),
            "that file's order comes later, and the next files of us-cn open what it seals.",
        ),
    ],
)
def test_news_of_a_bid_beside_open_orders_say_when_each_comes(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    seats: tuple[str, ...],
    orders: tuple[dict[str, object], ...],
    wanted: str,
) -> None:
    world = begin(tmp_path, "pto/leyte", seats)
    if len(seats) > 2:
        world.round()
    author = world.players[world.next_seat]
    reader = next(player for player in world.players.values() if player is not author)
    bid, other = orders
    (tmp_path / "came.pbem").write_bytes(author.send({**bid, "offensives": 3}, other))
    capsys.readouterr()
    assert reader.run("receive", str(tmp_path / "came.pbem")) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"Nothing happens by file {author.head} yet: {wanted}" in said


def test_a_sealed_bid_is_said_before_signing_to_be_opened_by_ones_next_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    author, page = world.players[world.next_seat], tmp_path / "bid.toml"
    page.write_text(
        '[[order]]\ntype = "bid"\nnation = "Japan"\noffensives = 3\n[[order]]\ntype = "search"\n'
        'when = "never"\n'
    )
    assert author.run("check", str(page)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Sealed until your next file opens it: 'bid'." in said
    later = "the first file of yours that does more than open bids opens it"
    assert f"Sealed until {later}: 'search'." in said
    assert f"What is sealed of them holds once {later} [F.1]" in said
