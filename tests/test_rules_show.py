"""Rules looked up: every id that the code cites has words and a page."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import pbem.cli
from pbem.report import console, plain
from pbem.report.rulepage import match_id, rule_page, texts_of
from pbem.store import shelf
from pbem.systems import OURS
from tests.books import SYSTEMS, texts
from tests.pages import ROOT

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_ID = re.compile(r"(?:AMB-\d+|E\.\d+|[A-Z]{0,2}\d+)(?:\.\d+)*[a-z]?~?")
_CODE = re.compile(r"\bE(?:0\d|1\d)\b")
_SECTION = re.compile(r"\bprotocol \d+\b")
_HEADING = re.compile(r"^##+ (\d+(?:\.\d+)?)\.? (.+)$", re.MULTILINE)
_POINTER = re.compile(r"\((\d+(?:\.\d)?(?:(?:, | to )\d+(?:\.\d)?)*)\)|[Ss]ection (\d+(?:\.\d)?)")


@cache
def texts_in(source: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The texts in a file of code, and those that are given as `rule`: both read at once."""
    words, rules = set[str](), set[str]()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        value: ast.AST | None = None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg == "rule":
            value = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = node.value if node.target.id == "rule" else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            rules.add(value.value)
    return frozenset(words), frozenset(rules)


def words_in(folder: Path) -> set[str]:
    """Every text in the code of a folder: docstrings, rule ids, words of problems."""
    sources = sorted(folder.rglob("*.py"))
    assert sources
    return {words for source in sources for words in texts_in(source)[0]}


def rules_given(folder: Path) -> set[str]:
    """Every text that the code gives as `rule`, of an order, an event, a decision or a problem."""
    return {rule for source in folder.rglob("*.py") for rule in texts_in(source)[1]}


def ids_in(text: str) -> set[str]:
    """The rules that a text cites in brackets, or is."""
    parts = [part.strip() for found in _BRACKETS.findall(text) for part in found.split(",")]
    return {part for part in parts if _ID.fullmatch(part) and not part.isdigit()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_that_the_code_cites_can_be_looked_up(system: str) -> None:
    code = ROOT / "pbem" / "systems" / system
    given = rules_given(code)
    assert len(given) > 5
    given = {id_ for id_ in given if any(map(str.isdigit, id_))}
    cited = given.union(*map(ids_in, words_in(code)))
    assert len(cited) > 10
    found = texts(system)
    assert sorted(id_ for id_ in cited if not match_id(id_, found)) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_words_and_a_page(system: str) -> None:
    found, book = texts(system), shelf.shipped_book(system)
    assert len(found) > 10
    for text in found.values():
        page = rule_page(text, found, book, "A game")
        assert text.words, text.id
        assert all(len(line) <= 40 for line in plain.render(page, 40).splitlines()), text.id
        assert "\033" not in console.render(page, width=40, colour=False)


def test_every_error_code_and_section_can_be_looked_up() -> None:
    found = texts_of([shelf.protocol_text()])
    words = words_in(ROOT / "pbem")
    codes = {code for text in words for code in _CODE.findall(text)}
    sections = {section for text in words for section in _SECTION.findall(text)}
    assert {f"E{number:02d}" for number in range(1, 13)} <= codes
    assert len(sections) > 5
    assert sorted((codes | sections) - found.keys()) == []
    assert all(text.words for text in found.values())


def test_the_program_and_the_page_number_the_protocol_alike() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    headings = dict(_HEADING.findall(page))
    told = texts_of([shelf.protocol_text()])
    sections = {
        f"protocol {number}": title for number, title in headings.items() if "." not in number
    }
    assert len(sections) == 13
    assert {id_: told[id_].title for id_ in told if id_.startswith("protocol")} == sections
    pointers = [first or second for first, second in _POINTER.findall(page)]
    named = {number for pointer in pointers for number in re.split(", | to ", pointer)}
    assert len(named) > 20
    assert sorted(named - headings.keys()) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("m7.4", "M7.4"), ("[M7.4]", "M7.4"), (" MH27 ", "MH27"), ("M7.44", ""), ("", ""), ("[]", "")],
)
def test_an_id_is_found_however_it_is_written(wanted: str, found: str) -> None:
    assert match_id(wanted, texts("midway")) == found


def test_a_number_lost_in_print_is_found_without_its_sign() -> None:
    assert match_id("6.3.1", ["6.3", "6.3.1~"]) == "6.3.1~"
    assert match_id("6.3~", ["6.3", "6.3.1~"]) == "6.3"
    assert match_id("6.3.1", ["6.3.1", "6.3.1~"]) == "6.3.1"


def test_a_rule_of_two_games_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(OURS, "twin", OURS["midway"])
    ours = shelf.shipped_folder
    monkeypatch.setattr(
        shelf, "shipped_folder", lambda name: ours("midway" if name == "twin" else name)
    )
    assert pbem.cli.run(["rules", "show", "M7.4"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "pbem: error: several games have a rule 'M7.4': midway, twin",
        "pbem: hint: name one with --system midway",
    ]
    assert pbem.cli.run(["rules", "show", "M7.4", "--system", "twin"]) == 0


def test_margins_of_victory_are_told_in_points(capsys: pytest.CaptureFixture[str]) -> None:
    """The program reckons in half points; nobody else does."""
    assert pbem.cli.run(["rules", "show", "H16.3"]) == 0
    shown = capsys.readouterr().out.split()
    campaign = " ".join(shown[shown.index("17.4") :])
    assert "90 or more Allied decisive allied 75 to 89 Allied substantive" in campaign
    assert campaign.endswith("19 or less Japanese decisive japanese")
