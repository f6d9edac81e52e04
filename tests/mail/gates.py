"""Ways to a server that can be shut or cut off, for tests of what happens then."""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from tests.mail.servers import HOST, PATIENCE


class Gate:
    """A way to a server that can be shut, which breaks what goes through it, and opened again."""

    def __init__(self, port: int) -> None:
        self.server = port
        self.port = 0
        self.through: list[socket.socket] = []
        self.open()

    def open(self) -> None:
        """Let everybody through."""
        self.door = socket.create_server((HOST, self.port))
        self.port = int(self.door.getsockname()[1])
        self.leading = Thread(target=self._lead, args=(self.door,))
        self.leading.start()

    def shut(self) -> None:
        """Break every connection, and take no other."""
        for one in (self.door, *self.through):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.leading.join()
        for one in (self.door, *self.through):
            one.close()
        self.through.clear()

    def _lead(self, door: socket.socket) -> None:
        others: dict[socket.socket, socket.socket] = {}
        while True:
            for one in select.select([door, *others], [], [])[0]:
                if one is door:
                    try:
                        ours, _ = door.accept()
                    except OSError:
                        return  # it is shut
                    theirs = socket.create_connection((HOST, self.server))
                    self.through += [ours, theirs]
                    others |= {ours: theirs, theirs: ours}
                elif one in others:
                    self._pass(one, others)

    @staticmethod
    def _pass(one: socket.socket, others: dict[socket.socket, socket.socket]) -> None:
        """Give on what was said; where nobody says anything any more, tell the other side."""
        other = others[one]
        with suppress(OSError):
            if data := one.recv(4096):
                other.sendall(data)
                return
        for left in (one, other):
            del others[left]
            with suppress(OSError):
                left.shutdown(socket.SHUT_RDWR)


@contextmanager
def gate(port: int) -> Iterator[Gate]:
    """A gate before a server, open at first."""
    made = Gate(port)
    try:
        yield made
    finally:
        made.shut()


@contextmanager
def cut_off(port: int, after: int) -> Iterator[int]:
    """A way to a server that is cut when it has let so many bytes through to us; gives its port."""
    with socket.create_server((HOST, 0)) as door:

        def lead() -> None:
            try:
                ours, _ = door.accept()
            except OSError:
                return  # nobody came
            with ours, socket.create_connection((HOST, port)) as theirs:
                left = after
                while left > 0:
                    for one in select.select([ours, theirs], [], [], PATIENCE)[0]:
                        data = one.recv(min(left, 4096) if one is theirs else 4096)
                        left = left - len(data) if one is theirs else left
                        if not data:
                            return
                        (ours if one is theirs else theirs).sendall(data)

        thread = Thread(target=lead)
        thread.start()
        try:
            yield int(door.getsockname()[1])
        finally:
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
            thread.join()
