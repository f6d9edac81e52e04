"""What a legal order will do, told to its author: air missions, replies, passes [H8, H9]."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.counting import count
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r08_missions import units_of
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r08_passes import has_opportunity, missions_to_order
from pbem.systems.cartwheel.rules.r08_spoiled import missions_left
from pbem.systems.cartwheel.rules.r09_manifest import MAIN
from pbem.systems.cartwheel.table.orders_operations import AirMission, NavalMission, Pass, Reply
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    place_name,
    target_name,
    verb,
)
from pbem.systems.cartwheel.words.play import DISENGAGES, at_next, mission_name

ABORTS = {
    "never": "They never turn back",
    "half": "They turn back with fewer than half of the {} left",
    "any": "They turn back once one of the {} is disrupted or loses a step, not by flak",
}
"""When an own raid goes home, by `abort_at`, with whom that looks at [H9.8.2]."""
CHIEFS = {"striker": "strikers", "escort": "fighters", "transport": "C-47s"}
"""Whose losses turn a raid back, by the role that it is flown for."""

# --- air missions [H9] ---------------------------------------------------------------------------


def air_mission(one: Occasion, order: AirMission) -> Iterator[str]:
    """Who flies where, what each does there, when they turn back, where they land [H9]."""
    where = place_name(order.hex, one.charts)
    who = _fliers(order, one.charts)
    yield f"{order.kind.capitalize()} on {where}, {order.band}: {who} [H9.1]."
    more = [ABORTS[order.abort_at].format(CHIEFS[MAIN[order.kind]])]
    more += ["the escorts fly one band higher"] if order.top_cover else []
    more += [f"{order.ace} fights as an Ace"] if order.ace else []
    homes: dict[str, list[str]] = {}
    for unit, base in order.returns.items():
        homes.setdefault(base_name(base, one.charts), []).append(unit)
    elsewhere = "; ".join(
        f"{all_of(units)} {verb(units, 'lands', 'land')} at {base}" for base, units in homes.items()
    )
    fliers = units_of(order)
    rest = [unit for unit in fliers if unit not in order.returns]
    if len(rest) == 1 or len(fliers) == 1:
        home = f"{rest[0]} lands where it took off" if rest else ""
    else:
        home = f"{'the others' if elsewhere else 'all'} land where they took off" if rest else ""
    more += [words for words in (elsewhere, home) if words]
    yield f"{'; '.join(more)} [H9.8.2, H9.11.1]."
    if SUPPLY in order.cargo.values():
        most = one.charts.supply.dropped
        yield f"Supply that is dropped is found on a die of {most} or less, else lost [H13.4]."
    jumper = one.charts.marching.parachutist
    if jumper in order.cargo.values():
        yield f"{jumper} {_jump(one, order.hex)} [H11.6]."


def _jump(one: Occasion, hex_: str) -> str:
    """What comes of paratroops that arrive in a hex [H11.6]."""
    if foes := [unit.id for unit in one.game.troops_at(hex_, other(one.side))]:
        return f"comes down among {all_of(foes)}, and must attack in 4.5 unless disrupted"
    if one.game.control.get(hex_) == one.side:
        return "comes down on ground of your own"
    return "takes the hex at once, if it is still empty of enemy troops"


def _fliers(order: AirMission, charts: Charts) -> str:
    """`B24-319 (precision) and B25-70 (regular) against Rabaul; P38-9 as escort`."""
    aims: dict[str, list[str]] = {}
    for unit in order.strikers:
        mode = order.modes.get(unit, order.mode)
        target = order.targets.get(unit, order.target)
        aim = f"against {target_name(target, charts)}"
        aims.setdefault(aim, []).append(f"{unit} ({mode})")
    for unit in order.transports:
        cargo = order.cargo.get(unit, "")
        aims.setdefault(f"with {'a supply unit' if cargo == SUPPLY else cargo}", []).append(unit)
    parts = [f"{all_of(units)} {aim}" for aim, units in aims.items()]
    if order.escorts:
        role = verb(order.escorts, "sweeps", "sweep") if order.kind == "sweep" else "as escort"
        parts.append(f"{all_of(order.escorts)} {role}")
    return "; ".join(parts)


def reply(one: Occasion, order: Reply) -> Iterator[str]:
    """Who takes off against an enemy mission, and what for [H9.4, H9.5]."""
    raid = next(raid for raid in unanswered(one.game) if raid.id == order.mission)
    against = mission_name(raid, one.charts)
    if not order.interceptors and not order.evaders:
        yield f"Nobody takes off against {against} [H8.5]."
    if order.interceptors:
        who, up = _from(order.interceptors, one), verb([*order.interceptors], "tries", "try")
        leader = f", with the Ace in {order.ace}" if order.ace else ""
        doctrine = f"go for the {order.go_for}, {DISENGAGES[order.disengage_at]}"
        yield f"{who}{leader} {up} to intercept {against}; they {doctrine} [H9.4]."
    if order.evaders:
        fly = verb([*order.evaders], "tries", "try")
        who = _from(order.evaders, one)
        yield f"{who} {fly} to get away before the bombs of {against} [H9.5]."


def _from(units: Mapping[str, str], one: Occasion) -> str:
    """`A6M-201 and A6M-202 from Buka`."""
    bases = dict.fromkeys(units.values())
    return ", ".join(
        f"{all_of(u for u, at in units.items() if at == base)} from {base_name(base, one.charts)}"
        for base in bases
    )


# --- passes --------------------------------------------------------------------------------------


def passing(one: Occasion, order: Pass, made: int) -> Iterator[str]:
    """What a pass gives away, and what else stands in its file [4.4, H8.3].

    Behind `made` missions of the file it is the next opportunity, and ends no row of passes.
    """
    yield _passing(one, order, made)
    if order.ashore:
        yield (
            "Operations end with this file: your orders ashore and your conclusion stand in it, are"
            " judged when they are carried out, and you are not asked for them again [H8.10.2]."
        )


def _passing(one: Occasion, order: Pass, made: int) -> str:
    """Which opportunities a pass gives away: the rest of one's run first [4.4b, H8.3]."""
    if order.rest:
        return "You pass out: no more missions of yours in this phase, only replies [H8.3]."
    run = 0 if one.replies else run_left(one, made)
    if made and not run:
        return f"You pass {at_next(order.times)} [H8.3]."
    words = "You pass"
    if made:
        words += " at once behind them" if made > 1 else " at once behind it"
    if order.times > 1:
        words += f", and again {at_next(order.times - 1)}"
    if (made or run > 1) and has_opportunity(one.game, other(one.side), one.charts):
        last = "mission" if run == 1 else f"{run} missions"
        words += f": your run ends, and {'its last' if made else 'its'} {last} with it"
    return f"{words} [{'H8.3' if words != 'You pass' else '4.4b'}]."


