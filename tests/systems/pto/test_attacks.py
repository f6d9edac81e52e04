"""Doctored clients: bids and standing orders that are not what they should be, and whose units."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.frozen import replace
from pbem.game import annexes
from pbem.game.annexes import Place
from pbem.game.logbook import read_turn
from pbem.narrow import parse_item
from pbem.scan import scan
from pbem.systems.pto.book.dates import turn_of
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_economy import BidBroken, BidOpened
from pbem.systems.pto.table.events_play import StandingBroken, StandingOpened, StandingVoid
from pbem.systems.pto.table.standing import Gunnery, SearchRule, StandingOrder
from pbem.systems.pto.table.state import Game, Standing
from pbem.turnfile import AnnexPart, OpenPart, TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import forge, with_orders
from tests.simulator import Player, World, begin
from tests.systems.pto.started import started
from tests.systems.pto.tabletop import CHARTS

OCTOBER = turn_of(1944, 10)
FIRST = f"standing/{OCTOBER}/S2.3"
BID = "bid/1944-autumn/JP"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Leyte, everybody joined: both owe their bids and standing orders, the Japanese first."""
    return begin(tmp_path_factory.mktemp("begun"), "pto/leyte", ("japanese", "allied"))


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """The same game in other folders."""
    return begun.copied(tmp_path)


def sealing(player: Player, bid: str = "offensives = 0\n", standing: str = "") -> bytes:
    """The player's first file, with whatever contents it is told to seal."""
    with player.session() as session:
        place = Place(
            secret=session.secret(), game=session.links.game, seat=player.seat, seq=session.next_seq
        )
        items = {BID: bid, FIRST: standing}
        made = annexes.sealing(place, session.fold, session.rules, items, 0)
    annex = AnnexPart(age=made.age)
    orders = ({"type": "sealed", "item": FIRST},)
    return forge(player, lambda file: replace(file, order=orders, sealed=made.sealed, annex=annex))


def put(world: World, raw: bytes) -> None:
    """A file that everybody takes, its author too."""
    world.mail.append(raw)
    world.deliver(raw)


def opened(world: World) -> None:
    """The Allies answer, and the Japanese open what they had sealed."""
    world.round()
    assert world.next_seat == "japanese"
    raw = forge(world.players["japanese"], lambda file: file)
    assert {part.id for part in read(scan(raw)).open} >= {BID}
    put(world, raw)
    while not any(part.id == FIRST for file in files_of(world, "japanese") for part in file.open):
        world.round()


def files_of(world: World, seat: str) -> list[TurnFile]:
    """The files that a seat has written."""
    return [file for file in (read(scan(raw)) for raw in world.mail) if file.seat == seat]


def events_of(player: Player, kind: type[Event]) -> list[Any]:
    with player.session() as session:
        page = read_turn(session.folder, OCTOBER, session.rules.system.events, session.links.seq)
    return [one.event for _, one in page.happenings if isinstance(one.event, kind)]


def game_of(player: Player) -> Game:
    with player.session() as session:
        game: Game = session.fold.table.game
        return game


def report(player: Player) -> str:
    """The month's report, long lines whole."""
    text = (player.folder / "reports" / f"turn-{OCTOBER}.txt").read_text()
    return " ".join(text.split())


# --- bids ----------------------------------------------------------------------------------------


def test_gp33_a_bid_beyond_the_points_is_cut_and_named(world: World) -> None:
    points = game_of(world.players["allied"]).purses["JP"].points
    put(world, sealing(world.players["japanese"], bid="offensives = 99\n"))
    opened(world)
    bid = next(one for one in events_of(world.players["allied"], BidOpened) if one.nation == "JP")
    assert bid.bid == 99
    assert 0 < bid.bought < 99
    assert bid.points + bid.left == points
    assert 0 <= bid.left < bid.points // bid.bought
    for player in world.players.values():
        words = f"Japan buys {bid.bought} offensives for {bid.points} EP, not the 99 of the bid"
        assert f"! {words}; {bid.left} EP left [PH12.5]" in report(player)


