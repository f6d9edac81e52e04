"""The computer player: the maxims he goes by, each on a position."""

from typing import Any, Literal

import pytest

from pbem.engine.decisions import Decision
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.bot.mind import Mind, mind_of
from pbem.systems.cartwheel.bot.naval import sailings
from pbem.systems.cartwheel.bot.odds import clash, harm, hits, taking_off
from pbem.systems.cartwheel.bot.sea import Way
from pbem.systems.cartwheel.bot.sorties import guards
from pbem.systems.cartwheel.bot.worth import assault, lost, spare
from pbem.systems.cartwheel.own.answers import answer, situation
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    NavalMission,
    Pass,
    Reply,
)
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh, GeneralRegroup
from pbem.systems.cartwheel.table.state import ALLIED, Game
from pbem.systems.cartwheel.table.under_way import Operations, Raid
from tests.systems.cartwheel.botplay import as_allied, opening, player
from tests.systems.cartwheel.selfplay import match
from tests.systems.cartwheel.tabletop import CHARTS

# --- the convoy of 17.1 --------------------------------------------------------------------------


def test_the_convoy_sails_at_once_with_its_escorts_and_is_struck_low() -> None:
    """[H17.1]: to Lae or Finschhafen; skip and torpedo bombers go for it [H9.10.1]."""
    game = opening("bismarck-sea", 8)
    given = [order for filed in game.files for order in filed.orders]
    voyage = next(order for order in given if isinstance(order, NavalMission))
    assert {"MARU1", "MARU2", "IJN-CLT1", "IJN-CLT2"} == {*voyage.ships}
    assert voyage.path[-1] in ("0705", "0805")
    raid = next(order for order in given if isinstance(order, AirMission))
    assert raid.hex == voyage.path[-1]
    assert {*raid.modes.values()} & {"skip", "torpedo"}
    assert all(target.startswith("naval:") for target in raid.targets.values())


def test_the_11th_is_kept_where_it_has_no_bombers() -> None:
    """17.1 gives one fighter and a recon unit of the 11th, not worth a point [5.2b]."""
    (order,) = [
        order
        for filed in opening("bismarck-sea", 2).files
        for order in filed.orders
        if isinstance(order, CommitEleventh)
    ]
    assert not order.commit


# --- replies -------------------------------------------------------------------------------------


def _attacked(*raids: Raid) -> View[Game]:
    """The Japanese view of the campaign's start, with raids on their way."""
    begun = match("campaign", 0)
    view = begun.view()
    by_id = FrozenMap({raid.id: raid for raid in raids})
    operations = Operations(
        to_act=ALLIED, run=2, numbered=len(raids), queue=tuple(by_id), raids=by_id
    )
    turn = replace(view.game.turn, eleventh="no", regroup="no")
    game = view.game.with_operations(operations).with_turn(turn)
    decision = Decision(seat="japanese", rule="H8.5", covers=("1/4.4",))
    return replace(view, game=game, step="4.4", decision=decision)


def _raid(kind: Literal["strike", "sweep", "airdrop"], escorts: int, strikers: int) -> Raid:
    return Raid(
        asked=True,
        id="t1m1",
        side=ALLIED,
        kind=kind,
        hex="1405",
        band=2,
        escorts=escorts,
        strikers=strikers,
        transports=0,
    )


def _reply(raid: Raid) -> Reply:
    (reply,) = [order for order in player(_attacked(raid)) if isinstance(order, Reply)]
    return reply


def test_fighters_rise_against_bombers_without_escort() -> None:
    reply = _reply(_raid("strike", 0, 4))
    assert {"A6M-204a", "A6M-204b", "A6M-582"} <= {*reply.interceptors}
    assert reply.go_for == "bombers"


def test_who_may_be_hit_on_the_ground_is_not_counted_on_against_a_later_raid() -> None:
    """Buin, disrupted, is bombed first of a bundle: its Zeros do not rise over Torokina (CR77)."""
    bombed = _raid("strike", 8, 1)
    later = replace(_raid("strike", 0, 4), id="t1m2", hex="1404")
    bases = []
    for raids in ((later,), (bombed, later)):
        view = _attacked(*raids)
        buin = replace(view.game.bases["BUI"], hits=2)
        given = player(replace(view, game=view.game.with_base(buin)))
        replies = [order for order in given if isinstance(order, Reply)]
        bases.append([{*reply.interceptors.values()} for reply in replies])
    assert bases == [[{"BUI", "RAB"}], [set(), {"RAB"}]]


