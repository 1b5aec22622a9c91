"""The settings of the app, where its time and chance come from, and where its files are."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from referee.errors import InputError
from referee.records.text import show

_PACKAGE_FOLDER = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the folder `templates` or `static`.

    Raises FileNotFoundError if it is in neither place: then the installation is broken.
    """
    for place in (_PACKAGE_FOLDER / name, _PACKAGE_FOLDER.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The folder {name!r} is missing from this installation.")


def templates_folder() -> Path:
    return folder("templates")


def static_folder() -> Path:
    return folder("static")


CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a table's code: no I and no O, which look like figures."""
CODE_LENGTH = 6
MAX_CHANCES_GAMES = 1000
"""The most games that a table may ask for to learn its chances."""
_CHANCES_GAMES = 300
_NEW_PER_HOUR = 300
_MAX_NEW_PER_HOUR = 1_000_000
_DEFAULT_MAX_UPLOADS = 500
_MAX_KEPT = 10_000_000
_MAX_DAYS = 36_500
_PIN_LENGTH = 6
ROOT_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
"""A path under which a referee may be, without the slash at its end."""
_MIN_SECRET = 16
"""The minimum length of a password or a secret."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(_PIN_LENGTH))


def _shuffled(values: tuple[int, ...]) -> tuple[int, ...]:
    mixed = list(values)
    secrets.SystemRandom().shuffle(mixed)
    return tuple(mixed)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where time and chance come from. Tests supply their own; nothing else in the app is random.

    `now` gives the time in ISO 8601, `code` a table's code, `pin` the figures shown on the tablet, `nonce`
    and `seed` 64 hexadecimal digits, `shuffled` the given values in a random order, `generation` a part of
    a seat's token that never comes twice, `clock` seconds that only ever grow, `time` seconds since 1970.
    With `seed_contributions` devices add to the seed of the dice; without, tests know the dice.
    """

    now: Callable[[], str] = _now
    code: Callable[[], str] = _code
    pin: Callable[[], str] = _pin
    nonce: Callable[[], str] = lambda: secrets.token_hex(32)
    seed: Callable[[], str] = lambda: secrets.token_hex(32)
    shuffled: Callable[[tuple[int, ...]], tuple[int, ...]] = _shuffled
    generation: Callable[[], str] = lambda: secrets.token_hex(16)
    clock: Callable[[], float] = time.monotonic
    time: Callable[[], float] = time.time
    seed_contributions: bool = True


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one app.

    `secret` is what seat tokens are made from; without one it is kept in a file beside a SQLite database,
    or in the database itself. Times are in seconds, sizes in bytes. `workers` is how many processes serve
    together, each with a share of the database's connections. `streams` is how many event streams are
    held open at once; the next one gets an answer straight away and asks again later. `public_url` is the
    address that other devices use, for links on a screen that reached the server as localhost. `address`
    (REFEREE_PUBLIC_URL) is the one address of a host: links show no other, whatever a request says. Its path
    is the `root` of all addresses. `proxied`
    (REFEREE_PROXIED=1) trusts the headers that one proxy in front of the app sets. `chances_games`
    (REFEREE_CHANCES_GAMES) is how many games are played on when a table asks for its chances and gives no
    number. `new_per_hour` (REFEREE_NEW_PER_HOUR) is how many tables, maps, counter sheets and surveys one
    address may make in an hour. `log` (REFEREE_LOG) "json"
    writes logs as JSON lines, with one for each request. `metrics` (REFEREE_METRICS) is the password with
    which Prometheus reads `/metrics`; without one there is no such address.

    `most_tables` (REFEREE_MOST_TABLES) is how many tables the server keeps, 0 for any number; `most_brought`
    (REFEREE_MOST_BROUGHT) how many maps, counter sheets and surveys of each kind. Whatever was unused for
    `archive_after` days (REFEREE_ARCHIVE_AFTER) goes into `archive_folder` (REFEREE_ARCHIVE_FOLDER), and for
    `delete_after` days (REFEREE_DELETE_AFTER) is deleted; 0 for never. `referee.web.maintenance` does it.
    """

    database_url: str = ""
    secret: str = ""
    max_body: int = 2_000_000
    stream_seconds: float = 50.0
    heartbeat_seconds: float = 10.0
    streams: int = 4000
    workers: int = 1
    chances_games: int = 0
    new_per_hour: int = 0
    most_tables: int = 0
    most_brought: int = 0
    archive_after: int = 0
    archive_folder: str = ""
    delete_after: int = 0
    public_url: str = ""
    address: str = ""
    proxied: bool = False
    log: str = ""
    metrics: str = ""
    testing: bool = False
    sources: Sources = field(default_factory=Sources)

    @property
    def root(self) -> str:
        """The path of the host's address: "/referee" for https://club.example/referee/, else ""."""
        return urlsplit(self.address).path.rstrip("/")

    @classmethod
    def of(cls, given: Config | Mapping[str, Any] | None) -> Config:
        """Return the settings from a mapping, with the environment for whatever it leaves out.

        Raises ValueError for a setting that does not exist.
        """
        if isinstance(given, Config):
            return _with_environment(given, {})
        unknown = set(given or {}) - {f.name for f in fields(cls)}
        if unknown:
            raise ValueError(f"There is no setting {min(unknown)!r}.")
        return _with_environment(cls(), dict(given or {}))


def _with_environment(config: Config, given: dict[str, Any]) -> Config:
    values = {f.name: getattr(config, f.name) for f in fields(config)} | given
    values["database_url"] = values["database_url"] or os.environ.get("DATABASE_URL") or default_database()
    values["secret"] = values["secret"] or _read_secret("REFEREE_SECRET")
    values["address"] = _read_address(values["address"] or os.environ.get("REFEREE_PUBLIC_URL", ""))
    values["proxied"] = values["proxied"] or _read_choice("REFEREE_PROXIED", "", ("", "0", "1")) == "1"
    values["log"] = _read_choice("REFEREE_LOG", values["log"], ("", "json"))
    values["metrics"] = _read_password("REFEREE_METRICS", values["metrics"])
    values["archive_folder"] = values["archive_folder"] or os.environ.get("REFEREE_ARCHIVE_FOLDER", "")
    for name, (usual, most) in _NUMBER_SETTINGS.items():
        values[name] = values[name] or read_number(f"REFEREE_{name.upper()}", usual, most)
    _check_times(values)
    return Config(**values)


_NUMBER_SETTINGS = {
    "chances_games": (_CHANCES_GAMES, MAX_CHANCES_GAMES),
    "new_per_hour": (_NEW_PER_HOUR, _MAX_NEW_PER_HOUR),
    "most_tables": (0, _MAX_KEPT),
    "most_brought": (_DEFAULT_MAX_UPLOADS, _MAX_KEPT),
    "archive_after": (0, _MAX_DAYS),
    "delete_after": (0, _MAX_DAYS),
}
"""Settings that are numbers: their usual values, and the most that they may be."""


def _check_times(values: Mapping[str, Any]) -> None:
    """Check the times after which unused tables are archived and deleted. Raises InputError."""
    archived, deleted, folder = (values[n] for n in ("archive_after", "delete_after", "archive_folder"))
    if bool(archived) != bool(folder):
        raise InputError("REFEREE_ARCHIVE_AFTER and REFEREE_ARCHIVE_FOLDER: set both, or neither.")
    if folder and not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"REFEREE_ARCHIVE_FOLDER: {show(folder)} is not a folder that the referee can write to."
        )
    if archived and 0 < deleted <= archived:
        raise InputError("REFEREE_DELETE_AFTER: it must be more days than REFEREE_ARCHIVE_AFTER.")


