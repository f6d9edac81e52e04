"""The orders `form`, `sail` and `engage`: why not, and what is legal [P3.1, P3.3, P4B, PH5]."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.kinds import Part, refuse
from pbem.engine.mentions import mention
from pbem.engine.orders import Order
from pbem.systems.pto.book.charts import Charts
from pbem.systems.pto.book.kinds import other
from pbem.systems.pto.orders.row import Refusals, row
from pbem.systems.pto.orders.sight import Sight, after, at_sea, without_offensive
from pbem.systems.pto.rules.combat.ph6_withdrawal import guns, refuge, withdraws
from pbem.systems.pto.rules.f6_kept import kept_by
from pbem.systems.pto.rules.map import is_grounded, seas_of, theatre_of
from pbem.systems.pto.rules.month.p3_course import as_ordered, cannot_sail, movement
from pbem.systems.pto.rules.month.p3_engage import cannot_engage
from pbem.systems.pto.rules.month.p3_forces import cannot_form, form, is_boats, new_name
from pbem.systems.pto.rules.month.p3_intercept import is_ready, modifier
from pbem.systems.pto.rules.month.p3_lift import SUPPLY, load
from pbem.systems.pto.rules.month.p3_raids import most_sent, strike_order, strikes_ships
from pbem.systems.pto.rules.month.p3_stacks import aboard
from pbem.systems.pto.rules.month.p6_course import beside
from pbem.systems.pto.table.events_naval import Loaded
from pbem.systems.pto.table.naming import agree, all_of, do, does, doing, each, signed
from pbem.systems.pto.table.orders_month import Engage, Form, Offensive, Sail, Strike
from pbem.systems.pto.table.pieces import AirUnit, TaskForce
from pbem.systems.pto.table.state import Game
from pbem.systems.pto.words.naval import cargo_words
from pbem.systems.pto.words.standing import struck_words


def forces(sight: Sight) -> list[TaskForce]:
    """The seat's task forces, those with most ships first."""
    game, nations = sight.game, sight.nations
    own = (tf for tf in game.forces.values() if tf.nation in nations)
    return sorted(own, key=lambda tf: (-len(game.ships_in(tf.id)), tf.id))


# --- forming -------------------------------------------------------------------------------------


def _form_refusals(sight: Sight, order: Form) -> Refusals:
    """Task forces are formed before movement, not in an offensive [P3.1.1, P4B.1.B]."""
    if sight.has(Offensive):
        what = "no task force is formed in an offensive"
        hint = "form them in phase 3, or for the second naval movement"
        yield refuse("P3.1.1", "", what, hint)
    else:
        yield cannot_form(sight.game, sight.nations, order)


def _form_parts(sight: Sight) -> Iterator[Part]:
    own = forces(sight)
    ships = tuple(ship.id for tf in own for ship in sight.game.ships_in(tf.id))
    yield Part(key="ships", values=ships, words="that lie in one area")
    yield Part(key="tf", values=tuple(tf.id for tf in own), words="or a new name", open=True)


def _joinings(sight: Sight) -> Iterator[Form]:
    """Each ship into a new task force, and into each that lies where it does."""
    new = new_name(sight.game)
    for tf in forces(sight):
        for ship in sight.game.ships_in(tf.id):
            others = (one.id for one in forces(sight) if one.at == tf.at and one != tf)
            for to in (new, *others):
                order = Form(tf=to, ships=(ship.id,))
                if not any(_form_refusals(sight, order)):
                    yield order


def _formed(sight: Sight, order: Form) -> Sight:
    return after(sight, form(sight.game, sight.seat, order)[0])


def _form_words(sight: Sight, order: Form) -> Iterator[str]:
    at = sight.game.forces[sight.game.ships[order.ships[0]].tf].at
    how = "joined by" if order.tf in sight.game.forces else "formed of"
    yield f"{doing(order.tf, 'is', 'are')} {how} {each(order.ships)} at {mention(at)} [P3.1.1]"


# --- sailing -------------------------------------------------------------------------------------


def _sail_refusals(sight: Sight, order: Sail) -> Refusals:
    missing = without_offensive(sight, order)
    yield missing or cannot_sail(sight.game, sight.nations, order, sight.phase, sight.charts)


