"""The pictures of the README are what the program shows today."""

import re
from html.parser import HTMLParser

from tests.pages import ROOT
from tests.pictures import FOLDER, pictures


def test_the_pictures_are_those_of_make_pictures() -> None:
    drawn = dict(pictures())
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert kept == drawn


def test_a_picture_fetches_nothing_and_runs_nothing() -> None:
    for path in FOLDER.glob("*.svg"):
        tags = Tags()
        tags.feed(path.read_text(encoding="utf-8"))
        assert "script" not in tags.seen
        links = [value for value in tags.values if re.match(r"(?i)(https?:)?//|data:", value)]
        assert links in ([], ["http://www.w3.org/2000/svg"])


def test_the_readme_shows_every_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in FOLDER.glob("*.svg")} == set(
        re.findall(r"\]\(docs/pictures/([a-z]+\.svg)\)", text)
    )


class Tags(HTMLParser):
    """The tags of a picture, and the values of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.values += [value or "" for _, value in attrs]
