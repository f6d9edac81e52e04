"""What is hidden, on disk: rebuilt from chain and key, disclosed, audited, and never lost."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem.cli
from pbem.engine.ledger import is_over
from pbem.errors import Refused
from pbem.frozen import replace
from pbem.game import annexes
from pbem.game.advance import save
from pbem.game.annexes import Place
from pbem.game.audit import audit, knowledge
from pbem.game.write import compose
from pbem.keys import PrivateKey
from pbem.scan import scan
from pbem.seal import annex_bytes, decrypt_annex, encrypt_annex, read_annex_as
from pbem.turnfile import AnnexPart, TurnFile, read
from tests.attacks.common import refusal
from tests.cheat import forge, sign
from tests.simulator import SENT, Player, World
from tests.systems.cartwheel.files import play, players, round_, world


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The Bismarck Sea, played to the end by chance, everything disclosed."""
    made = world(tmp_path_factory.mktemp("finished"), "bismarck-sea")
    play(made, 11)
    return made


@pytest.fixture(scope="module")
def under_way(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Thirty files into the fight for New Georgia."""
    made = world(tmp_path_factory.mktemp("under-way"), "toenails")
    by_chance = players(12)
    for _ in range(30):
        round_(made, by_chance)
    return made


# --- rebuilding ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["japanese", "allied"])
@pytest.mark.parametrize("which", ["finished", "under_way"])
def test_chain_and_key_give_the_same_folder(
    which: str, seat: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Charts, regroup marks, reports and annexes come back, byte for byte (protocol 8)."""
    made: World = request.getfixturevalue(which).copied(tmp_path)
    player = made.players[seat]
    with player.session() as session:
        save(session)
    before = player.files()
    for path in player.folder.iterdir():
        if path.name != "chain":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    with player.at_home():
        assert pbem.cli.run(["restore", str(player.folder), "--up-to-date"]) == 0
    after = player.files()
    differ = {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
    assert differ <= {"cache/status.json"}
    assert any(name.endswith("-annex.txt") for name in after)


def test_the_game_goes_on_after_a_restore(under_way: World, tmp_path: Path) -> None:
    made = under_way.copied(tmp_path)
    player = made.players[made.next_seat]
    shutil.rmtree(player.folder / "private")
    shutil.rmtree(player.folder / "cache")
    with player.at_home():
        assert pbem.cli.run(["restore", str(player.folder), "--up-to-date"]) == 0
    by_chance = players(13)
    for _ in range(6):
        round_(made, by_chance)


def test_without_the_private_side_one_is_told_what_to_do(
    under_way: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = under_way.copied(tmp_path)
    player = made.players[made.next_seat]
    shutil.rmtree(player.folder / "private")
    before = {name: data for name, data in player.files().items() if name.startswith("chain/")}
    for words in (["annex"], ["orders", "-o", str(tmp_path / "o.toml")]):
        assert player.run(*words) == 1
        said = capsys.readouterr().err.splitlines()
        assert "the private side of this game is missing" in said[0]
        assert said[1].startswith(f"pbem: hint: run 'pbem -C {player.folder} restore'")
    after = {name: data for name, data in player.files().items() if name.startswith("chain/")}
    assert after == before


# --- disclosure and audit ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["japanese", "allied"])
def test_both_audits_pass(finished: World, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert finished.players[seat].run("verify") == 0
    assert finished.players[seat].run("audit") == 0
    said = capsys.readouterr().out
    assert said.count("files read, no breaches") == 2


def test_before_the_end_only_the_own_charts_are_audited(
    under_way: World, capsys: pytest.CaptureFixture[str]
) -> None:
    assert under_way.players["allied"].run("audit", "--json") == 0
    seats = {one["seat"]: one for one in json.loads(capsys.readouterr().out)["seats"]}
    assert (seats["allied"]["read"], seats["japanese"]["read"]) == (True, False)


@pytest.mark.slow
def test_a_false_secret_is_refused(tmp_path: Path) -> None:
    """What is disclosed must be what the dice came from (protocol 8)."""
    made = world(tmp_path, "bismarck-sea")
    by_chance = players(11)
    while True:
        with made.players[made.next_seat].session() as session:
            if is_over(session.final().fold, session.rules):
                break
        round_(made, by_chance)
    author = made.players[made.next_seat]
    reader = next(p for p in made.players.values() if p is not author)
    with author.session() as session:
        file = compose(session, (), "", SENT)
    assert {order["type"] for order in file.order} == {"statement"}, "they end the game"
    kept = reader.folder / "evidence" / f"{file.seq:04d}-{author.seat}.pbem"
    code, words = refusal(reader, sign(file, author.key))
    assert (code, words) == ("E12", "order 1: the game is over: the order 'disclose' is missing")
    kept.unlink()
    disclose = {"type": "disclose", "secret": "ab" * 32}
    code, words = refusal(reader, sign(replace(file, order=(*file.order, disclose)), author.key))
    assert code == "E12"
    assert "not the secret that this seat's dice come from" in words
    kept.unlink()
    round_(made, by_chance)
    assert b'\ntype = "disclose"\n' in made.mail[-1]
    round_(made, by_chance)
    assert made.next_seat == ""


# --- annexes -------------------------------------------------------------------------------------


def own_files(made: World, seat: str) -> list[TurnFile]:
    files = [read(scan(raw)) for raw in made.mail]
    return [file for file in files if file.seat == seat and file.charts is not None]


def test_annexes_tell_nothing_by_their_length(under_way: World) -> None:
    """All texts are padded to one size; the header that age adds varies at random."""
    for seat, player in under_way.players.items():
        with player.session() as session:
            secret, game = session.secret(), session.links.game
        sizes = set()
        for file in own_files(under_way, seat):
            assert file.annex is not None
            place = Place(secret=secret, game=game, seat=seat, seq=file.seq)
            sizes.add(annex_bytes(file.annex.age, place.identity))
        assert sizes == {16 * 1024}


def test_every_file_has_an_annex(under_way: World) -> None:
    for raw in under_way.mail:
        file = read(scan(raw))
        assert file.annex is not None
        assert file.annex.age


@pytest.mark.parametrize("part", ["charts", "annex"])
def test_a_file_without_its_hidden_parts_is_refused(
    under_way: World, tmp_path: Path, part: str
) -> None:
    made = under_way.copied(tmp_path)
    author = made.players[made.next_seat]
    reader = next(p for p in made.players.values() if p is not author)
    code, words = refusal(reader, forge(author, lambda file: replace(file, **{part: None})))
    assert code == "E11"
    assert ("has no charts" if part == "charts" else "has no annex") in words


def swapping(player: Player, referees: tuple[str, ...] = ()) -> Callable[[TurnFile], TurnFile]:
    """A doctor who exchanges two units of his charts in the annex, not in what is sealed."""
    there, here = "A6M-253", "A6M-251"
    with player.session() as session:
        place = Place(
            secret=session.secret(), game=session.links.game, seat=player.seat,
            seq=session.next_seq,
        )  # fmt: skip

    def exchanged(name: re.Match[str]) -> str:
        return here if name[0] == there else there

    def swap(file: TurnFile) -> TurnFile:
        assert file.annex is not None
        items = decrypt_annex(file.annex.age, place.identity)
        others = [
            replace(item, content=re.sub(f"{here}|{there}", exchanged, item.content))
            for item in items
        ]
        assert others != list(items)
        age = encrypt_annex(others, annexes.recipients(place, referees), 0)
        return replace(file, annex=AnnexPart(age=age), order=())

    return swap


def test_a_swapped_chart_is_a_breach(tmp_path: Path) -> None:
    """An annex that does not hold what the root sealed is found by the audit (protocol 7)."""
    made = world(tmp_path, "bismarck-sea")
    by_chance = players(14)
    while made.next_seat != "japanese" or len(made.mail) < 4:
        round_(made, by_chance)
    author = made.players["japanese"]
    raw = forge(author, swapping(author))
    made.deliver(raw)
    with author.at_home():
        own, referee = knowledge(author.folder, lambda _: "")
        audited = {one.seat: one for one in audit(author.folder, own, referee, lambda _: None)}
    seq = read(scan(raw)).seq
    (found,) = [breach for breach in audited["japanese"].breaches if breach.seq == seq]
    assert (found.rule, found.subject) == ("protocol 7", "the charts")
    assert "the annex does not hold what the root sealed" in found.what


def test_a_stranger_cannot_read_an_annex(under_way: World) -> None:
    file = own_files(under_way, "allied")[0]
    assert file.annex is not None
    with pytest.raises(Refused, match="this key does not open it"):
        read_annex_as(file.annex.age, PrivateKey.generate())


# --- a referee -----------------------------------------------------------------------------------


def test_a_referee_audits_while_the_game_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = world(tmp_path, "bismarck-sea", "referee")
    by_chance = players(15)
    for _ in range(12):
        round_(made, by_chance)
    assert made.players["referee"].run("audit", "--json") == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    assert {one["seat"]: one["read"] for one in seats} == {"japanese": True, "allied": True}
    assert all(one["breaches"] == [] for one in seats)


def test_a_referee_is_told_of_a_breach_when_its_file_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The swapped chart of a player is named to the referee at once; the others see nothing.

    He has no salts of answers in advance: the root itself is held against the annex by its author,
    and by all others when he has disclosed.
    """
    made = world(tmp_path, "bismarck-sea", "referee")
    by_chance = players(16)
    while made.next_seat != "japanese" or len(made.mail) < 6:
        round_(made, by_chance)
    author, referee = made.players["japanese"], made.players["referee"]
    path = tmp_path / "doctored.pbem"
    path.write_bytes(forge(author, swapping(author, (referee.key.public.line,))))
    for reader in ("allied", "referee"):
        assert made.players[reader].run("receive", str(path)) == 0
        said = capsys.readouterr().out
        for unit in ("A6M-251", "A6M-253"):
            item = f"[E.2] {unit}: the item 'unit/{unit}' does not say what the chart"
            assert (item in said) == (reader == "referee")
    author.receive(path.read_bytes())
    assert author.run("audit") == 3
    root = "[protocol 7] the charts: the annex does not hold what the root sealed"
    assert root in capsys.readouterr().out
