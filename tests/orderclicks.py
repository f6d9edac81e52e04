"""The order page in a real browser, clicked as a player clicks it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from pbem.narrow import write_pair, write_value
from tests import orderpage
from tests.simulator import Player, World

SEATS = {
    "midway/midway-0700": ("japanese", "american"),
    "cartwheel/toenails": ("japanese", "allied"),
    "pto/leyte": ("japanese", "allied"),
    "table/table": ("red", "blue"),
}


class Opened:
    """A page in the browser, and what it has complained of and asked for."""

    def __init__(self, browser: Browser, path: Path, width: int = 1400, scheme: str = "light"):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(5_000)
        self.page: Page = context.new_page()
        self.trouble: list[str] = []
        self.wanted: list[str] = []
        self.page.on("console", lambda said: self.trouble.append(said.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda asked: self.wanted.append(asked.url))
        self.page.goto(path.as_uri())

    @property
    def text(self) -> str:
        """The orders file, which lies folded."""
        return self.page.text_content("#text") or ""

    def offer(self, kind: str, *words: str) -> Locator:
        """The button of an order that is offered, by the name of who it is for and its own."""
        part = self.page.locator(f"details[data-kind={kind}]")
        *who, label = words
        for name in who:
            part = part.get_by_role("group", name=name, exact=True)
        return part.locator("button.offer").filter(has=self.page.locator(f"text=/^{label}$/"))

    def order(self, kind: str, *words: str) -> None:
        """Click an order that is offered."""
        self.offer(kind, *words).click()

    def saved(self, path: Path) -> Path:
        """The file that the page saves."""
        with self.page.expect_download() as download:
            self.page.click("#save")
        download.value.save_as(path)
        return path

    def listed(self) -> list[str]:
        """The chosen orders in words."""
        return self.page.locator("#chosen .what > span:first-child").all_inner_texts()

    # --- what is put together ----------------------------------------------------------------

    def composer(self, kind: str) -> Locator:
        """Where an order of a kind is put together, unfolded."""
        part = self.page.locator(f"details[data-kind={kind}]")
        for one in (part, part.locator(".compose")):
            one.evaluate("(one) => { one.open = true; }")
        part.locator(".add").wait_for()
        return part.locator(".compose")

    def fill(self, kind: str, table: Mapping[str, Any]) -> None:
        """Choose what stands in an order's table, and add the order."""
        part = self.composer(kind)
        for key, value in table.items():
            field = part.locator(f".field[data-key={key}]").first
            many = value if isinstance(value, list | tuple) else [value]
            words = [write_value(one) for one in many]
            if isinstance(value, Mapping):
                words = [write_pair(name, one) for name, one in value.items()]
            if key != "type" and not self._clicked(field, words):
                _typed(field, value)
        assert part.locator(".add").get_attribute("aria-disabled") == "false", (
            table,
            part.inner_text(),
        )
        part.locator(".add").click()

    def _clicked(self, field: Locator, words: list[str]) -> bool:
        """Whether all of some values could be clicked, at once or one after another."""
        if "group" not in (field.get_attribute("role") or ""):
            return False
        if field.locator("button").count() == 0:
            return field.locator(".faint").count() > 0  # nothing else goes with the rest
        for some in ([", ".join(words)], words):
            found = 0
            for one in some:
                button = field.locator(f"button[data-toml='{one}']")
                if button.count():
                    button.first.click()
                    found += 1
            if found == len(some):
                return True
        return False


def until(world: World, seat: str, kind: str, place: Path) -> None:
    """Let bots play until a seat's file takes a kind of order of which something is legal."""
    for _ in range(16):
        player = world.players[seat]
        page = place / "looked-at.html"
        if world.next_seat == seat and player.run("orders", "--html", str(page)) == 0:
            sorts = orderpage.data_of(page)["sorts"]
            if any(one["kind"] == kind and (one["offers"] or one["samples"]) for one in sorts):
                return
        world.round()
    raise AssertionError(kind)


def page_of(player: Player, place: Path) -> Path:
    """The page as a player writes it."""
    path = place / f"{player.seat}.html"
    assert player.run("orders", "--html", str(path)) == 0
    return path


def _typed(field: Locator, value: Any) -> None:
    """Fill a field by its keys."""
    more = field.locator("xpath=ancestor::details[contains(@class, 'more')]")
    if more.count():
        more.evaluate("(one) => { one.open = true; }")
    if field.locator("textarea").count():
        field.locator("textarea").fill("\n".join(", ".join(one) for one in value))
    elif isinstance(value, list | tuple):
        for one in value:
            field.locator("input").fill(str(one))
            field.get_by_role("button", name="Add to").click()
    elif isinstance(value, Mapping):
        for key, one in value.items():
            words = ", ".join(one) if isinstance(one, list | tuple) else str(one)
            inputs = field.locator("input")
            if inputs.count() > 1:
                inputs.nth(0).fill(key)
                inputs.nth(1).fill(words)
            else:
                inputs.fill(f"{key} = {words}")
            field.get_by_role("button", name="Add to").click()
    elif field.locator("select").count():
        words = [write_value(value)]
        field.locator("select").evaluate(
            """(one, words) => {
                const isIt = (option) => option.value && data.items[option.value][0] === words;
                one.value = [...one.options].find(isIt).value;
                one.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            words[0],
        )
    else:
        field.locator("input").fill(str(value))
        if field.get_by_role("button", name="Take it").count():
            field.get_by_role("button", name="Take it").click()
