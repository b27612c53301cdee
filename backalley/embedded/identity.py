"""Who a server runs as: PostgreSQL refuses root, and root may be all there is."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
# The user id that every Linux sets aside for "nobody".
NOBODY = 65534

# Loaded here: in a forked child it would be too late to do so safely.
_libc = ctypes.CDLL(None, use_errno=True)


class NamespaceRefused(OSError):
    """The kernel, or whoever confines it, allows no user namespaces."""


class NoIdentity(Exception):
    """There is no way to run PostgreSQL as anybody but root; the message says so."""


@dataclass(frozen=True)
class Identity:
    """A way to start a server.

    `enter` runs in the child before the program does. `owner` is the user id that must own the
    server's files, as seen from outside; `reads_all` is false where that user may not look into
    the folders of the one who starts it.
    """

    name: str
    enter: Callable[[], None]
    owner: int
    group: int
    reads_all: bool


def die_with_parent(with_signal: signal.Signals) -> None:
    """Have the kernel send this signal should the parent die; Linux only, elsewhere nothing."""
    with contextlib.suppress(AttributeError):
        _libc.prctl(PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)


def unshare_user() -> None:
    """Move into a user namespace of one's own. Raises NamespaceRefused."""
    if not hasattr(_libc, "unshare") or _libc.unshare(CLONE_NEWUSER) != 0:
        raise NamespaceRefused(ctypes.get_errno(), "user namespaces are refused")


def enter_namespace() -> None:
    """Become nobody in a namespace where nobody is root outside: no file changes its owner."""
    unshare_user()
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} 0 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} 0 1")


def enter_account(uid: int, gid: int) -> None:
    """Become another account for good."""
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)


def namespaces_allowed() -> bool:
    """Try it in a child that does nothing else."""
    try:
        subprocess.run(["/bin/true"], preexec_fn=enter_namespace, check=True)
    except (subprocess.SubprocessError, OSError):
        return False
    return True


def choose_identity() -> Identity:
    """An ordinary user as himself; root in a user namespace, or else as the account nobody.

    Raises NoIdentity when there is no such account to change to.
    """
    if os.geteuid() != 0:
        return Identity("as you", lambda: None, os.geteuid(), os.getegid(), reads_all=True)
    if namespaces_allowed():
        return Identity("in a user namespace", enter_namespace, 0, 0, reads_all=True)
    try:
        account = pwd.getpwuid(NOBODY)
        subprocess.run(
            ["/bin/true"],
            preexec_fn=lambda: enter_account(account.pw_uid, account.pw_gid),
            check=True,
        )
    except (KeyError, subprocess.SubprocessError, OSError):
        raise NoIdentity(
            "PostgreSQL will not run as root, and here root can neither make a user namespace "
            "nor become the account nobody. Run this as an ordinary user, or set DATABASE_URL."
        ) from None
    uid, gid = account.pw_uid, account.pw_gid
    return Identity(
        "as the account nobody", lambda: enter_account(uid, gid), uid, gid, reads_all=False
    )
