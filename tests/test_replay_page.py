"""`pbem replay --html`: the page in a real browser, and its proofs in a real shell."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from pbem.engine.sheets import Line
from pbem.engine.tabletop import Board, Counter, Place
from pbem.frozen import Value
from pbem.report.blocks import rules_cited
from pbem.report.replay import Cast, Chapter, Leaf, Moment, Replay, Said, render
from pbem.report.rulepage import Text, texts_of
from pbem.store.shelf import rule_texts
from tests.simulator import World, begin

SEATS = {
    "midway/midway-even": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
}
FILES = 30
WIDTHS = (360, 800, 1400)

HOSTILE = "</script><script>alert(1)</script><img src=http://127.0.0.1:9/x onerror=alert(2)>\u202e"


@pytest.fixture(scope="module", params=SEATS)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of each system, some thirty files of it."""
    made = begin(tmp_path_factory.mktemp("replay"), request.param, SEATS[request.param])
    made.play(FILES)
    return made


@pytest.fixture(scope="module")
def page_file(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, as the first player writes it."""
    path = tmp_path_factory.mktemp("page") / "replay.html"
    player = next(iter(world.players.values()))
    assert player.run("replay", "--html", str(path)) == 0
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's browser, without a network."""
    with sync_playwright() as made:
        started = made.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield started
        started.close()


class Opened:
    """A page in the browser, and what it has complained of, asked for and said."""

    def __init__(self, browser: Browser, path: Path, width: int = 1200, scheme: str = "light"):
        dark = scheme == "dark"
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        self.page: Page = context.new_page()
        self.trouble: list[str] = []
        self.wanted: list[str] = []
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda asked: self.trouble.append(asked.message))
        self.page.on("request", lambda asked: self.wanted.append(asked.url))
        self.page.goto(path.as_uri())

    def table(self) -> list[list[str]]:
        """Every counter that is drawn: its id, its place on the page, what is printed on it."""
        script = """() => [...document.querySelectorAll("#counters > g")].map((one) =>
            [one.dataset.id, one.style.transform, document.querySelector(
                one.firstChild.getAttribute("href")).textContent])"""
        return sorted(self.page.evaluate(script))

    def data(self) -> dict[str, Any]:
        """What the page holds."""
        found: dict[str, Any] = json.loads(self.page.inner_text("#data"))
        return found


pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


def test_to_the_end_and_back_gives_the_first_picture_again(
    browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file)
    first, moments = opened.table(), int(opened.page.get_attribute("#line", "max") or 0)
    assert first
    assert moments > FILES
    pictures = [first]
    for _ in range(moments):
        opened.page.keyboard.press("ArrowRight")
        pictures.append(opened.table())
    assert len({str(one) for one in pictures}) > FILES / 3
    for before in reversed(pictures[:-1]):
        opened.page.keyboard.press("ArrowLeft")
        assert opened.table() == before
    opened.page.keyboard.press("End")
    assert opened.table() == pictures[-1]
    assert not opened.trouble
    assert opened.wanted == [page_file.as_uri()]


