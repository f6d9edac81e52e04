"""A file in words before it is signed: what it does, what it leaves, what it costs."""

from pathlib import Path

import pytest

from pbem.engine.kinds import Kind
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.system import PTO
from pbem.systems.pto.table.naming import signed
from pbem.systems.pto.table.orders_month import (
    Attack,
    Form,
    Offensive,
    Pass,
    Return,
    Sail,
    Stay,
    Strike,
)
from pbem.systems.pto.table.orders_season import Mend
from pbem.systems.pto.table.standing import (
    AirInterception,
    GoesFirst,
    GroundDefence,
    Gunnery,
    SearchRule,
    StandingOrder,
)
from pbem.systems.pto.words.known import in_force
from pbem.systems.pto.words.standing import standing_words
from tests.simulator import begin
from tests.systems.pto.foretelling import JP, KB1, KB2, KIDO, US, foretold, june
from tests.systems.pto.frontdoor import begun, scenario
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.selfplay import match
from tests.systems.pto.skies import QUIET, TOKYO, WASHINGTON, afloat, air, opened
from tests.systems.pto.tabletop import (
    CHARTS,
    Faces,
    based,
    force,
    holding,
    ship,
    small_game,
    troops,
)

SEARCH_NEVER = '[[order]]\ntype = "search"\nwhen = "never"\n'


def test_every_kind_of_order_has_words() -> None:
    silent = Kind(order=Order, steps=()).words
    assert [kind.order.type for kind in KINDS if kind.words is silent] == []


@pytest.mark.parametrize(("name", "number"), [("pearl-harbor", 1), ("leyte", 3)])
def test_every_order_of_a_file_is_told(name: str, number: int) -> None:
    """Files by chance, of all kinds: a sentence for each order, and none without an end."""
    game, player = match(name, number), by_chance(number)
    for _ in range(12):
        view = game.view()
        orders = player(view) if view.decision.covers else ()
        game.step(lambda _, given=orders: given)  # type: ignore[misc]
        if orders:
            assert PTO.foretell is not None
            told = PTO.foretell(view, orders, CHARTS)
            known = [order for order, _ in in_force(view.game, view.seat)]
            given = (order for order in orders if order not in known)
            new = {
                replace(order, of="") if isinstance(order, StandingOrder) else order
                for order in given
            }
            words = (*told.ordered, *told.standing)
            assert len(words) + len(told.warnings) >= len(new)
            assert all(one.endswith("]") for one in words), words


