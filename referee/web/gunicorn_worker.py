"""The parts of a gunicorn worker that are ours: its log, and how it reads the body of a request."""

from __future__ import annotations

import errno
import sys
import time
from collections.abc import Callable
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.http.errors import ParseException

from referee.config import Config
from referee.web.json_lines import JsonLines

_PIECE = 128
"""Bytes of a body that are read at once, also in chunks of one byte."""
_TURN_SECONDS = 0.005
"""How long a request reads what has arrived before the others have their turn."""


class GunicornLogger(Logger):  # type: ignore[misc]
    """gunicorn's own log. What a client sent may hold a token, so nothing of it is repeated."""

    def setup(self, cfg: Any) -> None:
        """Write JSON where the app does."""
        super().setup(cfg)
        for handler in self.error_log.handlers if Config.of(None).log else ():
            handler.setFormatter(JsonLines())

    def warning(self, msg: str, *args: Any, **more: Any) -> None:
        """Warn of a request that cannot be read without its words."""
        super().warning(msg.partition(" from ip=")[0], *args, **more)

    def exception(self, msg: object, *_: Any, **more: Any) -> None:
        """Log an error without the address; skip requests that end with their worker."""
        if type(sys.exception()).__name__ != "GreenletExit":
            super().exception(str(msg).partition(" %s")[0], **more)


class RequestBody:
    """The body of a request. A fast sender does not block other requests."""

    def __init__(self, reader: Any, others: Callable[[], object], most: int) -> None:
        self._reader, self._others, self._left = reader, others, most
        self._until = 0.0

    def read(self, size: int) -> bytes:
        """Return the next bytes. Raises ConnectionResetError for a body that is broken or has no end."""
        if time.monotonic() >= self._until:
            self._others()
            self._until = time.monotonic() + _TURN_SECONDS
        try:
            data: bytes = self._reader.read(min(size, _PIECE))
        except ParseException:
            raise ConnectionResetError(errno.ECONNRESET, "a body that cannot be read") from None
        self._left -= len(data)
        if self._left < 0:
            raise ConnectionResetError(errno.ECONNRESET, "a body that is too long")
        return data
