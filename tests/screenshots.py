"""How pages of games look in a browser, small: `make pictures` draws them, a test compares.

The games are those of `tests/recording`, whose secrets are fixed.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from pbem.engine.tabletop import Counter
from pbem.report import svg
from pbem.report.replay import render
from tests.browsing import started
from tests.pages import ROOT
from tests.retelling import played, retold

FOLDER = Path(__file__).with_name("screenshots")
GAMES = {"midway/midway-0700": 12, "cartwheel/bismarck-sea": 12, "pto/leyte": 9, "table/table": 9}
"""So many files are played."""
EVENTS = 12
WIDTHS = {360: 740, 800: 900, 1400: 800}
"""The widths of the window, with its heights."""
SCHEMES = ("light", "dark")
KEPT_ICON = ROOT / "pbem" / "report" / "page" / "icon.png"
ICON = 256
"""Its side: Webxdc wants 128 to 512."""
SMALLER = 4
"""So much smaller pictures are kept."""
CELL = 10
"""The side of the cells, of a small picture, whose mean brightness is compared."""

SCALED = """async ([picture, by]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width / by, image.height / by].map(Math.round);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const light = [];
    for (let n = 0; n < data.length; n += 4) {
        light.push(Math.round(0.3 * data[n] + 0.59 * data[n + 1] + 0.11 * data[n + 2]));
    }
    return [canvas.toDataURL("image/png").split(",")[1], light];
}"""


def page(scenario: str) -> str:
    """The replay of a game between bots, as far as it is played."""
    return render(retold(played(scenario, most=GAMES[scenario])))


def taken(browser: Browser, place: Path) -> Iterator[tuple[str, bytes]]:
    """Each small picture with its name."""
    scaler = browser.new_page()
    for scenario in GAMES:
        path = place / f"{scenario.partition('/')[0]}.html"
        path.write_text(page(scenario), encoding="utf-8")
        for width, high in WIDTHS.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": high},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                )
                opened = context.new_page()
                opened.goto(path.as_uri())
                for _ in range(EVENTS):
                    opened.keyboard.press("ArrowRight")
                small, _ = scaled(scaler, opened.screenshot(), SMALLER)
                yield f"{path.stem}-{width}-{scheme}", small
                context.close()


def scaled(scaler: Page, picture: bytes, by: int) -> tuple[bytes, list[int]]:
    """A picture made smaller, and the brightness of each of its points, of 255."""
    small, light = scaler.evaluate(SCALED, [b64encode(picture).decode(), by])
    return b64decode(small), light


def icon(browser: Browser) -> bytes:
    """The icon of a packed game: a counter on the water."""
    card = svg.card(
        Counter(
            id="", place="", side="first", shape="carrier", pile="", label="CV", words="",
            corners=("7", "6", "", ""),
        )
    )  # fmt: skip
    opened = browser.new_page(viewport={"width": ICON, "height": ICON})
    opened.set_content(
        f"<style>body {{ margin: 0 }} {svg.STYLE}</style>"
        f'<svg class="table" viewBox="0 0 56 56" width="{ICON}" height="{ICON}">'
        '<rect class="water" width="56" height="56"/>'
        f'<g class="counter first" transform="translate(8 8)">{card}</g></svg>'
    )
    return opened.screenshot()


def main() -> None:
    """Keep every picture."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as place, started() as browser:
        KEPT_ICON.write_bytes(icon(browser))
        for name, picture in taken(browser, Path(place)):
            (FOLDER / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