def test_what_is_ordered_and_doubtful_comes_before_what_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parts of 'pbem check', as they are read; a file of standing orders alone is not empty."""
    world = begin(tmp_path, "pto/midway", ("japanese", "allied"))
    world.round()
    path = tmp_path / "orders.toml"
    sail = '[[order]]\ntype = "sail"\ntf = "kido-butai"\npath = ["MID"]\n'
    path.write_text(sail + '[[order]]\ntype = "sail"\ntf = "support"\n' + SEARCH_NEVER, "utf-8")
    parts = ["sails", "Look twice", "Standing orders that are new", "What you leave", "Who reads"]
    assert world.players["japanese"].run("check", str(path)) == 0
    told = capsys.readouterr().out
    places = [told.index(part) for part in parts]
    assert places == sorted(places)
    path.write_text(SEARCH_NEVER, "utf-8")
    assert world.players["japanese"].run("check", str(path)) == 0
    assert "You order nothing" not in capsys.readouterr().out


# --- what will be done, and what is left ----------------------------------------------------------


def test_orders_are_told_as_they_are_carried_out() -> None:
    """Aircraft strike from where their carriers have sailed by the same file [F.3]."""
    told = foretold(
        june(),
        Strike(units=(KB1, KB2), area="MWY", at="airfield"),
        Sail(tf=KIDO, path=("MID",), standby=True),
        Gunnery(fire="capital", after=2),
    )
    assert told.standing == (
        "All of yours: fire at capital ships first; withdraw after round 2; withdraw when outgunned"
        " two to one; at carriers and STPs only after every BB, CA, CL, DD and DE in the round"
        " [PH6.2]",
    )
    assert told.ordered == (
        "⟨kido-butai⟩ sails ⟨NOP⟩ - ⟨MID⟩, 5 of 40 MP and stands by there [PH5.1]",
        "1 of ⟨j-cv41-kb3⟩ and ⟨j-cv41-kb4⟩ strikes on the way, of enemy forces with a CV, a BB or"
        " a loaded STP that are found and in reach, the one worth most;"
        " strike = false keeps them from it [D11.2]",
        "⟨j-cv41-kb1⟩ and ⟨j-cv41-kb2⟩ strike the airfield at ⟨MWY⟩: strengths 1 and 1, and 10 or"
        " more on two dice with each takes 2 of it; any die with +1 coordinates 2 carrier units,"
        " unless more rise to help [P3.2.1]",
    )


def test_d8_2_what_a_strike_needs_to_go_on_together_is_told_with_its_die() -> None:
    """Its escorts from carriers count as well [D8.1]."""
    sail = Sail(tf=KIDO, path=("MID",))
    strike = Strike(units=(KB1, KB2), escorts=("j-cv41-kb3",), area="MWY", at="aircraft")
    assert foretold(june(), sail, strike).ordered[-1] == (
        "⟨j-cv41-kb1⟩ and ⟨j-cv41-kb2⟩ strike the aircraft on the ground at ⟨MWY⟩, escorted by"
        " ⟨j-cv41-kb3⟩: 2 rolls, a step for each 9 or more on two dice, once a die with +1 has"
        " coordinated 3 carrier units, from a 2 on, else half turn back [P3.2.1]"
    )


def test_f_4_standing_orders_are_told_where_they_are_new_and_counted_where_they_stay() -> None:
    """A file's own come first; the same order given again changes nothing."""
    left = foretold(june()).left
    assert (
        left[1]
        == "Ships, troops and aircraft stay where they are, and nobody attacks while you move."
    )
    assert left[-1] == "Your 2 standing orders stay as they are: 'pbem show standing' [F.4]."
    as_before = SearchRule(of=KIDO, when="never")
    again = foretold(june(), SearchRule(of="JP"), as_before, Sail(tf=KIDO, path=("MID",)))
    assert again.standing == ("All Japanese forces: search for passing task forces always [PH5.6]",)
    assert again.left[-1] == "The other standing order stays as it is: 'pbem show standing' [F.4]."
    assert again.left[0].startswith("If ⟨kido-butai⟩ is struck as it strikes on the way")
    assert again.left[1].startswith("Not ordered to sail: ")
    assert again.left[2] == "No air attack is ordered."
    assert not any("search" in words for words in again.ordered)


def test_p3_1_1_of_who_is_not_ordered_to_sail_those_are_counted_that_the_file_forms() -> None:
    play = june()
    ours = sum(one.nation == "JP" for one in play.game.forces.values())
    ship_ = play.game.ships_in(KIDO)[-1].id
    orders = Form(tf="new", ships=(ship_,)), Sail(tf=KIDO, path=("MID",))
    assert (
        f"Not ordered to sail: {ours} of your {ours + 1} task forces."
        in foretold(play, *orders).left
    )


def test_f_1_what_is_sealed_of_them_is_said_to_hold_later() -> None:
    game = match("midway", 1)
    game.step(lambda _: ())
    assert PTO.foretell is not None
    told = PTO.foretell(game.view(), (SearchRule(when="never"), GoesFirst()), CHARTS)
    assert told.standing[-1] == "What is sealed of them holds once your next file opens it [F.1]"
    told = PTO.foretell(game.view(), (GoesFirst(),), CHARTS)
    assert len(told.standing) == 1


def test_f_6_4_the_same_aim_is_told_once() -> None:
    """Two strikes at ships in port that aim alike, and one that does not."""
    fliers = ("g4m-1", "g4m-2", "g4m-3")
    game = holding(based(small_game(), "G4M", "JP", "WKE", *fliers), "JP", "WKE")
    play = opened(force(game, "row", "US", "MWY", ship("nevada", "BB", "US")), QUIET, QUIET)
    aims = [("CV", "BB"), ("CV", "BB"), ("BB",)]
    strikes = (
        Strike(units=(unit,), area="MWY", tf="row", aim=aim)
        for unit, aim in zip(fliers, aims, strict=True)
    )
    told = foretold(play, *strikes).ordered
    assert [words for words in told if "aim" in words] == [
        "⟨g4m-1⟩ aims at ⟨CV⟩, then ⟨BB⟩, 2 rolls for each hit that a ship can take, all of that"
        " strike counted, then at others [F.6.4, PR24]",
        "⟨g4m-2⟩ aims as ⟨g4m-1⟩ does [F.6.4]",
        "⟨g4m-3⟩ aims at ⟨BB⟩, 2 rolls for each hit that a ship can take, all of that strike"
        " counted, then at others [F.6.4, PR24]",
    ]