def test_nobody_rises_against_a_sweep() -> None:
    """Zeros lose against as many Lightnings [H18.2]."""
    assert not _reply(_raid("sweep", 8, 0)).interceptors


def test_who_cannot_fight_gets_away_if_that_is_worth_being_known() -> None:
    """At Rabaul the recon unit evades from many bombs, a slow Ready bomber never [H9.5]."""
    few, many = (replace(_raid("strike", 0, n), hex="1203") for n in (2, 8))
    assert not _reply(few).evaders
    assert "DIN-6" in _reply(many).evaders
    assert "G4M-702" not in _reply(many).evaders


# --- answers in advance --------------------------------------------------------------------------


def _evades(state: dict[str, Any], hits: int = 0) -> bool:
    """Whether KI48-45 at Madang, in some state, would evade from a large strike by the policy."""
    view = match("campaign", 0).view()
    assert isinstance(view.private, Private)
    bomber = replace(view.private.planes["KI48-45"], **state)
    private = view.private.with_planes((bomber,))
    game = view.game.with_base(replace(view.game.bases["MAD"], hits=hits))
    given = player(replace(view, game=game, private=private))
    (clauses,) = [order.clauses for order in given if isinstance(order, Answers)]
    now = situation(private, game, CHARTS)
    return ("KI48-45", "MAD") in answer(clauses, now, "0604", "h0").evaders


def test_who_has_flown_gets_away_if_his_chance_is_worth_it() -> None:
    """[H9.5, H9.4.3]: not who still has to strike, nor from a disrupted base, nor with a mark."""
    assert _evades({"half": "flown"})
    assert not _evades({})
    assert not _evades({"half": "flown"}, hits=2)
    assert not _evades({"half": "flown", "disrupted": True, "mark": True})


# --- passing -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def allied() -> View[Game]:
    """What the Allies see when the campaign begins."""
    begun = opening("campaign", 1)
    view = begun.view()
    assert view.side == ALLIED
    return view


def test_missions_of_a_run_are_bundled(allied: View[Game]) -> None:
    """Two missions in one file, with escorts where Zeros are to be met [H8.4]."""
    given = player(as_allied(allied, regroup="no"))
    raids = [order for order in given if isinstance(order, AirMission)]
    assert len([o for o in given if isinstance(o, AirMission | NavalMission)]) == 2
    assert any(raid.escorts for raid in raids)


def test_the_allies_pass_twice_in_a_general_regroup_turn(allied: View[Game]) -> None:
    """They fly nothing then [H14.5], and one mail says so for both times [H8.3]."""
    given = player(as_allied(allied, regroup="yes"))
    assert Pass(times=2) in given
    assert not any(isinstance(order, AirMission) for order in given)


def test_fresh_units_need_no_general_regroup(allied: View[Game]) -> None:
    assert not any(isinstance(order, GeneralRegroup) for order in player(allied))


def test_a_file_that_only_opens_holds_no_orders(allied: View[Game]) -> None:
    only = Decision(seat="allied", rule="H9.1.3", opens=("mission/t1m1",))
    assert player(replace(allied, decision=only)) == ()


# --- ships ---------------------------------------------------------------------------------------


def _at_sea(**places: tuple[str, ...]) -> Mind:
    """The Allied mind at an opportunity in the Solomons, with ships put to places `h1707`."""
    begun = opening("toenails", 1)
    view = as_allied(begun.view(), regroup="no")
    assert view.side == ALLIED
    ships = view.game.ships
    moved = [
        replace(ships[id_], at=place[1:], steps=max(1, ships[id_].steps))
        for place, ids in places.items()
        for id_ in ids
    ]
    return mind_of(replace(view, game=view.game.with_ships(moved)), CHARTS)


def test_warships_join_transports_that_enemy_cruisers_could_come_upon() -> None:
    """Three cruisers at Buin; landing ships lie in the Russells without a guard [H10.4]."""
    cruisers = ("US-CA1", "US-CA2", "US-CLT1", "US-CLT2")
    bare = _at_sea(h1707=("LST2", "LST3", "US-T3"), h1806=cruisers, h1405=("IJN-CLT1", "IJN-CLT2"))
    (sent,) = guards(bare, set())
    assert (sent.order.path[-1], sent.order.purpose) == ("1707", "sortie")
    assert set(sent.order.ships) <= {*cruisers, "US-T4"}
    joined = _at_sea(h1707=("LST2", "LST3", "US-T3", *cruisers))
    assert not list(guards(joined, set()))