# --- what it costs -------------------------------------------------------------------------------


def missions_words(one: Occasion, made: int, passed: Pass | None, *, last: bool) -> str:
    """How many missions a file makes, and what is left of the turn's allowance [H8.2].

    Whoever passes out by the file gives up all that he has left, and who passes the rest of his
    run; else the run goes on with his next file [H8.1, H8.3]. The `last` file of operations leaves
    nobody any.
    """
    left = missions_left(one.game, one.side, one.charts)
    after = f"{left - made} left to you after it"
    if passed and passed.rest:
        after = "none after it, for you pass out"
    elif last and left > made:
        after = f"none after it, and {left - made} given up"
    if last:
        return f"Missions: {made} by this file, {after} [H8.2]."
    foe = other(one.side)
    theirs, is_out = "has passed out", foe in one.game.operations.out
    if not is_out:
        theirs = f"has {missions_to_order(one.game, foe, one.charts)} left"
    run = run_left(one, made)
    if made and run > 0 and not (passed or one.replies or is_out):
        after += f", {run} of them before the enemy's next"
    return f"Missions: {made} by this file, {after}; the {ADJECTIVES[foe]} player {theirs} [H8.2]."


def ahead_words(missions: Iterable[AirMission | NavalMission]) -> str:
    """When an opportunity given in a reply is void: aircraft wait for statements [H8.7, CR62]."""
    fly = any(isinstance(order, AirMission) for order in missions)
    owed = ", or leaves you a statement to make, for aircraft fly in it [E.6, CR62]" if fly else ""
    return (
        "Your next opportunity stands in this file, ahead of the outcome: it is void, and costs"
        f" nothing, if the outcome forbids a part of it [H8.7]{owed}."
    )


def run_left(one: Occasion, made: int) -> int:
    """How many missions of one's run are left after so many [H8.1, H8.2]."""
    left = missions_left(one.game, one.side, one.charts)
    return min(one.game.operations.run, left) - made


def open_words(more: int, *, missions: bool, rest: bool) -> str:
    """That a pass does not end operations, and no enemy acts before one's next file [4.4c, H8.3].

    So many `more` passes end them, none if that cannot be told; so does `rest` in this file. Where
    the file has `missions` too, others may write before.
    """
    ends = [f"{count(more, 'more pass', 'more passes')} of yours"] if more else []
    ends += ["rest = true in this file, which saves mails"] if rest else []
    by = f" They end by {' or by '.join(ends)}" if ends else ""
    next_ = "you are asked again" if missions else "you write the next file, too"
    return f"Operations go on, and no enemy acts before you: {next_}.{by} [4.4c, H8.3]."


def sorties_words(flying: int, rising: int, fleeing: int, *, marked: int, ready: int) -> str:
    """How many air units fly by a file, and how many try to intercept and to evade [H9.4, H9.5].

    Before it so many are `ready` for a mission; where none is flown, beside those that take off by
    replies, who fly none then [CR76]. Of those that intercept some may be `marked`; those that
    evade need not be ready.
    """
    parts = []
    if flying:
        of_them = f"{flying} of your {count(ready, 'ready unit')}"
        parts = [f"{of_them} {'flies' if flying == 1 else 'fly'} a mission"]
    kept = f" ({marked} of them marked to regroup)" if marked else ""
    tries = ((rising, f"to intercept{kept}"), (fleeing, "to evade"))
    parts += [f"{many} {'tries' if many == 1 else 'try'} {what}" for many, what in tries if many]
    others = count(ready, "other unit")
    able = f"; {others} of yours {'is' if ready == 1 else 'are'} ready for a mission [CR76]"
    return f"Air: {all_of(parts)}{'' if flying else able}."
