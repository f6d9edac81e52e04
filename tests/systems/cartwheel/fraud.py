"""Cheating clients of Cartwheel between real folders: files whose hidden parts break the rules.

What is doctored is sealed, signed and mailed as an honest program would do it, so that everybody
takes the file. Only an audit sees more.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pbem.engine.hidden import Breach
from pbem.engine.orders import Order, decode_orders, encode_order
from pbem.engine.steps import View
from pbem.frozen import replace
from pbem.game.annexes import Place, contents, recipients, sealing
from pbem.game.audit import audit, knowledge
from pbem.game.write import compose
from pbem.scan import scan
from pbem.seal import Item, decrypt_annex, encrypt_annex
from pbem.systems.cartwheel.own import items
from pbem.systems.cartwheel.own.charts import Private
from pbem.systems.cartwheel.system import CARTWHEEL
from pbem.systems.cartwheel.table.state import Game
from pbem.turnfile import AnnexPart, read
from tests.bychance import ByChance
from tests.cheat import sign
from tests.simulator import SENT, Player, World
from tests.systems.cartwheel.files import players, round_, world
from tests.systems.cartwheel.loaded import steady
from tests.systems.cartwheel.tabletop import CHARTS

Change = Callable[[View[Game], Private], Private]
Texts = Callable[[Mapping[str, str]], Mapping[str, str]]
Said = Callable[[tuple[Order, ...]], tuple[Order, ...]]
MOST_FILES = 150
STEADY = 1
"""The dice of games that several tests begin with."""


Holds = Callable[[View[Game]], object]


def until(made: World, by_chance: Mapping[str, ByChance], holds: Holds) -> Player:
    """Play on by chance until something holds for who writes next; gives that player."""
    for _ in range(MOST_FILES):
        author = made.players[made.next_seat]
        view = seen(author)
        if isinstance(view.private, Private) and holds(view):
            return author
        round_(made, by_chance, author.seat)
    raise AssertionError("it never came to that")


class Trek:
    """A game by chance between folders that several tests begin with: it is played once.

    `number` makes the players, and the dice are those of `STEADY`. It goes no further than
    anybody looks; how it stood before each file is kept, to be copied.
    """

    def __init__(self, place: Path, scenario: str, number: int) -> None:
        self._place = place
        with steady(STEADY):
            begun = world(place / "0", scenario)
        self._stands = [(begun, players(number))]
        self._views: list[View[Game]] = []

    def until(self, holds: Holds, place: Path) -> tuple[World, dict[str, ByChance], Player]:
        """The game when something first holds for who writes next, in other folders.

        Gives that player as well, and both players by chance as they are then.
        """
        for number in range(MOST_FILES):
            made, by_chance = self._at(number)
            view = self._views[number]
            if isinstance(view.private, Private) and holds(view):
                copied = made.copied(place)
                return copied, _branched(by_chance), copied.players[view.seat]
        raise AssertionError("it never came to that")

    def _at(self, number: int) -> tuple[World, dict[str, ByChance]]:
        """The game before its file of some number, from 0."""
        if number == len(self._stands):
            made, by_chance = self._stands[-1]
            after = made.copied(self._place / str(number)), _branched(by_chance)
            with steady(STEADY):
                round_(*after)
            self._stands.append(after)
        made, by_chance = self._stands[number]
        if number == len(self._views):
            self._views.append(seen(made.players[made.next_seat]))
        return made, by_chance


def _branched(by_chance: Mapping[str, ByChance]) -> dict[str, ByChance]:
    return {seat: player.branch() for seat, player in by_chance.items()}


def seen(player: Player) -> View[Game]:
    """What a player sees who writes next."""
    with player.session() as session:
        view: View[Game] = session.view()
        return view


def doctored(
    player: Player,
    *orders: Order,
    change: Change = lambda _, private: private,
    texts: Texts = dict,
    said: Said = tuple,
    planted: Mapping[str, str] | None = None,
) -> bytes:
    """The player's next file with other charts than the rules allow, properly sealed and signed.

    `change` is made in the charts that the orders lead to, `texts` in the contents of the items,
    `said` in the orders that all can read; `planted` are items that are put into the annex alone.
    """
    with player.session() as session:
        tables = tuple(encode_order(order) for order in orders)
        given = decode_orders(tables, session.rules.system.orders, code="E12")
        file = compose(session, given, "", SENT)
        view, fold = session.view(), session.ahead().fold
        place = Place(
            secret=session.secret(), game=session.links.game, seat=player.seat, seq=file.seq
        )
        honest = contents(place, file, session.rules, view.game)
        least = session.last_size()
        singles = {id_: text for id_, text in honest.items() if id_.startswith(items.SINGLE)}
        pages = {id_: text for id_, text in honest.items() if id_ not in singles}
        private = change(view, items.read_items(view.side, pages, CHARTS))
        away = items.flying(items.read_items(view.side, singles, CHARTS).flights)
        charts = items.charts_items(private, view.game, CHARTS, away=away)
        sealed = texts({**charts, **singles})
        made = sealing(place, fold, session.rules, sealed, least)
        age = _with(made.age, planted or {}, place, least)
    part = AnnexPart(age=age, secret=file.annex.secret if file.annex else "")
    shown = tuple(encode_order(order) for order in said(_orders(file.order)))
    changed = replace(file, charts=made.charts, sealed=made.sealed, annex=part, order=shown)
    return sign(changed, player.key)


def _orders(tables: tuple[Mapping[str, Any], ...]) -> tuple[Order, ...]:
    return decode_orders(tables, CARTWHEEL.orders, code="E12")


def _with(age: str, planted: Mapping[str, str], place: Place, least: int) -> str:
    if not planted:
        return age
    more = [Item(id=id_, salt=place.salt(id_).hex(), content=text) for id_, text in planted.items()]
    kept = [*decrypt_annex(age, place.identity), *more]
    return encrypt_annex(sorted(kept, key=lambda one: one.id), recipients(place, ()), least)


def mailed(made: World, raw: bytes) -> int:
    """Everybody takes a file, its author too; gives its number."""
    made.mail.append(raw)
    made.deliver(raw)
    return read(scan(raw)).seq


def found(player: Player, seq: int) -> list[Breach]:
    """What an audit of a player's charts has against one of his files."""
    return [breach for breach in breaches_of(player) if breach.seq == seq]


def breaches_of(player: Player) -> tuple[Breach, ...]:
    """What an audit of a player's charts has against all his files."""
    with player.at_home():
        own, referee = knowledge(player.folder, lambda _: "")
        audited = {one.seat: one for one in audit(player.folder, own, referee, lambda _: None)}
    return audited[player.seat].breaches


def told(breaches: list[Breach]) -> list[tuple[str, str, str]]:
    """Rule, unit and number of the check of each breach."""
    return [(b.rule, b.subject, b.what.rpartition("(")[2].rstrip(")")) for b in breaches]


def legal(view: View[Game], order: Order, system: Any) -> bool:
    """Whether a file of one order is legal."""
    return not any(system.check(view, (order,), CHARTS))
