"""Whole files of Midway: dice already decided, plans opened, orders that anybody may write."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.fold import resolve, take
from pbem.engine.ledger import Outcome
from pbem.engine.orders import Order, decode_orders, encode_order
from pbem.engine.snapshot import freeze, thaw
from pbem.engine.steps import Seat, Setup
from pbem.errors import Refused
from pbem.frozen import FrozenMap, fields, replace
from pbem.scan import scan
from pbem.systems.midway.system import MIDWAY
from pbem.systems.midway.table.orders import TYPES, Land, Plan, StandingCap, StandingLosses
from pbem.turnfile import read
from tests.cheat import forge, with_orders
from tests.simulator import World, begin
from tests.systems.midway.tabletop import CHARTS, put, refusals, table, view

SEATS = ("japanese", "american")


# --- dice that are decided [MH30] ----------------------------------------------------------------


def seen(world: World) -> Outcome[Any]:
    """What the next writer's own seed opens, before he decides anything."""
    player = world.players[world.next_seat]
    with player.session() as session:
        return resolve(
            session.fold, session.rules, player.seat, session.next_seq, session.own_seed()
        )


def before_flak(place: Path) -> World:
    """A game of bots up to a file that opens dice of a carrier attack."""
    world = begin(place, "midway-0700", SEATS)
    while not any(thrown.roll.label.startswith("M7.2") for thrown in seen(world).thrown):
        world.round()
    return world


STANDING: tuple[Order, ...] = (
    StandingLosses(aa=("TB",), fighters=(), bombers=()),
    StandingLosses(aa=("even",), fighters=(), bombers=()),
    StandingCap(attack="never", bomb_split="DB"),
)


def test_mh30_who_has_seen_dice_changes_nothing_that_they_decide(tmp_path: Path) -> None:
    world = before_flak(tmp_path)
    player, known = world.players[world.next_seat], seen(world)
    partner = world.players[next(seat for seat in SEATS if seat != player.seat)]
    for order in STANDING:
        raw = forge(player, with_orders(encode_order(order)))
        with partner.session() as session:
            file = read(scan(raw))
            outcome = take(session.fold, session.rules, session.links, file)
        game = known.fold.table.game
        assert outcome.thrown[: len(known.thrown)] == known.thrown
        assert outcome.happenings[: len(known.happenings)] == known.happenings
        expected = MIDWAY.stand(game, player.seat, order, file.seq).standing
        assert outcome.fold.table.game.standing == expected != game.standing


def test_a_fold_is_frozen_and_thawed_at_every_file(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway-even", SEATS, {"pace": "phase", "sealed_planning": "true"})
    for _ in range(24):
        world.round()
        with world.players["japanese"].session() as session:
            assert thaw(freeze(session.fold), session.rules) == session.fold


# --- sealed plans [MB4] --------------------------------------------------------------------------


def test_mb4_landings_are_checked_against_the_opened_plan() -> None:
    game = put(put(table(pace="phase", sealed=True), "deck", "Akagi-F"), "waiting", "Kaga-TB1")
    landing = Land(carrier="akagi", squadrons=("Kaga-TB1",))
    (problem,) = refusals(game, "japanese", landing, covers=("4/1", "4/3"))
    assert (problem.what, problem.rule) == ("the deck of Akagi is foul with Akagi-F", "M1.1")
    planning = view(game, "japanese", "3/11", seals=("plan/t3",))
    _, items = MIDWAY.seal(planning, (Plan(carrier="akagi", deck=()),), CHARTS)
    content = tomllib.loads(items["plan/t3"])
    game = replace(game, sealed_plans=FrozenMap({"japanese": "plan/t3"}))
    opened, _ = MIDWAY.opened(game, "japanese", "plan/t3", 0, content, CHARTS)
    assert refusals(opened, "japanese", landing, covers=("4/1", "4/3")) == []


def test_mb4_sealed_planning_needs_the_pace_phase() -> None:
    carriers = {
        "japanese": ["akagi", "kaga", "soryu", "hiryu"],
        "american": ["enterprise", "hornet", "yorktown"],
    }
    options = {"carriers": carriers, "pace": "turn", "sealed_planning": True}
    seats = tuple(Seat(name=s, side=s, holder=s, email="", key="") for s in carriers)
    setup = Setup(scenario={"title": "A test", "turns": 12}, seats=seats, options=options)
    (problem,) = MIDWAY.check_setup(setup, CHARTS)
    assert (problem.code, problem.what, problem.rule, problem.hint) == (
        "E12",
        "sealed planning needs the pace 'phase'",
        "MB4",
        "add pace=phase, or leave sealed_planning away",
    )
    phased = replace(setup, options={**options, "pace": "phase"})
    assert list(MIDWAY.check_setup(phased, CHARTS)) == []


# --- whatever is written -------------------------------------------------------------------------

IDS = st.sampled_from([*CHARTS.squadrons, *CHARTS.carriers, "TB", "even", "", "\u0000", "x" * 300])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.integers() | IDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(IDS, inner, max_size=2),
    max_leaves=8,
)
KEYS = sorted({field.name for kind in TYPES.values() for field in fields(kind)})
TABLES = st.fixed_dictionaries(
    {"type": st.sampled_from([*TYPES, "resign", "no-such-order"]) | VALUES},
    optional=dict.fromkeys(KEYS, VALUES),
)


