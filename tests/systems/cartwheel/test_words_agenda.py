"""What status says of the next file: why it is needed, and how far a result can be relied on."""

from pathlib import Path

import pytest

from pbem.cli import glance
from pbem.engine.decisions import Decision
from pbem.engine.hidden import Breach
from pbem.engine.ledger import is_over
from pbem.frozen import FrozenMap, replace
from pbem.game.audit import audit, knowledge, remember
from pbem.game.claims import doubt
from pbem.game.mend import mended
from pbem.game.recover import opened
from pbem.game.status import summary
from pbem.systems.cartwheel.table.state import Game, Owed
from pbem.systems.cartwheel.table.under_way import Raid
from pbem.systems.cartwheel.words.agenda import agenda
from tests.simulator import begin
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.selfplay import Match, match
from tests.systems.cartwheel.started import started
from tests.systems.cartwheel.tabletop import CHARTS

RAID = Raid(
    asked=True,
    id="t1m1",
    side="allied",
    kind="strike",
    hex="1203",
    band=3,
    escorts=1,
    strikers=2,
    transports=0,
)
OPERATIONS = Decision(seat="rabaul", rule="H8.5", covers=("1/4.4",))


def under_way(run: int) -> Game:
    """A game with an Allied raid announced, as the last of a run or not."""
    game = started()
    return game.with_operations(
        replace(
            game.operations,
            to_act="allied",
            run=run,
            queue=("t1m1",),
            raids=FrozenMap({"t1m1": RAID}),
        )
    )


def test_a_reply_is_told_with_what_may_be_given_ahead() -> None:
    words = agenda(under_way(run=1), OPERATIONS, CHARTS)
    assert words == (
        "July I 1943, the reply to the Allied strike on Rabaul (t1m1) [H8.5]",
        "July I 1943, if you like, the next mission or pass given ahead, which saves a mail [H8.7]",
    )
    assert len(agenda(under_way(run=2), OPERATIONS, CHARTS)) == 1


def test_an_opportunity_tells_what_is_left_of_the_run() -> None:
    game = started()
    run = game.with_operations(replace(game.operations, to_act="japanese", run=3))
    one = game.with_operations(replace(game.operations, to_act="japanese", run=1))
    assert agenda(run, OPERATIONS, CHARTS) == (
        "July I 1943, up to 3 missions of the run, or a pass [4.4b]",
    )
    assert agenda(one, OPERATIONS, CHARTS) == ("July I 1943, the next mission, or a pass [4.4b]",)
    rest = game.with_turn(replace(game.turn, regroup="yes"))
    spent = replace(game.operations, to_act="japanese", run=3, done=FrozenMap({"japanese": 1}))
    assert agenda(rest.with_operations(spent), OPERATIONS, CHARTS) == (
        "July I 1943, up to 2 missions of the run, or a pass [4.4b]",
    ), "a general regroup turn leaves two of its three [H14.5]"


def test_e_8_2_a_file_names_what_can_be_ordered_in_it_and_nothing_else() -> None:
    """The Bismarck Sea has neither TF-36 nor general regroup, and nobody is worn yet."""
    begun = match("bismarck-sea")
    assert listed(begun) == (
        "February II 1943, at which bases its air units begin [H17.0]",
        "February II 1943, whether the 11th Hikoshidan is committed [5.2]",
        "February II 1943, where mobile airbases are begun [6.5]",
        "February II 1943, the reconnaissance of DIN-6, if it may fly [7.3]",
    )
    begun.step(lambda _: ())
    assert listed(begun) == (
        "February II 1943, at which bases its air units begin [H17.0]",
        "February II 1943, where mobile airbases are begun [6.5]",
        "February II 1943, the reconnaissance of F5-8, if it may fly [7.3]",
    )
    worn = replace(begun.game.air["P38-9"], steps=1)
    assert "February II 1943, Regroup marks [7.2]" in agenda(
        begun.game.with_air((worn,)), asked(begun), CHARTS
    )


def test_e_8_2_a_landing_is_named_with_what_it_earns() -> None:
    game = match("bismarck-sea").game
    convoy = replace(game.ships["MARU2"], at="0705")
    game = game.with_ships((convoy,))
    ground = Decision(seat="japanese", rule="H11", covers=("1/4.5-first", "1/4.6-first"))
    assert agenda(game, ground, CHARTS) == (
        "February II 1943, the landing of MARU1 at 1203 (Rabaul) [H11.5]",
        "February II 1943, the landing of MARU2 at 0705 (Lae), worth 9 VP [H11.5]",
        "February II 1943, which ships change port [H12.2]",
        "February II 1943, the unloading of MARU1 at 1203 (Rabaul) [H12.2]",
        "February II 1943, the unloading of MARU2 at 0705 (Lae), worth 9 VP [H12.2]",
    )
    beaten = game.with_ships((replace(convoy, disrupted=True),))
    assert agenda(beaten, replace(ground, covers=("1/4.6-first",)), CHARTS) == (
        "February II 1943, which ships change port [H12.2]",
        "February II 1943, the unloading of MARU1 at 1203 (Rabaul) [H12.2]",
    )