def test_pr50_of_orders_that_fly_as_one_the_first_tells_what_coordinates_them() -> None:
    sail = Sail(tf=KIDO, path=("MID",), strike=False)
    one, other = (Strike(units=(unit,), area="MWY", at="aircraft") for unit in (KB1, KB2))
    told = foretold(june(), sail, one, other).ordered
    assert "any die with +1 coordinates 2 carrier units" in told[-2]
    assert "coordinate" not in told[-1]
    assert told[-1].endswith(f", in one strike with ⟨{KB1}⟩ [P3.2.1, PR50]")


def test_pr50_whom_another_order_of_the_strike_crowds_out_is_told_where_he_goes() -> None:
    """Two bombers by `ships` fill the destroyer; the third aims at it in vain [PR24]."""
    game = based(small_game(), "G4M", "JP", "WKE", "g4m-1", "g4m-2", "g4m-3")
    ships = ship("nevada", "BB", "US"), ship("us-dd", "DD", "US")
    play = opened(force(holding(game, "JP", "WKE"), "row", "US", "MWY", *ships), QUIET, QUIET)
    two = Strike(
        units=("g4m-1", "g4m-2"), area="MWY", tf="row", ships=FrozenMap[int | str]({"us-dd": 2})
    )
    third = Strike(units=("g4m-3",), area="MWY", tf="row", aim=("us-dd",))
    told = foretold(play, two, third).ordered
    assert "⟨g4m-3⟩ strikes ⟨row⟩ at ⟨MWY⟩: up to 3 rolls, in one strike with ⟨g4m-1⟩" in told[2]
    assert told[-1] == (
        "If all come through, others of that strike have filled what ⟨g4m-3⟩ aims at, and it goes"
        " at ⟨nevada⟩ [PR24, PR50]"
    )
    at = {"g4m-1": "us-dd", "g4m-2": "us-dd", "g4m-3": "nevada"}
    rolls: dict[str, Faces] = {
        f"PH8.3 {unit} v {target} #{n} P3.2 mwy 2": 2
        for unit, target in at.items()
        for n in (1, 2, 3)
    }
    play.file(TOKYO, two, third, dice=rolls)


def test_pr24_several_units_that_aim_are_told_to_be_shared_out() -> None:
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m-1", "g4m-2"), "JP", "WKE")
    play = opened(force(game, "row", "US", "MWY", ship("nevada", "BB", "US")), QUIET, QUIET)
    strike = Strike(units=("g4m-1", "g4m-2"), area="MWY", tf="row", aim=("BB",))
    assert foretold(play, strike).ordered[-1] == (
        "⟨g4m-1⟩ and ⟨g4m-2⟩ aim at ⟨BB⟩, 2 rolls for each hit that a ship can take, then"
        " at others [F.6.4, PR24]"
    )


def test_pr22_of_carriers_of_several_nations_the_lowest_modifier_is_told() -> None:
    """In 1944 the United States have 3 and Britain less."""
    game = afloat(small_game(year=1944), "tf-38", "US", "HAW", (("us-cv", "CV", "US-CV44"),))
    game = afloat(game, "tf-57", "UK", "HAW", (("uk-cv", "CV", "UK-CV42"),))
    game = force(game, "row", "JP", "MID", ship("hiei", "BB"), searched=True)
    play = opened(replace(game, initiative="allied"), QUIET, QUIET)
    strike = Strike(units=air("us-cv", "uk-cv"), area="MID", tf="row")
    lowest = CHARTS.coordination.modifier("UK", 1944, attack=True)
    assert lowest < CHARTS.coordination.modifier("US", 1944, attack=True)
    words = f"once a die with {signed(lowest)}, the lowest of their nations, has coordinated 2"
    assert any(words in line for line in foretold(play, strike).ordered)