def _voyages(sight: Sight) -> Iterator[Sail]:
    """One area on, and staying; standing by there or not."""
    for tf in forces(sight):
        for path in (*((area,) for area in beside(sight.charts, tf.at)), ()):
            yield Sail(tf=tf.id, path=path, standby=True)
            yield Sail(tf=tf.id, path=path)


def _sail_parts(sight: Sight) -> Iterator[Part]:
    yield Part(key="tf", words="or one that this file forms", open=True)
    yield Part(key="path", words="or several, in the order entered; 'pbem path' tells the MP")
    if sight.phase == "P3":
        ports = {tf.at for tf in forces(sight)}
        able = (u for u in sight.game.ground.values() if u.nation in sight.nations and u.move)
        troops = tuple(unit.id for unit in able if unit.at in ports)
        yield Part(key="load", values=(*troops, SUPPLY), words="where the ships lie")
    yield Part(key="land", words="the land area where cargo goes ashore")


def _sailed(sight: Sight, order: Sail) -> Sight:
    return after(sight, as_ordered(sight.game, order, sight.charts))


def _sail_words(sight: Sight, order: Sail) -> Iterator[str]:
    """The way with its MP, the cargo, and whether aircraft strike back on it [D11.2, F.6.5]."""
    there = sight.game.forces[order.tf].at
    bound = f" for {mention(order.land)}" if order.land else ""
    stands = does(order.tf, "stands", "stand")
    if order.load:
        takes = doing(order.tf, "takes", "take")
        _, loaded = load(sight.game, order.tf, order.load, sight.charts)
        points = sum(one.points for one in loaded if isinstance(one, Loaded))
        price = f", for {points} EP" if points else ""
        cargo = cargo_words(order.load)
        yield f"{takes} {cargo} aboard at {mention(there)}{bound}{price} [P3.1.2]"
    elif order.land:
        carried = doing(order.tf, "carries", "carry")
        yield f"What {carried} is bound for {mention(order.land)} [P4A.2.B]"
    if order.land:
        yield from _ashore(sight, order)
    if order.path:
        ended = as_ordered(sight.game, order, sight.charts).forces[order.tf]
        most = movement(sight.game, order.tf, sight.phase, sight.charts)
        way = " - ".join(map(mention, (there, *order.path)))
        then = f" and {stands} by there" if order.standby else ""
        rules, slow = "PH5.1", _if_damaged(sight, order, ended.spent) if order.standby else ""
        rules = f"{rules}, P3.1.6, PH6.5" if slow else rules
        sails = doing(order.tf, "sails", "sail")
        yield f"{sails} {way}, {ended.spent} of {most} MP{then}{slow} [{rules}]"
    elif order.standby:
        stays = doing(order.tf, "stays", "stay")
        yield f"{stays} at {mention(there)} and {stands} by [P3.1.6]"
    elif not order.load and not order.land:
        yield f"{doing(order.tf, 'stays', 'stay')} at {mention(there)} [PH5.1]"
    if order.path and order.strike is False:
        yield f"The aircraft of {mention(order.tf)} do not strike back on the way [F.6.5]"
    elif order.path:
        yield from _striking_back(sight, order)


def _if_damaged(sight: Sight, order: Sail, spent: int) -> str:
    """That a hit on the way costs a force its standby, where it would [P3.1.6, PH6.5]."""
    game, charts = sight.game, sight.charts
    slow = charts.gunnery.damaged_speed
    hurt = any(ship.is_named and not ship.damaged for ship in game.ships_in(order.tf))
    if not hurt or spent * charts.sailing.standby <= slow:
        return ""
    return f", unless damage on the way slows it to {slow}, of which half is the most for that"


def answering(
    game: Game, order: Sail, file: Iterable[Order], charts: Charts
) -> tuple[AirUnit, ...]:
    """The aircraft that may strike from their force on its way, but those of strikes [D11.2].

    None where all of the way is grounded by weather [W1.4.a].
    """
    return _carried(game, order, file, charts) if _flown_from(game, order, charts) else ()


def _flown_from(game: Game, order: Sail, charts: Charts) -> tuple[str, ...]:
    """The seas of a way from which aircraft may fly this month [W1.4.a]."""
    return tuple(area for area in _seas(game, order) if not is_grounded(game, charts, area))


