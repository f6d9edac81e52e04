"""`pbem orders`: a draft is never written over; orders are added, taken back, told, begun ahead."""

import stat
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.orders import Order
from pbem.engine.typed import typed_orders
from pbem.frozen import FrozenMap
from tests.pages import environment, shell
from tests.simulator import Player, World, begin
from tests.terminal import seen
from tests.test_turn import editor

AKAGI = '[[order]]\ntype = "plan"\ncarrier = "akagi"\ndeck = ["Akagi-TB"]\n'
HIRYU = ("--add", "plan", "carrier=Hiryu", "deck=hiryu-db")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


@pytest.fixture
def player(world: World) -> Player:
    return world.players["japanese"]


@pytest.fixture
def draft(player: Player) -> Path:
    return player.folder / "orders-0002.toml"


def orders(player: Player, *words: str) -> int:
    return player.run("orders", *words)


# --- a draft that is there already ---------------------------------------------------------------


def test_a_pipe_is_told_where_the_draft_is_and_what_it_holds(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text(f"# mine\n{AKAGI}")
    before = player.files()
    assert orders(player) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"your orders are begun in {draft}: 1 order (plan)"
    assert said[1] == (
        f"edit it, then: pbem -C {player.folder} check {draft} && "
        f"pbem -C {player.folder} send {draft}"
    )
    assert said[2].endswith(f"pbem -C {player.folder} orders --anew")
    assert player.files() == before


@pytest.mark.parametrize("words", [("--bot",), ("--full",), ("-o", "FILE")])
def test_no_form_is_written_over_a_draft(
    words: tuple[str, ...], player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text("# mine\n")
    given = (str(draft) if word == "FILE" else word for word in words)
    assert orders(player, *given) == 1
    assert capsys.readouterr().err == (
        f"pbem: error: {draft}: there is an orders file already\n"
        "pbem: hint: edit that one, name another with -o, or add --anew, which keeps that one\n"
    )
    assert draft.read_text() == "# mine\n"


@pytest.mark.parametrize("word", ["--anew", "--force"])
def test_a_fresh_form_keeps_every_draft_that_it_takes_the_place_of(
    word: str, player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        draft.write_bytes(b"no TOML, in Latin-1: \xe9 %d" % number)
        assert orders(player, word) == 0
        kept = player.folder / "own" / f"orders-0002-before-{number}.toml"
        assert f"what stood there is kept in {kept}\n" in capsys.readouterr().out
        assert kept.read_bytes() == b"no TOML, in Latin-1: \xe9 %d" % number
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert draft.read_text().startswith("# Orders of seat japanese for file 2.")


def on_terminal(player: Player, env: dict[str, str], *words: str) -> str:
    home = {"PBEM_HOME": str(player.home), "NO_COLOR": "1", **env}
    return "\n".join(seen(200, player.folder, "orders", *words, env=home))


def test_on_a_terminal_the_draft_is_opened_in_the_editor_and_judged(
    player: Player, draft: Path, tmp_path: Path
) -> None:
    draft.write_text("# mine\n")
    said = on_terminal(player, editor(tmp_path / "editor", AKAGI))
    assert draft.read_text() == f"# mine\n{AKAGI}"
    assert "Akagi has Akagi-TB 5 SP on deck" in said
    assert said.endswith(
        "orders-0002.toml is legal; go on with: pbem check orders-0002.toml && "
        "pbem send orders-0002.toml"
    )


def test_what_is_wrong_after_the_editor_is_told_and_kept(
    player: Player, draft: Path, tmp_path: Path
) -> None:
    draft.write_text("# mine\n")
    said = on_terminal(player, editor(tmp_path / "editor", AKAGI.replace("akagi", "hornet")))
    assert "orders-0002.toml:4, order 1, key 'carrier': hornet is no carrier of yours" in said
    assert said.endswith("orders-0002.toml is kept as you left it: go on with 'pbem orders'")
    assert 'carrier = "hornet"' in draft.read_text()


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
        "The game begins with A6M-201 at Kavieng [H17.0].",
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
    player = begin(tmp_path, scenario, seats).players[seats[0]]
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


def test_what_is_wrong_in_the_draft_is_told_with_its_line_and_nothing_added(
    player: Player, draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft.write_text(AKAGI.replace("akagi", "hornet"))
    before = player.files()
    assert orders(player, *HIRYU) == 1
    assert f"{draft}:3, order 1, key 'carrier': hornet" in capsys.readouterr().err
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
    assert "hornet is no carrier of yours" in err


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


# --- ahead of one's turn -------------------------------------------------------------------------


def test_orders_are_begun_before_their_file_is_due_and_are_there_when_it_is(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    player = world.players["american"]
    ahead = player.folder / "orders-ahead.toml"
    assert orders(player, "--ahead") == 0
    said = capsys.readouterr().out
    assert "japanese owes file 2; it decides:\n  turn 0, Phase 11: Japanese planning\n" in said
    assert "If it orders nothing, your file 3 decides:\n  turn 0, Phase 12: American pl" in said
    assert f"wrote {ahead}; edit it, then: pbem -C {player.folder} orders --ahead --show" in said
    assert stat.S_IMODE(ahead.stat().st_mode) == 0o600
    ahead.write_text(f"{ahead.read_text()}# mine\n")
    assert orders(player, "--ahead", "--add", "plan", "carrier=Enterprise", "deck=VT-6") == 0
    assert "Enterprise has VT-6" in capsys.readouterr().out
    assert orders(player, "--ahead") == 0
    assert f"your orders are begun in {ahead}: 1 order (plan)" in capsys.readouterr().out
    world.round()
    assert not ahead.exists()
    assert "# mine\n" in (player.folder / "orders-0003.toml").read_text()
    assert player.run("status") == 0
    assert "your orders so far are in orders-0003.toml" in capsys.readouterr().out
    assert orders(player, "--undo") == 0
    assert orders(player, "--add", "plan", "carrier=Hornet", "deck=VB-8") == 0
    assert player.run("send", "--yes") == 0
    (sent,) = (player.folder / "outbox").glob("0003-*")
    assert 'deck = ["VB-8"]' in sent.read_text()


def test_whose_turn_it_is_has_nothing_to_look_ahead_to(
    player: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    before = player.files()
    assert orders(player, "--ahead") == 1
    assert "it is for you to write file 2 now" in capsys.readouterr().err
    assert player.files() == before


def test_where_dice_come_first_a_line_says_so_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table/table", ("red", "blue"))
    red, blue = world.players["red"], world.players["blue"]
    assert orders(blue, "--ahead", "--add", "say", "words=I am ready.") == 0
    world.deliver(red.send({"type": "roll", "dice": "2d6", "about": "attack"}), "red")
    assert (blue.folder / "orders-0003.toml").exists()
    capsys.readouterr()
    before = red.files()
    assert orders(red, "--ahead") == 0
    assert capsys.readouterr().out.endswith(
        "What you decide after that cannot be known yet: it hangs on the dice of file\n"
        "2, which blue opens.\n\n"
    )
    assert orders(red, "--ahead", "--add", "say", "words=Well?") == 1
    assert capsys.readouterr().err == (
        "pbem: error: E08: what you decide next cannot be known yet\n"
        f"pbem: hint: 'pbem -C {red.folder} orders --ahead' alone tells what it hangs on\n"
    )
    assert red.files() == before
    (red.folder / "orders-ahead.toml").write_text("# mine\nmessage = 'Well?'\n")
    assert orders(red, "--ahead", "--show") == 0
    assert capsys.readouterr().out.endswith("which blue opens.\n\nmessage = 'Well?'\n")


def test_nothing_that_the_other_side_has_sealed_shows_in_what_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games alike but for a sealed plan: the other side is told the same, word for word."""
    options = {"pace": "phase", "sealed_planning": "true"}
    first = begin(tmp_path / "one", "midway/midway-0700", ("japanese", "american"), options)
    second = first.copied(tmp_path / "two")
    said = []
    for world, deck in ((first, ["Akagi-TB"]), (second, [])):
        japanese, american = world.players["japanese"], world.players["american"]
        capsys.readouterr()
        plan = {"type": "plan", "carrier": "akagi", "deck": deck}
        world.deliver(japanese.send(plan), "japanese")
        world.round()
        assert orders(american, "--ahead", "-o", "-") == 0
        said.append(capsys.readouterr().out)
    assert "owes file 4" in said[0]
    assert said[0] == said[1]
