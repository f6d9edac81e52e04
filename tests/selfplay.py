"""Whole games without mail, of any system: their beginning and their end; see `tests.memory`."""

import tomllib
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.chain import Commit, Links
from pbem.codec import ZERO
from pbem.dice import commitment, seed_for
from pbem.engine.charts import read_rule_book
from pbem.engine.genesis import start
from pbem.engine.ledger import Rules
from pbem.engine.steps import GameSystem
from pbem.frozen import FrozenMap
from pbem.game.begin import prepared
from pbem.turnfile import AnnexPart, DicePart, GenesisPart, SeatPart, TurnFile
from tests.memory import Match, Player, Seat

ROOT = Path(__file__).parents[1]
MOST_FILES = 2_000


def rules_of(system: GameSystem[Any, Any]) -> Rules[Any]:
    """A system with its own rule book."""
    folder = ROOT / "rules" / system.name
    book = read_rule_book({path.name: path.read_bytes() for path in folder.glob("*.toml")})
    return Rules(system=system, charts=system.read_charts(book.tables), book=book)


def match(
    rules: Rules[Any],
    scenario: str,
    number: int,
    names: tuple[str, ...],
    words: Mapping[str, str] | None = None,
    *,
    change: Callable[[dict[str, Any]], None] | None = None,
) -> Match:
    """A game after all have joined; `number` makes its secrets, so its dice, `words` options.

    `change` makes another scenario of the one that ships. A seat named `referee` is a referee's.
    """
    system = rules.system
    path = ROOT / "scenarios" / system.name / f"{scenario}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    if change is not None:
        change(table)
    begun_with = prepared(rules, table, names, words or {})
    players = {
        name: Seat(name=name, secret=sha256(f"{number}/{name}".encode()).digest())
        for name in begun_with.sides
    }
    first = next(iter(players.values()))
    game = sha256(f"game {scenario} {number}".encode()).hexdigest()
    seed = commitment(ZERO, first.name, 0, seed_for(first.secret, ZERO, 0)).hex()
    genesis = TurnFile(
        format="pbem/1", game="", seq=0, prev="", seat=first.name, nonce="0" * 64,
        sent="2026-01-01T00:00:00Z", dice=DicePart(commit=seed), hash=game,
        annex=AnnexPart(age="not encrypted here"),
        genesis=GenesisPart(
            system=system.name, scenario=scenario, revision=1, rules=rules.book.hash,
            scenario_hash="0" * 64, program="test", options=dict(begun_with.options),
        ),
        seats=tuple(
            SeatPart(name=name, side=side, holder=name, email="", key="")
            for name, side in begun_with.sides.items()
        ),
    )  # fmt: skip
    fold = start(genesis, table, rules)
    begun = Match(
        rules=rules,
        fold=fold,
        start=fold.table.game,
        links=Links(
            game=game, seq=0, hash=game, seats=tuple(players), keys=FrozenMap(),
            commits=FrozenMap({first.name: Commit(seq=0, commit=seed)}),
        ),
        seats=players,
    )  # fmt: skip
    while begun.fold.joins:
        begun.join()
    return begun


def played(begun: Match, player: Player) -> Match:
    """The same game at its end, with one player for all seats."""
    for _ in range(MOST_FILES):
        if begun.is_over:
            return begun
        begun.step(player)
    raise AssertionError(f"the game has not ended after {MOST_FILES} files")