def _read_address(text: str) -> str:
    """Return the address of a host with a slash at its end; "" for none. Raises InputError for other text."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        whole = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not (parts.query or parts.fragment)
        )
        root = parts.path.rstrip("/")
    except ValueError:
        whole, root = False, ""
    if not whole or not text.isprintable() or (root and not ROOT_PATH.fullmatch(root)):
        raise InputError(
            f"REFEREE_PUBLIC_URL: {show(text)} is not an address like https://referee.example/ or"
            " https://club.example/referee/."
        )
    return f"{parts.scheme}://{parts.netloc}{root}/"


def _read_choice(name: str, given: str, words: tuple[str, ...]) -> str:
    """Return a word that was given or is in the environment. Raises InputError for another one."""
    word = given or os.environ.get(name, "")
    if word not in words:
        raise InputError(f"{name} must be {', '.join(filter(None, words))} or nothing, not {show(word)}.")
    return word


def _read_password(name: str, given: str) -> str:
    """Return a password that was given or is in the environment; "" for none. Raises InputError."""
    text = given or os.environ.get(name, "")
    if text and not (len(text) >= _MIN_SECRET and text.isascii() and text.isprintable() and " " not in text):
        raise InputError(
            f"{name}: it needs at least {_MIN_SECRET} letters, digits or symbols, without spaces."
        )
    return text


def _read_secret(name: str) -> str:
    """Return a secret from the environment; "" for none. Raises InputError for a short one."""
    text = os.environ.get(name, "")
    if text and len(text) < _MIN_SECRET:
        raise InputError(
            f"{name}: it needs at least {_MIN_SECRET} characters. Make one with `openssl rand -hex 32`,"
            " and keep it: another secret gives every seat another link."
        )
    return text


def _home_folder() -> Path:
    # An empty HOME would lead to the root of the disk.
    with suppress(RuntimeError, KeyError):
        if os.environ.get("HOME") != "" and (home := Path.home()).is_dir():
            return home
    raise InputError(
        "You have no home folder here to keep games in. Say where to keep them: with --database"
        " sqlite:////a/folder/games.sqlite3, or with the variable DATABASE_URL."
    )


def read_number(name: str, usual: int, most: int) -> int:
    """Return a number from the environment, or `usual` if it is not set.

    Raises InputError for text that is not a number from 1 to `most`.
    """
    text = os.environ.get(name, "")
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= most):
        raise InputError(f"{name}: {show(text)} is not a number from 1 to {most}.")
    return int(text)


def default_database() -> str:
    """Return the address of the embedded database: a file in the user's own data folder.

    Raises InputError for somebody who has none.
    """
    data = os.environ.get("XDG_DATA_HOME") or f"{_home_folder()}/.local/share"
    return f"sqlite:///{Path(data) / 'referee' / 'tables.sqlite3'}"
