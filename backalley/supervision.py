"""Keeps programs running: one log for all, restarts for the dead, an orderly end.

One thread and one loop. A child's last will (a signal when its parent dies) hangs on the thread
that started it, and preparing a child in a process of many threads is not safe.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# A program may die this often within so many seconds; then there is no use in going on.
DEATHS = 5
WITHIN = 60.0
LONGEST_LINE = 65536
ASK_AGAIN = 0.1


class Ended(Exception):
    """Somebody asked for the end: Ctrl-C, or a signal."""


class KeepsDying(Exception):
    """A program died too often; the message says which."""


@dataclass(frozen=True)
class Program:
    """What to run, how to ask it to end, and how many seconds that may take."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    folder: str
    enter: Callable[[], None]
    stop: signal.Signals = signal.SIGTERM
    patience: float = 10.0
    files: tuple[int, ...] = ()


@dataclass
class Child:
    """A program as it runs: its process, the unfinished line of its output, its deaths."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    rest: bytes = b""
    deaths: list[float] = field(default_factory=list)
    due: float = 0.0
    pipe: int | None = None


class Supervisor:
    """Starts programs, passes on what they print, and starts the dead ones again."""

    def __init__(self) -> None:
        self.children: dict[str, Child] = {}
        self.asked: str | None = None
        self.selector = selectors.DefaultSelector()
        self.wakened, self.waker = socket.socketpair()
        for end in (self.wakened, self.waker):
            end.setblocking(False)
        self.selector.register(self.wakened, selectors.EVENT_READ)
        signal.set_wakeup_fd(self.waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Under nohup a hang-up is to be ignored.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._ask)

    def _ask(self, number: int, _frame: object) -> None:
        self.asked = signal.Signals(number).name

    def say(self, line: str, name: str = "up") -> None:
        """One line of the common log."""
        try:
            sys.stdout.write(f"{name:9} | {line}\n")
            sys.stdout.flush()
        except OSError:
            # Whoever read the log has gone; the games go on.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115

    def start(self, program: Program) -> None:
        """Start a program and keep it running from now on."""
        child = self.children.setdefault(program.name, Child(program))
        child.process = subprocess.Popen(
            program.command,
            cwd=program.folder,
            env=dict(program.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=program.enter,
            pass_fds=program.files,
            # Ctrl-C in a terminal goes to a whole group; the order of the end is ours to keep.
            start_new_session=True,
        )
        assert child.process.stdout is not None
        child.pipe = child.process.stdout.fileno()
        os.set_blocking(child.pipe, False)
        self.selector.register(child.pipe, selectors.EVENT_READ, child)

    def run(self, program: Program) -> int:
        """Run a program to its end; its exit status. Raises Ended."""
        self.start(program)
        child = self.children.pop(program.name)
        assert child.process is not None
        try:
            while child.process.poll() is None:
                self.turn(0.1)
        finally:
            self._end({program.name: child})
        return child.process.returncode

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Serve the programs until something holds; False when it took too long."""
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline:
                return False
            # A talkative program must not make this ask without a pause.
            pause = time.monotonic() + ASK_AGAIN
            while (left := pause - time.monotonic()) > 0:
                self.turn(left)
        return True

    def turn(self, seconds: float) -> None:
        """Serve the programs once, for so long at most. Raises Ended or KeepsDying."""
        self._pass_on(seconds)
        if self.asked:
            raise Ended(self.asked)
        for child in self.children.values():
            self._look_after(child)

    def _pass_on(self, seconds: float) -> None:
        for key, _ in self.selector.select(seconds):
            if key.data is None:
                self.wakened.recv(4096)
            else:
                self._read(key.data)

    def _read(self, child: Child) -> bool:
        """Pass on what has come, if anything has."""
        assert child.pipe is not None
        try:
            data = os.read(child.pipe, 65536)
        except BlockingIOError:
            return False
        if not data:
            self._close(child)
            return False
        *lines, child.rest = (child.rest + data).split(b"\n")
        if len(child.rest) > LONGEST_LINE:
            lines, child.rest = [*lines, child.rest], b""
        for line in lines:
            self.say(line.decode(errors="replace").rstrip("\r"), child.program.name)
        return True

    def _close(self, child: Child) -> None:
        if child.pipe is None or child.process is None or child.process.stdout is None:
            return
        self.selector.unregister(child.pipe)
        child.process.stdout.close()
        child.pipe = None
        if child.rest:
            self.say(child.rest.decode(errors="replace"), child.program.name)
            child.rest = b""

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.process is None:
            if now >= child.due:
                self.start(child.program)
            return
        if not _has_ended(child.process):
            return
        # What it started must not go on beside what its successor starts.
        _signal_group(child.process, signal.SIGKILL)
        status = child.process.wait()
        self._drain(child)
        child.process = None
        child.deaths = [death for death in child.deaths if now - death < WITHIN] + [now]
        how = f"{child.program.name} ended {_in_words(status)}"
        if len(child.deaths) >= DEATHS:
            raise KeepsDying(f"{how}, {DEATHS} times within {WITHIN:.0f} s: giving up.")
        pause = 0.25 * 2 ** (len(child.deaths) - 1)
        child.due = now + pause
        self.say(f"{how}; starting it again in {pause:g} s")

    def _drain(self, child: Child) -> None:
        while child.pipe is not None:
            if not self._read(child):
                self._close(child)

    def stop(self, *names: str) -> None:
        """End these programs side by side, and keep passing on what they say.

        Whoever asks a second time does not want to wait: then they are killed.
        """
        self._end({name: self.children.pop(name) for name in names if name in self.children})

    def _end(self, children: dict[str, Child]) -> None:
        self.asked = None
        killed: set[str] = set()
        running = {name: child for name, child in children.items() if child.process}
        for child in running.values():
            assert child.process is not None
            if child.process.poll() is None:
                child.process.send_signal(child.program.stop)
        started = time.monotonic()
        while left := {
            name: child
            for name, child in running.items()
            if child.process and not _has_ended(child.process)
        }:
            for name, child in left.items():
                late = time.monotonic() - started > child.program.patience
                if child.process and (late or self.asked) and name not in killed:
                    killed.add(name)
                    self.say(f"{name} does not end by itself: killing it")
                    _signal_group(child.process, signal.SIGKILL)
            self._pass_on(0.1)
        for child in running.values():
            assert child.process is not None
            if child.process.returncode is None:
                _signal_group(child.process, signal.SIGKILL)
                child.process.wait()
            self._drain(child)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ended, leaving it to be waited for, so that its number stays its own."""
    if process.returncode is not None:
        return True
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, process.pid, flags) is not None


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        # Nobody left in it; macOS says so by the second.
        return


def _in_words(status: int) -> str:
    if status < 0:
        return f"by {signal.Signals(-status).name}"
    return f"with status {status}"
