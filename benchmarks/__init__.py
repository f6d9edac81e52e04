"""How fast the program is, as ratios to what it cannot do without; a report, not a test."""
