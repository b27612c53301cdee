"""The rules of Back Alley as pure functions over frozen values.

Standard library only: no Django, no clock, no randomness. `decide` turns a command into events
or refuses, `evolve` applies one event, `replay` is the fold, `player_view` is all that leaves.
"""
