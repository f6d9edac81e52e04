"""Cartwheel's map as a drawing: never too wide, no secret in it, every hex and piece shown."""

import pytest

from pbem.engine.atlas import Drawing, Frame
from pbem.errors import Refused
from pbem.frozen import FrozenMap, replace
from pbem.systems.cartwheel.atlas.commands import draw
from pbem.systems.cartwheel.atlas.small import columns_in
from pbem.systems.cartwheel.own.charts import Plane, Private
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Floatplane, Game
from pbem.systems.cartwheel.table.turn import Scout
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

NAMES = ("campaign", "bismarck-sea", "toenails", "bougainville")


def drawn(game: Game, at: str = "", zoom: int = 1, width: int = 80) -> Drawing:
    return draw(game, None, Frame(at=at, zoom=zoom, width=width), CHARTS)


def text(drawing: Drawing) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in drawing.lines)


def private(side: str, **bases: str) -> Private:
    planes = {unit.replace("_", "-"): base for unit, base in bases.items()}
    return Private(side=side, planes=FrozenMap({u: Plane(id=u, base=b) for u, b in planes.items()}))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("zoom", [1, 2, 3])
@pytest.mark.parametrize("width", [40, 52, 64, 78, 80, 100])
def test_a_drawing_is_never_wider_than_its_screen(name: str, zoom: int, width: int) -> None:
    game = started(name)
    first, last = game.terms.columns
    for at in ("", f"{first:02}01", f"{last:02}08", "TRK", "SOP", "1203"):
        assert drawn(game, at, zoom, width).columns <= width, at


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_plain_ascii(name: str) -> None:
    for zoom in (1, 2, 3):
        drawing = drawn(started(name), zoom=zoom)
        words = "".join(f"{sign}{meaning}" for sign, meaning in drawing.legend)
        assert (text(drawing) + words).isascii()


def test_the_whole_campaign_fits_80_columns_in_one_piece_and_40_in_two() -> None:
    assert columns_in(1, 20, 80) == (tuple(range(1, 21)),)
    assert columns_in(1, 20, 40) == (tuple(range(1, 11)), tuple(range(11, 21)))
    heads = text(drawn(started())).splitlines()[0].split()
    assert heads == [f"{column:02}" for column in range(1, 21)]


def test_the_campaign_at_the_start() -> None:
    lines = text(drawn(started())).splitlines()
    assert lines[:17] == [
        " 01  02  03  04  05  06  07  08  09  10  11  12  13  14  15  16  17  18  19  20",
        "1~       ~       ~       ~       ~       ~       ~       ~       ~       ~",
        "     ~       ~       ~       man     ,,,     ~       ~       ~       ~       ~",
        "2.j.     .j.     ~       ,j, g1p ~   ,,, ~       ~       ~       ~       ~",
        " ... hol ... ait     ~   ,,, ~       kav     ~       ~       ~       ~       ~",
        "3:j: g1p :j: g1. wew     ~       ~   g1p .j.     ~       ~       ~       ~",
        " ::: :j: ::: :j: g5n .j.     ~       ~   ... rab     ~       ~       ~       ~",
        "4^^^ ::: ^^^ ::: ^^^ ... ^j^     .j.     .j.&g6n bka     ~       ~       ~",
        " ^^^ ^^^ ^^^ ^^^ ^^^ mad ... cgl ... gas ... ~   g1p#tor     ~       ~       ~",
        "5::: ^^^ ::: ^^^ ^A^ g7p lae g3. .j. g1n ~       ~   g1. .j.     ~       ~",
        " ::: ::: ::: :A: ^^^ ^A^&g9n fin ... ~       ~       bui ... .j.     ~       ~",
        "6... ::: :A: ::: .A. ^^^ WAU g1p ~       KIR     ~  &g5n vil ... .j.     ~",
        " ... MER ::: .A. ... ~   G4^ DOB     GOO G2, WDL     ~   g5p mun g1p ,A,     ~",
        "7~   ..P .A. ... ~       PM  G3P .A. ,,P ,A, G2, ~       ~  &g5p RUS G2N .A.",
        "     ~   ... ~       ~   G8N ^A^ ... MIL ,,, ,A,     ~       ~   G4N GUA ... ~",
        "8~       ~       ~       ~   ... ~   G5N ~   ,,, ~       ~       ~   G+P .A.",
        "     ~       ///     ~       ~       ~       ,A,     ~       ~       ~   ... ~",
    ]


def test_two_bases_in_a_hex_are_both_named_in_it_or_below() -> None:
    assert "In one hex: lae with #nad" in text(drawn(started()))
    wide = text(drawn(started("bismarck-sea"), width=120))
    assert " lae#nad" in wide
    assert "In one hex" not in wide


@pytest.mark.parametrize(
    ("name", "zoom", "columns"), [("campaign", 1, 119), ("toenails", 1, 119), ("toenails", 2, 112)]
)
def test_a_broad_screen_is_used(name: str, zoom: int, columns: int) -> None:
    drawing = drawn(started(name), zoom=zoom, width=120)
    assert (drawing.columns, drawing.whole, drawing.title) == (columns, True, "The map")