def test_f_2_what_a_file_opens_is_none_of_what_it_could_decide() -> None:
    """One that only opens decides nothing; others name their month, whatever they open as well."""
    play = scenario("leyte")
    play.file(JP)
    play.file(US)
    assert play.view().decision.covers == ()
    assert not any("could decide" in line for line in foretold(play).left)
    game = match("midway")
    view = game.view()
    decision = replace(view.decision, opens=("standing/18/P0", "bid/1942-spring/US"))
    assert PTO.foretell is not None
    (could, *_) = PTO.foretell(replace(view, decision=decision), (), CHARTS).left
    assert could == "This file could decide, for June 1942: standing orders [F.2]."


def test_a_pass_tells_what_the_month_s_end_brings_beside_its_orders() -> None:
    play = june()
    play.file(JP, Sail(tf=KIDO, path=("MID",)))
    play.file(US)
    assert "You pass. You are asked for the month's end when it comes." in foretold(play).left
    told = foretold(play, Pass(), Return(tf=KIDO))
    assert told.ordered[-1].startswith("As things stand ⟨kido-butai⟩ returns ⟨MID⟩ - ")
    assert not any("kido-butai⟩ to" in line for line in told.left)
    assert "No ground unit moves or comes back." in told.left
    assert told.costs[-1] == "Japan has 2 EP and 4 offensives left", "fuel for the others, too"


def test_ph12_2_what_an_offensive_leaves_is_told_also_where_a_pass_stands_below_it() -> None:
    play = june()
    play.file(JP, Sail(tf=KIDO, path=("MID",), standby=True))
    play.file(US)
    orders = (Offensive(kind="sea", nation="JP", stack=KIDO), Sail(tf=KIDO, path=("HAW",)))
    ships = "ships that go home or stay at sea take 4 EP of it"
    for more in ((), (Pass(),)):
        costs = foretold(play, *orders, *more).costs
        assert costs[-1] == f"Japan has 6 EP and 2 offensives left; {ships}"


def test_ph10_4_an_attack_is_told_with_its_odds() -> None:
    """5 against 6, while it is to stop below 1:1: the first round is fought in any case."""
    game = troops(april(), "jp-1", "JP", "MAL", strength=5)
    play = at_phase_4(troops(game, "uk-1", "UK", "MAL", strength=6))
    told = foretold(play, land("JP", "Malaya"), Attack(area="MAL", below="1:1"))
    assert told.ordered[-1] == (
        "⟨jp-1⟩ attacks at ⟨MAL⟩ with 5, against ⟨uk-1⟩, strength 6, at odds 1:2 without naval"
        " gunfire and support; the die has jungle −1: one round in any case, up to 3 while the odds"
        " are not below 1:1 [PH10.2]"
    )


@pytest.mark.parametrize(
    ("given", "below"),
    [((), "1:1 [PH10.2]"), ((GroundDefence(below="2:1"),), "2:1, as your standing order 'ground'")],
)
def test_ph10_2_without_below_an_attack_is_told_with_what_ends_it(
    given: tuple[Order, ...], below: str
) -> None:
    game = troops(april(), "jp-1", "JP", "MAL", strength=5)
    game = troops(game, "uk-1", "UK", "MAL", strength=2)
    play = at_phase_4(game, japanese=(*QUIET, *given))
    (*_, words) = foretold(play, land("JP", "Malaya"), Attack(area="MAL")).ordered
    assert f"up to 3 while the odds are not below {below}" in words


