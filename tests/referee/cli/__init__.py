"""Running the command line in tests: in this process, with what it read and wrote."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import pytest

from referee.cli import main as cli


@dataclass(frozen=True)
class Ran:
    """What a command left behind: its exit status, standard output and standard error."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Cli:
    """The command line."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: object, stdin: str | bytes = b"") -> Ran:
        """Run `referee` with arguments."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = cli.run([str(a) for a in arguments])
        captured = self.capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    def refused(self, *arguments: object, stdin: str | bytes = b"") -> str:
        """Run `referee` with bad input; return its sentence after checking that it is just one."""
        ran = self(*arguments, stdin=stdin)
        assert ran.status == 2, ran
        assert not ran.out, ran
        assert ran.err.startswith("referee: "), ran
        assert ran.err.count("\n") == 1, ran
        assert "Traceback" not in ran.err
        return ran.err.removeprefix("referee: ").rstrip("\n")