BROKEN_BIDS = (
    'offensives = "many"\n',
    "offensives = -3\n",
    "offensives = true\n",
    "offensives = 1.5\n",
    "offensives = 1\nmore = 2\n",
    "many = 3\n",
    "offensives = [1]\n",
    "all we can\n",
    "",
)
NO_BID = BidBroken(to="all", seat="japanese", nation="JP", item=BID)


def told_by_opening(
    item: str, content: str, *before: StandingOrder
) -> tuple[Game, tuple[Event, ...]]:
    """What the rules make of an item of the Japanese player's, with these orders in force."""
    game = started("leyte")
    for order in before:
        game = PTO.stand(game, "japanese", order, 1)
    return PTO.opened(game, "japanese", item, 0, parse_item(content), CHARTS)


@pytest.mark.parametrize("content", BROKEN_BIDS)
def test_a_bid_that_is_no_number_counts_as_none(content: str) -> None:
    """F.1."""
    game, (broken, bid) = told_by_opening(BID, content)
    assert broken == NO_BID
    assert isinstance(bid, BidOpened)
    assert (bid.bid, bid.bought, game.purses["JP"].bid) == (0, 0, 0)


def test_a_bid_that_is_no_number_is_named_to_both(world: World) -> None:
    put(world, sealing(world.players["japanese"], bid=BROKEN_BIDS[0]))
    opened(world)
    words = "! The Japanese open a bid for Japan that holds no number: it counts as none [F.1]"
    for player in world.players.values():
        assert events_of(player, BidBroken) == [NO_BID]
        assert words in report(player)


# --- standing orders -----------------------------------------------------------------------------

BROKEN = {
    "no narrow form": "order = []  # a comment\n",
    "no TOML": "[[order\n",
    "nothing but words": "attack at dawn\n",
    "no list": "order = 3\n",
    "another key": "[[order]]\ntype = 'search'\n\n[[spy]]\nsees = 'all'\n",
    "no such type": "[[order]]\ntype = 'ambush'\n",
    "no standing order": "[[order]]\ntype = 'sail'\ntf = 'center-force'\npath = ['PHS']\n",
    "one that is always open": "[[order]]\ntype = 'goes-first'\nside = 'enemy'\n",
    "one good, one of no kind": "[[order]]\ntype = 'gunnery'\n\n[[order]]\ntype = 'ambush'\n",
}
BEFORE = (Gunnery(after=1, openly=True), SearchRule(of="center-force", openly=True))
"""What is in force when such an item is opened."""


NOTHING = StandingBroken(to="all", seat="japanese", item=FIRST)


@pytest.mark.parametrize("name", BROKEN)
def test_after_broken_standing_orders_the_defaults_hold(name: str) -> None:
    """F.1: what opens but breaks a rule counts as the default."""
    game, events = told_by_opening(FIRST, BROKEN[name].replace("'", '"'), *BEFORE)
    assert events == (NOTHING,)
    assert game.standing["japanese"] == Standing()


@pytest.mark.parametrize("name", ["nothing but words", "no such type"])
def test_broken_standing_orders_are_named_and_the_game_goes_on(world: World, name: str) -> None:
    content = BROKEN[name].replace("'", '"')
    put(world, sealing(world.players["japanese"], standing=content))
    opened(world)
    words = (
        "! The Japanese open an item that is no list of standing orders: the defaults of all that"
        " can be sealed hold [F.1]"
    )
    for player in world.players.values():
        assert events_of(player, StandingBroken) == [NOTHING]
        assert words in report(player)
    assert game_of(world.players["allied"]).standing["japanese"] == Standing()
    world.round()


