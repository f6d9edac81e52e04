"""Replies that are refused, by everybody and by their author's own program (E.3, E.7)."""

from typing import Any

import pytest

from pbem.engine.events import ALL
from pbem.engine.orders import Order
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.form.form import sections
from pbem.systems.cartwheel.orders.check import check
from pbem.systems.cartwheel.own.charts import Due, Plane, Private
from pbem.systems.cartwheel.rules.r08_answers import answer_to, what_holds
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.answers import Answer
from pbem.systems.cartwheel.table.events_charts import BaseLost
from pbem.systems.cartwheel.table.events_play import AnswerBreached
from pbem.systems.cartwheel.table.orders_operations import Reply, StandDown
from pbem.systems.cartwheel.table.orders_turn import Statement
from pbem.systems.cartwheel.table.state import Game, Owed, Shown
from pbem.systems.cartwheel.table.turn import Count
from tests.systems.cartwheel.hidden import own, plane, told, view
from tests.systems.cartwheel.refusals import raided
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS, moored, scouted

JAPAN = own("japanese")


GAME = raided("1203")


def shown(game: Game, unit: str, base: str, **marks: Any) -> Game:
    """The game with a unit's item open."""
    item = Shown(unit=unit, base=base, half="ready", disrupted=False, steps=2)
    return replace(game, shown=game.shown.set(unit, replace(item, **marks)))


def up(*units: str, base: str = "RAB", mission: str = "t1m1", ace: str = "") -> Reply:
    """Fighters that rise from one base."""
    return Reply(mission=mission, interceptors=FrozenMap(dict.fromkeys(units, base)), ace=ace)


def committed(game: Game) -> Game:
    """The game in a turn in which the 11th flies [5.2]."""
    return game.with_turn(replace(game.turn, eleventh="yes"))


def refused(game: Game, *orders: Order, private: Private | None = None) -> list[str]:
    """Every defect in one line; without charts, as everybody else's program finds them."""
    seen = replace(view(JAPAN, game, "4.4"), private=private)
    found = list(check(seen, orders, CHARTS))
    assert all(problem.code == "E12" for problem in found)
    return [f"{p.where}: {p.rule}: {p.what} -> {p.hint}" for p in found]


SPENT = "a fighter that has not flown, undisrupted or marked, with the hex in its range"


# --- what everybody can see ----------------------------------------------------------------------


def test_h8_5_a_reply_answers_missions_that_await_one() -> None:
    assert refused(GAME, Reply(mission="t1m1")) == []
    assert refused(GAME, Reply(mission="t1m9")) == [
        "order 1, key 'mission': H8.5: no air mission 't1m9' awaits your reply"
        " -> answer t1m1, the Allied strike on Rabaul"
    ]
    assert refused(GAME, Reply(mission="t1m1"), Reply(mission="t1m1")) == [
        "order 2, key 'mission': H8.5: t1m1 is answered already: see order 1 -> take it out"
    ]
    assert refused(started(), Reply(mission="t1m1")) == [
        "order 1, key 'mission': H8.5: no air mission 't1m1' awaits your reply -> take it out"
    ]


def test_h8_6_who_stands_down_in_a_file_takes_off_no_more_by_it() -> None:
    """Neither to intercept nor to evade: the word holds from its very file on."""
    game, down = shown(GAME, "A6M-201", "RAB"), StandDown(on=True)
    assert refused(game, up("A6M-201")) == []
    assert refused(game, Reply(mission="t1m1"), down) == []
    evades = Reply(mission="t1m1", evaders=FrozenMap({"A6M-201": "RAB"}))
    for key, reply in (("interceptors", up("A6M-201")), ("evaders", evades)):
        assert refused(game, reply, down) == [
            f"order 1, key '{key}': H8.6: your side stands down by this very file"
            " -> take it out, or the order to stand down"
        ]


def test_7_3_3_recon_is_never_intercepted() -> None:
    game = shown(scouted(GAME, "allied", "F5-8", "1203"), "A6M-201", "RAB")
    assert refused(game, up("A6M-201", mission="F5-8")) == [
        "order 1, key 'mission': 7.3.3~: F5-8 is a recon unit and cannot be intercepted"
        " -> answer t1m1, the Allied strike on Rabaul"
    ]


