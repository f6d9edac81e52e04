"""`pbem help`: short pages on what players ask about, and the help of any command."""

import re
from importlib.resources import files

import click

from pbem.cli.commands import COMMANDS, called
from pbem.cli.complete import a_page
from pbem.cli.output import print_report, say
from pbem.errors import refuse
from pbem.suggest import did_you_mean


@click.command("help", epilog="Example:  pbem help mail")
@click.argument("words", metavar="[TOPIC|COMMAND]", shell_complete=a_page, nargs=-1)
def help_(words: tuple[str, ...]) -> None:
    """A page on a topic, or the help of a command; without either, the list of topics.

    A command that has a page bears its name: its options are told by --help.
    """
    from pbem.report.blocks import build
    from pbem.report.markdown import blocks

    topic, ctx = " ".join(words), called(words)
    if not topic:
        _list_topics()
    elif topic in topics():
        title, _, text = page(topic).partition("\n")
        more = f"What the command takes: 'pbem {topic} --help'" if topic in COMMANDS else ""
        print_report(build(title.lstrip("# "), blocks(text), blocks(more)))
    elif ctx.command_path == f"pbem {topic}":
        say(ctx.command.get_help(ctx))
    else:
        known = (*topics(), *COMMANDS)
        hint = did_you_mean(topic, known, f"see {where_told(topic)} and 'pbem --help'")
        raise refuse("option", f"there is no page on '{topic[:40]}'", hint=hint)


def where_told(word: str) -> str:
    """The command that prints the page which has a word most often, or else the list of pages."""
    written = re.compile(rf"\b{re.escape(word)}(s|es)?\b", re.IGNORECASE)
    times = {name: len(written.findall(page(name))) for name in topics()}
    found = max(times, key=lambda name: times[name])
    return f"'pbem help {found}'" if times[found] else "'pbem help'"


def topics() -> tuple[str, ...]:
    """The topics that have a page, by name."""
    pages = files("pbem.cli").joinpath("pages").iterdir()
    return tuple(sorted(one.name.removesuffix(".md") for one in pages if one.name.endswith(".md")))


def page(topic: str) -> str:
    """The page of a topic, in Markdown; its first line is its title."""
    return files("pbem.cli").joinpath("pages", f"{topic}.md").read_text(encoding="utf-8")


def _list_topics() -> None:
    longest = max(map(len, topics()))
    for topic in topics():
        say(f"{topic:{longest}}  {page(topic).partition(chr(10))[0].lstrip('# ')}")
    say()
    say("A page: pbem help TOPIC. Of any command: pbem help COMMAND.")
    say("All commands: pbem --help")
