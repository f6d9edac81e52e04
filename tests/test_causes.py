"""A loss leads to the dice that did it, and to no others: in whole games of every system."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Blow, Event
from pbem.frozen import Value
from pbem.game.causes import Blows
from pbem.report.replay import Moment, Replay
from tests.recording import GAMES
from tests.retelling import played, retold

FEW = 4
QUICK = ("midway/midway-even", "pto/midway", "cartwheel/bismarck-sea")
SLOW = tuple(one for one in GAMES if one not in QUICK and one != "table/table")

WITHOUT_DICE = re.compile(
    r"The mountains disrupt|falls to|is too full for|nowhere to land|No base to land on"
)
"""Losses that no die decides: the way, whoever stands there, a full airfield, no deck."""


class Loss(Value):
    """A loss as the page tells of it, with the sentences of its rolls."""

    text: str
    rolls: tuple[str, ...]
    moment: Moment
    before: tuple[str, ...]


def losses(replay: Replay) -> Iterator[Loss]:
    for moment in replay.moments:
        before: list[str] = []
        for said in moment.said:
            for line in said.lines:
                if line.kind == "loss":
                    words = tuple(replay.casts[roll].words for roll in said.rolls)
                    yield Loss(text=line.text, rolls=words, moment=moment, before=tuple(before))
                before.append(line.text)


def follows_from_orders(loss: Loss) -> bool:
    """Whether no die had a part in it."""
    crowded = bool(loss.before) and "is too full for" in loss.before[-1]
    unpaid = any("has no EP for" in text for text in loss.before)
    return bool(WITHOUT_DICE.search(loss.text)) or crowded or unpaid


@pytest.mark.parametrize(
    "scenario", [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in SLOW)]
)
def test_a_loss_leads_to_the_few_rolls_that_did_it(scenario: str) -> None:
    found = list(losses(retold(played(scenario))))
    assert len(found) > FEW
    for loss in found:
        assert loss.rolls or follows_from_orders(loss), loss.text
    many = Counter(len(loss.rolls) < FEW for loss in found)
    assert many[True] > 4 * many[False], [
        (loss.text, len(loss.rolls)) for loss in found if len(loss.rolls) >= FEW
    ]


SUNK = re.compile(r"(.+?) (?:is sunk|is damaged|is destroyed|loses (?:a step|\d steps) \[PH2.5)")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [one for one in GAMES if one.startswith("pto/")])
def test_no_ship_or_aircraft_is_lost_by_dice_thrown_at_others(scenario: str) -> None:
    """Every roll of it names it, or the carrier that it went down with."""
    checked = 0
    for loss in losses(retold(played(scenario))):
        lost = SUNK.match(loss.text)
        sunk = {match[1] for text in loss.before if (match := SUNK.match(text))}
        for words in loss.rolls if lost else ():
            name = lost[1].partition(" (")[0] if lost else ""
            decks = [one.partition(" (")[0] for one in sunk]
            assert any(one in words for one in (name, *decks)), (loss.text, words)
            checked += 1
    assert checked > FEW


TOGETHER = ("Attack on", "Evacuation of")
HIT = re.compile(r"(\S+) (?:is eliminated|is sunk|loses|is disrupted|is lost|comes home)")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [one for one in GAMES if one.startswith("cartwheel/")])
def test_no_unit_is_lost_by_dice_thrown_at_others(scenario: str) -> None:
    """Every roll of it names it, but for those of a whole hex or base."""
    checked = 0
    for loss in losses(retold(played(scenario))):
        hit = HIT.match(loss.text)
        for words in loss.rolls if hit else ():
            assert hit
            assert hit[1] in words or words.startswith(TOGETHER), (loss.text, words)
            checked += 1
    assert checked


class Hit(Event):
    """A roll that hits somebody."""

    who: str
    roll: Roll
    later: bool = False

    def blows(self) -> tuple[Blow, ...]:
        return (Blow(on=self.who, roll=self.roll, lasts=self.later),)


def hit(who: str, label: str, *, later: bool = False) -> Hit:
    return Hit(to=ALL, who=who, roll=Roll(label=label, sides=6, dice=(1,)), later=later)


KNOWN = {"a": 0, "b": 1, "c": 2}


def test_a_blow_counts_until_it_is_told_and_for_what_follows_at_once() -> None:
    blows = Blows()
    blows.note(hit("x", "a"), KNOWN)
    blows.note(hit("x", "b"), KNOWN)
    assert blows.behind(("x",)) == (0, 1)
    blows.tell(("x",))
    assert blows.behind(("x",)) == (0, 1)
    blows.note(hit("x", "c"), KNOWN)
    assert blows.behind(("x",)) == (2,)
    assert blows.behind(("y",)) == ()


def test_what_has_not_been_told_comes_before_what_has() -> None:
    blows = Blows()
    blows.note(hit("area", "a"), KNOWN)
    blows.tell(("area",))
    blows.note(hit("unit", "b"), KNOWN)
    assert blows.behind(("unit", "area")) == (1,)


def test_blows_of_another_scene_count_only_if_they_last() -> None:
    blows = Blows()
    blows.note(hit("x", "a"), KNOWN)
    blows.note(hit("y", "b", later=True), KNOWN)
    blows.next_scene()
    assert blows.behind(("x", "y")) == (1,)
    blows.tell(("y",))
    assert blows.behind(("y",)) == ()