VOID = {
    "an unknown key": ("type = 'search'\nluck = 6\n", "F.6"),
    "a wrong word": ("type = 'search'\nwhen = 'perhaps'\n", "F.6"),
    "one that says it is open": ("type = 'search'\nopenly = true\n", "F.6"),
    "more than all bombers": ("type = 'air-strike'\nshare = 5000\n", "F.6.6"),
    "a ratio of nothing": ("type = 'naval-intercept'\nown = 0\nenemy = 0\n", "F.6.6"),
    "fewer than none": ("type = 'air-intercept'\nkeep = -9\n", "F.6.6"),
    "after the last round": ("type = 'gunnery'\nafter = 9\n", "F.6.6"),
    "no units for a ship": ("type = 'air-strike'\nships = { CV = 0 }\n", "F.6.6"),
    "an area nowhere": ("type = 'search'\nwhen = 'areas'\nareas = ['XXX']\n", "F.6.3"),
    "a ship of his own": ("type = 'air-strike'\naim = ['yamato']\n", "F.6.3"),
    "a force of nobody": ("type = 'gunnery'\nof = 'phantom-force'\n", "F.6.3"),
    "a unit for both stacks": (
        "type = 'air-stacks'\noffensive = ['j-cv44-zuiho']\ndefensive = ['j-cv44-zuiho']\n",
        "D11.3",
    ),
    "a fighter that is to bomb": ("type = 'ground'\nunits = ['a6m5-201']\n", "PH10.3"),
    "aircraft of the enemy": ("type = 'losses'\nabort = ['p-38-49fg']\n", "F.6.3"),
}
"""Standing orders that no honest program seals, and the rule that each breaks."""


@pytest.mark.parametrize("name", VOID)
def test_sealed_standing_orders_that_fail_on_opening_count_as_the_default(
    world: World, name: str
) -> None:
    """F.1, F.6.3, F.6.6: the one at fault is named to both; its neighbour is in force."""
    written, cited = VOID[name]
    good = '[[order]]\ntype = "submarines"\nintercept = "never"\n'
    content = f"{good}\n[[order]]\n{written}".replace("'", '"')
    put(world, sealing(world.players["japanese"], standing=content))
    opened(world)
    for player in world.players.values():
        (void,) = events_of(player, StandingVoid)
        kind = written.split("'")[1]
        assert (void.seat, void.item, void.order, void.cited) == ("japanese", FIRST, kind, cited)
        assert f"so the default holds [F.1, {cited}]" in report(player)
        standing = game_of(player).standing["japanese"]
        assert tuple(standing.given) == ("submarines",)
        assert standing == Standing(submarines=standing.submarines, given=standing.given)
        assert standing.submarines[""].intercept == "never"


def test_sealed_standing_orders_are_in_force_once_open(world: World) -> None:
    """Else the test above would prove nothing."""
    content = '[[order]]\ntype = "search"\nwhen = "never"\n'
    put(world, sealing(world.players["japanese"], standing=content))
    assert game_of(world.players["allied"]).standing["japanese"] == Standing()
    opened(world)
    told = events_of(world.players["allied"], StandingOpened)
    (event,) = [one for one in told if (one.seat, one.item) == ("japanese", FIRST)]
    assert event.types == ("search",)
    assert game_of(world.players["allied"]).standing["japanese"].search[""].when == "never"


def test_standing_orders_in_the_open_where_they_are_sealed(world: World) -> None:
    author, reader = world.players["japanese"], world.players["allied"]
    plain = {"type": "gunnery", "after": 1}
    honest = sealing(author)

    def undisguised(file: TurnFile) -> TurnFile:
        sent = read(scan(honest))
        return replace(file, order=(*sent.order, plain), sealed=sent.sealed, annex=sent.annex)

    code, words = refusal(reader, forge(author, undisguised))
    assert code == "E12"
    assert "'gunnery' stands openly in a file that seals standing orders [F.1]" in words
    assert "order 2" in words


@pytest.mark.parametrize("missing", [BID, FIRST])
def test_what_must_be_sealed_is_sealed(world: World, missing: str) -> None:
    author, reader = world.players["japanese"], world.players["allied"]
    sent = read(scan(sealing(author)))
    left = tuple(part for part in sent.sealed if part.id != missing)
    raw = forge(author, lambda file: replace(file, order=sent.order, sealed=left, annex=sent.annex))
    code, words = refusal(reader, raw)
    assert code == "E11"
    assert f"file {sent.seq} must seal {BID}, {FIRST}" in words


