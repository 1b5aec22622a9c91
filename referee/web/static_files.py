"""The static files, at addresses with a fingerprint: `/static/<fingerprint>/page/page.js`.

An import in a script names its neighbour, so it keeps the fingerprint: all files of a page are of one
edition. A browser keeps such a file for good and never asks again, for a changed file has another address.
The server reads the files once, when it starts. An upgrade beneath it cannot mix the old with the new.

The comments of our own scripts and styles are a fifth of what a page would load. They stay in the source: a
line keeps its number, so what a browser says of a line is found there.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app, g, request, url_for
from markupsafe import Markup
from werkzeug.routing import BaseConverter

from referee import config
from referee.games import registry

MIN_COMPRESSED_SIZE = 1000
"""Bytes below which compression gains nothing."""
COMPRESSIBLE_TYPES = frozenset(
    {
        "text/html", "text/css", "text/javascript", "application/javascript", "application/json",
        "application/jsonl", "application/problem+json", "image/svg+xml", "application/manifest+json",
    }
)  # fmt: skip
_LEVEL = 4


def compress(answer: Response) -> Response:
    """Return the answer, compressed if that saves space and the browser accepts it.

    Event streams stay as they are.
    """
    if answer.mimetype not in COMPRESSIBLE_TYPES:
        return answer
    answer.headers.add("Vary", "Accept-Encoding")
    if (
        answer.status_code not in {200, 201, 404, 409, 422}
        or answer.headers.get("Content-Encoding")
        or request.method == "HEAD"
        or not request.accept_encodings["gzip"]
    ):
        return answer
    if answer.is_streamed:
        return answer
    data = answer.get_data()
    if len(data) < MIN_COMPRESSED_SIZE:
        return answer
    answer.set_data(gzip.compress(data, _LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    return answer


FINGERPRINT = "[0-9a-f]{16}"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
FINGERPRINT_HEADER = "Referee-Files"
"""The header of a fragment with the fingerprint of the files that belong to it."""
_BEST_COMPRESSION = 9
_COMPRESSED: dict[str, bytes] = {}
"""Compressed content by etag, shared by the apps of this process."""
_COMMENTS = {
    ".js": re.compile(r"^ *(?://.*|/\*\*(?s:.*?)\*/)$", re.MULTILINE),
    ".css": re.compile(r"/\*(?!!)(?s:.*?)\*/"),
}
"""In a script, comments on separate lines. A licence, `/*!`, is kept."""
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
_CONTENT_TYPES = {
    ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
}  # fmt: skip
"""Stated here: a machine that calls scripts plain text would stop every module. Others it may know."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file: what it is, and its content once, packed with gzip where that gains something."""

    kind: str
    body: bytes
    packed: bool
    etag: str

    @property
    def data(self) -> bytes:
        return gzip.decompress(self.body) if self.packed else self.body


class StaticFiles:
    """The files of several folders, by the path that leads to each beneath `/static/`."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Read all files; `folders` names each folder by the beginning of its paths, such as "" or "go/"."""
        self._files = {
            start + file.relative_to(folder).as_posix(): _read(file, ours=not start)
            for start, folder in folders.items()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        }
        self._imported: dict[str, tuple[str, ...]] = {}
        whole = hashlib.sha256()
        for name in sorted(self._files):
            whole.update(f"{name} {self._files[name].etag}\n".encode())
        self.fingerprint = whole.hexdigest()[:16]
        """16 hexadecimal digits that change with any of the files."""

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def data(self, name: str) -> bytes:
        """Return a file's content. Raises KeyError when no file has this name."""
        return self._files[name].data

    def imported(self, name: str) -> tuple[str, ...]:
        """Return the names of all scripts that a script imports, itself or through others, each once.

        What is not there is left out.
        """
        if name not in self._imported:
            seen: dict[str, None] = {}
            self._follow(name, seen)
            self._imported[name] = tuple(script for script in seen if script != name)
        return self._imported[name]

    def _follow(self, name: str, seen: dict[str, None]) -> None:
        if name in seen or name not in self._files:
            return
        seen[name] = None
        for beside in _IMPORT.findall(self._files[name].data.decode()):
            self._follow(posixpath.normpath(posixpath.join(posixpath.dirname(name), beside)), seen)

    def answer(self, name: str, fingerprint: str | None) -> Response:
        """Return the answer to a request for a file, or 404.

        Only with the current fingerprint may a browser keep it without asking again. Another one comes from a
        page before an update, or from a second server with another edition; it gets the current file.
        """
        file = self._files.get(name)
        if file is None:
            abort(404)
        packed = file.packed and bool(request.accept_encodings["gzip"])
        answer = Response(file.body if packed else file.data, mimetype=file.kind)
        if packed:
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Cache-Control"] = IMMUTABLE if fingerprint == self.fingerprint else REVALIDATE
        answer.set_etag(file.etag)
        answer.make_conditional(request)
        return answer


