"""How the computer player plays Cartwheel: the 11th Hikoshidan, evasion, Dobodura, points, files.

`python -m benchmarks cartwheel [GAMES]` plays each scenario between bots and prints what is aimed
at, what came of it, and whether the aim is met; nothing is said of an aim without a case. What
happened is read from events, for raids are answered in advance and no order tells of it [H8.9].
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from benchmarks.mails import CARTWHEEL as BAR
from benchmarks.mails import Mails, of_turns, spread_rows, undecided_lines
from benchmarks.measure import Row
from pbem.engine.hidden import Disclosed
from pbem.engine.orders import Order
from pbem.frozen import Value
from pbem.narrow import parse_item
from pbem.systems.cartwheel.bot.answers import AWAY
from pbem.systems.cartwheel.bot.evasion import LIKELY
from pbem.systems.cartwheel.bot.odds import taking_off
from pbem.systems.cartwheel.rules.r09_scramble import evasion_terms
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.answers import RAID, read_raid_answer
from pbem.systems.cartwheel.table.events_air import RaidSeen, Scrambled
from pbem.systems.cartwheel.table.orders_ground import March
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission
from pbem.systems.cartwheel.table.orders_turn import CommitEleventh
from pbem.systems.cartwheel.table.state import ALLIED, JAPANESE, Game, other
from pbem.systems.cartwheel.table.under_way import Raid, Sortie
from tests.systems.cartwheel.selfplay import SEATS, Filed, Match, hidden, played
from tests.systems.cartwheel.tabletop import CHARTS

SCENARIOS = ("bismarck-sea", "toenails", "bougainville", "campaign")
GAMES = 20
DOBODURA = "0806"
ATTACKED = {"bismarck-sea": 10, "campaign": 50}
"""Percent of the games in which Dobodura is to be attacked: rarely while a convoy needs cover."""
MOST_PAID = 10
"""Percent of the Allied points that the 11th may bring them: it is to fight, not to be paid for."""
MOST_FILES = 140
"""Turn files of a campaign on average."""


class Evasion(Value):
    """A unit that threw to evade: against which mission, with what chance, and whether it got off.

    The chance is that of the die as it was thrown, with all that had happened since the answer was
    sealed.
    """

    mission: str
    chance: float
    away: bool


class Played(Value):
    """A game between bots: turns with the 11th, and with one of its units in a fight.

    `paid` are half points that the 11th brought the Allies, `staged` those of them for units that
    were in no fight. `gains` are Japan's half points less the Allies' of each turn with the 11th,
    `others` of each without it. `evasions` are all tries, `sealed` the chances of the units that
    answers of deciding files name to evade, from a low raid as things stood, `crowd` the most that
    one answer names. `raids` are Japanese air missions to Dobodura, `attacks` orders to land or
    march there.
    """

    committed: int
    fought: int
    paid: int
    staged: int
    gains: tuple[int, ...]
    others: tuple[int, ...]
    evasions: tuple[Evasion, ...]
    sealed: tuple[float, ...]
    crowd: int
    raids: int
    attacks: int
    mails: Mails
    level: str
    allied: int
    japanese: int

    @property
    def turns(self) -> int:
        """The turns that the game lasted."""
        return len(self.gains) + len(self.others)

    @property
    def files(self) -> int:
        """The files of the game."""
        return sum(self.mails.spans["turn"])


def play(game: tuple[str, int]) -> Played:
    """One game, by its scenario and number, in memory."""
    scenario, number = game
    match = played(scenario, dict.fromkeys(SEATS, lambda view: CARTWHEEL.bot(view, CHARTS)), number)
    return figures(match)


def figures(match: Match) -> Played:
    """What is to be known of a game that has ended."""
    ending = match.game.ending
    assert ending is not None
    turns = {file.turn for file in match.files if _commits(file)}
    fighters = _fighting_eleventh(match)
    gained = _gained(match)
    theirs = [order for f in match.files if f.seat == JAPANESE for order in f.orders]
    awards = [award for award in match.game.awards if award.rule in ("5.2b", "5.2e")]
    flown = sum(award.points for award in awards if award.why == "flown")
    fought = sum(len(units) for units in fighters.values()) * CHARTS.printed.flown
    return Played(
        committed=len(turns),
        fought=len(turns & fighters.keys()),
        paid=sum(award.points for award in awards),
        staged=max(0, flown - fought),
        gains=tuple(many for turn, many in gained.items() if turn in turns),
        others=tuple(many for turn, many in gained.items() if turn not in turns),
        evasions=tuple(_evasions(match)),
        sealed=tuple(_sealed(match)),
        crowd=max(
            (len(who) for _, file in _answering(match) for _, who in _evaders(file)), default=0
        ),
        raids=sum(isinstance(one, AirMission) and one.hex == DOBODURA for one in theirs),
        attacks=sum(_goes_to(one, DOBODURA) for one in theirs),
        mails=of_turns(match.files),
        level=ending.level,
        allied=ending.points[ALLIED],
        japanese=ending.points[JAPANESE],
    )


# --- the 11th ------------------------------------------------------------------------------------


def _commits(file: Filed) -> bool:
    return any(isinstance(order, CommitEleventh) and order.commit for order in file.orders)


def _fighting_eleventh(match: Match) -> Mapping[int, set[str]]:
    """Units of the 11th that took part in a raid, or rose against one, by turn [5.2e]."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for scene in match.scenes:
        for event in scene.events:
            units: tuple[str, ...] = ()
            if isinstance(event, RaidSeen):
                units = tuple(flier.unit for flier in event.fliers)
            elif isinstance(event, Scrambled) and event.airborne and not event.evade:
                units = (event.unit,)
            eleventh = {unit for unit in units if CHARTS.air[unit].is_eleventh}
            if eleventh:
                found[scene.turn] |= eleventh
    return found


