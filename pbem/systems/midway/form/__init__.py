"""What the player writes in: forms for orders, and the turn in words before it is signed."""
