"""The format of logs as JSON lines."""

from __future__ import annotations

import logging
import traceback
from datetime import UTC, datetime

from referee.records.text import dump_line


class JsonLines(logging.Formatter):
    """Writes each entry of the log as one JSON object on a line.

    For an error it gives the type and the traceback, not the message, which may contain a secret.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, logger, message; for a request also `method`, `route` and so on."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__
            told["where"] = [f"{at.filename}:{at.lineno}" for at in traceback.extract_tb(record.exc_info[2])]
        return dump_line(told)
