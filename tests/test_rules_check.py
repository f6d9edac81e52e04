"""Rule books checked: each fault is told with its file, line and key."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbem.cli
from pbem.engine.bookcheck import check_book
from pbem.engine.bookdiff import changes, differing
from pbem.engine.charts import read_rule_book
from pbem.errors import Refused
from pbem.store import shelf
from pbem.systems import find_system
from tests.books import SYSTEMS, checked, files_of, head, text_of
from tests.test_fuzz_cli import NONSENSE


def told(files: dict[str, bytes]) -> list[str]:
    return [str(problem) for problem in checked("midway", files).problems]


def midway(**texts: str) -> dict[str, bytes]:
    """The charts of Midway with some of them replaced."""
    return {**files_of("midway"), **{f"{name}.toml": text.encode() for name, text in texts.items()}}


@pytest.mark.parametrize("system", SYSTEMS)
def test_our_own_rule_books_are_sound(system: str) -> None:
    found = checked(system, files_of(system))
    assert found.problems == ()
    assert found.whole
    assert len(found.sources) == len(shelf.shipped_book(system).sums)


def test_a_chart_of_results_is_held_to_ours() -> None:
    """A made-up game whose only chart is a table of results."""
    ours = read_rule_book({"a.toml": (head("a") + ROWS).encode()})

    def problems(rows: str) -> list[str]:
        found = check_book({"a.toml": (head("a") + rows).encode()}, ours, dict, {}, {"M0"})
        return [str(problem) for problem in found.problems]

    assert problems(ROWS) == []
    assert problems(ROWS.replace("from = 7", "from = 8")) == [
        "a.toml:11, key 'results[2]': there is no row for 7"
    ]
    assert problems(ROWS.replace("to = 6", "to = 7")) == [
        "a.toml:11, key 'results[2]': 7 stands in the row for 7 or less, too"
    ]
    assert problems(ROWS.replace("to = 6", "from = 1\nto = 6")) == [
        "a.toml:7, key 'results[1]': there is no row for 0 or less"
    ]
    assert problems(ROWS.replace("from = 7", 'from = "7"')) == [
        "a.toml:11, key 'results[2]': 6 or less stands in the row for 6 or less, too",
        "a.toml:12, key 'results[2].from': must be a whole number",
    ]
    assert problems("[x]\nresults = []\n") == [
        "a.toml:1, key 'results': the table of results is missing"
    ]
    assert problems("[[results]]\nto = 6\n[results.x]\n" + "a." * 40 + "b = 1") == [
        "a.toml:1: tables in tables, more than 30 deep"
    ]


ROWS = """[[results]]
to = 6
steps = 0

