"""Midway: "A Terrible Resolve" (version 2), a carrier battle in fourteen phases a turn."""
