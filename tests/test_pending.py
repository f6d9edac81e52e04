"""What others have ordered in the open for what is still to come is told to whoever reads."""

import re
from pathlib import Path

import pytest

from pbem.game.headlines import headline_of
from pbem.game.news import news, news_since_own
from pbem.game.pending import addressed
from pbem.game.reports import turn_report
from pbem.report import plain
from tests.simulator import World, begin, by_bot

TITLE = "Ordered, still to come: the Japanese side"


def test_orders_that_wait_are_told(tmp_path: Path) -> None:
    """Who reads the raw file knows no more than who reads the news."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    order = {"type": "land", "carrier": "akagi", "squadrons": ["Akagi-DB", "Soryu-F"]}
    world.deliver(world.players["japanese"].send(order), "japanese")
    pages = {}
    for seat, player in world.players.items():
        with player.session() as session:
            news, report = news_since_own(session), turn_report(session, session.fold.table.turn)
        pages[seat] = (plain.render(news), plain.render(report))
    for page in pages["american"]:
        assert "Akagi lands Akagi-DB 5 SP and Soryu-F 5 SP [M1.3]." in page[page.index(TITLE) :]
    assert not any(TITLE in page for page in pages["japanese"])


def test_who_shares_a_side_is_told_by_the_name_of_his_seat(tmp_path: Path) -> None:
    world = begin(tmp_path, "midway/midway-0700", ("cardiv-1", "cardiv-2", "american"))
    order = {"type": "land", "carrier": "akagi", "squadrons": ["Akagi-DB"]}
    world.deliver(world.players["cardiv-1"].send(order), "cardiv-1")
    with world.players["american"].session() as session:
        said = plain.render(news_since_own(session))
    assert "Ordered, still to come: cardiv-1\n" in said


def test_standing_orders_that_lie_open_are_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that the form wrote out again are no news; the words are turned to the reader."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    holds = {"type": "standing-cap", "attack": "never"}
    first = world.players["american"]
    for given, told in ((holds,), True), ((), False), ((holds,), False):
        world.deliver(world.players["japanese"].send_by_command(*given), "japanese")
        capsys.readouterr()
        assert first.run("turn", "--no-input") == 0
        said = capsys.readouterr().out
        assert ("Standing orders that are new: the Japanese side" in said) == told
        assert ("From now on the CAP holds; its hits fall on torpedo bombers" in said) == told
        world.deliver(first.send_by_command(), "american")


def test_of_a_standing_order_what_is_in_force_already_is_not_new(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each squadron has its own, and each carrier: orders for others leave it in force."""
    world = begin(tmp_path, "midway/midway-0700", ("japanese", "american"))
    first, told = world.players["american"], []
    spots = {"type": "standing-plan", "carrier": "akagi", "deck": "spot"}
    keeps = {"type": "standing-plan", "carrier": "soryu", "deck": "keep"}
    files = (
        (holding("Soryu-F", "Akagi-DB"), keeps),
        (holding("Akagi-DB", "Soryu-F"), spots),
        (holding("Akagi-DB"), keeps),
        (holding("Akagi-DB", "Hiryu-F"), keeps),
        (holding("Soryu-F"),),
    )
    for given in files:
        world.deliver(world.players["japanese"].send_by_command(*given), "japanese")
        capsys.readouterr()
        assert first.run("turn", "--no-input") == 0
        said = " ".join(capsys.readouterr().out.split())
        told.append(re.findall(r"From now on (.+?) \[", said))
        world.deliver(first.send_by_command(), "american")
    assert told == [
        ["Akagi-DB and Soryu-F stay", "Soryu keeps her deck as it is"],
        ["Akagi spots all that she can, whoever comes home"],
        [],
        ["Hiryu-F stays"],
        [],
    ]


def holding(*squadrons: str) -> dict[str, object]:
    """A standing order that keeps squadrons where they are."""
    return {"type": "standing-move", "squadrons": [*squadrons], "move": "hold"}


