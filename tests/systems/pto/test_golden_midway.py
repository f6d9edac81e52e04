"""Golden examples off Midway in June 1942, from written orders [GP2, GP85, GP92, GP93]."""

from collections.abc import Mapping

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.events_combat import (
    AirCombatBegun,
    AirNavalAttack,
    AirUnitFired,
    CarriersCoordinated,
)
from pbem.systems.pto.table.events_naval import FightersRise, RaidFlown, Surprised
from pbem.systems.pto.table.orders_month import Offensive, Sail, Strike
from pbem.systems.pto.table.standing import (
    AirInterception,
    AirStrikeRule,
    NavalInterception,
    SearchRule,
    Submarines,
)
from tests.systems.pto.frontdoor import Campaign, at_phase_3, scenario, told
from tests.systems.pto.skies import FLYING, QUIET
from tests.systems.pto.tabletop import CHARTS, Faces, in_words

JP, US = "japanese", "allied"
KB1, KB2, KB3, KB4 = (f"j-cv41-kb{n}" for n in range(1, 5))
KIDO = "kido-butai"
ENTERPRISE, HORNET, YORKTOWN = (f"us-cv42-{one}" for one in ("enterprise", "hornet", "yorktown"))
TF_16 = (ENTERPRISE, HORNET)


def searches(step: str, at: Mapping[str, str], finds: str = "") -> dict[str, Faces]:
    """The dice of searches of a step, by the force and where it is; they find `finds` alone."""
    return {f"PH5.6 search {tf} {step} {area}": 6 if tf == finds else 1 for tf, area in at.items()}


AMERICAN = {"tf-16": "haw 1", "tf-17": "haw 2", "us-mid-boats": "mid 1"}
OTHERS = {
    "2nd-fleet": "wak 1",
    "5th-fleet": "nop 1",
    "jp-mid-boats": "mid 2",
    "main-body": "wak 2",
    "support": "wak 3",
    "transport": "wak 4",
}
ON_THE_WAY = {KIDO: "mid 1", **{f"{tf} by {KIDO}": "mid 1" for tf in AMERICAN}}


def midway(*raiders: str, japanese: tuple[Order, ...] = ()) -> Campaign:
    """Kido Butai in Midway Sea, found; `raiders` of it have bombed Midway in an air offensive.

    Standing orders are the default, but that neither Midway's fighters nor Japan's A6M2 rise.
    """
    play = scenario("midway")
    play.prepare(JP, AirInterception(of="JPN", when="never"), *japanese)
    play.file(US, AirInterception(of="MWY", when="never"), dice=FLYING)
    boats: dict[str, Faces] = {"PH5.4 interception us-mid-boats v kido-butai P3.1 mid 2": 1}
    way = searches("P3.1", ON_THE_WAY)
    play.file(JP, Sail(tf=KIDO, path=("MID",)), dice=way | searches("P3.2", AMERICAN) | boats)
    found = searches("P3.2", {**OTHERS, KIDO: "mid 3"}, finds=KIDO)
    play.file(US, Sail(tf="tf-16", standby=True), dice=found)
    assert [tf.id for tf in play.game.forces.values() if tf.searched] == [KIDO]
    raid = Strike(units=raiders, area="MWY", at="airfield")
    bombs = {f"PH8.7 {one} v mwy airfield P4C mwy 2": 2 for one in raiders}
    dice = {"D8 strike kido-butai P4C mwy 1": 6, **searches("P4C", AMERICAN), **bombs}
    events = play.file(JP, Offensive(kind="air", nation="JP", targets=("MWY",)), raid, dice=dice)
    assert told(events, FightersRise) == []
    assert [one for one in (KB1, KB2, KB3, KB4) if play.game.air[one].committed] == list(raiders)
    return play


def struck(play: Campaign, dice: Mapping[str, Faces]) -> tuple[Event, ...]:
    """The events of a US sea offensive in which TF 16 strikes Kido Butai."""
    strike = Strike(units=TF_16, area="MID", tf=KIDO, aim=("akagi",))
    sea = Offensive(kind="sea", nation="US", stack="tf-16")
    unseen = searches("P4C", OTHERS)
    return play.file(US, sea, strike, dice={**unseen, "D8 strike tf-16 P4C mid 3": 3, **dice})


