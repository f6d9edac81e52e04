"""Cartwheel's rule texts: every id has one text, and only known ids are cited."""

import re
import tomllib
from pathlib import Path

import pytest

from pbem.store.shelf import rule_texts
from tests.ruletexts import cited, headings, out_of_order, parts
from tests.systems.cartwheel.rulebook import ROOT, RULES

RULE_ID = r"(?:AMB-\d+|CR\d+|E\.\d+(?:\.\d+)?|H\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)?[a-z]?~?)"
ID = re.compile(rf"(?<![\w.]){RULE_ID}(?![\w.]*\d)")
KINDS = ("", "AMB", "H", "E", "CR")
SOURCES = sorted((ROOT / "pbem" / "systems" / "cartwheel").rglob("*.py"))


def natural(rule_id: str) -> tuple[int, list[tuple[int, str]]]:
    """`4.10` after `4.9`, `7.1` before `7.1a`; the printed rules first."""
    letters = re.match(r"[A-Z]*", rule_id)
    assert letters
    parts = re.findall(r"(\d+)([a-z]?)", rule_id.removeprefix(letters[0]))
    return KINDS.index(letters[0]), [(int(number), letter) for number, letter in parts]


def test_every_id_has_one_text() -> None:
    ids = [rule_id for rule_id, _ in headings("cartwheel")]
    assert len(ids) > 350
    assert sorted(ids, key=natural) == sorted(set(ids), key=natural)
    assert out_of_order("cartwheel", natural) == []
    assert {"1.0a", "6.3.1~", "17.4", "AMB-29", "H0.1", "H18", "E.7", "CR1"} <= set(ids)


def test_every_reading_of_an_unclear_rule_is_there() -> None:
    ids = {rule_id for rule_id, _ in headings("cartwheel")}
    assert {f"AMB-{number}" for number in range(1, 30)} <= ids
    assert {f"H{number}" for number in range(19)} <= ids


def test_every_text_says_where_it_comes_from() -> None:
    tails = (
        "*Printed rules.*", "*Printed rules;* house:", "*Printed rules;* inferred:", "*Inferred",
        "*House rule.*", "*House rule;*", "*House reading.*",
    )  # fmt: skip
    silent = [p for p in parts("cartwheel") if not any(tail in p for tail in tails)]
    assert [p.splitlines()[0] for p in silent] == []


NOT_ALL_PRINTED = [
    "1.0b", "2.1b", "2.1.1~", "2.5", "5.1", "2.2.1~", "2.2.2a~", "2.2.2b~", "2.2.2c~", "2.2.2d~",
    "2.2.2e~", "2.2.3b~", "3.0k", "4.10a", "5.2", "5.2d", "5.2h", "5.3", "6.1b", "6.3.1~", "6.3.4~",
    "6.3.5~", "6.4d", "6.6.3", "7.0", "7.1", "7.1b", "7.1c", "7.1d",
]  # fmt: skip
"""Texts that say more than the published rules do."""


@pytest.mark.parametrize("rule_id", NOT_ALL_PRINTED)
def test_what_is_ours_is_not_given_out_as_printed(rule_id: str) -> None:
    (part,) = [part for part in parts("cartwheel") if part.split()[0] == rule_id]
    assert "*Printed rules.*" not in part
    assert re.search(r"house:|inferred:|\*Inferred", part)


def test_every_text_has_words() -> None:
    assert [p.splitlines()[0] for p in parts("cartwheel") if len(p.split("\n\n")) < 3] == []


def test_texts_name_the_charts_that_cite_them() -> None:
    charts = {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))["chart"]["rule"].split(", ")
        for path in RULES.glob("*.toml")
    }
    named = {
        (part.split()[0], name)
        for part in parts("cartwheel")
        for names in re.findall(r"Charts: ([a-z_0-9, \n]+)\.", part)
        for name in re.split(r",\s+", names)
    }
    assert named == {(rule_id, stem) for stem, ids in charts.items() for rule_id in ids}


def test_texts_cite_only_rules_that_are_told() -> None:
    known = {rule_id for rule_id, _ in headings("cartwheel")}
    words = re.compile(r"(?<![\w.])(?:AMB-\d+|CR\d+|E\.\d+(?:\.\d+)?|H\d+(?:\.\d+)*)(?![\w.]*\d)")
    found = {id_ for text in rule_texts("cartwheel") for id_ in words.findall(text)}
    assert len(found) > 100
    assert found - known == set()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_code_cites_only_rules_of_the_index(path: Path) -> None:
    known = {rule_id for rule_id, _ in headings("cartwheel")}
    assert cited(path.read_text(encoding="utf-8"), ID) - known == set()


def test_the_code_cites_many_rules() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert len(cited(code, ID)) > 150


def test_example_of_citations() -> None:
    text = 'x = {"1203": 1.5}  # [H9.10.3, 6.3.1~]\nrule: ClassVar[str] = "7.3.2~"'
    assert cited(text, ID) == {"H9.10.3", "6.3.1~", "7.3.2~"}
