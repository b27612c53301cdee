"""How passwords are hashed."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with what OWASP's password storage guide asks for.

    Django's default takes 100 MiB and eight threads for one password, so that a handful of people
    signing in at once would fill a small machine.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
