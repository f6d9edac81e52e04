"""What a wrong file of Pacific Theater is told, through the front door."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.frozen import replace
from pbem.game.session import Session
from pbem.systems.pto.orders.kinds import KINDS
from pbem.systems.pto.orders.sight import sight
from pbem.systems.pto.rules.f6_names import wrong_names
from pbem.systems.pto.rules.f6_sorts import Scope
from pbem.systems.pto.table.orders_month import March, Offensive, Sail, Strike
from pbem.systems.pto.table.orders_season import Bid
from pbem.systems.pto.table.standing import GroundDefence
from tests.simulator import Player, begin, by_bot
from tests.systems.pto.frontdoor import begun, scenario
from tests.systems.pto.phase4 import april, at_phase_4, land
from tests.systems.pto.skies import QUIET, WASHINGTON, afloat, air, opened
from tests.systems.pto.tabletop import CHARTS, based, force, holding, ship, small_game, troops

OFFENSIVE = '[[order]]\ntype = "offensive"\nkind = "land"\nnation = "Japan"\ntheatres = ["China"]\n'


@pytest.fixture(scope="module")
def tokyo(tmp_path_factory: pytest.TempPathFactory) -> Player:
    """Japan's first opportunity of phase 4 in December 1941; nobody has ordered anything."""
    world = begin(tmp_path_factory.mktemp("hints"), "pto/pearl-harbor", ("japanese", "allied"))
    japanese = world.players["japanese"]
    while not is_at(japanese, "/P4"):
        world.round(choose=lambda _: ())
    return japanese


def is_at(player: Player, step: str) -> bool:
    with player.session() as session:
        return any(key.endswith(step) for key in session.view().decision.covers)


