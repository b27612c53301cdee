from __future__ import annotations

import pytest
from django.db import connection


@pytest.mark.django_db
def test_it_works() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone() == ("backalley",)