def shots(
    at: Mapping[str, str], answers: Mapping[str, str], total: int, rounds: int = 1
) -> dict[str, Faces]:
    """Dice of a fight: interceptors all roll the same total, those who answer them a 2."""
    return {
        f"PH7.3 r{n} {one} v {two} P4C mid 3": face
        for n in range(1, rounds + 1)
        for pairs, face in ((at, total), (answers, 2))
        for one, two in pairs.items()
    }


def hits(*units: str, total: int = 2) -> dict[str, Faces]:
    return {f"PH8.3 {one} v akagi #{n} P4C mid 4": total for one in units for n in (1, 2)}


def test_gp2_two_us_carriers_surprise_kido_butai() -> None:
    """Surprise; 3 of Japan's 4 − 1 are too few, KB1, which flew, and KB2 abort [D7, D8.1, D8.6]."""
    play = midway(KB1)
    at, answers = {KB3: ENTERPRISE, KB4: HORNET}, {ENTERPRISE: KB3, HORNET: KB4}
    fight = shots(at, answers, 10, rounds=2)
    events = struck(play, {"D8 CAP kido-butai P4C mid 3": 4, **fight, **hits(*TF_16, total=6)})
    assert [one.tf for one in told(events, Surprised)] == [KIDO]
    (up,) = told(events, FightersRise)
    assert up.units == (KB2, KB3, KB4)
    ours, theirs = told(events, CarriersCoordinated)
    assert (ours.units, ours.modifier, ours.coordinated, ours.aborted) == (2, 0, True, ())
    assert (theirs.units, theirs.modifier, theirs.coordinated) == (4, -1, False)
    assert (theirs.idle, theirs.aborted) == ((KB1,), (KB1, KB2))
    (begun,) = told(events, AirCombatBegun)
    assert (begun.interceptors, begun.surprise) == ((KB3, KB4), True)
    fired = [one for one in told(events, AirUnitFired) if one.unit in (KB3, KB4)]
    assert {(one.quality, one.against) for one in fired} == {(0, 3)}
    rolls = told(events, AirNavalAttack)
    assert [(one.modifier, one.surprise, one.hits) for one in rolls] == [(2, 1, 1)] * 4
    assert "akagi" not in play.game.ships


def test_p4c_4_who_flew_in_an_offensive_is_committed_interceptors_too() -> None:
    """P4A.4.A, P4C.4: strikers and those who rose do not fly again this month."""
    play = midway(KB1)
    at, answers = {KB3: ENTERPRISE, KB4: HORNET}, {ENTERPRISE: KB3, HORNET: KB4}
    fight = shots(at, answers, 2, rounds=2)
    events = struck(play, {"D8 CAP kido-butai P4C mid 3": 4, **fight, **hits(*TF_16)})
    assert in_words(told(events, AirUnitFired)[:1]) == [
        f"Round 1, {KB3} at {ENTERPRISE}: 2 − 3 = −1, nothing [PH7.3]"
    ]
    assert all(play.game.air[one].committed for one in (*TF_16, KB2, KB3, KB4))
    assert not any(unit.struck or unit.intercepted for unit in play.game.air.values())
    raid = Strike(units=(KB4,), area="MWY", at="airfield")
    air = Offensive(kind="air", nation="JP", targets=("MWY",))
    assert play.refused(air, raid) == ["J-CV41 KB4 (j-cv41-kb4) is committed [PH8.1]"]


ALWAYS = (AirInterception(when="always"), AirInterception(of="JPN", when="never"))


def test_gp85_a_better_die_lets_all_three_fight_but_not_the_committed() -> None:
    """5 − 1 is 4 of 4: KB2, KB3 and KB4 fight, KB1 does not [D8.6, P4B.2.2]."""
    play = midway(KB1)
    at = {KB2: ENTERPRISE, KB3: HORNET, KB4: ENTERPRISE}
    fight = shots(at, {ENTERPRISE: KB2, HORNET: KB3}, 2, rounds=2)
    events = struck(play, {"D8 CAP kido-butai P4C mid 3": 5, **fight, **hits(*TF_16)})
    theirs = told(events, CarriersCoordinated)[1]
    assert (theirs.units, theirs.modifier, theirs.idle) == (4, -1, (KB1,))
    assert (theirs.coordinated, theirs.aborted) == (True, ())
    assert told(events, AirCombatBegun)[0].interceptors == (KB2, KB3, KB4)


