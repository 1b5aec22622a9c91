"""The library: the maps, counter sheets and surveys of this server, what to do with them, and printing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee import heavy
from referee.errors import InputError, Problem
from referee.games import registry
from referee.games.toolkit.http import as_download, redirect_to, url_at
from referee.printing.counters import BACKS
from referee.printing.paper import PAPERS, paper_named
from referee.printing.print_job import USUAL_PAPER
from referee.records.text import read_json, show
from referee.surveys.formats import is_geojson, is_universal_vtt
from referee.surveys.formats.geojson import to_geojson
from referee.surveys.formats.universal_vtt import universal_vtt
from referee.surveys.service import surveying_of, surveys
from referee.surveys.uploads import add_upload, find_document, owned_documents, remove_upload, upload_times
from referee.tables.service import tables
from referee.web.addresses import public_address, qr_svg
from referee.web.api.surveys import SURVEY_COOKIE
from referee.web.auth import (
    ensure_upload_owner,
    remembered_name,
    upload_owner,
    uploader_name,
    with_cookie,
    with_name_cookie,
    without_cookie,
)
from referee.web.pages.library_entries import library_entries, selectable_entries
from referee.web.pages.start import YEAR_SECONDS
from rules.board.board import Board

entries_bp = Blueprint("library_entries", __name__, url_prefix="/library")
KIND_WORDS = {"map": "map", "counters": "counter sheet"}
MAX_NAME_LENGTH = 120
"""Characters of a name that are read."""


@entries_bp.get("/<kind>/<id_>/name")
def ask_name(kind: str, id_: str) -> str:
    """Ask for another name, or for that of a copy. Raises Problem (404)."""
    entry = _own_entry(kind, id_)
    return render_template("library/name.html", entry=entry, typed=entry["name"], mistake="")


@entries_bp.post("/<kind>/<id_>/name")
def rename(kind: str, id_: str) -> AnyResponse:
    """Rename it, or keep a copy of it with this name, and lead to it. Raises Problem (403, 404)."""
    entry = _own_entry(kind, id_)
    renames = request.form.get("do") == "rename"
    if renames and not entry["own"]:
        raise Problem(403, "Only the browser that uploaded it can rename or delete it.")
    typed = request.form.get("name", "").strip()[: MAX_NAME_LENGTH + 1]
    try:
        if typed == entry["name"]:
            raise InputError("It already has that name. Type another one.")
        by = upload_times(tables(), kind).get(id_, ("", ""))[1] if renames else ""
        kept = add_upload(
            tables(), kind, {**find_document(tables(), kind, id_), "name": typed}, ensure_upload_owner(), by
        )
    except InputError as error:
        page = render_template("library/name.html", entry=entry, typed=typed, mistake=error.problems[0])
        return make_response(page, 422)
    if renames:
        remove_upload(tables(), kind, id_, upload_owner())
    return redirect_to(f"/library#{kept['id']}")


@entries_bp.get("/<kind>/<id_>/delete")
def confirm_entry(kind: str, id_: str) -> str:
    """Ask before it is deleted. Raises Problem (404)."""
    return render_template("library/delete.html", entry=_own_entry(kind, id_))


@entries_bp.post("/<kind>/<id_>/delete")
def delete_entry(kind: str, id_: str) -> Response:
    """Delete an upload of this browser. Raises Problem (403, 404)."""
    _own_entry(kind, id_)
    remove_upload(tables(), kind, id_, upload_owner())
    return redirect_to("/library")


def _own_entry(kind: str, id_: str) -> dict[str, Any]:
    """Return what the pages show. Raises Problem (404)."""
    if kind not in KIND_WORDS:
        raise Problem(404, "There is nothing at this address.")
    data = find_document(tables(), kind, id_)
    own = id_ in owned_documents(tables(), kind, upload_owner())
    return {"kind": kind, "id": id_, "name": data["name"], "word": KIND_WORDS[kind], "own": own}


printing_bp = Blueprint("printing", __name__)
BACK_CHOICES = {
    "duplex": ("On both sides", "for a printer that turns the paper"),
    "fold": ("To fold and glue", "for any printer"),
}
"""The labels of the ways to print the backs."""


@printing_bp.get("/print")
def page() -> str:
    """Show what can be printed."""
    return render_template(
        "print/print.html",
        maps=_printable("map"),
        sheets=_printable("counters"),
        papers=PAPERS.values(),
        usual=USUAL_PAPER,
        ways=[(id_, *BACK_CHOICES[id_]) for id_ in BACKS],
    )


@printing_bp.get("/print/board")
def board() -> AnyResponse:
    """Lead to the PDF of the board that the form names."""
    id_, paper = request.args.get("map", ""), paper_named(request.args.get("paper", USUAL_PAPER))
    find_document(tables(), "map", id_)
    return redirect(url_for("api_printing.board", id_=id_, paper=paper.id))


@printing_bp.get("/print/counters")
def counters() -> AnyResponse:
    """Lead to the PDF of the counters that the form names."""
    id_, paper = request.args.get("sheet", ""), paper_named(request.args.get("paper", USUAL_PAPER))
    backs = request.args.get("backs", BACKS[0])
    if backs not in BACKS:
        raise Problem(422, "Choose where the backs of the counters go.")
    find_document(tables(), "counters", id_)
    return redirect(url_for("api_printing.counters", id_=id_, paper=paper.id, backs=backs))


def _printable(kind: str) -> list[dict[str, Any]]:
    """Return the maps or counter sheets of the games that print."""
    games = registry.games()
    return [entry for entry in selectable_entries(kind) if games[entry["system"]].printing]


surveys_bp = Blueprint("surveys", __name__)
_MAX_LISTED = 50
_MAX_TOKEN = 200
TOOLS: tuple[tuple[str, str, str], ...] = (
    ("picture", "Picture", "M4 6h16v13H4zM4 16l5-5 4 4 3-3 4 4M15 9.5h2"),
    ("outline", "Outline", "M4 5h16v14H4z"),
    ("cut", "Cut", "M4 20 20 4M4 9V5h4M16 19h4v-4"),
    ("join", "Join", "M4 5h16v14H4zM12 5v3m0 2.5v3m0 2.5v3"),
    ("move", "Move", "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3"),
    ("sides", "Sides", "M4 4v16M20 4v16M4 12h4m8 0h4M8 9.5h8v5H8z"),
    ("areas", "Areas", "M4 5h16v14H4zM4 13l8-8M4 19 18 5M10 19l10-10M16 19l4-4"),
    ("numbers", "Numbers", "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16"),
    ("symbols", "Symbols", "M12 4l8 8-8 8-8-8z"),
    ("sight", "Sight", "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"),
)
"""The tools: id, word, and the path of the picture."""


@surveys_bp.get("/survey")
def old_address() -> AnyResponse:
    """Redirect to the list."""
    return redirect(url_at("/surveys"))


@surveys_bp.get("/surveys")
def survey_list() -> str:
    """Show the boards that this browser made, and a key that begins another."""
    return render_template("surveys/surveys.html", surveys=own_surveys())


@surveys_bp.post("/surveys")
def start_survey() -> AnyResponse:
    """Begin a survey, empty or with a map, and go to it. Its maker is this browser. Raises Problem (404)."""
    map_id = request.form.get("map", "")
    made = surveys().make(board=find_document(tables(), "map", map_id) if map_id else None)
    return with_cookie(redirect_to(f"/surveys/{made.id}"), SURVEY_COOKIE + made.id, made.token, YEAR_SECONDS)


@surveys_bp.get("/surveys/<id_>")
def survey_page(id_: str) -> str:
    """Show the page on which a board is drawn. Raises Problem (404)."""
    _, plane, system = surveys().drawn(id_)
    wanted = {
        k: v for k, v in asdict(surveying_of(system)).items() if k not in {"line", "picture", "sheet_form"}
    }
    page = {"id": id_, "name": plane.name, "wants": wanted, "tools": TOOLS, "own": _is_own_survey(id_)}
    return render_template(
        "surveys/survey.html", survey=page, url=f"{public_address()}surveys/{id_}", by=remembered_name()
    )


@surveys_bp.get("/surveys/<id_>/qr.svg")
def survey_qr(id_: str) -> Response:
    """Return the QR code that leads another device here. Raises Problem (404)."""
    surveys().drawn(id_)
    answer = make_response(qr_svg(f"{public_address()}surveys/{id_}"))
    answer.mimetype = "image/svg+xml"
    return answer


@surveys_bp.get("/surveys/<id_>/delete")
def confirm_survey(id_: str) -> str:
    """Ask before a survey is deleted."""
    return render_template("surveys/delete.html", survey=_own_survey(id_))


@surveys_bp.post("/surveys/<id_>/delete")
def delete_survey(id_: str) -> Response:
    """Delete a survey of this browser's. Raises Problem (401, 403, 404)."""
    surveys().delete(id_, request.cookies.get(SURVEY_COOKIE + id_, "")[:_MAX_TOKEN])
    return without_cookie(redirect_to("/surveys"), SURVEY_COOKIE + id_)