def told(player: Player, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = tmp_path / "orders.toml"
    path.write_text(text, "utf-8")
    capsys.readouterr()
    assert player.run("check", str(path)) != 0
    return capsys.readouterr().err


def test_an_innocent_order_is_not_blamed(
    tokyo: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the offensive the attack is as faulty as with it."""
    attack = '[[order]]\ntype = "attack"\narea = "Hunan"\n'
    said = told(tokyo, OFFENSIVE + attack, tmp_path, capsys)
    assert "hint: attack where your units are, or go there first" in said
    assert "leaves no room" not in said


def test_ph10_1_who_marches_on_from_the_enemy_is_told_that_he_ends_there() -> None:
    game = holding(troops(april(), "jp-1", "JP", "MAL"), "JP", "MAL")
    play = at_phase_4(troops(game, "uk-1", "UK", "INC"))
    both = (land("JP", "Malaya"), land("JP", "Burma"))
    (problem,) = play.problems(*both, March(unit="jp-1", path=("INC", "BUR")))
    assert problem.hint == "who enters his area ends there: let the path end"


def test_p4b_2_1_of_too_long_a_way_in_an_offensive_no_form_is_advised() -> None:
    game = force(april(), "row", "JP", "MID", ship("hiei", "BB", mark="standby"))
    play = at_phase_4(game)
    sea = Offensive(kind="sea", nation="JP", stack="row")
    (problem,) = play.problems(sea, Sail(tf="row", path=("HAW", "EPA")))
    assert (problem.rule, problem.hint) == ("P4B.2.1", "end it earlier")


def test_ph2_3_an_air_unit_that_cannot_take_off_is_told_what_ails_its_base() -> None:
    game = afloat(small_game(), "kido", "JP", "HAW", (("akagi", "CV", "J-CV41"),))
    game = game.with_ships([replace(game.ships["akagi"], damaged=True)])
    play = opened(game, QUIET, QUIET)
    (problem,) = play.problems(Strike(units=air("akagi"), area="OAH", at="airfield"))
    assert problem.hint == "its carrier is damaged"


def test_ph10_3_only_bombers_are_listed_to_help_a_defence() -> None:
    game = holding(based(small_game(), "G4M", "JP", "WKE", "g4m-1"), "JP", "WKE")
    game = troops(based(game, "A6M2", "JP", "WKE", "zero"), "jp-1", "JP", "WKE")
    (ground,) = (kind for kind in KINDS if kind.order is GroundDefence)
    listed = {part.key: part.values for part in ground.parts(sight(game, "tokyo", (), CHARTS))}
    assert listed["units"] == ("g4m-1",)


def test_ph12_5_where_nothing_is_bought_a_bid_is_not_told_of_repairs() -> None:
    (problem,) = scenario("leyte").problems(Bid(nation="JP", offensives=90))
    assert problem.hint.endswith(" EP each")


def test_p4a_2_b_who_writes_land_means_an_assault(
    tokyo: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(tokyo, OFFENSIVE + '[[order]]\ntype = "land"\n', tmp_path, capsys)
    assert "there is no order of type 'land'" in said
    assert "hint: did you mean assault?" in said


@pytest.mark.parametrize("value", ["yes", "True", "on"])
def test_truth_is_written_in_small_letters(
    tokyo: Player, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(tokyo, f'[[order]]\ntype = "pass"\nrest = {value}\n', tmp_path, capsys)
    assert "hint: write true or false, in small letters" in said


def test_ph13_1_theatres_are_not_read_as_areas(
    tokyo: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = OFFENSIVE.replace('["China"]', '["Malaya", "Philippines"]')
    said = told(tokyo, two, tmp_path, capsys)
    assert "a land offensive names one theatre, and this one 2 [PH13.1]" in said
    assert "is no theatre" not in said


def test_f_6_3_a_type_of_ships_is_not_taken_for_a_ship(
    tokyo: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(tokyo, '[[order]]\ntype = "losses"\nsteps = ["CA"]\n', tmp_path, capsys)
    assert "the type CA is no unit" in said
    assert "did you mean" not in said


def test_p3_1_1_a_name_for_a_task_force_is_told_as_it_may_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    world.round(choose=lambda _: ())
    form = '[[order]]\ntype = "form"\ntf = "Mobile Force"\nships = ["akagi"]\n'
    written = "small letters, digits, . / and -, 32 at most, no blanks, and a name nothing else has"
    for name, hint in (
        ("Mobile Force", f"write mobile-force: {written}"),
        ("TF.12", written),
        ("Akagi!", written),
        ("Kido.Butai", f"write kido-butai to join that task force; of a new one: {written}"),
    ):
        said = told(world.players["japanese"], form.replace("Mobile Force", name), tmp_path, capsys)
        assert f"no task force can be called that [P3.1.1]\npbem: hint: {hint}\n" in said


def test_f_2_a_file_that_orders_nothing_says_what_it_could_hold(
    tokyo: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("", "utf-8")
    capsys.readouterr()
    assert tokyo.run("check", str(path)) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "This file could decide, for December 1941: " in said


def test_legal_returns_are_listed_by_force(
    tokyo: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert tokyo.run("orders", "--explain", "return") == 0
    said = capsys.readouterr().out
    assert said.count("kido-butai") <= 3


def test_f_2_appended_is_a_key_only_where_an_offensive_can_be_appended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a file of phase 3 of the side that has the initiative and goes second."""
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    lets_go_first = {"type": "goes-first", "side": "enemy"}
    seen = set[bool]()
    for _ in range(6):
        player = world.players[world.next_seat]
        if is_at(player, "/P3.1-first") or is_at(player, "/P3.1-second"):
            can = is_at(player, "/P4.0")
            capsys.readouterr()
            for kind in ("sail", "engage", "strike"):
                assert player.run("orders", "--explain", kind) == 0
                rows = [line.split()[:1] for line in capsys.readouterr().out.splitlines()]
                assert (["appended"] in rows) is can, (player.seat, kind)
            for form in (("orders", "-o", "-"), ("orders", "--full", "-o", "-")):
                assert player.run(*form) == 0
                assert ("appended" in capsys.readouterr().out) is can
            seen.add(can)
        own = [lets_go_first] if is_at(player, "/S2.3") and player.seat == "allied" else []
        world.round(choose=partial(_with, own))
    assert seen == {True, False}


def _with(own: list[dict[str, Any]], session: Session) -> tuple[Mapping[str, Any], ...]:
    return (*by_bot(session), *own)


@pytest.mark.parametrize(
    ("order", "hint"),
    [
        ('type = "offensive"\nkind = "air"\nnation = "chinese"\ntargets = ["LUZ"]\n',
         "hint: use one of: Japan\n"),
        ('type = "attack"\narea = "Manila"\n', "hint: use one of: "),
    ],
)  # fmt: skip
def test_f_6_3_nothing_of_another_sort_is_suggested(
    tokyo: Player, order: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(tokyo, f"[[order]]\n{order}", tmp_path, capsys)
    assert hint in said
    assert "did you mean" not in said


def test_f_6_3_the_name_of_a_nation_and_an_area_is_read_as_the_area_where_one_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong there is told of it."""
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    allied = world.players["allied"]
    while not is_at(allied, "/S2.3"):
        world.round(choose=lambda _: ())
    order = 'type = "build"\nnation = "United States"\nwhat = "division"\narea = "Australia"\n'
    said = told(allied, f"[[order]]\n{order}", tmp_path, capsys)
    assert "no area in play" not in said
    assert "Australia (AUS)" in said


def test_f_6_3_a_nation_is_known_by_its_people() -> None:
    """Chinese is China where China may stand; who does not bid is not suggested for a bid."""
    game = small_game()
    scope = Scope(game=game, seat=WASHINGTON, charts=CHARTS)
    (refusal,) = wrong_names(scope, Offensive(kind="air", nation="chinese", targets=("LUZ",)))
    assert refusal.hint == "did you mean China?"
    (refusal,) = wrong_names(scope, Bid(nation="Netherlands", offensives=1))
    assert "Netherlands" not in refusal.hint


def test_f_2_7_what_cannot_be_combined_is_not_said_to_be() -> None:
    """Land and sea never are [P4.0.3]."""
    play = at_phase_4(april())
    above = land("JP", "Malaya")
    (problem, *_) = play.problems(above, replace(land("JP", "Indies"), next=True))
    assert problem.hint.startswith(
        "leave 'next' out: it is combined with the one above, at its price, if that is land or air"
    )


def test_ph8_3_what_does_not_fight_is_not_sent_as_an_escort() -> None:
    game = holding(based(small_game(), "PBY", "JP", "WKE", "pby"), "JP", "WKE")
    play = opened(holding(game, "US", "KWA"), QUIET, QUIET)
    problems = play.problems(Strike(units=("pby",), area="KWA", at="airfield"))
    assert [(one.what, one.hint) for one in problems] == [
        ("PBY pby (pby) has no bombing strength", "leave it out")
    ]


def test_s3_2_1_who_bids_is_told_by_name() -> None:
    """The Netherlands East Indies have no EP of their own, and bid for nothing [PH12.1]."""
    game = april()
    play = begun(replace(game, terms=replace(game.terms, first_turn=game.turn)), "S2.3")
    (problem, *_) = play.problems(Bid(nation="NE", offensives=1))
    assert problem.hint == "use one of: Japan"


def test_f_2_a_form_that_tells_keys_in_place_of_examples_tells_those_that_can_be_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/pearl-harbor", ("japanese", "allied"))
    while not is_at(player := world.players[world.next_seat], "/P3.1-first"):
        world.round()
    capsys.readouterr()
    assert player.run("orders", "-o", "-") == 0
    said = " ".join(capsys.readouterr().out.replace("#", "").split())
    assert "their keys: strike with units, area, at, tf, escorts, aim, ships." in said
