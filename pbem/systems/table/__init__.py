"""A table for any boxed game: dice, sealed notes and agreed counters by mail, no coded rules."""
