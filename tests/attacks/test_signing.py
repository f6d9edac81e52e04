"""Attacks by signing: forks, foreign files and keys, and a genesis by a cheating organiser."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest

import pbem.cli
from pbem.card import parse_card
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game.annexes import Place
from pbem.game.begin import accept, invited
from pbem.game.verify import verify_links
from pbem.game.write import first_annex
from pbem.keys import PrivateKey
from pbem.scan import scan, tail
from pbem.turnfile import GenesisPart, JoinPart, StatePart, TurnFile, read
from tests.attacks.common import AIM, refusal
from tests.cheat import Doctor, forge, sign, with_orders
from tests.simulator import World, begin

# --- who signs what ------------------------------------------------------------------------------


def test_two_versions_of_a_turn_are_a_proof(world: World, tmp_path: Path) -> None:
    red, blue = world.players["red"], world.players["blue"]
    second = forge(red, with_orders({"type": "aim", "number": 5}))
    world.round()
    with pytest.raises(Refused) as caught:
        blue.receive(second)
    (problem,) = caught.value.problems
    said = "0003-red.pbem: seat 'red' has signed two different files 3"
    assert (problem.code, f"{problem}") == ("E05", said)
    shown = "prove fork chain/0003-red.pbem evidence/0003-red.pbem"
    assert problem.hint == f"show everybody: pbem -C {blue.folder} {shown}"
    proof = tmp_path / "fork.toml"
    names = ["chain/0003-red.pbem", "evidence/0003-red.pbem"]
    where = ["-C", str(blue.folder)]
    assert pbem.cli.run([*where, "prove", "fork", *names, "-o", str(proof)]) == 0
    assert pbem.cli.run(["prove", "check", str(proof)]) == 0
    assert pbem.cli.run([*where, "verify"]) == 0
    world.play()


NO_FORK = {
    ("a", "same"): "the two files are the same",
    ("a", "stranger"): "E03: the signature is not by the key of seat 'red'",
    ("a", "place"): "the two files are not for one place",
    ("genesis", "another genesis"): "two genesis files are two games, and no fork",
}


def test_what_proves_no_fork_is_no_proof(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    red, blue = world.players["red"], world.players["blue"]
    raw = forge(red, with_orders(AIM))
    other = forge(red, with_orders(AIM), PrivateKey.generate())
    files = {"a": raw, "same": raw.replace(b"\n", b"\r\n"), "stranger": other}
    files |= {"place": world.mail[-1], "genesis": world.mail[0]}
    files["another genesis"] = regenesis(world, lambda file: replace(file, message="x"))
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    where = ["-C", str(blue.folder), "prove", "fork"]
    for pair, words in NO_FORK.items():
        assert pbem.cli.run([*where, *(str(tmp_path / name) for name in pair)]) == 1
        said = capsys.readouterr().err.splitlines()
        assert words in said[0]
        assert said[1].startswith("pbem: hint: ")


def test_a_file_of_another_game_seat_or_key_is_refused(world: World, tmp_path: Path) -> None:
    red, blue = world.players["red"], world.players["blue"]
    twin = begin(tmp_path / "twin", "pistols", ("red", "blue"))
    twin.round()
    other_game = ("E02", "the file belongs to another game")
    assert refusal(blue, twin.round()) == other_game
    assert refusal(blue, twin.mail[0]) == other_game
    moved = replace(read(scan(twin.mail[-1])), game=scan(world.mail[0]).hash)
    of_red, of_blue = (
        ("E03", f"the signature is not by the key of seat '{seat}' over these bytes")
        for seat in ("red", "blue")
    )
    assert refusal(blue, sign(moved, twin.players["red"].key)) == of_red
    assert refusal(blue, forge(red, with_orders(AIM), blue.key)) == of_red
    assert refusal(blue, forge(red, lambda f: replace(f, seat="blue"))) == of_blue
    assert refusal(blue, forge(red, with_orders(AIM), PrivateKey.generate())) == of_red


@pytest.mark.parametrize(
    "name", ["rеd", "red ", " red", "RED", "r*", "red,blue", "*", "!blue", "../red", "red\\n", ""]
)
def test_a_name_that_is_none_is_no_seat(world: World, name: str) -> None:
    body = scan(forge(world.players["red"], with_orders(AIM))).body
    body = body.replace(b'seat = "red"', f'seat = "{name}"'.encode(), 1)
    raw = body + tail(world.players["red"].key.sign(body))
    code, words = refusal(world.players["blue"], raw)
    of_a_name = 'line 5 of a turn file is seat = "NAME", of small letters, digits and hyphens'
    assert (code, words) == ("E01", f"line 5: {of_a_name}")


@pytest.mark.parametrize("name", ["red2", "re-d", "reds", "r"])
def test_a_seat_that_looks_like_one_is_none(world: World, name: str) -> None:
    raw = forge(world.players["red"], lambda file: replace(file, seat=name))
    assert refusal(world.players["blue"], raw) == ("E03", f"there is no seat '{name}' in this game")


# --- a genesis by a cheating organiser -----------------------------------------------------------


def regenesis(world: World, doctor: Doctor, key: PrivateKey | None = None) -> bytes:
    return sign(doctor(read(scan(world.mail[0]))), key or world.players["red"].key)


def seats(**changed: Any) -> Doctor:
    """The genesis with blue's seat changed."""
    return lambda file: replace(
        file, seats=tuple(replace(s, **changed) if s.name == "blue" else s for s in file.seats)
    )


