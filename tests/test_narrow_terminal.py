"""What a narrow terminal shows: lines broken between words, commands to copy whole."""

from pathlib import Path

import pytest

from tests.simulator import World, begin
from tests.terminal import seen, seen_at


@pytest.fixture
def world(tmp_path: Path) -> World:
    return begin(tmp_path, "midway/midway-0700", ("japanese", "american"))


def test_status_is_broken_between_words(world: World) -> None:
    lines = seen(44, world.players["japanese"].folder, "status")
    assert lines[:2] == [
        "Midway: A Terrible Resolve, scenario",
        "  midway-0700: you are the Japanese side",
    ]
    assert all(len(line) <= 44 for line in lines)


def test_a_map_is_as_large_as_the_terminal_lets_it_be(tmp_path: Path) -> None:
    world = begin(tmp_path, "pto/midway", ("japanese", "allied"))
    folder = world.players["japanese"].folder
    named = "Midway Sea"  # at zoom 2, which is higher than 24 lines
    assert named not in "".join(seen(120, folder, "map"))
    assert named in "".join(seen(120, folder, "map", lines=40))
    assert named not in "".join(seen(80, folder, "map", lines=40))


def test_a_refusal_is_broken_between_words_and_its_command_is_whole(world: World) -> None:
    folder = world.players["japanese"].folder
    (folder / "mine.toml").write_text('file = 7\nseat = "japanese"\n')
    assert seen(44, folder, "check", "mine.toml") == [
        "pbem: error: mine.toml: these orders are for",
        "  file 7 of seat 'japanese'",
        "pbem: hint: make new ones with",
        "  'pbem orders': you write file 2",
    ]
    assert seen(44, folder, "send", "mine.toml")[-1] == "  'pbem orders': you write file 2"


def test_empty_brackets_stay_in_one_line(world: World) -> None:
    folder = world.players["japanese"].folder
    order = '[[order]]\ntype = "plan"\ncarrier = "kaga"\ndeck = "Kaga-TB1"\n'
    (folder / "mine.toml").write_text(f'file = 2\nseat = "japanese"\n{order}')
    shown = seen_at(range(40, 80), folder, "check", "mine.toml")
    assert (len(shown), shown[0]) == (40, seen(40, folder, "check", "mine.toml"))
    for lines in shown:
        assert "[ ]" in " ".join(lines).partition("hint")[0]


def test_pages_of_help_are_listed_in_lines_of_a_terminal(world: World) -> None:
    assert max(map(len, seen(72, world.players["japanese"].folder, "help"))) <= 72


def test_what_came_is_told_broken_between_words(world: World) -> None:
    folder = world.players["japanese"].folder
    came = folder / "chain" / "0001-american.pbem"
    assert seen(44, folder, "receive", str(came))[:3] == [
        "= file 1 of the American side, for Midway: A",
        "  Terrible Resolve, was here already;",
        "  nothing changed",
    ]


def test_what_is_mailed_later_is_told_broken_between_words(world: World) -> None:
    folder = world.players["japanese"].folder
    home = {"EDITOR": "true", "PBEM_HOME": str(world.players["japanese"].home)}
    no_desktop = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}
    lines = seen(44, folder, "turn", answers="e\ns\nl\n", env={**home, **no_desktop})
    assert lines[-2:] == [
        "mail it when you like: 'pbem mail write', or",
        "  attach it to your own",
    ]
