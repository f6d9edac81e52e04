"""What the form says of a file without orders is what such a file does [F.3]."""

from collections.abc import Callable

import pytest

from pbem.engine.events import Event
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.systems.pto.book.dates import month_name
from pbem.systems.pto.form.foretell import foretell
from pbem.systems.pto.form.form import sections
from pbem.systems.pto.form.unordered import Unordered, left_words, unordered
from pbem.systems.pto.orders.check import steps_of
from pbem.systems.pto.rules.sequence import initiative_seat
from pbem.systems.pto.table.events_economy import BidOpened, Bought, RepairTried, Returned, Stayed
from pbem.systems.pto.table.events_play import FirstMover, Voided
from pbem.systems.pto.table.orders_month import (
    BombJapan,
    Offensive,
    Pass,
    Return,
    Sail,
    Stay,
    Strike,
)
from pbem.systems.pto.table.standing import STANDING, GoesFirst, Gunnery, SearchRule, StandingOrder
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.known import file_words
from pbem.systems.pto.words.known import in_force as standing_orders
from tests.memory import Match
from tests.systems.pto.randomplay import player as by_chance
from tests.systems.pto.selfplay import TWO, bot, match
from tests.systems.pto.tabletop import CHARTS, told

FOUR = ("japanese", "us", "uk-ne", "cn-au")
Player = Callable[[View[Game]], tuple[Order, ...]]


def nobody(_: View[Game]) -> tuple[Order, ...]:
    return ()


def since(game: Match, scenes: int) -> list[Event]:
    return [event for scene in game.scenes[scenes:] for event in scene.events]


def in_force(game: Match, seat: str) -> set[str]:
    """The standing orders of a seat's state, each with the last of its files that holds one."""
    standing = game.game.standing[seat]
    found = (
        (kind, order.of)
        for kind in STANDING
        for order in getattr(standing, kind.type.replace("-", "_")).values()
    )
    return {
        f"{kind.type} {of}".strip() + f" ({given_by(game, seat, kind, of)})" for kind, of in found
    }


def given_by(game: Match, seat: str, kind: type[StandingOrder], of: str) -> str:
    """The month and number of the last file of a seat with such an order, from what it wrote."""
    last = [
        file
        for file in game.files
        for order in file.orders
        if file.seat == seat and isinstance(order, kind) and order.of == of
    ][-1]
    return f"{month_name(last.turn)}, file {last.seq}"


def check_facts(game: Match, facts: Unordered, idle: Match, scenes: int) -> None:
    """What the file without orders did at once agrees with what the form had said."""
    view, after, seat = game.view(), idle.game, game.view().seat
    steps = steps_of(view)
    named = {
        f"{order.type} {order.of}".strip() + f" ({file_words(given)})"
        for order, given in standing_orders(view.game, seat)
    }
    assert named == in_force(idle, seat)
    if "P3.1" in steps:
        own = game.game.nations_of(seat)
        for tf in view.game.forces.values():
            if tf.nation in own and tf.id in after.forces:
                assert after.forces[tf.id].at == tf.at
    if "P4" in steps and facts.kept:
        assert after.month.plans.get(seat) in (None, view.game.month.plans[seat])
    if "P4" in steps and not facts.kept:
        assert seat not in after.month.plans
    if steps & {"P0", "S2.3", "P5"} and after.turn == view.game.turn and not after.month.weather:
        assert after.month.boats.get(seat) == view.game.month.boats.get(seat)
        assert after.month.bombers == view.game.month.bombers
    assert not told(since(idle, scenes), Bought) or "S2.3" in steps
    if "S2.3" in steps:
        check_season(view, facts, idle, scenes)


