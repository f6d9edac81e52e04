"""What the player looks at: maps, ways, places."""
