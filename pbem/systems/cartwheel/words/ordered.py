"""What a legal order will do, told to its author: events, bases, regroup, recon, the way home.

What stands on his charts the rows of orders add; here is nothing hidden.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.counting import count
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.systems.cartwheel.book.charts import Charts
from pbem.systems.cartwheel.rules import r12_conclude as m12_conclude
from pbem.systems.cartwheel.rules.asks import is_told
from pbem.systems.cartwheel.rules.casualties import SUPPLY
from pbem.systems.cartwheel.rules.occasion import Occasion
from pbem.systems.cartwheel.rules.r07_initiative import scouts_left
from pbem.systems.cartwheel.rules.r08_answers import as_meant
from pbem.systems.cartwheel.rules.r08_operations import unanswered
from pbem.systems.cartwheel.rules.r11_ashore import Ashore, landing_points
from pbem.systems.cartwheel.table.answers import Clause
from pbem.systems.cartwheel.table.events_sea import StayedAboard, Unloaded
from pbem.systems.cartwheel.table.orders_operations import Answers, Asked, Stage, StandDown
from pbem.systems.cartwheel.table.orders_turn import (
    Arrive,
    Build,
    CommitEleventh,
    CommitTF36,
    ConcludeLater,
    CountsAs,
    Dismantle,
    Evacuate,
    GeneralRegroup,
    Mark,
    PlaceAce,
    PlaceRadar,
    Recon,
    ReconReturn,
    Redistribute,
    Withdraw,
)
from pbem.systems.cartwheel.table.state import other
from pbem.systems.cartwheel.words.names import (
    ADJECTIVES,
    all_of,
    base_name,
    class_words,
    place_name,
    points,
    verb,
)
from pbem.systems.cartwheel.words.openings import counted_too
from pbem.systems.cartwheel.words.play import DISENGAGES
from pbem.systems.cartwheel.words.sea import cargo_words, stays_aboard

# --- 4.1 and 4.2 ---------------------------------------------------------------------------------


def by_base(units: Mapping[str, str], one: Occasion) -> str:
    """Units by the base named for each: `A6M-201 and A6M-202 at Buka, P38-9 at Buin`."""
    bases = dict.fromkeys(units.values())
    return ", ".join(
        f"{all_of(u for u, at in units.items() if at == base)} at {base_name(base, one.charts)}"
        for base in bases
    )


def redistributed(one: Occasion, order: Redistribute) -> Iterator[str]:
    """Where units begin [H17.0]."""
    if order.units:
        yield f"The game begins with {by_base(order.units, one)} [H17.0]."


def eleventh(one: Occasion, order: CommitEleventh) -> Iterator[str]:
    """Whether the 11th flies this turn, what it gives the Allies, and where it stands [5.2]."""
    if not order.commit:
        yield "The 11th Hikoshidan is not committed: it rests at Truk, and gives no points [5.2d]."
        return
    worth = points(one.charts.printed.committed)
    yield f"You commit the 11th Hikoshidan: {worth} for the Allies at once [5.2b]."
    ports = {unit: f"port:{hex_}" for unit, hex_ in order.ports.items()}
    if placed := {**order.bases, **ports}:
        yield f"Of it stand {by_base(placed, one)}; who is not named goes to Truk [5.2c]."
    else:
        yield "You place nobody: all of it stands at Truk [5.2c]."


def task_force(one: Occasion, order: CommitTF36) -> Iterator[str]:
    """Whether TF-36 comes, where, and what it gives Japan [5.3, H5.3]."""
    if not order.commit:
        yield f"TF-36 does not come this turn{_on_answer(order)} [5.3]."
        return
    where, worth = place_name(order.hex, one.charts), points(one.charts.tf36.committed)
    yield (
        f"TF-36 appears at {where}{_on_answer(order)}: {worth} for Japan at once; it leaves"
        " after 4.6 [H5.3]."
    )


def _on_answer(order: CommitTF36) -> str:
    """On which answer of the Japanese it holds (E.4.5)."""
    return {"": "", "yes": " if the 11th is committed", "no": " if the 11th is not committed"}[
        order.eleventh
    ]


def radar(one: Occasion, order: PlaceRadar) -> Iterator[str]:
    """Where the Radar stands [H5.1]."""
    yield f"{base_name(order.base, one.charts)} gets the Radar marker [H5.1]."


def ace(_: Occasion, order: PlaceAce) -> Iterator[str]:
    """Who carries the Ace [H5.1]."""
    yield f"{order.unit} carries the Ace; the enemy learns that somebody does, not who [H5.1]."
    yield (
        "It fights as an Ace in missions and replies whose key 'ace' names it, and in answers in"
        " advance that send it up, unnamed [H9.7.6, H8.9.5]."
    )


def build(one: Occasion, order: Build) -> Iterator[str]:
    """A mobile base under construction [6.5]."""
    where = place_name(order.hex, one.charts)
    yield f"Mobile base {order.base} is begun in {where}; it works from the end of the turn [6.5]."


# --- 4.3 -----------------------------------------------------------------------------------------


def regroup(_: Occasion, order: GeneralRegroup) -> Iterator[str]:
    """What a general regroup turn is, or that it is none [7.1, H14.5]."""
    if order.declare:
        yield (
            "The next turn is one of general regroup: your marked units all regroup, and you fly no"
            " air missions and make no ground attacks [7.1, H14.5]."
        )
    else:
        yield "The next turn is none of general regroup [7.1]."


def mark(one: Occasion, order: Mark, able: Sequence[str]) -> Iterator[str]:
    """Who is to regroup, and what steps that asks for would give the enemy [7.2, H14.1].

    Fighters that are `able` to may scramble nevertheless [AMB-32].
    """
    only = [unit for unit in order.units if unit not in order.replace]
    if only:
        does = verb(only, "tries to regroup, and flies", "try to regroup, and fly")
        yield f"{all_of(only)} {does} no mission [7.2]."
    if order.replace:
        worth = points(one.charts.points.replacement)
        single, several = "asks for a step as well, and flies", "ask for a step as well, and fly"
        asks = verb(order.replace, single, several)
        yield (
            f"{all_of(order.replace)} {asks} no mission; each step that comes gives the enemy"
            f" {worth} [7.2, H14.1]."
        )
    if able:
        yield f"{all_of(able)} may still scramble, {marked_words(one.charts, able)}."


def marked_words(charts: Charts, fighters: Sequence[str] = ("",)) -> str:
    """How fighters with a Regroup mark scramble, and what they give up [AMB-32, H9.4.1]."""
    return (
        f"at {charts.scramble.marked:+}, by a reply or a clause with marked = true, and"
        f" {verb(fighters, 'loses the mark', 'lose their marks')} by trying [AMB-32, H9.4.1]"
    )


def recon(one: Occasion, order: Recon) -> Iterator[str]:
    """Where a recon unit flies and what it looks at [7.3]."""
    if order.wait:
        yield from _waits(one)
        return
    is_sure = order.unit in one.game.turn.flew or one.charts.air[order.unit].model.unlimited
    condition = "" if is_sure else ", if its die lets it fly"
    where = place_name(order.hex, one.charts)
    at = base_name(order.base, one.charts) if order.base else ""
    told = all(is_told(one.game, step) for step in one.steps)
    is_ruin = order.base in one.game.bases and one.game.bases[order.base].status == "destroyed"
    counts = "counts the aircraft" if told and not is_ruin else "looks"
    look = f" and {counts} at {at}" if at else ""
    yield f"{order.unit} flies to {where}{look}{condition} [7.3]."
    if is_ruin:
        yield f"No aircraft stand at {at}: it is destroyed [H6.6.1]."
    elif at and told:
        too = counted_too(other(one.side), one.charts)
        yield f"You learn the numbers of fighters and bombers there, {too} [7.3.4~, AMB-9]."
    elif at:
        yield "It learns nothing of the aircraft there: no enemy charts are sealed yet [H7.3.1]."


def _waits(one: Occasion) -> Iterator[str]:
    """That recon is placed after the enemy's, if it flies at all, and in which file (E.4.6)."""
    able = scouts_left(one.game, one.side, one.charts)
    unsure = not any(one.charts.air[unit].model.unlimited for unit in able)
    dice = verb(able, "its die lets it", "a die lets one of them")
    when = f"If {dice} fly, you place" if unsure else "You place"
    else_ = "; else nothing is placed, and no mail is added" if unsure else ""
    units = all_of(able) if able else "Recon"
    yield f"{units} {verb(able, 'waits', 'wait')} until the enemy has placed his recon [E.4.6]."
    yield f"{when} it in a file of its own then, one more mail{else_} [E.4.6]."


