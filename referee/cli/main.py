"""The command line: `referee`. Each group of commands is a module of `referee.cli`."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

import click

from referee import __version__
from referee.errors import INTERRUPTED, InputError
from referee.games import registry
from referee.games.interface import Game
from referee.games.toolkit.commands import LazyCommand
from referee.records.text import show

BAD_INPUT = 2
INTERNAL_ERROR = 70
OUTPUT_CLOSED = 1
_DISK_FULL = frozenset(getattr(errno, name, 0) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO"))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Referee physical board games: rules by number, sight lines, verdicts, and a table to play at."""


for name, place, says in (
    ("actions", "rulings:actions", "List every legal action: a position a line in, an answer a line out."),
    ("backup", "hosting:backup", "Copy all games, maps and seats into FILE while they are played."),
    ("case", "rulebook:case", "Show a case by its number."),
    ("chart", "rulebook:chart", "Show a chart, and the row that a roll falls into."),
    ("charts", "rulebook:charts", "List the charts of a game."),
    ("games", "games:games", "List the installed games."),
    ("judge", "rulings:judge", "Rule on actions: a question a line in, a ruling a line out."),
    ("library", "hosting:library_group", "List or delete the maps and counter sheets that people uploaded."),
    ("print", "games:print_group", "Print a board and counters as PDF, at exact size."),
    ("replay", "records:replay", "Judge a record from first line to last."),
    ("restore", "hosting:restore", "Put back what `referee backup` copied."),
    ("search", "rulebook:search", "Find cases by words."),
    ("serve", "hosting:serve", "Serve the app for the tablet and the phones."),
    ("simulate", "games:simulate", "Play whole games between simple players."),
    ("surveys", "hosting:surveys_group", "List the surveys that people draw, or delete one."),
    ("tables", "hosting:tables_group", "List the tables on a server, archive or delete one."),
    ("verify", "records:verify", "Check the seals and the dice of a finished record."),
):
    cli.add_command(LazyCommand(name, f"referee.cli.{place}", says))
cli.add_command(LazyCommand("demo", "referee.cli.demo:demo", "Serve a table in a given state.", hidden=True))


def add_commands_of(games: Iterable[Game], to: click.Group) -> None:
    """Add the commands that only some games have; where a game cannot give its own, a sentence says so."""
    for game in games:
        try:
            own = list(game.commands())
        except Exception as error:  # noqa: BLE001 - a stranger's game may fail in any way
            say = f"The commands of the game {show(game.id)} cannot be used ({type(error).__name__})."
            click.echo(say, err=True)
            continue
        for one in own:
            if one.name in to.commands:
                say = f"The game {show(game.id)} has a command {show(one.name)}; there is one already."
                click.echo(say, err=True)
            else:
                to.add_command(one)


add_commands_of(registry.games().values(), cli)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status. Users never see a traceback."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 2 for bad input, with one sentence about it."""
    _open_closed_streams()
    _use_utf8(sys.stdout)
    _use_utf8(sys.stderr)
    try:
        status = cli.main(args=arguments, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _print_error(error.sentence, len(error.problems) - 1)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.ClickException as error:
        return _print_error(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone. Python must not try to write the rest on exit.
        _discard_output()
        return OUTPUT_CLOSED
    except OSError as error:
        if error.errno not in _DISK_FULL:
            return _internal_error(error)
        _discard_output()
        click.echo(f"referee: The answer cannot be written: {error.strerror}.", err=True)
        return OUTPUT_CLOSED
    except Exception as error:  # noqa: BLE001 - users never see a traceback
        return _internal_error(error)
    return status if isinstance(status, int) else 0


def _internal_error(error: Exception) -> int:
    if os.environ.get("REFEREE_DEBUG"):
        raise error
    click.echo(f"referee: Something went wrong in the program itself ({type(error).__name__}).", err=True)
    return INTERNAL_ERROR


def _open_closed_streams() -> None:
    """Give a program that was started with its streams closed empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _discard_output() -> None:
    """Have Python not try to write the rest of our output on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(sentence: str, more: int = 0) -> int:
    """Print what is wrong with the input on one line, and return the exit status."""
    rest = f" (and {more} more)" if more else ""
    click.echo(f"referee: {' '.join(sentence.split())}{rest}", err=True)
    return BAD_INPUT


def _use_utf8(stream: TextIO) -> None:
    """Make a stream write UTF-8 on every machine and never fail on a character."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
