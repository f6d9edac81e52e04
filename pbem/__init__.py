"""Play board wargames by e-mail without having to trust anybody."""

__version__ = "0.1.0"
