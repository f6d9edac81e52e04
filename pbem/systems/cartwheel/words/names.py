"""Names of things in reports: sides, places, bases, counts and points."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from pbem.counting import count
from pbem.frozen import remembered
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.figures import RaidClass
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.table.state import Game, other

SIDES = {"allied": "The Allied player", "japanese": "The Japanese player"}
ADJECTIVES = {"allied": "Allied", "japanese": "Japanese"}
PEOPLES = {"allied": "the Allies", "japanese": "Japan"}


def ahead(margin: int) -> str:
    """Who is ahead by so many half points, which are the Allies' lead [H16.3]; empty for nobody."""
    who = PEOPLES["allied" if margin > 0 else "japanese"]
    return f"{who} {points(abs(margin))} ahead" if margin else ""


def side(name: str) -> str:
    """A side as the subject of a sentence."""
    return SIDES[name]


def all_of(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def verb(names: Sequence[str], one: str, many: str) -> str:
    """The form of a verb that follows so many names."""
    return one if len(names) == 1 else many


def regrouped_words(regrouped: Sequence[str], worn: Sequence[str]) -> str:
    """What came of Regroup marks: `A has regrouped, B and C have not regrouped` [H14.1]."""
    done = ((regrouped, "regrouped"), (worn, "not regrouped"))
    return ", ".join(
        f"{all_of(units)} {verb(units, 'has', 'have')} {what}" for units, what in done if units
    )


CAPITAL = ("BB", "CV", "CVL")
"""Types of ships that are named among many."""


def capital_ships(ships: Iterable[str], charts: Charts) -> str:
    """` (IJN-CV1 among them)`: battleships and carriers, where ships are counted."""
    heavy = [ship for ship in ships if charts.naval[ship].type in CAPITAL]
    return f" ({all_of(heavy)} among them)" if heavy else ""


def class_name(one: RaidClass) -> str:
    """`strike of 1-2, 2-8 escorts`: a class of raids in words [H8.9.2]."""
    many = f"{one.kind} of {one.units[0]}-{one.units[1]}"
    return f"{many}, {one.escorts[0]}-{one.escorts[1]} escorts" if one.kind == "strike" else many


def class_words(ids: Collection[str], charts: Charts) -> str:
    """`strikes of 3-8 and sweeps`: classes of raids in few words, as far as they belong together.

    An escort is told where others of that size are not among them, all of a kind by the kind alone.
    """
    classes = charts.answers.classes
    named: list[str] = []
    for kind in dict.fromkeys(one.kind for one in classes):
        of_kind = [one for one in classes if one.kind == kind]
        if all(one.id in ids for one in of_kind):
            named.append(f"{kind}s")
            continue
        for units in dict.fromkeys(one.units for one in of_kind):
            of_size = [one for one in of_kind if one.units == units]
            there = [one for one in of_size if one.id in ids]
            size = f"{kind}s of {units[0]}-{units[1]}"
            if there == of_size:
                named.append(size)
            else:
                escorts = (f"{one.escorts[0]}-{one.escorts[1]} escorts" for one in there)
                named += [f"{size} with {many}" for many in escorts]
    return all_of(named)


def aircraft(fighters: int, bombers: int) -> str:
    """What recon counts: `no fighters and 1 bomber`."""
    return f"{count(fighters, 'fighter')} and {count(bombers, 'bomber')}"


def hold_words(room: int) -> str:
    """What a ship holds: `4 steps or supply units` [2.2.4b~]."""
    return count(room, "step or supply unit", "steps or supply units")


def points(half: int) -> str:
    """Half points as victory points [H0.1]: `0 VP`, `1 VP`, `1/2 VP`, `2 1/2 VP`."""
    whole, rest = divmod(abs(half), 2)
    parts = [*([str(whole)] if whole or not rest else []), *(["1/2"] if rest else [])]
    return f"{'-' if half < 0 else ''}{' '.join(parts)} VP"


def earned(half: int, side: str) -> str:
    """` (+1/2 VP Allied)`: what a loss of a side gives the enemy; empty for nothing."""
    return f" (+{points(half)} {ADJECTIVES[other(side)]})" if half else ""


def place_name(place: str, charts: Charts) -> str:
    """A hex with the name of its airbase or first place, or a box: `1203 (Rabaul)`, `Truk`."""
    return charts.full_name(place)


def short_place(place: str, charts: Charts) -> str:
    """A hex or box by its name alone, where it has one: `Rabaul`, `1403`."""
    return charts.short_name(place)


def spot(place: str, charts: Charts) -> str:
    """A hex or box in a headline: `Rabaul`, `hex 1403` where it has no name."""
    name = short_place(place, charts)
    return f"hex {name}" if name == place and place in charts.hexes else name


REGIONS = {"Australia": "in Australia", "South Pacific": "in the South Pacific"}
"""Boxes that are no place at which somebody can be."""


def at(where: str) -> str:
    """Where something is that has this name: `at Lae`, `in Australia`."""
    return REGIONS.get(where, f"at {where}")


def names(game: Game, charts: Charts) -> Mapping[str, str]:
    """What orders may call things: bases, boxes and hexes by name, units, raids and classes by id.

    An airbase comes before its hex, which bears the same name.
    """
    units = (id_ for kind in (game.air, game.ships, game.troops) for id_ in kind)
    words = (*units, *game.operations.raids, *(one.id for one in charts.answers.classes))
    return {**_printed(charts), **{word: word for word in words}}


def targets(game: Game, charts: Charts) -> Mapping[str, str]:
    """Ships and airbases as targets, by their names and ids alone in small letters [H9.6]."""
    bases = charts.bases.values()
    return {
        **{ship.casefold(): f"naval:{ship}" for ship in game.ships},
        **{word.casefold(): f"base:{one.id}" for one in bases for word in (one.id, one.name)},
    }


@remembered(4)  # whoever tells a game asks after each event
def _printed(charts: Charts) -> Mapping[str, str]:
    """The names of airbases, boxes and hexes, by id."""
    bases = {base.id: base.name for base in charts.bases.values()}
    hexes = {hex_: name for hex_ in charts.hexes if (name := short_place(hex_, charts)) != hex_}
    return bases | hexes


def place_to_write(place: str, charts: Charts) -> str:
    """A hex or a box as orders write it, with its name: `1203 (Rabaul)`, `TRK (Truk)`."""
    name = place_name(place, charts)
    return f"{place} ({name})" if place in charts.boxes else name


def base_name(base: str, charts: Charts) -> str:
    """An airbase by name, a carrier by id, a port by its hex."""
    if base.startswith(PORT):
        return f"the port of {place_name(base.removeprefix(PORT), charts)}"
    return charts.base_name(base)


def striker_name(mission: str) -> str:
    """What struck a base: aircraft or ships by their mission, or commandos [H9.10.6, H11.7]."""
    return "a commando raid" if mission.startswith("raid-") else f"mission {mission}"


def target_name(target: str, charts: Charts) -> str:
    """A target as orders write it, in words: `Buin`, `DAI1`, `the port of 1405 (Buin)`."""
    kind, _, name = target.partition(":")
    match kind:
        case "base":
            return base_name(name, charts)
        case "port":
            return base_name(target, charts)
        case "ground":
            return f"the troops in {place_name(name, charts)}" if name else "the troops"
    return name or target