def own_surveys() -> list[dict[str, Any]]:
    """Return the surveys that this browser made: id, name and how far each is."""
    return list(_read_own_surveys())


def _read_own_surveys() -> Iterator[dict[str, Any]]:
    ids = [name.removeprefix(SURVEY_COOKIE) for name in request.cookies if name.startswith(SURVEY_COOKIE)]
    for id_ in ids[:_MAX_LISTED]:
        if _is_own_survey(id_):
            try:
                yield _own_survey(id_)
            except Problem as problem:  # its page says why
                earlier = problem.status == 422  # drawn with an earlier version of the program
                told = "of an earlier version" if earlier else "not to be opened right now"
                yield {"id": id_, "name": "A board", "told": told}


def _is_own_survey(id_: str) -> bool:
    return surveys().owns(id_, request.cookies.get(SURVEY_COOKIE + id_, "")[:_MAX_TOKEN])


def _own_survey(id_: str) -> dict[str, Any]:
    _, plane, system = surveys().drawn(id_)
    count = len(plane.faces)
    return {
        "id": id_,
        "name": plane.name or "A board without a name",
        "told": f"{registry.game(system).title}, {count} square{'' if count == 1 else 's'}",
    }


bp = Blueprint("library", __name__)
KIND_TITLES: Mapping[str, str] = {"map": "Map", "counters": "Counter sheet"}
PRINT_FIELDS: Mapping[str, str] = {"map": "map", "counters": "sheet"}
"""The query parameter of each kind on the page to print from."""
CONTENT_TYPES: Mapping[str, str] = {
    "json": "application/json",
    "svg": "image/svg+xml",
    "geojson": "application/geo+json",
    "dd2vtt": "application/json",
}
PICTURE_SIGNATURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
"""The first bytes of picture files: PNG, JPEG, GIF, WebP."""
FORMAT_TITLES: Mapping[str, str] = {
    "json": "JSON",
    "svg": "SVG",
    "geojson": "GeoJSON",
    "dd2vtt": "Universal VTT",
}


