"""The paper: the rule book and the scenarios, as typed values."""
