"""Commands for rules and rule books: look up, list, copy; `books` checks and compares."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.books import check, diff
from pbem.cli.commands import WholeHelp
from pbem.cli.common import game_path
from pbem.cli.complete import a_folder, a_rule, a_system
from pbem.cli.output import print_json, print_report, say
from pbem.errors import Refused, refuse
from pbem.shell import command, pbem
from pbem.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.report.rulepage import Text

OF_ALL = "How games go by mail"
"""What is no game's rule but every game's."""

MOST = 15
"""About so many rules are told at once, unless all are asked for."""

SYSTEM = click.option(
    "--system", metavar="NAME", shell_complete=a_system, help="The game; that of the game's folder."
)


@click.group(cls=WholeHelp, invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """Look up rules; check, compare and copy rule books.

    Without a command it lists the rule books, as 'pbem rules list' does.
    """
    if ctx.invoked_subcommand is None:
        _list_books(as_json=False)


@rules.command("list", epilog="Example:  pbem rules list midway | less")
@click.argument("system", metavar="[SYSTEM]", shell_complete=a_system, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
def list_(system: str | None, as_json: bool) -> None:
    """The rule books that you have, or every rule of the game SYSTEM with its title."""
    if system is None:
        _list_books(as_json=as_json)
        return
    titles = _titles(system)
    if as_json:
        print_json([{"id": id_, "title": title} for id_, title in titles])
        return
    longest = max((len(id_) for id_, _ in titles), default=0)
    for id_, title in titles:
        say(f"{id_:{longest}}  {title}")


def _list_books(*, as_json: bool) -> None:
    from pbem.store.shelf import load_rules, own_folder, rules_folder
    from pbem.systems import known_systems

    rows: list[dict[str, object]] = []
    for name in known_systems():
        found = load_rules(name)
        facts = {"system": name, "title": found.system.title, "hash": found.book.hash}
        own = own_folder(name).is_dir()
        rows.append({**facts, "folder": str(rules_folder(name)), "own": own})
    if as_json:
        print_json(rows)
        return
    for row in rows:
        say(f"{row['system']}: {row['title']}")
        say(f"  {'your own' if row['own'] else 'ours'}, in {row['folder']}")
        say(f"  hash {row['hash']}")


def _titles(system: str) -> list[tuple[str, str]]:
    from pbem.store.shelf import rule_titles

    return list(rule_titles(system).items())


@rules.command("show", epilog="Example:  pbem rules show M7.4")
@click.argument("words", metavar="RULE", shell_complete=a_rule, nargs=-1, required=True)
@SYSTEM
@click.option("--json", "as_json", is_flag=True, help="Print data for scripts.")
@click.option("-C", "folder", metavar="DIR", shell_complete=a_folder, help="The game's folder.")
def show(words: tuple[str, ...], system: str | None, as_json: bool, folder: str | None) -> None:
    """What a rule says, in our words, with its charts and what cites it.

    RULE is any id of a report or an error: a rule, a ruling, an error code such as E08, or a
    section such as 'protocol 8'. The game's name may stand before it: 'pto D8'.
    """
    from pbem.engine.options import CLOCK, WITNESS
    from pbem.report.rulepage import charts_of, citing, rule_page
    from pbem.store.shelf import load_rules

    words, system = _of_system(words, system)
    name, id_, texts = _found(" ".join(words), system or _system_here(folder))
    rules = load_rules(name) if name else None
    book, text = rules.book if rules else None, texts[id_]
    if not as_json:
        title = rules.system.title if rules else OF_ALL
        options = rules.system.options if rules else (WITNESS, CLOCK)
        print_report(rule_page(text, texts, book, title, options))
        return
    charts = list(charts_of(id_, book)) if book else []
    facts = {"id": id_, "system": name, "title": text.title, "text": text.words, "charts": charts}
    print_json({**facts, "cited_by": [one.id for one in citing(id_, texts)]})


@rules.command("search", epilog="Example:  pbem rules search dive bombers")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@SYSTEM
@click.option("--all", "all_", is_flag=True, help="Every rule that has them.")
@click.option("--json", "as_json", is_flag=True, help="Print all of them as data for scripts.")
@click.option("-C", "folder", metavar="DIR", shell_complete=a_folder, help="The game's folder.")
def search(
    words: tuple[str, ...], system: str | None, all_: bool, as_json: bool, folder: str | None
) -> None:
    """The rules that have all the words, best first, with the line that has most of them.

    The beginning of a word is enough, whatever its capitals and accents. The game's name may stand
    before the words: 'midway dive bombers'.
    """
    from pbem.report.rulesearch import found_page, found_rules
    from pbem.systems import find_system

    words, system = _of_system(words, system)
    wanted, shelves = " ".join(words), _texts(system or _system_here(folder))
    hits = {name: found_rules(wanted, texts) for name, texts in shelves.items()}
    all_hits = [(name, one) for name, found in hits.items() for one in found]
    if not all_hits:
        raise _nothing(wanted, shelves)
    if as_json:
        print_json(
            [
                {"system": name, "id": one.id, "title": one.title, "line": one.line}
                for name, one in all_hits
            ]
        )
        return
    titles = {name: find_system(name).title if name else OF_ALL for name in hits}
    most = len(all_hits) if all_ else MOST // sum(map(bool, hits.values()))
    print_report(found_page({titles[name]: hits[name] for name in hits}, wanted, most))


def _of_system(words: tuple[str, ...], system: str | None) -> tuple[tuple[str, ...], str | None]:
    """What is looked for, without the game's name before it, and the system that is meant.

    Words that a shell was given in one pair of marks, as helps show them, are several.
    """
    from pbem.systems import known_systems

    words = tuple(part for word in words for part in word.split()) or ("",)
    first, *others = words
    if system is None and others and first.casefold() in known_systems():
        return tuple(others), first.casefold()
    return words, system


def _nothing(wanted: str, shelves: "Mapping[str, Mapping[str, Text]]") -> Refused:
    """No rule has the words: what may have been meant by those that none has."""
    from pbem.report.rulesearch import SAID_AS, split, vocabulary

    known = vocabulary(text for texts in shelves.values() for text in texts.values())
    strange = [word for word in split(wanted) if not any(one.startswith(word) for one in known)]
    ours = {
        word: SAID_AS[word]
        for word in strange
        if word in SAID_AS and known.issuperset(split(SAID_AS[word]))
    }
    meant = (
        f"the rules say '{ours[word]}'" if word in ours else did_you_mean(word, known)
        for word in strange
    )
    hint = next(filter(None, meant), "try fewer words, or see 'pbem rules list SYSTEM'")
    return refuse("option", f"no rule has '{wanted[:40]}'", hint=hint)


def _system_here(folder: str | None) -> str:
    """The system of the game in the folder; empty outside of games."""
    from pbem.game.books import is_game, system_of

    path = game_path(folder)
    return system_of(path) if folder or is_game(path) else ""


def _found(wanted: str, system: str) -> "tuple[str, str, dict[str, Text]]":
    """The system that has a rule, the rule's id, and all texts of that system.

    The system is empty for what belongs to every game. Raises `Refused` if there is no such
    rule, or if several games have one of that id and none is named.
    """
    from pbem.report.rulepage import match_id, near_ids

    shelves = _texts(system)
    hits = {name: id_ for name, texts in shelves.items() if (id_ := match_id(wanted, texts))}
    if not hits:
        near = [id_ for texts in shelves.values() for id_ in near_ids(wanted, texts)][:6]
        hint = f"near it are: {', '.join(near)}" if near else "see 'pbem rules list SYSTEM'"
        game = f" of {system}" if system else ""
        raise refuse("option", f"there is no rule '{wanted[:40]}'{game}", hint=hint)
    if len(hits) > 1:
        what = f"several games have a rule '{wanted[:40]}': {', '.join(hits)}"
        raise refuse("option", what, hint=f"name one with --system {next(iter(hits))}")
    name, id_ = next(iter(hits.items()))
    return name, id_, shelves[name]


def _texts(system: str) -> "dict[str, dict[str, Text]]":
    """The texts of the protocol under an empty name, and of each system that may be meant."""
    from pbem.report.rulepage import texts_of
    from pbem.store.shelf import protocol_text, rule_texts
    from pbem.systems import known_systems

    shelves = {"": texts_of([protocol_text()])}
    for name in [system] if system else known_systems():
        shelves[name] = texts_of(rule_texts(name))
    return shelves


@rules.command("orders", epilog="Example:  pbem rules orders midway")
@click.argument("system", metavar="SYSTEM", shell_complete=a_system)
def orders(system: str) -> None:
    """The orders of a game: their rules, and the steps that take them."""
    from pbem.report.orderpage import orders_page
    from pbem.store.shelf import load_rules, rule_titles

    print_report(orders_page(load_rules(system).system, rule_titles(system)))


@rules.command("options", epilog="Example:  pbem rules options pto")
@click.argument("system", metavar="SYSTEM", shell_complete=a_system)
def options(system: str) -> None:
    """The options of a game: what each does, and what holds without it."""
    from pbem.engine.options import CLOCK
    from pbem.report.blocks import build
    from pbem.report.optionpage import options_offered
    from pbem.store.shelf import load_rules, rule_titles

    game = load_rules(system).system
    print_report(build(game.title, options_offered((*game.options, CLOCK), rule_titles(system))))


@rules.command("sequence", epilog="Example:  pbem rules sequence midway")
@click.argument("system", metavar="SYSTEM", shell_complete=a_system)
def sequence(system: str) -> None:
    """The sequence of play of a game, step by step, with the orders that decide."""
    from pbem.report.orderpage import sequence_page
    from pbem.store.shelf import load_rules

    print_report(sequence_page(load_rules(system).system))


@rules.command("copy", epilog="Example:  pbem rules copy my-midway --system midway")
@click.argument("dir_", metavar="DIR", shell_complete=a_folder)
@click.option("--system", metavar="NAME", shell_complete=a_system, required=True, help="The game.")
def copy(dir_: str, system: str) -> None:
    """Copy the charts of the rule book that ships into a new folder DIR, to be changed there."""
    from pbem.engine.charts import chart_paths
    from pbem.store.files import create_file, make_folders
    from pbem.store.shelf import own_folder, read_book_files, shipped_folder

    target = Path(dir_)
    if target.exists():
        hint = "name a folder that does not exist yet"
        raise refuse("rules", "there is something here already", where=dir_, hint=hint)
    files = read_book_files(shipped_folder(system))
    for path in chart_paths(files):
        make_folders((target / path).parent, mode=0o755)
        create_file(target / path, files[path])
    say(f"{len(chart_paths(files))} charts lie in {command(dir_)}; when you have changed them:")
    say(f"  {pbem('.', 'rules', 'check', dir_, '--system', system)}")
    say(f"new games use them when they lie in {own_folder(system)}")


rules.add_command(check)
rules.add_command(diff)
