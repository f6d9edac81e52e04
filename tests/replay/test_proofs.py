"""Every sentence on the page of a game opens to its proof, and a real shell checks it."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from pbem.frozen import Value
from pbem.report.blocks import rules_cited
from pbem.report.rulepage import texts_of
from pbem.store.shelf import rule_texts
from tests.replaypage import Opened
from tests.simulator import World, begin

HOSTILE = "</script><script>alert(1)</script><img src=http://127.0.0.1:9/x onerror=alert(2)>"


pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


KINDS = ("loss", "roll", "fact", "note")
SAMPLE, IN_SHELL = 40, 6

OPEN = """([moment, at]) => {
  go(events.findIndex((one) => one.moment === moment));
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


@pytest.fixture(scope="module")
def shown(browser: Browser, page_file: Path) -> list[Proof]:
    """What they open to, in each game: opened once for all tests."""
    opened = Opened(browser, page_file)
    found = list(proofs(opened))
    assert not opened.trouble
    return found


def test_every_sentence_opens_to_its_proof(
    browser: Browser, page_file: Path, shown: list[Proof]
) -> None:
    """To the file that brought it about, to rules with a text, to dice with both their files."""
    known = Opened(browser, page_file).data()["rules"]
    for one in shown:
        assert one.terms[-1] == "file", one
        assert all(one.facts), one
        assert bool(one.rolls) == ("decided in" in one.terms) == bool(one.shell), one
        assert all(len(text) > 10 for text in one.rules), one
        cited = [id_ for id_ in rules_cited(one.words) if id_ in known]
        assert len(one.titles) >= len(set(cited)), one
    assert {"roll", "fact"} <= {one.kind for one in shown}
    assert sum(bool(one.rules) for one in shown) > len(shown) / 2


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
def test_the_shell_lines_check_signatures_seed_and_dice(world: World, shown: list[Proof]) -> None:
    chain = next(iter(world.players.values())).folder / "chain"
    with_shell = [one for one in shown if one.shell]
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
    world: World, shown: list[Proof], tmp_path: Path
) -> None:
    one = next(one for one in shown if one.shell)
    chain = tmp_path / "chain"
    shutil.copytree(next(iter(world.players.values())).folder / "chain", chain)
    decides = chain / one.facts[0].partition(" ")[0]
    decides.write_text(decides.read_text().replace('sent = "1942', 'sent = "1943'))
    said = subprocess.run(
        ["bash", "-c", one.shell[0]], cwd=chain, capture_output=True, text=True, check=False
    ).stdout
    assert said.count("Good") == 2
    assert "the hash is the one on the page" not in said


def test_what_is_crossed_out_opens_to_why(browser: Browser, page_file: Path) -> None:
    """By keyboard too: of each loss that the map shows, the sentence that tells of it."""
    opened, found = Opened(browser, page_file), 0
    opened.by("m")
    for _ in opened.ends("m"):
        opened.page.keyboard.press("ArrowRight")
        gone = opened.page.locator("#gone > [role=button]")
        if gone.count():
            name = (gone.first.get_attribute("aria-label") or "").removesuffix(" is gone: why?")
            gone.first.focus()
            opened.page.keyboard.press("Enter")
            told = opened.page.locator("#proof-words > p").first.inner_text()
            assert name.split(",")[0].split(" (")[0] in told, (name, told)
            opened.page.keyboard.press("Escape")
            found += 1
    assert found
    assert not opened.trouble


def test_in_a_small_window_a_loss_and_its_proof_are_seen_from_the_top(
    browser: Browser, page_file: Path
) -> None:
    """As at a zoom of 200 %: neither lies behind the map, nor is it scrolled away."""
    opened = Opened(browser, page_file, 700)
    opened.page.set_viewport_size({"width": 700, "height": 400})
    for fold in opened.page.locator("#turns .fold").all():
        fold.evaluate("(one) => one.click()")
    losses = opened.page.locator("#turns .losses button")
    for place in {0, losses.count() // 2, losses.count() - 1}:
        losses.nth(place).evaluate("(one) => one.click()")
        sentence = opened.page.locator("#said button:focus").bounding_box()
        above = opened.page.locator(".map").bounding_box()
        assert sentence is not None
        assert above is not None
        assert above["y"] + above["height"] <= sentence["y"] + 1
        assert sentence["y"] + min(sentence["height"], 20) <= 400
        opened.page.keyboard.press("Enter")
        title = opened.page.locator("#proof-title").bounding_box()
        assert title is not None
        assert title["y"] >= 0
        opened.page.keyboard.press("Escape")


def test_the_list_of_turns_leads_to_each_loss(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    for fold in opened.page.locator("#turns .fold").all():
        fold.click()
    losses = opened.page.locator("#turns .losses button")
    told = losses.all_inner_texts()
    assert len(told) == sum(
        line[0] == "loss"
        for moment in opened.data()["moments"]
        for said in moment["said"]
        for line in said[0]
    )
    for place in {0, len(told) // 2, len(told) - 1}:
        losses.nth(place).click()
        assert told[place] in opened.page.locator("#said .now.loss").all_inner_texts()
        assert opened.page.evaluate("document.activeElement.textContent") == told[place]
        opened.page.keyboard.press("Enter")
        assert opened.page.inner_text("#proof-title") == "Why"
        opened.page.keyboard.press("Escape")


def test_only_what_has_dice_has_the_sign_of_a_die(browser: Browser, page_file: Path) -> None:
    opened = Opened(browser, page_file)
    moments: list[dict[str, Any]] = opened.data()["moments"]
    shown = opened.page.evaluate("""() => data.moments.map((_, moment) => {
        go(events.findIndex((one) => one.moment === moment));
        return [...document.querySelectorAll("#said li button")].map(
            (one) => getComputedStyle(one, "::after").content.includes("⚅"));
    })""")
    wanted = [[bool(rolls) for lines, rolls in moment["said"] for _ in lines] for moment in moments]
    assert shown == wanted
    assert {sign for one in shown for sign in one} == {True, False}


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
    assert opened.page.locator("#turns > li").count() == 3
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    diced = [one for one in proofs(opened) if one.rolls]
    assert diced
    assert all(len(one.labels[0]) == 1 and one.rules for one in diced)
    found = Axe().run(opened.page).response["violations"]
    assert not [one for one in found if one["impact"] in ("serious", "critical")], found
    assert not opened.trouble


def test_what_players_say_is_shown_and_what_they_write_beside_a_file_is_not(
    browser: Browser, tmp_path: Path
) -> None:
    """Words in orders are part of the game, and stay words; messages are left off the page."""
    words, message = HOSTILE, "<b onclick=alert(3)>a private word</b>"
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
        go(events.findIndex((one) => one.moment === moment));
        for (const one of document.querySelectorAll("#said button")) one.click();
        return document.getElementById("said").textContent;
    })""")
    assert sum(words in one for one in shown) == 1
    assert sum(words[:80] in one for one in shown) == 2
    opened.page.wait_for_timeout(100)
    assert opened.trouble == []
    assert opened.wanted == [page.as_uri()]
