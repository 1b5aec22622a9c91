"""What other processes of the same host know: who is connected to them, and what has changed there."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from referee.storage.channel import ALONE, Channel, Heard

if TYPE_CHECKING:
    from referee.hub import Hub


class Elsewhere:
    """The other processes, as this one hears of them through `channel`."""

    def __init__(self, channel: Channel = ALONE) -> None:
        self._channel, self.tell = channel, channel.tell
        self._guard = threading.Lock()
        self._streams: dict[str, set[tuple[str, str]]] = {}

    @property
    def linked(self) -> bool:
        """Whether every change elsewhere is heard of here, so that the database need not be asked."""
        return self._channel.linked

    def lives(self, process: str) -> bool:
        """Return whether another process gave a sign of life lately."""
        return self._channel.lives(process)

    def listens(self, code: str, seat: str) -> bool:
        """Return whether a device of a seat has its event stream at another process."""
        if code not in self._streams:
            return False
        with self._guard:
            there = [process for process, listener in self._streams.get(code, ()) if listener == seat]
        return any(self.lives(process) for process in there)

    def forget(self, code: str) -> None:
        """Let go of a table that is gone."""
        with self._guard:
            self._streams.pop(code, None)

    def listen(self, hub: Hub) -> None:
        """Have a hub hear what happens elsewhere, and others what happens at it."""

        def listens(process: str, code: str, seat: str, still: bool) -> None:
            with self._guard:
                there = self._streams.setdefault(code, set())
                (there.add if still else there.discard)((process, seat))
            hub.heard_here(code, seat, listens=True)

        def began(process: str) -> None:
            del process
            self.tell("anew")
            for code, seat in hub.held_here():
                self.tell("listens", code, seat, True)
            hub.look_again()

        hears: dict[str, Heard] = {
            "version": lambda _, code, version: hub.announce_here(code, version),
            "ticked": lambda _, code: hub.ticked_here(code),
            "warned": lambda _, code: hub.warn_here(code),
            "heard": lambda _, code, seat: hub.heard_here(code, seat),
            "gone": lambda _, code: hub.forget_here(code),
            "sent_away": lambda _, code, seat: hub.send_away_here(code, seat),
            "listens": listens,
            "began": began,
            "anew": self._without,
            "ended": self._without,
        }
        for kind, hear in hears.items():
            self._channel.hear(kind, hear)

    def _without(self, process: str) -> None:
        """Forget the streams of a process that has ended, or that tells them again."""
        with self._guard:
            for there in self._streams.values():
                there.difference_update({held for held in there if held[0] == process})
            self._streams = {code: there for code, there in self._streams.items() if there}
