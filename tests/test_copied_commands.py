"""Every command that the program prints can be copied into a shell, whatever paths are called."""

import re
import shlex
from pathlib import Path

import pytest

from tests.pages import environment, shell

pytestmark = pytest.mark.needs("bash")

PLACE = 'Anna\'s games; $(touch harm) & "old" ones'
QUOTED = shlex.quote(PLACE)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / PLACE


def typed(place: Path, script: str) -> list[str]:
    """What a script says; it must end well and must not have run what is only a name."""
    ran = shell(script, place.parent, environment(place.parent))
    assert ran.returncode == 0, ran.stdout
    assert not (place.parent / "harm").exists()
    return ran.stdout.splitlines()


def copied(lines: list[str], before: str) -> str:
    """What stands behind some words in one of the lines, as a player copies it."""
    found = [line.partition(before)[2] for line in lines if before in line]
    assert len(found) == 1, lines
    return found[0]


def begin(place: Path) -> list[str]:
    """Keys, a card and a game of two, all in a folder with such a name."""
    return typed(
        place,
        f"""
        mkdir {QUOTED}
        pbem keys new anna --email anna@example.org
        PBEM_HOME={QUOTED}/bob pbem keys new bob --email bob@example.org
        PBEM_HOME={QUOTED}/bob pbem keys card -o {QUOTED}/"bob's card"
        pbem new table {QUOTED}/"a game" --as us --seat japan={QUOTED}/"bob's card"
        """,
    )


def test_the_lines_of_a_game_are_typed_as_they_are_printed(place: Path) -> None:
    said = begin(place)
    card = copied([line for line in said if "card" in line], "wrote ")
    assert typed(place, f"ls {card}") == [f"{PLACE}/bob's card"]
    game = copied(said, "the game lies in ")
    genesis = copied(said, "mail ").removesuffix(" to:")
    bob = f"PBEM_HOME={QUOTED}/bob"
    join = typed(place, f'{bob} pbem join {genesis} {QUOTED}/"his game" --as japan')
    mailed = re.sub(r" \([0-9,]+ bytes\)$", "", copied(join, "wrote "))
    typed(place, f"pbem -C {game} receive {mailed}")

    written = typed(place, copied(typed(place, f"pbem -C {game} status"), "begin with: "))
    typed(place, f"pbem -C {game} orders --add set counter=VP 'value=\"1\"'")
    checked = typed(place, copied(written, "edit it, then: "))
    sent = re.sub(r" \([0-9,]+ bytes\)$", "", copied(checked, "wrote "))
    status = typed(place, f"pbem -C {game} status")
    assert copied(status, "if you have not yet: ") == sent
    typed(place, f"{bob} pbem -C {QUOTED}/'his game' receive {sent}")


def test_the_lines_of_a_demonstration_are_typed_as_they_are_printed(place: Path) -> None:
    said = typed(place, f"pbem demo table --out {QUOTED}")
    look = copied(said, "look around with ")
    assert "result" in "\n".join(typed(place, look))
    again = [line.partition("$ ")[2] for line in said if " verify" in line]
    homes = [line.partition("$ ")[0] for line in said if " verify" in line]
    for seat, line in zip(homes, again, strict=True):
        told = typed(place, f"PBEM_HOME={QUOTED}/{seat}-home {line}")
        assert "every signature, link and seed holds" in told[0]


def test_a_private_key_that_others_may_read_is_closed_as_the_hint_says(place: Path) -> None:
    begin(place)
    home = f"export PBEM_HOME={QUOTED}/bob; "
    key = f"{QUOTED}/bob/keys/bob"
    join = f'pbem join {QUOTED}/"a game"/outbox/0000-us.pbem {QUOTED}/"his game" --as japan'
    said = typed(place, f"{home}chmod 644 {key}; {join} 2>&1 || true")
    typed(place, copied(said, "hint: "))
    assert (place / "bob" / "keys" / "bob").stat().st_mode & 0o077 == 0
    typed(place, home + join)


def test_the_copy_of_a_rule_book_says_how_to_check_it(place: Path) -> None:
    said = typed(place, f"mkdir {QUOTED}; pbem rules copy --system midway {QUOTED}/mine")
    check = next(line for line in said if line.startswith("  pbem rules check "))
    assert "a whole rule book" in "\n".join(typed(place, check))


def test_a_demonstration_looks_into_no_configuration_folder_but_its_own(place: Path) -> None:
    (place.parent / "no-folder").write_text("a file")
    homeless = f"HOME={QUOTED}/../no-folder PBEM_HOME= XDG_CONFIG_HOME="
    said = typed(place, f"mkdir {QUOTED}; {homeless} pbem demo table --out {QUOTED}/game")
    assert any("every signature, link and seed holds" in line for line in said)