def test_h9_4_1_eight_interceptors_at_most() -> None:
    fighters = [p.id for p in JAPAN.planes.values() if CHARTS.air[p.id].model.is_fighter]
    said = refused(GAME, up(*fighters[:9]), private=JAPAN)
    assert said[0] == (
        "order 1, key 'interceptors': H9.4.1: 9 interceptors are too many -> 8 at most"
    )


def test_h9_5_nobody_intercepts_and_evades() -> None:
    both = replace(up("A6M-201"), evaders=FrozenMap({"A6M-201": "RAB"}))
    assert refused(shown(GAME, "A6M-201", "RAB"), both) == [
        "order 1, key 'evaders': H9.5: A6M-201 cannot intercept and evade -> name it once"
    ]


@pytest.mark.parametrize("unit", ["P38-9", "KI49-61", "SPITFIRE-1"])
def test_h9_4_1_h9_5_only_own_units_in_play(unit: str) -> None:
    said = f"{unit} is no air unit of yours in play -> take it out"
    assert refused(GAME, up(unit)) == [f"order 1, key 'interceptors': H9.4.1: {said}"]
    evade = Reply(mission="t1m1", evaders=FrozenMap({unit: "RAB"}))
    assert refused(GAME, evade) == [f"order 1, key 'evaders': H9.5: {said}"]


def test_a_unit_whose_item_does_not_come_open_is_refused() -> None:
    """A broken item shows nothing, and whoever names it flies with nothing."""
    assert refused(GAME, up("A6M-201")) == [
        "order 1, key 'interceptors': H9.4.1: the item of A6M-201 is not open -> take it out"
    ]


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"half": "flown"}, ["6.4b: A6M-201 is not Ready -> take it out"]),
        ({"staged": True}, ["H9.4.1: A6M-201 has staged -> take it out"]),
        ({"to": "BUI"}, ["H9.4.1: A6M-201 has staged -> take it out"]),
        ({"disrupted": True}, [f"H9.4.1: A6M-201 cannot intercept at 1203 from 'RAB' -> {SPENT}"]),
    ],
    ids=["flown", "staged", "staging", "disrupted"],
)
def test_6_4b_h9_4_1_what_the_item_of_an_interceptor_says(
    marks: dict[str, Any], said: list[str]
) -> None:
    game = shown(GAME, "A6M-201", "RAB", **marks)
    assert refused(game, up("A6M-201")) == [f"order 1, key 'interceptors': {one}" for one in said]


def test_h9_4_1_a_fighter_out_of_range_and_a_bomber() -> None:
    said = "order 1, key 'interceptors': H9.4.1: "
    assert refused(shown(GAME, "KI43-59b", "HOL"), up("KI43-59b", base="HOL")) == [
        f"{said}KI43-59b cannot intercept at 1203 from 'HOL' -> {SPENT}"
    ]
    assert refused(shown(GAME, "G4M-702", "RAB"), up("G4M-702")) == [
        f"{said}G4M-702 cannot intercept at 1203 from 'RAB' -> {SPENT}"
    ]


def test_h9_4_1_check_8_an_item_that_says_another_base() -> None:
    assert refused(shown(GAME, "A6M-201", "KAV"), up("A6M-201")) == [
        "order 1, key 'interceptors': H9.4.1: A6M-201 is not at 'RAB' on its owner's chart"
        ' -> its base is "KAV"'
    ]


def test_h9_5_only_units_in_the_target_hex_evade() -> None:
    evade = Reply(mission="t1m1", evaders=FrozenMap({"G4M-751": "KAV"}))
    assert refused(shown(GAME, "G4M-751", "KAV"), evade) == [
        "order 1, key 'evaders': H9.5: G4M-751 cannot evade at 1203 from 'KAV'"
        " -> only units at a base in the target hex can"
    ]


