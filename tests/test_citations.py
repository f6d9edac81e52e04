"""Whatever section of the protocol is cited anywhere is there, in docs/protocol.md."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROTOCOL = ROOT / "docs" / "protocol.md"
SECTIONS = frozenset(
    re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\.? ", PROTOCOL.read_text(encoding="utf-8"), re.MULTILINE)
)
NUMBER = r"\d+(?:\.\d+)?"
LIST = rf"({NUMBER}(?:(?:, | and | to ){NUMBER})*)"
ELSEWHERE = re.compile(
    rf"\bprotocol(?:\]\(\S*protocol\.md\))?,? (?:sections? )?{LIST}", re.IGNORECASE
)
OF_IT = re.compile(rf"\b[Ss]ections? {LIST} of the protocol")

FILES = sorted(
    path
    for pattern in ("pbem/**/*.py", "tests/**/*.py", "docs/**/*.md", "rules/**/*.md", "*.md",
                    "rules/**/*.toml", "benchmarks/**/*.py")
    for path in ROOT.glob(pattern)
    if path != PROTOCOL
)  # fmt: skip


def cited(text: str, form: re.Pattern[str]) -> list[str]:
    flat = " ".join(text.split())
    return [number for found in form.findall(flat) for number in re.findall(NUMBER, found)]


def test_the_protocol_has_sections() -> None:
    assert {"1", "4.8", "6.4", "9.1", "13"} <= SECTIONS
    assert len(FILES) > 100


def test_every_section_that_is_cited_is_there() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), number)
        for path in FILES
        for form in (ELSEWHERE, OF_IT)
        for number in cited(path.read_text(encoding="utf-8"), form)
    }
    assert len(found) > 100
    assert not {(path, number) for path, number in found if number not in SECTIONS}


def test_every_section_that_the_protocol_cites_of_its_own_is_there() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    text = re.sub(r"RFC \d+, [\d.]+", "", text)
    within = (re.compile(rf"\b[Ss]ections? {LIST}"), re.compile(rf"\({LIST}\)"))
    found = [number for form in within for number in cited(text, form)]
    assert len(found) > 40
    assert not {number for number in found if number not in SECTIONS}


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("docs/decisions.md", "names are reserved (protocol 11)"),
        ("docs/decisions.md", "on the key and the label alone (protocol 6.4)"),
        ("docs/protocol.md", "The checks of section 9."),
    ],
)
def test_what_is_cited_tells_of_it(path: str, words: str) -> None:
    assert words in (ROOT / path).read_text(encoding="utf-8")
