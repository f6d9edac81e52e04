"""All access to files: the game folder, the key ring, the journal of signed files."""