[[results]]
from = 7
steps = 1
"""


def test_rows_that_others_name_must_be_there() -> None:
    lost = told(midway(carriers=text_of("carriers").replace("[carriers.kaga]", "[carriers.kagga]")))
    assert lost[0].startswith(
        "carriers.toml:10, key 'carriers': there is no row 'kaga', and house.toml, squadrons.toml"
    )
    assert "squadrons.toml:26, key 'squadrons.Kaga-F.carrier': there is no such carrier" in lost


def test_a_row_that_a_scenario_names_must_be_there() -> None:
    text = text_of("squadrons").replace("[squadrons.Akagi-F]", "[squadrons.Akagi-FF]")
    names = [
        id_ for id_, table in shelf.scenario_tables("midway").items() if "Akagi-F" in str(table)
    ]
    assert names
    assert told(midway(squadrons=text)) == [
        "squadrons.toml:10, key 'squadrons': there is no row 'Akagi-F', "
        f"and scenario {names[0]} names it"
    ]


def test_figures_that_no_die_can_have_are_told() -> None:
    combat = text_of("combat").replace("sides = 6", "sides = 1")
    limits = text_of("limits").replace("sunk = 10", "sunk = 0")
    victory = text_of("victory").replace("margin = 15", "margin = 5")
    assert told(midway(combat=combat, limits=limits, victory=victory)) == [
        "combat.toml:11, key 'combat.sides': no die has so many sides",
        "limits.toml:14, key 'limits.sunk': out of range",
        "victory.toml:13, key 'victory.grades': the margins do not rise",
    ]


@pytest.mark.parametrize("other", ["{ a = 1 }", '"5.2"', "true"])
def test_a_place_is_somewhere_by_numbers(other: str) -> None:
    files = files_of("cartwheel")
    line = next(one for one in files["places.toml"].split(b"\n") if one.startswith(b"south = "))
    wrong = files["places.toml"].replace(line, f"south = {other}".encode(), 1)
    (problem,) = checked("cartwheel", {**files, "places.toml": wrong}).problems
    assert "key 'places.named[1].south'" in problem.where
    assert problem.what == "must be a number"


def test_an_id_stands_once() -> None:
    row = '[[unit]]\nid = "6th"\n'
    ours = read_rule_book({"a.toml": (head("a") + row).encode()})
    twice = {"a.toml": (head("a") + row + row).encode()}
    found = check_book(twice, ours, dict, {}, {"M0"}).problems
    assert [str(one) for one in found] == ["a.toml:10, key 'unit[2].id': '6th' has a row already"]


def test_a_rule_that_a_chart_cites_is_told_by_a_text() -> None:
    other = text_of("limits").replace('rule = "M', 'rule = "M77, M', 1)
    (problem,) = checked("midway", midway(limits=other)).problems
    assert problem.what == "there is no rule 'M77'"
    assert problem.hint == "near it are: M7.7, M7, MH7"


@pytest.mark.parametrize("system", SYSTEMS)
@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_changed_rule_book_is_sound_or_told(system: str, data: st.DataObject) -> None:
    """Whatever is done to a chart: no traceback, and a book without problems can be played."""
    ours = files_of(system)
    path = data.draw(st.sampled_from(sorted(shelf.shipped_book(system).sums)))
    files = {**ours, path: mutated(ours[path], data)}
    found = checked(system, files)
    for problem in found.problems:
        assert re.match(r"[\w-]+\.toml(:\d+)?", problem.where), problem
        assert problem.hint, problem
    if found.problems:
        return
    book = read_rule_book(files)
    same = not list(differing(shelf.shipped_book(system).sums, book.sums, ({}, {})))
    assert same == (book.hash == shelf.shipped_book(system).hash)
    read = find_system(system).read_charts
    told_changes = list(changes(shelf.shipped_book(system).tables, book.tables))
    if not told_changes:
        assert read(book.tables) == read(shelf.shipped_book(system).tables)


def mutated(content: bytes, data: st.DataObject) -> bytes:
    """A chart with something done to one of its lines."""
    lines = content.decode().splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    line = lines[number]
    key, equals, value = line.partition(" = ")
    lines[number] = data.draw(
        st.sampled_from(
            (
                "",
                f"{line}\n{line}",
                line.replace("1", "2"),
                line.upper(),
                line[: len(line) // 2],
                f"{key}{equals}{{ a = [1, {{ b = 2 }}] }}",
                f"{key}{equals}-{value}",
                f"{key}{equals}[]",
                f'{key}{equals}"\\u0000\\u202e"',
                f"{key}{equals}1979-05-27",
                f"{key}{equals}nan",
                f"{key}{equals}{'9' * 30}",
                f"# {line}",
                f"{key[:-1]}{equals}{value}",
                f"[{key}]",
                f"[[{key}]]",
            )
        )
    )
    return "\n".join(lines).encode()


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize("chart", ["combat", "limits"])
def test_a_chart_of_nonsense_is_told(
    nonsense: str, chart: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book"
    assert pbem.cli.run(["rules", "copy", str(book), "--system", "midway"]) == 0
    (book / f"{chart}.toml").unlink()
    NONSENSE[nonsense](book / f"{chart}.toml")
    for words in (["check", str(book)], ["diff", str(book)]):
        assert pbem.cli.run(["rules", *words]) == 1
        said = capsys.readouterr().err
        assert "fault of this program" not in said
        assert len(said.splitlines()) < 1_000


def test_a_broken_book_is_no_fault_of_the_program() -> None:
    with pytest.raises(Refused, match="the chart in this file calls itself 'b'"):
        read_rule_book({"a.toml": head("b").encode()})
