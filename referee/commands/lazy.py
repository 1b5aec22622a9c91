"""A command whose module is loaded when the command is called, and not for the list of commands."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

import click


class LazyCommand(click.Command):
    """Stands for the command at `place`, as "package.module:name"; `help_` is what the list says of it."""

    def __init__(self, name: str, place: str, help_: str) -> None:
        super().__init__(name, short_help=help_)
        self._place = place

    @cached_property
    def command(self) -> click.Command:
        """The command itself."""
        module, _, name = self._place.partition(":")
        made = getattr(import_module(module), name)
        assert isinstance(made, click.Command)
        return made

    def make_context(self, *given: Any, **named: Any) -> click.Context:
        """Return a context of the command itself, which does the rest."""
        return self.command.make_context(*given, **named)
