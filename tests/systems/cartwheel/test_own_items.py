"""Charts as sealed items: a fixed list, narrow contents, and nothing lost on the way (E.2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.narrow import parse_item
from pbem.systems.cartwheel.book.map import is_playable
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.charts import Flight, Leg, Plane, Private
from pbem.systems.cartwheel.table import open_items
from pbem.systems.cartwheel.table.under_way import Flier, Manifest
from tests.systems.cartwheel.hidden import own
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

GAME = started()
SIDES = ("allied", "japanese")
UNITS = {side: items.units(GAME, side, CHARTS) for side in SIDES}
PLACES = {side: items.places(GAME, side, CHARTS) for side in SIDES}

# --- the fixed list ------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_the_list_names_every_place_and_unit_in_byte_order(side: str) -> None:
    """Every base of H3 but the enemy's boxes, own carriers, every own air unit (E.2)."""
    ids = items.chart_ids(GAME, GAME.seat_of(side), CHARTS)
    assert list(ids) == sorted(ids, key=str.encode)
    foreign = {"allied": {"TRK"}, "japanese": {"AUS", "SOP"}}[side]
    decks = {"allied": {"TF36-CV", "TF36-CVL"}, "japanese": {"IJN-CV1", "IJN-CVL1"}}[side]
    bases = {id_ for id_ in CHARTS.bases if id_ not in foreign} | decks
    assert {id_.removesuffix("/counts") for id_ in ids if id_.endswith("/counts")} == bases
    assert {id_.removesuffix("/chart") for id_ in ids if id_.endswith("/chart")} == bases
    flying = {u.id for u in CHARTS.air.values() if u.side == side and u.id != "PBY-M"}
    assert {id_.removeprefix("unit/") for id_ in ids if id_.startswith("unit/")} == flying
    raids = {id_.removeprefix("raid/") for id_ in ids if id_.startswith("raid/")}
    classes = ("dd", "h0", "h1", "l0", "l1", "w0", "w1")
    area = [hex_ for hex_ in CHARTS.hexes if is_playable(CHARTS, hex_)]
    assert raids == {f"{hex_}/{class_}" for hex_ in area for class_ in classes}
    assert len(raids) == 1113, "159 hexes of the campaign [H8.9.1]"
    assert len(ids) == 2 * len(bases) + len(flying) + len(raids) + 1
    assert "policy" in ids


@pytest.mark.parametrize("side", SIDES)
def test_the_list_never_depends_on_what_happens(side: str) -> None:
    """Nothing can be read off what is renewed (protocol 7)."""
    before = items.chart_ids(GAME, GAME.seat_of(side), CHARTS)
    lost = {id_: replace(base, status="lost", hex="") for id_, base in GAME.bases.items()}
    dead = {id_: replace(unit, steps=0, arrived=True) for id_, unit in GAME.air.items()}
    sunk = {id_: replace(ship, steps=0, at="") for id_, ship in GAME.ships.items()}
    later = replace(GAME, now=12, bases=FrozenMap(lost), air=FrozenMap(dead), ships=FrozenMap(sunk))
    assert items.chart_ids(later, GAME.seat_of(side), CHARTS) == before
    contents = items.charts_items(Private(side=side, planes=FrozenMap()), later, CHARTS)
    assert tuple(sorted(contents)) == before


# --- there and back ------------------------------------------------------------------------------


def planes(side: str) -> st.SearchStrategy[dict[str, Plane]]:
    """Any units of a side anywhere in any state; a Rufe also at ports."""

    def plane(unit: str) -> st.SearchStrategy[Plane]:
        ports = ("port:1203", "port:1405") if CHARTS.air[unit].model.is_floatplane else ()
        return st.builds(
            Plane, id=st.just(unit), base=st.sampled_from((*PLACES[side], *ports)),
            half=st.sampled_from(("ready", "flown")), disrupted=st.booleans(),
            steps=st.integers(1, 2), mark=st.booleans(), replace=st.booleans(),
            counts_as=st.sampled_from(("", "F", "B")), staged=st.booleans(),
            to=st.sampled_from(("", *PLACES[side])), used=st.booleans(), ace=st.booleans(),
            away=st.booleans(), due=st.booleans(),
        )  # fmt: skip

    return st.sets(st.sampled_from(UNITS[side])).flatmap(
        lambda ids: st.fixed_dictionaries({unit: plane(unit) for unit in sorted(ids)})
    )


