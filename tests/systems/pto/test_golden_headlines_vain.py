"""Golden headlines: what forces set out to do and did not, what troops are about to do."""

from pbem.engine.events import ALL
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import JAPANESE
from pbem.systems.pto.table.events_combat import ShipSunk
from pbem.systems.pto.table.events_land import AreaTaken, StepsLost
from pbem.systems.pto.table.events_naval import Halted, InterceptionTried, RaidFlown
from pbem.systems.pto.table.events_play import Voided
from pbem.systems.pto.table.orders_month import Assault, Engage, Offensive, Pass, Sail
from pbem.systems.pto.table.standing import AirStrikeRule, SearchRule
from pbem.systems.pto.table.state import Game
from tests.systems.pto.frontdoor import begun
from tests.systems.pto.headlines import headline
from tests.systems.pto.phase4 import APRIL, april, at_phase_4, land
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON
from tests.systems.pto.tabletop import Faces, based, force, holding, ship, told, troops

SEAS = ("SCS", "VIS", "PHS")
SUNK = ShipSunk(to=ALL, ship="", tf="tf", points=1, nation="US", kind="CA", by=("haguro",))


def _fleets() -> Game:
    """The battleship Kongo and an Allied cruiser, found, in the South China Sea."""
    game = force(april(), "center", "JP", "SCS", ship("kongo", "BB"))
    return force(game, "tf-1", "US", "SCS", ship("chicago", "CA", "US"), searched=True)


def test_a_sea_offensive_that_meets_nobody_is_told_with_who_missed_whom() -> None:
    """PH5.4, P4B.1.C: to both sides, before where ships sailed."""
    play = at_phase_4(_fleets(), japanese=(*QUIET, Sail(tf="center", standby=True)))
    dice = {"PH5.4 interception center v tf-1 P4B scs 1": 1}
    sea = Offensive(kind="sea", nation="JP", stack="center")
    events = play.file(TOKYO, sea, Engage(tf="center", enemy="tf-1"), dice=dice)
    assert [one.met for one in told(events, InterceptionTried)] == [False]
    words = "The sea offensive of Japan meets nobody: Center misses TF 1 at South China Sea"
    assert headline(events, play.game)[0].startswith(words)


def test_a_sea_offensive_that_is_struck_on_its_way_does_not_meet_nobody() -> None:
    """PH5.2, P4B.1.C: that it missed whom it looked for is told all the same."""
    game = force(april(), "center", "JP", "SCS", ship("kongo", "BB"))
    game = force(game, "tf-1", "US", "VIS", ship("chicago", "CA", "US"), searched=True)
    game = holding(based(game, "B-25", "US", "LUZ", "b-25"), "US", "LUZ")
    search = SearchRule(when="areas", areas=("VIS",))
    allied = (search, QUIET[1], QUIET[3], AirStrikeRule(escorts=0))
    center = Sail(tf="center", standby=True)
    play = at_phase_4(game, japanese=(*QUIET, center), allied=allied)
    sea, sail = Offensive(kind="sea", nation="JP", stack="center"), Sail(tf="center", path=("VIS",))
    dice: dict[str, Faces] = {
        "PH5.6 search center P4B vis 1": 6,
        **{f"PH8.3 b-25 v kongo #{number} P4B vis 3": 2 for number in (1, 2)},
        "PH5.4 interception center v tf-1 P4B vis 4": 1,
    }
    events = play.file(TOKYO, sea, sail, Engage(tf="center", enemy="tf-1"), dice=dice)
    assert told(events, RaidFlown)
    said = " ".join(headline(events, play.game))
    assert "meets nobody" not in said
    assert "Center misses TF 1 at Visayan Seas" in said


def test_troops_that_sailed_before_a_coast_that_is_not_theirs_are_told() -> None:
    """P4A.2.B: what their side may be about to do; where they are bound for is told alone."""
    game = holding(april(), "UK", "MAL", "BOR")
    game = force(game, "convoy", "JP", "FOR", ship("jp-stp-1", "STP"))
    game = troops(holding(game, "JP", "FOR"), "jp-1", "JP", "FOR")
    sail = Sail(tf="convoy", path=("SCS",), load=("jp-1",), land="MAL")
    play = begun(replace(game, initiative=JAPANESE), dice=APRIL)
    events = (*play.file(TOKYO, *QUIET, sail), *play.file(WASHINGTON, *QUIET))
    words = " ".join(headline(events, play.game))
    assert "apanese troops at sea: JP 1 off Malaya" in words, words
    whole = Voided(
        to=ALL, seat="allied", order="offensive", subject="US", cited="P4", why="it is gone"
    )
    told = headline((*events, whole), play.game)
    assert (
        "Orders that came to nothing: Allied offensive of the United States (it is gone)." in told
    )
    assert any(one.startswith("Japanese troops at sea: JP 1 off Malaya") for one in told), told
    ashore = play.game.with_ships([replace(play.game.ships["jp-stp-1"], cargo=())])
    assert "troops at sea" not in " ".join(headline(events, ashore))


