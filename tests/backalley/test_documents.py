"""What the documents promise is so: settings, commands, containers, layers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import grimp
import pytest
import yaml

from backalley.service import WORKERS, worker_command
from tests.running import BASE

README = (BASE / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMPOSE = yaml.safe_load((BASE / "docker-compose.yml").read_text())
PROGRAMS = Path(sys.executable).parent


def test_every_setting_that_is_read_is_documented() -> None:
    sources = [*(BASE / "backalley").rglob("*.py"), *(BASE / "games").rglob("*.py")]
    reads = re.compile(r'environment\.(?!py)\w+\(\s*"([A-Z_]+)"')
    read = {name for source in sources for name in reads.findall(source.read_text())}
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert read == documented
    assert len(read) >= 10


def test_nothing_else_reads_the_environment() -> None:
    # The terminal's client asks for a person's own folder, and a bench hands its own environment
    # on to a server that it starts: neither is part of the service.
    others = [BASE / "games" / "cli", BASE / "games" / "management" / "benches"]
    sources = [path for part in ("games", "players") for path in (BASE / part).rglob("*.py")]
    service = [path for path in sources if not any(map(path.is_relative_to, others))]
    assert not [path for path in service if "os.environ" in path.read_text()]


def test_the_first_block_installs_and_runs_and_the_second_installs_and_tests() -> None:
    first, second = (block.strip() for _, block in BLOCKS[:2])
    for line, packages, command in (
        (first, "-r requirements.txt", "manage.py up"),
        (second, "-r requirements-dev.txt", "manage.py check_all"),
    ):
        assert "\n" not in line
        assert "--require-hashes" in line
        assert packages in line
        assert line.endswith(command)


def test_ci_runs_the_readmes_test_line() -> None:
    script = (BASE / ".ci" / "run").read_text()
    awk = re.search(r"line=\$\((awk .*)\)\n", script)
    assert awk is not None
    taken = subprocess.run(
        ["bash", "-c", awk[1]], check=True, cwd=BASE, capture_output=True, text=True
    )
    assert taken.stdout == BLOCKS[1][1]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_by_hash_and_no_host_is_named(name: str) -> None:
    text = (BASE / name).read_text().replace("\\\n", " ")
    for line in filter(None, text.splitlines()):
        assert line.lstrip().startswith("#") or ("==" in line and "--hash=sha256:" in line), line
    assert "://" not in text


def commands() -> list[Any]:
    """What containers run to serve and to check themselves, as lists of words."""
    dockerfile = (BASE / "Dockerfile").read_text()
    image = re.search(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)
    assert image is not None
    found = [pytest.param(yaml.safe_load(image[1]), id="image")]
    for name, service in COMPOSE["services"].items():
        if "command" in service:
            found.append(pytest.param(service["command"], id=name))
        if "healthcheck" in service:
            found.append(pytest.param(service["healthcheck"]["test"][1:], id=f"{name}-health"))
    return found


def outside_a_container(words: list[str]) -> tuple[list[str], int]:
    """The same words as something that ends at once, and the status that says they are right."""
    program, *rest = words
    match program:
        case "python" if rest[0] == "manage.py":
            return [sys.executable, *rest, "--help"], 0
        case "python":
            return [sys.executable, "-c", f"compile({rest[1]!r}, 'probe', 'exec')"], 0
        case "gunicorn":
            return [str(PROGRAMS / program), *rest, "--check-config"], 0
        case "celery":
            return [str(PROGRAMS / program), *rest, "--help"], 0
    raise AssertionError(f"{program} is none of the service's programs")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [case for case in commands() if case.values[0][0] in ("python", "gunicorn", "celery")]
)
def test_a_containers_command_exists_and_knows_its_options(words: list[str]) -> None:
    command, status = outside_a_container(words)
    done = subprocess.run(command, cwd=BASE, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr


def test_every_container_checks_itself() -> None:
    services = COMPOSE["services"]
    assert {"postgres", "redis", "web", "worker", "thinker", "sweep"} <= set(services)
    for name, service in services.items():
        assert "healthcheck" in service or service["restart"] == "on-failure", name


def test_containers_and_one_machine_have_the_same_workers() -> None:
    for name, lane, processes in WORKERS:
        _python, _m, *words = worker_command(lane, processes)
        assert COMPOSE["services"][name]["command"] == words


def test_no_secret_is_written_down() -> None:
    text = (BASE / "docker-compose.yml").read_text()
    for variable in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert len(re.findall(rf"\$\{{{variable}:\?[^}}]+\}}", text)) == text.count(
            f"${{{variable}"
        )
    environment = COMPOSE["services"]["web"]["environment"]
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert set(environment) <= documented


def test_the_container_runs_as_nobody_special() -> None:
    assert re.search(r"^USER (?!root)\w+$", (BASE / "Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("package", ["games.engine", "games.bots"])
def test_the_game_itself_needs_only_the_standard_library(package: str) -> None:
    graph = grimp.build_graph("games", include_external_packages=True, cache_dir=None)
    modules = {package} | graph.find_descendants(package)
    assert len(modules) > 5
    imported = {
        name for module in modules for name in graph.find_modules_directly_imported_by(module)
    }
    foreign = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    own = ("games.engine",) if package == "games.engine" else ("games.engine", "games.bots")
    assert {name for name in foreign if not name.startswith(own)} == set()