def check_season(view: View[Game], facts: Unordered, idle: Match, scenes: int) -> None:
    """What the season brings a seat, once all have written, agrees with what the form had said."""
    own = view.game.nations_of(view.seat)
    while not told(since(idle, scenes), FirstMover):
        idle.step(nobody)
    found = since(idle, scenes)
    bought = [event for event in told(found, Bought) if event.nation in own]
    assert {event.what for event in bought} == set(facts.repaired)
    assert sum(event.points for event in bought) == facts.points
    bids = {event.nation: event.bid for event in told(found, BidOpened) if event.nation in own}
    assert bids == dict.fromkeys(facts.bids, 0)
    if initiative_seat(idle.game) == view.seat:
        assert told(found, FirstMover)[0].side == facts.first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "number", "seats", "player"),
    [
        ("pearl-harbor", 1, TWO, by_chance(1)),
        ("leyte", 2, TWO, bot),
        ("leyte", 3, FOUR, by_chance(3)),
        ("midway", 8, TWO, by_chance(8)),
    ],
    ids=["pearl-harbor", "leyte-bots", "leyte-4", "midway"],
)
def test_a_file_without_orders_does_what_the_form_says(
    scenario: str, number: int, seats: tuple[str, ...], player: Player
) -> None:
    game, looked = match(scenario, number, seats), 0
    while not game.is_over:
        view = game.view()
        if view.decision.covers:
            idle, scenes = game.branch(), len(game.scenes)
            idle.step(nobody)
            check_facts(game, unordered(view, (), CHARTS), idle, scenes)
            looked += 1
        game.step(player)
    assert looked > 6


@pytest.mark.parametrize("number", [1, 2])
def test_a_season_without_orders_does_what_the_form_says(number: int) -> None:
    """Repairs, bids and who goes first, for both seats, after Japan's bot has bombed Oahu."""
    game, facts = match("pearl-harbor", number), dict[str, Unordered]()
    while len(facts) < len(TWO):
        view = game.view()
        if "S2.3" in steps_of(view):
            facts[view.seat] = unordered(view, (), CHARTS)
        game.step(nobody if "S2.3" in steps_of(view) else bot)
    scenes = len(game.scenes) - 3
    while not told(since(game, scenes), FirstMover):
        game.step(nobody)
    found = since(game, scenes)
    mended = {event.what for event in told(found, Bought)}
    assert mended == {ship for one in facts.values() for ship in one.repaired}
    spent = sum(event.points for event in told(found, Bought))
    assert spent == sum(one.points for one in facts.values())
    bids = {event.nation: event.bid for event in told(found, BidOpened)}
    assert bids == {nation: 0 for one in facts.values() for nation in one.bids}
    first = told(found, FirstMover)[0].side
    assert first == facts[game.game.initiative].first


def test_repairs_are_tried_as_the_form_says() -> None:
    raid = (
        Sail(tf="kido-butai", path=("MID",)),
        Strike(units=("j-cv41-kb1", "j-cv41-kb2"), area="MWY", at="airfield"),
    )
    game, facts = match("midway", 2), dict[str, str]()
    for orders in ((), raid, (), (), ()):
        game.step(say(*orders))
    scenes = len(game.scenes)
    while "P5" in str(game.view().decision.covers):
        facts |= unordered(game.view(), (), CHARTS).tried
        game.step(nobody)
    while not game.is_over:
        game.step(nobody)
    tried = {event.area: event.what for event in told(since(game, scenes), RepairTried)}
    assert tried == facts == {"MWY": "airfield"}


@pytest.mark.parametrize(("scenario", "number"), [("leyte", 0), ("leyte", 1), ("pearl-harbor", 2)])
def test_ships_go_home_as_the_form_says(scenario: str, number: int) -> None:
    """All but those that lack fuel, are met on the way, or sunk.

    Who has the initiative moves first; for the others his ships may leave a way open or close it.
    """
    game, facts = match(scenario, number), list[Unordered]()
    while "P5" not in str(game.view().decision.covers):
        game.step(say(Pass()) if "P4" in str(game.view().decision.covers) else bot)
    scenes = len(game.scenes)
    while "P5" in str(game.view().decision.covers):
        facts.append(unordered(game.view(), (), CHARTS))
        game.step(nobody)
    game.step(nobody)
    found = since(game, scenes)
    assert not told(found, Voided), "nobody has ordered what could be void"
    returned = {event.tf: event.path[-1] for event in told(found, Returned)}
    stayed = {event.tf: event.cited for event in told(found, Stayed)}
    said = {tf: way[-1] for one in facts for tf, way in one.home.items()}
    assert len(facts) == len(TWO)
    assert len(said) > 1
    assert set(returned) <= set(said)
    for tf, port in said.items():
        reached = returned.get(tf, "")
        assert reached or stayed.get(tf) or tf not in game.game.forces
        assert reached in ("", port) or tf not in facts[0].home
    for tf in facts[0].held:
        assert stayed[tf] == "PH14.1"
    for tf in (tf for one in facts for tf in one.free):
        assert tf not in returned