def test_f_6_4_units_numbered_for_a_type_are_told_with_the_ship_that_they_go_at() -> None:
    """All four at the best battleship in port; a number for a ship is told as it is."""
    fliers = ("g4m-1", "g4m-2", "g4m-3", "g4m-4")
    game = holding(based(small_game(), "G4M", "JP", "WKE", *fliers), "JP", "WKE")
    there = (ship("nevada", "BB", "US", armour=9), ship("arizona", "BB", "US", armour=10))
    game = force(game, "row", "US", "MWY", *there)
    play = opened(game, QUIET, QUIET)
    numbers: tuple[FrozenMap[int | str], ...] = (FrozenMap({"BB": 4}), FrozenMap({"nevada": 1}))
    strikes = (Strike(units=fliers, area="MWY", tf="row", ships=one) for one in numbers)
    told = [foretold(play, strike).ordered[-1] for strike in strikes]
    assert told == [
        "All of them go at ⟨arizona⟩, the best BB that lies there now [F.6.4]",
        "The first by id that comes through goes at ⟨nevada⟩; if all do, ⟨g4m-1⟩ [F.6.4]",
    ]


def test_f_6_4_of_several_numbers_each_is_told_with_whom_it_takes_as_it_is_filled() -> None:
    """By `aim`, then ships by id, whatever their order in the file; of a file by id."""
    fliers = ("g4m-1", "g4m-2", "g4m-3", "g4m-4")
    game = holding(based(small_game(), "G4M", "JP", "WKE", *fliers), "JP", "WKE")
    game = force(game, "row", "US", "MWY", ship("nevada", "BB", "US"), ship("arizona", "BB", "US"))
    numbers = FrozenMap[int | str]({"arizona": 1, "nevada": 2})
    strike = Strike(units=fliers, area="MWY", tf="row", ships=numbers, aim=("nevada",))
    assert foretold(opened(game, QUIET, QUIET), strike).ordered[-2:] == (
        "The first 2 by id that come through go at ⟨nevada⟩; if all do, ⟨g4m-1⟩ and ⟨g4m-2⟩"
        " [F.6.4]",
        "The next by id that comes through goes at ⟨arizona⟩; if all do, ⟨g4m-3⟩ [F.6.4]",
    )


def test_f_2_2_a_pass_tells_what_it_takes_from_an_earlier_one() -> None:
    game = force(april(), "tf-a", "US", "HAW", ship("us-dd-1", "DD", "US"))
    game = force(game, "tf-b", "US", "HAW", ship("us-dd-2", "DD", "US"))
    play = at_phase_4(troops(game, "jp-1", "JP", "BUR"))
    play.file(TOKYO, land("JP", "Burma"))
    play.file(WASHINGTON, Pass(), Stay(tf="tf-a"), Stay(tf="tf-b"))
    play.file(TOKYO, land("JP", "Burma"))
    gone = "No longer in force, what you ordered before for the month's end: {} [F.2.2]."
    assert gone.format("stay ⟨tf-b⟩") in foretold(play, Pass(), Stay(tf="tf-a")).left
    for nothing in (Pass(anew=True), Pass(ends=True)):
        assert gone.format("stay ⟨tf-a⟩ and ⟨tf-b⟩") in foretold(play, nothing).left
    assert not any("No longer" in line for line in foretold(play, Pass()).left)


def test_f_6_1_who_goes_home_unasked_is_told_with_the_way() -> None:
    game = holding(force(april(), "tf-a", "US", "MID", ship("us-dd-1", "DD", "US")), "US", "OAH")
    play = at_phase_4(game, acts=WASHINGTON)
    (ways,) = (line for line in foretold(play, Pass(ends=True)).left if "ships go:" in line)
    assert ways.endswith(" ships go: ⟨tf-a⟩ to ⟨OAH⟩ by ⟨HAW⟩.")


def test_ph8_3_rolls_are_promised_as_the_most_there_can_be() -> None:
    """Fighters may turn some back; of carriers a die says whether all go on [D8.1]."""
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m-1"), "JP", "WKE")
    play = opened(force(game, "row", "US", "MWY", ship("nevada", "BB", "US")), QUIET, QUIET)
    sea = opened(force(game, "row", "US", "MID", ship("nevada", "BB", "US")), (), QUIET)
    told, _ = foretold(sea, Strike(units=("g4m-1",), area="MID", tf="row")).ordered
    assert "; as things stand by surprise if it is found, +1 to each roll" in told
    (told,) = foretold(play, Strike(units=("g4m-1",), area="MWY", tf="row")).ordered
    assert told == (
        "⟨g4m-1⟩ strikes ⟨row⟩ at ⟨MWY⟩: up to 3 rolls; as things stand by surprise, +1 to each"
        " roll [P3.2.1]"
    )


