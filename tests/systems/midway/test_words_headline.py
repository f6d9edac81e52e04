"""What happened in a few lines: ships, aircraft, who comes next, and the score."""

import pytest

from pbem.engine.events import ALL, Event, Happening, Score
from pbem.frozen import FrozenMap, replace
from pbem.systems.midway.book.kinds import SIDES
from pbem.systems.midway.rules.victory import points
from pbem.systems.midway.table import events as happened
from pbem.systems.midway.table.orders import CapAttack, Launch, Plan
from pbem.systems.midway.table.state import Game, Squadron
from pbem.systems.midway.words.events import lines
from pbem.systems.midway.words.headline import headline
from pbem.systems.midway.words.names import carrier_name
from tests.systems.midway.frontdoor import AMERICAN, JAPANESE, scenario, spots
from tests.systems.midway.randomplay import player as by_chance
from tests.systems.midway.selfplay import idle, match, moments
from tests.systems.midway.tabletop import CHARTS, hurt, play, put, sink, table, weaken
from tests.systems.midway.test_words_events import roll

Harm = happened.Damaged | happened.FlakFired


def told(
    *events: Event, game: Game | None = None, gained: tuple[int, int] = (0, 0)
) -> tuple[str, ...]:
    """The headline of events of which the last has brought each side so many points."""
    happenings = [Happening(turn=3, step="7", event=event) for event in events]
    if game is not None and any(gained):
        score = Score(gained=FrozenMap(zip(SIDES, gained, strict=True)), now=points(game, CHARTS))
        happenings[-1] = replace(happenings[-1], score=score)
    return headline(tuple(happenings), game, CHARTS)


def test_ships_are_told_first_with_the_points_that_they_are_worth() -> None:
    events = (
        happened.Damaged(to=ALL, carrier="soryu", hits=12, damage=10),
        happened.Damaged(to=ALL, carrier="kaga", hits=5, damage=8),
        happened.Sunk(to=ALL, carrier="soryu", squadrons=()),
        happened.Crippled(to=ALL, carrier="kaga"),
    )
    game = put(hurt(sink(table(), "soryu"), kaga=8), "ready", "Akagi-DB", "VB-6")
    assert told(*events, game=game, gained=(0, 20)) == (
        "The Japanese carrier Soryu is SUNK (15 points); Kaga is crippled, damage 8 of 10"
        " (11 points).",
        "Bombers outbound: Japanese 5 SP Ready to Attack; American 5 SP Ready to Attack.",
        "Points: Japanese 0, American 26 (before: 0 and 6).",
    )
    assert len(told(*events)) == 1
    laden = happened.Sunk(to=ALL, carrier="soryu", squadrons=("Soryu-DB", "Soryu-F"))
    assert told(laden) == (
        "The Japanese carrier Soryu is SUNK with Soryu-DB and Soryu-F aboard (15 points).",
    )


def test_a_crippled_carrier_is_told_before_one_that_is_hit() -> None:
    yorktown = happened.Damaged(to=ALL, carrier="yorktown", hits=3, damage=3)
    soryu = happened.Damaged(to=ALL, carrier="soryu", hits=9, damage=9)
    (said,) = told(yorktown, soryu)
    assert said.index("Soryu is crippled") < said.index("Yorktown is hit")


def test_the_score_before_is_told_with_the_losses_of_aircraft() -> None:
    losses = FrozenMap({"VB-6": 3, "VT-6": 1})
    events = (
        happened.BombersHit(to=ALL, roll=roll("M5.7 bombers", 6, 6, 6, 6), losses=losses),
        happened.Ditched(to=ALL, squadrons=("Kaga-F",), no_carrier=False),
        happened.Damaged(to=ALL, carrier="hornet", hits=2, damage=3),
    )
    assert told(*events, game=hurt(table(), hornet=3), gained=(2, 0)) == (
        "Hornet is hit, damage 3 of 10 (3 points).",
        "The Japanese side loses Kaga-F for want of a deck, the American side 4 SP to CAP.",
        "Points: Japanese 3, American 0 (before: 1 and 0).",
    )


