"""Calls that threads want made on an event loop: any number that come together wake it once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class LoopCalls:
    """Has functions called on an event loop, in the order in which any threads ask for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls = deque[tuple[Callable[..., None], tuple[Any, ...]]]()
        self._awake = False

    def soon(self, function: Callable[..., None], *arguments: Any) -> None:
        """Have a function called that raises nothing; where the loop has ended it is not."""
        self._calls.append((function, arguments))
        if not self._awake:
            self._awake = True
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._call_all)

    def _call_all(self) -> None:
        # A call added from here on wakes the loop again: none is forgotten.
        self._awake = False
        while self._calls:
            function, arguments = self._calls.popleft()
            function(*arguments)
