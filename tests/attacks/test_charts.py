"""A cheating client and hidden charts: false openings, hostile annexes (protocol 7, 8)."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from pbem.frozen import replace
from pbem.game.annexes import Place, contents, recipients, referee_keys
from pbem.game.verify import adjudicate
from pbem.merkle import proof_for
from pbem.scan import scan
from pbem.seal import Item, encrypt_annex
from pbem.turnfile import AnnexPart, OpenPart, TurnFile, read
from tests.attacks.common import judged, refusal
from tests.cheat import forge, honest_parts
from tests.simulator import Player, World
from tests.systems.cartwheel.files import players, round_, world

Change = Callable[[OpenPart], tuple[OpenPart, ...]]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in which the next file has to open an item of its author's second or later charts."""
    made = world(tmp_path_factory.mktemp("asked"), "toenails")
    for _ in range(150):  # at the begin of every turn the bots look at several bases
        author = made.players[made.next_seat]
        asks = any(part.id.endswith("/counts") for part in honest_parts(author).open)
        if asks and len(files_with_charts(made, author.seat)) > 1:
            return made
        made.round()
    raise AssertionError("nobody looked at a base")


def files_with_charts(made: World, seat: str) -> list[int]:
    files = [read(scan(raw)) for raw in made.mail]
    return [file.seq for file in files if file.seat == seat and file.charts is not None]


def opening(made: World, change: Change) -> bytes:
    """The next file with its first opening of a chart's item changed."""

    def doctor(file: TurnFile) -> TurnFile:
        at = next(n for n, part in enumerate(file.open) if part.proof)
        parts = (*file.open[:at], *change(file.open[at]), *file.open[at + 1 :])
        return replace(file, open=parts)

    return forge(made.players[made.next_seat], doctor)


def code_of_refusal(made: World, raw: bytes) -> str:
    """Why the other player refuses a file; what he keeps of it is put away again."""
    reader = next(p for seat, p in made.players.items() if seat != made.next_seat)
    code, _ = refusal(reader, raw)
    for path in (reader.folder / "evidence").glob("*"):
        path.unlink()
    return code


def test_the_honest_opening_is_accepted(asked: World) -> None:
    raw = opening(asked, lambda part: (part,))
    reader = next(p for seat, p in asked.players.items() if seat != asked.next_seat)
    file, outcome = read(scan(raw)), judged(reader, raw)
    assert (file.seat, file.seq) in {(root.seat, root.seq) for root in outcome.fold.roots}


