"""Sending to addresses that players name: which may be reached, and how; knows no database."""
