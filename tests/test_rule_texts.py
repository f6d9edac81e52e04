"""Midway's rule texts: every id in the index has one text, and the code cites only known ids."""

import re
from pathlib import Path

import pytest

from pbem.engine.charts import titles_of
from pbem.store.shelf import rule_titles

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "rules" / "midway"
HEADING = re.compile(r"^## (M[A-Z]?\d+(?:\.\d+)?) (.+)$", re.MULTILINE)
CITATION = re.compile(r"\b(?:M[A-Z]\d+|M\d+(?:\.\d+)?)\b")


def natural(rule_id: str) -> tuple[tuple[str, int], ...]:
    """`M7.10` after `M7.9`, and the groups by letters first."""
    return tuple((word, int(number)) for word, number in re.findall(r"([A-Z.]+)(\d+)", rule_id))


def texts() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(RULES.glob("text/*.md"))}


def headings() -> list[tuple[str, str]]:
    return [found for text in texts().values() for found in HEADING.findall(text)]


def test_every_rule_and_ruling_has_a_text() -> None:
    ids = {rule_id for rule_id, _ in headings()}
    assert {f"M{number}" for number in range(17)} <= ids
    assert {f"MH{number}" for number in range(1, 38)} <= ids
    assert {f"MB{number}" for number in range(1, 6)} <= ids


def test_every_id_has_one_text_and_titles_are_in_natural_order() -> None:
    found = headings()
    assert len(found) > 100
    assert [id_ for id_, _ in found] == list(dict.fromkeys(id_ for id_, _ in found))
    assert list(rule_titles("midway").items()) == sorted(found, key=lambda one: natural(one[0]))


def test_every_second_level_heading_is_a_rule() -> None:
    lines = [line for text in texts().values() for line in text.splitlines()]
    wrong = [line for line in lines if line.startswith("## ") and not HEADING.match(line)]
    assert wrong == []


def test_every_text_says_where_it_comes_from() -> None:
    parts = [part for text in texts().values() for part in re.split(r"^## ", text, flags=re.M)[1:]]
    assert len(parts) == len(headings())
    silent = [
        part.splitlines()[0]
        for part in parts
        if "*Published rules" not in part and "*House reading" not in part
    ]
    assert silent == []


@pytest.mark.parametrize(
    "rule_id",
    [
        "M0", "M0.1", "M0.5", "M0.6", "M0.7", "M0.8", "M0.9", "M1", "M1.4", "M3.1", "M3.2", "M4.2",
        "M5.1", "M5.2", "M5.8", "M5.11", "M7.1", "M7.2", "M7.3", "M9.3", "M13.1", "M15.3", "M16.1",
    ],
)  # fmt: skip
def test_what_is_ours_is_not_given_out_as_published(rule_id: str) -> None:
    (part,) = [
        part
        for text in texts().values()
        for part in text.split("\n## ")
        if part.split()[0] == rule_id
    ]
    assert "*Published rules.*" not in part


def test_texts_cite_only_rules_that_are_told() -> None:
    known = {rule_id for rule_id, _ in headings()}
    cited = {found for text in texts().values() for found in CITATION.findall(text)}
    assert cited
    assert cited - known == set()


def test_texts_name_only_charts_that_exist() -> None:
    charts = {path.stem for path in RULES.glob("*.toml")}
    named = {
        name
        for text in texts().values()
        for names in re.findall(r"Charts:\s+([a-z, \n]+)\.", text)
        for name in re.findall(r"[a-z]+", names)
    }
    assert named
    assert named - charts == set()


SOURCES = sorted((ROOT / "pbem" / "systems" / "midway").glob("*.py"))


def test_there_is_code_to_look_at() -> None:
    assert len(SOURCES) >= 3


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_code_cites_only_rules_of_the_index(path: Path) -> None:
    known = {rule_id for rule_id, _ in headings()}
    cited = set(CITATION.findall(path.read_text(encoding="utf-8")))
    assert cited - known == set()


def test_the_code_cites_many_rules() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert len(set(CITATION.findall(code))) >= 20


def test_titles_are_in_natural_order_whatever_the_headings() -> None:
    found = titles_of(["## M7.10 Ten\n\n## M7.9 Nine\n", "## R.² Of one's own\n## R2 Two\n"])
    assert list(found.items()) == [
        ("M7.9", "Nine"), ("M7.10", "Ten"), ("R2", "Two"), ("R.²", "Of one's own"),
    ]  # fmt: skip