def test_a_carrier_that_all_miss_is_told_among_the_ships() -> None:
    fired = happened.FlakFired(
        to=ALL,
        carrier="yorktown",
        squadrons=("Hiryu-DB",),
        sp=5,
        roll=roll("M7.2 AA yorktown", 6),
        losses=FrozenMap({"Hiryu-DB": 1}),
    )
    kaga = replace(fired, carrier="kaga")
    hit = happened.Damaged(to=ALL, carrier="kaga", hits=2, damage=2)
    assert told(fired) == (
        "Yorktown is attacked and not hit.",
        "The Japanese side loses 1 of 5 SP of aircraft to AA fire from Yorktown.",
    )
    assert told(fired, kaga, hit)[0] == (
        "Kaga is hit, damage 2 of 10 (2 points); Yorktown is attacked and not hit."
    )


def test_launches_and_the_search_are_told() -> None:
    up = happened.Launched(to=ALL, carrier="akagi", strike=("Akagi-DB",), cap=("Akagi-F",))
    assert told(up) == ("Akagi launches 1 squadron to strike and 1 squadron to CAP.",)
    rolls = (roll("M16.3 search", 1),)
    groups = (("VB-3",), ("VB-6",), (), ())
    found = happened.Searched(to=ALL, groups=groups, rolls=rolls, lucky=1)
    assert told(up, found) == (
        "The Japanese fleet is found: VB-3 finds it. Akagi launches 1 squadron to strike and 1"
        " squadron to CAP.",
    )
    missed = happened.Searched(to=ALL, groups=groups, rolls=rolls, lucky=4)
    assert told(missed) == (
        "The American search finds nobody, and is over: all may advance next turn.",
    )


def test_strikes_in_the_air_are_told_with_what_flies_on_and_not_with_plans_alone() -> None:
    """With the pace `phase` they would stand unchanged in every headline of a turn."""
    game = put(weaken(table(), Akagi_DB=1), "moving", "Akagi-DB")
    spot = happened.Planned(to=ALL, carrier="kaga", deck=("Kaga-TB1",))
    moved = happened.Moved(to=ALL, squadrons=("VB-6",), origin="home", target="waiting")
    assert not [line for line in told(spot, game=game) if line.startswith("Bombers")]
    assert "Bombers outbound: Japanese 1 SP Moving to Attack." in told(spot, moved, game=game)


def test_m3_4_who_is_ordered_to_leave_cap_is_told() -> None:
    """With it the enemy's CAP is weaker before the launches that follow."""
    left = happened.Moved(to=ALL, squadrons=("Akagi-F",), origin="cap", target="waiting")
    assert told(left) == ("Akagi-F leaves CAP. 1 Japanese squadron waits to land.",)
    both = happened.Moved(to=ALL, squadrons=("Akagi-F", "Kaga-F"), origin="cap", target="waiting")
    assert told(both) == ("Akagi-F and Kaga-F leave CAP. 2 Japanese squadrons wait to land.",)


def test_m11_5_a_plan_that_is_open_is_sealed_no_more_and_launched_decks_are_told_once() -> None:
    seals = [happened.PlanSealed(to=ALL, seat=seat) for seat in SIDES]
    akagi = happened.Planned(to=ALL, carrier="akagi", deck=("Akagi-TB",))
    hornet = happened.Planned(to=ALL, carrier="hornet", deck=("VB-8", "VF-8"))
    launched = happened.Launched(to=ALL, carrier="hornet", strike=("VB-8",), cap=("VF-8",))
    game = table()
    sealed = replace(game, sealed_plans=FrozenMap({"american": "plan-1"}))
    decks = "Akagi spots 1 squadron on deck"
    assert (
        told(*seals, akagi, game=sealed)[0] == f"{decks}; the plan of the American side is sealed."
    )
    assert told(*seals, akagi, hornet, game=game)[0] == (
        f"{decks}; Hornet spots 2 squadrons on deck."
    )
    assert told(*seals, akagi, hornet, launched, game=game)[:2] == (
        "Hornet launches 1 squadron to strike and 1 squadron to CAP.",
        f"{decks}.",
    )


