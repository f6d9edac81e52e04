"""Pacific Theater's rule texts: every id has one text, and only known ids are cited."""

import re
import tomllib
from pathlib import Path

import pytest

from pbem.report.rulepage import texts_of
from pbem.store.shelf import rule_texts
from tests.ruletexts import cited, headings, out_of_order, parts
from tests.systems.pto.tabletop import RULES

RULE_ID = (
    r"(?:A\.7|F\.\d(?:\.\d)?|PR\d+"
    r"|(?:PH|P|W|S|D)\d+[A-Ca-c]?(?:\.(?:\d+|[A-G](?![\w])|[a-d](?![\w])|off))*)"
)
ID = re.compile(rf"(?<![\w.]){RULE_ID}(?![\w])")
KINDS = ("A", "P", "W", "S", "D", "PH", "F", "PR")
SOURCES = sorted((RULES.parents[1] / "pbem" / "systems" / "pto").rglob("*.py"))


def natural(rule_id: str) -> tuple[int, list[tuple[int, str]]]:
    """`P4.0` before `P4A`, `PH10.9` before `PH10.10`, `D1.off` after `D1.2`."""
    letters = re.match(r"[A-Z]+", rule_id)
    assert letters
    numbered = re.sub(r"\.([A-Ga-d])(?!\w)", r".0\1", rule_id.replace(".off", ".99"))
    parts = re.findall(r"(\d+)([A-Za-z]?)", numbered)
    return KINDS.index(letters[0]), [(int(number), letter) for number, letter in parts]


def test_every_id_has_one_text() -> None:
    ids = [rule_id for rule_id, _ in headings("pto")]
    assert len(ids) > 300
    assert sorted(ids, key=natural) == sorted(set(ids), key=natural)
    assert out_of_order("pto", natural) == []
    assert {"A.7", "P0.1", "P4A.3.G", "W1.4.a", "S2.3.d", "D3b", "D8.off", "PH10.10"} <= set(ids)


def test_every_modification_and_house_chapter_is_there() -> None:
    ids = {rule_id for rule_id, _ in headings("pto")}
    assert {f"D{number}" for number in range(17)} <= ids
    assert {f"PH{number}" for number in range(1, 19)} <= ids
    off = ("D1", "D2", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D13", "D16")
    assert {f"{one}.off" for one in off} <= ids


def test_a_rule_is_found_by_its_id() -> None:
    text = texts_of(rule_texts("pto"))["D8.3"]
    assert text.title == "Uncoordinated"
    assert "Half of all units that fly from carriers" in text.words


def test_every_text_says_where_it_comes_from() -> None:
    tails = ("*Published rules", "*Published modifications", "*House rule", "*House reading.*")
    assert [p.splitlines()[0] for p in parts("pto") if not any(tail in p for tail in tails)] == []


@pytest.mark.parametrize(
    "rule_id",
    [
        "A.7", "P1.1", "P1.3", "P2.1.1", "P2.1.3", "P2.1.5", "P2.2.2", "P3.0.1", "P4", "P4A.3.D",
        "P4B.1.B", "P4B.1.C", "P5.2", "P6.1.3", "P6.4", "S2.3.d", "S3.2.2", "W1.4.a", "D1.1", "D3a",
        "D3b", "D3c", "D4.1", "D5.2", "D5.3", "D6.4", "D7.2", "D8.3", "D8.4", "D8.5", "D8.6",
        "D9.2", "D10.1", "D10.2", "D11.3", "D12.1", "D13.1", "D13.2", "D13.3", "D14.1", "D15.1",
        "D16.1",
    ],
)  # fmt: skip
def test_what_is_ours_is_not_given_out_as_published(rule_id: str) -> None:
    (part,) = [part for part in parts("pto") if part.split()[0] == rule_id]
    assert "*Published rules.*" not in part
    assert "*Published modifications.*" not in part


def test_every_text_has_words() -> None:
    assert [p.splitlines()[0] for p in parts("pto") if len(p.split("\n\n")) < 3] == []


def test_texts_name_the_charts_that_cite_them() -> None:
    charts = {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["chart"]["rule"].split(", ")
        for path in RULES.glob("*.toml")
    }
    named = {
        (part.split()[0], name)
        for part in parts("pto")
        for names in re.findall(r"Charts: ([a-z_, \n]+)\.", part)
        for name in re.split(r",\s+", names)
    }
    assert named == {(rule_id, stem) for stem, ids in charts.items() for rule_id in ids}


def test_texts_cite_only_rules_that_are_told() -> None:
    known = {rule_id for rule_id, _ in headings("pto")}
    found = {id_ for text in rule_texts("pto") for id_ in ID.findall(text)}
    assert len(found) > 300
    assert found - known == set()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_code_cites_only_rules_of_the_index(path: Path) -> None:
    known = {rule_id for rule_id, _ in headings("pto")}
    assert cited(path.read_text(encoding="utf-8"), ID) - known == set()


def test_the_code_cites_many_rules() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert len(cited(code, ID)) > 200


def test_example_of_citations() -> None:
    text = 'x = {"D1R": 1}  # [P4A.3.F, D3a; D8.off, PH10.1-PH10.3]\nrule: ClassVar[str] = "F.1"'
    assert cited(text, ID) == {"P4A.3.F", "D3a", "D8.off", "PH10.1", "PH10.3", "F.1"}
