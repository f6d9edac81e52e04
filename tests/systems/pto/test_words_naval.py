"""What is told of phase 3: every event has its sentence, with the die and the rule."""

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event, events_of
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ALLIED, JAPANESE
from pbem.systems.pto.table import events_naval
from pbem.systems.pto.table.events_economy import Returned, Stayed
from pbem.systems.pto.table.events_naval import (
    Airlifted,
    BoatsHunted,
    FightersRise,
    Formed,
    Halted,
    InterceptionFailed,
    InterceptionTried,
    LeftAlone,
    Loaded,
    NothingToStrike,
    RaidFlown,
    Sailed,
    Searched,
    StacksDivided,
    StandbyLost,
    StoodBy,
    StrikeStopped,
    SupplyLanded,
    Surprised,
    Transferred,
    UnitsStay,
)
from tests.systems.pto.tabletop import in_words


def roll(face: int) -> Roll:
    return Roll(label="x", sides=6, dice=(face,))


def tried(face: int, modifier: int, *, counter: bool = False) -> InterceptionTried:
    return InterceptionTried(
        to=ALL,
        tf="tf-1",
        target="raiders",
        area="MID",
        number=4,
        modifier=modifier,
        roll=roll(face),
        met=face + modifier >= 4,
        counter=counter,
    )


def searched(face: int) -> Searched:
    return Searched(
        to=ALL,
        side=ALLIED,
        tf="kido-butai",
        area="MID",
        source="MWY",
        number=4,
        roll=roll(face),
        found=face >= 4,
    )


def raid(tf: str, at: str, *escorts: str) -> RaidFlown:
    return RaidFlown(
        to=ALL, side=ALLIED, area="MID", at=at, tf=tf, units=("a", "b"), escorts=escorts
    )


def stacks(*offensive: str, broken: bool = False) -> StacksDivided:
    return StacksDivided(to=ALL, tf="tf-16", offensive=offensive, defensive=("c",), broken=broken)