def test_repairs_are_told_with_the_points_that_they_take_away() -> None:
    able = CHARTS.crippled - 1
    mended = happened.RepairTried(
        to=ALL, carrier="enterprise", roll=roll("M13.1 repair enterprise", 6), repaired=True,
        damage=able,
    )  # fmt: skip
    in_vain = replace(mended, carrier="hornet", repaired=False)
    hit = happened.Damaged(to=ALL, carrier="enterprise", hits=2, damage=able + 2)
    before = "Enterprise repairs 1 hit before she is hit."
    assert before in told(mended, hit)
    assert before in told(mended, hit, replace(mended, repaired=False))
    assert before not in told(hit, mended)
    game = hurt(table(), enterprise=able)
    said = told(in_vain, mended, game=game, gained=(-4, 0))
    assert said == (
        f"Enterprise repairs 1 hit, damage {able} of 10, and is crippled no longer.",
        f"Points: Japanese {able}, American 0 (before: {able + 4} and 0).",
    )
    assert told(in_vain, game=game) == (f"Points: Japanese {able}, American 0, as before.",)


def test_landings_missed_decks_and_void_orders_are_told() -> None:
    battle = scenario("midway-0700")
    orders = (
        CapAttack(squadrons=("Akagi-F",)),
        Plan(carrier="kaga", deck=("Kaga-TB1",)),
        Plan(carrier="soryu", deck=("Soryu-DB",)),
        Plan(carrier="hiryu", deck=("Hiryu-DB",)),
    )
    battle.file("japanese", *JAPANESE, *orders)
    battle.file("american", *AMERICAN, *spots("VB-6"))
    void = "The CAP attack of the Japanese side with Akagi-F comes to nothing: nobody is Ready"
    assert void in battle.said()
    happenings = tuple(Happening(turn=1, step="1", event=event) for event in battle.events)
    said = headline(happenings, None, CHARTS)
    assert said == (
        "Akagi lands 4 squadrons. 2 Japanese squadrons do not land. The CAP attack of the"
        " Japanese side with Akagi-F comes to nothing.",
        "Enterprise spots 1 squadron on deck.",
    )


def test_m1_5_who_waits_is_told_with_who_ditches_next_unless_it_has_landed_since() -> None:
    waited = happened.Waited(to=ALL, marks=FrozenMap({"Kaga-F": 1, "Soryu-F": 2}))
    assert told(waited) == (
        "2 Japanese squadrons do not land, and with the next miss Soryu-F ditches.",
    )
    many = replace(waited, marks=FrozenMap(dict.fromkeys(("VB-3", "VB-6", "VB-8", "VS-5"), 2)))
    assert told(many) == ("4 American squadrons do not land, and with the next miss they ditch.",)
    landed = happened.Landed(to=ALL, carrier="akagi", squadrons=("Soryu-F",))
    assert told(waited, landed) == ("Akagi lands 1 squadron. 1 Japanese squadron does not land.",)


def test_m1_5_who_ditches_is_told_apart_from_those_shot_down() -> None:
    fired = happened.FlakFired(
        to=ALL,
        carrier="yorktown",
        squadrons=("Hiryu-DB",),
        sp=5,
        roll=roll("M7.2 AA yorktown", 6),
        losses=FrozenMap({"Hiryu-DB": 1}),
    )
    ditched = happened.Ditched(to=ALL, squadrons=("Soryu-F",), no_carrier=False)
    assert (
        "The Japanese side loses 1 of 5 SP of aircraft to AA fire from Yorktown, and besides"
        " Soryu-F for want of a deck." in told(ditched, fired)
    )


