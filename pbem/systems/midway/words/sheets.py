"""The situation at a glance: carriers, decks, and both sides' boxes [M0.7-M0.9, M15.1]."""

from collections.abc import Iterable, Sequence

from pbem.counting import count
from pbem.engine.sheets import Row, Sheet
from pbem.systems.midway.book.charts import Charts
from pbem.systems.midway.book.kinds import AMERICAN, JAPANESE, SIDES, other
from pbem.systems.midway.rules.victory import points, sp_lost, worth
from pbem.systems.midway.table.carriers import in_order, is_able, is_afloat
from pbem.systems.midway.table.state import CIRCUIT, Box, Carrier, Game, Squadron, strength
from pbem.systems.midway.words.names import BOXES, SIDE_NAMES, carrier_name

MARKED, UNMARKED = "●", "○"


def sheets(game: Game, charts: Charts) -> tuple[Sheet, ...]:
    """Everything on the table, in tables that fit 80 columns."""
    found = (_carriers(game, charts), _decks(game, charts), _boxes(game, charts))
    return (*(sheet for sheet in found if sheet.rows), score(game, charts))


def _carriers(game: Game, charts: Charts) -> Sheet:
    return Sheet(
        title="Carriers",
        heads=("Carrier", "Damage", "Hits", "State", "AA", "Repair", "Points", "Seat"),
        rows=tuple(
            _carrier(carrier, charts) for carrier in in_order(game.carriers.values(), charts)
        ),
    )


def _carrier(carrier: Carrier, charts: Charts) -> Row:
    chart = charts.carriers[carrier.id]
    state, style = _state(carrier, charts)
    circles = MARKED * carrier.damage + UNMARKED * (charts.sunk - carrier.damage)
    repair = f"{chart.repair}+" if chart.repair < charts.combat.sides else str(chart.repair)
    cells = (carrier_name(carrier.id), circles, str(carrier.damage), state)
    ratings = (str(chart.aa), repair, str(worth(carrier.damage, charts)))
    return Row(cells=(*cells, *ratings, carrier.seat), style=style)


def _state(carrier: Carrier, charts: Charts) -> tuple[str, str]:
    """The state of a carrier in a word, and the style of its row [M15.2, M15.3]."""
    if not is_afloat(carrier, charts):
        return "SUNK", "lost"
    if not is_able(carrier, charts):
        return "crippled", "hurt"
    return ("damaged", "") if carrier.damage else ("sound", "")


def _decks(game: Game, charts: Charts) -> Sheet:
    """What is aboard; a carrier that has nothing aboard is left out."""
    rows = (
        Row(
            cells=(
                carrier_name(carrier.id),
                _listed(game.aboard(carrier.id, "deck")) or "clear",
                _listed(game.aboard(carrier.id, "hangar")) or "empty",
            )
        )
        for carrier in in_order(game.carriers.values(), charts)
        if is_afloat(carrier, charts) and any(game.aboard(carrier.id))
    )
    title = "Aboard (all other decks are clear, all other hangars empty)"
    return Sheet(title=title, heads=("Carrier", "Flight deck", "Hangar"), rows=tuple(rows))


def _boxes(game: Game, charts: Charts) -> Sheet:
    """The boxes in which anybody is."""
    places = [
        *((f"CAP ring {n}", _by_side(game, "cap", ring=n)) for n in _rings(charts)),
        *((BOXES[box], _by_side(game, box)) for box in CIRCUIT),
    ]
    for marks in range(1, charts.ditch):
        late = _by_side(game, "waiting", marks=marks)
        places.append((f"{BOXES['waiting']}, {count(marks, 'mark')}", late))
    rows = [_row(name, cells) for name, cells in places if any(cells)]
    rows.append(Row(cells=("In all", *(_totals(game, side) for side in SIDES)), style="strong"))
    return Sheet(title="In the air", heads=("Box", "Japanese", "American"), rows=tuple(rows))


def score(game: Game, charts: Charts) -> Sheet:
    """The points of each side by what they are for, and how many carriers that is [MH28]."""
    heads = ("Side", "Carriers sunk", "Damage", "Crippled", "Points", "SP lost")
    rows = tuple(_scored(game, side, charts) for side in SIDES)
    return Sheet(title="Points [MH28]", heads=heads, rows=rows)


def _scored(game: Game, side: str, charts: Charts) -> Row:
    enemies = tuple(game.side_carriers(other(side)))
    sunk = [carrier for carrier in enemies if not is_afloat(carrier, charts)]
    hurt = [carrier for carrier in enemies if is_afloat(carrier, charts)]
    crippled = [carrier for carrier in hurt if not is_able(carrier, charts)]
    cells = (
        SIDE_NAMES[side],
        _worth(sunk, charts.victory.sunk),
        str(sum(carrier.damage for carrier in hurt)),
        _worth(crippled, charts.victory.crippled_bonus),
        str(points(game, charts)[side]),
        str(sp_lost(game, charts)[side]),
    )
    return Row(cells=cells)


def _worth(carriers: Sequence[Carrier], each: int) -> str:
    """How many carriers, and their points in all: `2 (+30)`."""
    return f"{len(carriers)} (+{each * len(carriers)})" if carriers else "0"


def _rings(charts: Charts) -> range:
    return range(1, charts.cap_rings + 1)


def _row(name: str, cells: tuple[str, str]) -> Row:
    return Row(cells=(name, *(cell or "-" for cell in cells)))


def _by_side(game: Game, box: Box, *, ring: int = 0, marks: int = 0) -> tuple[str, str]:
    """What the Japanese and the American side have in a box."""
    japanese, american = (
        _listed(s for s in game.squadrons_in(side, box) if (s.ring, s.marks) == (ring, marks))
        for side in (JAPANESE, AMERICAN)
    )
    return japanese, american


def _listed(squadrons: Iterable[Squadron]) -> str:
    """Squadrons with their SP; with several, the sum first."""
    found = tuple(squadrons)
    names = ", ".join(f"{s.id}({s.sp})" for s in found)
    return f"{strength(found)} SP: {names}" if found else ""


def _totals(game: Game, side: str) -> str:
    """What is left to the side, aboard and in the air."""
    own = tuple(s for s in game.squadrons.values() if s.side == side)
    bombers = strength(s for s in own if s.is_bomber)
    return f"{bombers} bomber SP, {strength(own) - bombers} fighter SP left"
