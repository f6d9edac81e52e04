"""What a form says of silence is what an empty file does [MB1]: games by chance, phase by phase."""

import re
from copy import deepcopy

import pytest

from pbem.engine.events import Happening
from pbem.engine.steps import View
from pbem.systems.midway.form.form import sections
from pbem.systems.midway.rules.standing import stand
from pbem.systems.midway.table.events import CapAttacked, FlakFired, Searched
from pbem.systems.midway.table.orders import StandingMove
from pbem.systems.midway.table.state import Game
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.names import carrier_name
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import Match, match, moments
from tests.systems.midway.tabletop import CHARTS, put, table, view

LEFT = "If nothing is ordered: "
NOTHING = ("nothing lands.", "nothing is launched.", "the decks stay as they are.")


def sentence(view: View[Game]) -> str:
    """What the form says of the first phase of the file, without naming the standing order."""
    section = sections(view, CHARTS)[1]
    said = [choice for choice in section.choices if choice.startswith(LEFT)]
    by = r" Your standing-\w+ is in force, as (ordered|last changed) in file \d+\.$"
    return re.sub(by, "", said[0].removeprefix(LEFT)) if said else ""


def silent(begun: Match) -> tuple[Match, list[Happening]]:
    """The game after an empty file, and what happened in the phase that asked for it."""
    after = deepcopy(begun)
    told = len(after.happenings)
    phase = begun.view().decision.covers[0].partition("/")[2]
    after.answer(())
    return after, [one for one in after.happenings[told:] if one.step == phase]


def agrees(view: View[Game], said: str, happened: list[Happening], after: Game) -> bool:
    phase = (int(view.step) + 1) // 2
    events = [one.event for one in happened]
    told = " ".join(line.text for event in events for line in lines(event, CHARTS))
    found = next((event for event in events if isinstance(event, Searched)), None)
    attacked = any(isinstance(event, CapAttacked) for event in events)
    match phase:
        case 2 if found is not None:
            return all(f"{n} {' '.join(group)}" in said for n, group in enumerate(found.groups, 1))
        case 2:
            stays = re.findall(r"(\S+) \d+ SP", said)
            boxes = {s: (view.game.squadrons[s].box, after.squadrons[s].box) for s in stays}
            moved = said.partition("].")[0] if "[M3.1]" in said else ""
            return told.startswith(moved) and all(old == new for old, new in boxes.values())
        case 3:
            return not (attacked and said == "your CAP holds.")
        case 4:
            aimed = {event.carrier for event in events if isinstance(event, FlakFired)}
            return all(f" at {carrier_name(target)}" in said for target in aimed)
        case 5:
            kept = re.findall(r"(\S+) \d+ SP", said)
            launched = re.sub(r"(^| )[^\]]* on \w+'s deck[^\[]* \[M(9|15)\.2\]\.", "", said)
            on_deck = all(after.squadrons[id_].box == "deck" for id_ in kept)
            return on_deck and launched in (told, *(() if told else NOTHING))
    return said == told or (not told and said in NOTHING)


@pytest.mark.parametrize("number", range(6))
def test_silence_does_what_the_form_says(number: int) -> None:
    begun = match(number, pace="phase")
    compared = 0
    wild = by_chance(number)
    for seen in moments(begun, lambda view, _: wild(view), lambda view, _: wild(view)):
        if len(seen.decision.covers) != 1 or not (said := sentence(seen)):
            continue
        after, happened = silent(begun)
        assert agrees(seen, said, happened, after.table.game), (seen.step, said, happened)
        compared += 1
    assert compared > 20


def test_a_squadron_that_holds_is_not_said_to_move() -> None:
    """M3.1, MB1: nor is a search spoken of to those who need none."""
    game = put(table(), "ready", "Akagi-DB", "Kaga-DB")
    game = stand(game, "japanese", StandingMove(squadrons=("Akagi-DB",), move="hold"), 7)
    section = sections(view(game, "japanese", "2/3"), CHARTS)[1]
    assert section.choices[-1] == (
        "If nothing is ordered: Kaga-DB moves on to Attacking [M3.1]. Akagi-DB 5 SP stays in Ready"
        " to Attack. Your standing-move is in force, as last changed in file 7."
    )
    game = stand(game, "japanese", StandingMove(squadrons=("Kaga-DB",), move="hold"), 7)
    section = sections(view(game, "japanese", "2/3"), CHARTS)[1]
    assert section.choices[-1] == (
        "If nothing is ordered: Akagi-DB 5 SP, Kaga-DB 5 SP stay in Ready to Attack."
        " Your standing-move is in force, as last changed in file 7."
    )
