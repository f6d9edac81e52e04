"""WWII: Pacific Theater of Operations, with Mike Diehl's modifications."""
