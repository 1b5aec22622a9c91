"""How far a long command is, on standard error: in place on a terminal, otherwise a line for each tenth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

import click

_T = TypeVar("_T")
SOON_S = 1.0
"""What is over within a second shows no progress."""


class Progress:
    """Tells how far a command is that does something `total` times."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.tenths = self.width = 0

    def show(self, done: int, text: str) -> None:
        """Show a line of text, if it is news."""
        if sys.stderr.isatty():
            ending = "\n" if done == self.total else ""
            # A shorter text covers the longer one before it.
            click.echo(f"\r{text:{self.width}}{ending}", err=True, nl=False)
            self.width = len(text)
        elif (tenths := done * 10 // self.total) > self.tenths:
            self.tenths = tenths
            click.echo(text, err=True)


class Games:
    """Tells how many games of a simulation are over, once it has lasted a second."""

    def __init__(self, total: int, clock: Callable[[], float] = monotonic) -> None:
        self.progress = Progress(total)
        self.clock = clock
        self.began = clock()
        self.over = 0

    def __call__(self, within: str = "") -> None:
        """Show how many are over; `within` says how far the present one is."""
        if self.clock() - self.began >= SOON_S:
            self.progress.show(self.over, f"{self.over} of {self.progress.total} games{within}.")

    def counted(self, played: Iterable[_T]) -> Iterator[_T]:
        """Give each game as it comes, and tell that it is over."""
        for game in played:
            self.over += 1
            self()
            yield game