def test_6_4b_a_rufe_with_a_flown_marker_stays_at_its_port() -> None:
    game = moored(GAME, "1203", "RUF-802")
    order = up("RUF-802", base="port:1203")
    (told,) = refused(game, order)
    assert "5.2d: RUF-802 cannot intercept" in told, "all of the 11th is in Truk"
    game = committed(game)
    assert refused(game, order) == []
    flown = replace(game.floatplanes["RUF-802"], flown=True)
    game = replace(game, floatplanes=game.floatplanes.set("RUF-802", flown))
    said = "order 1, key 'interceptors': 6.4b: RUF-802 has flown already -> take it out"
    assert said in refused(game, order)


def test_h5_1_an_ace_intercepts_and_is_on_its_chart() -> None:
    said = "order 1, key 'ace': "
    game = shown(GAME, "A6M-201", "RAB")
    assert refused(game, up("A6M-201", ace="A6M-253")) == [
        f"{said}H5.1: A6M-253 does not intercept -> name the interceptor that carries it"
    ]
    assert refused(game, up("A6M-201", ace="A6M-201")) == [
        f"{said}H5.1: you have no Ace marker in play -> take it out"
    ]
    game = replace(game, aces=FrozenMap({"japanese": 1}))
    assert refused(game, up("A6M-201", ace="A6M-201")) == []


def test_7_3_4_no_more_fighters_rise_than_recon_was_told() -> None:
    game = shown(shown(GAME, "A6M-201", "RAB"), "A6M-253", "RAB")
    counts = FrozenMap({"RAB": Count(fighters=1, bombers=2)})
    game = game.with_turn(replace(game.turn, counts=counts))
    assert refused(game, up("A6M-201")) == []
    assert refused(game, up("A6M-201", "A6M-253")) == [
        "order 1, key 'interceptors': 7.3.4~: 2 fighters rise from Rabaul, and 1 were told to recon"
        " -> 1 at most"
    ]


@pytest.mark.parametrize(
    ("turn", "zeke", "left_out"),
    [
        ({"opener": "allied"}, "A6M-ZU", []),
        ({"opener": "allied"}, "A6M-253", ["A6M-253"]),
        ({"opener": "allied", "waits": True}, "A6M-ZU", ["A6M-ZU"]),
        ({"opener": "japanese"}, "A6M-ZU", ["A6M-ZU"]),
        ({"opener": "japanese", "waits": True}, "A6M-ZU", ["A6M-ZU"]),
    ],
)
def test_7_3_4_h8_9_10_a_reply_and_an_answer_in_advance_count_alike(
    turn: dict[str, Any], zeke: str, left_out: list[str]
) -> None:
    """The 11th comes after the counts that the Allied opener is told, unless he waits."""
    game = shown(shown(GAME, "A6M-201", "RAB"), zeke, "RAB")
    counts = FrozenMap({"RAB": Count(fighters=1, bombers=2)})
    game = game.with_turn(replace(game.turn, counts=counts, eleventh="yes", **turn))
    assert len(refused(game, up("A6M-201", zeke))) == len(left_out)
    (raid,) = game.operations.raids.values()
    both = Answer(
        interceptors=(("A6M-201", "RAB"), (zeke, "RAB")), evaders=(), go_for="bombers",
        disengage_at="half", ace="",
    )  # fmt: skip
    game = replace(game, answers=FrozenMap({answer_to(raid, CHARTS): both}))
    told = what_holds(game, [raid], CHARTS).events
    breaches = [(one.unit, one.cited) for one in told if isinstance(one, AnswerBreached)]
    assert breaches == [(unit, "7.3.4~") for unit in left_out]


def test_7_3_4_nobody_is_placed_aboard_a_carrier_after_the_counts() -> None:
    """Units of the 11th stay aboard when they are committed [H5.2]: recon was told of them."""
    deck = "IJN-CV1"
    turn = replace(GAME.turn, opener="allied", counts=FrozenMap({deck: Count(1, 0)}))
    game = shown(shown(committed(GAME.with_turn(turn)), "A6M-ZU", deck), "A6M-SH", deck)
    game = game.with_ships((replace(game.ships[deck], at="1203"),))
    (told,) = refused(game, up("A6M-ZU", "A6M-SH", base=deck))
    assert "7.3.4~: 2 fighters rise from IJN-CV1, and 1 were told to recon -> 1 at most" in told