def test_e_8_2_no_more_is_promised_than_finds_room() -> None:
    """Of two ships at Lae only one lands supply units [H13.4]; a closed port takes nothing."""
    game = match("bismarck-sea").game
    game = game.with_ships(replace(game.ships[id_], at="0705") for id_ in ("MARU1", "MARU2"))
    home = Decision(seat="japanese", rule="4.6", covers=("1/4.6-first",))
    sails = "February II 1943, which ships change port [H12.2]"
    assert agenda(game, home, CHARTS) == (
        sails,
        "February II 1943, the unloading of MARU1 and MARU2 at 0705 (Lae), worth 15 VP [H12.2]",
    )  # fmt: skip
    full = replace(game, supplies=FrozenMap({"japanese/0705": 2}))
    assert agenda(full, home, CHARTS) == (
        sails,
        "February II 1943, the unloading of MARU1 and MARU2 at 0705 (Lae), worth 12 VP [H12.2]",
    )  # fmt: skip
    closed = replace(game, port_hits=FrozenMap({"0705": 2}))
    assert agenda(closed, home, CHARTS) == (
        "February II 1943, which ships go home or change port [H12.2]",
    )
    landing = replace(home, rule="H11", covers=("1/4.5-first",))
    assert agenda(closed, landing, CHARTS) == (
        "February II 1943, the landing of MARU1 and MARU2 at 0705 (Lae), worth 15 VP [H11.5]",
    ), "a landing needs no port"


def test_e_8_2_an_empty_ship_in_port_may_change_port() -> None:
    game = match("bismarck-sea").game
    last = Decision(seat="allied", rule="4.6", covers=("1/4.6-second",))
    assert agenda(game, last, CHARTS) == ("February II 1943, which ships change port [H12.2]",)


def test_e_8_2_nothing_is_said_to_be_nothing() -> None:
    game = match("bismarck-sea").game
    game = game.with_ships((replace(game.ships["ANF-CA1"], at="", steps=0),))
    last = Decision(seat="allied", rule="4.6", covers=("1/4.6-second",))
    assert agenda(game, last, CHARTS) == (
        "nothing but standing orders; without any: pbem send --empty",
    )


def asked(begun: Match) -> Decision:
    """The decision of the next file."""
    return begun.view().decision


def listed(begun: Match) -> tuple[str, ...]:
    """The agenda of the next file, but for what its random event brings [H5.1]."""
    lines = agenda(begun.ahead().fold.table.game, asked(begun), CHARTS)
    return tuple(line for line in lines if not line.endswith("[H5.1]"))


def test_openings_and_statements_come_before_decisions() -> None:
    owed = (
        Owed(side="japanese", kind="struck", place="RAB", mission="t1m1"),
        Owed(side="allied", kind="replaced"),
    )
    decision = Decision(
        seat="rabaul",
        rule="7.2",
        covers=("1/7.3-late",),
        opens=("BUI/counts", "mission/t1m2"),
    )
    assert agenda(replace(started(), owed=owed), decision, CHARTS) == (
        "the counts of Buin/Kahili, which it opens for the enemy's recon [7.3.4~]",
        "the sealed part of mission t1m2, which it opens [H9.1.3]",
        "statements: who was hit on the ground at Rabaul [E.6]",
        "July I 1943, the reconnaissance of DIN-6, if it may fly [7.3]",
    )


def test_both_players_are_told_why_the_next_file_is_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = world(tmp_path, "bismarck-sea")
    folders = {name: str(one.folder) for name, one in made.players.items()}
    by_chance, told = players(3), set()
    for _ in range(8):
        round_(made, by_chance)
        for name, path in folders.items():
            with made.players[name].session() as session:
                facts = summary(session)
            glance.say(facts, path, as_json=False)
            said = capsys.readouterr().out.replace(f"pbem -C {path} ", "pbem ")
            assert f"{facts['files'] or 'no'} e-mail" in said
            assert all(words in said for words in facts["why"] or facts["decide"])
            told |= {words.partition(" of file ")[0] for words in facts["why"]}
    assert "the dice" in told


def test_a_result_is_provisional_until_all_disclosed_and_the_audit_found_nothing(
    tmp_path: Path,
) -> None:
    made = world(tmp_path, "bismarck-sea")
    one = made.players[made.next_seat]
    raw = one.send({"type": "resign"})
    made.mail.append(raw)
    made.deliver(raw, one.seat)
    with one.session() as session:
        assert doubt(session, session.ahead().fold).startswith("provisional: every seat must")
    for _ in range(4):
        if made.next_seat:
            round_(made, players(1))
    assert not made.next_seat
    with one.session() as session:
        assert doubt(session, session.fold) == "provisional until audited: pbem audit"
    own, referee = knowledge(one.folder, lambda _: "")
    audited = audit(one.folder, own, referee, lambda _: None)
    with opened(one.folder) as session:
        remember(session, audited)
        assert doubt(session, session.fold) == ""
        breach = Breach(seat=one.seat, seq=1, rule="6.3.1~", subject="RAB", what="too many")
        broken = replace(audited[0], breaches=(breach,))
        remember(session, (broken, *audited[1:]))
        assert doubt(session, session.fold) == "disputed: the audit found 1 against the rules"
    assert mended(one.folder) == ("cache/audit.json",)
    with opened(one.folder) as session:
        assert doubt(session, session.fold) == "", "what a false audit said is mended by 'verify'"
    assert mended(one.folder) == ()


def test_a_file_whose_statements_end_the_game_is_told_to_be_the_last(tmp_path: Path) -> None:
    made = begin(tmp_path, "cartwheel/bismarck-sea", ("japanese", "allied"))
    while True:
        made.round()
        with made.players[made.next_seat].session() as session:
            if is_over(session.final().fold, session.rules):
                facts = summary(session)
                break
    assert facts["over"]
    assert facts["decide"] == ["close the game by disclosing what you hid: pbem disclose"]
