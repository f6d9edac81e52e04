"""Reports: what a reader may see, as plain blocks, and their three renderings."""
