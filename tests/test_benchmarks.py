"""What the benchmarks say of mails: how many a turn takes, and why some decide nothing."""

import pytest

from benchmarks.mails import CARTWHEEL, Mails, mail_lines, of_months, of_turns
from pbem.engine.orders import Disclose, Order
from pbem.frozen import FrozenMap
from tests.memory import Filed


def file(
    turn: int,
    *covers: str,
    opened: tuple[str, ...] = (),
    asked: str = "",
    order: Order | None = None,
) -> Filed:
    """A file of a turn that answers some steps of it."""
    keys = tuple(f"{turn}/{step}" for step in covers)
    return Filed(
        seq=0, seat="japanese", turn=turn, asked=asked, covers=keys, opened=opened, sealed=(),
        orders=(order,) if order else (),
    )  # fmt: skip


def test_the_files_of_each_turn_are_counted_and_none_in_which_a_seat_discloses() -> None:
    end = file(2, order=Disclose(secret="0" * 64))
    assert dict(of_turns([file(1, "5.2"), file(1), file(2, "4.4"), end]).spans) == {"turn": (2, 1)}


def test_files_of_a_season_are_none_of_its_month_and_those_before_the_first_of_neither() -> None:
    files = [file(1, "P0"), file(1, "P3.1-first"), file(1, "S2.3"), file(1, "P4"), file(1, "S2.3")]
    assert dict(of_months(files).spans) == {"month": (2,), "season": (2,)}


@pytest.mark.parametrize(
    ("opened", "asked", "why"),
    [
        (("raid/1203/h0", "unit/A6M-201"), "H8.9.9", "opens answers to raids"),
        (("RAB/counts",), "7.3.4~", "opens counts that recon looks at"),
        (("tf36/t2/no", "RAB/counts"), "E.4.5", "opens what was decided about TF-36"),
        (("mission/t1m1",), "H9.1.3", "opens the units of raids"),
        ((), "E.6", "states what points hang on"),
        ((), "4.5", "opens dice alone"),
    ],
)
def test_what_a_file_of_cartwheel_that_decides_nothing_is_needed_for(
    opened: tuple[str, ...], asked: str, why: str
) -> None:
    (said,) = of_turns([file(1, opened=opened, asked=asked)]).undecided
    assert said.startswith(why)


def test_mean_and_most_stand_beside_the_aim() -> None:
    games = [
        Mails(spans=FrozenMap({"turn": many}), undecided=("dice",)) for many in ((12, 14), (11,))
    ]
    assert mail_lines(games, CARTWHEEL) == [
        "  turn files a turn: mean 12.3, most 14 (aim <= 12 on average: NOT MET)",
        "  turn files that decide nothing: 1.0 a game",
        "     1.0 dice",
    ]