# --- in words ------------------------------------------------------------------------------------


def words(game: Match) -> list[str]:
    """What the form says comes of a file without orders, and the standing orders in force."""
    stands = sections(game.view(), CHARTS)[0]
    assert (stands.title, stands.rule) == ("How it stands", "PH15.1")
    last = stands.choices[-1].partition("If nothing is ordered: ")[2]
    (standing,) = (one for one in sections(game.view(), CHARTS) if one.title == IN_FORCE)
    return [
        last.partition(" In the enemy's ")[0].partition("In the enemy's ")[0],
        standing.choices[0],
    ]


IN_FORCE, IN_FULL = "Standing orders in force", "Standing orders: what each may say"


def in_full(game: Match) -> list[str]:
    """The standing orders in force, as the full form has them."""
    (spare,) = (one for one in sections(game.view(), CHARTS) if one.title == IN_FULL)
    return [line for line in spare.choices if line.startswith("In force: ")]


def say(*orders: Order) -> Player:
    return lambda _: orders


def test_standing_orders_are_named() -> None:
    game = match("midway")
    none = "None is in force: the rules' defaults hold. The full form says what can be ordered."
    assert words(game) == ["", none]
    game.step(say(SearchRule(of="US", when="never"), GoesFirst()))
    game.step(nobody)
    assert words(game) == ["", "search of the United States; goes-first of all."]
    assert in_full(game) == [
        "In force: All US forces: never search for passing task forces [PH5.6]"
        " (search, June 1942, file 2)",
        "In force: All of yours: with the initiative, go first in phase 3 [P3.0.1]"
        " (goes-first, June 1942, file 2)",
    ]


def test_a_pass_is_told_with_what_an_earlier_one_brought() -> None:
    game = match("midway")
    for _ in range(3):
        game.step(nobody)
    assert words(game)[0] == "You pass. You are asked for the month's end when it comes."
    game.step(say(Pass(ends=True)))
    game.step(say(Offensive(kind="land", nation="US", theatres=("Central Pacific",))))
    assert words(game)[0] == (
        "You pass. The month's end stays as you left it: to the defaults. As things stand, if the"
        " enemy lets them, ships go: ⟨2nd-fleet⟩, ⟨main-body⟩, ⟨support⟩ and ⟨transport⟩ to ⟨JPN⟩"
        " by ⟨BON⟩ - ⟨HOM⟩; ⟨5th-fleet⟩ and ⟨kido-butai⟩ to ⟨JPN⟩; ⟨jp-mid-boats⟩ to ⟨JPN⟩ by"
        " ⟨NOP⟩."
    )


def test_a_pass_is_told_with_the_ways_of_those_that_an_earlier_one_did_not_name() -> None:
    """And with what they cost [F.2.2, PH14.1]."""
    game = match("midway")
    for _ in range(3):
        game.step(nobody)
    unnamed = ("support", "kido-butai")
    named = (tf for tf in game.game.forces.values() if tf.nation == "JP" and tf.at != "JPN")
    game.step(say(Pass(), *(Stay(tf=tf.id) for tf in named if tf.id not in unnamed)))
    game.step(say(Offensive(kind="land", nation="US", theatres=("Central Pacific",))))
    told_ = words(game)[0]
    assert told_.startswith("You pass. The month's end stays as you ordered it: stay ⟨2nd-fleet⟩")
    assert told_.endswith(
        "As things stand, if the enemy lets them, ships go: ⟨kido-butai⟩ to ⟨JPN⟩; ⟨support⟩ to"
        " ⟨JPN⟩ by ⟨BON⟩ - ⟨HOM⟩."
    )
    assert "Ships that no order names take 1 EP of Japan" in foretell(game.view(), (), CHARTS).costs


