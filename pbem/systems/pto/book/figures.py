"""Charts of single figures, read as they stand [A, B, E]."""

from typing import Literal

from pbem.engine.bookfiles import Row, Table
from pbem.frozen import FrozenMap, Value, field

# --- weather -------------------------------------------------------------------------------------


class WeatherEffects(Value):
    """What a condition does besides grounding, by zone [W1.2, W1.3]."""

    one_area: tuple[str, ...] = ()
    allowance: FrozenMap[int] = field(default_factory=FrozenMap)
    attack: FrozenMap[int] = field(default_factory=FrozenMap)
    river: FrozenMap[int] = field(default_factory=FrozenMap)
    interception: FrozenMap[int] = field(default_factory=FrozenMap)


# --- strategic warfare ---------------------------------------------------------------------------


class BombingRow(Row, kw_only=True):
    """EP lost by column of bombing strength [PH4.2]."""

    points: tuple[int, ...]


class Bombing(Value):
    """Bombing of Japan [PH4.1, PH4.2]; `columns` are their highest strengths, the last is open."""

    target: str
    columns: tuple[int, ...]
    losses: Table[BombingRow]

    def lost(self, strength: int, total: int) -> int:
        """EP that bombers of this strength cost Japan with a total of two dice."""
        if strength <= 0:
            return 0
        column = sum(strength > most for most in self.columns)
        return self.losses.at(total).points[column]


class Points(Row, kw_only=True):
    """EP lost."""

    points: int


class Blockade(Value):
    """The submarine blockade [PH4.3]."""

    seas: tuple[str, ...]
    years: FrozenMap[int]
    losses: Table[Points]

    def year(self, year: int) -> int:
        """The modifier of a year; of the last one after it."""
        return self.years.get(str(year), self.years[max(self.years)])

    def lost(self, total: int) -> int:
        """EP that one boat costs Japan with this total of its die."""
        return self.losses.at(total).points


# --- aircraft ------------------------------------------------------------------------------------


class Ferry(Value):
    """The long way from the West Coast [D3c], for units of some `kinds`.

    Those of the kinds in `committed` are, by it.
    """

    nation: str
    origin: str
    to: tuple[str, ...]
    kinds: tuple[str, ...]
    committed: tuple[str, ...]


class UsAircraft(Value):
    """Fighter-bombers and ranges by modification D3; `hexes` by nation and type."""

    fighter_bombers: tuple[str, ...]
    hexes: FrozenMap[FrozenMap[int]]
    ferry: Ferry


class JapaneseQuality(Value):
    """The highest QR of Japanese aircraft, but for some types [D4.1]."""

    most: int
    exempt: tuple[str, ...]


class AirResult(Row, kw_only=True):
    """Steps lost by the target, and whether it is aborted [PH7.3]."""

    steps: int
    aborted: bool


class AirCombat(Value):
    """Air-to-air combat [PH7.1-PH7.3]; `firing` are the kinds that fire."""

    rounds: int
    firing: tuple[str, ...]
    results: Table[AirResult]


class Coordinated(Value):
    """The modifiers of a nation from a year on [D8.5]."""

    nation: str
    year: int
    attack: int
    defence: int


class Coordination(Value):
    """Coordination of carrier air [D8]; one part in `aborted` of an uncoordinated stack aborts."""

    aborted: int
    modifiers: tuple[Coordinated, ...]

    def modifier(self, nation: str, year: int, *, attack: bool) -> int:
        """The modifier of the die; that of the nearest listed year, 0 for other nations [D8.5]."""
        rows = sorted((row for row in self.modifiers if row.nation == nation), key=lambda r: r.year)
        if not rows:
            return 0
        row = max((one for one in rows if one.year <= year), key=lambda r: r.year, default=rows[0])
        return row.attack if attack else row.defence


class DefaultHits(Value):
    """Unmodified totals that always hit a named ship, and that hit critically [D9]."""

    always: int
    critical: int


