"""The page of a whole campaign: how large it is, and when a browser shows its table.

`python -m benchmarks pages` plays a campaign of Cartwheel between bots through real folders first.
The browser is Debian's; its time is that from opening the page to the frame after the first that
has counters on the map, with its processor made four times slower.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Row, interleaved, ratio_row, table
from pbem.game.story import retold
from pbem.game.verify import verify_game
from pbem.report.replay import render
from tests.browsing import started
from tests.simulator import begin

SCENARIO, SEATS = "cartwheel/campaign", ("japanese", "allied")
MOST_BYTES, MOST_SECONDS, MOST_VERIFY = 1_500_000, 1.0, 3.0
SLOWER = 4
ROUNDS = 3


def measure(place: Path) -> Iterator[Row]:
    """Size, time to the first picture, and making it ÷ checking the game."""
    world = begin(place / "campaign", SCENARIO, SEATS)
    world.play()
    folder = world.players[SEATS[0]].folder
    page = place / "campaign.html"
    page.write_text(render(retold(folder, 0, None)), encoding="utf-8")
    size = page.stat().st_size
    yield Row(
        name="page of a campaign",
        measured=f"{size:,} bytes",
        aim=f"< {MOST_BYTES:,}",
        met=size < MOST_BYTES,
    )
    took = min(_first_picture(page) for _ in range(ROUNDS))
    yield Row(
        name=f"its counters painted, {SLOWER} times slower, best of {ROUNDS}",
        measured=f"{took:.2f} s",
        aim=f"< {MOST_SECONDS:g} s",
        met=took < MOST_SECONDS,
    )
    verify = partial(verify_game, folder, lambda _: None)
    pairs = interleaved(verify, lambda: render(retold(folder, 0, None)), ROUNDS)
    yield ratio_row("making it ÷ verify", pairs, MOST_VERIFY)


PAINTED = """
window.painted = new Promise((done) => {
    const look = () => {
        const there = document.querySelector("#counters > g");
        requestAnimationFrame(there ? () => done(performance.now() / 1000) : look);
    };
    look();
});
"""
"""Looked at in each frame: a script of the page itself would be part of what is measured."""


def _first_picture(page: Path) -> float:
    """Seconds until the browser has painted the counters."""
    with started() as browser:
        opened = browser.new_page()
        opened.add_init_script(PAINTED)
        slow = opened.context.new_cdp_session(opened)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        opened.goto(page.as_uri())
        took: float = opened.evaluate("window.painted")
    return took


def main() -> None:
    """Play, measure and print one table."""
    with TemporaryDirectory(prefix="pbem-bench-") as place:
        print(table(measure(Path(place))))
