"""A page of `pbem replay --html` in a browser, and the games that are shown on it."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

SEATS = {
    "midway/midway-even": ("japanese", "american"),
    "cartwheel/bismarck-sea": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
}
FILES = 30
WIDTHS = (360, 800, 1400)


class Opened:
    """A page in the browser, and what it has complained of, asked for and said."""

    def __init__(
        self,
        browser: Browser,
        path: Path,
        width: int = 1200,
        scheme: str = "light",
        *,
        motion: bool = False,
        touch: bool = False,
    ):
        dark = scheme == "dark"
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
        )
        self.page: Page = context.new_page()
        self.trouble: list[str] = []
        self.wanted: list[str] = []
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda asked: self.trouble.append(asked.message))
        self.page.on("request", lambda asked: self.wanted.append(asked.url))
        self.page.goto(path.as_uri())

    def table(self) -> list[list[str]]:
        """Every counter that is drawn: its id, its place on the page, what is printed on it."""
        script = """() => [...document.querySelectorAll("#counters > g")].map((one) =>
            [one.dataset.id, one.style.transform, one.firstChild.textContent])"""
        return sorted(self.page.evaluate(script))

    def data(self) -> dict[str, Any]:
        """What the page holds."""
        found: dict[str, Any] = json.loads(self.page.inner_text("#data"))
        return found

    def ends(self, key: str) -> list[int]:
        """How many events have happened at the end of each moment (`m`), file or turn."""
        moments = self.data()["moments"]
        after = list(accumulate(max(1, len(one["said"])) for one in moments))
        return [
            after[number]
            for number, one in enumerate(moments)
            if number + 1 == len(moments) or key == "m" or moments[number + 1][key] != one[key]
        ]

    def by(self, key: str) -> None:
        """Step by event (`e`), moment (`m`), file or turn."""
        self.page.select_option("#by", key)
