"""What the player reads: events in sentences, the situation in tables."""
