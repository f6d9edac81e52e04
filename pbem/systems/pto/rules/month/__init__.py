"""The phases of a month, and supply."""
