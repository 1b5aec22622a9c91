"""`referee demo`: a table in a given state, for whoever works on a screen.

Werkzeug's server starts anew when a template, a style, a script or a Python file is saved. Each page then
reloads itself. The table lives in a temporary folder for as long as the command runs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from flask import Flask, Response
from werkzeug.serving import WSGIRequestHandler, is_running_from_reloader, run_simple

from referee import config
from referee.app import create_app
from referee.cli.serve import address_of, listening_socket
from referee.config import Config
from referee.errors import InputError
from referee.games import registry
from referee.games.demo_states import SEED, DemoState, shuffled
from referee.games.toolkit.commands import Whole
from referee.records.text import Json, show
from referee.tables import views
from referee.tables.service import Tables

LOCAL = "127.0.0.1"
_DATABASE = "REFEREE_DEMO_DATABASE"
"""Names the database of the table to the server, which starts anew again and again."""
_STARTED = str(time.time_ns())
"""Names the server that runs now."""
_RELOAD = """\
const mine = new URL(import.meta.url).search.slice(1);
new EventSource("/demo-started").onmessage = ({ data }) => data === mine || location.reload();
"""
_TAG = f'<script type="module" src="/demo-reload.js?{_STARTED}"></script>\n</body>'.encode()
_SILENCE = 10
_RETRY_MS = 200


@click.command(hidden=True)
@click.argument("state", required=False)
@click.option("--system", metavar="ID", help="The game; needed where two games have a state of this name.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="An option of the table.")
@click.option("--host", metavar="H", default=LOCAL, show_default=True, help="The address to listen on.")
@click.option("--port", metavar="P", default=8000, show_default=True, type=Whole(0, 65_535), help="The port.")
def demo(state: str | None, system: str | None, given: tuple[str, ...], host: str, port: int) -> None:
    """Serve a table in STATE, and reload its screens when a file is saved; without STATE list all states."""
    if state is None:
        _list(system)
    elif is_running_from_reloader():
        app = _app(os.environ[_DATABASE])
        run_simple(
            host, port, app,
            use_reloader=True, extra_files=_shown_files(), threaded=True, request_handler=_Quiet,
        )  # fmt: skip
    else:
        game, found = _found(state, system)
        _play(found, {"system": game, **found.options, **dict(_pair(text) for text in given)}, host, port)


def _list(system: str | None) -> None:
    """Print a line for each state."""
    for game, states in groupby(_states(system), itemgetter(0)):
        click.echo(f"{game}:")
        for _, name, there in states:
            click.echo(f"  {name:20}{there.says}")


def _play(state: DemoState, options: Json, host: str, port: int) -> None:
    """Play a new table to a state, print the addresses of its seats, and start the server again and again."""
    with TemporaryDirectory() as folder, listening_socket(host, port) as listening:
        os.environ[_DATABASE] = f"sqlite:///{folder}/tables.sqlite3"
        app = create_app(Config(database_url=os.environ[_DATABASE]))
        tables: Tables = app.extensions["tables"]
        table = LocalTable.new(tables, options)
        state.play(table)
        tables.close()
        address, port = address_of("", listening), listening.getsockname()[1]
        listening.close()
        for seat, token in table.tokens.items():
            click.echo(f"{seat:10} {_for_seat(address, seat)}join/{token}")
        run_simple(host, port, app, threaded=True, use_reloader=True)


class _Quiet(WSGIRequestHandler):
    """Logs what went wrong alone: a device also fetches the whole rulebook."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log a request that was not answered well."""
        if not str(code).startswith(("2", "3")):
            super().log_request(code, size)


def _states(system: str | None) -> Iterator[tuple[str, str, DemoState]]:
    """Yield each state of a game, or of all games, with the game's id and its own name."""
    games = registry.games() if system is None else {system: registry.game(system, "--system")}
    for id_, game in games.items():
        for name, state in getattr(game, "demo_states", {}).items():
            yield id_, name, state


def _found(name: str, system: str | None) -> tuple[str, DemoState]:
    """Return the state of this name and the id of its game. Raises InputError unless there is just one."""
    found = [(id_, state) for id_, there, state in _states(system) if there == name]
    if not found:
        raise InputError(f"STATE: there is no state {show(name)}; `referee demo` lists all.")
    if len(found) > 1:
        games = " or ".join(f"--system {id_}" for id_, _ in found)
        raise InputError(f"STATE: several games have a state {show(name)}; add {games}.")
    return found[0]


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise InputError(f"--option: {show(text)} should be a name and a value, as in name=value.")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


def _for_seat(address: str, seat: str) -> str:
    """Return the address for one seat. On this machine each seat has a name, and so a browser's cookies."""
    return address.replace(f"//{LOCAL}:", f"//{seat}.localhost:")


def _shown_files() -> list[str]:
    """Return every template and static file."""
    own = [game.folder for game in registry.games().values() if game.folder is not None]
    folders = [config.templates_folder(), config.static_folder(), *own]
    return [str(file) for folder in folders for file in Path(folder).rglob("*") if file.is_file()]


def _app(database: str) -> Flask:
    """Return the app, whose pages reload themselves once the server has started anew."""
    app = create_app(Config(database_url=database))

    @app.get("/demo-reload.js")
    def demo_reload() -> Response:
        return Response(_RELOAD, mimetype="text/javascript")

    @app.get("/demo-started")
    def demo_started() -> Response:
        return Response(_started(), mimetype="text/event-stream")

    @app.after_request
    def add_script(answer: Response) -> Response:
        if answer.mimetype == "text/html" and not answer.is_streamed:
            answer.set_data(answer.get_data().replace(b"</body>", _TAG))
        return answer

    return app


def _started() -> Iterator[str]:
    """Yield when this server started, and then nothing until it ends."""
    yield f"retry: {_RETRY_MS}\ndata: {_STARTED}\n\n"
    while True:
        time.sleep(_SILENCE)
        yield ": still here\n\n"


@dataclass(frozen=True, slots=True)
class LocalTable:
    """A new table that is played to a state without taking its seats: a `DemoTable`."""

    tables: Tables
    code: str
    tokens: dict[str, str]

    @classmethod
    def new(cls, tables: Tables, options: Json) -> LocalTable:
        """Return a new table, with the same dice and the same order of pieces each time."""
        made = tables.lobby.create(options, shuffled, SEED)
        return cls(tables, made["code"], {seat: link["token"] for seat, link in made["seats"].items()})

    @property
    def seats(self) -> Collection[str]:
        """The seats that it has."""
        return self.tokens.keys()

    def view(self, seat: str = "table") -> dict[str, Any]:
        """Return what a seat sees."""
        return self.tables.view(self.code, seat).to_json()

    def actions(self, seat: str) -> list[Any]:
        """Return what a seat may do now."""
        with self.tables.store.locked(self.code) as table:
            return list(self.tables.playing.actions(table, seat))

    def do(self, seat: str, action: Json, version: int | None = None) -> dict[str, Any]:
        """Carry out an action."""
        with self.tables.store.locked(self.code) as table:
            known = table.version_for(seat) if version is None else version
            ruling = self.tables.playing.do(table, seat, dict(action), known)
            return {
                "ruling": views.carried_out(table, ruling, seat),
                "view": views.view(table, seat).to_json(),
            }
