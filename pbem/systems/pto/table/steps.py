"""The titles of steps, as reports and questions bear them [A.3-A.6]."""

TITLES = {
    "S1.1": "Seasonal income",
    "S2.1": "Orders of battle",
    "S2.2": "Arrivals",
    "S2.3": "Construction and bids",
    "S3.2": "Initiative",
    "P0": "Standing orders",
    "P1": "Weather",
    "P2.1": "Bombing of Japan",
    "P2.2": "Submarine blockade",
    "P3.0": "Who goes first",
    "P3.1-first": "First naval movement, first side",
    "P3.2-first": "Air attacks, first side",
    "P3.3-first": "Naval attacks, first side",
    "P3.4-first": "Air movement, first side",
    "P3.5-first": "Final air movement, first side",
    "P3.1-second": "First naval movement, second side",
    "P3.2-second": "Air attacks, second side",
    "P3.3-second": "Naval attacks, second side",
    "P3.4-second": "Air movement, second side",
    "P3.5-second": "Final air movement, second side",
    "P3.6": "Sea supply debarkation",
    "P4.0": "The first offensive, appended to phase 3",
    "P4": "Offensives",
    "P5-first": "Ground movement, side with the initiative",
    "P5-second": "Ground movement, other side",
    "P6.1-first": "Second naval movement, side with the initiative",
    "P6.1-second": "Second naval movement, other side",
    "P6.2": "Supply",
    "P6.3": "Replenishment, repair, airfields",
    "P6.4": "End of the month",
}
"""Titles by name of step."""


def step_title(_: int, step: str) -> str:
    """A step by its title, whatever the month."""
    return TITLES[step]