TOLD: list[tuple[Event, str]] = [
    (
        Formed(to=ALL, tf="raiders", ships=("akagi", "kaga")),
        "akagi and kaga join raiders [P3.1.1]",
    ),
    (
        BoatsHunted(to=ALL, tf="hunters", boats="us-mid-boats", area="MID"),
        "hunters attacks us-mid-boats, found at Midway Sea (MID) [PH9.3]",
    ),
    (
        Loaded(to=ALL, tf="convoy", cargo=("jp-16th-div", "supply"), points=1),
        "convoy takes jp-16th-div and a supply marker aboard for 1 EP [P3.1.2]",
    ),
    (
        Sailed(to=ALL, tf="raiders", path=("NOP", "MID")),
        "raiders sails North Pacific (NOP) - Midway Sea (MID) [PH5.1]",
    ),
    (
        Halted(to=ALL, tf="raiders", area="MID", spent=20, most=20),
        "raiders stops at Midway Sea (MID): damage leaves 20 MP, 20 are used [PH5.1, PH6.5]",
    ),
    (
        StandbyLost(to=ALL, tf="raiders", spent=20, most=20),
        "raiders does not stand by: 20 of 20 MP are used, more than half, as damage slows it"
        " [P3.1.6, PH6.5]",
    ),
    (StoodBy(to=ALL, tf="raiders"), "raiders stands by [P3.1.6]"),
    (
        searched(5),
        "Midway (MWY) searches Midway Sea (MID) for kido-butai: 5, needs 4 or more: found [PH5.6]",
    ),
    (
        searched(3),
        "Midway (MWY) searches Midway Sea (MID) for kido-butai: 3, needs 4 or more: not found"
        " [PH5.6]",
    ),
    (
        tried(3, 1),
        "tf-1 tries to intercept raiders at Midway Sea (MID): 3 + 1 = 4, needs 4 or more: meets it"
        " [PH5.4]",
    ),
    (
        tried(3, 0, counter=True),
        "tf-1 counters raiders at Midway Sea (MID): 3, needs 4 or more: misses it [PH5.5]",
    ),
    (
        InterceptionFailed(to=ALL, tf="tf-1", target="raiders"),
        "tf-1 does not get through to raiders [PH5.5]",
    ),
    (
        raid("kido-butai", "ships", "c"),
        "Allies: a and b with c as escort strike kido-butai at Midway Sea (MID) [P3.2.1]",
    ),
    (
        raid("", "airfield"),
        "Allies: a and b strike the airfield at Midway Sea (MID) [P3.2.1]",
    ),
    (
        UnitsStay(to=ALL, units=("a", "b"), area="MID", why="turned-back", cited="D8.3"),
        "a and b cannot fly to Midway Sea (MID) any more: turned back on the way, committed [D8.3]",
    ),
    (
        Surprised(to=ALL, area="OAH", tf="", scenario=True),
        "The strike surprises Oahu (OAH) [PH16.1]",
    ),
    (
        Surprised(to=ALL, area="MID", tf="kido-butai", scenario=False),
        "The strike surprises kido-butai [D7.1]",
    ),
    (
        FightersRise(to=ALL, side=JAPANESE, area="RAB", units=("a",), counter=False),
        "a rises to intercept at Rabaul (RAB) [P3.2.2]",
    ),
    (
        FightersRise(to=ALL, side=JAPANESE, area="RAB", units=("a", "b"), counter=True),
        "a and b meet the interceptors at Rabaul (RAB) [P3.2.2]",
    ),
    (stacks("a", "b"), "tf-16 sends a and b and keeps c [D11.3]"),
    (stacks(), "tf-16 sends nobody and keeps c [D11.3]"),
    (
        stacks(broken=True),
        "The stacks of tf-16 break a rule: none of its aircraft strike [D11.3]",
    ),
    (
        LeftAlone(to=ALL, tf="tf-16", target="kido-butai", worth=1),
        "kido-butai is left alone by tf-16: worth less than 1 point [F.4]",
    ),
    (
        NothingToStrike(to=ALL, area="MID", at="ships", tf="kido-butai"),
        "The strike finds nothing of kido-butai at Midway Sea (MID) [P3.2.3]",
    ),
    (
        StrikeStopped(to=ALL, area="MID", at="ships", tf="kido-butai"),
        "The strike does not get through to kido-butai at Midway Sea (MID) [P3.2.3]",
    ),
    (
        Transferred(to=ALL, units=("p-40", "b-17"), to_base="OAH", committed=("p-40",)),
        "p-40 and b-17 move to Oahu (OAH); committed: p-40 [PH8.8, D3c]",
    ),
    (
        Airlifted(to=ALL, nation="JP", cargo="supply", origin="JPN", to_area="OKI", points=1),
        "Japan lifts a supply marker for 1 EP from Japan (JPN) to Okinawa (OKI) [PH12.6]",
    ),
    (
        SupplyLanded(to=ALL, side=JAPANESE, area="SAI", markers=1),
        "A supply marker comes ashore at Saipan-Guam (SAI) [P3.6.1]",
    ),
]


@pytest.mark.parametrize(("event", "words"), TOLD)
def test_the_words_of_an_event(event: Event, words: str) -> None:
    assert in_words([event]) == [words]


def test_every_event_is_told() -> None:
    assert {type(event) for event, _ in TOLD} == set(events_of(events_naval).values())


def test_boats_are_many() -> None:
    """A task force that is called boats takes verbs and pronouns in the plural."""
    (words,) = in_words([replace(tried(4, -1), tf="us-mid-boats", target="kido-butai")])
    assert words.startswith("us-mid-boats try to intercept kido-butai at ")
    assert " miss it " in words
    (words,) = in_words([replace(tried(4, 0), target="us-mid-boats")])
    assert " meets them " in words
    boats = "us-mid-boats"
    words = in_words([
        replace(searched(5), source=boats),
        InterceptionFailed(to=ALL, tf=boats, target="raiders"),
        Returned(to=ALL, tf=boats, path=("MID", "HAW")),
        Stayed(to=ALL, tf=boats, area="MID", points=1),
    ])  # fmt: skip
    does = [line.removeprefix(f"{boats} ").split(" ", 1)[0] for line in words]
    assert does == ["search", "do", "return", "stay"]
