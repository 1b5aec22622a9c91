"""The library: the maps and counter sheets of this server, what to do with them, and uploading others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee import heavy
from referee.board_formats import is_geojson, is_universal_vtt
from referee.board_formats.geojson import to_geojson
from referee.board_formats.universal_vtt import universal_vtt
from referee.documents import bring, find
from referee.errors import InputError
from referee.games import registry
from referee.json_text import read_json, show
from referee.problems import Problem
from referee.surveys.service import wants
from referee.tables.service import tables
from referee.web.api.answers import saved
from referee.web.api.own_name import own_name, remembered, typed_by
from referee.web.api.owning import new_owner
from referee.web.pages.library.shelves import shelf_entries
from referee.web.pages.library.surveys import own_surveys
from referee.web.pages.start.arriving import to
from rules.board import Board

bp = Blueprint("library", __name__)
KINDS: Mapping[str, str] = {"map": "Map", "counters": "Counter sheet"}
PRINTED: Mapping[str, str] = {"map": "map", "counters": "sheet"}
"""What the page that prints calls them in its address."""
FORMATS: Mapping[str, str] = {
    "json": "application/json",
    "svg": "image/svg+xml",
    "geojson": "application/geo+json",
    "dd2vtt": "application/json",
}
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
"""What the files of pictures begin with: PNG, JPEG, GIF, WebP."""
WORDS: Mapping[str, str] = {"json": "JSON", "svg": "SVG", "geojson": "GeoJSON", "dd2vtt": "Universal VTT"}


@bp.get("/library")
def library() -> str:
    """Show the library."""
    return _page()


@bp.post("/library")
def brought() -> AnyResponse:
    """Keep the maps and sheets of files, and show the library; what is wrong with a file is said there."""
    # Files come in larger pieces than the fields of other forms; the whole of a request has its own limit.
    request.max_form_memory_size = tables().config.max_body
    mistakes, kept = [], []
    try:
        by = typed_by()
    except InputError as error:
        return make_response(_page([{"name": "Nothing", "problems": error.problems, "count": 1}]), 422)
    for file in request.files.getlist("file"):
        if file.filename:
            try:
                kept.append(_kept(file.read(), by))
            except (InputError, Problem) as error:
                told = error.problems if isinstance(error, InputError) else (error.detail,)
                mistakes.append({"name": show(file.filename), "problems": told[:20], "count": len(told)})
    if not mistakes and kept:
        return remembered(to(f"/library#{kept[-1]['id']}"), by)
    if not mistakes:
        mistakes = [{"name": "The file", "problems": ("Choose a file first.",), "count": 1}]
    return make_response(_page(mistakes), 422)


@bp.get("/library/<kind>/<id_>.<format_>")
def export(kind: str, id_: str, format_: str) -> Response:
    """Return a map or a sheet as a file. Raises Problem (404)."""
    if kind not in KINDS or format_ not in FORMATS or (kind == "counters" and format_ != "json"):
        raise Problem(404, "There is nothing at this address.")
    document = find(tables(), kind, id_)
    answer = make_response(heavy.run(heavy.BROUGHT, _written, document, format_))
    answer.mimetype = FORMATS[format_]
    return saved(answer, document["name"], ending=format_)


def _written(document: Mapping[str, Any], format_: str) -> str:
    if format_ == "svg":
        return wants(registry.default()).picture(Board.from_json(document))
    if format_ == "dd2vtt":
        return json.dumps(universal_vtt(Board.from_json(document)))
    data = to_geojson(document, Board.from_json(document)) if format_ == "geojson" else document
    return json.dumps(data, ensure_ascii=False, indent=1)


def _kept(text: bytes, by: str) -> dict[str, Any]:
    """Keep what is in a file, a map or a sheet, and return its entry. Raises InputError, Problem."""
    if text.startswith(PICTURES):
        raise InputError("The file is a picture. Draw a board, and lay the picture under it.")
    data = read_json(text, "The file")
    if is_geojson(data) or is_universal_vtt(data):
        return bring(tables(), "map", data, new_owner(), by)
    format_ = str(data.get("format", "referee-map")) if isinstance(data, dict) else "referee-map"
    if not format_.startswith(("referee-map", "referee-counters")):
        raise InputError(f"The file is neither a map nor a counter sheet: its format is {show(format_)}.")
    kind = "counters" if format_.startswith("referee-counters") else "map"
    return bring(tables(), kind, data, new_owner(), by)


def _page(mistakes: list[dict[str, Any]] | None = None) -> str:
    """Return the page. Raises Problem (404) where no game at hand takes boards of its players."""
    own_boards = [game.surveying for game in registry.games().values() if game.surveying is not None]
    if not own_boards:
        raise Problem(404, "No game here is played with maps or counter sheets.")
    shelves = [
        {
            "kind": kind,
            "field": PRINTED[kind],
            "title": f"{word}s",
            "formats": {f: w for f, w in WORDS.items() if kind == "map" or f == "json"},
            "entries": [
                {
                    **entry,
                    "game": game.title,
                    "printed": game.printing is not None,
                }
                for entry in shelf_entries(kind)
                for game in [registry.game(entry["system"])]
            ],
        }
        for kind, word in KINDS.items()
    ]
    return render_template(
        "library/library.html",
        shelves=shelves,
        surveys=own_surveys(),
        mistakes=mistakes or [],
        sheet_form=own_boards[0].sheet_form,
        by=request.form.get("by", own_name()),
    )