@pytest.mark.parametrize("name", NAMES)
def test_every_hex_is_in_the_middle_of_some_drawing(name: str) -> None:
    game = started(name)
    first, last = game.terms.columns
    for hex_ in CHARTS.hexes:
        if first <= int(hex_[:2]) <= last:
            assert hex_ in text(drawn(game, hex_, 2)), hex_
            assert hex_ in text(drawn(game, hex_, 3, 40)), hex_


def test_marks_of_a_base_show_without_colour() -> None:
    game = started()
    rab, limits = game.bases["RAB"], CHARTS.damage["major"]
    for sign, base in {
        " rab": rab,
        "*rab": replace(rab, hits=limits.disrupted),
        "#rab": replace(rab, status="destroyed", hits=limits.destroyed),
        "=rab": replace(rab, status="building"),
        " RAB": replace(rab, owner=ALLIED),
        "!g6n": replace(rab, supplied=False),
    }.items():
        assert sign in text(drawn(game.with_base(base))), sign
    worn = replace(rab, hits=limits.disrupted, supplied=False, radar=True)
    assert f"rab*{worn.hits}@!" in text(drawn(game.with_base(worn), "RAB", 2))


def test_recon_both_sides_ships_and_a_closed_port_are_told_apart() -> None:
    game = started()
    scouts = FrozenMap({"F5-8": Scout(id="F5-8", side=ALLIED, hex="1203", base="RAB")})
    assert "Rg6n" in text(drawn(game.with_turn(replace(game.turn, scouts=scouts))))
    cruiser = replace(next(iter(game.ships_at("SOP"))), at="1203")
    assert "&g6X" in text(drawn(game.with_ships((cruiser,))))
    shut = replace(game, port_hits=FrozenMap({"1304": CHARTS.bombing.closed}))
    assert " g1x#tor" in text(drawn(shut))
    raiders = replace(game.troops["GAR-GUA"], at="1304")
    assert " Ggp" in text(drawn(game.with_troops((raiders,))))


def test_own_air_units_are_shown_to_their_owner_alone() -> None:
    game = started("toenails")
    mine = private(JAPANESE, A6M_201="RAB", G4M_702="RAB", RUF_802="port:1606", G4M_755="TRK")
    shown = draw(game, mine, Frame(zoom=2, at="RAB"), CHARTS)
    assert "rab 1F1B" in text(shown)
    assert "TRK Truk: IJN-CA1 and yours 1B" in text(shown)
    empty = game.with_ships((replace(game.ships["IJN-CA1"], at="1203"),))
    assert "TRK Truk: yours 1B" in text(draw(empty, mine, Frame(zoom=2, at="RAB"), CHARTS))
    assert "port 1606 1F (1 fit)" in text(shown)
    assert "1F1B" not in text(drawn(game, "RAB", 2))
    assert "yours" not in text(drawn(game, "RAB", 2))


def test_a_rufe_at_a_port_is_shown_to_both() -> None:
    rufe = Floatplane(id="RUF-802", side=JAPANESE, hex="1606", steps=2)
    game = replace(started("toenails"), floatplanes=FrozenMap({rufe.id: rufe}))
    small, counted, named = (drawn(game, "1606", zoom) for zoom in (1, 2, 3))
    assert "g5& f" in text(counted)
    assert "RUF-802" in text(named)
    assert any("f" in sign and "Rufe" in words for sign, words in small.legend)
    mine = private(JAPANESE, RUF_802="port:1606")
    assert "RUF-802" not in text(draw(game, mine, Frame(zoom=3, at="1606"), CHARTS))


def test_without_charts_a_map_is_of_public_things_alone() -> None:
    """Two games that differ in what is hidden alone have one public state, and so one drawing."""
    game = started("toenails")
    one = private(JAPANESE, A6M_201="RAB", G4M_702="BUI")
    two = private(JAPANESE, A6M_201="BKA", G4M_702="TRK")
    for zoom in (1, 2, 3):
        frame = Frame(zoom=zoom, at="BUI")
        assert draw(game, one, frame, CHARTS) != draw(game, two, frame, CHARTS)
        assert draw(game, None, frame, CHARTS) == draw(game, object(), frame, CHARTS)


def test_units_by_id_at_the_largest_zoom() -> None:
    shown = text(drawn(started("toenails"), "munda", 3))
    for word in ("mun", "3F2B/4", "AA2", "38D-229", "SNLF-K6", "GAR-MUN", "Russell", "LST2"):
        assert word in shown


def test_boxes_stand_below_the_map() -> None:
    lines = text(drawn(started())).splitlines()
    assert "AUS Australia: 9D-24 9D-26" in lines
    assert "TRK Truk: IJN-BB1 IJN-CA1 IJN-CA2 IJN-CV1 IJN-CVL1" in lines


def test_a_place_outside_of_the_area_is_refused() -> None:
    with pytest.raises(Refused, match="outside of the scenario's area"):
        drawn(started("toenails"), "Lae")
