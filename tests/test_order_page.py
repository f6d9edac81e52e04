"""`pbem orders --html`: what lies in the page, and `--take`, by which it becomes the draft."""

import io
import json
import re
import stat
import sys
from pathlib import Path

import pytest
import tomli

from pbem.engine.ledger import REFEREE
from pbem.game.filled import read_form
from pbem.game.maps import laid_for
from pbem.game.write import check_draft
from pbem.report.choosing import render
from pbem.report.clickable import lines_of
from tests import orderpage
from tests.orderpage import HOSTILE, Order
from tests.simulator import Player, World, begin

SEATS = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/toenails": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "table/table": ("red", "blue"),
}
FILES = {"midway": (0, 1, 2, 3, 3), "cartwheel": (0, 2, 5), "pto": (0, 4, 5), "table": (0, 2, 1)}
"""So many files are played before each position."""
MOST = 25
"""So many orders of a kind are tried at a position."""


def written(player: Player, path: Path) -> orderpage.Data:
    """The data of the page that a player is given."""
    assert player.run("orders", "--html", str(path)) == 0
    return orderpage.data_of(path)


def some(orders: list[list[Order]]) -> list[list[Order]]:
    """A few of many, from the first to the last."""
    return orders[:: len(orders) // MOST + 1]


@pytest.mark.parametrize("scenario", SEATS)
def test_what_is_offered_passes_the_check_as_the_page_writes_it(
    scenario: str, tmp_path: Path
) -> None:
    world, tried = begin(tmp_path, scenario, SEATS[scenario]), 0
    for files in FILES[scenario.partition("/")[0]]:
        world.play(files)
        player = world.players[world.next_seat]
        data = written(player, tmp_path / "page.html")
        with player.session() as session:
            for sort in data["sorts"]:
                for orders in some(list(orderpage.offers(sort))):
                    text = orderpage.text(data, orders, "Good luck")
                    draft = read_form(session, text, "page")
                    assert not check_draft(session, draft), text
                    assert len(draft.orders) == len(orders)
                    tried += 1
    assert tried > (50 if world.mail and "table" not in scenario else 2)


def test_every_kind_that_the_file_takes_stands_on_the_page(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    data = written(world.players["japanese"], tmp_path / "page.html")
    assert [(sort["kind"], sort["standing"]) for sort in data["sorts"]] == [
        ("plan", False), ("land", False), ("move", False), ("stay", False),
        ("cap-attack", False), ("attack", False), ("standing-land", True), ("standing-move", True),
        ("standing-cap", True), ("standing-targets", True), ("standing-losses", True),
        ("standing-launch", True), ("standing-plan", True),
    ]  # fmt: skip
    plan = data["sorts"][0]
    assert plan["told"].startswith("The squadrons that stand on a carrier's deck next turn")
    assert plan["rule"] == "M11.1 Setting the deck"
    assert plan["when"] == "the set-up, Phase 11: Japanese planning"
    assert plan["joins"] == ["deck"]
    words = [row[1] for row in plan["offers"]]
    assert "Akagi has Akagi-TB 5 SP on deck, and will land nothing [M11.1]." in words


@pytest.fixture
def midway(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


@pytest.fixture
def player(midway: World) -> Player:
    return midway.players["japanese"]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "orders.html"


# --- claims, and orders that are one -------------------------------------------------------------


def claims(data: orderpage.Data, kind: str, *names: str) -> tuple[set[int], set[int]]:
    """What an offered order claims as a whole, and by what can be joined to another."""
    (sort,) = (one for one in data["sorts"] if one["kind"] == kind)
    for row in sort["offers"]:
        held = [data["items"][item][1] for items in row[0] if items for item in items]
        if tuple(held) == names:
            _, _, whole, own, *_ = (*row, *[[]] * 4)
            return set(whole), set(own)
    raise AssertionError(names)


def test_what_excludes_what_is_known_by_carrier_squadron_and_phase(
    player: Player, page: Path
) -> None:
    data = written(player, page)
    whole, own = claims(data, "plan", "Kaga", "Kaga-TB1")
    other, beside = claims(data, "plan", "Kaga", "Kaga-TB2")
    assert whole == other
    assert not own & beside
    assert [data["why"][one] for one in whole] == ["Kaga is ordered twice"]
    assert not whole & claims(data, "land", "Kaga")[0]
    moved, stays = (
        claims(data, "move", "Akagi-F", "Waiting to Land"),
        claims(data, "stay", "Akagi-F"),
    )
    assert (moved[0] | moved[1]) & (stays[0] | stays[1])
    attacks = claims(data, "cap-attack", "Akagi-F")
    assert not (moved[0] | moved[1]) & (attacks[0] | attacks[1])


def test_orders_joined_to_one_are_legal_or_say_why_not(player: Player, page: Path) -> None:
    data, told = written(player, page), set()
    with player.session() as session:
        for sort in data["sorts"]:
            for items, words, why in sort["wholes"]:
                (cells,) = orderpage.offers({**sort, "offers": [[items]]})
                text = orderpage.text(data, cells)
                found = check_draft(session, read_form(session, text, "page"))
                assert [one.what for one in found] == ([why] if why else [])
                assert bool(words) != bool(why)
                told.add((sort["kind"], bool(why)))
    assert told >= {("plan", False), ("land", False), ("land", True), ("cap-attack", False)}


def test_a_way_is_no_list_of_things_that_can_be_one(tmp_path: Path, page: Path) -> None:
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    world.play(8)
    data = written(world.players[world.next_seat], page)
    joins = {sort["kind"]: sort["joins"] for sort in data["sorts"]}
    assert joins["support"] == ["units"]
    assert joins["march"] == []
    assert "sealed" not in joins


# --- whose it is ---------------------------------------------------------------------------------


def test_the_page_is_the_players_alone_and_says_so(
    player: Player, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page.write_text("<!DOCTYPE html>\n")
    page.chmod(0o644)
    before = player.files()
    assert player.run("orders", "--html", str(page)) == 0
    assert capsys.readouterr().out == (
        f"wrote {page}: {page.stat().st_size:,} bytes; open it in a browser\n"
        "it shows what you see and order: for your eyes alone, do not mail it\n"
    )
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert player.files() == before
    text = page.read_text(encoding="utf-8")
    assert "For the eyes of japanese alone" in text
    assert "Do not mail this page." in text
    assert "default-src 'none'" in text
    assert not re.search(r"(?:src|href)=\"?(?:https?:|//)", text)


def test_of_the_others_it_shows_what_everybody_sees(tmp_path: Path, page: Path) -> None:
    world = begin(tmp_path, "cartwheel/toenails", ("japanese", "allied"))
    world.play(9)
    author = world.next_seat
    player, other = (
        world.players[author],
        world.players[{"japanese": "allied"}.get(author, "japanese")],
    )
    data = written(player, page)
    with player.session() as session:
        own = laid_for(session)
        game, charts = session.ahead().fold.table.game, session.rules.charts
        tabletop = session.rules.system.tabletop
        assert own is not None
        assert tabletop is not None
        public = {one.id: one for one in tabletop.laid(game, None, charts).counters}
    mine = next(one.side for one in own.counters if one.id not in public)
    shown = {one.id for one in own.counters}
    assert set(data["counters"]) == shown
    foreign = [one for one in own.counters if one.side not in (mine, "")]
    assert foreign
    assert [public.get(one.id) for one in foreign] == foreign
    text = page.read_text(encoding="utf-8")
    for one in (player, other):
        assert (one.folder / "private" / "secret").read_bytes().hex() not in text


def test_what_anybody_has_named_stays_words_and_the_file_says_the_same() -> None:
    page = orderpage.of_words(HOSTILE)
    body = render(page).partition("<body>")[2]
    assert body.count("<script") == 2
    assert "<img" not in body
    assert "\u202e" not in re.sub(r'data-(?:id|place)="[^"]*"', "", body)
    (data,) = re.findall(r'id="data">(.*?)</script>', body, re.DOTALL)
    (_, needed), (_, offered) = next(iter(orderpage.offers(json.loads(data)["sorts"][0])))
    assert needed == [list(cell) for cell in offered]
    assert tomli.loads("\n".join(lines_of(page.draft[0])))["order"] == [
        {"type": "plan", "carrier": HOSTILE}
    ]


# --- the draft -----------------------------------------------------------------------------------

DRAFT = """\
# mine
message = "Good \\"luck\\""
[[order]] # the reserve
type = 'plan'
carrier = 'Kaga'
deck = ["kaga-tb2", "Kaga-TB1"]

[[order]]
type = "standing-cap"
ratio = 2
attack = "if-outnumbering"

[[order]]
type = "launch"
carrier = "kaga"
"""


def test_what_the_draft_holds_stands_on_the_page_as_chosen(player: Player, page: Path) -> None:
    draft = player.folder / "orders-0002.toml"
    draft.write_text(DRAFT)
    data = written(player, page)
    assert draft.read_text() == DRAFT
    assert data["message"] == 'Good "luck"'
    assert re.fullmatch(r"[0-9a-f]{8}-orders-0002\.toml", data["file"])
    words = [row[2] for row in data["draft"]]
    assert words[0].startswith("Kaga has Kaga-TB2 3 SP and Kaga-TB1 5 SP on deck")
    assert "2 SP or more for each SP of escorts" in words[1]
    text = orderpage.text(data, map(orderpage.given, data["draft"]), data["message"])
    with player.session() as session:
        kept, before = (read_form(session, one, "x") for one in (text, DRAFT))
    assert kept.message == before.message
    assert kept.orders[0] == {"type": "plan", "carrier": "kaga", "deck": ["Kaga-TB2", "Kaga-TB1"]}
    assert kept.orders[1:] == before.orders[1:]


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("[[order]]\ntype =\n", "{path}:2: "),
        (
            "[[order]]\ntype = 'plan'\nwhen = 1942-06-04\n",
            "{path}, order 1: it holds what no order",
        ),
        ("[[order]]\ntype = 'plan'\ndeck = 1.5\n", "{path}, order 1: it holds what no order"),
        ("[[order]]\ncarrier = 'kaga'\n", "{path}, order 1: it holds what no order"),
        ("mesage = 'hello'\n", "unknown key 'mesage'"),
    ],
)
def test_a_draft_of_which_anything_would_be_lost_makes_no_page(
    draft: str, said: str, player: Player, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = player.folder / "orders-0002.toml"
    path.write_text(draft)
    assert player.run("orders", "--html", str(page)) == 1
    assert said.format(path=path) in capsys.readouterr().err
    assert not page.exists()


# --- what is saved becomes the draft -------------------------------------------------------------

PLAN = '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n'


def test_a_saved_file_becomes_the_draft_and_the_one_before_is_kept(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, saved = player.folder / "orders-0002.toml", tmp_path / "orders-0002 (1).toml"
    saved.write_text(PLAN)
    assert player.run("orders", "--take", str(saved)) == 0
    said = capsys.readouterr().out
    assert "Akagi has Akagi-TB 5 SP on deck" in said
    assert said.endswith(f"it stands in {draft}; go on with: pbem -C {player.folder} turn\n")
    assert draft.read_text() == PLAN
    assert stat.S_IMODE(draft.stat().st_mode) == 0o600
    assert player.run("orders", "--add", "plan", "carrier=hiryu") == 0
    before = draft.read_text()
    capsys.readouterr()
    assert player.run("orders", "--take", str(saved)) == 0
    kept = player.folder / "own" / "orders-0002-before-1.toml"
    assert f"what stood there is kept in {kept}\n" in capsys.readouterr().out
    assert kept.read_text() == before
    assert player.run("orders", "--undo") == 1
    assert player.run("send", "--yes") == 0


def test_a_copied_file_is_pasted(
    player: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pasted = io.TextIOWrapper(io.BytesIO(PLAN.encode()))
    monkeypatch.setattr(sys, "stdin", pasted)
    assert player.run("orders", "--take", "-") == 0
    assert (player.folder / "orders-0002.toml").read_text() == PLAN


def test_a_file_that_is_not_legal_changes_nothing(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "saved.toml"
    saved.write_text(PLAN.replace("akagi", "hornet"))
    before = player.files()
    assert player.run("orders", "--take", str(saved)) == 1
    assert f"{saved}:3, order 1, key 'carrier': Hornet" in capsys.readouterr().err
    assert player.run("orders", "--take", str(tmp_path / "nothing.toml")) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert player.files() == before


def test_a_page_can_be_made_for_a_file_that_is_not_due_yet(
    midway: World, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = midway.players["american"]
    assert player.run("orders", "--ahead", "--html", str(page)) == 0
    data = orderpage.data_of(page)
    assert data["file"].endswith("-orders-ahead.toml")
    (sort,) = (one for one in data["sorts"] if one["kind"] == "plan")
    *_, orders = orderpage.offers(sort)
    saved = page.with_name("orders-ahead.toml")
    saved.write_text(orderpage.text(data, orders))
    assert player.run("orders", "--ahead", "--take", str(saved)) == 0
    assert (player.folder / "orders-ahead.toml").read_text() == saved.read_text()


# --- refused -------------------------------------------------------------------------------------


def test_no_page_is_made_where_there_is_nothing_to_write(
    midway: World, page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    american, japanese = midway.players["american"], midway.players["japanese"]
    assert american.run("orders", "--html", str(page)) == 1
    assert "it is for the Japanese side to write file 2" in capsys.readouterr().err
    assert japanese.moved(tmp_path).run("orders", "--html", str(page)) == 1
    assert "this is no game folder" in capsys.readouterr().err
    assert japanese.run("orders", "--html", str(tmp_path)) == 1
    assert "a folder stands where a file should be" in capsys.readouterr().err
    assert japanese.run("orders", "--html", "-") == 1
    assert capsys.readouterr().err == (
        "pbem: error: the page goes into a file that others cannot read\n"
        "pbem: hint: name a file, such as ~/orders.html\n"
    )
    another = tmp_path / "notes.txt"
    another.write_text("mine")
    assert japanese.run("orders", "--html", str(another)) == 1
    assert "another file stands there, and is no page" in capsys.readouterr().err
    assert another.read_text() == "mine"
    assert japanese.run("orders", "--html", str(page), "--add", "plan") == 2
    assert "go one at a time" in capsys.readouterr().err
    assert not page.exists()


def test_whoever_decides_nothing_is_told_so(
    tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("japan", "us", REFEREE)
    world = begin(tmp_path, "table", seats, {"witness": "referee"})
    while world.next_seat != REFEREE:
        world.round()
    referee = world.players[REFEREE]
    assert referee.run("orders", "--html", str(page)) == 1
    assert capsys.readouterr().err == (
        "pbem: error: nothing is to be decided in this file\n"
        f"pbem: hint: 'pbem -C {referee.folder} send --empty' sends the file as it is\n"
    )
