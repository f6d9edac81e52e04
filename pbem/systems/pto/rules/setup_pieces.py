"""The counters of a scenario: made from the words of its file and the charts [PH16-PH18, D5]."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine.mentions import slug
from pbem.frozen import FrozenMap, Value, field, replace
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.dates import year_of
from pbem.systems.pto.book.kinds import ShipKind
from pbem.systems.pto.book.roster import SUPPLY, AirWords, GroundWords, read_air, read_ground
from pbem.systems.pto.book.scenario import Force, Post, Scenario
from pbem.systems.pto.table.naming import station
from pbem.systems.pto.table.pieces import AirUnit, Ground, Ship, TaskForce


class Numbers:
    """Numbers of ships without names, by the stem of their ids, from 1 through a scenario."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def next(self, stem: str) -> str:
        """The next id of a stem: `jp-dd-3`."""
        self._given[stem] += 1
        return f"{stem}-{self._given[stem]}"


class Pieces(Value):
    """Counters in the order of a scenario file."""

    forces: tuple[TaskForce, ...] = ()
    ships: tuple[Ship, ...] = ()
    air: tuple[AirUnit, ...] = ()
    ground: tuple[Ground, ...] = ()

    def __add__(self, more: "Pieces") -> "Pieces":
        return Pieces(
            forces=(*self.forces, *more.forces),
            ships=(*self.ships, *more.ships),
            air=(*self.air, *more.air),
            ground=(*self.ground, *more.ground),
        )


class Factory(Value):
    """Makes counters for one scenario; `modified` is whether D5 rates submarines [D5.off]."""

    scenario: Scenario
    charts: Charts
    modified: bool
    numbers: Numbers = field(default_factory=Numbers)

    def start(self) -> Pieces:
        """Everything on the map at the start, in the order of the file."""
        return self.group(self.scenario.forces, self.scenario.posts)

    def group(self, forces: Iterable[Force], posts: Iterable[Post]) -> Pieces:
        """The counters of some forces and posts."""
        made = Pieces()
        for force in forces:
            made += self._force(force)
        for post in posts:
            made += self._post(post)
        return made

    # --- at sea ---

    def _force(self, force: Force) -> Pieces:
        """A task force with its ships, what they carry and its boats, which lie apart [PH2.1]."""
        id_ = force_id(force)
        surface = tuple(self._surface(force, id_))
        boats = tuple(self._boats(force, f"{id_}-boats"))
        ground = tuple(_aboard(force, surface))
        lie = station(force.nation, self.charts.areas[force.at].name)
        name = force.name or f"{lie} squadron"
        forces = [TaskForce(id=id_, nation=force.nation, name=name, at=force.at)] if surface else []
        if boats:
            label = f"{force.name or lie} boats"
            forces.append(
                TaskForce(id=f"{id_}-boats", nation=force.nation, name=label, at=force.at)
            )
        air = (self._air(words, force.nation, words.on) for words in _air_words(force.air))
        return Pieces(
            forces=tuple(forces),
            ships=(*_laden(force, surface), *boats),
            air=tuple(air),
            ground=ground,
        )

    def _surface(self, force: Force, tf: str) -> Iterator[Ship]:
        for kind in force.kinds:
            for name in force.named.get(kind, ()):
                yield self._ship(slug(name), kind, name, force.nation, tf)
            for _ in range(force.plain.get(kind, 0)):
                id_ = self.numbers.next(f"{force.nation}-{kind}".lower())
                yield self._ship(id_, kind, kind, force.nation, tf)

    def _ship(self, id_: str, kind: ShipKind, name: str, nation: str, tf: str) -> Ship:
        """A surface ship with the ratings of the year in which the scenario begins [PH2.1]."""
        year = year_of(self.scenario.first.turn)
        rated = self.charts.ratings(nation, kind, name, year)
        assert rated is not None, f"{name}: the scenario has been checked"
        return Ship(
            id=id_,
            nation=nation,
            kind=kind,
            name=name,
            gun=rated.gun,
            armour=rated.armour,
            speed=rated.speed,
            tf=tf,
        )

    def _boats(self, force: Force, tf: str) -> Iterator[Ship]:
        """Submarines by class; without D5 of equal ratings, none starred [D5.1, D5.off]."""
        for class_, count in force.boats.items():
            for _ in range(count):
                id_ = self.numbers.next(class_)
                boat = boat_of(self.charts, class_, id_, force.nation, modified=self.modified)
                yield replace(boat, tf=tf)

    # --- ashore ---

    def _post(self, post: Post) -> Pieces:
        return Pieces(
            air=tuple(self._air(words, post.nation, post.at) for words in _air_words(post.air)),
            ground=tuple(
                ground_unit(words, post.nation, at=post.at)
                for words in _ground_words(post.ground, post.nation)
            ),
        )

    def _air(self, words: AirWords, nation: str, base: str) -> AirUnit:
        return AirUnit(
            id=words.id,
            nation=nation,
            type=words.type,
            name=words.name,
            base=base,
            steps=words.steps,
        )


