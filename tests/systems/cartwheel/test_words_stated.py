"""What reports say of the statements on hidden results, word for word; forms and audits too."""

import pytest

from pbem.engine.events import ALL
from pbem.frozen import replace
from pbem.systems.cartwheel.rules.statements import Hit, read_hit
from pbem.systems.cartwheel.table.events_charts import Stated
from pbem.systems.cartwheel.table.state import JAPANESE
from pbem.systems.cartwheel.words.events import lines
from pbem.systems.cartwheel.words.turn import hit_words, hits_words
from tests.systems.cartwheel.tabletop import CHARTS

STATED = Stated(
    to=ALL, side=JAPANESE, kind="struck", place="RAB", mission="t1m1", disrupted=("A6M-253",),
    reduced=("G4M-702",), lost=(), saved=(), number=0,
)  # fmt: skip

CASES: list[tuple[Stated, list[str]]] = [
    (
        STATED,
        [
            "On the ground at Rabaul A6M-253 is disrupted [H9.10.6].",
            "On the ground at Rabaul G4M-702 loses a step (+1/2 VP Allied) [H9.10.6].",
        ],
    ),
    (
        replace(
            STATED, disrupted=(), reduced=("A6M-253", "G4M-702"), stayed=("A6M-253", "G4M-702")
        ),
        [
            "On the ground at Rabaul A6M-253 and G4M-702 lose a step (+1 VP Allied) [H9.10.6].",
            "A6M-253 and G4M-702 evaded only after that: their dice count for nothing [H8.9.11].",
        ],
    ),
    (
        replace(STATED, disrupted=(), reduced=()),
        ["No air unit was hit on the ground at Rabaul [H9.10.6]."],
    ),
    (
        replace(STATED, kind="lost-base", lost=("D3A-582",), saved=("A6M-201",)),
        [
            "A6M-201 escapes from Rabaul [6.6.5].",
            "D3A-582 is lost at Rabaul [6.6.5].",
        ],
    ),
    (
        replace(STATED, kind="lost-base"),
        ["Nobody was on the ground at Rabaul [6.6.5]."],
    ),
    (
        replace(STATED, kind="replaced", number=2),
        ["The Japanese player takes 2 replacement steps: 1 VP for the enemy [H14.1]."],
    ),
    (
        replace(STATED, kind="eleventh", number=1),
        ["1 unit of the 11th Hikoshidan flew: 1/2 VP for the Allies [5.2e]."],
    ),
    (
        replace(STATED, kind="moored", place="RUF-802", port="0604"),
        ["RUF-802 stands at the port of 0604 (Madang) [6.3.6~]."],
    ),
    (
        replace(STATED, kind="moored", place="RUF-802"),
        ["RUF-802 stands at no port [6.3.6~]."],
    ),
    (
        replace(STATED, kind="no-landing", lost=("A6M-201",), points=2),
        ["No base to land on: A6M-201 lost (+1 VP Allied) [H9.11.1]."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), CASES)
def test_what_a_report_says_of_a_statement(event: Stated, words: list[str]) -> None:
    assert [line.text for line in lines(event, CHARTS)] == words


@pytest.mark.parametrize(
    ("hit", "words"),
    [
        ("D KI43-24a 2>2 disrupted", "KI43-24a is disrupted"),
        ("step KI43-24a 2>1", "KI43-24a loses 1 of 2 steps"),
        ("step KI43-24a 2>1 disrupted", "KI43-24a loses 1 of 2 steps and is disrupted"),
        ("step DIN-6 1>0", "DIN-6 is destroyed"),
    ],
)
def test_h9_10_6_forms_and_audits_tell_a_hit_in_words(hit: str, words: str) -> None:
    found = read_hit(hit)
    assert found is not None
    assert hit_words(found) == words


def test_a_unit_that_is_hit_twice_is_told_once_with_what_it_comes_to() -> None:
    """As the form and the words before sending tell what a file states [H9.10.6]."""
    twice = [
        Hit(effect="step", unit="A6M-582", before=2, after=1, disrupted=True),
        Hit(effect="step", unit="A6M-582", before=1, after=0, disrupted=False),
        Hit(effect="D", unit="G4M-702", before=2, after=2, disrupted=True),
        Hit(effect="step", unit="G4M-702", before=2, after=1, disrupted=True),
    ]
    assert hits_words(twice) == [
        "A6M-582 is destroyed",
        "G4M-702 loses 1 of 2 steps and is disrupted",
    ]
