"""What the Tab key offers, by the protocols that shells speak with the program, and in bash."""

from pathlib import Path

import pytest

from tests.pages import environment, shell
from tests.simulator import World, begin

pytestmark = pytest.mark.needs("bash")


def offered(words: str, place: Path, *, begun: bool = True) -> list[str]:
    """What is offered for the last word, or for one that is not begun yet."""
    typed = f"pbem {words}"
    number = len(typed.split()) - begun
    script = f"COMP_WORDS='{typed}' COMP_CWORD={number} pbem"
    ran = shell(script, place, environment(place, _PBEM_COMPLETE="bash_complete"))
    assert ran.returncode == 0, ran.stdout
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("rules show M7.4", ["plain,M7.4"]),
        ("rules show --system midway mb3", ["plain,MB3"]),
        ("rules search --system mid", ["plain,midway"]),
        ("rules sequence p", ["plain,pto"]),
        ("new midway-", ["plain,midway-0700", "plain,midway-even"]),
        ("scenario show bis", ["plain,bismarck-sea"]),
        ("help che", ["plain,cheating", "plain,check"]),
        ("receive 00", ["file,00"]),
        ("turn x", ["file,x"]),
        ("send x", ["file,x"]),
        ("-C ga", ["dir,ga"]),
        ("status -C ga", ["dir,ga"]),
        ("rules check my", ["dir,my"]),
        ("verify --j", ["plain,--json"]),
        ("rules se", ["plain,sequence", "plain,search"]),
    ],
)
def test_a_word_is_completed(words: str, wanted: list[str], tmp_path: Path) -> None:
    assert sorted(offered(words, tmp_path)) == sorted(wanted)


def test_rules_of_the_game_that_is_played_are_offered(world: World, tmp_path: Path) -> None:
    folder = next(iter(world.players.values())).folder
    assert "plain,M7.4" in offered("rules show", tmp_path, begun=False)
    assert "plain,M7.4" not in offered("rules show", folder, begun=False)


def in_each_shell(words: str, place: Path) -> tuple[list[str], ...]:
    """What is offered for the last word to bash, which parts it at `=`, to zsh and to fish."""
    parted = words.replace("=", " = ").split()
    told = []
    for name, typed, number in (
        ("bash", ["pbem", *parted], str(len(parted))),
        ("zsh", ["pbem", *words.split()], str(len(words.split()))),
        ("fish", ["pbem", *words.split()], words.rsplit(maxsplit=1)[-1]),
    ):
        variables = {"COMP_WORDS": " ".join(typed), "COMP_CWORD": number}
        env = environment(place, _PBEM_COMPLETE=f"{name}_complete", **variables)
        ran = shell("pbem", place, env)
        assert ran.returncode == 0, ran.stdout
        told.append(ran.stdout.splitlines())
    bash, zsh, fish = told
    return bash, zsh[1::3], fish


OFFERED = {
    "new pto/midway d --as jap": (["japanese"], ["japanese"], ["japanese"]),
    "new pto/midway d --seat al": (["allied="], ["allied="], ["allied="]),
    "new pto/midway d --option D8=": (["on", "off"], ["D8=on", "D8=off"], ["D8=on", "D8=off"]),
    "new midway-0700 d --option pa": (["pace="], ["pace="], ["pace=\tPace"]),
    "orders --add plan carrier=HIR": (["hiryu"], ["carrier=hiryu"], ["carrier=hiryu\tHiryu"]),
    "orders --add plan deck=Hiryu-DB,Akagi": (
        ["Hiryu-DB,Akagi-TB"], ["deck=Hiryu-DB,Akagi-TB"], ["deck=Hiryu-DB,Akagi-TB"],
    ),
    "orders --add standing-cap attack=n": (["never"], ["attack=never"], ["attack=never"]),
    "show kaga-": (
        ["Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2"],
        ["Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2"],
        ["Kaga-DB", "Kaga-F", "Kaga-TB1", "Kaga-TB2"],
    ),
    "annex --items am": (["american"], ["american"], ["american"]),
    "join chain/0000-japanese.pbem d --as am": (["american"], ["american"], ["american"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def midway(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("midway")
    return begin(place, "midway/midway-0700", ("japanese", "american")).players["japanese"].folder


@pytest.mark.parametrize("words", OFFERED)
def test_seats_options_units_and_what_is_legal_are_offered_in_each_shell(
    words: str, midway: Path
) -> None:
    bash, zsh, fish = in_each_shell(words, midway)
    plain = tuple(
        [f"plain,{one}" for one in told] for told in (OFFERED[words][0], OFFERED[words][2])
    )
    assert (bash, zsh, fish) == (plain[0], OFFERED[words][1], plain[1])


def test_tables_in_orders_are_completed_by_unit_and_then_by_place(tmp_path: Path) -> None:
    game = begin(tmp_path, "cartwheel/bougainville", ("japanese", "allied"))
    folder = game.players["japanese"].folder
    assert in_each_shell("orders --add redistribute u", folder)[0] == ["plain,units."]
    unit = in_each_shell("orders --add redistribute units.A6M-20", folder)[0]
    assert unit == ["plain,units.A6M-201=", "plain,units.A6M-204a=", "plain,units.A6M-204b="]
    place = in_each_shell("orders --add redistribute units.A6M-201=Kavi", folder)
    assert place == (["plain,KAV"], ["units.A6M-201=KAV"], ["plain,units.A6M-201=KAV\tKavieng"])


def test_the_scripts_for_bash_and_fish_keep_what_goes_on_and_commas(tmp_path: Path) -> None:
    bash = shell("_PBEM_COMPLETE=bash_source pbem", tmp_path, environment(tmp_path)).stdout
    assert "[[ $value == *[=.] ]] && compopt -o nospace" in bash
    fish = shell("_PBEM_COMPLETE=fish_source pbem", tmp_path, environment(tmp_path)).stdout
    assert 'string split -m 1 ","' in fish


def test_bash_takes_what_is_offered(tmp_path: Path) -> None:
    said = shell(
        """
        eval "$(_PBEM_COMPLETE=bash_source pbem)"
        COMP_WORDS=(pbem help ba) COMP_CWORD=2
        _pbem_completion pbem
        echo "${COMPREPLY[@]}"
        """,
        tmp_path,
        environment(tmp_path),
    )
    assert said.stdout == "backup\n"
