"""What the player may order, and why not."""
