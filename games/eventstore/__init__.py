"""The log: a game's stream of events, appended at an expected version and folded when read."""