def flights(side: str) -> st.SearchStrategy[dict[str, Flight]]:
    base, unit = st.sampled_from(PLACES[side]), st.sampled_from(UNITS[side])
    legs = st.lists(st.builds(Leg, unit=unit, origin=base, returns=base), max_size=3)
    flier = st.builds(
        Flier, unit=unit, role=st.sampled_from(("escort", "striker", "transport")),
        steps=st.integers(1, 2), mode=st.sampled_from(("", "dive")),
        target=st.sampled_from(("", "base:RAB")), cargo=st.sampled_from(("", "supply")),
    )  # fmt: skip
    manifest = st.builds(
        Manifest, fliers=st.lists(flier, max_size=3).map(tuple), top_cover=st.booleans(),
        abort_at=st.sampled_from(("never", "half", "any")), ace=st.sampled_from(("", "A6M-201")),
    )  # fmt: skip
    flight = st.builds(Flight, manifest=manifest, legs=legs.map(tuple))
    return st.dictionaries(st.sampled_from(("t1m1", "t1m2", "t12m10")), flight, max_size=2)


@st.composite
def privates(draw: st.DrawFn) -> Private:
    """Any hidden state at the moment of an own file."""
    side = draw(st.sampled_from(SIDES))
    place = st.sampled_from(PLACES[side])
    lists = st.dictionaries(place, st.lists(place, min_size=1, max_size=4).map(tuple), max_size=3)
    return Private(
        side=side,
        planes=FrozenMap(draw(planes(side))),
        evacuate=FrozenMap(draw(lists)),
        flights=FrozenMap(draw(flights(side))),
    )


@settings(deadline=None)
@given(private=privates())
def test_charts_come_back_from_their_items(private: Private) -> None:
    contents = items.charts_items(private, GAME, CHARTS)
    assert items.read_items(private.side, contents, CHARTS) == private


@settings(deadline=None)
@given(private=privates())
def test_what_an_annex_leaves_out_follows_from_the_rest(private: Private) -> None:
    """Counts and unit items are derived again from charts (protocol 8)."""
    contents = items.charts_items(private, GAME, CHARTS)
    kept = {id_: text for id_, text in contents.items() if items.is_needed(id_, CHARTS)}
    assert len(kept) < len(contents) / 2
    assert items.complete(private.side, kept, GAME, (), CHARTS) == contents


@settings(deadline=None)
@given(private=privates())
def test_every_content_is_of_the_narrow_form(private: Private) -> None:
    for id_, content in items.charts_items(private, GAME, CHARTS).items():
        assert parse_item(content) is not None, (id_, content)


@settings(deadline=None)
@given(private=privates())
def test_missions_come_back_from_items_of_their_own(private: Private) -> None:
    bare = replace(private, flights=FrozenMap())
    contents = items.charts_items(bare, GAME, CHARTS)
    for mission, flight in private.flights.items():
        contents |= items.flight_items(mission, flight, is_open=False)
    assert items.read_items(private.side, contents, CHARTS) == private
    derived = items.complete(private.side, contents, GAME, (), CHARTS)
    assert derived.items() <= contents.items(), "a mission's own items are in no chart"


def test_against_a_stand_down_only_the_landing_is_sealed() -> None:
    """The manifest stands in the order [H8.6]."""
    flight = Flight(
        manifest=Manifest(fliers=(Flier(unit="P38-9", role="escort", steps=2),)),
        legs=(Leg(unit="P38-9", origin="DOB", returns="PM"),),
    )
    assert set(items.flight_items("t1m1", flight, is_open=True)) == {"landing/t1m1"}
    assert set(items.flight_items("t1m1", flight, is_open=False)) == {
        "landing/t1m1", "mission/t1m1",
    }  # fmt: skip


# --- contents ------------------------------------------------------------------------------------