def ssh_line(raw: bytes) -> str:
    blob = (11).to_bytes(4, "big") + b"ssh-ed25519" + (32).to_bytes(4, "big") + raw
    return f"ssh-ed25519 {base64.b64encode(blob).decode()}"


P = 2**255 - 19
ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
BAD_POINTS = {
    "the neutral point": 1,
    "the point of order 2": P - 1,
    "a point of order 4": 0,
    "its negative": 2**255,
    "a point of order 8": ORDER_8,
    "another of order 8": P - ORDER_8,
    "the neutral point in disguise": P + 1,
    "the neutral point, other sign": 2**255 + 1,
    "a point of order 4 in disguise": P,
    "off the curve": 2,
}


@pytest.mark.parametrize("point", BAD_POINTS)
def test_a_key_of_small_order_is_none(world: World, point: str) -> None:
    """With such a key anybody's signature would verify."""
    line = ssh_line(BAD_POINTS[point].to_bytes(32, "little"))
    with pytest.raises(Refused) as caught:
        invited(regenesis(world, seats(key=line)))
    assert [(p.code, p.where) for p in caught.value.problems] == [("E04", "[[seats]] 'blue', key")]
    for card in (f"{line} anna", f"{line}\n"):
        with pytest.raises(Refused, match="no proper Ed25519 key"):
            parse_card(card)


@pytest.mark.parametrize(
    "doctor",
    [
        lambda file: seats(key=file.seats[1].key)(file),
        lambda file: seats(key=file.seats[1].key + " anna")(file),
        seats(key="ssh-rsa AAAA"),
        seats(name="Blue"),
        seats(name="blue\n"),
        seats(name="../blue"),
        seats(name="*"),
        seats(name="red"),
        seats(name="b" * 21),
        seats(name="blуe"),
        seats(side="red"),
        seats(side="b lue"),
        seats(side="referee"),
        lambda file: replace(file, seats=file.seats[1:]),
        lambda file: replace(file, seats=file.seats[:1]),
        lambda file: replace(file, seats=()),
        lambda file: replace(file, genesis=None),
        lambda file: replace(file, order=(AIM,)),
        lambda file: replace(file, state=StatePart(digest="00" * 32)),
        lambda file: replace(file, game="01" * 32),
        lambda file: replace(file, prev="01" * 32),
    ],
)
def test_a_genesis_with_wrong_seats_is_refused(world: World, doctor: Doctor) -> None:
    with pytest.raises(Refused) as caught:
        invited(regenesis(world, doctor))
    assert {problem.code for problem in caught.value.problems} == {"E04"}


def in_genesis(**changed: Any) -> Doctor:
    def doctor(file: TurnFile) -> TurnFile:
        assert isinstance(file.genesis, GenesisPart)
        return replace(file, genesis=replace(file.genesis, **changed))

    return doctor


def options(**changed: Any) -> Doctor:
    def doctor(file: TurnFile) -> TurnFile:
        assert isinstance(file.genesis, GenesisPart)
        return in_genesis(options={**file.genesis.options, **changed})(file)

    return doctor


BOTH = ["akagi", "kaga", "soryu", "hiryu"]
THREE = ["enterprise", "hornet", "yorktown"]


def swapped(file: TurnFile) -> TurnFile:
    """Both seats on the side that their carriers are not of."""
    one, two = file.seats
    return replace(file, seats=(replace(one, side=two.side), replace(two, side=one.side)))


