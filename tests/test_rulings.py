"""Questions, rulings, consent, and a referee who opens dice (protocol 10)."""

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.headline import LINES, height
from pbem.engine.ledger import Fold
from pbem.game.headlines import headline_of
from pbem.game.letters import letter
from pbem.game.story import retold
from pbem.store import roster
from tests.attacks.common import AIM, refusal
from tests.cheat import forge, with_orders
from tests.simulator import Player, World, begin

RULING = {"type": "ruling", "words": "The first hit does not count.", "side": "red", "points": -1}
THREE = ("red", "blue", "referee")


def fold_of(player: Player) -> Fold[Any]:
    with player.session() as session:
        return session.fold


def hits(world: World, seat: str) -> int:
    number: int = fold_of(world.players["red"]).table.game.hits[seat]
    return number


def say(world: World, seat: str, *orders: dict[str, Any]) -> None:
    raw = world.players[seat].send(*orders)
    world.mail.append(raw)
    world.deliver(raw, seat)


def test_a_players_ruling_waits_for_consent(world: World) -> None:
    author = world.next_seat
    other = "blue" if author == "red" else "red"
    before = hits(world, "red")
    say(world, author, RULING)
    assert world.next_seat == author, "a ruling decides nothing of what was asked"
    assert hits(world, "red") == before
    assert [one.seq for one in fold_of(world.players[other]).proposals] == [3]
    owner = fold_of(world.players[other]).owner
    assert owner is not None
    assert owner.seq != 3, "no roll belongs to a ruling"
    say(world, author, AIM)
    with world.players[other].session() as session:
        ahead = session.ahead().fold.table.game.hits["red"]
    say(world, other, {"type": "consent", "ruling": 3}, AIM)
    assert hits(world, "red") == ahead - 1
    assert fold_of(world.players["red"]).proposals == ()
    report = (world.players[author].folder / "reports" / "turn-01.txt").read_text()
    said = 'proposes a ruling (file 3): "The first hit does not count." (−1 for Red).'
    assert said in " ".join(report.split())


def ruled(world: World) -> tuple[Player, Player]:
    """Who has proposed a ruling in file 3, and who may agree to it in file 5."""
    author = world.players[world.next_seat]
    other = world.players["blue" if author.seat == "red" else "red"]
    say(world, author.seat, RULING)
    say(world, author.seat, AIM)
    return author, other


