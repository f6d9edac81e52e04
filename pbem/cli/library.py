"""Commands that tell what can be played."""

import click

from pbem.cli.commands import WholeHelp
from pbem.cli.complete import a_scenario
from pbem.cli.output import print_json, print_report, say
from pbem.report.blocks import Paragraph, build, known, shown


@click.group(cls=WholeHelp)
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
    longest = max(len(one.name) for one in found)
    for one in found:
        say(f"{one.name:{longest}}  {one.system}: {one.table['title']}")


@scenario.command(epilog="Example:  pbem scenario show midway-0700")
@click.argument("id_", metavar="ID", shell_complete=a_scenario)
def show(id_: str) -> None:
    """What a scenario is about, its seats and options, and how to begin it."""
    from pbem.engine.options import CLOCK
    from pbem.report.optionpage import options_offered
    from pbem.store.shelf import load_rules, rule_titles, scenario_named

    found = scenario_named(id_)
    rules = load_rules(found.system)
    options = rules.system.options
    words = str(found.table.get("notes", ""))
    told = ("turns", "seats") if options else ("turns", "seats", "options")
    facts = {key: str(found.table[key]) for key in told if key in found.table}
    begin = f"pbem new {found.name} DIR --as SEAT --seat SEAT=CARD"
    parts = (" ".join(part.split()) for part in words.split("\n\n"))
    brief = rules.system.brief
    paragraphs = [Paragraph(text=part) for part in parts if part]
    print_report(
        build(
            f"{rules.system.title}: {found.table['title']}",
            paragraphs,
            known(**facts, begin_with=begin, hash=found.hash),
            shown(brief(found.table, rules.charts) if brief else ()),
            options_offered((*options, CLOCK), rule_titles(found.system)),
            subtitle=f"scenario {found.name}",
        )
    )