def test_a_link_leads_to_its_moment(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    for _ in range(9):
        opened.page.click("#next")
    there, said = opened.page.url, opened.page.inner_text("#said")
    assert re.search(r"#t\d+e\d+$", there)
    opened.page.goto("about:blank")
    opened.page.goto(there)
    assert opened.page.inner_text("#said") == said


def test_steps_by_turn_and_by_file_end_where_those_end(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    moments = opened.data()["moments"]
    for by, key in (("f", "f"), ("t", "t")):
        opened.page.keyboard.press("Home")
        opened.page.select_option("#by", by)
        ends = [
            number
            for number, one in enumerate(moments)
            if number + 1 == len(moments) or moments[number + 1][key] != one[key]
        ]
        for end in ends[:8]:
            opened.page.click("#next")
            assert opened.page.input_value("#line") == str(end + 1)


KINDS = ("loss", "roll", "fact", "note")
SAMPLE, IN_SHELL = 40, 6

OPEN = """([moment, at]) => {
  go(moment);
  const sentence = document.querySelectorAll("#said li")[at].querySelector("button");
  sentence.click();
  const all = (where) => [...document.querySelectorAll(`#proof ${where}`)];
  const texts = (where) => all(where).map((one) => one.textContent);
  const found = {
    words: sentence.textContent, terms: texts("dt"), facts: texts("dd"), shell: texts("pre"),
    rolls: all(".rolls").map((list) => [...list.children].map((roll) => roll.textContent)),
    labels: all(".rolls").map((list) =>
      [...list.querySelectorAll("code")].map((one) => one.textContent)),
    rules: texts("details > .rule"), titles: texts("details:has(> .rule) > summary"),
    isOpen: document.getElementById("proof").open,
  };
  document.getElementById("proof").close();
  return found;
}"""


class Proof(Value):
    """What a sentence opens to: names and contents of its facts, lists of rolls, shell lines."""

    kind: str
    words: str
    terms: tuple[str, ...]
    facts: tuple[str, ...]
    shell: tuple[str, ...]
    rolls: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    rules: tuple[str, ...]
    titles: tuple[str, ...]


def proofs(opened: Opened) -> Iterator[Proof]:
    """What sentences all over the game open to, some of each kind."""
    moments: list[dict[str, Any]] = opened.data()["moments"]
    for kind in KINDS:
        found = [
            [number, at]
            for number, moment in enumerate(moments)
            for at, line in enumerate(line for said in moment["said"] for line in said[0])
            if line[0] == kind
        ]
        for place in found[:: max(1, len(found) // SAMPLE)]:
            shown = opened.page.evaluate(OPEN, place)
            assert shown.pop("isOpen")
            yield Proof(kind=kind, **shown)


def test_every_sentence_opens_to_its_proof(browser: Browser, page_file: Path) -> None:
    """To the file that brought it about, to rules with a text, to dice with both their files."""
    opened = Opened(browser, page_file)
    known = opened.data()["rules"]
    found = list(proofs(opened))
    for one in found:
        assert one.terms[-1] == "file", one
        assert all(one.facts), one
        assert bool(one.rolls) == ("decided in" in one.terms) == bool(one.shell), one
        assert all(len(text) > 10 for text in one.rules), one
        cited = [id_ for id_ in rules_cited(one.words) if id_ in known]
        assert len(one.titles) >= len(set(cited)), one
    assert {"roll", "fact"} <= {one.kind for one in found}
    assert sum(bool(one.rules) for one in found) > len(found) / 2
    assert not opened.trouble


def test_every_citation_has_a_text(browser: Browser, page_file: Path, world: World) -> None:
    """Whatever stands in brackets and looks like an id opens, in the sentences of a whole game."""
    data = Opened(browser, page_file).data()
    texts = texts_of(rule_texts(system_of(world)))
    lines = [line[1] for moment in data["moments"] for said in moment["said"] for line in said[0]]
    labels = {roll[0] for roll in data["rolls"]}
    plain = (LABEL.sub(lambda found: "" if found[1] in labels else found[0], one) for one in lines)
    cited = {id_ for line in plain for id_ in rules_cited(line) if RULE.fullmatch(id_)}
    assert cited
    assert cited <= set(texts)
    assert cited | {label.partition(" ")[0] for label in labels} <= set(data["rules"])


RULE = re.compile(r"[A-Z]{0,3}-?[0-9][\w.~]*")
LABEL = re.compile(r"\[([^\[\]]*)\]")


def system_of(world: World) -> str:
    player = next(iter(world.players.values()))
    with player.session() as session:
        return session.rules.system.name


@pytest.mark.needs("bash", "openssl", "sha256sum", "ssh-keygen")
def test_the_shell_lines_check_signatures_seed_and_dice(
    browser: Browser, page_file: Path, world: World
) -> None:
    opened = Opened(browser, page_file)
    chain = next(iter(world.players.values())).folder / "chain"
    with_shell = [one for one in proofs(opened) if one.shell]
    sample = with_shell[:: max(1, len(with_shell) // IN_SHELL)]
    for one in sample:
        shell = subprocess.run(
            ["bash", "-c", one.shell[0]], cwd=chain, capture_output=True, text=True, check=True
        )
        said = shell.stdout.splitlines()
        assert [line.split()[:2] for line in said[:3]] == [["Good", '"pbem-turn"']] * 3, one
        assert said[3] == "the hash is the one on the page"
        assert said[4] == "the seed is the one that was committed to"
        wanted = []
        for label in one.labels[0]:
            name, _, dice = label.rpartition(": ")
            wanted.append(f"{dice.partition(' (')[0]} are the dice of {name}")
        assert said[5:] == wanted
        assert not shell.stderr
    assert len(sample) >= IN_SHELL


@pytest.mark.needs("bash", "openssl", "sha256sum", "ssh-keygen")
def test_the_shell_lines_say_nothing_good_of_a_file_that_was_changed(
    browser: Browser, page_file: Path, world: World, tmp_path: Path
) -> None:
    one = next(one for one in proofs(Opened(browser, page_file)) if one.shell)
    chain = tmp_path / "chain"
    shutil.copytree(next(iter(world.players.values())).folder / "chain", chain)
    decides = chain / one.facts[0].partition(" ")[0]
    decides.write_text(decides.read_text().replace('sent = "1942', 'sent = "1943'))
    said = subprocess.run(
        ["bash", "-c", one.shell[0]], cwd=chain, capture_output=True, text=True, check=False
    ).stdout
    assert said.count("Good") == 2
    assert "the hash is the one on the page" not in said


def test_only_what_has_dice_has_the_sign_of_a_die(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    moments: list[dict[str, Any]] = opened.data()["moments"]
    shown = opened.page.evaluate("""() => data.moments.map((_, moment) => {
        go(moment);
        return [...document.querySelectorAll("#said li button")].map(
            (one) => getComputedStyle(one, "::after").content.includes("⚅"));
    })""")
    wanted = [[bool(rolls) for lines, rolls in moment["said"] for _ in lines] for moment in moments]
    assert shown == wanted
    assert {sign for one in shown for sign in one} == {True, False}


def test_a_counter_opens_to_all_of_its_pile(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    piles = opened.page.locator("#counters > g", has=opened.page.locator(".number"))
    (piles if piles.count() else opened.page.locator("#counters > g")).first.click()
    listed = opened.page.locator("#proof li").all_inner_texts()
    wanted = f"A pile of {len(listed)}" if piles.count() else listed[0].strip()
    assert opened.page.inner_text("#proof-title") == wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_fits_and_is_for_everybody(
    width: int, scheme: str, browser: Browser, page_file: Path
) -> None:
    opened = Opened(browser, page_file, width, scheme)
    opened.page.keyboard.press("End")
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(opened.page).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, found


def test_the_page_is_the_same_whoever_makes_it(world: World, page_file: Path) -> None:
    """So nothing of it comes from what one of them hides."""
    for player in world.players.values():
        other = page_file.with_name(f"{player.folder.name}.html")
        assert player.run("replay", "--html", str(other)) == 0
        assert other.read_bytes() == page_file.read_bytes()


def test_one_turn_alone_begins_where_the_one_before_ended(
    browser: Browser, page_file: Path, world: World, tmp_path: Path
) -> None:
    whole = Opened(browser, page_file)
    turns = [one["turn"] for one in whole.data()["chapters"]]
    player, alone = next(iter(world.players.values())), tmp_path / "alone.html"
    wanted = ("--from", str(turns[1]), "--to", str(turns[1]))
    assert player.run("replay", "--html", str(alone), *wanted) == 0
    opened = Opened(browser, alone)
    assert [one["turn"] for one in opened.data()["chapters"]] == [turns[1]]
    whole.page.keyboard.press("PageDown")
    assert opened.table() == whole.table()


def test_a_game_without_a_board_has_a_page_without_one(browser: Browser, tmp_path: Path) -> None:
    """Events, dice and their proofs, and the turns."""
    made = begin(tmp_path, "table/table", ("white", "black"))
    made.play()
    page = tmp_path / "table.html"
    assert made.players["white"].run("replay", "--html", str(page)) == 0
    opened = Opened(browser, page, 360)
    opened.page.keyboard.press("End")
    assert opened.page.inner_text("#said") == "The game is over: a draw; both sides agree [T10]."
    assert not opened.page.is_visible("#board")
    assert not opened.page.is_visible("#size")
    assert opened.page.locator("#turns button").count() == 3
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    diced = [one for one in proofs(opened) if one.rolls]
    assert diced
    assert all(len(one.labels[0]) == 1 and one.rules for one in diced)
    found = Axe().run(opened.page).response["violations"]
    assert not [one for one in found if one["impact"] in ("serious", "critical")], found
    assert not opened.trouble


def test_the_page_can_be_packed_for_delta_chat(world: World, tmp_path: Path) -> None:
    player, packed = next(iter(world.players.values())), tmp_path / "game.xdc"
    assert player.run("replay", "--xdc", str(packed)) == 0
    with ZipFile(BytesIO(packed.read_bytes())) as archive:
        assert archive.namelist() == ["manifest.toml", "index.html"]
        assert tomllib.loads(archive.read("manifest.toml").decode())["name"]
        assert archive.read("index.html").startswith(b"<!DOCTYPE html>")


def test_what_players_say_is_shown_and_what_they_write_beside_a_file_is_not(
    browser: Browser, tmp_path: Path
) -> None:
    """Words in orders are part of the game, and stay words; messages are left off the page."""
    words, message = HOSTILE.replace("\u202e", ""), "<b onclick=alert(3)>a private word</b>"
    made = begin(tmp_path, "table/table", ("white", "black"))
    author = made.next_seat
    say = {"type": "say", "words": words}
    roll = {"type": "roll", "dice": "2d6", "about": words[:80]}
    made.deliver(made.players[author].send(say, roll, message=message), author)
    made.play(2)
    page = tmp_path / "words.html"
    assert made.players["white"].run("replay", "--html", str(page)) == 0
    assert "a private word" not in page.read_text(encoding="utf-8")
    opened = Opened(browser, page)
    shown = opened.page.evaluate("""() => data.moments.map((_, moment) => {
        go(moment);
        for (const one of document.querySelectorAll("#said button")) one.click();
        return document.getElementById("said").textContent;
    })""")
    assert sum(words in one for one in shown) == 1
    assert sum(words[:80] in one for one in shown) == 2
    opened.page.wait_for_timeout(100)
    assert opened.trouble == []
    assert opened.wanted == [page.as_uri()]


def test_hostile_words_stay_words(browser: Browser, tmp_path: Path) -> None:
    counter = Counter(
        id=HOSTILE, place="p", side="first", shape="ship", pile=HOSTILE, label="X", words=HOSTILE
    )
    place = Place(
        id="p", name=HOSTILE, label=HOSTILE, ground="water", middle=(80, 80), room=(120, 120),
        outline=((0, 0), (160, 0), (160, 160), (0, 160)),
    )  # fmt: skip
    line = Line(text=f"{HOSTILE} [M1]", kind="roll")
    replay = Replay(
        title=HOSTILE, subtitle=HOSTILE, sides=(HOSTILE, "b"),
        board=Board(title=HOSTILE, size=(160, 160), places=(place,)), opening=(counter,),
        moments=(
            Moment(
                turn=1, number=1, step=HOSTILE, file=1, said=(Said(lines=(line,), rolls=(0,)),),
                counters=(counter,), score=HOSTILE,
            ),
        ),
        chapters=(Chapter(turn=1, title=HOSTILE, headline=(HOSTILE,), points=(1, 2)),),
        leaves=tuple(
            Leaf(seq=seq, seat=HOSTILE, name=HOSTILE, hash="0" * 64, reveal="1" * 64)
            for seq in (0, 1)
        ),
        casts=(Cast(label="a'b", sides=6, dice=(1,), owner=0, witness=1, words=HOSTILE),),
        rules={"M1": Text(id="M1", title=HOSTILE, words=HOSTILE)},
    )  # fmt: skip
    path = tmp_path / "hostile.html"
    path.write_text(render(replay), encoding="utf-8")
    opened = Opened(browser, path)
    opened.page.keyboard.press("End")
    opened.page.click("#said button")
    for summary in opened.page.locator("#proof summary").all():
        summary.click()
    assert opened.page.locator("#proof .rule").is_visible()
    opened.page.wait_for_timeout(100)
    assert opened.trouble == []
    assert opened.wanted == [path.as_uri()]
    assert "‹U+202E›" in opened.page.inner_text("#said")
