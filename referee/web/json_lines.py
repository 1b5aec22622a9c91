"""The form of a log of JSON lines."""

from __future__ import annotations

import logging
import traceback
from datetime import UTC, datetime

from referee.records.text import dump_line


class JsonLines(logging.Formatter):
    """Writes each entry of the log as one JSON object on a line.

    Of an error it names the kind and the places in the program, not the words, which may tell a secret.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: when, how grave, who says it, what; for a request `method`, `route` and so on."""
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