def _seas(game: Game, order: Sail) -> tuple[str, ...]:
    """The seas that a force enters: in a port it meets nobody [PH5.2]."""
    return tuple(dict.fromkeys(area for area in order.path if area not in game.areas))


def _carried(game: Game, order: Sail, file: Iterable[Order], charts: Charts) -> tuple[AirUnit, ...]:
    """The aircraft that strike from their force on its way where weather lets them fly [D11.2]."""
    kept = kept_by(one for one in file if isinstance(one, Strike))[0]
    if order.strike is False or not _seas(game, order) or not game.uses("D11"):
        return ()
    return tuple(
        unit
        for unit in aboard(game, order.tf)
        if (order.strike or unit.id not in kept)
        and is_ready(game, unit)
        and strikes_ships(game, unit, charts)
        and strike_order(game, unit).when != "never"
    )


def _striking_back(sight: Sight, order: Sail) -> Iterator[str]:
    """Who strikes from a force on its way, at what, how many at once [D11.2, PR47]."""
    game, charts = sight.game, sight.charts
    going = _carried(game, order, sight.file, charts)
    open_ = _flown_from(game, order, charts)
    shut = all_of(mention(one) for one in _seas(game, order) if one not in open_)
    if going and not open_:
        yield (
            f"The aircraft of {mention(order.tf)} do not strike on the way: nothing flies from or"
            f" to {shut} this month [W1.4.a]"
        )
    elif going:
        sent, them = most_sent(game, going, charts), agree(going, "it", "them")
        part = f"{len(sent)} of " if len(sent) < len(going) else ""
        verb = agree(sent, "strikes", "strike")
        found = (what for unit in going for what in struck_words(strike_order(game, unit)))
        what = f"of enemy {' or '.join(dict.fromkeys(found))}"
        what = f"{what} that are found and in reach, the one worth most"
        units = f"{part}{each(unit.id for unit in going)}"
        patrol = _no_patrol(game, going) if len(sent) == len(going) else ""
        seas = sum(area not in game.areas for area in order.path)
        again = "; in each further area a part of those left" if part and sent and seas > 1 else ""
        keeps = f"strike = false keeps {them} from it"
        but = f", but not from or to {shut}, grounded by weather" if shut else ""
        rules = f"D11.2{', PR46' if patrol else ''}{', W1.4.a' if but else ''}"
        yield f"{units} {verb} on the way, {what}{again}{but}{patrol}; {keeps} [{rules}]"


def _no_patrol(game: Game, going: Sequence[AirUnit]) -> str:
    """That the part which should stay as patrol comes to nobody, fractions down [PR46]."""
    parts = dict.fromkeys(strike_order(game, unit).cap for unit in going)
    told = all_of(f"{part}% of {len(going)}" for part in parts if part)
    return f"; nobody stays as patrol, for {told} is none" if told else ""


def _ashore(sight: Sight, order: Sail) -> Iterator[str]:
    """When the cargo goes ashore where it is bound for, or why it does not [P4A.2.B, P3.6.1]."""
    game, area = sight.game, order.land
    end = order.path[-1] if order.path else game.forces[order.tf].at
    held = (one for ship in game.ships_in(order.tf) for one in ship.cargo)
    cargo, where = (*order.load, *held), mention(area)
    near, is_ours = end in seas_of(sight.charts, area), game.is_friendly(sight.side, area)
    if any(one != SUPPLY for one in cargo):
        yield f"Troops aboard go ashore at {where} {_landing(sight, area, end)}"
    if SUPPLY in cargo:
        ashore = bool(game.ground_at(area, sight.side))
        if (end == area and is_ours) or (near and ashore):
            yield f"The supply aboard goes ashore at {where} after phase 3 [P3.6.1]"
        else:
            has_port = is_ours and game.areas[area].port > 0
            yield _not_yet(where, has_port=has_port, ashore=ashore)


def _not_yet(where: str, *, has_port: bool, ashore: bool) -> str:
    """Where a force has to end for its supply to go ashore where it is bound for [PR53]."""
    port = "in that port, or " if has_port else ""
    troops = "" if ashore else " with troops of yours ashore"
    return (
        f"The supply aboard does not go ashore at {where} after phase 3: for that its force must"
        f" end {port}in a sea off it{troops} [P3.6.1, PR53]"
    )


