"""The service proves its own log: that nobody has changed it, and that all of it can have been.

Four parts, each judged for itself: the chain of hashes; the replay, whether the rules let each
event come where it stands; the shuffle, whether the cards come of the seed that was committed to;
the scores, with all else that the read models tell, whether they are what the log makes of them.
"""
