"""The steps of a season."""