def test_standing_orders_of_others_are_told_as_their_author_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those for whom its seat does not command hold once it does [MH7]."""
    world = begin(tmp_path, "midway/midway-0700", ("cardiv-1", "cardiv-2", "american"))
    holds = {"type": "standing-move", "squadrons": ["Hiryu-DB", "Kaga-TB1"], "move": "hold"}
    world.deliver(world.players["cardiv-1"].send_by_command(), "cardiv-1")
    world.deliver(world.players["cardiv-2"].send_by_command(holds), "cardiv-2")
    capsys.readouterr()
    words = "From now on Hiryu-DB stays; once under your command by a landing [MH7], Kaga-TB1 stays"
    assert world.players["american"].run("turn", "--no-input") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"{words} [M3.1, MB1]. 'You' is cardiv-2 here." in said


def test_standing_orders_of_the_pacific_that_lie_open_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "pto/midway", ("japanese", "allied"))
    given = ({"type": "declines"}, {"type": "naval-intercept", "when": "never", "openly": True})
    world.deliver(world.players["allied"].send_by_command(*given), "allied")
    capsys.readouterr()
    assert world.players["japanese"].run("turn", "--no-input") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Standing orders that are new: the Allied side" in said
    assert "All of the Allies: pass in every offensive phase, unasked" in said
    assert "All of the Allies: ships never intercept;" in said


def test_a_mobile_base_of_cartwheel_that_all_can_read_of_is_told_before_it_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is sealed beside it is not."""
    world = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    given = (
        {"type": "build", "base": "MJ1", "hex": "0805"},
        {"type": "redistribute", "units": {"A6M-253": "LAE"}},
    )
    world.deliver(world.players["japanese"].send_by_command(*given), "japanese")
    capsys.readouterr()
    assert world.players["allied"].run("turn", "--no-input") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert TITLE in said
    assert "Mobile base MJ1 is begun in 0805 (Finschhafen); it works from the end" in said
    assert "A6M-253" not in said


def test_orders_that_wait_are_told_as_they_will_be_carried_out(tmp_path: Path) -> None:
    """Launches before plans: phase 9 before phase 11."""
    world = begin(tmp_path, "midway/midway-0700", ("cardiv-1", "cardiv-2", "american"))
    while world.next_seat != "cardiv-1" or "1/9" not in asked(world):
        world.round()
    launch = {"type": "launch", "carrier": "akagi"}
    plan = {"type": "plan", "carrier": "akagi"}
    world.deliver(world.players["cardiv-1"].send(plan, launch), "cardiv-1")
    with world.players["cardiv-2"].session() as session:
        said = plain.render(news_since_own(session))
    told = said[said.index("Ordered, still to come: cardiv-1") :]
    assert told.index("Akagi launches nothing") < told.index("Akagi keeps her flight deck clear")


def asked(world: World) -> tuple[str, ...]:
    with world.players[world.next_seat].session() as session:
        return session.view().decision.covers


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("midway/midway-0700", ("japanese", "american")), ("pto/leyte", ("japanese", "allied"))],
)
def test_what_ones_own_file_brings_at_the_end_of_a_turn_is_news_to_its_author(
    scenario: str, seats: tuple[str, ...], tmp_path: Path
) -> None:
    """In some systems it is a file of the turn that it ends, in others of the one it begins."""
    world, titles = begin(tmp_path, scenario, seats), [""]
    while len(titles) < 2:
        author = world.next_seat
        world.round()
        with world.players[author].session() as session:
            titles = [title for title, _ in headline_of(session, session.links.seq)]
            news = plain.render(news_since_own(session))
    assert all(f"\n{title}\n" in news.casefold() for title in map(str.casefold, titles))


def test_a_headline_tells_at_whom_an_attack_is_ordered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"))

    world.send({"type": "plan", "carrier": "kaga", "deck": ["Kaga-DB", "Kaga-TB1"]})
    world.send({"type": "standing-cap", "attack": "never"})
    world.send()
    world.send()
    attack = {"type": "attack", "carrier": "yorktown", "squadrons": ["Kaga-DB", "Kaga-TB1"]}
    world.send(attack)
    with world.players["american"].session() as session:
        headline = plain.render(news_since_own(session)).partition("Ordered, still to come")[0]
        told = " ".join(headline.split())
        assert "Japanese bombers are ordered at Yorktown (10 SP)." in told
    capsys.readouterr()
    assert world.players["american"].run("status") == 0
    assert "Japanese bombers are ordered at Yorktown" in capsys.readouterr().out
    world.send()
    with world.players["japanese"].session() as session:
        assert "are ordered at" not in plain.render(news_since_own(session))