def test_who_rests_since_his_last_offensive_is_out_for_the_rest_of_the_month() -> None:
    """F.2.6: by that file already, and of a pass, with the name of the month."""
    game = troops(april(), "uk-1", "UK", "MAL", strength=9)
    game = force(holding(game, "UK", "MAL"), "convoy", "JP", "SCS", ship("jp-stp-1", "STP"))
    play = at_phase_4(troops(game, "jp-1", "JP", "jp-stp-1", strength=1))
    events = play.file(
        TOKYO, land("JP", "Malaya"), Assault(units=("jp-1",), area="MAL"), Pass(rest=True)
    )
    assert "he Japanese are out for the rest of April 1942" in " ".join(headline(events, play.game))


def test_units_lost_where_an_area_held_are_told_apart_from_those_whose_area_fell() -> None:
    """PH10.6, PH10.8: of an area that falls it is told, of another it would be told nowhere."""
    lost = StepsLost(to=ALL, area="MAL", units=(), gone=("a-1", "a-2", "a-3"), side="allied")
    areas = ("LEY", "LUZ", "MIN", "BOR")
    others = [replace(lost, area=area, gone=(f"{area}-1",)) for area in areas]
    taken = [AreaTaken(to=ALL, area=area, nation="JP", before="US") for area in areas]
    words = " ".join(headline((lost, *others, *taken)))
    assert "The Allies lose 7 ground units (3 at Malaya)." in words, words


def test_all_areas_that_fell_have_names_where_only_lesser_things_give_way() -> None:
    """PH10.8: of more than six, too, though twelve cruisers are lost."""
    areas = ("LEY", "LUZ", "MIN", "BOR", "MAL", "SUM", "JVA", "WKE")
    taken = [AreaTaken(to=ALL, area=area, nation="JP", before="US") for area in areas]
    ships = [replace(SUNK, ship=f"cruiser-{n}", area=area) for n in range(4) for area in SEAS]
    told = " ".join(headline((*taken, *ships)))
    assert "Sumatra, Java and Wake fall to Japan" in told, told


def test_steps_of_both_sides_of_a_ground_combat_are_told_together() -> None:
    """PH10.6: those of one side alone would tell of another fight."""
    lost = StepsLost(to=ALL, area="LUZ", units=("jp-1", "jp-2"), gone=(), side="japanese")
    assert headline((lost, replace(lost, units=("us-1",), side="allied"))) == (
        "Steps lost ashore: Japanese 2 (⟨jp-1⟩ and ⟨jp-2⟩), Allies 1 (⟨us-1⟩).",
    )


def test_orders_of_great_forces_in_vain_and_where_they_were_stopped_are_told_among_losses() -> None:
    """P0.5, PH5.2: those of lesser ones give way."""
    game = _fleets()
    void = Voided(to=ALL, seat="allied", order="strike", subject="center", cited="PH8.1", why="-")
    lesser = replace(void, order="engage", subject="tf-1")
    stops = Halted(to=ALL, tf="center", area="SCS", spent=18, most=20)
    ships = [replace(SUNK, ship=f"cruiser-{n}", area=area) for n in range(4) for area in SEAS]
    told = " ".join(headline((void, lesser, stops, replace(stops, tf="tf-1"), *ships), game))
    assert "Allied strike at Center" in told, told
    assert "Center is stopped at South China Sea" in told, told
    assert "engage" not in told
    assert "TF 1" not in told


def test_one_that_is_told_in_vain_brings_those_of_its_kind_and_seat() -> None:
    """P0.5: left out, the second strike would seem to have been flown."""
    void = Voided(to=ALL, seat="allied", order="strike", subject="center", cited="PH8.1", why="-")
    second = replace(void, subject="tf-1")
    ships = [
        replace(SUNK, ship=f"cruiser-{area}-{n}", area=area) for n in range(6) for area in SEAS
    ]
    told = " ".join(headline((void, second, *ships), _fleets()))
    assert "In vain: Allied strike (2) at Center and TF 1." in told, told


def test_an_offensive_in_vain_is_told_before_the_sails_of_great_forces() -> None:
    """P0.5: it is what was meant to be done."""
    void = Voided(to=ALL, seat="allied", order="sail", subject="center", cited="PH5.2", why="-")
    whole = replace(void, order="offensive", subject="US", why="1st Cav Div is eliminated")
    strike = replace(void, order="strike", subject="tf-1")
    told_ = " ".join(headline((void, strike, whole), _fleets()))
    words = "In vain: Allied offensive of the United States (1st Cav Div is eliminated) and Allied"
    assert told_.startswith(words), told_


def test_f_2_5_a_pass_that_an_offensive_overtakes_is_not_in_vain() -> None:
    play = at_phase_4(april())
    china = land("JP", "China")
    events = (*play.file(TOKYO, china, Pass()), *play.file(WASHINGTON, land("US", "China")))
    assert [one.order for one in told(events, Voided)][-1:] == ["pass"]
    assert "pass" not in " ".join(headline(events, play.game)).replace("passes", "")


def test_pr4_ships_that_put_to_sea_for_their_port_is_lost_are_told() -> None:
    taken = AreaTaken(to=ALL, area="LUZ", nation="US", before="JP", left=("center",), sea="PHS")
    assert "Center puts to sea, to Philippine Sea" in " ".join(headline((taken,), _fleets()))