def test_f_6_4_one_unit_alone_is_told_by_its_name() -> None:
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m-1"), "JP", "WKE")
    play = opened(force(game, "row", "US", "MWY", ship("nevada", "BB", "US")), QUIET, QUIET)
    strike = Strike(units=("g4m-1",), area="MWY", tf="row", ships=FrozenMap({"nevada": 1}))
    assert foretold(play, strike).ordered[-1] == "⟨g4m-1⟩ goes at ⟨nevada⟩ [F.6.4]"


# --- cargo, and ships that lie up -----------------------------------------------------------------


def test_p4a_2_b_what_a_force_carries_is_told_with_what_brings_it_ashore() -> None:
    """Of an enemy area an assault alone, from a sea on it; of a friendly port the month's end."""
    game = force(april(), "convoy", "JP", "JPN", ship("jp-stp-1", "STP"))
    game = holding(troops(game, "jp-1", "JP", "JPN", strength=2), "JP", "JPN", "OKI")
    play = begun(replace(game, initiative="japanese"), dice={"W1 grounding arctic": 2})
    kiska = Sail(tf="convoy", path=("HOM",), load=("jp-1",), land="KIS")
    assert foretold(play, kiska).ordered[1] == (
        "Troops aboard go ashore at ⟨KIS⟩ by 'assault' alone, in a land offensive in the theatre"
        " North, and not from ⟨HOM⟩ [P4A.2.B]"
    )
    okinawa = replace(kiska, path=("ECS",), land="OKI")
    assert foretold(play, okinawa).ordered[1] == (
        "Troops aboard go ashore at ⟨OKI⟩ at the month's end if the force is in that port, or by"
        " 'debark' [P6.1.3, P5.2]"
    )


def test_ph12_4_a_ship_that_is_repaired_is_told_to_lie_up() -> None:
    """Its force sails without it alone; the form of that month shows how [P3.1.1]."""
    hurt = replace(ship("akagi", "CV"), damaged=True)
    game = force(april(), "kido-butai", "JP", "JPN", hurt, ship("kaga", "CV"))
    game = holding(replace(game, initiative="japanese"), "JP", "JPN")
    play = begun(replace(game, terms=replace(game.terms, first_turn=game.turn)), "S2.3")
    told = foretold(play, Mend(ship="akagi"))
    assert told.ordered[-1] == (
        "⟨akagi⟩ lies up in April 1942 and does not move; ⟨kido-butai⟩ sails without it only, by"
        " 'form' [PH12.4]"
    )
    assert "and laid up in April 1942: ⟨akagi⟩." in foretold(play).left[1]
    repaired = game.with_ships([replace(game.ships["akagi"], damaged=False, laid_up=True)])
    play = begun(repaired, dice={"W1 grounding arctic": 2})
    part = next(one for one in sections(play.view(), CHARTS) if one.title == "First naval movement")
    held = "⟨kido-butai⟩ does not sail: ⟨akagi⟩ lies up this month;"
    assert f"{held} 'form' makes a force of the others [PH12.4]." in part.choices
    assert part.examples[0] == Form(tf="force-1", ships=("kaga",))


def test_f_2_6_who_rests_is_told_that_he_is_out() -> None:
    assert foretold(june(), Pass(rest=True)).ordered == (
        "You are out for the rest of June 1942: no offensive of yours any more, whatever the Allies"
        " do; you are asked for the month's end when it comes [F.2.6, F.2.2]",
    )


def test_f_4_standing_orders_in_words_agree_with_what_they_name() -> None:
    """One bomber or more; whoever never searches; odds for which all who may come count [PR54]."""
    one = GroundDefence(units=("ki-21",), support=0)
    assert "⟨ki-21⟩ helps the defence where it reaches it" in standing_words(one)
    two = replace(one, units=("ki-21", "g4m"))
    assert "help the defence where they reach it" in standing_words(two)
    assert "never search for passing task forces" in standing_words(SearchRule(when="never"))
    few, even = AirInterception(own=1, enemy=3), AirInterception()
    assert "whether they rise or not" in standing_words(few)
    assert "whether they rise or not" not in standing_words(even)