def _gained(match: Match) -> dict[int, int]:
    """Japan's half points less the Allies' that each turn brought, those of occupation too."""
    margins: dict[int, int] = {}
    for scene in match.scenes:
        margins[scene.turn] = scene.game.points(JAPANESE) - scene.game.points(ALLIED)
    return {turn: margin - margins.get(turn - 1, 0) for turn, margin in margins.items()}


def _goes_to(order: Order, hex_: str) -> bool:
    """Whether troops march to a hex or sail there."""
    if isinstance(order, NavalMission):
        return order.purpose == "transport" and order.path[-1] == hex_
    return isinstance(order, March) and order.to == hex_


# --- evasion -------------------------------------------------------------------------------------


def _evasions(match: Match) -> Iterator[Evasion]:
    """All who threw to evade [H9.5]."""
    for scene in match.scenes:
        for event in scene.events:
            if isinstance(event, Scrambled) and event.evade:
                chance = taking_off(CHARTS, event.sr, event.score.terms)
                yield Evasion(mission=event.mission, chance=chance, away=event.airborne)


def _sealed(match: Match) -> Iterator[float]:
    """The chances of all whom an answer names to evade that a deciding file seals [H8.9.5]."""
    for seat, file in _answering(match):
        yield from _named_by(seat, file)


def _answering(match: Match) -> Iterator[tuple[str, Disclosed[Game]]]:
    """The deciding files, with their seats: what they seal answers raids [H8.9]."""
    for seat, files in match.disclosed.items():
        yield from ((seat, file) for file in files if file.covers)