def counts_as(_: Occasion, order: CountsAs) -> Iterator[str]:
    """How a recon unit takes room from now on [7.3.1]."""
    kind = {"F": "fighter", "B": "bomber"}[order.kind]
    yield (
        f"{order.unit} counts as a {kind} at minor and mobile bases from now on, and is told so to"
        " enemy recon there; at other bases it is told as a bomber [7.3.1, AMB-9]."
    )


# --- what moves or stands in secret ---------------------------------------------------------------


def evacuate(one: Occasion, order: Evacuate) -> Iterator[str]:
    """Where units fly when their base falls [H6.6.5]."""
    base = base_name(order.base, one.charts)
    die = "if it is taken, each by a die, or it is lost [6.6.5]"
    if not order.to:
        yield (
            f"{base} has no list any more: if it falls, its units fly to the nearest base [H6.6.5];"
            f" {die}."
        )
        return
    places = ", else to ".join(base_name(to, one.charts) for to in order.to)
    yield f"If {base} falls, its units fly to {places} [H6.6.5]; {die}."


def later(_: Occasion, __: ConcludeLater) -> Iterator[str]:
    """The conclusion waits for a file of its own [H12.2.2]."""
    yield (
        "Operations are concluded in a file of their own, after all fights ashore: that can cost"
        " one more mail [H12.2.2]."
    )