def test_m5_11_a_side_whose_cap_has_worn_itself_out_is_told() -> None:
    attacked = happened.CapAttacked(
        to=ALL, side="american", squadrons=("VF-8",), sp=5, escorts=0, bombing=5,
        engaged=FrozenMap(),
    )  # fmt: skip
    out = happened.CapMovedOut(to=ALL, rings=FrozenMap({"VF-8": 0}))
    words = "The American side has no CAP left."
    assert told(attacked, out, game=put(table(), "waiting", "VF-8")) == (
        f"The American CAP attacks and hits nothing. {words} 1 American squadron waits to land.",
        "Points: Japanese 0, American 0, as before.",
    )
    flying = put(put(table(), "waiting", "VF-8"), "cap", "VF-6", ring=1)
    assert words not in " ".join(told(attacked, out, game=flying))
    assert words not in " ".join(told(attacked, out))


def test_m5_1_a_cap_that_attacks_nobody_is_told_by_order_or_doctrine() -> None:
    game = put(put(table(), "cap", "Akagi-F", ring=1), "ready", "VB-6")
    result = play(game, 5, {"japanese": (CapAttack(),)})
    assert told(*result.events) == ("The Japanese CAP holds.",)
    assert told(*play(put(game, "ready", "VF-6"), 6).events) == ()
    missed = play(game, 5, dice={"M5.7 bombers": "3 3 3 3 3"}).events
    in_vain = "The Japanese CAP attacks and hits nothing."
    assert told(*missed) == (in_vain,)
    hit = play(game, 5, dice={"M5.7 bombers": "6 3 3 3 3"}).events
    assert in_vain not in told(*missed, *hit)
    assert told(*hit) == ("The American side loses 1 SP of aircraft to CAP.",)


def test_m9_2_a_launch_of_nothing_is_told_and_leaves_the_deck_as_it_was() -> None:
    spotted = happened.Planned(to=ALL, carrier="kaga", deck=("Kaga-DB",))
    nothing = play(put(table(), "deck", "Kaga-DB"), 9, {"japanese": (Launch(carrier="kaga"),)})
    assert told(spotted, *nothing.events) == (
        "Kaga launches nothing.",
        "Kaga spots 1 squadron on deck.",
    )
    up = happened.Launched(to=ALL, carrier="akagi", strike=("Akagi-DB",), cap=())
    assert told(up, *nothing.events) == (
        "Akagi launches 1 squadron to strike; Kaga launches nothing.",
    )


def test_destroyed_squadrons_are_named() -> None:
    game = put(weaken(table(pace="phase"), Hiryu_DB=1), "attacking", "Hiryu-DB", "Soryu-DB")
    result = play(
        game,
        7,
        dice={"M7.2 AA enterprise": "4 4 4 4 4 1 1 1 1 1 1 1", "M7.4 DB enterprise g0": "1"},
    )
    said = [line.text for event in result.events for line in lines(event, CHARTS)]
    assert "AA fire shoots down 5 SP: Hiryu-DB 1 (destroyed) and Soryu-DB 4." in said
    assert told(*result.events)[1] == (
        "The Japanese side loses 5 of 6 SP of aircraft to AA fire from Enterprise. Destroyed:"
        " Hiryu-DB."
    )


