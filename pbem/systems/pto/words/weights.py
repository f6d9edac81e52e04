"""What weighs how much in a headline, where there is no room for all of it.

What all want to know first comes before what only one side asks for, what is gone for good before
what heals, what happened before what was tried in vain, and that before what is bought and planned.
A thing is told in fewer words before it is told no more: first who did it loses his name, then
where it was gives way, then the names of lesser ships, last those of carriers and battleships. No
number ever stands for orders that came to nothing: whose and which they are is told, or nothing.
"""

KNOWN = 110
"""How the game ended and by how much, points, that ships were lost, that areas changed hands."""
GREATEST = 100
"""Carriers and battleships that are gone, and areas that fell, by name."""
LOST = 90
"""Other ships by name, units, contested areas, what great forces tried in vain, who rests."""
SCENE = 80
"""Where ships were lost and to whom, who drowned, that Japan is at war."""
HURT = 70
"""The ships that are damaged, by name; bombs on ports and airfields, and what they cost Japan;
troops off a coast."""
PLACE = 60
"""Where they were damaged, and by what; where units fell."""
VAIN = 50
"""Whose orders came to nothing and which, strikes and battles without a hit, fleets that left."""
COMING = 40
"""Who goes first, the initiative, what was bought, built and came."""
BESIDE = 30
"""Steps, offensives, passes, where fleets sailed."""
DETAIL = 20
"""By whom by name, what points are for, why an order came to nothing, what came by name."""
QUIET = 10
"""The weather, EP and offensives left."""

Forms = tuple[tuple[int, str], ...]
"""Words from the most to the fewest, each with the weight below which it gives way."""
