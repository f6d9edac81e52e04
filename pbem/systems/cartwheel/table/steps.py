"""The titles of the steps of a turn, for reports and forms."""

TITLES = {
    "5.1": "Random event",
    "5.2": "11th Hikoshidan",
    "5.3": "Allied commitments",
    "5.2-second": "11th Hikoshidan",
    "5.3-second": "Allied commitments",
    "5.3-opened": "Task Force 36",
    "4.2": "Mobile airbase construction",
    "7.1": "General regroup",
    "7.3-first": "Reconnaissance of the side that opens the turn",
    "7.3-first-counts": "What it saw",
    "7.3-second": "Reconnaissance of the other side",
    "7.3-second-counts": "What it saw",
    "7.3-late": "Reconnaissance that has waited",
    "7.3-late-counts": "What it saw",
    "7.4": "Initiative and missions",
    "4.4": "Air and naval operations",
    "11.1": "Ground initiative",
    "4.5-first": "Ground operations, first side",
    "4.5-second": "Ground operations, second side",
    "4.6-first": "Operations conclusion, first side",
    "4.6-second": "Operations conclusion, second side",
    "4.7": "Supply determination",
    "4.8": "Regroup",
    "4.9": "Reinforcements",
    "4.10": "Victory points, and the next turn",
}
"""By step name, in the order of play."""


def step_title(_: int, step: str) -> str:
    """The title of a step; the same in every turn."""
    return TITLES.get(step, step)
