"""Who goes up by a policy is told as the file that orders it seals it, with all of its orders."""

from pbem.engine.foretold import Foretold
from pbem.engine.orders import Order
from pbem.engine.steps import View
from pbem.frozen import FrozenMap, replace
from pbem.narrow import parse_item
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.rules.r08_answers import answer_id
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.orders_operations import (
    AirMission,
    Answers,
    Asked,
    NavalMission,
    Pass,
    Reply,
    Stage,
    StandDown,
)
from pbem.systems.cartwheel.table.orders_turn import (
    Build,
    CommitEleventh,
    CommitTF36,
    Mark,
)
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game
from tests.systems.cartwheel.loaded import loaded, play
from tests.systems.cartwheel.tabletop import CHARTS

__all__ = ["loaded"]

POLICY = Answers(clauses=(Clause(most=6, keep=0, within=2),))
WORN = "F4U-221"


def worn(view: View[Game], unit: str) -> View[Game]:
    """The same file to be written with a unit of its author's reduced to one step."""
    assert isinstance(view.private, Private)
    plane = replace(view.private.planes[unit], steps=1)
    return replace(view, private=view.private.with_planes((plane,)))


def foretold(view: View[Game], *orders: Order) -> Foretold:
    """Legal orders in words."""
    assert not any(CARTWHEEL.check(view, orders, CHARTS))
    assert CARTWHEEL.foretell is not None
    return CARTWHEEL.foretell(view, orders, CHARTS)


def ordered(view: View[Game], *orders: Order) -> list[str]:
    """What legal orders will do, line by line."""
    return list(foretold(view, *orders).ordered)


def told_on(hex_: str, lines: list[str]) -> str:
    """Who is told to go up against raids on a hex."""
    return next(one for one in lines if f"{hex_} (" in one and one.endswith(("up.", "comes.")))


def sealed_on(hex_: str, class_: str, view: View[Game], *orders: Order) -> set[str]:
    """Who is sealed to go up against a class of raids on a hex."""
    _, items = CARTWHEEL.seal(view, orders, CHARTS)
    return {unit for unit, _ in parse_item(items[answer_id(hex_, class_)])["interceptors"]}


def test_h8_9_5_who_is_marked_by_the_same_file_does_not_go_up_by_it(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}, asked=False).until(ALLIED, "5.3")
    view = worn(game.match.view(), WORN)
    hex_ = "1606"
    marked = (POLICY, Mark(units=(WORN,)))
    assert WORN not in told_on(hex_, ordered(view, *marked))
    assert WORN not in sealed_on(hex_, "h1", view, *marked)


def test_h8_9_5_who_flies_by_the_same_file_does_not_go_up_by_it(loaded: dict[str, int]) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}, asked=False).until(ALLIED, "4.4")
    view = game.match.view()
    sweep = AirMission(kind="sweep", hex="1405", band="high", escorts=("F4U-17", "F4U-213"))
    hex_ = "1606"
    assert "F4U-17" in told_on(hex_, ordered(view, POLICY))
    said = told_on(hex_, ordered(view, POLICY, sweep))
    sealed = sealed_on(hex_, "h1", view, POLICY, sweep)
    assert "F4U-17" not in said
    assert sealed
    assert all(unit in said for unit in sealed)