CHANGES: dict[str, Change] = {
    "another content": lambda p: (replace(p, content=p.content + 'more = "x"\n'),),
    "no content": lambda p: (replace(p, content=""),),
    "another salt": lambda p: (replace(p, salt="00" * 32),),
    "another file": lambda p: (replace(p, seq=p.seq - 2),),
    "no proof": lambda p: (replace(p, proof=()),),
    "a hash less": lambda p: (replace(p, proof=p.proof[:-1]),),
    "a hash more": lambda p: (replace(p, proof=(*p.proof, p.proof[-1])),),
    "another hash": lambda p: (replace(p, proof=("00" * 32, *p.proof[1:])),),
    "hashes in another order": lambda p: (replace(p, proof=p.proof[::-1]),),
    "under another id": lambda p: (replace(p, id=p.id.replace("/counts", "/chart")),),
    "under an id of no chart": lambda p: (replace(p, id="rabaul"),),
    "twice": lambda p: (p, p),
    "not at all": lambda _: (),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_false_opening_is_refused(asked: World, name: str) -> None:
    assert code_of_refusal(asked, opening(asked, CHANGES[name])) == "E11"


@pytest.mark.parametrize("number", [0, -1])
def test_a_hash_that_is_none_is_refused_wherever_it_stands(asked: World, number: int) -> None:
    def change(part: OpenPart) -> tuple[OpenPart, ...]:
        proof = [*part.proof]
        proof[number] = "not hex"
        return (replace(part, proof=tuple(proof)),)

    assert code_of_refusal(asked, opening(asked, change)) == "E04"


def opened_from(author: Player, seq: int, id_: str) -> OpenPart:
    """Any item of any of a seat's charts, opened as it was sealed there."""
    with author.session() as session:
        game, hidden = session.ahead().fold.table.game, session.rules.system.hidden
        assert hidden is not None
        ids = hidden.chart_ids(game, author.seat, session.rules.charts)
        place = Place(secret=session.secret(), game=session.links.game, seat=author.seat, seq=seq)
        judged_files = {file.seq: (file, outcome) for file, outcome, _ in adjudicate(author.folder)}
        file, outcome = judged_files[seq]
        assert outcome is not None
        found = contents(place, file, session.rules, outcome.found)
    leaves = [place.commit(one, found[one]) for one in ids]
    return OpenPart(
        seq=seq, id=id_, salt=place.salt(id_).hex(), content=found[id_],
        proof=tuple(one.hex() for one in proof_for(leaves, ids.index(id_))),
    )  # fmt: skip


def test_what_we_open_here_is_what_an_honest_client_opens(asked: World) -> None:
    author = asked.players[asked.next_seat]
    part = next(part for part in honest_parts(author).open if part.proof)
    assert opened_from(author, part.seq, part.id) == part


def test_one_base_is_not_opened_as_another(asked: World) -> None:
    """Another leaf under the same root, with its own good proof: the rules number the leaves."""
    author = asked.players[asked.next_seat]

    def change(part: OpenPart) -> tuple[OpenPart, ...]:
        other = "RAB/counts" if part.id != "RAB/counts" else "BUI/counts"
        return (replace(opened_from(author, part.seq, other), id=part.id),)

    assert code_of_refusal(asked, opening(asked, change)) == "E11"


def test_older_charts_are_not_opened_for_the_newest(asked: World) -> None:
    author = asked.players[asked.next_seat]
    older = files_with_charts(asked, author.seat)[-2]

    def change(part: OpenPart) -> tuple[OpenPart, ...]:
        assert older < part.seq
        return (opened_from(author, older, part.id),)

    assert code_of_refusal(asked, opening(asked, change)) == "E11"


# --- annexes for a referee -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def refereed(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game with a referee, in which the next player's file will have charts."""
    made = world(tmp_path_factory.mktemp("refereed"), "bismarck-sea", "referee")
    by_chance = players(15)
    while honest_parts(made.players[made.next_seat]).charts is None:
        round_(made, by_chance)
    return made


ITEM = Item(id="x", salt="00" * 32, content="")
MISSING = ("protocol 8", "RAB/chart", "its annex does not hold it")
UNSEALED = ("protocol 8", "x", "its annex holds it, and the file sealed no such thing")
SALT = ("protocol 8", "the annex", "it cannot be read: a salt in it is not 64 hex digits")
TWICE = ("protocol 8", "the annex", "it cannot be read: an item stands in it twice")
ANNEXES = {
    "no items": ((), MISSING),
    "items of no chart": ((ITEM,), MISSING),
    "an item that was never sealed": ((ITEM,), UNSEALED),
    "a salt of no hex digits": ((replace(ITEM, salt="zz" * 32),), SALT),
    "a salt of half a byte": ((replace(ITEM, salt="0"),), SALT),
    "one item twice": ((ITEM, ITEM), TWICE),
}
"""What an annex holds, and the rule, the thing and the words of a breach that it is."""


@pytest.mark.parametrize("name", ANNEXES)
def test_a_false_annex_is_a_breach_for_the_referee(
    refereed: World, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is taken, for nobody else can read its annex; the audit goes on and names it."""
    author, referee = refereed.players[refereed.next_seat], refereed.players["referee"]
    with author.session() as session:
        keys = referee_keys(session.fold.seats)
        place = Place(
            secret=session.secret(), game=session.links.game, seat=author.seat,
            seq=session.next_seq,
        )  # fmt: skip
    items, breach = ANNEXES[name]
    age = encrypt_annex(items, recipients(place, keys), 0)
    copy = referee.moved(tmp_path / "referee")
    copytree(referee.folder, copy.folder)
    copy.receive(forge(author, lambda file: replace(file, annex=AnnexPart(age=age))))
    status = copy.run("audit", "--json")
    seats = {one["seat"]: one for one in json.loads(capsys.readouterr().out)["seats"]}
    breaches = seats[author.seat]["breaches"]
    assert {one["seq"] for one in breaches} == {place.seq}
    assert breach in [(one["rule"], one["subject"], one["what"]) for one in breaches]
    assert {one["gain"] for one in breaches} == {author.seat}
    assert status == 3
