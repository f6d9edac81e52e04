"""The tables of what is known of aircraft: missions under way, recon, losses seen (E.1, E.5)."""

from collections.abc import Callable

from pbem.counting import count
from pbem.engine.sheets import Row, Sheet, sheet_of
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.tables import BANDS
from pbem.systems.cartwheel.table.state import SIDES, Aircraft, Game
from pbem.systems.cartwheel.table.turn import Count
from pbem.systems.cartwheel.table.under_way import Raid, Voyage
from pbem.systems.cartwheel.words.names import ADJECTIVES, base_name, place_name
from pbem.systems.cartwheel.words.play import numbers_of

Units = Callable[[Game, str, Charts], list[Aircraft]]

# --- missions and recon --------------------------------------------------------------------------


def missions(game: Game, charts: Charts) -> Sheet:
    """Missions announced and not yet over, in their order [H8.4, H9.1.3]."""
    operations = game.operations
    rows = (
        _raid(operations.raids[id_], charts)
        if id_ in operations.raids
        else _voyage(operations.voyages[id_], charts)
        for id_ in operations.queue
    )
    return sheet_of("Missions under way", ("Mission", "What", "Where", "With", "Stands at"), rows)


def _raid(raid: Raid, charts: Charts) -> tuple[str, ...]:
    what = f"{ADJECTIVES[raid.side]} {raid.kind}, {BANDS[raid.band - 1]}"
    return raid.id, what, place_name(raid.hex, charts), numbers_of(raid), _stage(raid)


def _stage(raid: Raid) -> str:
    if raid.response is None:
        return "awaits the reply"
    return "answered; its units are still sealed"


def _voyage(voyage: Voyage, charts: Charts) -> tuple[str, ...]:
    what = f"{ADJECTIVES[voyage.side]} {voyage.purpose}"
    where, ships = place_name(voyage.path[-1], charts), ", ".join(voyage.ships)
    return voyage.id, what, where, ships, "waits for missions before it"


def recon(game: Game, charts: Charts) -> Sheet:
    """Recon units on the map, and what they look at [7.3.2~, 7.3.4~]."""
    rows = []
    for scout in game.turn.scouts.values():
        counts = game.turn.counts.get(scout.base)
        told = _told(counts) if counts else "-"
        base = base_name(scout.base, charts) if scout.base else "no base"
        over = place_name(scout.hex, charts)
        rows.append((scout.id, ADJECTIVES[scout.side], over, base, told))
    return sheet_of("Reconnaissance", ("Recon", "Side", "Over", "Looks at", "Was told"), rows)


def _told(counts: Count) -> str:
    return f"{count(counts.fighters, 'fighter')}, {count(counts.bombers, 'bomber')}"


# --- what is known of units ----------------------------------------------------------------------


def known(game: Game, charts: Charts) -> Sheet:
    """How many air units of each side are in play by kind, and were seen worn or flying."""
    kinds: tuple[Units, ...] = (_reduced, _disrupted, _flown, _eliminated)
    rows = (
        (
            ADJECTIVES[side],
            *map(str, _by_kind(game, side, charts)),
            *(str(len(units(game, side, charts))) for units in kinds),
        )
        for side in SIDES
    )
    seen = ("Reduced", "Disrupted this turn", "Flown", "Lost")
    return sheet_of("", ("Air units", "F", "B", "R", *seen), rows)


def air(game: Game, charts: Charts) -> Sheet:
    """Each side's air units by what all have seen of them; bases only where they were named."""
    rows = []
    for title, units in (
        ("In play", _in_play),
        ("Seen reduced", _listed(_reduced)),
        ("Disrupted this turn", _listed(_disrupted)),
        ("Flew this turn", _listed(_flown)),
        ("Last named at", _named),
        ("Eliminated", _listed(_eliminated)),
    ):
        cells = tuple(units(game, side, charts) or "-" for side in SIDES)
        if set(cells) != {"-"}:
            style = "lost" if title == "Eliminated" else ""
            rows.append(Row(cells=(title, *cells), style=style))
    heads = ("What is known", *ADJECTIVES.values())
    return Sheet(title="Air units", heads=heads, rows=tuple(rows))


def _alive(game: Game, side: str, charts: Charts) -> list[Aircraft]:
    """A side's units in play, but Magic, which is no aircraft."""
    return [
        unit
        for unit in game.air.values()
        if unit.side == side
        and unit.arrived
        and unit.steps
        and not charts.air[unit.id].model.unlimited
    ]


def _by_kind(game: Game, side: str, charts: Charts) -> tuple[int, int, int]:
    """Fighters, bombers with C-47s, and recon units in play."""
    alive = _alive(game, side, charts)
    fighters = sum(charts.air[unit.id].model.is_fighter for unit in alive)
    recon_units = sum(charts.air[unit.id].model.is_recon for unit in alive)
    return fighters, len(alive) - fighters - recon_units, recon_units


def _in_play(game: Game, side: str, charts: Charts) -> str:
    fighters, others, recon_units = _by_kind(game, side, charts)
    kinds = f"{count(fighters, 'fighter')}, {count(others, 'bomber or C-47', 'bombers and C-47s')}"
    return f"{fighters + others + recon_units}: {kinds}, {recon_units} recon"


def _reduced(game: Game, side: str, charts: Charts) -> list[Aircraft]:
    return [u for u in _alive(game, side, charts) if u.steps < charts.air[u.id].model.steps]


def _disrupted(game: Game, side: str, charts: Charts) -> list[Aircraft]:
    return [u for u in _alive(game, side, charts) if u.disrupted and u.seen == game.now]


def _flown(game: Game, side: str, charts: Charts) -> list[Aircraft]:
    return [u for u in _alive(game, side, charts) if game.now and u.is_flown(game.now)]


def _named(game: Game, side: str, charts: Charts) -> str:
    """Where units were when their base was last told, by base and turn (E.5.3)."""
    named: dict[tuple[str, int], list[str]] = {}
    for unit in _alive(game, side, charts):
        if unit.base:
            named.setdefault((unit.base, unit.seen), []).append(unit.id)
    track = game.terms.track
    return "; ".join(
        f"{base} {f'in {charts.turn_name(track, turn)}' if turn else 'at the start'}: "
        f"{', '.join(ids)}"
        for (base, turn), ids in sorted(named.items())
    )


def _eliminated(game: Game, side: str, _: Charts) -> list[Aircraft]:
    return [u for u in game.air.values() if u.side == side and not u.steps]


def _listed(units: Units) -> Callable[[Game, str, Charts], str]:
    """The same units by their ids."""
    return lambda game, side, charts: ", ".join(unit.id for unit in units(game, side, charts))
