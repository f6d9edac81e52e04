"""Combat at sea, in the air and on land, and what it is rolled with."""