# --- openings ------------------------------------------------------------------------------------


def to_be_opened(world: World, change: Any) -> bytes:
    """The Japanese file that must open the bid, with its openings changed."""
    put(world, sealing(world.players["japanese"], bid="offensives = 2\n"))
    world.round()
    author = world.players["japanese"]

    def doctor(file: TurnFile) -> TurnFile:
        return replace(file, open=tuple(change(part) for part in file.open if change(part)))

    return forge(author, doctor)


def bid_only(change: Any) -> Any:
    return lambda part: change(part) if part.id == BID else part


@pytest.mark.parametrize(
    "change",
    [
        lambda part: replace(part, content="offensives = 5\n"),
        lambda part: replace(part, salt="12" * 32),
        lambda part: replace(part, seq=part.seq + 1),
    ],
)
def test_a_bid_that_was_not_sealed_so_is_refused(world: World, change: Any) -> None:
    """E11: who has seen the other's bid cannot open another one than he sealed."""
    raw = to_be_opened(world, bid_only(change))
    code, words = refusal(world.players["allied"], raw)
    assert code == "E11"
    assert f"what is opened as '{BID}' is not what was sealed" in words


def test_who_does_not_open_owes_the_file(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """The other's program says what is wanted, and of whom; nothing moves before."""
    nothing: OpenPart | None = None
    raw = to_be_opened(world, lambda part: nothing if part.id == BID else part)
    reader = world.players["allied"]
    seq = read(scan(raw)).seq
    code, words = refusal(reader, raw)
    assert code == "E11"
    assert f"file {seq} must open {BID}" in words
    assert reader.run("status") == 0
    said = capsys.readouterr().out
    assert f"the Japanese side owes file {seq}" in said
    assert f"refused and kept in evidence: {seq:04}-japanese.pbem" in said


# --- whose units ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def allies(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Leyte with three seats; the standing orders are in, phase 3 comes next."""
    seats = ("japanese", "us-cn", "uk-ne-au")
    made = begin(tmp_path_factory.mktemp("allies"), "pto/leyte", seats)
    while made.next_seat != "uk-ne-au" or not phase_3_is_next(made):
        made.round()
    return made


def phase_3_is_next(world: World) -> bool:
    with world.players["uk-ne-au"].session() as session:
        asks = session.ahead().fold.table.asks
    return any("/P3.1" in key for ask in asks if ask.seat == "uk-ne-au" for key in ask.covers)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        (
            {"type": "sail", "tf": "tf-38-4", "path": ["PHS"]},
            "TF 38.4 (tf-38-4) is not yours [F.6.3]",
        ),
        (
            {"type": "form", "tf": "raiders", "ships": ["iowa"]},
            "Iowa (iowa) is not yours [F.6.3]",
        ),
        (
            {"type": "transfer", "units": ["p-38-49fg"], "to": "OAH"},
            "P-38 49FG (p-38-49fg) is not yours [F.6.3]",
        ),
        (
            {"type": "strike", "units": ["p-38-49fg"], "area": "LUZ", "at": "airfield"},
            "P-38 49FG (p-38-49fg) is not yours [F.6.3]",
        ),
        ({"type": "search", "of": "US"}, "the United States is not yours [F.6.3]"),
        ({"type": "bomb-japan", "bombers": ["p-38-49fg"]}, "the US seat orders"),
    ],
    ids=lambda one: one["type"] if isinstance(one, dict) else "",
)
def test_nobody_orders_a_partners_units(allies: World, order: dict[str, Any], what: str) -> None:
    """PH15.2: partners share a side, not their pieces."""
    author, reader = allies.players["uk-ne-au"], allies.players["us-cn"]
    raw = forge(author, with_orders(order))
    seq = read(scan(raw)).seq
    code, words = refusal(reader, raw)
    (reader.folder / "evidence" / f"{seq:04}-uk-ne-au.pbem").unlink()
    assert code == "E12"
    assert what in words