def stage(one: Occasion, order: Stage) -> Iterator[str]:
    """A stage move: when, and what becomes of the unit [H9.3, H8.8]."""
    after = ", when the missions that you answer are over" if unanswered(one.game) else ""
    to = base_name(order.to, one.charts)
    yield f"{order.unit} stages to {to}{after}, and has flown for this turn [H9.3]."


def stand_down(one: Occasion, order: StandDown) -> Iterator[str]:
    """Whether enemy missions are answered from now on [H8.6]."""
    foe = ADJECTIVES[other(one.side)]
    if order.on:
        yield (
            f"You stand down: from this file on nobody of yours scrambles or evades, {foe} missions"
            " need no reply; it stands until you order on = false [H8.6]."
        )
    else:
        yield f"You stand ready again: {foe} missions are answered again [H8.6]."


def stances(orders: Iterable[Order]) -> tuple[str, ...]:
    """The standing orders among a seat's that all read, as told to the others [H8.6, H8.9.7]."""
    return tuple(words for order in orders if (words := _stance(order)))


def _stance(order: Order) -> str:
    match order:
        case StandDown(on=True):
            return "Nobody scrambles or evades any more, and raids need no reply [H8.6]."
        case StandDown():
            return "Raids are answered again [H8.6]."
        case Asked(hexes=()):
            return "Raids ask for a reply nowhere [H8.9.7]."
        case Asked():
            where = all_of(map(mention, order.hexes))
            return f"Raids on {where} ask for a reply, with all of their file [H8.9.7]."
    return ""


def answers(one: Occasion, order: Answers) -> Iterator[str]:
    """What a policy says from now on [H8.9.4]; whom it sends up follows from the charts."""
    if not order.clauses:
        yield "By 'answers' the default policy answers enemy raids from this file on [H8.9.6]."
        return
    many = count(len(order.clauses), "clause")
    yield (f"By 'answers' your policy of {many} answers enemy raids from this file on [H8.9.4].")
    for number, clause in enumerate(as_meant(order.clauses, one.game), 1):
        where = [place_name(hex_, one.charts) for hex_ in clause.hexes] or ["every hex"]
        what = class_words(clause.classes, one.charts) if clause.classes else "every raid"
        against = f"{what} on {all_of(where)}"
        goes = _goes(clause, one) if clause.most else "nobody goes up"
        yield f"Clause {number}, {against}: {goes}{_flees(clause)}."