def taken(tables: list[Any]) -> tuple[Order, ...] | None:
    """The orders that can be read, or None where they are refused, each with its number."""
    try:
        return decode_orders(tables, TYPES, code="E12")
    except Refused as refused:
        problems = refused.problems
    assert problems
    assert all(problem.where.startswith("order ") for problem in problems)
    return None


@settings(max_examples=300, deadline=None, derandomize=True)
@given(tables=st.lists(TABLES | VALUES, max_size=4))
def test_order_tables_are_taken_or_refused(tables: list[Any]) -> None:
    orders = taken(tables)
    assert orders is None or len(orders) == len(tables)


WORDS: Mapping[str, st.SearchStrategy[Any]] = {
    "attack": st.sampled_from(["if-bombers", "always", "never", "if-outnumbering"]),
    "bomb_split": st.sampled_from(["TB", "DB", "even"]),
    "deck": st.sampled_from(["default", "keep"]) | st.lists(IDS, max_size=4),
    "fighters": st.sampled_from(["default", "strike"]) | st.lists(IDS, max_size=4),
    "bombers": st.sampled_from(["all", "none"]) | st.lists(IDS, max_size=4),
    "move": st.sampled_from(["advance", "hold", "hold-until"]),
    "to": st.sampled_from(["ready", "attacking", "home", "waiting", "cap", "hangar"]),
    "carrier": IDS,
    "groups": st.lists(st.lists(IDS, max_size=3), max_size=5),
    "ratio": st.integers(),
    "tb_hits": st.integers(),
    "wave_sp": st.integers(),
}
WELL_FORMED = st.sampled_from(sorted(TYPES)).flatmap(
    lambda name: st.fixed_dictionaries(
        {
            "type": st.just(name),
            **{
                field.name: WORDS.get(field.name, st.lists(IDS, max_size=4))
                for field in fields(TYPES[name])
            },
        }
    )
)
COVERS = (
    ("2/9", "2/11", "3/1", "3/3", "3/5", "3/7"),
    ("3/1", "3/3"),
    ("3/5",),
    ("0/11", "1/1", "1/3", "1/5", "1/7"),
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(tables=st.lists(WELL_FORMED, max_size=6), covers=st.sampled_from(COVERS))
def test_what_can_be_read_can_be_judged(
    tables: list[dict[str, Any]], covers: tuple[str, ...]
) -> None:
    game = put(put(table(), "deck", "Akagi-F", "Akagi-DB"), "waiting", "Kaga-F", "Kaga-DB")
    game = put(put(game, "cap", "Soryu-F", ring=2), "attacking", "Hiryu-DB")
    for problem in refusals(game, "japanese", *(taken(tables) or ()), covers=covers):
        assert problem.where.startswith("order ")
        assert problem.rule
        assert problem.hint
