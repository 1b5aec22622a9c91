"""Helpers for commands: options, reading files and lines, printing JSON, progress, lazy loading."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, TypeVar

import click

from referee.errors import InputError
from referee.games import registry
from referee.games.interface import Game
from referee.records.text import LONGEST, dump_line, read_json, show


class LazyCommand(click.Command):
    """A command, loaded when called from `place`, "package.module:name"; `help_` is its short help."""

    def __init__(self, name: str, place: str, help_: str, *, hidden: bool = False) -> None:
        super().__init__(name, short_help=help_, hidden=hidden)
        self._place = place

    @cached_property
    def command(self) -> click.Command:
        """The command itself."""
        module, _, name = self._place.partition(":")
        made = getattr(import_module(module), name)
        assert isinstance(made, click.Command)
        return made

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """Return a context of the command itself, which does the rest."""
        return self.command.make_context(info_name, args, parent, **extra)


_T = TypeVar("_T")
SOON_S = 1.0
"""Work that takes less than a second shows no progress."""


class Progress:
    """Shows the progress of a command that does something `total` times."""

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
    """Shows how many games of a simulation are over, once it has lasted a second."""

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
        """Yield each game as it comes, and show that it is over."""
        for game in played:
            self.over += 1
            self()
            yield game


class Whole(click.IntRange):
    """An integer within bounds; its error uses the name that people know."""

    name = "whole number"


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
map_option = click.option(
    "--map", "map_file", metavar="FILE", help="A map to use instead of the bundled one."
)
counters_option = click.option(
    "--counters", "counters_file", metavar="FILE", help="A counter sheet to use instead of the stand-in."
)
system_option = click.option(
    "--system",
    default=registry.default,
    help="The game, as `referee games` names it; by default the first of them.",
)


def game_named(system: str) -> Game:
    """Return the game of `--system`. Raises InputError for one that the referee does not know."""
    games = registry.games()
    if system not in games:
        raise InputError(f"--system: {show(system)} is not a game here; try {', '.join(games)}.")
    return games[system]


def _with_board(context: click.Context, option: click.Parameter, system: str) -> str:  # noqa: ARG001
    """Check that the game of `--system` has maps and counter sheets. Raises InputError."""
    game = game_named(system)
    if game.board is None:
        raise InputError(f"--system: {game.title} has no maps and no counter sheets.")
    return system


board_option = click.option(
    "--system",
    default=registry.default,
    callback=_with_board,
    expose_value=False,
    help="The game, as `referee games` names it; by default the first of them.",
)
"""The option of the commands that only a game with maps and counter sheets has."""


def read_file(name: str, most: int = LONGEST) -> bytes:
    """Return the bytes of a whole file; "-" is standard input. Raises InputError."""
    with _opened(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise InputError(f"The file {show(name)} is longer than {most} bytes.")
    return data


def read_lines(name: str) -> list[bytes]:
    """Yield the lines of a file, none of them too long; "-" is standard input. Raises InputError."""
    with _opened(name) as file:
        return list(lines_of(file))


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            yield file
    except (OSError, ValueError) as error:
        if isinstance(error, (InputError, BrokenPipeError)):
            raise
        raise InputError(f"The file {show(name)} cannot be read: {_why(error)}.") from None


@contextmanager
def writing(what: str) -> Iterator[None]:
    """Turn a failure to write a file into InputError, with a sentence that begins with `what`."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise InputError(f"{what} cannot be written: {_why(error)}.") from None


def _why(error: OSError | ValueError) -> str:
    """Return why a file cannot be used; a ValueError means an impossible file name."""
    return str(getattr(error, "strerror", None) or "this is not the name of a file").lower()


def read_json_file(name: str, most: int = LONGEST) -> Any:
    """Return the value of a JSON file of at most `most` bytes. Raises InputError."""
    return read_json(read_file(name, most), f"The file {show(name)}", most)


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream as they come.

    A line longer than `LONGEST` is given cut off, one byte longer than that, so that reading it fails.
    """
    while text := stream.readline(LONGEST + 1):
        if len(text) > LONGEST and not text.endswith(b"\n"):
            _skip_line(stream)
        yield text


def answer_lines(answer: Callable[[bytes], dict[str, Any]]) -> None:
    """Answer each line of standard input with a line of JSON at once; a bad one with `{"error": ...}`.

    A blank line between others is a bad one: the n-th answer is always that to the n-th line. Blank lines at
    the end are none. Raises InputError at the end when a line was bad; so the command exits with status 2.
    """
    good = bad = 0
    for text in _without_blank_end(lines_of(sys.stdin.buffer)):
        try:
            if text.isspace():
                raise InputError("The line is empty.")
            line = answer(text)
        except InputError as error:
            line = {"error": error.sentence}
            if len(error.problems) > 1:
                line["problems"] = list(error.problems)
        except Exception as error:  # noqa: BLE001 - the conversation goes on, whatever one line does to us
            line = {"error": f"The referee failed on this line ({type(error).__name__})."}
        bad, good = (bad + 1, good) if "error" in line else (bad, good + 1)
        print_json(line)
    if bad:
        raise InputError(f"{bad} of {bad + good} line{'s' * (bad + good > 1)} could not be read.")


def _without_blank_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines as they come, but a blank one only once another follows."""
    blank: list[bytes] = []
    for text in lines:
        if text.isspace():
            blank.append(text)
            continue
        yield from blank
        blank.clear()
        yield text


def print_json(data: Any) -> None:
    """Print JSON on one line and flush it, so that a program can reply."""
    sys.stdout.write(dump_line(data) + "\n")
    sys.stdout.flush()


def _skip_line(stream: BinaryIO) -> None:
    while text := stream.readline(65_536):
        if text.endswith(b"\n"):
            return