def _goes(clause: Clause, one: Occasion) -> str:
    """Whom a clause sends up, from where, and how they fight [H8.9.4]."""
    bases = [base_name(base, one.charts) for base in clause.bases] or ["bases"]
    most = f"at most {count(clause.most, 'interceptor')}"
    marked = ", marked ones too," if clause.marked else ""
    doctrine = f"go for the {clause.go_for}, {DISENGAGES[clause.disengage_at]}"
    within = f"within {count(clause.within, 'hex', 'hexes')}"
    return (
        f"{most}{marked} from {all_of(bases)} {within}, {clause.keep} kept at each; they {doctrine}"
    )


def _flees(clause: Clause) -> str:
    """Whom a clause lets evade at most, or which of its keys says that nobody does [H8.9.4]."""
    if clause.evade == "none":
        return '; nobody evades: evade is "none"' if clause.evade_most else ""
    if not clause.evade_most:
        return "; nobody evades: evade_most is 0"
    many = count(clause.evade_most, "bomber" if clause.evade == "bombers" else "unit")
    return f"; {many} {'evades' if clause.evade_most == 1 else 'evade'} at most"


def asked(one: Occasion, order: Asked) -> Iterator[str]:
    """Where raids ask for a reply from the next file on [H8.9.7]."""
    foe = ADJECTIVES[other(one.side)]
    if not order.hexes:
        yield f"No {foe} raid asks for your reply any more: all are answered in advance [H8.9.7]."
        return
    where = all_of(place_name(hex_, one.charts) for hex_ in order.hexes)
    yield (
        f"{foe} raids on {where} that are ordered after this file ask for your reply, with all of"
        " their file: one mail more for you, and one for the enemy [H8.9.7]."
    )
    if ended := [hex_ for hex_ in one.game.asked.get(one.side, ()) if hex_ not in order.hexes]:
        places = all_of(place_name(hex_, one.charts) for hex_ in ended)
        yield f"Raids on {places} ask for it no more: the order replaces the list [H8.9.7]."


# --- 4.6 -----------------------------------------------------------------------------------------


def recon_return(one: Occasion, order: ReconReturn) -> Iterator[str]:
    """Where a recon unit lands [7.3.5~]."""
    yield f"{order.unit} comes back to {base_name(order.base, one.charts)} [7.3.5~]."


def withdraw(one: Occasion, order: Withdraw) -> Iterator[str]:
    """Where ships go, and what they put ashore there, with its points [H12.2, H17.1]."""
    place = order.path[-1]
    single, several = ("sails to", "sail to") if order.path[1:] else ("stays at", "stay at")
    does = verb(order.ships, single, several)
    yield f"{all_of(order.ships)} {does} {place_name(place, one.charts)} [H12.2]."
    for event in m12_conclude.withdraw(one.game, one.side, order, one.charts)[1]:
        if isinstance(event, Unloaded):
            what = Ashore(ship=event.ship, units=event.units, supply=event.supply)
            half = landing_points(one.game, one.side, what, place)
            earned = f", for {points(half)}" if half else ""
            goods = cargo_words((*event.units, *(SUPPLY,) * event.supply))
            yield f"{event.ship} puts {goods} ashore there{earned} [H12.2]."
        elif isinstance(event, StayedAboard):
            yield stays_aboard(event, one.charts)


def arrive(one: Occasion, order: Arrive) -> Iterator[str]:
    """The bases of reinforcements [H15]."""
    if order.units:
        yield f"Reinforcements arrive: {by_base(order.units, one)} [H15]."


def dismantle(one: Occasion, order: Dismantle) -> Iterator[str]:
    """A mobile base that comes back into hand [6.5.4~]."""
    base = base_name(order.base, one.charts)
    where = place_name(one.game.bases[order.base].hex, one.charts)
    yield f"{base} in {where} is taken away in the Regroup phase, and is in hand again [6.5.4~]."
