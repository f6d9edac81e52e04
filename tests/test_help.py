"""What `--help` says: whole sentences within the terminal's width, on every page."""

from collections.abc import Iterator

import click
import pytest

from pbem.cli.commands import program
from pbem.shell import OF_A_GAME


def pages(command: click.Command, ctx: click.Context) -> Iterator[click.Context]:
    """A command and all below it, as they are called."""
    yield ctx
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            assert below is not None
            yield from pages(below, click.Context(below, info_name=name, parent=ctx))


def all_pages() -> list[click.Context]:
    root = click.Context(program, info_name="pbem", **program.context_settings)
    found = list(pages(program, root))
    assert len(found) > 50
    return found


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_page_is_cut_off_or_too_wide(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = [
        (ctx.command_path, line)
        for ctx in all_pages()
        for line in ctx.command.get_help(ctx).splitlines()
        if not line.startswith("Usage:")
    ]
    assert [(page, line) for page, line in lines if len(line) > columns] == []
    assert [(page, line) for page, line in lines if line.endswith("...")] == []


def test_the_list_of_commands_of_a_group_has_whole_sentences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    keys = next(ctx for ctx in all_pages() if ctx.command_path == "pbem keys")
    lines = " ".join(keys.command.get_help(keys).split())
    assert "name, address, key, fingerprint as words. list" in lines


def test_the_commands_about_a_game_are_those_that_take_its_folder() -> None:
    """All that have -C of their own; `restore` takes DIR, `rules diff` two of them."""
    taking = {
        ctx.command_path.removeprefix("pbem ")
        for ctx in all_pages()
        if ctx.parent is not None and any("-C" in one.opts for one in ctx.command.params)
    }
    assert taking | {"restore", "rules diff"} == set(OF_A_GAME)