MIXED = "holds carriers of both sides, or none [MB5]"
FOREIGN = "is not of the side of its carriers [MB5]"
PACES = "[genesis.options], key 'pace': must be one of: turn, phase"
NOT_STARTED_WITH = "is not the one that this game was started with"
WRONG_MIDWAYS: dict[str, tuple[Doctor, str]] = {
    "unknown pace": (options(pace="fast"), PACES),
    "pace of another type": (options(pace=["turn"]), PACES),
    "unknown option": (options(cheat=True), "[genesis.options]: unknown key 'cheat'"),
    "another witness": (
        options(witness="me"),
        "[genesis.options] witness: option 'witness' cannot be 'me'; "
        "[genesis.options], key 'witness': must be one of: opponent",
    ),
    "a referee's witness": (options(witness="referee"),
        "[genesis.options] witness: option 'witness' cannot be 'referee'; "
        "[genesis.options], key 'witness': must be one of: opponent",
    ),
    "sealed at the wrong pace": (
        options(sealed_planning=True), "options: sealed planning needs the pace 'phase' [MB4]",
    ),
    "no carriers": (
        options(carriers={}), f"options: no seat has {', '.join(BOTH + THREE)} [MB5]",
    ),
    "carriers no table": (
        options(carriers="all"), "[genesis.options], key 'carriers': must be a table",
    ),
    "a carrier missing": (
        options(carriers={"japanese": BOTH[1:], "american": THREE}),
        "options: no seat has akagi [MB5]",
    ),
    "a carrier twice": (
        options(carriers={"japanese": [*BOTH, "akagi"], "american": THREE}),
        "options: a carrier has two seats [MB5]",
    ),
    "carriers of both sides": (
        options(carriers={"japanese": [*BOTH, "hornet"], "american": ["enterprise", "yorktown"]}),
        f"options: seat 'japanese' {MIXED}",
    ),
    "a seat that is not there": (
        options(carriers={"japanese": BOTH, "yankee": THREE}),
        f"options: seat 'american' {FOREIGN}; "
        "options: the carriers' seats are not those of the game [MB5]",
    ),
    "a seat without carriers": (
        options(carriers={"japanese": BOTH + THREE, "american": []}),
        f"options: seat 'american' {MIXED}; options: seat 'japanese' {MIXED}",
    ),
    "sides swapped": (
        swapped, f"options: seat 'japanese' {FOREIGN}; options: seat 'american' {FOREIGN}",
    ),
    "another rule book": (
        in_genesis(rules="00" * 32), f"[genesis] rules: your rule book {NOT_STARTED_WITH}",
    ),
    "another scenario file": (
        in_genesis(scenario_hash="00" * 32),
        f"[genesis] scenario_hash: your scenario 'midway-0700' {NOT_STARTED_WITH}",
    ),
    "an unknown system": (
        in_genesis(system="midwax"), "this program cannot play the system 'midwax'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_MIDWAYS)
def test_a_wrong_genesis_is_not_joined(planning: World, name: str, tmp_path: Path) -> None:
    organiser, joiner = planning.players["japanese"], planning.players["american"]
    plain = options(pace="turn", sealed_planning=False)(read(scan(planning.mail[0])))
    doctor, words = WRONG_MIDWAYS[name]
    scanned, _ = invited(sign(doctor(plain), organiser.key))
    with joiner.at_home(), pytest.raises(Refused) as caught:
        accept(tmp_path / "game", scanned, "american")
    assert {problem.code for problem in caught.value.problems} == {"E12"}
    assert f"{caught.value}" == words
    assert all(problem.hint for problem in caught.value.problems)
    assert list(tmp_path.iterdir()) == []


def test_a_join_with_another_rule_book_is_refused(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", ("red", "blue"), joined=False)
    red, blue = world.players["red"], world.players["blue"]
    with red.session(), blue.session() as session:
        fold = session.fold
        place = Place(secret=session.secret(), game=session.links.game, seat="blue", seq=1)
        annex = first_annex(place, False, (), blue.key)
    for rules, scenario in (("00" * 32, fold.scenario_hash), (fold.rules, "00" * 32)):
        part = JoinPart(rules=rules, scenario_hash=scenario)
        raw = forge(blue, lambda file, part=part: replace(file, join=part, annex=annex))
        assert refusal(red, raw) == (
            "E12",
            "[join]: its author joined with another rule book or scenario",
        )
        (red.folder / "evidence" / "0001-blue.pbem").unlink()


@pytest.mark.parametrize(
    "form",
    [
        b"[dice]\n\ncommit = %s\nreveal = %s\n",
        b"[dice]\ncommit = %s\n\nreveal = %s\n",
        b"[dice]\ncommit = %s\nreveal = %s\n\n\n",
        b"dice = { commit = %s, reveal = %s }\n",
    ],
)
def test_a_file_that_was_taken_also_passes_the_check_of_the_chain_alone(
    world: World, form: bytes
) -> None:
    """Other ways to write the same seeds must not make an honest player's chain look broken."""
    red, blue = world.players["red"], world.players["blue"]
    body = scan(forge(red, with_orders(AIM))).body
    found = re.search(rb"\[dice\]\ncommit = (.*)\nreveal = (.*)\n", body)
    assert found
    body = body.replace(found[0], form % found.groups())
    blue.receive(body + tail(red.key.sign(body)))
    assert verify_links(blue.folder, lambda _: None).files == 4
    blue.send(AIM)
    for words in (["verify"], ["verify", "--chain"], ["state", "--at", "3"], ["dice", "--explain"]):
        assert blue.run(*words) == 0
