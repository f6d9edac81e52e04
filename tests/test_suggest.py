"""What is suggested for words that nobody knows, and that a draft's faults are told together."""

from pathlib import Path

import pytest

from pbem.decode import decode
from pbem.engine.names import with_names_meant
from pbem.engine.orders import encode_order, judged_beside, read_orders
from pbem.errors import Problem, Refused
from pbem.game.write import Draft, check_draft
from pbem.suggest import did_you_mean, meant
from pbem.systems.midway.table.orders import TYPES, Plan, StandingCap
from tests.simulator import begin


def test_words_that_begin_so_come_first_then_those_with_letters_transposed() -> None:
    known = ("akagi", "Akagi-DB", "Akagi-F", "kaga", "soryu")
    assert meant("AKAGI-", known) == ("Akagi-DB", "Akagi-F", "akagi")
    assert meant("akagi-bd", ("Akagi-TB", *known))[:2] == ("Akagi-DB", "Akagi-TB")
    assert did_you_mean("sorju", known) == "did you mean soryu?"
    assert did_you_mean("lexington", known, "name a carrier") == "name a carrier"
    assert did_you_mean("", known) == ""


def found(*tables: object) -> list[tuple[str, str, str]]:
    read = read_orders(tables, TYPES, code="E12")
    return [(problem.where, problem.what, problem.hint) for problem in read.problems]


def test_a_misspelt_kind_key_and_value_are_each_told_with_what_was_meant() -> None:
    assert found({"type": "lanuch"}) == [
        ("order 1", "there is no order of type 'lanuch'", "did you mean launch?")
    ]
    assert found({"type": "plan", "carrier": "akagi", "dekc": []}) == [
        ("order 1", "unknown key 'dekc'", "did you mean deck?")
    ]
    assert found({"type": "standing-cap", "attack": "allways"}) == [
        (
            "order 1, key 'attack'",
            "must be one of: if-bombers, always, never, if-outnumbering",
            "did you mean always?",
        )
    ]
    assert found({"type": "plan", "carier": "akagi", "dekc": []})[1:] == [
        ("order 1", "unknown key 'carier', 'dekc'", CARRIER_AND_DECK)
    ]


def test_an_unknown_key_that_looks_like_none_stands_for_the_one_that_is_missing() -> None:
    attack = {"type": "attack", "squadrons": ["VB-6"]}
    of_all = "the keys of 'attack': squadrons, carrier"
    assert found({**attack, "target": "akagi"}) == [
        ("order 1", "key 'carrier' is missing", of_all),
        ("order 1", "unknown key 'target'", "did you mean carrier?"),
    ]
    assert [hint for *_, hint in found({**attack, "target": 3})] == [of_all] * 2
    several = found({**attack, "carrier": "akagi", "target": "akagi", "squadron": "VB-6"})
    assert [hint for *_, hint in several] == [
        "'squadron': did you mean squadrons?; the keys are: squadrons, carrier"
    ]


def test_a_name_in_brackets_is_told_how_it_is_written_alone() -> None:
    alone, named = (
        found({"type": "plan", "deck": [], "carrier": carrier})
        for carrier in (["akagi"], {"akagi": 1})
    )
    assert [hint for *_, hint in alone] == ['write one alone in " ", without the [ ]']
    assert [hint for *_, hint in named] == ['write its name alone in " ", without the { }']


def test_faults_of_one_kind_in_a_row_share_a_hint_that_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    player = world.players["japanese"]
    draft = player.folder / "orders-0002.toml"
    carriers = ("akagi", "kaga", "hiryu")
    draft.write_text(
        "".join(
            f'[[order]]\ntype = "plan"\ncarrier = "{one}"\ndeck = "{one.capitalize()}-DB"\n'
            for one in carriers
        )
    )
    assert player.run("check") == 1
    errors = [line for line in capsys.readouterr().err.splitlines() if line]
    assert sum("must be a list in [ ]" in line for line in errors) == len(errors) - 1 == 3
    assert errors[-1].endswith(
        "hint: for the 3 errors above: write it in [ ], also if it is one alone"
    )


CARRIER_AND_DECK = "'carier': did you mean carrier?; 'dekc': did you mean deck?"


def test_every_bad_member_of_a_list_is_told() -> None:
    table = {"type": "plan", "carrier": "akagi", "deck": ["Akagi-DB", 7, True]}
    assert [where for where, _, _ in found(table)] == [
        "order 1, key 'deck[2]'",
        "order 1, key 'deck[3]'",
    ]


def test_an_order_is_judged_without_the_keys_that_cannot_be_read() -> None:
    tables = (
        {"type": "fly"},
        {"type": "standing-cap", "attack": "never", "ratio": "two", "speed": 3},
        encode_order(Plan(carrier="akagi", deck=())),
        {"type": "plan", "carrier": 7},
    )
    read = read_orders(tables, TYPES, code="E12")
    assert read.orders == (
        (2, StandingCap(attack="never")),
        (3, Plan(carrier="akagi", deck=())),
    )
    rules = (
        Problem(code="E12", what="first", where="order 1, key 'attack'"),
        Problem(code="E12", what="hidden", where="order 1, key 'ratio'"),
        Problem(code="E12", what="'akagi' is planned by order 1 already", where="order 2"),
        Problem(code="E12", what="of the file", where="message"),
    )
    told = [(problem.where, problem.what) for problem in judged_beside(read, rules)]
    assert told == [
        ("order 2, key 'attack'", "first"),
        ("order 3", "'akagi' is planned by order 2 already"),
        ("message", "of the file"),
    ]


