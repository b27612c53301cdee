"""Accounts of the people who play, and the tokens of their clients; knows nothing of games."""
