"""Commands that look things up: `scenario` and `rules`."""

import re
from typing import Any

import click

from pbem.cli.output import print_json, print_report, say
from pbem.engine.steps import Line
from pbem.errors import refuse
from pbem.report.blocks import Heading, Lines, Paragraph, build, known


@click.group()
def scenario() -> None:
    """What can be played."""


@scenario.command("list", epilog="Example:  pbem scenario list")
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def list_(as_json: bool) -> None:
    """Every scenario with its system, length and title."""
    from pbem.store.shelf import scenarios

    found = scenarios()
    if as_json:
        print_json([{"id": s.id, "system": s.system, "title": s.table["title"]} for s in found])
        return
    longest = max(len(one.id) for one in found)
    for one in found:
        say(f"{one.id:{longest}}  {one.system}: {one.table['title']}")


@scenario.command(epilog="Example:  pbem scenario show midway-0700")
@click.argument("id_", metavar="ID")
def show(id_: str) -> None:
    """What a scenario is about, its seats and options, and how to begin it."""
    from pbem.store.shelf import load_rules, scenario_named

    found = scenario_named(id_)
    rules = load_rules(found.system)
    words = str(found.table.get("notes", ""))
    facts = {
        key: str(found.table[key]) for key in ("turns", "seats", "options") if key in found.table
    }
    begin = f"pbem new {found.id} DIR --as SEAT --seat SEAT=CARD"
    parts = (" ".join(part.split()) for part in words.split("\n\n"))
    paragraphs = [Paragraph(text=part) for part in parts if part]
    print_report(
        build(
            f"{rules.system.title}: {found.table['title']}",
            paragraphs,
            known(**facts, begin_with=begin, hash=found.hash),
            subtitle=f"scenario {found.id}",
        )
    )


@click.group()
def rules() -> None:
    """Look up a rule."""


@rules.command("show", epilog="Example:  pbem rules show M7.4")
@click.argument("id_", metavar="RULE")
@click.option("--system", metavar="NAME", help="The game, where two have a rule of that id.")
def show_rule(id_: str, system: str | None) -> None:
    """Our paraphrase of a rule, with its charts and rulings."""
    from pbem.store.shelf import load_rules, rule_texts
    from pbem.systems import known_systems

    for name in [system] if system else known_systems():
        book = load_rules(name).book
        title, words = _section(rule_texts(name), id_)
        if title:
            charts = [s for s in book.sources if _is_about(s.rule, id_)]
            print_report(
                build(
                    title,
                    [Paragraph(text=part) for part in words.split("\n\n")],
                    *(_chart(source, book.tables) for source in charts),
                )
            )
            return
    hint = "ids are those in reports and errors, such as M7.4 or MH17"
    raise refuse("option", f"there is no rule '{id_[:40]}'", hint=hint)


def _section(texts: Any, id_: str) -> tuple[str, str]:
    """The heading and the words of a rule in the rule texts; empty if it has none."""
    form = re.compile(
        rf"^## ({re.escape(id_)} .*)\n((?:(?!## ).*\n?)*)", re.MULTILINE | re.IGNORECASE
    )
    for text in texts:
        found = form.search(text)
        if found:
            words = re.sub(r"(?<!\n)\n(?![\n*|-])", " ", found[2].strip())
            return found[1], words
    return "", ""


def _is_about(rules: str, id_: str) -> bool:
    """Whether a chart's `rule` names the rule, alone or in a list."""
    return id_.upper() in re.findall(r"[A-Z]+[0-9.]*[0-9]", rules.upper())


def _chart(source: Any, tables: Any) -> Any:
    """A chart with its source and its figures."""
    import tomli_w

    figures = {key: value for key, value in tables[source.id].items() if key != "chart"}
    yield Heading(text=f"Chart {source.id}: {source.title}")
    figures_from = {"seed": "the published rules", "house": "this rule book's authors"}
    yield from known(figures_from=figures_from[source.provenance], source=source.source)
    rows = (row for row in tomli_w.dumps(figures).split("\n") if row)
    yield Lines(lines=tuple(Line(text=row, kind="note") for row in rows))
