"""What a player hides: his own charts, and what is sealed of them."""