def test_gp85_the_committed_are_the_half_and_one_fights_alone() -> None:
    """KB1, KB2 and KB3 committed: 3 < 4, two of them abort, KB4 fights [D8.6].

    Against one fighter Yorktown's unit comes over at 1:1, so that n is 3 for the Americans.
    """
    play = midway(KB1, KB2, KB3, japanese=ALWAYS)
    answers = dict.fromkeys((ENTERPRISE, HORNET, YORKTOWN), KB4)
    fight = shots({KB4: ENTERPRISE}, answers, 2, rounds=2)
    events = struck(play, {"D8 CAP kido-butai P4C mid 3": 4, **fight, **hits(*TF_16)})
    ours, theirs = told(events, CarriersCoordinated)
    assert (ours.units, ours.coordinated) == (3, True)
    assert (theirs.units, theirs.modifier, theirs.idle) == (4, -1, (KB1, KB2, KB3))
    assert (theirs.coordinated, theirs.aborted) == (False, (KB1, KB2))
    (begun,) = told(events, AirCombatBegun)
    assert (begun.helpers, begun.interceptors) == ((YORKTOWN,), (KB4,))


def test_gp85_without_anybody_to_rise_there_is_no_patrol() -> None:
    """All four committed: no die [D8.6]."""
    play = midway(KB1, KB2, KB3, KB4, japanese=ALWAYS)
    events = struck(play, hits(*TF_16))
    assert [one.stack for one in told(events, CarriersCoordinated)] == ["strike"]
    assert told(events, FightersRise) == []


# --- strikes ordered for later -------------------------------------------------------------------


def sailed(strike: bool | None, dice: Mapping[str, Faces]) -> tuple[Campaign, tuple[Event, ...]]:
    """Kido Butai sails to Midway Sea to strike TF 16, and Midway's bombers strike it on the way."""
    play = scenario("midway")
    play.prepare(JP, AirInterception(of="JPN", when="never"))
    bombers = AirStrikeRule(of="MWY", share=100, escorts=0)
    idle = (NavalInterception(when="never"), Submarines(intercept="never"))
    alone = (AirInterception(when="never"), AirStrikeRule(of="US", when="never"))
    play.file(US, bombers, *idle, *alone, dice=FLYING)
    searches = {f"PH5.6 search {one} by {KIDO} P3.1 mid 1": 1 for one in ("tf-16", "tf-17")}
    bombs = {"b-25-69bs": 1, "vmsb-241": 2}
    way: dict[str, Faces] = {
        "PH5.6 search kido-butai P3.1 mid 1": 6,
        "PH5.6 search us-mid-boats by kido-butai P3.1 mid 1": 1,
        "D8 CAP kido-butai P3.1 mid 2": 3,
        **searches,
        f"PH7.3 r1 {KB3} v b-25-69bs P3.1 mid 2": 2,
        f"PH7.3 r1 {KB4} v vmsb-241 P3.1 mid 2": 2,
        f"PH7.3 r2 {KB3} v b-25-69bs P3.1 mid 2": 2,
        f"PH7.3 r2 {KB4} v vmsb-241 P3.1 mid 2": 2,
        **{
            f"PH8.3 {one} v akagi #{n + 1} P3.1 mid 3": 2
            for one in bombs
            for n in range(bombs[one])
        },
        "PH5.6 search tf-16 P3.2 haw 1": 6,
        "PH5.6 search tf-17 P3.2 haw 2": 6,
        "PH5.6 search us-mid-boats P3.2 mid 1": 6,
    }
    order = Strike(units=(KB1, KB2), area="HAW", tf="tf-16", aim=("hornet",))
    sail = Sail(tf=KIDO, path=("MID",), strike=strike)
    return play, play.file(JP, sail, order, dice=way | dice)


