"""Cartwheel's rosters and charts against sums counted by hand from the lists of H3 and H4."""

from collections import Counter

from pbem.systems.cartwheel.book.units import AirUnit
from tests.systems.cartwheel.rulebook import charts


def test_h4_1_models_add_up() -> None:
    models = list(charts().models.values())
    backs = [model.back for model in models if model.back]
    assert len(models) == 34
    assert sum(m.front.af for m in models) == 76
    assert sum(m.front.df for m in models) == 86
    assert sum(m.front.bf for m in models) == 60
    assert [sum(b.af for b in backs), sum(b.df for b in backs), sum(b.bf for b in backs)] == [
        54, 58, 42,
    ]  # fmt: skip
    assert sum(m.range for m in models) == 172
    assert sum(m.sr for m in models) == 172


def test_h4_1_kinds_of_models() -> None:
    models = charts().models
    assert Counter(m.type for m in models.values()) == {
        "F": 12, "FB": 1, "B": 6, "S": 2, "P": 2, "D": 3, "T": 4, "C": 1, "R": 3,
    }  # fmt: skip
    assert [m.id for m in models.values() if m.engines == "single"] == [
        "B5N", "D3A", "D4Y", "SBD", "TBF",
    ]  # fmt: skip
    assert [m.id for m in models.values() if m.steps == 1] == ["C47", "DIN", "F5", "PBY"]
    assert [m.id for m in models.values() if m.unlimited] == ["PBY"]


def test_h4_1_a_bomber_shoots_in_defence_only_and_a_fighter_never_so() -> None:
    for model in charts().models.values():
        assert model.red == (model.type in "BSPDT"), model.id
        assert model.special == (model.type if model.type in "PDST" else ""), model.id


def test_h4_1_a_reduced_unit_has_each_factor_one_less_but_at_least_one() -> None:
    def less(factor: int, *, is_strafe: bool = False) -> int:
        return factor if is_strafe or factor == 0 else max(1, factor - 1)

    for model in charts().models.values():
        if model.back:
            assert model.back.af == less(model.front.af), model.id
            assert model.back.df == less(model.front.df), model.id
            assert model.back.bf == less(model.front.bf, is_strafe=model.strafe), model.id


def test_h4_2_units_by_nation() -> None:
    air = charts().air
    assert Counter(unit.nation for unit in air.values()) == {
        "USA": 40, "AUS": 6, "USMC": 9, "USN": 7, "IJA": 17, "IJN": 10, "11H": 9,
    }  # fmt: skip
    assert Counter(unit.side for unit in air.values()) == {"allied": 62, "japanese": 36}
    assert {unit.model.id for unit in air.values()} == set(charts().models)


def test_6_3_4_how_units_are_told() -> None:
    def told(unit: AirUnit) -> str:
        return unit.model.counts_as

    air = charts().air
    assert [told(air[id_]) for id_ in ("P38-9", "BEAU-30", "C47-6", "F5-8", "B24-319")] == [
        "F", "F", "B", "B", "B",
    ]  # fmt: skip


def test_h4_3_naval_units_add_up() -> None:
    units = list(charts().naval.values())
    fronts, backs = [u.front for u in units], [u.back for u in units if u.back]
    assert len(units) == 34
    assert sum(u.speed for u in units) == 221
    assert [sum(getattr(f, name) for f in fronts) for name in ("aa", "af", "df")] == [46, 59, 96]
    assert [sum(getattr(f, name) for f in fronts) for name in ("cargo", "air")] == [53, 8]
    assert [sum(getattr(f, name) for f in backs) for name in ("aa", "af", "df")] == [29, 43, 65]
    assert [sum(getattr(f, name) for f in backs) for name in ("cargo", "air")] == [24, 4]
    assert Counter(u.type for u in units) == {
        "CA": 6, "CLT": 5, "T": 4, "LST": 4, "BB": 2, "CV": 2, "CVL": 2, "T4": 4, "T2": 4, "SS": 1,
    }  # fmt: skip
    assert Counter(u.side for u in units) == {"allied": 17, "japanese": 17}


def test_h4_4_ground_units_add_up() -> None:
    units = charts().ground.values()
    allied = [u for u in units if u.side == "allied"]
    japanese = [u for u in units if u.side == "japanese"]
    assert [len(allied), sum(u.front for u in allied), sum(u.back for u in allied)] == [35, 131, 63]
    assert [len(japanese), sum(u.front for u in japanese)] == [39, 110]
    assert sum(u.back for u in japanese) == 32
    assert sorted(u.id for u in units if u.red) == sorted(u.id for u in units if u.id[:3] == "GAR")
    assert sum(u.front for u in units if u.red) == 44
    assert [u.id for u in units if u.kind in ("armour", "parachute")] == ["ARM-97", "PIR-503"]
    assert [u.id for u in units if not u.red and u.steps == 1] == ["ARM-97"]


def test_h3_bases_add_up() -> None:
    bases = charts().bases.values()
    fixed = [base for base in bases if base.is_fixed]
    assert Counter(base.type for base in bases) == {
        "off-board": 3, "major": 4, "minor": 23, "mobile": 5,
    }  # fmt: skip
    assert sum(base.fighters for base in fixed) == 107
    assert sum(base.bombers for base in fixed) == 79
    assert sum(base.total for base in fixed) == 143
    assert [base.id for base in bases if base.undeveloped] == ["NAD", "TOR"]
    assert [base.id for base in charts().bases_in("0705")] == ["LAE", "NAD"]


def test_h4_5_markers() -> None:
    markers = charts().markers
    assert dict(markers.ace) == {"allied": 2, "japanese": 2}
    assert dict(markers.radar) == {"allied": 3, "japanese": 1}
    assert dict(markers.fortification) == {"japanese": 8}
    assert dict(charts().basing.mobile) == {"allied": 3, "japanese": 2}


def test_h16_2_occupation_is_worth_so_many_half_points() -> None:
    worth = charts().occupation.values()
    allied = 30 + 12 + 3 * 10 + 4 * 8 + 3 * 6 + 2 * 5 + 3 * 3
    japanese = 40 + 25 + 12 + 10 + 5 * 4
    assert sum(one.allied for one in worth) == 2 * allied == 282
    assert sum(one.japanese for one in worth) == 2 * japanese == 214
    assert len(worth) == 26


def test_h16_1_half_points() -> None:
    points = charts().points
    assert [points.air_step, points.replacement, points.ground_step, points.failed_raid] == [1] * 4
    assert [points.naval[t] for t in ("T", "LST", "T2", "T4", "CLT", "CA", "CVL", "CV", "BB")] == [
        2, 2, 2, 2, 3, 3, 4, 5, 5,
    ]  # fmt: skip
    assert [points.destroyed[t] for t in ("minor", "mobile", "major")] == [2, 2, 6]
    printed = charts().printed
    assert [printed.committed, printed.flown, printed.eliminated] == [2, 1, 2]
