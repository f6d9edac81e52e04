"""One seat's use of a game: what the command line, the tests and other programs call."""