def _read(file: Path, *, ours: bool) -> StaticFile:
    data = file.read_bytes()
    if ours and file.suffix in _COMMENTS:
        data = _COMMENTS[file.suffix].sub(_blank_lines, data.decode()).encode()
    etag = hashlib.sha256(data).hexdigest()[:16]
    kind = _CONTENT_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    packed = kind in COMPRESSIBLE_TYPES and len(data) >= MIN_COMPRESSED_SIZE
    if packed and etag not in _COMPRESSED:
        _COMPRESSED[etag] = gzip.compress(data, _BEST_COMPRESSION, mtime=0)
    return StaticFile(kind, _COMPRESSED[etag] if packed else data, packed, etag)


def _blank_lines(comment: re.Match[str]) -> str:
    """Return empty lines, as many as a comment has."""
    return "\n" * comment[0].count("\n")


class _FingerprintConverter(BaseConverter):
    regex = FINGERPRINT


def register(app: Flask) -> None:
    """Serve the frame's files and, under `/static/<id>/`, those of each game that brings a folder."""
    folders = {"": config.static_folder()}
    for game in registry.games().values():
        if game.folder is not None:
            folders[f"{game.id}/"] = game.folder / "static"
    files = app.extensions["static_files"] = StaticFiles(folders)
    app.url_map.converters["fingerprint"] = _FingerprintConverter

    def static(filename: str, fingerprint: str | None = None) -> Response:
        return files.answer(filename, fingerprint)

    app.add_url_rule("/static/<fingerprint:fingerprint>/<path:filename>", "static", static)
    app.add_url_rule("/static/<path:filename>", "static", static)

    @app.url_defaults
    def _marked(endpoint: str, values: dict[str, object]) -> None:
        """Put the fingerprint into every address made here; `fingerprint=None` asks for one without."""
        if endpoint == "static":
            values.setdefault("fingerprint", files.fingerprint)

    @app.after_request
    def _named(answer: Response) -> Response:
        """Name the edition with each fragment, so that a page from before an update renews itself."""
        if "HX-Request" in request.headers:
            answer.headers[FINGERPRINT_HEADER] = files.fingerprint
        return answer


def static_files() -> StaticFiles:
    """Return the files of the app that answers now."""
    files: StaticFiles = current_app.extensions["static_files"]
    return files


def cached_url_for(endpoint: str, **values: Any) -> str:
    """Return what `url_for` does, with the addresses of static files cached."""
    if endpoint != "static" or values.keys() != {"filename"}:
        return url_for(endpoint, **values)
    return _static_url(request.root_path, static_files().fingerprint, values["filename"])


@lru_cache(maxsize=512)
def _static_url(_root: str, _mark: str, name: str) -> str:
    return url_for("static", filename=name)


def module_tag(name: str) -> Markup:
    """Return the tag of a script, an ES module, after preload links for its imports.

    By the links a browser loads the imports beside the script, where it would find them one after the
    other. Scripts of one page have much in common: each file is named once.
    """
    named: set[str] = g.setdefault("modules", set())
    fresh = [script for script in static_files().imported(name) if script not in named]
    named.update(fresh, [name])
    link, tag = (
        Markup('<link rel="modulepreload" href="{}">'),
        Markup('<script type="module" src="{}"></script>'),
    )
    lines = [link.format(cached_url_for("static", filename=script)) for script in fresh]
    return Markup("\n  ").join([*lines, tag.format(cached_url_for("static", filename=name))])
