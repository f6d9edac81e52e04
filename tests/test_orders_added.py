"""`pbem orders --add`, `--undo`, `--show`: orders added one by one, taken back, told."""

import stat
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.engine.typed import typed_orders
from pbem.frozen import FrozenMap
from tests.pages import environment, shell
from tests.simulator import Player, begin

AKAGI = '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n'
HIRYU = ("--add", "plan", "carrier=Hiryu", "deck=hiryu-db")


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american")).players["japanese"]


@pytest.fixture
def draft(player: Player) -> Path:
    return player.folder / "orders-0002.toml"


def orders(player: Player, *words: str) -> int:
    return player.run("orders", *words)


# --- one order more ------------------------------------------------------------------------------

ADDED = {
    "Midway": (
        ("midway/midway-0700", ("japanese", "american")),
        ("plan", "carrier=HIRYU", "deck=hiryu-db", "standing-cap", "attack=always", "ratio=2"),
        'type = "plan"\ncarrier = "hiryu"\ndeck = ["Hiryu-DB"]\n\n'
        '[[order]]\ntype = "standing-cap"\nattack = "always"\nratio = 2\n',
        "Hiryu has Hiryu-DB",
    ),
    "Cartwheel": (
        ("cartwheel/bougainville", ("japanese", "allied")),
        ("redistribute", "units.a6m-201=Kavieng", "evacuate", "base=Buin", "to=rabaul,Buka"),
        'type = "redistribute"\nunits = { A6M-201 = "KAV" }\n\n'
        '[[order]]\ntype = "evacuate"\nbase = "BUI"\nto = ["RAB", "BKA"]\n',
        "The game begins with A6M-201 (Zero) at Kavieng [H17.0].",
    ),
    "Pacific Theater": (
        ("pto/midway", ("japanese", "allied")),
        ("search", "when=areas", "areas=Midway Sea, Oahu", "gunnery", "fire=capital", "after=2"),
        'type = "search"\nwhen = "areas"\nareas = ["MID", "OAH"]\n\n'
        '[[order]]\ntype = "gunnery"\nfire = "capital"\nafter = 2\n',
        "search for passing task forces only in Midway Sea (MID) and",
    ),
    "a table": (
        ("table/table", ("red", "blue")),
        ("roll", "dice=2d6", "about=attack on Lae", "set", "counter=VP", 'value="3"'),
        'type = "roll"\ndice = "2d6"\nabout = "attack on Lae"\n\n'
        '[[order]]\ntype = "set"\ncounter = "VP"\nvalue = "3"\n',
        'You roll 2d6 for "attack on Lae" [T1].',
    ),
}


@pytest.mark.parametrize("name", ADDED)
def test_orders_are_added_by_printed_names_and_the_whole_draft_told_in_words(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scenario, seats), words, written, told = ADDED[name]
    world = begin(tmp_path, scenario, seats)
    player = world.players[world.next_seat]
    assert orders(player, "--add", *words) == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert "File 2 in words" in said
    assert told in said
    draft = player.folder / "orders-0002.toml"
    text = draft.read_text()
    assert text.endswith(f'message = ""\n\n[[order]]\n{written}')
    assert stat.S_IMODE(draft.stat().st_mode) == 0o600
    assert player.run("send", "--yes") == 0


@pytest.mark.parametrize(
    "before",
    [
        b"# Kaga waits.\n[[order]] # the reserve\ntype = 'plan'\ncarrier='kaga' # or Soryu?\n",
        b"# no end of line at the end",
        b'\xef\xbb\xbf# Windows\r\nmessage = "Good luck"\r\n\r\n\r\n',
    ],
)
def test_nothing_that_a_person_wrote_is_changed_by_what_is_added(
    before: bytes, player: Player, draft: Path
) -> None:
    draft.write_bytes(before)
    assert orders(player, *HIRYU) == 0
    after = draft.read_bytes()
    assert after.startswith(before)
    end = b"\r\n" if b"\r\n" in before else b"\n"
    added = [b"", b"[[order]]", b'type = "plan"', b'carrier = "hiryu"', b'deck = ["Hiryu-DB"]', b""]
    assert after.removeprefix(before).endswith(end.join(added))
    assert orders(player, "--undo") == 0
    assert draft.read_bytes() == before