def _landing(sight: Sight, area: str, end: str) -> str:
    """When troops whose force ends there go ashore in an area, and by which order."""
    if sight.game.is_friendly(sight.side, area):
        return "at the month's end if the force is in that port, or by 'debark' [P6.1.3, P5.2]"
    by = f"by 'assault' alone, in a land offensive in the theatre {theatre_of(sight.charts, area)}"
    if end in seas_of(sight.charts, area):
        return f"{by} [P4A.2.B]"
    return f"{by}, and not from {mention(end)} [P4A.2.B]"


def _sail_needs(sight: Sight, order: Sail | Engage) -> Iterator[Offensive]:
    return at_sea(sight, order.tf)


# --- engaging ------------------------------------------------------------------------------------


def _engage_refusals(sight: Sight, order: Engage) -> Refusals:
    missing = without_offensive(sight, order)
    yield missing or cannot_engage(sight.game, sight.nations, order, sight.phase, sight.charts)


def _engagements(sight: Sight) -> Iterator[Engage]:
    """Each task force against each of the enemy in its sea."""
    for tf in forces(sight):
        for enemy in sight.game.forces_at(tf.at, other(sight.side)):
            yield Engage(tf=tf.id, enemy=enemy.id)


def _engage_words(sight: Sight, order: Engage) -> Iterator[str]:
    """The try with its die, then the guns and who breaks off after a round; boats are hunted."""
    game, charts, tf, enemy = sight.game, sight.charts, order.tf, order.enemy
    tries, at = doing(tf, "tries", "try"), mention(game.forces[tf].at)
    if is_boats(game, enemy):
        found = game.forces[enemy].searched
        how = "which have been found" if found else "which must be found by a search first"
        yield f"{tries} to hunt {mention(enemy)} at {at}, {how} [P3.3.1, PH9.3]"
        return
    added = modifier(game, tf, enemy, charts)
    die = f"a die with {signed(added)}" if added else "a die"
    better = (
        "" if game.forces[enemy].searched else f", {signed(charts.interception.searched)} if found"
    )
    least = f"{charts.interception.number} or more on {die}{better}"
    first = _after_others(sight, order)
    if is_boats(game, tf):
        rules = "P3.3.1, PH6.4" if first else "P3.3.1"
        yield f"{tries} to intercept {mention(enemy)} at {at}: {least}{first} [{rules}]"
        return
    yield f"{tries} to intercept {mention(enemy)} at {at}: {least} [P3.3.1]"
    ours, theirs = (guns(game, one, charts) for one in (tf, enemy))
    off = "; ".join(_breaking_off(sight, order))
    then = (f"; {off}" if off else "") + first
    yield f"{mention(tf)} has {ours} in guns against {theirs}{then} [PH6.4]"


def _breaking_off(sight: Sight, order: Engage) -> Iterator[str]:
    """Who withdraws after a round by the orders that are known, and to which sea [PH6.4].

    What a seat has sealed may decide otherwise.
    """
    game, charts = sight.game, sight.charts
    for tf, known in ((order.tf, ""), (order.enemy, "by what is known of the enemy's orders ")):
        if withdraws(game, game, tf, _foe(order, tf), 1, charts):
            to = refuge(game, game.forces[tf], charts)
            where = f" to {mention(to)}" if to else ""
            yield f"{known}{doing(tf, 'withdraws', 'withdraw')} after a round{where}"


def _after_others(sight: Sight, order: Engage) -> str:
    """That another attack of the file comes first, which may leave nobody to attack [PH6.4]."""
    first = [one.tf for one in sight.done if isinstance(one, Engage) and one.enemy == order.enemy]
    if not first:
        return ""
    enemy = doing(order.enemy, "has", "have")
    attack = do(first, "attacks", "attack")
    return f"; void if {enemy} been sunk or withdrawn as {each(first)} {attack}"


def _foe(order: Engage, tf: str) -> str:
    return order.enemy if tf == order.tf else order.tf


FORM = row(
    Form,
    _form_refusals,
    simplest=_joinings,
    parts=_form_parts,
    then=_formed,
    words=_form_words,
)
SAIL = row(Sail, _sail_refusals, _voyages, _sail_parts, _sail_needs, _sailed, words=_sail_words)
ENGAGE = row(Engage, _engage_refusals, _engagements, needs=_sail_needs, words=_engage_words)
