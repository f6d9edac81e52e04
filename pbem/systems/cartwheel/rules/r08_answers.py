"""Answers in advance for all to see [H8.9]: classes of raids, what is opened, what of it holds."""

from collections.abc import Iterable

from pbem.engine.events import ALL, Event
from pbem.frozen import FrozenMap, Value, remembered, replace
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.book.figures import RaidClass
from pbem.systems.cartwheel.book.map import air_distance, is_playable
from pbem.systems.cartwheel.rules.r06_capacity import PORT
from pbem.systems.cartwheel.rules.r06_havens import place_of
from pbem.systems.cartwheel.rules.r09_scramble import (
    ALL_TURN,
    bar_to_rise,
    is_in_play,
    more_than_told,
)
from pbem.systems.cartwheel.table.answers import RAID, Answer, Clause
from pbem.systems.cartwheel.table.events_charts import OnAlert
from pbem.systems.cartwheel.table.events_play import AnswerBreached, AnswerOpened
from pbem.systems.cartwheel.table.open_items import UNIT
from pbem.systems.cartwheel.table.orders_operations import AirMission
from pbem.systems.cartwheel.table.state import Aircraft, Game, Owed, Shown, Terms, Told, other
from pbem.systems.cartwheel.table.under_way import Raid, Response, Sortie

# --- classes, hexes, ids -------------------------------------------------------------------------


def class_of(kind: str, units: int, escorts: int, charts: Charts) -> str:
    """The class of a raid [H8.9.2] by its kind, its units of the main role, and its escorts."""
    return next(one.id for one in charts.answers.classes if _holds(one, kind, units, escorts))


def _holds(one: RaidClass, kind: str, units: int, escorts: int) -> bool:
    many, guards = one.units, one.escorts
    if one.kind != kind or not many[0] <= units <= many[1]:
        return False
    return kind != "strike" or guards[0] <= escorts <= guards[1]


def class_of_raid(raid: Raid, charts: Charts) -> str:
    """The class of a raid under way [H8.9.2]; the fighters of a sweep are what it is made of."""
    main = {"strike": raid.strikers, "sweep": raid.escorts, "airdrop": raid.transports}
    return class_of(raid.kind, main[raid.kind], raid.escorts, charts)


def answer_id(hex_: str, class_: str) -> str:
    """The id of the answer to a class of raids on a hex [H8.9.1]."""
    return f"{RAID}{hex_}/{class_}"


def answer_to(raid: Raid, charts: Charts) -> str:
    """The id of the answer that a raid calls for [H8.9.9]."""
    return answer_id(raid.hex, class_of_raid(raid, charts))


def as_meant(clauses: Iterable[Clause], game: Game) -> tuple[Clause, ...]:
    """Clauses as they are sealed: in `hexes` an airbase stands for its hex [H8.9.4]."""
    at = {base.id: base.hex for base in game.bases.values() if base.hex}
    return tuple(
        replace(clause, hexes=tuple(at.get(hex_, hex_) for hex_ in clause.hexes))
        for clause in clauses
    )


def answered_hexes(game: Game, charts: Charts) -> tuple[str, ...]:
    """Every playable hex of the scenario, by number: the same list in every file [H8.9.1]."""
    return _playable(game.terms, charts)


@remembered(8)  # the terms are the same in all states of a game
def _playable(terms: Terms, charts: Charts) -> tuple[str, ...]:
    first, last = terms.columns
    return tuple(h for h in charts.hexes if is_playable(charts, h) if first <= int(h[:2]) <= last)


# --- asked or not --------------------------------------------------------------------------------


def is_asked(game: Game, side: str, orders: Iterable[object]) -> bool:
    """Whether a side's file with these orders asks for a reply [H8.9.7].

    It does if one of its air missions goes to a hex on which the enemy is asked; then all do.
    """
    hexes = game.asked.get(other(side), ())
    return any(isinstance(one, AirMission) and one.hex in hexes for one in orders)


def is_open(game: Game, side: str, orders: Iterable[object]) -> bool:
    """Whether the air missions of a file name their units openly [H8.6, H8.9.8]."""
    return other(side) in game.stand_down or not is_asked(game, side, orders)


def with_asked(game: Game, side: str, hexes: tuple[str, ...]) -> Game:
    """The game in which a side is asked about raids on these hexes from the next file on."""
    left = game.asked.without(side)
    return replace(game, asked=left.set(side, hexes) if hexes else left)


# --- what is opened ------------------------------------------------------------------------------


