"""The golden chains PM1 to PM4 between two folders: who writes, and what he is asked [F.2]."""

from pathlib import Path

from tests.systems.pto.chains import (
    JUNE_J,
    LEYTE,
    OVER,
    REST,
    A,
    Chain,
    J,
    Table,
    december,
    pm1,
)


def test_pm1_a_month_of_four_files(tmp_path: Path) -> None:
    """Who opens the last dice gives the month's end there, in full knowledge [F.2.2]."""
    play = december(tmp_path)
    pm1(play)
    assert play.step == "P5-second"
    play.file()
    assert play.authors == "JAJA"
    assert (play.game.month.offensives, play.game.purses["JP"].track) == (2, 5)
    assert play.step == "S2.3"
    assert play.world.next_seat == J
    assert play.is_sound()


def test_pm2_eight_files_of_a_month_with_five_offensives(tmp_path: Path) -> None:
    """The month's end of both comes with their last files; the next one begins the new month."""
    play = Chain(tmp_path, "leyte")
    play.to_phase_3()
    play.file()
    play.file()
    for _ in range(2):
        play.file(LEYTE)
        play.file({**LEYTE, "nation": "JP"})
    play.file(LEYTE, OVER)
    play.file(OVER)
    assert play.authors == "AJAJAJAJ"
    assert play.world.next_seat == A
    assert play.step == "P3.1-first"
    assert play.last.seat == J
    assert play.is_sound()


def test_pm3_a_season_of_two_files_after_pm1(tmp_path: Path) -> None:
    """Japan's file opens the dice and seals its bid, the Allies' is plain [F.1.1, F.2.1]."""
    play = december(tmp_path)
    pm1(play)
    play.file()
    play.bids(9, 4)
    assert {part.id for part in play.last.sealed} >= {"bid/1942-winter/JP"}
    play.bids(9, 4)
    assert not [part for part in play.last.sealed if part.id.startswith("bid/")]
    assert (play.step, play.world.next_seat) == ("P3.1-first", J)
    play.file()
    assert play.authors == "JAJAJAJ"
    assert play.is_sound()


def test_pm3_a_month_s_end_that_stood_already_saves_a_file(tmp_path: Path) -> None:
    """The Allies' file opens the last dice and is that of their season [F.2.2]."""
    play = december(tmp_path)
    pm1(play, stands=True)
    assert (play.step, play.world.next_seat) == ("S2.3", A)
    play.bids(0, 4)
    play.bids(0, 4)
    assert (play.step, play.world.next_seat) == ("P3.1-first", A)
    play.file()
    assert play.authors == "JAJAJA"
    assert play.is_sound()


def test_pm4_the_file_that_opens_the_last_dice_is_its_author_s_last(tmp_path: Path) -> None:
    """The Allies' month end leaves dice; Japan's reveal ends the game [F.2.3]."""
    play = Chain(tmp_path, "midway")
    play.to_phase_3()
    raid: Table = {"type": "strike", "units": ["g4m-4th"], "area": "MWY", "at": "airfield"}
    play.file(raid)
    play.file(REST)
    play.file(JUNE_J, OVER)
    play.file()
    assert play.world.next_seat == J
    play.ends()
    assert [one["type"] for one in play.last.order] == ["disclose"]
    play.ends()
    assert [one["type"] for one in play.last.order] == ["disclose"]
    assert play.authors == "JAJAJA"
    assert play.world.next_seat == ""
    assert play.is_sound()
    for player in play.world.players.values():
        assert player.run("audit") == 0