def _evaders(file: Disclosed[Game]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The hexes for which a file's answers name evaders, with the units of each answer."""
    assert file.items is not None
    for id_, text in file.items.items():
        if id_.startswith(RAID) and "\nevaders = []\n" not in text:
            answer = read_raid_answer(parse_item(text))
            assert answer is not None
            yield id_.split("/")[1], tuple(unit for unit, _ in answer.evaders)


def _named_by(seat: str, file: Disclosed[Game]) -> Iterator[float]:
    """The chances of the evaders that a file's answers name, from a low raid on the spot."""
    assert file.items is not None
    private, game = hidden().read(file.found, seat, file.items, CHARTS), file.found
    for unit, hex_ in sorted({(unit, hex_) for hex_, who in _evaders(file) for unit in who}):
        plane = private.planes[unit]
        raid = Raid(
            id="", side=other(private.side), kind="strike", hex=hex_, band=1, escorts=0,
            strikers=1, transports=0,
        )  # fmt: skip
        sortie = Sortie(
            unit=unit, base=plane.base, steps=plane.steps, disrupted=plane.disrupted,
            mark=plane.mark,
        )  # fmt: skip
        terms = evasion_terms(game, raid, sortie, CHARTS)
        yield taking_off(CHARTS, CHARTS.air[unit].model.sr, terms)


# --- the report ----------------------------------------------------------------------------------


def rows(scenario: str, games: Sequence[Played]) -> Iterator[Row]:
    """What is aimed at in a scenario, what came of it in some games, whether the aim is met."""
    yield from _eleventh_rows(games)
    yield from _evasion_rows(games)
    if scenario in ATTACKED:
        there = sum(game.raids + game.attacks > 0 for game in games)
        raids, attacks = sum(game.raids for game in games), sum(game.attacks for game in games)
        yield Row(
            name="Japan attacks Dobodura",
            measured=f"in {there} of {len(games)} games; {raids} raids, {attacks} by land or sea",
            aim=f">= {ATTACKED[scenario]} %",
            met=100 * there >= ATTACKED[scenario] * len(games),
        )
    is_long = scenario == "campaign"
    files = [game.files for game in games]
    mean = sum(files) / len(files)
    yield Row(
        name="turn files of a game",
        measured=f"mean {mean:.1f}, {min(files)} to {max(files)}",
        aim=f"<= {MOST_FILES} on average" if is_long else "",
        met=mean <= MOST_FILES if is_long else None,
    )
    yield from spread_rows([game.mails for game in games], BAR if is_long else {})


def _eleventh_rows(games: Sequence[Played]) -> Iterator[Row]:
    committed, fought = sum(g.committed for g in games), sum(g.fought for g in games)
    yield Row(
        name="11th committed in turns without a fight",
        measured=f"{committed - fought} of {committed}, in {sum(g.turns for g in games)} turns",
        aim="0",
        met=committed == fought if committed else None,
    )
    paid, staged = sum(game.paid for game in games), sum(game.staged for game in games)
    yield Row(
        name="points for its units that did not fight",
        measured=f"{staged / 2:g} of {paid / 2:g} VP",
        aim="0",
        met=staged == 0 if paid else None,
    )
    allied = sum(game.allied for game in games)
    yield Row(
        name="points for the 11th, of all Allied ones",
        measured=f"{paid / 2:g} of {allied / 2:g} VP",
        aim=f"< {MOST_PAID} %",
        met=paid * 100 < MOST_PAID * allied if paid else None,
    )
    gains = [many for game in games for many in game.gains]
    others = [many for game in games for many in game.others]
    yield Row(
        name="Japan gains in turns with it, without",
        measured=f"{_mean(gains)}, {_mean(others)} VP",
    )


def _evasion_rows(games: Sequence[Played]) -> Iterator[Row]:
    evasions = [one for game in games for one in game.evasions]
    crowd = max(game.crowd for game in games)
    sealed = [chance for game in games for chance in game.sealed]
    yield Row(
        name="units that one answer names to evade",
        measured=f"{crowd} at most",
        aim=f"<= {AWAY}",
        met=crowd <= AWAY if sealed else None,
    )
    yield Row(
        name="named to evade, chance when sealed",
        measured=f"{_percent(min(sealed, default=0))} at least, {len(sealed)} names",
        aim=f">= {_percent(LIKELY)}",
        met=min(sealed) >= LIKELY if sealed else None,
    )
    worse = sum(one.chance < LIKELY for one in evasions)
    away = sum(one.away for one in evasions)
    yield Row(
        name="tried with less, hit since it was sealed",
        measured=f"{worse} of {len(evasions)}, of whom {away} get away",
    )


def _mean(half_points: list[int]) -> str:
    """The average in VP."""
    return f"{sum(half_points) / len(half_points) / 2:+.1f}" if half_points else "none"


def _percent(chance: float) -> str:
    return f"{chance * 100:.0f} %"


def report(scenario: str, ended: Iterable[Played]) -> str:
    """The figures of a scenario's games, beside the aims."""
    games = list(ended)
    levels = Counter(game.level for game in games)
    margin = sum(game.allied - game.japanese for game in games) / len(games) / 2
    ends = ", ".join(f"{many} {level}" for level, many in levels.most_common())
    found = tuple(rows(scenario, games))
    judged = [row.met for row in found if row.met is not None]
    told = f"{sum(judged)} of {len(judged)} aims met"
    head = f"{scenario}: {len(games)} games between bots; {told}; {margin:+.1f} VP, {ends}"
    why = undecided_lines([game.mails for game in games])
    return "\n".join((head, *map(_line, found), *why))


def _line(row: Row) -> str:
    told = {True: "met", False: "NOT MET", None: "-"}[row.met]
    aim = f"aim {row.aim}: {told}" if row.aim else ""
    return f"  {row.name:40}  {row.measured:46}  {aim}".rstrip()


def main(games: int = GAMES) -> None:
    """Play and print, on all processors."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for scenario in SCENARIOS:
            found = pool.map(play, product([scenario], range(games)))
            print(report(scenario, found), flush=True)