def to_open(game: Game, raids: Iterable[Raid], charts: Charts) -> tuple[str, ...]:
    """The items still to be opened for raids [H8.9.9]: their answers, then whom these name.

    Each once; a unit that is on no list of the side's has no item. Rufes at ports are opened too.
    """
    waiting = tuple(raids)
    ids = dict.fromkeys(answer_to(raid, charts) for raid in waiting)
    if closed := tuple(id_ for id_ in ids if id_ not in game.answers):
        return closed
    named = dict.fromkeys(unit for id_ in ids for unit in game.answers[id_].named)
    sides = {other(raid.side) for raid in waiting}
    known = (unit for unit in named if unit in game.air and game.air[unit].side in sides)
    hidden = (unit for unit in known if not charts.air[unit].model.unlimited)
    return tuple(f"{UNIT}{unit}" for unit in hidden if unit not in game.shown)


class Held(Value):
    """What of the answers to raids holds [H8.9.10]: the responses by raid, and what is told."""

    responses: FrozenMap[Response]
    events: tuple[Event, ...]


def what_holds(game: Game, raids: Iterable[Raid], charts: Charts) -> Held:
    """What of opened answers holds, raid by raid [H8.9.10].

    Who may not take off by his own item, or by what was public when that was sealed, is left out
    and told as a breach, as are those too many; what the public state forbids when his turn comes
    is seen at his die (`r09_scramble`).
    """
    responses: dict[str, Response] = {}
    events: list[Event] = []
    risen: dict[str, tuple[str, ...]] = {}
    for raid in raids:
        id_ = answer_to(raid, charts)
        answer = game.answers[id_]
        left: list[Sortie] = []
        gone: list[Sortie] = []
        breaches: list[Event] = []
        for key, pairs, found in (
            ("up", answer.interceptors, left),
            ("away", answer.evaders, gone),
        ):
            for unit, base in pairs:
                one = _sortie(game, unit, base)
                cited = _breach(game, raid, unit, base, key, charts)
                if not cited and any(unit == other_.unit for other_ in (*left, *gone)):
                    cited = "H9.5"
                if not cited and key == "up":
                    cited = _too_many(game, (unit, base), left, risen, charts)
                if cited or one is None:
                    breaches.append(_told(raid, unit, cited or "H8.9.10"))
                else:
                    found.append(one)
                    if key == "up":
                        risen[base] = tuple(dict.fromkeys((*risen.get(base, ()), unit)))
        ace = answer.ace if any(one.unit == answer.ace for one in left) else ""
        responses[raid.id] = Response(
            interceptors=tuple(left), evaders=tuple(gone), go_for=answer.go_for,
            disengage_at=answer.disengage_at, ace=ace,
        )  # fmt: skip
        events += [_opened(raid, answer, class_of_raid(raid, charts)), *breaches]
    return Held(responses=FrozenMap(responses), events=tuple(events))


def _sortie(game: Game, unit: str, base: str) -> Sortie | None:
    """A unit as its opened item tells; None without one."""
    shown = game.shown.get(unit)
    if shown is None:
        return None
    return Sortie(
        unit=unit, base=base, steps=shown.steps, disrupted=shown.disrupted, mark=shown.mark
    )


def _breach(game: Game, raid: Raid, unit: str, base: str, key: str, charts: Charts) -> str:
    """The rule by which a unit's own item forbids what an answer says of it; empty if it does not.

    So does what was public then. A land base stays where it is, so that one out of range was so
    when the answer was sealed.
    """
    shown, known = game.shown.get(unit), game.air.get(unit)
    if known is None or known.side == raid.side or shown is None or not shown.base:
        return "H8.9.10"
    rule = "H9.4.1" if key == "up" else "H9.5"
    if shown.base != base or not _is_place(game, base, charts):
        return rule
    model = charts.air[unit].model
    place = "" if base in game.ships else place_of(game, base)
    is_no_fighter = key == "up" and not model.is_fighter
    reach = model.range if key == "up" else 0
    if is_no_fighter or (place and air_distance(charts, place, raid.hex) > reach):
        return rule
    barred = _barred_before(game, shown, charts, rule)
    if barred or key == "away":
        return barred or _on_recon(game, known)
    return _not_ready(shown) or _seen_otherwise(game, shown)


def _is_place(game: Game, base: str, charts: Charts) -> bool:
    """Whether units can stand at a base at all; what is sealed may name any words."""
    if base.startswith(PORT):
        hex_ = base.removeprefix(PORT)
        return hex_ in charts.hexes and charts.hexes[hex_].port
    return base in game.bases or base in game.ships


def _barred_before(game: Game, shown: Shown, charts: Charts, rule: str) -> str:
    """Why all knew that a unit could not rise from there when its item was sealed [H8.9.10].

    Empty if it could, or if what forbids it may have come since: dice of a later file have told
    that it fell, or its side has still to state who has left the base. Of a Rufe that is at its
    port no more, or fell this turn, nobody can tell when.
    """
    known, base = game.air[shown.unit], shown.base
    sortie = Sortie(unit=known.id, base=base, steps=shown.steps, disrupted=shown.disrupted)
    barred = bar_to_rise(game, known.side, sortie, charts, rule)
    if barred in ("", *ALL_TURN):
        return barred
    if is_in_play(game, known.side, known.id):
        lost = ((due.side, due.kind, due.place) for due in game.owed)
        since = base.startswith(PORT) or (known.side, "lost-base", base) in lost
    else:
        is_rufe = charts.air[known.id].model.is_floatplane
        since = known.file > shown.file or (is_rufe and known.seen == game.now)
    return "" if since else barred


