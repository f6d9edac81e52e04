"""A player that is a machine."""
