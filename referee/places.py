"""The sockets on which several processes serve one address.

Where processes take connections from one socket, the first that wakes takes all of a crowd, and the others
stay idle. Linux shares connections out between sockets of one address (SO_REUSEPORT), so there each process
has its own. Elsewhere all have the same one.
"""

from __future__ import annotations

import socket
import sys


class Places:
    """A socket for each of `count` processes that serve the address to which `first` is bound."""

    def __init__(self, first: socket.socket, count: int) -> None:
        self._apart = count > 1 and _shared_out(first)
        self._sockets = {0: first}

    def of(self, place: int) -> socket.socket:
        """Return the socket of a place. It takes connections once a process listens there."""
        if not self._apart:
            return self._sockets[0]
        if place not in self._sockets:
            self._sockets[place] = _beside(self._sockets[0])
        return self._sockets[place]

    def leave(self, place: int) -> None:
        """Have the other places take all connections, until a process listens in this place again."""
        if self._apart and place in self._sockets:
            left = self._sockets[place]
            self._sockets[place] = _beside(left)
            left.close()

    def close(self) -> None:
        """Stop listening in all places."""
        for each in self._sockets.values():
            each.close()


def _shared_out(bound: socket.socket) -> bool:
    """Let further sockets have the address of this one; return whether that shares connections out."""
    if sys.platform != "linux":  # others let sockets share an address too, but one of them gets everything
        return False
    try:
        # Set before it was bound, it would let a second server have this address unseen.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        _beside(bound).close()
    except OSError:
        return False
    return True


def _beside(bound: socket.socket) -> socket.socket:
    """Return another socket of the same address, which does not listen yet. Raises OSError."""
    beside = socket.socket(bound.family, bound.type, socket.IPPROTO_TCP)
    try:
        beside.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        beside.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        beside.bind(bound.getsockname())
    except BaseException:
        beside.close()
        raise
    return beside