def _on_recon(game: Game, known: Aircraft) -> str:
    """Whether all knew a unit on recon when its item was sealed [7.3.3~]: the rule; else empty.

    The file that sends it shows it at its base still, as does one that calls it home [H8.10]. A
    side that has flown missions since has sealed anew, when all had seen it go.
    """
    since = game.operations.done.get(known.side, 0) > 0 and game.operations.ashore != known.side
    return "7.3.3~" if since and known.id in game.turn.scouts else ""


def _not_ready(shown: Shown) -> str:
    """Why an interceptor could not rise when its item was sealed [H9.4.1]; empty if it could."""
    if shown.half != "ready":
        return "6.4b"
    if shown.staged or shown.to:
        return "H9.4.1"
    return "H9.4.1" if shown.disrupted and not shown.mark else ""


def _seen_otherwise(game: Game, shown: Shown) -> str:
    """Why all knew that an interceptor could not rise when its item was sealed; empty if it could.

    What a later file has told came after, and is no blame of its author's.
    """
    known, plane = game.air[shown.unit], game.floatplanes.get(shown.unit)
    if known.file > shown.file:
        return ""
    if known.is_flown(game.now) or (plane is not None and plane.flown):
        return "6.4b"
    hurt = known.disrupted and known.seen == game.now
    return "H9.4.1" if hurt and not shown.mark else ""


def _too_many(
    game: Game, named: tuple[str, str], left: list[Sortie], risen: dict[str, tuple[str, ...]],
    charts: Charts,
) -> str:  # fmt: skip
    """The rule by which one interceptor more is too many [H9.4.1, 7.3.4~]; empty if it is not."""
    if len(left) >= charts.operations.interceptors:
        return "H9.4.1"
    unit, base = named
    beyond = more_than_told(game, base, (*risen.get(base, ()), unit), charts)
    return "7.3.4~" if beyond else ""


def _told(raid: Raid, unit: str, cited: str) -> AnswerBreached:
    return AnswerBreached(
        to=ALL, mission=raid.id, side=other(raid.side), unit=unit[:40], cited=cited
    )


def _opened(raid: Raid, answer: Answer, class_: str) -> AnswerOpened:
    return AnswerOpened(
        to=ALL, mission=raid.id, kind=raid.kind, hex=raid.hex, side=other(raid.side),
        raid_class=class_, interceptors=FrozenMap(dict(answer.interceptors)),
        evaders=FrozenMap(dict(answer.evaders)), go_for=answer.go_for,
        disengage_at=answer.disengage_at, ace=answer.ace,
    )  # fmt: skip


# --- alert ---------------------------------------------------------------------------------------


def on_alert(game: Game, mission: str, base: str, charts: Charts) -> frozenset[str]:
    """Interceptors of a base against the missions behind one, not taken off yet [H8.9.11].

    They are not on the ground when the earlier mission strikes it.
    """
    operations = game.operations
    behind = (operations.raids[id_] for id_ in operations.queue if id_ in operations.raids)
    waiting = (raid for raid in behind if raid.id != mission and not raid.scrambled)
    named = ((other(raid.side), one) for raid in waiting for one in raid.reply.interceptors)
    return frozenset(one.unit for side, one in named if _waits(game, side, one, base, charts))


def stand_by(game: Game, side: str, responses: FrozenMap[Response], charts: Charts) -> Told:
    """Interceptors that strikes on their base have not hit, as nobody is told yet whom [H8.9.11].

    The strikes are those of missions before these, of which the side still owes the statement.
    """
    named = [one for response in responses.values() for one in response.interceptors]
    owed: list[Owed] = []
    events: list[Event] = []
    for due in game.owed:
        here = {one.unit for one in named if _waits(game, side, one, due.place, charts)}
        able = here - {*due.spared}
        if not able or (due.side, due.kind) != (side, "struck"):
            owed.append(due)
            continue
        units = tuple(sorted(able))
        owed.append(replace(due, spared=tuple(sorted((*due.spared, *units)))))
        events.append(OnAlert(to=ALL, side=side, base=due.place, mission=due.mission, units=units))
    return replace(game, owed=tuple(owed)), tuple(events)


def _waits(game: Game, side: str, one: Sortie, base: str, charts: Charts) -> bool:
    """Whether a unit that is named waits at a base to take off [H8.9.11].

    Nobody does at a base or port that is lost by then [CR77], nor who has taken off this turn.
    """
    if one.base != base or bar_to_rise(game, side, one, charts, "H9.4.1"):
        return False
    return not game.air[one.unit].is_flown(game.now)