def test_a_chart_is_compact() -> None:
    """What is not so is not said; a unit takes a few dozen bytes."""
    contents = items.charts_items(own("allied", P38_9={"disrupted": True}), GAME, CHARTS)
    assert contents["KIR/chart"] == "units = []\nevacuate = []\n"
    assert contents["KIR/counts"] == "fighters = 0\nbombers = 0\n"
    dobodura = contents["DOB/chart"].splitlines()[0]
    assert '{ id = "P38-9", half = "ready", disrupted = true, steps = 2 }' in dobodura
    assert contents["unit/P38-9"] == 'base = "DOB"\nhalf = "ready"\ndisrupted = true\nsteps = 2\n'


def test_one_that_is_dead_or_has_not_come_is_nowhere() -> None:
    contents = items.charts_items(own("allied").without("P38-9"), GAME, CHARTS)
    assert contents["unit/P38-9"] == 'base = "none"\n'
    assert contents["unit/P47-340"] == 'base = "none"\n'


@pytest.mark.parametrize(
    ("base", "counts_as", "told"),
    [
        ("RAB", "F", (0, 1)),
        ("KAV", "F", (1, 0)),
        ("KAV", "B", (0, 1)),
        ("KAV", "", (0, 1)),
        ("MJ1", "F", (1, 0)),
    ],
)
def test_amb9_recon_is_told_as_it_counts_at_a_major_base_as_bomber(
    base: str, counts_as: str, told: tuple[int, int]
) -> None:
    dinah = Plane(id="DIN-6", base=base, steps=1, counts_as=counts_as)  # type: ignore[arg-type]
    count = items.counts((dinah,), base, CHARTS)
    assert (count.fighters, count.bombers) == told


def test_amb9_amb22_transports_are_bombers_fighter_bombers_fighters() -> None:
    here = (Plane(id="C47-6", base="PM", steps=1), Plane(id="BEAU-30", base="PM"))
    count = items.counts(here, "PM", CHARTS)
    assert (count.fighters, count.bombers) == (1, 1)


def test_7_3_4_neither_models_nor_halves_nor_steps_are_told() -> None:
    one = Plane(id="A6M-201", base="RAB")
    other = Plane(id="KI43-24a", base="RAB", half="flown", disrupted=True, steps=1, mark=True)
    assert items.counts((one,), "RAB", CHARTS) == items.counts((other,), "RAB", CHARTS)


def test_h7_3_1_units_that_arrive_are_told_those_on_recon_are_not() -> None:
    """The next recon is told of the charts of the conclusion, and comes after the arrivals."""
    here = (
        Plane(id="DIN-6", base="RAB", steps=1, away=True),
        Plane(id="KI61-78a", base="RAB", due=True),
    )
    count = items.counts(here, "RAB", CHARTS)
    assert (count.fighters, count.bombers) == (1, 0)


# --- nonsense ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("units = 3\nevacuate = []\n", "units"),
        ("# a comment\n", "not of the form of sealed items"),
        ('units = [{ id = "A6M-201", half = "asleep", steps = 2 }]\nevacuate = []\n', "half"),
        ('units = [{ id = "A6M-201", steps = true }]\nevacuate = []\n', "steps"),
        ("units = []\nevacuate = []\nmore = 1\n", "more"),
    ],
)
def test_a_chart_that_means_nothing_is_refused(content: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        items.read_items("japanese", {"RAB/chart": content}, CHARTS)


def test_a_chart_with_a_unit_that_there_is_not_is_refused() -> None:
    chart = 'units = [{ id = "SPITFIRE-1", steps = 2 }]\nevacuate = []\n'
    with pytest.raises(Refused, match="there is no air unit 'SPITFIRE-1'"):
        items.complete("japanese", {"RAB/chart": chart}, GAME, (), CHARTS)


@pytest.mark.parametrize(
    "table", [None, {}, {"fighters": 1}, {"fighters": -1, "bombers": 0}, {"fighters": "1"}]
)
def test_counts_that_mean_nothing_are_none(table: dict[str, object] | None) -> None:
    assert open_items.read_count(table) is None


@pytest.mark.parametrize("table", [None, {}, {"base": "none"}, {"base": "RAB", "steps": "two"}])
def test_a_unit_item_that_means_nothing_shows_nothing(table: dict[str, object] | None) -> None:
    assert open_items.read_shown("A6M-201", 0, table) is None
