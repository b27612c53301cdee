from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from backalley.embedded.home import AlreadyRunning, Home, make_private


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    key = home.secret_key()
    assert len(key) > 60
    assert Home(tmp_path / "home").secret_key() == key
    assert (home.path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert home.path.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_had_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="set BACKALLEY_HOME to a folder of your own"):
        Home(tmp_path / "file").secret_key()


def test_only_one_holds_it_and_the_other_learns_who(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert not home.is_running()
    with home.lock():
        home.write_state({"pid": 7, "address": "http://127.0.0.1:8000"})
        assert home.is_running()
        with pytest.raises(AlreadyRunning) as refused, home.lock():
            pass
        assert refused.value.state["address"] == "http://127.0.0.1:8000"
    assert not home.is_running()


def test_other_commands_find_the_servers_where_up_put_them(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.embedded_database_url().endswith(f"host={tmp_path}/run")
    home.write_state({"database_url": "postgresql://elsewhere/x", "redis_url": "unix:///else"})
    assert home.embedded_database_url() == "postgresql://elsewhere/x"
    assert home.embedded_redis_url() == "unix:///else"


@pytest.mark.parametrize("rubbish", ["", "{", "[]", "7"])
def test_half_written_state_counts_as_none(tmp_path: Path, rubbish: str) -> None:
    (tmp_path / "up.json").write_text(rubbish)
    assert Home(tmp_path).state() == {}


def test_sockets_of_a_deep_folder_have_a_short_path(tmp_path: Path) -> None:
    home = Home(tmp_path / ("deep" * 30))
    assert len(bytes(home.run / ".s.PGSQL.5432.lock")) <= 107
    assert home.run != Home(tmp_path / ("down" * 30)).run


def test_a_socket_folder_that_somebody_else_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "theirs")
    with pytest.raises(PermissionError, match="belongs to somebody else"):
        make_private(tmp_path / "run", 0, 0)