def boat_of(charts: Charts, class_: str, id_: str, nation: str, *, modified: bool) -> Ship:
    """A submarine of a class, in no task force; `modified`: D5 rates it [D5.1, D5.off]."""
    boat = charts.boats[class_]
    rated = boat if modified else charts.plain_boats[boat.kind]
    return Ship(
        id=id_,
        nation=nation,
        kind=boat.kind,
        name=boat.name,
        gun=rated.attack,
        armour=rated.defence,
        speed=rated.speed,
        tf="",
        starred=boat.starred and modified,
    )


def force_id(force: Force) -> str:
    """The id of a task force: its name, else nation and area: `kido-butai`, `jp-inc`."""
    return slug(force.name or f"{force.nation} {force.at}")


def ground_unit(words: GroundWords, nation: str, *, at: str = "", ship: str = "") -> Ground:
    """A ground unit at full strength, in a land area or aboard a ship [PH2.6]."""
    return Ground(
        id=words.id,
        nation=nation,
        name=words.name,
        kind=words.kind,
        strength=words.strength,
        move=words.move,
        at=at,
        ship=ship,
        steps=words.steps,
        full=words.steps,
        indian=words.indian,
    )


# --- cargo ---------------------------------------------------------------------------------------


def _loads(force: Force, ships: Iterable[Ship]) -> Iterator[tuple[Ship, tuple[str, ...]]]:
    """Each STP with the words for its cargo, in the order of the file [PH2.4]."""
    transports = (ship for ship in ships if ship.kind == "STP")
    return zip(transports, force.cargo, strict=False)


def _aboard(force: Force, ships: Iterable[Ship]) -> Iterator[Ground]:
    """The ground units aboard [PH2.4]."""
    for ship, load in _loads(force, ships):
        for words in _ground_words((one for one in load if one != SUPPLY), force.nation):
            yield ground_unit(words, force.nation, ship=ship.id)


def _laden(force: Force, ships: tuple[Ship, ...]) -> Iterator[Ship]:
    """The ships, the transports with the ids of what they carry [PH2.4]."""
    cargo = FrozenMap({ship.id: load for ship, load in _loads(force, ships)})
    for ship in ships:
        yield _with_cargo(ship, cargo.get(ship.id, ()), force.nation)


def _with_cargo(ship: Ship, load: tuple[str, ...], nation: str) -> Ship:
    if not load:
        return ship
    units = (read_ground(one, nation) for one in load)
    return replace(ship, cargo=tuple(words.id if words else SUPPLY for words in units))


def _air_words(words: Iterable[str]) -> Iterator[AirWords]:
    found = (read_air(one) for one in words)
    return (one for one in found if one is not None)


def _ground_words(words: Iterable[str], nation: str) -> Iterator[GroundWords]:
    found = (read_ground(one, nation) for one in words)
    return (one for one in found if one is not None)
