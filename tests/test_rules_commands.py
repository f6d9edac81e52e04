"""Rule books checked, compared and looked up: what the transcript of `pbem rules` cannot show."""

import ast
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbem.cli
from pbem.codec import sums_hash, tree_hash
from pbem.engine.bookcheck import Checked, check_book
from pbem.engine.bookdiff import changes, differing
from pbem.engine.charts import read_rule_book, read_sums, read_toml, sums_of, write_sums
from pbem.engine.places import Places, path_of, words_of_path
from pbem.engine.ranges import Path as KeyPath
from pbem.errors import Refused
from pbem.report import console, plain
from pbem.report.rulepage import Text, match_id, rule_page, texts_of, with_titles
from pbem.store import shelf
from pbem.systems import OURS, find_system
from tests.pages import ROOT, blocks, environment, type_all, typed, wrong
from tests.simulator import World, begin
from tests.test_fuzz_cli import NONSENSE

SYSTEMS = sorted(OURS)
PAGE = ROOT / "docs" / "rule-books.md"


@cache
def files_of(system: str) -> dict[str, bytes]:
    return shelf.read_book_files(shelf.shipped_folder(system))


def checked(system: str, files: dict[str, bytes]) -> Checked:
    return check_book(
        files,
        shelf.shipped_book(system),
        find_system(system).read_charts,
        shelf.scenario_tables(system),
    )


def told(files: dict[str, bytes]) -> list[str]:
    return [str(problem) for problem in checked("midway", files).problems]


def midway(**texts: str) -> dict[str, bytes]:
    """The charts of Midway with some of them replaced."""
    return {**files_of("midway"), **{f"{name}.toml": text.encode() for name, text in texts.items()}}


def text_of(chart: str) -> str:
    return files_of("midway")[f"{chart}.toml"].decode()


# --- checking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_our_own_rule_books_are_sound(system: str) -> None:
    found = checked(system, files_of(system))
    assert found.problems == ()
    assert found.whole
    assert len(found.sources) == len(shelf.shipped_book(system).sums)


def head(chart: str, rule: str = "M0") -> str:
    return (
        f'[chart]\nid = "{chart}"\ntitle = "T"\nrule = "{rule}"\n'
        'provenance = "house"\nsource = "S"\n'
    )