def test_a_season_is_told_by_side() -> None:
    """The Japanese read nothing of a blockade that is not theirs to order."""
    game = match("leyte")
    assert words(game)[0] == (
        "No offensives are bid for: Japan."
        " If the initiative is yours to use, the Japanese go first in phase 3."
        " In phase 2 of October 1944 the Allies may take EP that you leave, before you pay for"
        " ships: as things stand 2 bombers in reach and 8 submarines near Japan [P2.1.5, P2.2.2]."
    )
    game.step(nobody)
    assert words(game)[0].endswith(
        " Nobody bombs Japan. All submarines of yours that can join the blockade of Japan do, 8 as"
        " things stand, committed for all of that month: they attack no ships then."
    )


def test_d2_bombers_committed_this_month_are_told_to_come_in_the_next_as_ordered() -> None:
    """Two bomb Japan in October, and are ordered to again in November [P2.1.1, P6.5].

    Of 8 submarines near Japan 2 go home as October ends.
    """
    game = match("leyte")
    bombing = BombJapan(bombers=("b-29-58bw", "b-29-73bw"))
    while steps_of(game.view()) != {"P4"} or game.seat().name != "allied":
        game.step(say(bombing) if game.seat().name == "allied" else nobody)
    assert game.view().game.air["b-29-58bw"].committed
    game.step(say(bombing, Pass(ends=True)))
    while game.seat().name != "japanese" or steps_of(game.view()) == {"P4"}:
        game.step(nobody)
    assert (
        "In phase 2 of November 1944 the Allies may take EP that you leave, before you pay for"
        " ships: as things stand 2 bombers in reach and 6 submarines near Japan; ⟨b-29-58bw⟩ and"
        " ⟨b-29-73bw⟩ are ordered to [P2.1.5, P2.2.2]."
    ) in words(game)[0]


LAST = "This may be your last file before phase 2 of November 1944. Nobody bombs Japan."


def test_a_pass_that_leaves_nothing_to_ask_for_tells_of_the_next_phase_2() -> None:
    """With the month's end in it; unless it is asked for, or a season comes between [F.2]."""
    game = match("leyte")
    while steps_of(game.view()) != {"P4"} or game.seat().name != "allied":
        game.step(nobody)
    view = game.view()

    def left(*orders: Order) -> str:
        return " ".join(left_words(view, orders, view.game, CHARTS))

    assert LAST in left(Pass(rest=True), Return(tf="tf-38-1"))
    assert LAST in left(Pass(ends=True))
    assert LAST not in left(Pass(rest=True))
    assert "Nobody bombs" not in left(Pass(ends=True), BombJapan(bombers=("b-29-20af",)))
    passing = "may be your last file before phase 2 of November 1944: 'bomb-japan' and 'blockade'"
    assert any(passing in line for part in sections(view, CHARTS) for line in part.choices)
    game.step(say(Pass(ends=True)))
    game.step(say(Offensive(kind="land", nation="JP", theatres=("China",))))
    assert LAST in words(game)[0]
    assert any(part.rule == "P2.1.1" for part in sections(game.view(), CHARTS))


def test_the_file_that_gave_a_standing_order_is_told_until_another_takes_its_place() -> None:
    """Sealed in file 2, opened in file 4, replaced by one sealed there; told openly at once."""
    game = match("midway")
    game.step(say(SearchRule(when="never")))
    game.step(nobody)
    assert [line[-len("(search, June 1942, file 2)") :] for line in in_full(game)] == [
        "(search, June 1942, file 2)"
    ]
    game.step(say(SearchRule(when="always"), Gunnery(of="tf-16", after=1, openly=True)))
    assert not any("file 4" in line for line in in_full(game))
    game.step(nobody)
    assert words(game)[-1] == "search of all; gunnery of ⟨tf-16⟩."
    assert [line.rpartition("(")[2] for line in in_full(game)] == [
        "search, June 1942, file 4)",
        "gunnery, June 1942, file 4)",
    ]
    assert (
        "In force: All of yours: search for passing task forces always [PH5.6]"
        in (in_full(game)[0])
    )


def test_f_4_of_many_scopes_of_a_kind_the_form_tells_the_number() -> None:
    game = match("midway")
    forces = ("2nd-fleet", "5th-fleet", "kido-butai", "main-body", "support")
    game.step(nobody)
    game.step(say(*(SearchRule(of=tf, when="never") for tf in forces), SearchRule()))
    game.step(nobody)
    assert words(game)[-1] == "search of all and 5 others."
