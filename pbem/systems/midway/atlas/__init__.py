"""What the player looks at: the boxes of the table, a carrier or a squadron."""
