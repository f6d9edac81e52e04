"""The counters on the table: the state, the orders, and what happens."""
