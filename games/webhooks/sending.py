"""One delivery sent once: signed as Standard Webhooks lays down, to a checked address, in time.

The name is looked up here and nowhere later: what is connected to is the very address that was
looked at. Host and TLS still go by the name. No redirect is followed.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

import httpcore
from standardwebhooks.webhooks import Webhook

from games.webhooks.addresses import Forbidden, Unknown, addresses_in_time, is_open

SECONDS: Final = 10.0
"""For all of it: name, connection, sending, answer."""
CONNECT_SECONDS: Final = 4.0
"""For the connection to one address."""
LARGEST_ANSWER: Final = 65_536
"""So many bytes of an answer's body are read at most; nothing is made of them."""
AGENT: Final = "backalley-webhooks/1"

Headers = dict[bytes | str, bytes | str]


class Outcome(NamedTuple):
    """How it went: `status` is the answer's, None if there was none; `error` is "" if all is well.

    `milliseconds` is how long it took.
    """

    status: int | None
    error: str
    milliseconds: int

    @property
    def ok(self) -> bool:
        """Whether the receiver has it."""
        return not self.error


def send(*, url: str, secret: str, message_id: str, body: str, now: datetime) -> Outcome:
    """Send it, at the time `now` by its signature. Never raises for what the receiver does."""
    began = time.monotonic()
    status: int | None = None
    error = ""
    try:
        status = _post(url, body, _headers(secret, message_id, body, now), began + SECONDS)
    except Forbidden:
        error = "the address is private"
    except Unknown:
        error = "the host has no address"
    except (httpcore.TimeoutException, TimeoutError):
        error = "timed out"
    except httpcore.NetworkError as fault:
        error = "no secure connection" if _is_tls(fault) else "no connection"
    except (httpcore.ProtocolError, httpcore.UnsupportedProtocol):
        error = "no answer that HTTP knows"
    if status is not None:
        error = _judged(status)
    return Outcome(status, error, round((time.monotonic() - began) * 1000))


def _judged(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return "redirects are not followed" if 300 <= status < 400 else f"answered {status}"


def _headers(secret: str, message_id: str, body: str, now: datetime) -> Headers:
    return {
        "content-type": "application/json",
        "user-agent": AGENT,
        "accept": "*/*",
        "connection": "close",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(message_id, now, body),
    }


def _post(url: str, body: str, headers: Headers, deadline: float) -> int:
    target = httpcore.URL(url)
    host = target.host.decode("ascii")
    port = "" if target.port is None else f":{target.port}"
    content = body.encode()
    named: Headers = {
        "host": f"[{host}]{port}" if ":" in host else f"{host}{port}",
        "content-length": str(len(content)),
        **headers,
    }
    with (
        httpcore.ConnectionPool(
            ssl_context=_tls() if target.scheme == b"https" else None,
            network_backend=_CheckedNetwork(deadline),
        ) as pool,
        pool.stream("POST", target, headers=named, content=content) as answer,
    ):
        read = 0
        for part in answer.iter_stream():
            read += len(part)
            if read > LARGEST_ANSWER:
                break
        return answer.status


class _CheckedNetwork(httpcore.NetworkBackend):
    """Connects to open addresses alone, and to nothing after the deadline."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = Unknown(host)
        for address in addresses_in_time(host, port, _left(self._deadline)):
            patience = min(CONNECT_SECONDS, _left(self._deadline))
            try:
                stream = self._network.connect_tcp(address, port, patience, local_address, [])
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            # Whoever it was that answered: nothing has been sent yet.
            if not is_open(stream.get_extra_info("server_addr")[0]):
                stream.close()
                raise Forbidden(host)
            return _TimedStream(stream, self._deadline)
        raise failure


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every step ends at one deadline: no trickle of bytes prolongs it."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._deadline))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, _left(self._deadline))
        return _TimedStream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    """The seconds until then. Raises TimeoutError when there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _is_tls(fault: Exception) -> bool:
    return isinstance(fault.__cause__ or fault.__context__, ssl.SSLError)


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    # Reading all authorities takes longer than most deliveries.
    return httpcore.default_ssl_context()