# --- units that have just lost their base --------------------------------------------------------


def fled() -> tuple[Game, Private]:
    """Buin is destroyed, its fighters have flown to Vila, and now Vila is raided."""
    before = started()
    base = before.bases["BUI"]
    owed = Owed(side="japanese", kind="lost-base", place="BUI")
    game = replace(before.with_base(replace(base, status="destroyed", hits=6)), owed=(owed,))
    fallen = BaseLost(
        to=ALL, base="BUI", hex=base.hex, owner="japanese", how="destroyed", drm=0, dice=(),
        rolls=(),
    )  # fmt: skip
    private = told(JAPAN, game, fallen)
    assert plane(private, "A6M-582").base == "VIL"
    return raided("1506", game), private


EVADES = Reply(mission="t1m1", evaders=FrozenMap({"A6M-582": "VIL"}))


def test_cr72_who_has_lost_his_base_does_not_evade_at_once() -> None:
    """His own program says so before he sends; the enemy's would refuse the file."""
    game, private = fled()
    assert refused(game, EVADES, private=private) == [
        "order 1, key 'evaders': CR72: A6M-582 has lost its base since your last file, and comes"
        " to Vila/Barakoma by this -> take it out: it can evade when this file has come"
    ]
    sealed = shown(game, "A6M-582", "BUI")
    said = "order 1, key 'evaders': H9.4.1: A6M-582 is not at 'VIL' on its owner's chart"
    assert f'{said} -> its base is "BUI"' in refused(sealed, EVADES)


def test_cr72_a_form_does_not_offer_it() -> None:
    game, private = fled()
    for charts, offered in ((private, False), (replace(private, due=()), True)):
        page = sections(view(charts, game, "4.4"), CHARTS)
        words = " ".join(line for section in page for line in section.choices)
        assert ("A6M-582 on 6 or less" in words) is offered
        examples = [order for section in page for order in section.examples]
        evading = [order for order in examples if isinstance(order, Reply) and order.evaders]
        assert any("A6M-582" in order.evaders for order in evading) is offered


def test_cr72_who_has_been_seen_since_may_evade() -> None:
    """An opened item may then be older than what everybody saw; the audit judges the base."""
    game, private = fled()
    game = game.with_air((replace(game.air["A6M-582"], seen=game.now),))
    assert refused(game, EVADES, private=private) == []
    without = [line for line in refused(shown(game, "A6M-582", "BUI"), EVADES) if "E.6" not in line]
    assert without == []


@pytest.mark.parametrize("seen", [False, True], ids=["unseen", "seen"])
def test_cr72_a_rufe_that_has_lost_its_base_evades_at_its_port_if_it_has_been_seen(
    seen: bool,
) -> None:
    """From a mobile airbase to the port of 1506: the file states both, and names it at once."""
    game = committed(raided("1506"))
    known = game.air["RUF-802"]
    game = game.with_air((replace(known, arrived=True, seen=game.now if seen else 0),))
    owed = Owed(side="japanese", kind="lost-base", place="MJ1")
    gone = replace(game.bases["MJ1"], hex="1405", status="destroyed")
    game = replace(game.with_base(gone), owed=(owed,))
    due = Due(kind="lost-base", place="MJ1", hex="1405", saved=("RUF-802",))
    there = Plane(id="RUF-802", base="port:1506", steps=2, half="flown")
    private = replace(JAPAN.with_planes((there,)), due=(due,))
    evades = Reply(mission="t1m1", evaders=FrozenMap({"RUF-802": "port:1506"}))
    page = sections(view(private, game, "4.4"), CHARTS)
    assert any("RUF-802" in line for one in page for line in one.choices if "evade" in line) is seen
    file = (
        Statement(kind="lost-base", place="MJ1", saved=("RUF-802",)),
        Statement(kind="moored", place="RUF-802", port="1506", number=2),
        evades,
    )
    assert (refused(game, evades, private=private) == []) is seen
    assert (refused(game, *file) == []) is seen
    assert CARTWHEEL.hidden is not None
    assert CARTWHEEL.hidden.openings(game, "rabaul", file, CHARTS) == ()
