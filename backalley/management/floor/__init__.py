"""The least that a stack of this kind does for a move: served for `bench moves` alone."""
