"""A game between two folders, by `send` and `receive`: the chain of who writes when [F.2]."""

from pathlib import Path
from typing import Any

from pbem.scan import scan
from pbem.systems.pto.table.state import Game
from pbem.turnfile import TurnFile, read
from tests.simulator import begin
from tests.systems.pto.selfplay import TWO

Table = dict[str, Any]
J, A = TWO
REST: Table = {"type": "pass", "rest": True}
OVER: Table = {"type": "pass", "ends": True}
RESTS: Table = {"type": "pass", "rest": True, "ends": True}
CHINA: Table = {"type": "offensive", "kind": "land", "nation": "JP", "theatres": ["China"]}
THEN: Table = {**CHINA, "next": True}
ARMY: Table = {"type": "march", "unit": "jp-11th-army-a", "path": ["NCH"]}
LEYTE: Table = {"type": "offensive", "kind": "land", "nation": "US", "theatres": ["Philippines"]}
JUNE_J: Table = {**CHINA, "theatres": ["Central Pacific"]}


class Chain:
    """A game between two folders; `authors` wrote its files from the first of phase 3 on."""

    def __init__(self, place: Path, scenario: str) -> None:
        self.world = begin(place, f"pto/{scenario}", TWO)
        for player in self.world.players.values():
            assert player.run("config", "answer", "never") == 0
        self.authors = ""
        self.last: TurnFile

    @property
    def step(self) -> str:
        """The step that the next file is asked for; empty if it only opens."""
        with self.world.players[self.world.next_seat].session() as session:
            covers = session.view().decision.covers
        return covers[0].partition("/")[2] if covers else ""

    @property
    def game(self) -> Game:
        """The position that both know."""
        with self.world.players[J].session() as session:
            game: Game = session.fold.table.game
            return game

    def file(self, *orders: Table) -> None:
        """The next seat's file by `send`, taken by the other one by `receive`."""
        seat, reader = self.world.next_seat, next(one for one in TWO if one != self.world.next_seat)
        raw = self.world.players[seat].send_by_command(*orders)
        self.world.mail.append(raw)
        self.world.players[reader].receive_by_command(raw)
        self.last = read(scan(raw))
        self.authors += seat[0].upper()

    def bids(self, japanese: int, us: int) -> None:
        """A file of the season, with the bid of its seat's first nation."""
        mine = {J: ("JP", japanese), A: ("US", us)}[self.world.next_seat]
        self.file({"type": "bid", "nation": mine[0], "offensives": mine[1]})

    def ends(self) -> None:
        """The next seat's last file, as the program writes it."""
        player = self.world.players[self.world.next_seat]
        self.file(*player.bot_orders())

    def to_phase_3(self) -> None:
        """Standing orders, or bids by which the Allies get the initiative."""
        while not self.step.startswith("P3"):
            self.bids(3, 4) if self.step == "S2.3" else self.file()
        self.authors = ""

    def is_sound(self) -> bool:
        """Whether both folders hold up."""
        return all(player.run("verify") == 0 for player in self.world.players.values())


def december(place: Path) -> Chain:
    """Pearl Harbor at Japan's first file of phase 3; the initiative is Japan's."""
    play = Chain(place, "pearl-harbor")
    play.to_phase_3()
    return play


def pm1(play: Chain, *, stands: bool = False) -> None:
    """Japan's two offensives and its month's end in one file, the Allies resting [F.2.5-F.2.7].

    `stands`: the Allies say as they rest that nothing is to come at the month's end.
    """
    play.file()
    play.file(RESTS if stands else REST)
    play.file(CHINA, THEN, OVER, ARMY)
