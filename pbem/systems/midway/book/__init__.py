"""The paper: the rule book, as typed values."""
