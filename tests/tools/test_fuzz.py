"""How long `make fuzz` goes on."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from tools import fuzz


class Rounds:
    """Runs of the tests that take four seconds each; the last of them finds something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, last: int) -> None:
        self.now, self.done, self.last = 0.0, 0, last
        monkeypatch.setattr(fuzz, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(subprocess, "run", self.run)

    def run(self, command: list[str], **_how: Any) -> SimpleNamespace:
        """Run the tests once."""
        assert command[-1] == fuzz.READERS
        self.now, self.done = self.now + 4.0, self.done + 1
        return SimpleNamespace(returncode=int(self.done == self.last))


@pytest.mark.parametrize(("seconds", "rounds"), [(1, 1), (8, 2), (10, 3)])
def test_files_are_spoilt_for_as_long_as_is_said(
    monkeypatch: pytest.MonkeyPatch, seconds: int, rounds: int
) -> None:
    tried = Rounds(monkeypatch, last=99)
    assert fuzz.read(seconds) == 0
    assert tried.done == rounds


def test_what_a_reader_does_wrong_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = Rounds(monkeypatch, last=2)
    assert fuzz.read(1000) == 1
    assert tried.done == 2
