"""What the player writes in: forms for orders."""
