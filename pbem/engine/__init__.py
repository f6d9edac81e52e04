"""How any game runs: steps, orders, decisions, events and the fold over turn files."""
