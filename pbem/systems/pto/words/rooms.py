"""How much of what happened a headline tells, as there is less and less room for it."""

from pbem.frozen import Value, replace
from pbem.systems.pto.words.deeds import SOME, Told
from pbem.systems.pto.words.losses import Most

EVERY = 99
"""So many ships that each has its name."""
FEW = 4
"""So many air units that a side lost have names, or ground units that fell in combat."""


class Room(Value):
    """How much is told: so many ships and units by name, so many areas of a kind.

    `units` of the air have names, `ground` of those that fell, `drowned` of those that went down.
    `capital`: so many carriers and battleships that are lost, in any case. `deeds`: of so many
    ships with names it is told to whom they were lost, `by` so many of those who did it by name.
    `hurt`: so many of those that are damaged have names, and `placed` tells where it was, 2 by
    whom. `fully`: offensives beside what came of them. `purses`: what EP are left. `before`: what
    points were before. `quiet`: the weather. `struck`: at what strikes hit nothing, not their
    number alone. `void`: 3 with the reasons of orders that came to nothing, 2 with what they were
    of, 1 whose and which, 0 how many there were. `lumped`: ships without a name by number alone.
    `harm`: what is only damaged or worn, beside what is lost. `fled`: where task forces withdrew
    to. `apart`: landings and attacks that took nothing, and what points are for. `barely`: areas
    and losses, no battles, strikes and offensives beside them, of the season only what month is
    over.
    """

    ships: int
    capital: int = EVERY
    units: int = 0
    ground: int = FEW
    drowned: int = EVERY
    areas: int = 6
    deeds: int = 0
    by: int = 0
    hurt: int = 0
    placed: int = 0
    fully: bool = False
    purses: bool = False
    before: bool = False
    quiet: bool = False
    struck: bool = True
    void: int = 0
    barely: bool = False
    lumped: bool = False
    harm: bool = True
    fled: bool = True
    apart: bool = True

    def most(self) -> Most:
        """How much is told of what a side lost."""
        return Most(
            ships=self.ships,
            capital=self.capital,
            units=self.units,
            ground=self.ground,
            drowned=self.drowned,
            deeds=Told(ships=self.deeds, by=self.by, units=self.drowned),
            hurt=self.hurt,
            placed=self.placed,
            lumped=self.lumped,
            harm=self.harm,
        )


WHOLE = Room(
    ships=EVERY, units=FEW, deeds=EVERY, by=SOME, hurt=EVERY, placed=2,
    fully=True, purses=True, before=True, quiet=True, void=3,
)  # fmt: skip
LONGER = replace(WHOLE, purses=False, before=False)
TERSE = replace(LONGER, fully=False, quiet=False, units=0)
SHORT = replace(TERSE, by=0)
PLAIN = replace(SHORT, placed=0, void=1)
SCANT = replace(PLAIN, barely=True, void=0)
BARE = Room(ships=0, ground=0, areas=3, barely=True, fled=False)
GREAT = replace(BARE, ships=0, harm=False, drowned=0, apart=False)
LEAST = replace(GREAT, areas=1)
ROOMS = (
    WHOLE,
    replace(WHOLE, purses=False),
    replace(WHOLE, purses=False, units=2),
    LONGER,
    replace(LONGER, fully=False),
    TERSE,
    replace(TERSE, by=1),
    SHORT,
    replace(SHORT, void=2),
    replace(SHORT, void=2, placed=1),
    replace(SHORT, void=1, placed=1, struck=False),
    *(replace(SHORT, void=2, hurt=most, struck=False) for most in (EVERY, 6, 4, 2)),
    *(replace(PLAIN, hurt=most, struck=False) for most in (EVERY, 4)),
    *(replace(SCANT, hurt=most) for most in (EVERY, 4)),
    *(replace(SCANT, hurt=3, ground=most) for most in (3, 2)),
    *(replace(SCANT, hurt=3, ground=0, fled=fled) for fled in (True, False)),
    *(replace(SCANT, hurt=3, ground=0, fled=False, deeds=most) for most in (6, 4, 3)),
    *(
        replace(SCANT, hurt=2, ground=0, fled=False, ships=most, deeds=min(most, 4), areas=4)
        for most in (8, 6, 4, 3, 2)
    ),
    *(replace(BARE, ships=most, hurt=most) for most in (6, 4, 2, 0)),
    *(replace(BARE, ships=most, harm=False) for most in (6, 4, 2, 0)),
    *(replace(BARE, ships=most, harm=False, drowned=0) for most in (4, 2, 0)),
    *(replace(GREAT, areas=most) for most in (6, 4, 3)),
    *(replace(LEAST, ships=most, capital=most, drowned=most) for most in (9, 6, 4, 3)),
    *(
        replace(LEAST, ships=most, capital=most, drowned=0, lumped=True)
        for most in (6, 4, 3, 2, 1, 0)
    ),
)
"""As there is less and less room: what is great keeps its name longest."""
