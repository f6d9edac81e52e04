"""Pages of reports in a real browser: none is broader than the window, narrow or broad."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.hidden import happenings
from pbem.engine.sheets import Line
from pbem.game.logbook import overview
from pbem.game.reports import mapped
from pbem.report import html
from pbem.report.blocks import Heading, Lines, Overview, build
from pbem.report.telling import called, told
from tests.recording import begun

pytestmark = pytest.mark.needs("chromium")

GAMES = {
    "midway/midway-0700": 11, "cartwheel/bismarck-sea": 12, "pto/midway": 8, "table/table": 6,
}  # fmt: skip
"""A scenario of each system, and how many files have been written in it."""
WIDTHS = (360, 800, 1400)
SCRIPT = """
<!DOCTYPE html><body><pre id="found"></pre><script>
(async () => {
  const found = [];
  for (const [name, page] of Object.entries(PAGES)) for (const width of WIDTHS) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `width: ${width}px; border: 0`;
    frame.srcdoc = page;
    await new Promise(loaded => { frame.onload = loaded; document.body.append(frame); });
    const root = frame.contentDocument.documentElement;
    found.push([name, width, root.scrollWidth - root.clientWidth, root.clientHeight]);
    frame.remove();
  }
  document.getElementById("found").textContent = JSON.stringify(found);
})();
</script>
"""


def pages() -> Iterator[tuple[str, str]]:
    """A report of each system: the turn in which most happened, the situation, and the map."""
    for scenario, files in GAMES.items():
        game, rules = begun(scenario)
        for _ in range(files):
            game.step(lambda view, rules=rules: rules.system.bot(view, rules.charts))
        every = happenings(game.scenes)
        ((turn, _),) = Counter(one.turn for one in every).most_common(1)
        fullest = tuple(one for one in every if one.turn == turn)
        sentences = rules.system.headline(fullest, None, rules.charts)
        report = build(
            called(rules, game.game, turn),
            (Lines(lines=tuple(Line(text=one) for one in sentences)),),
            told(fullest, rules, game.game),
            (Heading(text="The situation"), Overview(sheets=overview(rules, game.game))),
            mapped(rules, game.game, 120),
            names=rules.system.names(game.game, rules.charts),
        )
        yield scenario, html.render(report)


def measured(made: dict[str, str], tmp_path: Path) -> list[list[object]]:
    """Page by page and width by width, by how much it is broader than the window."""
    script = SCRIPT.replace("PAGES", json.dumps(made).replace("</", "<\\/"))
    place = tmp_path / "measure.html"
    place.write_text(script.replace("WIDTHS", json.dumps(WIDTHS)), encoding="utf-8")
    command = (
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=20000", "--dump-dom",
        place.as_uri(),
    )  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found = re.search(r'<pre id="found">(.+?)</pre>', ran.stdout)
    assert found is not None, ran.stderr
    return [row[:3] for row in json.loads(found[1])]


def test_no_page_of_a_report_is_broader_than_its_window(tmp_path: Path) -> None:
    made = dict(pages())
    broad = '<body style="margin: 0"><div style="width: 500px">too broad for a telephone</div>'
    found = measured({**made, "broad": broad}, tmp_path)
    wanted = [[name, width, 0] for name in made for width in WIDTHS]
    assert found == [*wanted, ["broad", 360, 140], ["broad", 800, 0], ["broad", 1400, 0]]
