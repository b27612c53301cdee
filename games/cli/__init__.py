"""Back Alley in a terminal: a client that knows the HTTP API and nothing else of the service.

Its own texts are in English, so it asks for the service's in English, too.
"""