def test_plans_are_told_where_there_is_room() -> None:
    spot = happened.Planned(to=ALL, carrier="akagi", deck=("Akagi-TB", "Akagi-F"))
    more = happened.Planned(to=ALL, carrier="soryu", deck=("Soryu-DB",))
    clear = happened.Planned(to=ALL, carrier="kaga", deck=())
    sealed = happened.PlanSealed(to=ALL, seat="japanese")
    assert told(spot, clear, more) == (
        "Akagi and Soryu spot 3 squadrons on deck; Kaga clears her deck.",
    )
    assert told(sealed) == ("The plan of the Japanese side is sealed.",)
    assert told(sealed, replace(sealed, seat="american")) == (
        "The plans of the Japanese side and the American side are sealed.",
    )
    up = happened.Launched(to=ALL, carrier="akagi", strike=("Akagi-DB",), cap=())
    spotted = "Akagi spots 2 squadrons on deck."
    assert told(up, spot) == ("Akagi launches 1 squadron to strike.", spotted)
    sunk = happened.Sunk(to=ALL, carrier="kaga", squadrons=())
    loss = happened.Ditched(to=ALL, squadrons=("Hiryu-F",), no_carrier=False)
    crowded = put(sink(table(), "kaga"), "ready", "Akagi-DB")
    joined = told(sunk, loss, up, spot, game=crowded, gained=(0, 15))
    assert f"Akagi launches 1 squadron to strike. {spotted}" in joined
    assert len(joined) == 5
    ditched = happened.Ditched(to=ALL, squadrons=("Kaga-F",), no_carrier=False)
    mended = happened.RepairTried(
        to=ALL, carrier="akagi", roll=roll("M13.1 repair akagi", 6), repaired=True, damage=1
    )
    game = put(sink(table(), "kaga"), "ready", "Akagi-DB")
    full = told(sunk, ditched, up, spot, mended, game=game, gained=(0, 15))
    assert "Akagi launches 1 squadron to strike" in " ".join(full)
    assert full[-1].startswith("Points: ")
    assert "Akagi launches 1 squadron to strike. Akagi repairs 1 hit" in " ".join(full)
    assert spotted not in full


def test_m11_3_only_who_comes_up_is_spotted_and_a_deck_that_loses_some_is_told() -> None:
    game = put(table(), "deck", "Akagi-DB", "Akagi-TB", "Kaga-F")
    plans = (
        Plan(carrier="akagi", deck=("Akagi-DB",)),
        Plan(carrier="kaga", deck=("Kaga-F", "Kaga-TB1")),
        Plan(carrier="hiryu", deck=()),
    )
    done = play(put(game, "deck", "Hiryu-DB"), 11, {"japanese": plans}).events
    assert told(*done) == (
        "Kaga spots 1 squadron on deck; Akagi strikes 1 squadron below; Hiryu clears her deck.",
    )
    assert [line.text for event in done for line in lines(event, CHARTS)] == [
        "Akagi keeps Akagi-DB on deck; Akagi-TB goes below [M11.1, M11.3].",
        "Kaga spots Kaga-TB1; Kaga-F stays on deck [M11.1].",
        "Hiryu clears the deck for landing; Hiryu-DB goes below [M11.1, M11.3].",
    ]


def test_all_is_told_in_fewer_words_before_anything_goes_untold() -> None:
    """An attack, losses in the air with squadrons destroyed, a repair, landings, what comes."""
    fought = happened.Dogfought(
        to=ALL,
        cap=roll("M5.5 cap", 4, 4),
        escort=roll("M5.5 escort", 4, 4),
        cap_losses=FrozenMap({"Hiryu-F": 2}),
        escort_losses=FrozenMap({"VF-3": 2}),
        destroyed=("VF-3",),
    )
    fired = happened.FlakFired(
        to=ALL,
        carrier="enterprise",
        squadrons=("Akagi-DB", "Kaga-DB", "Kaga-TB2"),
        sp=13,
        roll=roll("M7.2 AA enterprise", 6),
        losses=FrozenMap({"Akagi-DB": 1, "Kaga-DB": 5, "Kaga-TB2": 3}),
        destroyed=("Kaga-DB", "Kaga-TB2"),
    )
    hit = happened.Damaged(to=ALL, carrier="enterprise", hits=2, damage=2)
    mended = happened.RepairTried(
        to=ALL, carrier="akagi", roll=roll("M13.1 repair akagi", 6), repaired=True, damage=3
    )
    landed = happened.Landed(to=ALL, carrier="akagi", squadrons=("Soryu-F",))
    game = put(hurt(table(), enterprise=2, akagi=3), "ready", "VB-6", "VB-8", "Hiryu-TB")
    game = put(game, "moving", "VT-8", "Soryu-TB")
    assert told(mended, landed, fought, fired, hit, game=game, gained=(2, -1)) == (
        "Enterprise is hit, damage 2 of 10 (2 points). Aircraft lost in the air: Japanese 11 SP,"
        " American 2 SP; destroyed: VF-3, Kaga-DB and Kaga-TB2.",
        "Akagi lands 1 squadron. Akagi repairs 1 hit, damage 3 of 10.",
        "Bombers: Japanese 5 SP Ready, 5 SP Moving; American 10 SP Ready, 4 SP Moving."
        " Points: Japanese 2, American 3 (before: 0 and 4).",
    )