def test_a_consent_stands_beside_the_orders_that_are_drafted(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    _, other = ruled(world)
    assert other.run("orders", "--add", "aim", "number=2") == 0
    capsys.readouterr()
    assert other.run("consent", "3") == 0
    said = " ".join(capsys.readouterr().out.split())
    words = '"The first hit does not count." (−1 for Red).'
    assert f"You agree to the ruling in file 3: {words}" in said
    draft = (other.folder / "orders-0005.toml").read_text()
    assert draft.index('type = "aim"') < draft.index('type = "consent"')
    assert other.head == 4, "nothing is signed"
    assert other.run("turn", "--yes") == 0
    assert fold_of(other).proposals == ()


def test_what_is_wrong_with_drafted_orders_is_told_with_their_lines(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    _, other = ruled(world)
    orders = other.folder / "orders-0005.toml"
    orders.write_text('[[order]]\ntype = "aim"\nnumber = 2\n\n[[order]]\ntype = "shoot"\n')
    before = other.files()
    for number in ("3", "2"):
        assert consent(other, number) == 1
        said = capsys.readouterr().err
        assert f"{orders}:5, order 2: there is no order of type 'shoot'" in said
        assert ("error: E12: there is no ruling in file 2 that waits for you" in said) == (
            number == "2"
        )
    assert other.files() == before


def test_what_was_not_added_is_not_to_be_taken_out(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    assert author.run("consent", "1") == 1
    assert "hint: nothing was added: name another" in capsys.readouterr().err
    assert author.run("refer", "May he?") == 1
    assert f"hint: settle it with the others: 'pbem -C {author.folder} ruling WORDS'" in (
        capsys.readouterr().err
    )


def test_a_consent_may_be_sent_at_once(world: World) -> None:
    _, other = ruled(world)
    assert other.run("orders", "--add", "aim", "number=2") == 0
    assert consent(other, "3", "--send") == 0
    raw = other.files()[f"chain/0005-{other.seat}.pbem"]
    assert raw.index(b'type = "aim"') < raw.index(b'type = "consent"')


def test_a_ruling_leaves_the_orders_that_are_drafted(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    assert author.run("orders", "--add", "aim", "number=2") == 0
    before = (author.folder / "orders-0003.toml").read_text()
    assert author.run("ruling", "The first hit does not count.") == 0
    now = (author.folder / "orders-0004.toml").read_text()
    assert now == before.replace("file 3", "file 4").replace("file = 3", "file = 4")
    assert author.run("turn", "--yes") == 0
    assert "You rule" not in capsys.readouterr().err


def test_a_ruling_signed_elsewhere_leaves_the_orders_that_are_drafted_here(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are those of the next file, and what a command added may still be taken back."""
    seat = world.next_seat
    author, elsewhere = world.players[seat], world.copied(tmp_path / "copy").players[seat]
    assert author.run("orders", "--add", "aim", "number=2") == 0
    before = (author.folder / "orders-0003.toml").read_text()
    assert elsewhere.run("ruling", "The first hit does not count.") == 0
    capsys.readouterr()
    assert (
        author.run("turn", "--no-input", str(elsewhere.folder / "chain" / f"0003-{seat}.pbem")) == 0
    )
    draft = author.folder / "orders-0004.toml"
    assert f"your orders stand in {draft}" in " ".join(capsys.readouterr().out.split())
    assert draft.read_text() == before.replace("file 3", "file 4").replace("file = 3", "file = 4")
    assert author.run("orders", "--undo") == 0


def test_who_resigns_is_told_where_his_orders_are_kept(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    assert author.run("orders", "--add", "aim", "number=2") == 0
    capsys.readouterr()
    assert author.run("resign", "--yes") == 0
    kept = author.folder / "own" / "orders-0003.toml"
    assert f"the orders that you had begun are kept in {kept}" in capsys.readouterr().out
    assert "number = 2" in kept.read_text()


def test_a_ruling_that_waits_is_told_with_a_file_that_does_not_agree(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    author, other = ruled(world)
    assert other.run("orders", "--add", "aim", "number=2") == 0
    assert (
        f'{author.seat}\'s ruling in file 3 ("{RULING["words"]}") does not hold:'
        " 'pbem consent 3' agrees to it"
    ) in " ".join(capsys.readouterr().out.split())


def test_nobody_is_asked_whether_he_resigns_who_cannot(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    author = world.players[world.next_seat]
    other = world.players["blue" if author.seat == "red" else "red"]
    assert other.run("resign") == 1
    assert capsys.readouterr().err == (
        f"pbem: error: E08: it is for the {author.seat.title()} side to write file 3\n"
        f"pbem: hint: see 'pbem -C {other.folder} status'; receive that file first\n"
    )


def consent(player: Player, *words: str) -> int:
    """The command itself, in the player's folder."""
    return player.run("consent", *words)


def test_silence_is_refusal(world: World) -> None:
    author = world.next_seat
    say(world, author, RULING)
    for _ in range(4):
        world.round()
    assert [one.seq for one in fold_of(world.players["red"]).proposals] == [3]


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (({"type": "consent", "ruling": 2},), "there is no ruling in file 2 that waits for you"),
        ((RULING, AIM), "'ruling' stands alone in its file"),
        (({**RULING, "words": ""},), "the words have 0 characters"),
        (({**RULING, "words": "x" * 1001},), "the words have 1,001 characters"),
        (({**RULING, "side": "green"},), "points are given to one side"),
        (({**RULING, "points": 20_000},), "points are given to one side"),
        (({"type": "refer", "words": "Is it so?"},), "this game has no referee"),
        (({"type": "disclose", "secret": "00" * 32},), "the game is not over"),
    ],
)
def test_what_cannot_be_ruled(world: World, orders: tuple[dict[str, Any], ...], said: str) -> None:
    author = world.players[world.next_seat]
    reader = next(p for p in world.players.values() if p is not author)
    code, words = refusal(reader, forge(author, with_orders(*orders)))
    assert code == "E12"
    assert said in words


def test_nobody_consents_to_his_own_ruling(world: World) -> None:
    author = world.players[world.next_seat]
    reader = next(p for p in world.players.values() if p is not author)
    say(world, author.seat, RULING)
    doctor = with_orders({"type": "consent", "ruling": 3}, AIM)
    code, words = refusal(reader, forge(author, doctor))
    assert (code, "there is no ruling in file 3 that waits for you" in words) == ("E12", True)


def test_questions_and_rulings_stand_in_the_headlines(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", THREE)
    author = world.next_seat
    say(world, author, {"type": "refer", "words": "Does a misfire count?"}, AIM)
    say(world, "referee", {**RULING, "side": "blue", "points": 2})
    with world.players["red"].session() as session:
        (_, asked), *_ = headline_of(session, 3)
        (_, answered), *_ = headline_of(session, 4)
    assert f'{author} asks the referee: "Does a misfire count?"' in asked
    on = f'{author}\'s question "Does a misfire count?"'
    ruled = f'Ruled by referee in file 4 on {on}: "The first hit does not count." (+2 for Blue).'
    assert answered[0] == ruled


def test_a_headline_tells_a_consent_with_the_ruling_that_holds_by_it(world: World) -> None:
    author, other = ruled(world)
    say(world, other.seat, {"type": "consent", "ruling": 3}, AIM)
    with author.session() as session:
        told = " ".join(one for _, told in headline_of(session, 5) for one in told)
    words = f"Ruled by {author.seat} in file 3 with {other.seat}'s consent: "
    assert f'{words}"The first hit does not count." (−1 for Red).' in told
    assert "consents" not in told


def test_every_headline_tells_the_question_and_the_ruling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players' words in marks and as written, though they name things; points as players count."""
    made = begin(tmp_path, "cartwheel/bismarck-sea", GAMES["cartwheel/bismarck-sea"])
    author = made.next_seat
    asks = {"type": "refer", "words": "Does ⟨US-319BG⟩ stage?\nOr not?"}
    say(made, author, *made.players[author].bot_orders(), asks)
    while made.next_seat != "referee":  # dice come before questions
        made.round()
    say(made, "referee", {"type": "ruling", "words": "It may.", "side": "allied", "points": 1})
    asked = f'{author} asks the referee: "Does ⟨US-319BG⟩ stage?…".'
    on = f'{author}\'s question "Does ⟨US-319BG⟩ stage?…"'
    file = len(made.mail) - 1
    answered = f'Ruled by referee in file {file} on {on}: "It may." (+1/2 for Allied).'
    reader = made.players[author]
    with reader.at_home():
        roster.enter(reader.folder)
    for words in (("status",), ("games",), ("report",), ("turn", "--no-input")):
        capsys.readouterr()
        assert reader.run(*words) == 0, words
        said = " ".join(capsys.readouterr().out.split())
        assert asked not in said, "its ruling tells it"
        assert answered in said, words
    with reader.session() as session:
        (chapter,) = retold(reader.folder, 0, None).chapters
        mails = [letter(session, seq).text for seq in range(len(made.mail))]
    assert chapter.headline[0] == answered
    for one in (asked, answered):
        assert any(one in " ".join(mail.split()) for mail in mails)


def test_a_referee_at_a_table_is_told_his_file_before_he_signs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    say(world, world.next_seat, {"type": "refer", "words": "May a gun fire?"})
    while world.next_seat != "referee":  # dice come before questions
        world.round()
    referee = world.players["referee"]
    for words in (("ruling", "It may.", "--dry-run"), ("turn", "--dry-run"), ("turn",)):
        assert referee.run(*words) == 0, words
    assert 'You rule: "It may."' in capsys.readouterr().out


def test_many_questions_leave_room_for_what_happened_beside_them(tmp_path: Path) -> None:
    """Of the older ones less is told, in a headline of five lines."""
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    asked = [{"type": "refer", "words": f"{n}: " + "may it move so far? " * 8} for n in range(3)]
    say(world, world.next_seat, {"type": "set", "counter": "VP", "value": "7"}, *asked)
    with world.players["us"].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    assert height(told, {}) <= LINES
    assert 'asks the referee: "0: may it' in told[0]
    assert all(f'; "{n}: may it' in told[0] for n in (1, 2))
    assert told[-1].endswith("Set: VP to 7.")


def test_questions_take_no_room_from_losses_the_score_and_who_is_next(tmp_path: Path) -> None:
    """Three long questions with each file of a game in which much happens."""
    made = begin(tmp_path, "cartwheel/bismarck-sea", GAMES["cartwheel/bismarck-sea"])
    asks = [{"type": "refer", "words": f"{n}: " + "may it move so far? " * 8} for n in range(3)]
    stands, told = 0, ()
    for _ in range(14):
        author = made.next_seat
        say(
            made, author, *made.players[author].bot_orders(), *(asks if author != "referee" else ())
        )
        if author == "referee":
            continue
        with made.players["referee"].session() as session:
            *_, (_, told) = headline_of(session, len(made.mail) - 1)
            acts = session.fold.table.game.operations.to_act
        words = " ".join(told)
        assert height(told, {}) <= LINES
        assert f'{author} asks the referee: "0: may it' in words
        assert "The score is" in words
        assert not acts or " to act" in words or "rdered" in words or "await" in words
        stands += "The Allied player is to act" in words
    assert stands


def test_a_question_and_others_beside_it_are_told_without_all_their_words(tmp_path: Path) -> None:
    world = begin(tmp_path, "table", ("us", "japan", "referee"))
    asked = [{"type": "refer", "words": f"{n}: may it move so far?"} for n in range(9)]
    say(world, world.next_seat, {"type": "set", "counter": "VP", "value": "7"}, *asked)
    with world.players["us"].session() as session:
        ((_, told),) = headline_of(session, len(world.mail) - 1)
    assert height(told, {}) <= LINES
    assert '; "8: may it move so far?"' in told[0]


# --- a referee -----------------------------------------------------------------------------------


def test_a_question_is_for_the_referee_to_answer(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", THREE)
    author = world.next_seat
    say(world, author, {"type": "refer", "words": "Does a misfire count?"}, AIM)
    assert world.next_seat == "referee"
    before = hits(world, "blue")
    say(world, "referee", {**RULING, "side": "blue", "points": 2})
    assert hits(world, "blue") == before + 2, "a referee's ruling needs no consent"
    assert world.next_seat != "referee"
    reader = world.players["blue"]
    report = (reader.folder / "reports" / "turn-01.txt").read_text()
    assert 'asks the referee: "Does a misfire count?"' in report
    assert "Ruled by referee in file 4 on " in report


def test_a_referee_gives_no_orders(tmp_path: Path) -> None:
    """By a question of his own he would write for ever, and only the other side consents."""
    world = begin(tmp_path, "pistols", THREE)
    author = world.next_seat
    say(world, author, RULING)
    say(world, author, {"type": "refer", "words": "?"}, AIM)
    referee, ruled = world.players["referee"], len(world.mail) - 2
    asks, consents = {"type": "refer", "words": "?"}, {"type": "consent", "ruling": ruled}
    for order in (AIM, {"type": "resign"}, asks, consents):
        code, words = refusal(world.players["red"], forge(referee, with_orders(order)))
        assert (code, "a referee gives no orders but a ruling" in words) == ("E12", True)
        (world.players["red"].folder / "evidence").joinpath("0005-referee.pbem").unlink()


def test_a_referee_is_not_asked_to_open_dice_or_to_end(tmp_path: Path) -> None:
    world = begin(tmp_path, "pistols", THREE)
    world.play()
    seats = [raw.split(b'seat = "')[1].split(b'"')[0] for raw in world.mail]
    assert seats.count(b"referee") == 1, "the join alone"
    assert fold_of(world.players["referee"]).ended == ("blue", "red")


def test_a_referee_who_opens_dice_stands_in_the_genesis(tmp_path: Path) -> None:
    """Nobody waits for a slow opponent then, but the referee foresees every die."""
    world = begin(tmp_path, "pistols", THREE, {"witness": "referee"})
    world.play()
    thrown = [raw for raw in world.mail if b'seat = "referee"' in raw]
    assert len(thrown) > 3
    fold = fold_of(world.players["blue"])
    assert fold.referee_witnesses
    assert b'witness = "referee"' in world.mail[0]


def test_a_ruling_is_agreed_to_once(world: World) -> None:
    author, other = world.next_seat, "blue" if world.next_seat == "red" else "red"
    say(world, author, RULING)
    say(world, author, AIM)
    twice = ({"type": "consent", "ruling": 3}, {"type": "consent", "ruling": 3}, AIM)
    raw = forge(world.players[other], with_orders(*twice))
    assert refusal(world.players[author], raw) == (
        "E12", "order 2: you agree to the ruling in file 3 twice [protocol 10]",
    )  # fmt: skip


GAMES = {
    "cartwheel/bismarck-sea": ("japanese", "allied", "referee"),
    "pto/midway": ("japanese", "allied", "referee"),
    "midway-0700": ("japanese", "american", "referee"),
    "table": ("us", "japan", "referee"),
}


@pytest.mark.parametrize("scenario", GAMES)
def test_every_game_takes_questions_rulings_and_consents(scenario: str, tmp_path: Path) -> None:
    """Beside the orders of the game, which knows none of these."""
    made = begin(tmp_path, scenario, GAMES[scenario])
    author = made.next_seat
    other = next(seat for seat in GAMES[scenario][:2] if seat != author)
    say(made, author, {"type": "ruling", "words": "We play on."})
    ruled = len(made.mail) - 1
    bot = made.players[author].bot_orders()
    say(made, author, *bot, {"type": "refer", "words": "Is that right?"})
    while made.next_seat != "referee":  # dice come before questions
        made.round()
    say(made, "referee", {"type": "ruling", "words": "It is."})
    while made.next_seat != other:
        made.round()
    bot = made.players[other].bot_orders()
    say(made, other, *bot, {"type": "consent", "ruling": ruled})
    for player in made.players.values():
        fold = fold_of(player)
        assert (fold.proposals, fold.referred) == ((), False)