def test_gp93_check_names_the_aircraft_that_are_kept() -> None:
    """Unless they are freed, or nobody sails [F.6.5]."""
    play = at_phase_3()
    order = Strike(units=(KB1, KB2), area="HAW", tf="tf-16")

    def remarks(*orders: Order) -> tuple[str, ...]:
        assert PTO.foretell
        return PTO.foretell(play.view(), orders, CHARTS).costs

    sail = Sail(tf=KIDO, path=("MID",))
    kept = (
        f"⟨{KB1}⟩ and ⟨{KB2}⟩ are kept for the strike ordered while ships move"
        ": they neither rise nor strike back until then [F.6.5]"
    )
    assert remarks(sail, order) == (kept,)
    assert remarks(replace(sail, strike=True), order) == ()
    assert remarks(order) == ()


def test_gp93_the_strike_ordered_is_flown_by_those_kept_for_it() -> None:
    """KB1 and KB2 stay on deck: 3 − 1 of n = 2, KB3 and KB4 rise; both strike [F.6.5, D8.6]."""
    struck_ = {f"PH8.3 {one} v hornet #{n} P3.2 haw 4": 2 for one in (KB1, KB2) for n in (1, 2)}
    play, events = sailed(None, {"D8 strike kido-butai P3.2 haw 3": 3, **struck_})
    patrol, strike = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.modifier, patrol.coordinated, strike.units) == (2, -1, True, 2)
    assert told(events, FightersRise)[0].units == (KB3, KB4)
    assert told(events, RaidFlown)[1].units == (KB1, KB2)
    assert not any(play.game.air[one].committed for one in (KB1, KB2, KB3, KB4))


def test_gp93_those_freed_may_be_lost_to_the_strike_and_the_report_says_why() -> None:
    """n = 4: 2 are too few, KB1 and KB2 turn back; their strike is void [F.6.5, D8.3]."""
    play, events = sailed(True, {})
    (patrol,) = told(events, CarriersCoordinated)
    assert (patrol.units, patrol.modifier, patrol.coordinated) == (4, -1, False)
    assert patrol.aborted == (KB1, KB2)
    lines = in_words(events)
    assert lines[-2:] == [
        f"{KB1} and {KB2} cannot fly to Hawaiian Waters (HAW) any more: "
        "turned back on the way, committed [D8.3]",
        "The Japanese: 'strike' at tf-16 is void: nobody is left to fly [D8.3]",
    ]
    assert all(play.game.air[one].committed for one in (KB1, KB2))


# --- aims that are gone --------------------------------------------------------------------------


def test_gp92_an_aim_that_was_sunk_since_is_passed_over() -> None:
    """KB1 sinks Hornet, whom a standing order names; when TF 16 comes up, Enterprise is next."""
    play = scenario("midway")
    eyes = SearchRule(when="areas", areas=("HAW",))
    aims = AirStrikeRule(of=KIDO, aim=("hornet", "CV"), cap=75)
    play.prepare(JP, *QUIET, eyes, aims, Submarines(intercept="never"))
    play.file(US, *QUIET, Submarines(intercept="never"), dice=FLYING)
    order = Strike(units=(KB1,), area="HAW", tf="tf-16", aim=("hornet",))
    dice: dict[str, Faces] = {
        "PH5.6 search tf-16 by kido-butai P3.1 mid 1": 6,
        "PH5.6 search tf-17 by kido-butai P3.1 mid 1": 1,
        "PH5.6 search tf-17 P3.2 haw 1": 1,
        "D8 strike kido-butai P3.2 haw 2": 6,
        f"PH8.3 {KB1} v hornet #1 P3.2 haw 3": 12,
        f"PH8.3 {KB1} v hornet #2 P3.2 haw 3": 2,
    }
    play.file(JP, Sail(tf=KIDO, path=("MID",), strike=False), order, dice=dice)
    assert "hornet" not in play.game.ships
    later: dict[str, Faces] = {
        "D8 strike kido-butai P3.1 mid 3": 6,
        f"PH8.3 {KB1} v enterprise #1 P3.1 mid 4": 2,
        f"PH8.3 {KB1} v enterprise #2 P3.1 mid 4": 2,
    }
    events = play.file(US, Sail(tf="tf-16", path=("MID",), strike=False), dice=later)
    assert {one.ship for one in told(events, AirNavalAttack)} == {"enterprise"}
