"""A line between a browser and the hall that can be cut while something is sent, as Wi-Fi does it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PIECE = 65_536
# What arrives of the request it is cut at: nothing, half of it, or all of it and the answer is lost.
WAYS = ("nothing", "half", "no answer")


class Line:
    """Passes everything on to the hall until it is cut; `mend` lets it pass again."""

    def __init__(self, port: int) -> None:
        self.hall = port
        self.way, self.path, self.dead = "", b"", False
        self.cut = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def cut_at(self, path: str, way: str) -> None:
        """Go dead at the next request that writes to an address with this end; `cut` is set when that happened."""
        self.cut.clear()
        self.path, self.way = f"{path} HTTP".encode(), way

    def mend(self) -> None:
        """Be a line again."""
        self.way, self.dead = "", False

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self.listener.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        """One connection, until either end or the cut ends it."""
        with near, suppress(OSError):
            if self.dead:
                return
            with socket.create_connection(("127.0.0.1", self.hall)) as far:
                threading.Thread(target=self._up, args=(near, far), daemon=True).start()
                self._down(near, far)

    def _up(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            last = False
            while data := near.recv(PIECE):
                if self.way and data.startswith(b"POST ") and self.path in data.partition(b"\r\n")[0]:
                    way, self.way, self.dead = self.way, "", True
                    self.cut.set()
                    far.sendall({"nothing": b"", "half": data[: len(data) // 2]}.get(way, data))
                    last = way == "no answer"
                elif not self.dead or last:
                    far.sendall(data)
                if self.dead and not last:
                    break
        _end(near, far)

    def _down(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while (data := far.recv(PIECE)) and not self.dead:
                near.sendall(data)
        _end(near, far)


def _end(*ends: socket.socket) -> None:
    for one in ends:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    """A line to the hall at this port."""
    line = Line(port)
    try:
        yield line
    finally:
        line.listener.close()
