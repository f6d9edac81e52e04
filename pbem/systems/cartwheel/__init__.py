"""Operation Cartwheel: New Guinea and the Solomons in 1943, with hidden airbase charts."""
