"""Task forces: what they are made of, and ships that change from one into another [P3.1.1]."""

import re
from collections.abc import Container, Iterable
from itertools import count

from pbem.engine.events import ALL
from pbem.engine.kinds import Refusal
from pbem.engine.mentions import mention, mention_or_quote, slug
from pbem.engine.orders import Order
from pbem.frozen import replace
from pbem.systems.pto.book.kinds import ESCORTS, nations_of_side
from pbem.systems.pto.rules.f6_lost import without_lost
from pbem.systems.pto.rules.month.p4_voided import voided
from pbem.systems.pto.table.events_naval import Formed
from pbem.systems.pto.table.naming import doing
from pbem.systems.pto.table.orders_month import Form
from pbem.systems.pto.table.pieces import Ship, TaskForce
from pbem.systems.pto.table.state import Game, Told

NAME = re.compile(r"[a-z0-9]([a-z0-9/.-]*[a-z0-9])?")
"""Names that a new task force may have, of so many characters at most."""
LONGEST_NAME = 32


# --- what a task force is ------------------------------------------------------------------------


def is_boats(game: Game, tf: str) -> bool:
    """Whether a task force is of submarines alone."""
    ships = game.ships_in(tf)
    return bool(ships) and all(ship.is_boat for ship in ships)


def has_escort(game: Game, tf: str) -> bool:
    """Whether a DD or DE is in a task force [D6.2, PH9.2]."""
    return any(ship.kind in ESCORTS for ship in game.ships_in(tf))


def is_laden(ship: Ship) -> bool:
    """Whether ground units are aboard [PH15.1]."""
    return any(one != "supply" for one in ship.cargo)


def without_empty(game: Game) -> Game:
    """The game without task forces that have no ship left."""
    manned = {ship.tf for ship in game.ships.values()}
    empty = (tf for tf in game.forces if tf not in manned)
    return replace(game, forces=game.forces.without(*empty))


# --- forming -------------------------------------------------------------------------------------


def cannot_form(game: Game, nations: tuple[str, ...], order: Form) -> Refusal | None:
    """Why ships of these nations cannot be put into one task force, or None [P3.1.1]."""
    foreign = [id_ for id_ in order.ships if not _is_own(game, nations, id_)]
    if foreign or not order.ships or len(set(order.ships)) < len(order.ships):
        named = (
            f"{mention_or_quote(foreign[0])} is no ship of yours"
            if foreign
            else "ships are named once"
        )
        return _refusal("ships", named, "name each ship of yours by its id")
    ships = [game.ships[id_] for id_ in order.ships]
    places = {game.forces[ship.tf].at for ship in ships}
    if len(places) > 1:
        what = f"ships lie in {' and '.join(sorted(places))}"
        return _refusal("ships", what, "form one task force in each area")
    if order.tf in game.forces:
        there = game.forces[order.tf]
        if there.nation not in nations or there.at not in places:
            what = f"{doing(order.tf, 'is', 'are')} not in {mention(min(places))}"
            return _refusal("tf", what, "join a task force of yours that is there, or a new one")
        ships += game.ships_in(order.tf)
    elif not _is_free_name(game, order.tf):
        # Words that quote no name: it is a new one, and no known one is to be guessed for it.
        what = "no task force can be called that"
        return _refusal("tf", what, _how_to_name(game, nations, order.tf, places))
    if len({ship.mark for ship in ships}) > 1:
        what = "ships with different markers do not join"
        return _refusal("ships", what, "form those with the same marker")
    return None


def form(game: Game, seat: str, order: Form) -> Told:
    """Ships join a task force as a seat ordered; it is void if they cannot any more [P3.1.1].

    The task force has been searched if any of its ships has [PH5.6].
    """
    nations = nations_of_side(game.side_of_seat(seat))
    order, gone = without_lost(game, seat, order)
    refusal = cannot_form(game, nations, order)
    if refusal:
        game, void = voided(game, seat, order, refusal)
        return game, (*gone, *void)
    before = [game.forces[game.ships[id_].tf] for id_ in order.ships]
    joined = game.forces.get(order.tf) or TaskForce(
        id=order.tf, nation=game.ships[order.ships[0]].nation, name=order.tf, at=before[0].at
    )
    joined = replace(
        joined,
        searched=joined.searched or any(tf.searched for tf in before),
        spent=max(joined.spent, *(tf.spent for tf in before)),
    )
    game = game.with_forces([joined])
    game = game.with_ships(replace(game.ships[id_], tf=order.tf) for id_ in order.ships)
    return without_empty(game), (*gone, Formed(to=ALL, tf=order.tf, ships=order.ships))


def all_formed(game: Game, seat: str, orders: Iterable[Order]) -> Game:
    """The game with the task forces formed that a seat's orders form [P3.1.1]."""
    for order in orders:
        if isinstance(order, Form):
            game, _ = form(game, seat, order)
    return game


def _is_own(game: Game, nations: tuple[str, ...], ship: str) -> bool:
    return ship in game.ships and game.ships[ship].nation in nations


def _how_to_name(game: Game, nations: tuple[str, ...], name: str, places: Container[str]) -> str:
    """What to write instead of a name that no task force may have: a free one, or who is there."""
    most = f"{LONGEST_NAME} at most"
    hint = f"small letters, digits, . / and -, {most}, no blanks, and a name nothing else has"
    like = slug(name)[:LONGEST_NAME].strip("-")
    there = game.forces.get(like)
    if there is not None and there.nation in nations and there.at in places:
        return f"write {like} to join that task force; of a new one: {hint}"
    return f"write {like}: {hint}" if _is_free_name(game, like) else hint


def new_name(game: Game) -> str:
    """A name for a task force that nothing has yet."""
    return next(name for n in count(1) if _is_free_name(game, name := f"force-{n}"))


def _is_free_name(game: Game, name: str) -> bool:
    """Whether a new task force may be called so, and nothing is [P3.1.1]."""
    everything = (game.forces, game.ships, game.air, game.ground, game.lost)
    taken = any(name in named for named in everything)
    return len(name) <= LONGEST_NAME and NAME.fullmatch(name) is not None and not taken


def _refusal(key: str, what: str, hint: str) -> Refusal:
    return Refusal(rule="P3.1.1", what=what, hint=hint, key=key)
