from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import time

import pytest

from tests.running import BASE

pytestmark = pytest.mark.slow

# The supervisor takes the process's signals for itself, so each test gives it a process.
START = """
import os, sys
from backalley.supervision import *

supervisor = Supervisor()

def program(name, code, **more):
    return Program(name, [sys.executable, "-uc", code], dict(os.environ), "/", lambda: None, **more)

wait = "import signal, sys, time; signal.signal(signal.SIGTERM, {}); print('up'); time.sleep(60)"
stubborn = wait.format("signal.SIG_IGN")
polite = wait.format("lambda *_: (print('bye'), sys.exit(0))")
"""


def supervise(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-uc", START + textwrap.dedent(script)],
        cwd=BASE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def output_of(script: str) -> str:
    with supervise(script) as process:
        return process.communicate(timeout=60)[0]


def test_every_line_of_a_program_carries_its_name_and_the_last_one_too() -> None:
    said = output_of("""
        code = "print('one'); print('two'); print('three', end='')"
        print(supervisor.run(program("three", code)))
    """)
    assert said.splitlines() == ["three     | one", "three     | two", "three     | three", "0"]


def test_a_program_that_keeps_dying_ends_the_whole() -> None:
    said = output_of("""
        supervisor.start(program("weak", "raise SystemExit(3)"))
        try:
            while True:
                supervisor.turn(1)
        except KeepsDying as word:
            print(word)
    """).splitlines()
    assert said[0] == "up        | weak ended with status 3; starting it again in 0.25 s"
    assert said[3] == "up        | weak ended with status 3; starting it again in 2 s"
    assert said[4] == "weak ended with status 3, 5 times within 60 s: giving up."
    assert len(said) == 5


def test_what_a_dead_program_had_started_is_ended_before_it_starts_again() -> None:
    said = output_of("""
        code = '''
        import subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(child.pid)
        '''
        import textwrap
        supervisor.start(program("parent", textwrap.dedent(code)))
        supervisor.wait_until(lambda: len(supervisor.children["parent"].deaths) == 1, 30)
        supervisor.stop("parent")
    """)
    pid = int(said.splitlines()[0].removeprefix("parent    | "))
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
    assert status.stdout.strip() in (b"", b"Z", b"Zs")


def test_programs_end_in_the_order_asked_and_the_stubborn_are_killed() -> None:
    said = output_of("""
        supervisor.start(program("polite", polite))
        supervisor.start(program("stubborn", stubborn, patience=0.5))
        said, say = [], supervisor.say
        supervisor.say = lambda line, name="up": (said.append(line), say(line, name))
        supervisor.wait_until(lambda: said.count("up") == 2, 60)
        supervisor.stop("stubborn")
        supervisor.stop("polite")
        print("left:", supervisor.children)
    """).splitlines()
    assert sorted(said[:2]) == ["polite    | up", "stubborn  | up"]
    assert said[2:] == [
        "up        | stubborn does not end by itself: killing it",
        "polite    | bye",
        "left: {}",
    ]


def test_a_signal_ends_the_service_and_a_second_one_hastens_it() -> None:
    process = supervise("""
        supervisor.start(program("stubborn", stubborn, patience=60))
        try:
            while True:
                supervisor.turn(1)
        except Ended as ended:
            print("asked by", ended)
            supervisor.stop("stubborn")
            print("ended")
    """)
    assert process.stdout is not None
    assert process.stdout.readline() == "stubborn  | up\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "asked by SIGINT\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[0].splitlines()[-1] == "ended"
