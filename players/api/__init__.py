"""The HTTP face of accounts, and the conventions that every operation of the service shares."""