def test_amb_32_a_marked_fighter_is_told_that_it_may_still_scramble_and_a_bomber_is_not(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(ALLIED, "5.3")
    view = worn(worn(game.match.view(), WORN), "B25-69")
    said = ordered(view, Mark(units=(WORN, "B25-69"), replace=("B25-69",)))
    assert said == [
        "F4U-221 tries to regroup, and flies no mission [7.2].",
        "B25-69 asks for a step as well, and flies no mission; each step that comes gives the enemy"
        " 1/2 VP [7.2, H14.1].",
        "F4U-221 may still scramble, at +2, by a reply or a clause with marked = true, and loses"
        " the mark by trying [AMB-32, H9.4.1].",
    ]
    both = worn(worn(game.match.view(), WORN), "F4U-213")
    said = ordered(both, Mark(units=(WORN, "F4U-213")))
    assert any("and lose their marks by trying" in line for line in said)
    assert CARTWHEEL.form is not None
    (form,) = (one for one in CARTWHEEL.form(view, CHARTS) if one.title == "Regroup marks")
    assert any("a fighter may still scramble, at +2" in line for line in form.choices)


def test_h9_4_1_nobody_is_told_that_he_may_scramble_who_is_flown_or_rests_at_truk(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(ALLIED, "5.3")
    view = worn(worn(game.match.view(), WORN), "F4U-213")
    assert isinstance(view.private, Private)
    flown = replace(view.private.planes[WORN], half="flown")
    grounded = replace(view, private=view.private.with_planes((flown,)))
    both = Mark(units=(WORN, "F4U-213"))
    assert any(line.startswith("F4U-221 and F4U-213 may still") for line in ordered(view, both))
    assert any(line.startswith("F4U-213 may still scramble") for line in ordered(grounded, both))
    down = ordered(view, StandDown(on=True), both)
    assert not any("may still" in line for line in down), "nobody of theirs does [H8.6]"
    game = play("bougainville", loaded | {"5.1 event": 7}).until(JAPANESE, "5.2")
    rests = worn(game.match.view(), "A6M-ZU")
    mark = Mark(units=("A6M-ZU",))
    assert not any("may still scramble" in line for line in ordered(rests, mark))
    commits = CommitEleventh(commit=True, bases=FrozenMap({"A6M-ZU": "RAB"}))
    assert any("may still scramble" in line for line in ordered(rests, commits, mark))


def test_h14_1_the_price_of_replacement_steps_is_what_the_pool_can_give(
    loaded: dict[str, int],
) -> None:
    """The pool of Japan has two steps, and one of the 11th takes both."""
    game = play("bougainville", loaded | {"5.1 event": 7}).until(JAPANESE, "5.2")
    view = game.match.view()
    assert game.game.pools[JAPANESE] == 2
    for unit in (units := ("A6M-201", "A6M-253", "A6M-ZU")):
        view = worn(view, unit)
    for asked, said in (
        (units, "3 steps asked for, pool 2 steps (A6M-ZU takes 2 of it); at most 1 VP"),
        (units[2:], "1 step asked for, pool 2 steps (A6M-ZU takes 2 of it); at most 1/2 VP"),
        (units[:1], "1 step asked for, pool 2 steps; at most 1/2 VP"),
    ):
        costs = foretold(view, Mark(units=asked, replace=asked)).costs
        assert f"Replacement: {said} for the enemy [H14.1]." in costs


def test_h14_1_a_mark_that_can_bring_nothing_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(ALLIED, "5.3")
    view = worn(game.match.view(), WORN)
    alone = "F4U-221 lacks a step alone, and asks for none in 'replace' [H14.1]."
    for replaced, warned in (((), True), ((WORN,), False)):
        said = foretold(view, Mark(units=(WORN,), replace=replaced)).warnings
        assert (alone in said) == warned
    ended = replace(view.game, terms=replace(view.game.terms, last_turn=view.game.now))
    last = "It is the last turn, and each step that comes gives the enemy 1/2 VP [H14.1]."
    said = foretold(replace(view, game=ended), Mark(units=(WORN,), replace=(WORN,))).warnings
    assert last in said


def test_h9_4_sorties_count_marked_units_that_scramble_and_those_that_evade(
    loaded: dict[str, int],
) -> None:
    game = play("bismarck-sea", loaded | {"5.1 event": 7}).until(ALLIED, "4.4")
    game.file(
        AirMission(
            kind="strike", hex="1203", band="high", strikers=("B17-63",), mode="precision",
            target="base:RAB",
        )
    )  # fmt: skip
    view = game.match.view()
    assert isinstance(view.private, Private)
    marked = replace(view.private.planes["A6M-253"], disrupted=True, mark=True)
    view = replace(view, private=view.private.with_planes((marked,)))
    rising = FrozenMap({"A6M-253": "RAB", "A6M-204a": "RAB"})
    order = Reply(mission="t1m1", interceptors=rising, evaders=FrozenMap({"G4M-705": "RAB"}))
    assert CARTWHEEL.foretell is not None
    (said,) = (s for s in CARTWHEEL.foretell(view, (order,), CHARTS).costs if s.startswith("Air"))
    assert said.startswith(
        "Air: 2 try to intercept (1 of them marked to regroup) and 1 tries to evade; "
    )


def test_h8_9_5_tf36_goes_up_by_the_file_that_places_it(loaded: dict[str, int]) -> None:
    game = play("toenails", loaded | {"5.1 event": 7}, asked=False).until(ALLIED, "5.3")
    view = game.match.view()
    decks = Clause(hexes=("1807",), most=8, keep=0, within=1, bases=("TF36-CV", "TF36-CVL"))
    file = (CommitTF36(commit=True, hex="1808"), Answers(clauses=(decks,)))
    assert "F6F-12 and F6F-23 up" in told_on("1807", ordered(view, *file))
    assert sealed_on("1807", "h0", view, *file) == {"F6F-12", "F6F-23"}


# --- where one is asked, and what is left open ---------------------------------------------------


def test_h8_9_7_who_is_asked_about_a_hex_is_not_told_who_goes_up_there(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(ALLIED, "4.4")
    view, hex_ = game.match.view(), "1606"
    said = ordered(view, POLICY, Asked(hexes=(hex_,)))
    assert f"{CHARTS.full_name(hex_)}: you are asked for a reply [H8.9.7]." in said
    assert not [line for line in said if hex_ in line and " up" in line]
    asked = replace(view, game=replace(view.game, asked=FrozenMap({ALLIED: (hex_,)})))
    assert CARTWHEEL.form is not None
    parts = (one for one in CARTWHEEL.form(asked, CHARTS) if one.title.startswith("Answers in"))
    lines = [line for part in parts for line in part.choices]
    assert f"{CHARTS.full_name(hex_)}: you are asked for a reply [H8.9.7]." in lines
    assert not [line for line in lines if hex_ in line and " up" in line]


def looked_at(view: View[Game], *orders: Order) -> list[str]:
    """What is to be looked at twice in legal orders, of raids that nobody meets."""
    assert not any(CARTWHEEL.check(view, orders, CHARTS))
    assert CARTWHEEL.foretell is not None
    said = CARTWHEEL.foretell(view, orders, CHARTS).warnings
    return [line for line in said if line.startswith("Nobody goes up")]


def test_h8_9_5_hexes_that_missions_leave_without_fighters_are_to_be_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}, asked=False).until(ALLIED, "4.4")
    view, alone = game.match.view(), ("F4U-17",)
    only = Clause(most=6, keep=0, within=2, bases=(view_base(view, "F4U-17"),))
    others = [
        plane.id
        for plane in private(view).at(only.bases[0])
        if CHARTS.air[plane.id].model.is_fighter and plane.id not in alone
    ]
    planes = (replace(private(view).planes[unit], half="flown") for unit in others)
    view = replace(view, private=private(view).with_planes(planes))
    policy = Answers(clauses=(only,))
    sweep = AirMission(kind="sweep", hex="1405", band="high", escorts=alone)
    (line,) = looked_at(view, policy, sweep)
    assert line.endswith("without its missions and stage moves F4U-17 would [H8.9.5].")
    assert looked_at(view, policy) == []
    hexes = tuple(hex_ for hex_ in ("1606", "1707", "1807") if hex_ in line)
    assert hexes
    stands = looked_at(view, policy, sweep, Asked(hexes=hexes[:1]))
    assert not [one for one in stands if hexes[0] in one]
    over = replace(view.game.operations, out=(JAPANESE,))
    ended = replace(view, game=view.game.with_operations(over))
    assert looked_at(ended, policy, sweep) == [], "no more raids come"


def test_h9_5_a_marked_unit_that_the_own_policy_lets_evade_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = play("bougainville", loaded | {"5.1 event": 7}).until(ALLIED, "5.3")
    view, mark = worn(game.match.view(), WORN), Mark(units=(WORN,))
    flees = Answers(clauses=(Clause(evade="all", evade_most=9),))
    said = "F4U-221 is marked, and your policy lets it evade: it loses its mark by trying [H9.5]."
    assert said in foretold(view, mark, flees).warnings
    assert said not in foretold(view, mark, POLICY).warnings
    assert said not in foretold(view, flees).warnings


def test_h8_9_7_a_list_of_hexes_is_told_to_replace_the_one_before(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded, asked=False).until(ALLIED, "4.4")
    game.file(Asked(hexes=("1707", "1807"))).until(ALLIED, "4.4")
    ended = "Raids on 1707 (Russell Islands) ask for it no more: the order replaces the list"
    for hexes, told in ((("1807",), True), (("1707", "1807"), False)):
        said = ordered(game.match.view(), Asked(hexes=hexes))
        assert (f"{ended} [H8.9.7]." in said) == told


def test_6_5_a_mobile_base_begun_in_the_last_turn_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    view = play("toenails", loaded).until(ALLIED, "5.3").match.view()
    late = "Allied mobile base 1 (MA1) would work only after the last turn [6.5]."
    for last, warned in ((view.game.now, True), (view.game.terms.last_turn, False)):
        game = replace(view.game, terms=replace(view.game.terms, last_turn=last))
        said = foretold(replace(view, game=game), Build(base="MA1", hex="1806")).warnings
        assert (late in said) == warned


def test_h8_9_5_what_is_sent_where_nobody_goes_up_for_those_kept_is_to_be_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """One stands at Lae, and one on each of TF-36's decks."""
    kept = (
        "the default policy keeps 1 fighter at each base; 'answers' can name 'most' with keep = 0"
    )
    view = play("toenails", loaded, asked=False).until(ALLIED, "5.3").match.view()
    fleet = CommitTF36(commit=True, hex="1808")
    assert kept_from(view, fleet)[0] == (
        f"F6F-12 and F6F-23 go up against no raid: {kept} [H8.9.6]."
    )
    assert kept_from(view, fleet, POLICY) == []
    assert "1808: " in "".join(ordered(view, fleet, POLICY)), "the enemy can strike it there"
    assert "1808: " not in "".join(ordered(view, POLICY))
    game = play("bismarck-sea", loaded | {"5.1 event": 7, "7.5 missions": 3}, asked=False)
    view, lae = game.until(JAPANESE, "4.4").match.view(), "0705"
    sail = NavalMission(ships=("MARU1",), path=("1203", "1104", "1004", "0905", "0805", lae))
    assert kept_from(view, sail) == [
        f"Nobody goes up over MARU1 at 0705 (Lae), though KI43-24a could: {kept} [H8.9.6]."
    ]
    assert kept_from(view, sail, StandDown(on=True)) == [], "nobody answers any more [H8.6]"
    (own,) = kept_from(view, sail, Answers(clauses=(Clause(most=6),)))
    assert own.endswith("could: 'keep' of your policy holds back so many at each base [H8.9.5].")
    (by_default,) = kept_from(view, sail, Answers(clauses=(Clause(hexes=("1203",), most=6),)))
    assert by_default.endswith(f"could: {kept} [H8.9.6].")
    assert [sealed_on(lae, "h1", view, sail, *more) for more in ((), (POLICY,))] == [
        set(), {"KI43-24a"}
    ]  # fmt: skip
    assert kept_from(view, sail, POLICY) == kept_from(view, sail, Asked(hexes=(lae,))) == []


def test_h8_9_5_who_stages_where_the_file_leaves_nobody_to_go_up_is_not_told_again(
    loaded: dict[str, int],
) -> None:
    """The one fighter that is left at Rabaul is kept there, and A6M-582 comes to it."""
    view = play("toenails", loaded, asked=False).until(JAPANESE, "4.4").match.view()
    sweep = AirMission(kind="sweep", hex="1606", band="high", escorts=("A6M-251", "A6M-253"))
    (line,) = looked_at(view, sweep, Stage(unit="A6M-582", to="RAB"))
    assert "1203 (Rabaul)" in line
    assert line.endswith("without its missions and stage moves A6M-201 and A6M-251 would [H8.9.5].")


def test_h8_9_5_ships_of_the_file_are_covered_against_strikes_or_it_is_to_be_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """A policy against sweeps alone meets no strike where the ships will lie."""
    game = play("bismarck-sea", loaded | {"5.1 event": 7, "7.5 missions": 3}, asked=False)
    view = game.until(JAPANESE, "4.4").match.view()
    way = ("1203", "1104", "1004", "0905", "0805", "0705")
    sail, lae = (NavalMission(ships=("MARU1",), path=path) for path in (way[:4], way))
    for file, told in (((POLICY, sail), True), ((POLICY,), False)):
        places = [one for one in ordered(view, *file) if one.endswith(("up.", "comes.", "nobody."))]
        assert any("0905" in line for line in places) == told
    sweeps = Answers(clauses=(Clause(classes=("w0", "w1"), most=3, keep=0, within=1),))
    (warned,) = kept_from(view, sweeps, lae)
    assert warned.startswith(
        "Nobody goes up against strikes and airdrops over MARU1 at 0705 (Lae), though KI43-24a"
    )
    strikes = Answers(clauses=(Clause(classes=("l0", "l1", "h0", "h1"), most=3, keep=0, within=1),))
    assert kept_from(view, strikes, lae) == []


def kept_from(view: View[Game], *orders: Order) -> list[str]:
    """What is to be looked at twice in legal orders, of fighters that bases keep back."""
    assert not any(CARTWHEEL.check(view, orders, CHARTS))
    assert CARTWHEEL.foretell is not None
    return [one for one in CARTWHEEL.foretell(view, orders, CHARTS).warnings if "keep" in one]


def private(view: View[Game]) -> Private:
    assert isinstance(view.private, Private)
    return view.private


def view_base(view: View[Game], unit: str) -> str:
    return private(view).planes[unit].base


def test_h8_9_5_who_goes_up_by_a_reply_and_is_named_by_the_same_file_again_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    """When the second raid comes he has flown, and nobody else is named against it."""
    loaded |= {"5.1 event": 7, "7.5 missions": 3, "9.4 scramble t1m1 A6M-204a": 1}
    game = play("bismarck-sea", loaded, asked=False).until(JAPANESE, "5.2")
    game.file(Asked(hexes=("1203",))).until(JAPANESE, "4.4").file().until(ALLIED, "4.4")

    def strike(hex_: str, base: str, unit: str) -> AirMission:
        return AirMission(
            kind="strike", hex=hex_, band="high", strikers=(unit,), mode="precision",
            target=f"base:{base}",
        )  # fmt: skip

    game.file(strike("1203", "RAB", "B17-63"))
    base = game.match.seats[JAPANESE].private.planes["A6M-204a"].base
    view = game.match.view()
    up = Reply(mission="t1m1", interceptors=FrozenMap({"A6M-204a": base}))
    again = [hex_ for hex_ in ("1004", "1304") if "A6M-204a" in sealed_on(hex_, "l0", view, up)]
    assert again == ["1004", "1304"]
    assert CARTWHEEL.foretell is not None
    (said,) = (one for one in CARTWHEEL.foretell(view, (up,), CHARTS).warnings if "named" in one)
    assert said.startswith("A6M-204a is named by this file's answers to raids on ")
    assert all(f"{hex_} (" in said for hex_ in again)
    assert said.endswith(", too: nobody goes up there instead if it has flown by then [H8.9.5].")
    assert not any("named" in one for one in CARTWHEEL.foretell(view, (), CHARTS).warnings)
    game.file(up, Pass()).until(ALLIED, "4.4")
    game.file(strike("1004", "GAS", "B17-64"))
    assert "A6M-204a at Rabaul cannot take off any more: it has flown" in game.report()


def test_h9_4_5_a_fighter_named_against_two_raids_is_looked_at_twice(
    loaded: dict[str, int],
) -> None:
    game = play("toenails", loaded | {"5.1 event": 7, "7.5 missions": 9}).until(ALLIED, "4.4")
    raids = [
        AirMission(kind="sweep", hex=hex_, band="high", escorts=(unit,))
        for hex_, unit in (("1405", "F4U-124"), ("1506", "F4U-213"))
    ]
    game.file(*raids).until(JAPANESE, "4.4")
    up = [
        Reply(mission=id_, interceptors=FrozenMap({"A6M-582": "BUI"})) for id_ in ("t1m1", "t1m2")
    ]
    warned = (
        "A6M-582 is named against several raids: a later one is met only if it has not taken off"
    )
    for replies, told in ((up, True), ((up[0], Reply(mission="t1m2")), False)):
        said = foretold(game.match.view(), *replies).warnings
        assert (f"{warned} before [H9.4.5]." in said) == told
