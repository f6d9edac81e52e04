"""What reports say of the frame of a turn, word for word."""

import pytest

from pbem.dice import Roll
from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap
from pbem.systems.cartwheel.table import events_charts as facts
from pbem.systems.cartwheel.table import events_turn as happened
from pbem.systems.cartwheel.table.events_turn import EVENTS
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE
from pbem.systems.cartwheel.table.steps import step_title
from pbem.systems.cartwheel.words.events import lines
from tests.systems.cartwheel.tabletop import CHARTS


def die(label: str, face: int) -> Roll:
    return Roll(label=label, sides=10, dice=(face,))


def said(event: Event) -> list[str]:
    return [line.text for line in lines(event, CHARTS)]


def test_5_3_a_step_without_tf_36_is_not_called_after_it() -> None:
    assert step_title(1, "5.3") == "Allied commitments"


CASES: list[tuple[Event, list[str]]] = [
    (
        happened.RandomEvent(to=ALL, roll=die("5.1 event", 1), row="storm", works=True),
        [
            "5.1 event: 1",
            "Storm front: scrambling, bombing and the first run suffer this turn [5.1, H5.1].",
        ],
    ),
    (
        happened.RandomEvent(to=ALL, roll=die("5.1 event", 7), row="quiet", works=False),
        ["5.1 event: 7", "Quiet: no effect [5.1, H5.1]."],
    ),
    (
        happened.RandomEvent(
            to=ALL, roll=die("5.1 event", 3), row="volcano", works=False,
            again=(die("5.1 event #2", 9),),
        ),
        ["5.1 event: 3", "5.1 event #2: 9, needs 3 or less", "Volcano: no effect [5.1, H5.1]."],
    ),
    (
        happened.EleventhDecided(to=ALL, commit=True, ports=FrozenMap({"RUF-802": "1405"})),
        [
            "The 11th Hikoshidan is committed: 1 VP for the Allies [5.2b].",
            "RUF-802 stands at the port of 1405 (Buin/Kahili) [6.3.6~].",
        ],
    ),
    (
        happened.EleventhDecided(to=ALL, commit=False, ports=FrozenMap()),
        ["The 11th Hikoshidan is not committed; it rests at Truk [5.2d]."],
    ),
    (happened.Tf36Declined(to=ALL), ["TF-36 is not committed this turn [5.3]."]),
    (
        facts.Tf36Arrived(
            to=ALL, hex="SOP", units=FrozenMap({"F6F-12": "TF36-CV", "SBD-12": "TF36-CV"})
        ),
        [
            "TF-36 is committed and appears at South Pacific: 1 VP for Japan [H5.3.2, H5.3.3].",
            "TF36-CV: F6F-12 and SBD-12 [H5.3.3].",
        ],
    ),
    (
        facts.Tf36Left(to=ALL, units=("F6F-12",)),
        ["TF-36 leaves the board with 1 air unit [H5.3.3]."],
    ),
    (
        happened.RadarPlaced(to=ALL, side=ALLIED, base="PM"),
        ["The Allied player puts a Radar marker on Port Moresby [H5.1]."],
    ),
    (
        happened.AcePlaced(to=ALL, side=JAPANESE),
        ["The Japanese player puts an Ace marker on a fighter, which stays secret [H5.1]."],
    ),
    (
        happened.BuildBegun(to=ALL, side=ALLIED, base="MA1", hex="1006"),
        ["The Allied player begins Allied mobile base 1 (MA1) in 1006 (Goodenough) [6.5.2~]."],
    ),
    (
        happened.BaseHit(
            to=ALL, base="RAB", hits=3, total=3, effect="disrupted", cause="bombing"
        ),
        ["Rabaul takes 3 hits: 3 in all, it is disrupted [H6.6]."],
    ),
    (
        happened.BaseHit(
            to=ALL, base="RAB", hits=7, total=10, effect="destroyed", cause="bombing", points=6
        ),
        ["Rabaul takes 7 hits: it is destroyed [H6.6].", "It is worth 3 VP [H16.1]."],
    ),
    (
        happened.ControlPassed(
            to=ALL, hex="0705", side=ALLIED, how="ground", bases=("LAE", "NAD"), removed=("MJ1",),
            supplies=1,
        ),
        [
            "The Allied player takes 0705 (Lae) with Lae and Nadzab [3.0f, 6.6.4~].",
            "Japanese mobile base 1 (MJ1) is lost for ever [6.6.4~].",
            "1 supply unit lost [CR2].",
        ],
    ),
    (
        happened.ControlPassed(
            to=ALL, hex="0805", side=ALLIED, how="ground", bases=("FIN",), removed=(), supplies=0
        ),
        ["The Allied player takes 0805 (Finschhafen) with its airbase [3.0f, 6.6.4~]."],
    ),
    (
        facts.BaseLost(
            to=ALL, base="LAE", hex="0705", owner=JAPANESE, how="captured", drm=2, dice=(6, 5),
            rolls=(),
        ),
        [
            "Evacuation of Lae, dice by position among those there: 6 5; DRM +2 for all"
            " [6.6.5, H6.6.5]."
        ],
    ),
    (
        facts.BaseLost(
            to=ALL, base="LAE", hex="0705", owner=JAPANESE, how="captured", drm=0,
            dice=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1), rolls=(),
        ),
        [
            "Evacuation of Lae, dice by position among those there: 1 2 3 4 5 6 7 8 9 10 …; DRM +0"
            " for all [6.6.5, H6.6.5]."
        ],
    ),
    (
        facts.BaseLost(
            to=ALL, base="LAE", hex="0705", owner=JAPANESE, how="destroyed", drm=0, dice=(),
            rolls=(),
        ),
        ["The Japanese player's units at Lae leave it at once [H6.6.1]."],
    ),
    (
        facts.BaseLost(
            to=ALL, base="TF36-CV", hex="1808", owner=ALLIED, how="sunk", drm=0, dice=(), rolls=()
        ),
        ["All aircraft aboard TF36-CV are lost [H10.5]."],
    ),
    (
        happened.BuildVoided(to=ALL, side=JAPANESE, base="MJ1", hex="1908", cited="6.6.4~"),
        [
            "Japanese mobile base 1 (MJ1) in 1908 (San Cristobal) is not begun: enemy ground units"
            " are there [6.6.4~]; the counter stays in hand [H6.5]."
        ],
    ),
    (
        happened.MobileOverrun(to=ALL, side=ALLIED, base="MJ1", hex="1908"),
        [
            "Enemy ground units in 1908 (San Cristobal): Japanese mobile base 1 (MJ1) is lost for"
            " ever [6.6.4~, AMB-33]."
        ],
    ),
    (
        happened.FloatplaneEvacuated(
            to=ALL, unit="RUF-802", hex="1203", place="port:1304",
            roll=die("6.6.5 evacuate port:1203 #1", 4), drm=1,
        ),
        [
            "6.6.5 evacuate port:1203 #1: 4 + 1 = 5: RUF-802 flies to the port of 1304 (Buka)"
            " [6.6.5, CR3]."
        ],
    ),
    (
        happened.RegroupDeclared(to=ALL, declared=True, after=8),
        [
            "The Allies declare a general regroup turn; the next one may follow after October II"
            " 1943 [7.1, 7.1b, H14.5]."
        ],
    ),
    (
        happened.RegroupDeclared(to=ALL, declared=False),
        ["This is no general regroup turn [7.1]."],
    ),
    (
        happened.ReconWaits(to=ALL, side=JAPANESE),
        ["The Japanese player places his recon units when he has seen the enemy's [E.4.6]."],
    ),
    (
        happened.ScoutPlaced(to=ALL, side=ALLIED, unit="F5-8", hex="1203", base="RAB"),
        ["Allied F5-8 flies to 1203 (Rabaul) and looks at Rabaul [7.3.2~, 7.3.4~]."],
    ),
    (
        happened.InitiativeRolled(
            to=ALL, side=ALLIED, rolls=(die("7.4 initiative", 5),),
            modifiers=FrozenMap({"allied recon": 1, "eleventh": -1, "late": 1}), drm=1,
        ),
        [
            "Allied recon over Rabaul: +1 [H7.4].",
            "11th Hikoshidan committed: -1 [H7.4].",
            "Late in the year: +1 [H7.4].",
            "7.4 initiative: 5 + 1 = 6, 6 or more for the Allies [7.4].",
            "The Allied player has the initiative [7.4].",
        ],
    ),
    (
        happened.InitiativeRolled(to=ALL, side=JAPANESE, modifiers=FrozenMap(), drm=0),
        ["The Japanese player has the initiative by the scenario [7.0]."],
    ),
    (
        happened.MissionsRolled(
            to=ALL, side=ALLIED, missions=2, rolls=(die("7.5 missions", 6),), drm=-1
        ),
        [
            "7.5 missions: 6: 3 missions - 1 for the storm",
            "The Allied player may begin with 2 missions [7.5].",
        ],
    ),
    (
        happened.SupplyDetermined(
            to=ALL, ground=("7D-18",), naval=("US-CA1",), bases=("KAV",), used=("allied/0705",)
        ),
        [
            "The Allied player uses up a supply unit in 0705 (Lae) [H13.4].",
            "Without supply: 7D-18 [H13.3].",
            "Without supply and disrupted: US-CA1 [H13.3].",
            "Bases without supply: Kavieng [H13.3].",
        ],
    ),
    (
        happened.SupplyDetermined(to=ALL, ground=(), naval=(), bases=(), used=()),
        ["Everything is in supply [H13.3]."],
    ),
    (
        happened.AttritionRolled(
            to=ALL, unit="7D-18", roll=die("13.3 attrition 7D-18", 6), lost=True
        ),
        ["13.3 attrition 7D-18: 6, 6 or more costs a step: 7D-18 loses a step [H13.3]."],
    ),
    (
        facts.RegroupRolled(
            to=ALL, side=JAPANESE, dice=(3, 8), threshold=6,
            thresholds=FrozenMap({"RAB": 8, "TRK": 8}), bases=("BUI", "TOR"), pool=4,
            certain=False, rolls=(),
        ),
        [
            "The Japanese player's regroup dice, by position among any marked: 3 8; 6 or less,"
            " 8 at Rabaul, 8 at Truk, pool 4 steps [H14.1].",
            "Nobody regroups at Buin/Kahili and Torokina: out of supply, disrupted or not working"
            " [6.6.2~].",
        ],
    ),
    (
        facts.RegroupRolled(
            to=ALL, side=ALLIED, dice=(), threshold=10, thresholds=FrozenMap(), bases=(), pool=6,
            certain=True, rolls=(),
        ),
        ["All marked Allied units regroup, pool 6 steps [H14.5]."],
    ),
    (
        happened.UnitsRallied(to=ALL, ground=("3D-15",), naval=("US-CA1",)),
        ["No longer disrupted: 3D-15 and US-CA1 [H14.1.1]."],
    ),
    (
        happened.RallyRolled(
            to=ALL, unit="3D-15", roll=die("14.1 ground 3D-15", 6), rallied=False
        ),
        ["14.1 ground 3D-15: 6, 5 or less: 3D-15 stays disrupted [H14.1.1]."],
    ),
    (
        facts.Reorganized(to=ALL),
        ["Who has flown is Ready again, but for units of over-full bases [14.2, 6.3.4~]."],
    ),
    (
        facts.Reorganized(to=ALL, eleventh_lost=("A6M-ZU", "D3A-ZU")),
        [
            "Who has flown is Ready again, but for units of over-full bases [14.2, 6.3.4~].",
            "The 11th Hikoshidan has lost A6M-ZU and D3A-ZU: 2 VP for the Allies [5.2e].",
        ],
    ),
    (
        happened.MobileFinished(to=ALL, bases=("MA1", "MJ2")),
        ["Finished: Allied mobile base 1 (MA1) and Japanese mobile base 2 (MJ2) [6.5.2~]."],
    ),
    (
        happened.MobileDismantled(to=ALL, base="MA1", hex="1006"),
        ["Allied mobile base 1 (MA1) in 1006 (Goodenough) is dismantled [6.5.4~]."],
    ),
    (
        happened.DismantlingVoided(to=ALL, base="MA1"),
        ["Allied mobile base 1 (MA1) is not dismantled: it is disrupted or lost [6.5.4~]."],
    ),
    (
        happened.RepairRolled(
            to=ALL, base="TOR", was="destroyed", roll=die("6.6.3 repair TOR", 5), drm=-2,
            needed=3, repaired=True, hits=2,
        ),
        ["6.6.3 repair TOR: 5 - 2 = 3, 3 or less: Torokina is disrupted now [H6.6.3]."],
    ),
    (
        happened.RepairRolled(
            to=ALL, base="LAE", was="disrupted", roll=die("6.6.3 repair LAE", 7), drm=0,
            needed=6, repaired=False, hits=2,
        ),
        ["6.6.3 repair LAE: 7, 6 or less: Lae stays disrupted [H6.6.3]."],
    ),
    (
        happened.HitsRemoved(to=ALL, bases=("LAE",), ports=("1203",)),
        ["All hits are removed at Lae and the port of 1203 (Rabaul) [H14.4]."],
    ),
    (
        facts.AirArrived(to=ALL, side=JAPANESE, units=("KI61-78a", "KI61-78b")),
        ["The Japanese player receives KI61-78a and KI61-78b [H15.3]."],
    ),
    (
        happened.Arrived(
            to=ALL, side=ALLIED, units=FrozenMap({"LST4": "AUS", "3M-3": "SOP", "PIR-503": "AUS"})
        ),
        ["LST4 and PIR-503 at Australia [H15].", "3M-3 at South Pacific [H15]."],
    ),
    (happened.TurnBegan(to=ALL, turn=4), ["The next turn begins [4.10]."]),
    (
        happened.OccupationScored(
            to=ALL, holders=FrozenMap({"1606": ALLIED}), points=FrozenMap({"1606": 16}), rabaul=6
        ),
        [
            "The Allied player occupies 1606 (Munda): 8 VP [H16.2].",
            "Rabaul's airbase is damaged: 3 VP for the Allies [H16.2].",
        ],
    ),
    (
        happened.GameEnded(
            to=ALL, winner=ALLIED, level="Allied marginal", reason="points",
            points=FrozenMap({ALLIED: 141, JAPANESE: 20}), margin=121,
        ),
        [
            "Allied marginal victory: on points [H16.3].",
            "The Allies have 70 1/2 VP, Japan 10 VP: the Allies 60 1/2 VP ahead [H16.3].",
        ],
    ),
    (
        happened.GameEnded(
            to=ALL, winner=JAPANESE, level="Japanese marginal", reason="points",
            points=FrozenMap({ALLIED: 4, JAPANESE: 20}), margin=-16,
        ),
        [
            "Japanese marginal victory: on points [H16.3].",
            "The Allies have 2 VP, Japan 10 VP: Japan 8 VP ahead [H16.3].",
        ],
    ),
    (
        happened.GameEnded(
            to=ALL, winner="", level="draw", reason="points",
            points=FrozenMap({ALLIED: 2, JAPANESE: 2}), margin=0,
        ),
        [
            "Draw: on points [H16.3].",
            "The Allies have 1 VP, Japan 1 VP: a margin of nothing [H16.3].",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), CASES)
def test_what_a_report_says(event: Event, words: list[str]) -> None:
    assert said(event) == words


def test_every_event_of_this_part_has_words() -> None:
    assert len(EVENTS) > 20
    assert set(EVENTS) <= {type(event) for event, _ in CASES}