def test_battleships_do_not_leave_their_carriers_to_cruisers() -> None:
    """TF-36 does not shell Torokina while IJN-CA1 could come upon its carriers [H5.3.3]."""
    task_force = ("TF36-CV", "TF36-CVL", "TF36-BB", "TF36-CA")
    army = ("43-169", "43-172")
    mind = _at_sea(h1808=task_force, h1605=("US-T3", "US-CLT1"), h1506=("IJN-CA1", "IJN-CLT1"))
    troops = [replace(mind.game.troops[id_], at="") for id_ in army]
    laden = replace(mind.game.ships["US-T3"], cargo=army)
    game = mind.game.with_troops(troops).with_ships([laden])
    sent = [one.order for one in sailings(replace(mind, game=game), 5)]
    assert [(order.ships, order.path[-1]) for order in sent] == [
        (("US-CA2",), "1404"), (("US-T3",), "1404"),
    ]  # fmt: skip


# --- Dobodura ------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_held", [False, True])
def test_dobodura_is_attacked_by_land_when_its_regiment_has_gone(is_held: bool) -> None:
    """Three regiments at Finschhafen leave it for a hex that is worth more [H11.4]."""
    begun = match("campaign", 0)
    view = begun.view()
    troops, turn = view.game.troops, replace(view.game.turn, eleventh="no", regroup="no")
    army = [replace(troops[id_], at="0805") for id_ in ("51D-66", "51D-102", "51D-115")]
    others = ("7D-18", "7D-21", "7D-25") if is_held else ("41-162",)
    moved = [replace(troops[id_], at="0806" if is_held else "0707") for id_ in others]
    game = view.game.with_turn(turn).with_troops([*army, *moved])
    decision = Decision(seat="japanese", rule="H11.1", covers=("1/4.5-first",))
    given = player(replace(view, game=game, step="4.5-first", decision=decision))
    marching = [order.units for order in given if isinstance(order, March) and order.to == "0806"]
    assert marching == ([] if is_held else [("51D-102", "51D-115", "51D-66")])


# --- worth and odds ------------------------------------------------------------------------------


@pytest.fixture
def mind(allied: View[Game]) -> Mind:
    return mind_of(allied, CHARTS)


def test_the_last_unit_stays_in_a_hex_of_worth(mind: Mind) -> None:
    """Woodlark is held by the cavalry alone [H16.2]; Guadalcanal's garrison can do without some."""
    assert spare(mind, "1206") == ()
    assert len(spare(mind, "1807")) > 1


def test_no_attack_below_the_table(mind: Mind) -> None:
    """One regiment against Lae [H11.4]."""
    lone = [mind.game.troops["3D-15"]]
    assert assault(mind, "0705", lone, landed=False, support=0).value < 0


def test_a_way_is_followed_as_far_as_its_cost_allows() -> None:
    way = Way(("SOP", "1808", "1807", "1707"), (0, 2, 3, 4))
    assert way.cost == 4
    assert way.part(0) == ("SOP",)
    assert way.part(3) == ("SOP", "1808", "1807")


def test_averages_of_bombing() -> None:
    """A B-25 strafer skips at a ship: d10 + 4 + 2; a B-17 bombs a base: d10 + 4 + 1 [H9.10]."""
    skip = harm(CHARTS.bombing.naval, 6)
    assert (skip.steps, skip.disrupted, skip.any) == (0.7, 0.5, 0.7)
    assert hits(CHARTS.bombing.base, 5) == 1.0


def test_averages_of_ground_combat() -> None:
    """8:3 in the 2:1 column at -1 [H11.4.1], by die: 2 2 1 1 1 1 1 0 0 0 lost for six of theirs.

    Only the 10, a 9 with -1, makes the defenders retreat.
    """
    odds = clash(CHARTS, 8, 3, 3, -1)
    assert odds is not None
    assert (odds.attacker, odds.defender, odds.cleared) == (0.9, 0.6, 0.1)
    assert clash(CHARTS, 1, 3, 3, 0) is None


def test_chances() -> None:
    """A natural 1 always works, a 10 never [H9.4.2]; nobody takes what is held as strongly."""
    chances = [taking_off(CHARTS, 6, {"drm": drm}) for drm in (8, 5, 0, -4, -8)]
    assert chances == [0.1, 0.1, 0.6, 0.9, 0.9]
    assert lost(8, 8) == 0.0
    assert lost(1, 20) == 1.0
