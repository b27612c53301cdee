"""Programs that play Back Alley from a player's view and from nothing else.

Pure functions: no clock but one handed in, no randomness but a seed. `choose` is the way in.
"""
