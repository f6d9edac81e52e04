"""What holds for one turn of Operation Cartwheel only (E.1), recon among it."""

from pbem.frozen import FrozenMap, Value, field


class Scout(Value):
    """A recon unit that flies this turn [7.3.2~]: the hex it stands on, the base it looks at."""

    id: str
    side: str
    hex: str
    base: str = ""


class Count(Value):
    """What the enemy was told of a base this turn [7.3.4~]."""

    fighters: int
    bombers: int


class Turn(Value):
    """What holds for one turn only: event, commitments, recon [5.1-5.3, 7.1-7.3].

    `opener` writes the turn's first file and places recon first (E.4.4, H7.3.1); `waits` says that
    it places when it has seen the other side's (E.4.6). `last` is the side whose file has decided
    last; `early` says that the last of the turn before was one of 4.4 (E.4.8). `sealed` is what has
    been opened of the answers on TF-36: a hex, `-` for no, or empty before it is open (E.4.5).
    `event` is the face of the event die [5.1], 0 before it is thrown. `eleventh` and `regroup`
    are empty until they are decided, then `yes` or `no`. `ace` and `radar` name the side that has
    yet to place such a marker [H5.1]. `idle_ashore` are sides with nothing legal to order in 4.5
    [H11.1.2], `unasked` those with nothing to conclude either (E.4.8), `later` those that conclude
    in a file of their own [H12.2.2]. `flew` are recon units whose dice succeeded, `grounded` those
    whose dice failed [7.3.2~]. `evacuated` are units that their owner has named this turn as saved
    from a base that was lost (E.6). `counts` are by base; `looks` are bases whose counts are still
    to be told, by the side that owes them. `dismantle` are mobile
    bases that are to be taken away in the Regroup phase [6.5.4~].
    """

    opener: str = ""
    last: str = ""
    early: bool = False
    waits: bool = False
    sealed: str = ""
    event: int = 0
    storm: bool = False
    coastwatch: bool = False
    magic: bool = False
    submarine: bool = False
    convoy: int = 0
    ace: str = ""
    radar: str = ""
    eleventh: str = ""
    tf36: bool = False
    regroup: str = ""
    flew: tuple[str, ...] = ()
    grounded: tuple[str, ...] = ()
    evacuated: tuple[str, ...] = ()
    scouts: FrozenMap[Scout] = field(default_factory=FrozenMap)
    counts: FrozenMap[Count] = field(default_factory=FrozenMap)
    looks: FrozenMap[tuple[str, ...]] = field(default_factory=FrozenMap)
    missions: int = 0
    first_ashore: str = ""
    idle_ashore: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    raided: tuple[str, ...] = ()
    struck_ground: FrozenMap[str] = field(default_factory=FrozenMap)
    eleventh_lost: tuple[str, ...] = ()
    concluded: tuple[str, ...] = ()
    dismantle: tuple[str, ...] = ()