@bp.get("/library")
def library() -> str:
    """Show the library."""
    return _page()


@bp.post("/library")
def upload_files() -> AnyResponse:
    """Keep the maps and sheets of files, and show the library; what is wrong with a file is said there."""
    # Files come in larger pieces than the fields of other forms; the whole of a request has its own limit.
    request.max_form_memory_size = tables().config.max_body
    mistakes, kept = [], []
    try:
        by = uploader_name()
    except InputError as error:
        return make_response(_page([{"name": "Nothing", "problems": error.problems, "count": 1}]), 422)
    for file in request.files.getlist("file"):
        if file.filename:
            try:
                kept.append(_save_upload(file.read(), by))
            except (InputError, Problem) as error:
                told = error.problems if isinstance(error, InputError) else (error.detail,)
                mistakes.append({"name": show(file.filename), "problems": told[:20], "count": len(told)})
    if not mistakes and kept:
        return with_name_cookie(redirect_to(f"/library#{kept[-1]['id']}"), by)
    if not mistakes:
        mistakes = [{"name": "The file", "problems": ("Choose a file first.",), "count": 1}]
    return make_response(_page(mistakes), 422)


@bp.get("/library/<kind>/<id_>.<format_>")
def export(kind: str, id_: str, format_: str) -> Response:
    """Return a map or a sheet as a file. Raises Problem (404)."""
    if kind not in KIND_TITLES or format_ not in CONTENT_TYPES or (kind == "counters" and format_ != "json"):
        raise Problem(404, "There is nothing at this address.")
    document = find_document(tables(), kind, id_)
    answer = make_response(heavy.run(heavy.UPLOADS, _exported, document, format_))
    answer.mimetype = CONTENT_TYPES[format_]
    return as_download(answer, document["name"], ending=format_)


def _exported(document: Mapping[str, Any], format_: str) -> str:
    if format_ == "svg":
        return surveying_of(registry.default()).picture(Board.from_json(document))
    if format_ == "dd2vtt":
        return json.dumps(universal_vtt(Board.from_json(document)))
    data = to_geojson(document, Board.from_json(document)) if format_ == "geojson" else document
    return json.dumps(data, ensure_ascii=False, indent=1)


def _save_upload(text: bytes, by: str) -> dict[str, Any]:
    """Save the map or sheet in a file, and return its entry. Raises InputError, Problem."""
    if text.startswith(PICTURE_SIGNATURES):
        raise InputError("The file is a picture. Draw a board, and lay the picture under it.")
    data = read_json(text, "The file")
    if is_geojson(data) or is_universal_vtt(data):
        return add_upload(tables(), "map", data, ensure_upload_owner(), by)
    format_ = str(data.get("format", "referee-map")) if isinstance(data, dict) else "referee-map"
    if not format_.startswith(("referee-map", "referee-counters")):
        raise InputError(f"The file is neither a map nor a counter sheet: its format is {show(format_)}.")
    kind = "counters" if format_.startswith("referee-counters") else "map"
    return add_upload(tables(), kind, data, ensure_upload_owner(), by)


def _page(mistakes: list[dict[str, Any]] | None = None) -> str:
    """Return the page. Raises Problem (404) where no installed game accepts uploaded boards."""
    own_boards = [game.surveying for game in registry.games().values() if game.surveying is not None]
    if not own_boards:
        raise Problem(404, "No game here is played with maps or counter sheets.")
    shelves = [
        {
            "kind": kind,
            "field": PRINT_FIELDS[kind],
            "title": f"{word}s",
            "formats": {f: w for f, w in FORMAT_TITLES.items() if kind == "map" or f == "json"},
            "entries": [
                {
                    **entry,
                    "game": game.title,
                    "printed": game.printing is not None,
                }
                for entry in library_entries(kind)
                for game in [registry.game(entry["system"])]
            ],
        }
        for kind, word in KIND_TITLES.items()
    ]
    return render_template(
        "library/library.html",
        shelves=shelves,
        surveys=own_surveys(),
        mistakes=mistakes or [],
        sheet_form=own_boards[0].sheet_form,
        by=request.form.get("by", remembered_name()),
    )