class AirSurprise(Value):
    """What surprise adds to each air-naval roll [D7.3]."""

    bonus: int


class AirStrikes(Value):
    """Air strikes [PH8.4-PH8.8]: `levels` is what one hit takes of an installation."""

    critical: int
    underlined_rolls: int
    underlined_modifier: int
    aircraft: int
    installation: int
    transfer: int
    levels: FrozenMap[int]


# --- search and interception ---------------------------------------------------------------------


class Number(Row, kw_only=True):
    """The lowest face of a die that succeeds."""

    number: int


class Search(Value):
    """Search for task forces [PH5.6]: `numbers` by air distance; `recon` is R's advantage."""

    same_area: int
    recon: int
    carrier: int
    boat: int
    boat_kind: str
    numbers: Table[Number]


class BoatSearch(Value):
    """Search for submarines [D6.1]; `improved` by nation and season from which it holds."""

    number: int
    improved: FrozenMap[FrozenMap[int]]


class Interception(Value):
    """The roll to intercept and its modifiers [PH5.4]; those of weather stand elsewhere."""

    number: int
    searched: int
    boat: int


class Signals(Value):
    """Searches by signals intelligence [PH17.1]: who reads whom, where, how far, how well."""

    reader: str
    read: str
    seas: tuple[str, ...]
    range: int
    number: int


class SurpriseAttack(Value):
    """Areas in which the first strikes of the war have surprise [PH16.1]."""

    areas: tuple[str, ...]


# --- ships ---------------------------------------------------------------------------------------


class Ratings(Value):
    """Gun, armour and movement of a ship; attack, defence and movement of a boat [PH2.1]."""

    gun: int
    armour: int
    speed: int


class NamedShip(Ratings):
    """A ship with a name [PH2.1]."""

    nation: str
    kind: Literal["BB", "CV", "CVL", "CVE", "CA"]


class ShipRatings(Value):
    """Ships by name, and by kind and nation (`ALL`: any) where they have no row [PH2.1]."""

    late_from: int
    kinds: FrozenMap[FrozenMap[Ratings]]
    named: FrozenMap[NamedShip]
    late: FrozenMap[NamedShip]


class PlainBoat(Value):
    """The ratings of all boats of a kind without D5 [D5.off]."""

    attack: int
    defence: int
    speed: int


class Boat(PlainBoat):
    """A class of submarines [D5.1]; `box` and `pool` are boats by season and by year."""

    name: str
    nation: str
    kind: Literal["SS", "SST", "SSV"]
    starred: bool = False
    start: int = 0
    at: FrozenMap[int] = field(default_factory=FrozenMap)
    box: FrozenMap[int] = field(default_factory=FrozenMap)
    pool: FrozenMap[int] = field(default_factory=FrozenMap)


class Sailing(Value):
    """MP in sea offensives and for standby [P4B.2.1, P3.1.6]."""

    standby: int
    offensive: int
    slow: int
    slow_kinds: tuple[str, ...]


class Gunnery(Value):
    """Surface combat [PH6]; damaged guns are divided, damaged speed is a maximum [PH6.5]."""

    rounds: int
    damaged_gun: int
    damaged_speed: int
    silent: tuple[str, ...]
    screen: tuple[str, ...]
    screened: tuple[str, ...]
    outgunned: int


class EarlyBoats(Value):
    """A nation's boats attack worse before a season [PH9.1]."""

    nation: str
    before: str
    modifier: int


class BoatCombat(Value):
    """Attacks by boats and by escorts on them [PH9.1, PH9.2]."""

    modifier: int
    escort: int
    early: tuple[EarlyBoats, ...]


class SeaLift(Value):
    """What an STP carries [PH2.4], and which kinds carry how many supply markers [PH9.7]."""

    units: int
    small: int
    small_units: int
    markers: FrozenMap[int]
