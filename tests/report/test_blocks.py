"""Reports are built from what happened, for the reader they are meant for."""

from types import SimpleNamespace
from typing import Any, cast

from pbem.engine.charts import Provenance
from pbem.engine.events import ALL, Event, Happening
from pbem.engine.ledger import Rules
from pbem.engine.sheets import Line, Row, Sheet
from pbem.engine.steps import GameSystem
from pbem.report.blocks import (
    Cited,
    Facts,
    Heading,
    Lines,
    Message,
    Paragraph,
    Table,
    build,
    heard,
    house_charts,
    known,
    rule_ids,
    rules_cited,
    shown,
)
from pbem.report.telling import told


class Said(Event):
    words: str


def happened(turn: int, step: str, words: str, to: str = ALL) -> Happening:
    return Happening(turn=turn, step=step, event=Said(to=to, words=words))


SYSTEM = cast(
    GameSystem[Any, Any],
    SimpleNamespace(
        wording=lambda event, charts: (Line(text=event.words),) if event.words else (),
        together=lambda events, charts: (),
        turn_title=lambda game, turn, step, charts: f"turn {turn}",
        step_title=lambda turn, step: f"Phase {step}",
    ),
)
RULES = cast(Rules[Any], SimpleNamespace(system=SYSTEM, charts=None))


def test_happenings_are_told_by_turn_and_step() -> None:
    happenings = [
        happened(1, "7", "one [M7.1]"),
        happened(1, "7", "two"),
        happened(1, "8", "three"),
        happened(2, "1", "four"),
    ]
    assert tuple(told(happenings, RULES, None)) == (
        Heading(text="Turn 1"),
        Heading(text="Phase 7", level=3),
        Lines(lines=(Line(text="one [M7.1]"), Line(text="two")), in_full=True),
        Heading(text="Phase 8", level=3),
        Lines(lines=(Line(text="three"),), in_full=True),
        Heading(text="Turn 2"),
        Heading(text="Phase 1", level=3),
        Lines(lines=(Line(text="four"),), in_full=True),
    )


def test_what_is_for_one_seat_is_told_to_that_seat_only() -> None:
    happenings = [happened(1, "7", "public"), happened(1, "7", "secret", to="kaga")]
    for seat, words in (("", ["public"]), ("akagi", ["public"]), ("kaga", ["public", "secret"])):
        *_, lines = told(happenings, RULES, None, seat)
        assert isinstance(lines, Lines)
        assert [line.text for line in lines.lines] == words


def test_a_step_of_which_nothing_is_said_has_no_heading() -> None:
    assert tuple(told([happened(1, "7", "")], RULES, None)) == (Heading(text="Turn 1"),)


def test_sheets_facts_and_messages_become_blocks() -> None:
    sheet = Sheet(title="Carriers", heads=("a",), rows=(Row(cells=("b",)),))
    assert tuple(shown([sheet])) == (Heading(text="Carriers"), Table(sheet=sheet))
    assert tuple(known(Next_to_write="kaga", Nothing="")) == (
        Facts(pairs=(("Next to write", "kaga"),)),
    )
    assert tuple(known(Nothing="")) == ()
    assert tuple(heard([("kaga", "hello"), ("akagi", "")])) == (
        Heading(text="Messages"),
        Message(author="kaga", text="hello"),
    )
    assert tuple(heard([])) == ()


def test_house_charts_are_counted() -> None:
    ours = Provenance(
        id="squadrons", title="Squadrons", rule="D.2", provenance="house", source="our estimate"
    )
    printed = Provenance(id="flak", title="Flak", rule="D.3", provenance="seed", source="chart 2")
    assert tuple(house_charts([ours, printed])) == (
        Paragraph(
            text="1 of 2 charts are house charts, with figures of our own; "
            "'pbem rules show RULE' tells on which a rule rests."
        ),
    )
    assert tuple(house_charts([printed])) == ()


def test_a_report_lists_the_rules_that_it_cites_and_no_others() -> None:
    blocks = (Lines(lines=(Line(text="M7.2 AA soryu: 4"), Line(text="sunk [M15.3, MH21]"))),)
    titles = {"M7.1": "Waves", "M7.2": "AA fire", "M15.3": "Sunk", "MH21": "Planes"}
    report = build("Turn", blocks, titles=titles)
    assert report.blocks[-2:] == (
        Heading(text="Rules cited"),
        Cited(rules=(("M7.2", "AA fire"), ("M15.3", "Sunk"), ("MH21", "Planes"))),
    )
    assert build("Turn", blocks).blocks == blocks


def test_rule_ids_of_all_games_are_found() -> None:
    assert rule_ids("M7.2 AA: hits [M15.3, MH21]; 9.9 flak, 8.31 and 12.4a") == (
        "M7.2",
        "M15.3",
        "MH21",
        "9.9",
        "8.31",
        "12.4a",
    )
    assert rule_ids("ashore at Leyte [P4A.2.B], marching [W1.2.a, 6.6.4~]") == (
        "P4A.2.B",
        "W1.2.a",
        "6.6.4~",
    )


def test_what_is_cited_in_brackets_may_have_words_beside_it() -> None:
    assert rules_cited("Lae (LAE) falls [P4A.2.B, PH10.8]; 3 [E.4.8: not asked].") == (
        "P4A.2.B",
        "PH10.8",
        "E.4.8",
        "not",
        "asked",
    )
    assert rules_cited("round 4 of 9.9") == ()