REFUSED = {
    ("plan", "carrier=hiryu", "deck=Hiryu-DB,Kaga-TB1"): (
        "E12: plan, key 'deck': Kaga-TB1 is not aboard that carrier [M11.1]",
        "legal are: Hiryu-DB",
    ),
    ("plan", "carrier=hiryu", "planes=Hiryu-DB"): (
        "E12: plan: unknown key 'planes'",
        "the keys of 'plan': carrier, deck",
    ),
    ("standing-cap", "ratio=two"): (
        "E12: standing-cap, key 'ratio': must be a whole number",
        "write digits alone, without quotes or a point",
    ),
    ("standing-cap", "attack=allways"): (
        "E12: standing-cap, key 'attack': must be one of: "
        "if-bombers, always, never, if-outnumbering",
        "did you mean always?",
    ),
    ("plam", "carrier=hiryu"): (
        "E12: plam: there is no order of type 'plam'",
        "did you mean plan?",
    ),
    ("anchor", "carrier=hiryu"): (
        "E12: anchor: there is no order of type 'anchor'",
        "'pbem -C ",
    ),
    ("plan", "carrier", "hiryu"): (
        "'carrier' is neither KEY=VALUE nor a kind of order",
        "the keys of 'plan': carrier=…, deck=…",
    ),
    ("plan", "carrier=hiryu", "carrier=kaga"): (
        "'carrier' is given twice in one order",
        "give it once: the items of a list stand between commas, A,B",
    ),
    ("plan", "carrier=hiryu", 'deck=["Hiryu-DB'): (
        'the value is no TOML: ["Hiryu-DB',
        """write ["A", "B"] or plain words, A,B; a shell wants ' ' around such a value""",
    ),
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_an_order_is_refused_as_check_does_it_and_the_draft_left_alone(
    words: tuple[str, ...], player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text(f"# mine\n{AKAGI}")
    before = player.files()
    assert orders(player, "--add", *words) == 1
    what, hint = REFUSED[words]
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"pbem: error: {what}"
    assert said[1].startswith(f"pbem: hint: {hint}")
    assert player.files() == before


def test_a_slip_in_a_unit_is_told_by_those_like_it_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = begin(tmp_path, "cartwheel/bougainville", ("japanese", "allied"))
    player = game.players["japanese"]
    assert orders(player, "--add", "redistribute", "units.A6M-2010=KAV") == 1
    assert capsys.readouterr().err == (
        "pbem: error: E12: redistribute, key 'units': A6M-2010 is no air unit of yours [H17.0]\n"
        "pbem: hint: did you mean A6M-201 or A6M-251 or A6M-204b?\n"
    )


def test_what_is_wrong_in_the_draft_is_told_with_its_line_and_nothing_added(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text(AKAGI.replace("akagi", "hornet"))
    before = player.files()
    assert orders(player, *HIRYU) == 1
    assert f"{draft}:3, order 1, key 'carrier': Hornet" in capsys.readouterr().err
    draft.write_text('order = [{ type = "plan", carrier = "akagi", deck = [] }]\n')
    before = player.files()
    assert orders(player, *HIRYU) == 1
    assert capsys.readouterr().err == (
        f"pbem: error: {draft}: its orders do not stand as [[order]] tables at the end of the "
        "file\npbem: hint: write each of its orders behind [[order]], and those behind all else\n"
    )
    assert player.files() == before


class Sample(Order):
    name: str = ""
    many: tuple[str, ...] = ()
    lists: tuple[tuple[str, ...], ...] = ()
    number: int = 0
    yes: bool | None = None
    units: FrozenMap[int | str] = FrozenMap()


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("name=B24-319", {"name": "B24-319"}),
        ("name=", {"name": ""}),
        ('name="a = b"', {"name": "a = b"}),
        ('name="Hi," he said', {"name": '"Hi," he said'}),
        ("name=[x]", {"name": "[x]"}),
        ("many=A, B,", {"many": ["A", "B"]}),
        ("many=", {"many": []}),
        ('many=["A,1", "B"]', {"many": ["A,1", "B"]}),
        ('lists=[["A"], ["B", "C"]]', {"lists": [["A"], ["B", "C"]]}),
        ("number=-2", {"number": -2}),
        ("number=2.5", {"number": "2.5"}),
        ("yes=True", {"yes": True}),
        ("units.A=2", {"units": {"A": 2}}),
        ("units.A=Soryu", {"units": {"A": "Soryu"}}),
        ('units={ A = 2, B = "x" }', {"units": {"A": 2, "B": "x"}}),
        ("other.A=2", {"other.A": "2"}),
    ],
)
def test_a_value_is_plain_words_or_toml_as_its_key_wants(word: str, value: dict[str, Any]) -> None:
    assert typed_orders(("sample", word), {"sample": Sample}) == ({"type": "sample", **value},)


# --- taken back, and told ------------------------------------------------------------------------


def test_what_was_added_is_taken_back_one_after_the_other(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = f"# mine\n{AKAGI}"
    draft.write_text(begun)
    assert orders(player, *HIRYU) == 0
    one = draft.read_text()
    assert orders(player, "--add", "standing-plan", "carrier=kaga", "deck=clear") == 0
    two = draft.read_text()
    draft.write_text(f"{two}\n# more of mine\n")
    capsys.readouterr()
    assert orders(player, "--undo") == 0
    assert capsys.readouterr().out == (
        "taken back:\n  [[order]]\n"
        '  type = "standing-plan"\n  carrier = "kaga"\n  deck = "clear"\n'
        f"{draft} holds 2 orders (plan 2)\n"
        f"as it was it is kept in {player.folder / 'own' / 'orders-0002-before-1.toml'}\n"
    )
    assert draft.read_text() == f"{one}\n# more of mine\n"
    assert orders(player, "--undo") == 0
    assert draft.read_text() == f"{begun}\n# more of mine\n"
    assert orders(player, "--undo") == 1
    assert "no command has added anything to it" in capsys.readouterr().err
    kept = player.folder / "own" / "orders-0002-before-1.toml"
    assert kept.read_text() == f"{two}\n# more of mine\n"


@pytest.mark.parametrize(
    "by_hand",
    [lambda text: text.replace("Hiryu-DB", "Hiryu-TB"), lambda text: text + "ratio = 2\n"],
    ids=["a value changed", "a key added"],
)
def test_what_was_changed_by_hand_since_is_not_taken_back(
    by_hand: Any, player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert orders(player, *HIRYU) == 0
    draft.write_text(by_hand(draft.read_text()))
    before = player.files()
    assert orders(player, "--undo") == 1
    assert capsys.readouterr().err == (
        f"pbem: error: {draft}: what was added last has been changed by hand since\n"
        "pbem: hint: edit the file: take it out there\n"
    )
    assert player.files() == before


def test_the_commands_of_the_table_write_into_the_same_draft_and_are_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = begin(tmp_path, "table/table", ("red", "blue")).players["red"]
    draft = player.folder / "orders-0002.toml"
    assert orders(player, "--undo") == 1
    assert "there is no orders file yet" in capsys.readouterr().err
    assert player.run("set", "VP", "3") == 0
    assert orders(player, "--add", "say", "words=Your move.") == 0
    assert player.run("note", "--seal", "My target is Lae.") == 0
    for kinds in (["set", "say"], ["set"]):
        assert orders(player, "--undo") == 0
        said = capsys.readouterr().out
        assert f"holds {len(kinds)} order{'s' * (len(kinds) > 1)} ({', '.join(kinds)})" in said
    assert orders(player, "--undo") == 0
    assert not draft.exists(), "it had been begun by a command, and holds nothing of the player's"
    kept = (player.folder / "own" / "orders-0002-before-1.toml").read_text()
    assert "My target is Lae." in kept


def test_what_an_order_in_the_draft_has_taken_is_told_with_the_way_to_replace_that_one(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    assert orders(player, "--add", "standing-cap", "attack=always") == 0
    capsys.readouterr()
    assert orders(player, "--add", "standing-cap", "attack=never") == 1
    said = capsys.readouterr().err
    assert "'standing-cap' is given twice: see order 1 [M5.1]" in said
    assert "hint: keep one of them; to replace that one, '" in said
    assert "orders --undo' takes out what was added last" in said
    assert "did you mean" not in said
    assert orders(player, "--undo") == 0
    assert orders(player, "--add", "standing-cap", "attack=never") == 0


def test_the_draft_is_shown_in_words_and_as_toml_without_comments(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert orders(player) == 0
    draft.write_text(f"{draft.read_text()}\n{AKAGI} # the first wave\n")
    capsys.readouterr()
    assert orders(player, "--show") == 0
    said = capsys.readouterr().out
    assert "Akagi has Akagi-TB 5 SP on deck" in said
    assert said.endswith(f'\n\nfile = 2\nseat = "japanese"\nmessage = ""\n\n{AKAGI}')
    draft.write_text(AKAGI.replace("akagi", "hornet"))
    assert orders(player, "--show") == 1
    out, err = capsys.readouterr()
    assert out == AKAGI.replace("akagi", "hornet")
    assert "Hornet is no carrier of yours" in err


def test_what_does_not_go_together_is_wrong_usage(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    before = player.files()
    assert orders(player, "--add", "--undo") == 2
    assert orders(player, "plan", "carrier=akagi") == 2
    assert "KIND and KEY=VALUE go with --add" in capsys.readouterr().err
    assert orders(player, "--add") == 1
    assert "there is no order to add" in capsys.readouterr().err
    assert player.files() == before


@pytest.mark.needs("bash")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("orders --add sta", ["standing-cap", "standing-land", "standing-launch"]),
        ("orders --add standing-cap ra", ["ratio="]),
        ("orders --explain la", ["land", "launch"]),
        ("orders la", []),
    ],
)
def test_kinds_and_keys_are_completed(words: str, wanted: list[str], player: Player) -> None:
    typed = f"pbem -C {player.folder} {words}"
    script = f"COMP_WORDS='{typed}' COMP_CWORD={len(typed.split()) - 1} pbem"
    env = environment(player.folder.parent, _PBEM_COMPLETE="bash_complete")
    ran = shell(script, player.folder.parent, env)
    told = [line.removeprefix("plain,") for line in ran.stdout.splitlines() if line]
    assert told[:3] == wanted
