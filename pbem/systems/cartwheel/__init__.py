"""Operation Cartwheel: the South-West Pacific in 1943, with airbase charts hidden from the enemy."""