def test_a_value_of_the_wrong_type_says_how_it_is_written() -> None:
    hints = {}
    for type_, value in ((int, "2"), (str, 2), (bool, 1), (tuple[int, ...], 2)):
        try:
            decode(type_, value, code="E12", where="here")
        except Refused as refused:
            hints[type_] = refused.problems[0].hint
    assert hints == {
        int: "write digits alone, without quotes or a point",
        str: 'write it in " "',
        bool: "write true or false, without quotes",
        tuple[int, ...]: "write it in [ ], also if it is one alone",
    }


def test_a_name_that_nobody_bears_is_told_with_what_was_meant(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    orders = (
        {"type": "plan", "carrier": "hirju", "deck": []},
        {"type": "plan", "carrier": "kaga", "deck": ["Kaga-TD"]},
        {"type": "plan", "carrier": "soryu", "deck": ["nobody"]},
        {"type": "plan", "carrier": "enterprise", "deck": []},
    )
    with world.players["japanese"].session() as session:
        problems = check_draft(session, Draft(orders=orders))
    assert [(problem.what, problem.hint) for problem in problems] == [
        (
            "hirju is no carrier of yours",
            "did you mean hiryu?",
        ),
        (
            "Kaga-TD is not aboard that carrier",
            "did you mean Kaga-DB or Kaga-TB2 or Kaga-TB1? legal are: Kaga-DB, Kaga-F, Kaga-TB1,"
            " Kaga-TB2",
        ),
        ("nobody is not aboard that carrier", "legal are: Soryu-DB, Soryu-F, Soryu-TB"),
        ("Enterprise is no carrier of yours", "yours are: akagi, kaga, soryu, hiryu"),
    ]


def test_squadrons_are_judged_though_their_carrier_is_none(tmp_path: Path) -> None:
    """One pass tells both; who is aboard another carrier of one's own is no fault beside it."""
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))
    plan = {"type": "plan", "carrier": "hirju", "deck": ["Hiryu-TD", "Hiryu-DB"]}
    with world.players["japanese"].session() as session:
        problems = check_draft(session, Draft(orders=(plan,)))
    assert [(problem.where, problem.what) for problem in problems] == [
        ("order 1, key 'carrier'", "hirju is no carrier of yours"),
        ("order 1, key 'deck'", "Hiryu-TD is aboard no carrier of yours"),
    ]
    for _ in range(2):
        world.round()
    launch = {"type": "launch", "carrier": "hirju", "strike": ["Hiryu-TD"], "cap": ["Hiryu-G"]}
    with world.players["japanese"].session() as session:
        problems = check_draft(session, Draft(orders=(launch,)))
    assert [(problem.where, problem.what) for problem in problems] == [
        ("order 1, key 'carrier'", "hirju is no carrier of yours"),
        ("order 1, key 'strike'", "Hiryu-TD is on no deck of yours"),
        ("order 1, key 'cap'", "Hiryu-G is on no deck of yours"),
    ]


def hint_for(name: str, hint: str) -> str:
    """The hint of a problem about a name, in a game of a base and two fleets in two hexes."""
    state = {"BUI": "1405", "TF-36": "1304", "TF-38": "1304", "1405": "", "1304": ""}
    problem = Problem(code="E12", what=f"'{name}' is none", where="order 1, key 'at'", hint=hint)
    (told,) = with_names_meant((problem,), ({"type": "go", "at": name},), state, {})
    return told.hint


def test_nothing_is_suggested_beside_the_names_that_a_hint_lists() -> None:
    """Whoever wrote BUI where a hex is wanted would only be refused again."""
    assert hint_for("Buin", "write its number: 1405") == "write its number: 1405"
    assert hint_for("Buin", "it can at: 1304, 1405") == "it can at: 1304, 1405"
    assert hint_for("tf-3", "these are: TF-38") == "did you mean TF-38?"
    assert hint_for("tf-3", "these are: TF-38 …").startswith("did you mean TF-36 or TF-38?")
    assert hint_for("Buin", "name a base") == "did you mean BUI? name a base"


def test_a_printed_name_is_suggested_where_no_id_is_alike_and_never_itself() -> None:
    called = {"GAS": "Gasmata", "RAB": "Rabaul"}
    for name, hint in (
        ("Gasmatta", "did you mean Gasmata? name a base"),
        ("Rabaul", "name a base"),
    ):
        problem = Problem(
            code="E12", what=f"'{name}' is none", where="order 1, key 'at'", hint="name a base"
        )
        orders = ({"type": "go", "at": name},)
        (told,) = with_names_meant((problem,), orders, dict.fromkeys(called, ""), called)
        assert told.hint == hint


@pytest.mark.parametrize(
    ("name", "many", "hint"),
    [
        ("nobody", 6, "legal are: VB-1, VB-2, VB-3, VB-4, VB-5, VB-6"),
        (
            "nobody",
            23,
            "legal are: VB-1, VB-2, VB-3, VB-4, VB-5, VB-6, …; all 23: pbem orders --explain go",
        ),
        ("BV-12", 23, "did you mean VB-12? all 23: pbem orders --explain go"),
    ],
)
def test_a_long_list_of_what_is_legal_gives_way_to_the_command_that_has_it(
    name: str, many: int, hint: str
) -> None:
    """The suggestion is looked for among all that is legal, not among the first of it."""
    legal = [f"VB-{number}" for number in range(1, many + 1)]
    problem = Problem(
        code="E12", what=f"{name} is none", where="order 1, key 'at'",
        hint=f"legal are: {', '.join(legal)}",
    )  # fmt: skip
    orders = ({"type": "go", "at": name},)
    (told,) = with_names_meant((problem,), orders, dict.fromkeys(legal, ""), {})
    assert told.hint == hint