def test_a_chart_of_results_is_held_to_ours() -> None:
    """A made-up game whose only chart is a table of results."""
    ours = read_rule_book({"a.toml": (head("a") + ROWS).encode()})
    index = {"M0": "General"}
    model = type(ours)(
        hash=ours.hash, tables=ours.tables, sources=ours.sources, sums=ours.sums, titles=index
    )

    def problems(rows: str) -> list[str]:
        found = check_book({"a.toml": (head("a") + rows).encode()}, model, dict, {})
        return [str(problem) for problem in found.problems]

    assert problems(ROWS) == []
    assert problems(ROWS.replace("from = 7", "from = 8")) == [
        "a.toml:11, key 'results[1]': there is no row for 7"
    ]
    assert problems(ROWS.replace("to = 6", "to = 7")) == [
        "a.toml:11, key 'results[1]': 7 stands in the row for 7 or less, too"
    ]
    assert problems(ROWS.replace("to = 6", "from = 1\nto = 6")) == [
        "a.toml:7, key 'results[0]': there is no row for 0 or less"
    ]
    assert problems(ROWS.replace("from = 7", 'from = "7"')) == [
        "a.toml:11, key 'results[1]': 6 or less stands in the row for 6 or less, too",
        "a.toml:12, key 'results[1].from': must be a whole number",
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


def test_an_id_stands_once() -> None:
    twice = text_of("index") + '\n[[rule]]\nid = "M0.1"\ntitle = "Again"\n'
    assert len(told(midway(index=twice))) == 1
    assert "key 'rule[" in told(midway(index=twice))[0]
    assert told(midway(index=twice))[0].endswith("].id': 'M0.1' has a row already")


def test_a_rule_that_the_program_cites_stays_in_the_index() -> None:
    less = text_of("index").replace('id = "M7.4"', 'id = "M7.44"')
    found = checked("midway", midway(index=less)).problems
    assert [problem.what for problem in found] == ["rule 'M7.4' is missing"]
    assert found[0].hint == 'put its row back: id = "M7.4", title = "Dive bombers"'


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
@pytest.mark.parametrize("chart", ["combat", "index"])
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


# --- places --------------------------------------------------------------------------------------

PLACED = """a = 1
[b]
c = 2

d = [
  1,
  { e = 3 },
  [ 4,
    5 ],
]
[[f.g]]
h = "x"
[[f.g]]
h = "y"
"i.j" = 0
"""

LINES: dict[str, tuple[KeyPath, int]] = {
    "the file": ((), 1),
    "a figure": (("a",), 1),
    "a table": (("b",), 2),
    "in a table": (("b", "c"), 3),
    "in a list": (("b", "d", 1, "e"), 7),
    "in a list in a list": (("b", "d", 2, 1), 9),
    "a row": (("f", "g", 1), 13),
    "in a row": (("f", "g", 1, "h"), 14),
    "a quoted key": (("f", "g", 1, "i.j"), 15),
    "what is not there": (("f", "g", 1, "z"), 13),
    "nothing at all": (("z",), 1),
}


@pytest.mark.parametrize("name", LINES)
def test_a_value_stands_on_its_line(name: str) -> None:
    path, line = LINES[name]
    assert Places(PLACED).line_of(path) == line
    assert Places(PLACED.replace("\n", "\r\n")).line_of(path) == line


@pytest.mark.parametrize("name", [name for name in LINES if "not" not in name])
def test_words_and_paths_are_one(name: str) -> None:
    path, _ = LINES[name]
    assert path_of(words_of_path(path), read_toml(PLACED.encode(), "x")) == path


def test_a_damaged_file_has_places_as_far_as_it_is_toml() -> None:
    assert Places("a = 1\nb = 2\n[[[\nc = 3").line_of(("b",)) == 2


# --- comparing -----------------------------------------------------------------------------------


def test_figures_are_compared_by_key_and_by_row() -> None:
    first = {"a": 1, "t": [{"to": 6, "r": 0}, {"from": 7, "r": 1}], "u": [{"id": "x", "n": 1}]}
    second = {"b": True, "t": [{"to": 6, "r": 2}, {"from": 8, "r": 1}], "u": [{"id": "x", "n": 3}]}
    assert [(one.key, one.first, one.second) for one in changes(first, second)] == [
        ("a", "1", ""),
        ("t[..6].r", "0", "2"),
        ("t[7..]", "{ from = 7, r = 1 }", ""),
        ("t[8..]", "", "{ from = 8, r = 1 }"),
        ("u[x].n", "1", "3"),
        ("b", "", "true"),
    ]


def test_one_and_true_are_two_figures() -> None:
    assert [one.key for one in changes({"a": 1}, {"a": True})] == ["a"]
    assert not list(changes({"a": [1, "x"]}, {"a": [1, "x"]}))


def test_a_chart_differs_in_figures_words_or_who_knows() -> None:
    first = {"a.toml": "1", "b.toml": "2", "c.toml": "3", "d.toml": "4", "e.toml": "5"}
    second = {"a.toml": "1", "b.toml": "9", "c.toml": "9", "d.toml": "9", "f.toml": "6"}
    tables = ({"b": {"x": 1}, "c": {"x": 1}}, {"b": {"x": 2}, "c": {"x": 1}, "d": {}})
    assert [(one.path, one.how) for one in differing(first, second, tables)] == [
        ("b.toml", "figures"),
        ("c.toml", "words"),
        ("d.toml", "unknown"),
        ("e.toml", "first"),
        ("f.toml", "second"),
    ]


# --- the list in a game's folder -----------------------------------------------------------------


def test_the_list_proves_itself_by_the_tree_hash() -> None:
    files = files_of("midway")
    tree = tree_hash(files).hex()
    text = write_sums(sums_of(files))
    assert sums_hash(sums_of(files)).hex() == tree
    assert read_sums(text, tree) == sums_of(files)
    assert read_sums(text.replace("combat", "comabt"), tree) is None
    assert read_sums("", tree) is None


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway-0700", ("japanese", "american"))


def test_both_players_folders_have_the_list_and_restore_makes_it_again(world: World) -> None:
    lists = [(player.folder / "rules.sha256").read_text() for player in world.players.values()]
    assert lists[0] == lists[1] == write_sums(shelf.shipped_book("midway").sums)
    player = world.players["american"]
    (player.folder / "rules.sha256").unlink()
    with player.at_home():
        assert pbem.cli.run(["restore", str(player.folder)]) == 0
    assert (player.folder / "rules.sha256").read_text() == lists[0]


def own_book(world: World, seat: str) -> Path:
    """A rule book of the player's own, which hides the one that ships."""
    own = world.players[seat].home / "rules" / "midway"
    own.mkdir(parents=True)
    for path, content in files_of("midway").items():
        if path.endswith(".toml"):
            (own / path).write_bytes(content)
    return own


def test_what_a_player_is_told_of_a_game_with_other_charts(
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The game was begun with a book that nobody has any more: the list tells which charts."""
    shipped = tmp_path / "later" / "rules" / "midway"
    shutil.copytree(ROOT / "rules" / "midway", shipped)
    text = (shipped / "combat.toml").read_text()
    (shipped / "combat.toml").write_text(text.replace("aa = 4", "aa = 5"))
    monkeypatch.setattr(shelf, "shipped", lambda: tmp_path / "later")
    player = world.players["japanese"]

    def diff() -> str:
        capsys.readouterr()
        with player.at_home():
            assert pbem.cli.run(["-C", str(player.folder), "rules", "diff"]) == 1
        return capsys.readouterr().out

    said = diff()
    assert "combat.toml\n-----------" in said
    assert "It differs; in what, cannot be told" in said
    own = player.home / "rules" / "midway"
    was = sums_of(shelf.read_book_files(ROOT / "rules" / "midway"))["combat.toml"]
    assert said.splitlines()[-3:] == [
        "to go on with the game:",
        f"  pbem rules copy {own} --system midway",
        f"  put back {own}/combat.toml, whose SHA-256 was {was}",
    ]
    assert "carriers.toml" not in said

    (player.folder / "rules.sha256").write_text("nonsense\n")
    said = diff()
    assert "Which charts differ cannot be told" in said
    assert "combat.toml" not in said


def test_a_broken_book_of_ones_own_is_told_by_file_and_line(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    own = own_book(world, "american")
    (own / "combat.toml").write_text(text_of("combat").replace("cap = 4", "cap = true"))
    player = world.players["american"]
    with player.at_home():
        assert pbem.cli.run(["-C", str(player.folder), "verify"]) != 0
        wanted = f"{own}/combat.toml:13, key 'combat.cap': must be a whole number"
        assert wanted in capsys.readouterr().err
        assert pbem.cli.run(["rules", "show", "E12"]) == 0


# --- looking up ----------------------------------------------------------------------------------

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_ID = re.compile(r"(?:AMB-\d+|E\.\d+|[A-Z]{0,2}\d+)(?:\.\d+)*[a-z]?~?")
_CODE = re.compile(r"\bE(?:0\d|1\d)\b")
_SECTION = re.compile(r"\bprotocol \d+\b")


def words_in(folder: Path) -> Iterator[str]:
    """Every text in the code of a folder: docstrings, rule ids, words of problems."""
    sources = sorted(folder.rglob("*.py"))
    assert sources
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def rules_given(folder: Path) -> set[str]:
    """Every text that the code gives as `rule`, of an order, an event, a decision or a problem."""
    found: set[str] = set()
    for source in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            value: ast.AST | None = None
            if isinstance(node, ast.keyword) and node.arg == "rule":
                value = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                value = node.value if node.target.id == "rule" else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.add(value.value)
    return found


def ids_in(text: str) -> set[str]:
    """The rules that a text cites in brackets, or is."""
    parts = [part.strip() for found in _BRACKETS.findall(text) for part in found.split(",")]
    return {part for part in parts if _ID.fullmatch(part) and not part.isdigit()}


def texts(system: str) -> dict[str, Text]:
    return with_titles(texts_of(shelf.rule_texts(system)), shelf.shipped_book(system))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_that_the_code_cites_can_be_looked_up(system: str) -> None:
    code = ROOT / "pbem" / "systems" / system
    given = rules_given(code)
    assert len(given) > 10
    given = {id_ for id_ in given if any(map(str.isdigit, id_))}
    cited = given.union(*map(ids_in, words_in(code)))
    assert len(cited) > 50
    assert sorted(id_ for id_ in cited if not match_id(id_, texts(system))) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_words_and_a_page(system: str) -> None:
    found, book = texts(system), shelf.shipped_book(system)
    assert len(found) > 100
    for text in found.values():
        page = rule_page(text, found, book, "A game")
        assert text.words, text.id
        assert all(len(line) <= 40 for line in plain.render(page, 40).splitlines()), text.id
        assert "\033" not in console.render(page, width=40, colour=False)


def test_every_error_code_and_section_can_be_looked_up() -> None:
    found = texts_of([shelf.protocol_text()])
    words = list(words_in(ROOT / "pbem"))
    codes = {code for text in words for code in _CODE.findall(text)}
    sections = {section for text in words for section in _SECTION.findall(text)}
    assert {f"E{number:02d}" for number in range(1, 13)} <= codes
    assert len(sections) > 5
    assert sorted((codes | sections) - found.keys()) == []
    assert all(text.words for text in found.values())


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


# --- the page on rule books ----------------------------------------------------------------------


def test_a_chart_is_replaced_as_the_page_says(tmp_path: Path) -> None:
    commands = [one for block in blocks(PAGE, "console") for one in typed(block)]
    assert len(commands) > 5
    said = type_all(commands, tmp_path, environment(tmp_path), merged=True)
    failed = [wrong(*pair) for pair in zip(commands, said, strict=True)]
    assert not any(failed), "\n".join(filter(None, failed))


def test_a_broken_book_is_no_fault_of_the_program() -> None:
    with pytest.raises(Refused, match="the chart in this file calls itself 'b'"):
        read_rule_book({"a.toml": head("b").encode()})