def test_squadrons_that_come_home_are_told() -> None:
    home = happened.Moved(
        to=ALL, squadrons=("Akagi-DB", "Akagi-TB"), origin="home", target="waiting"
    )
    other = happened.Moved(to=ALL, squadrons=("VB-6",), origin="home", target="waiting")
    assert told(home, other) == ("2 Japanese squadrons and 1 American squadron wait to land.",)
    assert told(other) == ("1 American squadron waits to land.",)


def test_m3_4_m5_11_all_who_wait_to_land_are_counted_from_wherever_they_came() -> None:
    """Those who left CAP wait as those do that came home, and so do those of earlier turns."""
    home = happened.Moved(to=ALL, squadrons=("Akagi-DB",), origin="home", target="waiting")
    left = happened.Moved(to=ALL, squadrons=("Akagi-F",), origin="cap", target="waiting")
    out = happened.CapMovedOut(to=ALL, rings=FrozenMap({"VF-8": 0, "VF-6": 2}))
    game = put(table(), "waiting", "Akagi-DB", "Akagi-F", "Hiryu-F", "VF-8")
    said = told(home, left, out, game=game)
    assert "3 Japanese squadrons and 1 American squadron wait to land." in " ".join(said)
    landed = happened.Landed(to=ALL, carrier="akagi", squadrons=("Akagi-DB",))
    assert "1 Japanese squadron waits to land." in " ".join(told(home, left, landed))
    assert "wait" not in " ".join(told(home, landed, game=table()))


def test_m1_5_who_has_missed_a_landing_is_not_told_among_those_who_come_to_wait() -> None:
    missed = happened.Waited(to=ALL, marks=FrozenMap({"Akagi-DB": 1}))
    home = happened.Moved(to=ALL, squadrons=("Akagi-TB",), origin="home", target="waiting")
    for game in (None, put(table(), "waiting", "Akagi-DB", "Akagi-TB")):
        said = " ".join(told(missed, home, game=game))
        assert "1 Japanese squadron does not land" in said
        assert "1 more Japanese squadron waits to land." in said


@pytest.mark.parametrize("number", range(3))
def test_a_headline_never_leaves_out_losses_or_what_comes(number: int) -> None:
    """Games by chance, file by file and turn by turn."""
    begun, wild, before = match(number), by_chance(number), 0
    for _ in moments(begun, lambda view, _: wild(view), lambda view, _: wild(view)):
        new, before = begun.happenings[before:], len(begun.happenings)
        for turn in dict.fromkeys(one.turn for one in new):
            events = tuple(one for one in new if one.turn == turn)
            game = begun.table.game if events[-1] is new[-1] else None
            said = " ".join(headline(events, game, CHARTS))
            lost = {one.event.carrier for one in events if isinstance(one.event, Harm)}
            assert all(carrier_name(id_) in said for id_ in lost)
            for destroyed in (getattr(one.event, "destroyed", ()) for one in events):
                assert not destroyed or "estroyed" in said
            moved = any(isinstance(one.event, happened.Moved) for one in events)
            flying = game and any(s.box in ("ready", "moving") for s in bombers(game))
            assert not (moved and flying) or "Bombers" in said


def bombers(game: Game) -> list[Squadron]:
    return [squadron for squadron in game.squadrons.values() if squadron.is_bomber]


def test_no_headline_is_longer_than_five_lines_and_the_last_tells_who_won() -> None:
    game = match(3, pace="turn")
    for _ in moments(game, idle, idle):
        assert len(headline(tuple(game.happenings), game.table.game, CHARTS)) <= 5
    said = headline(tuple(game.happenings), game.table.game, CHARTS)
    assert "MH2" in said[0]
    assert "Points: Japanese " in said[-1]
