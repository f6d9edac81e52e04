"""The page holds everything, loads nothing and runs nothing."""

import re
from html.parser import HTMLParser

import pytest

from pbem.report.blocks import Report
from pbem.report.html import render

VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """Collects tags and attributes, and refuses tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


@pytest.fixture
def page(report: Report) -> Reader:
    reader = Reader()
    reader.feed(render(report))
    assert reader.open == []
    return reader


def test_nothing_is_run_or_loaded(page: Reader) -> None:
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "img", "link", "iframe", "object", "form", "input", "base", "svg"}
    names = {name for _, attrs in page.tags for name in attrs}
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "style"})
    assert all(attrs["href"].startswith("#") for tag, attrs in page.tags if tag == "a")


def test_the_style_sheet_loads_nothing(report: Report) -> None:
    style = render(report).split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


def test_the_policy_forbids_what_the_page_does_not_do(page: Reader) -> None:
    policies = [a["content"] for _, a in page.tags if a.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_hostile_text_is_only_text(report: Report, page: Reader) -> None:
    assert "Ev‹U+202E›il‹U+001B›[31m <script>alert(1)</script> [bold red]&amp;" in " ".join(
        page.words
    )
    assert not {"\x1b", "\u202e", "\u2028"} & set(render(report))


def test_headings_are_nested(page: Reader) -> None:
    assert [tag for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)] == [
        "h1",
        "h2",
        "h3",
        "h2",
        "h2",
    ]


def test_rules_are_linked_to_their_titles(report: Report, page: Reader) -> None:
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert ids == {"rule-M7.1", "rule-M7.2"}
    links = [attrs["href"] for tag, attrs in page.tags if tag == "a"]
    assert links == ["#rule-M7.1", "#rule-M7.2"]
    assert '<a href="#rule-M7.2">M7.2</a> AA yorktown: 4 5 6' in render(report)


def test_tables_name_their_heads(page: Reader) -> None:
    scopes = [attrs.get("scope") for tag, attrs in page.tags if tag == "th"]
    assert scopes == ["col"] * 4 + ["row"] * 2


def test_the_id_of_a_unit_stays_whole_in_a_narrow_cell(report: Report) -> None:
    text = render(report)
    whole = '<span class="whole">'
    assert f"<td>{whole}Akagi-DB</span> 5, {whole}Akagi-F</span> 5</td>" in text
    assert ".whole { white-space: nowrap; }" in text
    assert "<td>3 hits</td>" in text


def test_a_message_keeps_its_lines(report: Report) -> None:
    assert "<p>Good luck!\nFrom me\n\nEv‹U+202E›il" in render(report)


def test_light_dark_phone_and_print_are_thought_of(report: Report) -> None:
    text = render(report)
    for words in ("prefers-color-scheme: dark", "@media print", "width=device-width"):
        assert words in text