def test_m7_2_a_headline_adds_up_what_partners_send_at_a_carrier_by_order_or_default(
    tmp_path: Path,
) -> None:
    """Akagi-TB is ordered, Akagi-DB sent by the rules alone, Hiryu-DB by a standing order."""
    world = begin(tmp_path, "midway/midway-even", ("cardiv-1", "cardiv-2", "american"))

    def ordered() -> str:
        with world.players["american"].session() as session:
            headline = plain.render(news_since_own(session)).partition("Ordered, still to come")[0]
        _, _, told = " ".join(headline.split()).partition("bombers are ordered at ")
        return told.partition(".")[0]

    world.send({"type": "plan", "carrier": "akagi", "deck": ["Akagi-DB", "Akagi-TB"]})
    world.send({"type": "plan", "carrier": "hiryu", "deck": ["Hiryu-DB"]})
    world.send({"type": "standing-cap", "attack": "never"})
    for _ in range(3):
        world.send()
    attack = {"type": "attack", "carrier": "enterprise", "squadrons": ["Akagi-TB"]}
    world.send(attack)
    assert ordered() == "Enterprise (10 SP so far)"
    world.send({"type": "standing-targets", "carriers": ["enterprise"]})
    assert ordered() == "Enterprise (15 SP)"


def test_a_file_without_orders_tells_that_what_it_leaves_to_the_rules_is_to_come(
    tmp_path: Path,
) -> None:
    """Of an attack that waits for its dice alone also at whom it goes by default [MB1, M7.1]."""
    seats = ("japanese", "tf-16", "tf-17")
    world = begin(tmp_path, "midway/midway-even", seats, {"pace": "phase"})

    def told(seat: str) -> str:
        with world.players[seat].session() as session:
            return " ".join(plain.render(news(session, (), session.links.seq)).split())

    later = "yet: what it leaves to the rules comes later."
    never = {"type": "standing-cap", "attack": "never"}
    while not (covers := asked(world)) or not covers[0].endswith("/7"):
        author = world.next_seat
        world.send(*([never] if author != "japanese" and covers == ("0/12",) else []))
        if covers == ("1/10",) and author == "tf-16":
            assert f"Nothing happens by file {world.players['tf-17'].head} {later}" in told("tf-17")
    world.send()
    left = "yet: what it leaves to the rules comes with the next file of tf-16."
    said = told("tf-17")
    assert f"Nothing happens by file {world.players['tf-17'].head} {left}" in said
    assert "Japanese bombers attack Enterprise (43 SP) by default. Points:" in said
    assert world.next_seat == "tf-16"
    assert "by default" not in told("tf-16")  # its own seed opens the dice


def test_an_order_whose_step_has_run_and_changed_nothing_is_not_said_to_come_later(
    tmp_path: Path,
) -> None:
    world = begin(tmp_path, "midway/midway-even", ("japanese", "american"), {"pace": "phase"})
    author = world.players["japanese"]
    world.send({"type": "plan", "carrier": "akagi", "deck": []})
    with author.session() as session:
        said = " ".join(plain.render(news(session, (), session.links.seq)).split())
    assert "Nothing happens by file 2. " in said


def test_the_news_of_a_file_are_told_alike_when_it_comes_and_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What one's own file brought before was told to who sent it."""
    world = begin(tmp_path, "pto/leyte", ("japanese", "allied"))
    for _ in range(4):
        world.round()
    seat = world.next_seat
    (reader,) = (player for name, player in world.players.items() if name != seat)
    raw = world.players[seat].play(by_bot)
    capsys.readouterr()
    reader.receive_by_command(raw)
    first = capsys.readouterr().out.partition("\n===")[2]
    assert reader.run("turn", "--no-input") == 0
    later = capsys.readouterr().out.partition("\n===")[2]
    assert first.partition("\nnext:")[0].strip() in later


def test_words_that_speak_to_their_author_are_known_from_those_that_do_not() -> None:
    assert addressed(("It flies.", "You pass."))
    assert addressed(("Woodlark falls to your side.",))
    assert not addressed(("Young pilots of Akagi fly.",))
