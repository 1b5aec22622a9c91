"""One map or counter sheet of the library: renamed, copied, or deleted after a question."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.documents import bring, brought, find, owned, remove
from referee.errors import InputError
from referee.problems import Problem
from referee.tables.service import tables
from referee.web.api.owning import new_owner, owner
from referee.web.pages.start.arriving import to

bp = Blueprint("library_entries", __name__, url_prefix="/library")
WORDS = {"map": "map", "counters": "counter sheet"}
LONGEST = 120
"""Letters of a name that are read at all."""


@bp.get("/<kind>/<id_>/name")
def name(kind: str, id_: str) -> str:
    """Ask for another name, or for that of a copy. Raises Problem (404)."""
    entry = _entry(kind, id_)
    return render_template("library/name.html", entry=entry, typed=entry["name"], mistake="")


@bp.post("/<kind>/<id_>/name")
def named(kind: str, id_: str) -> AnyResponse:
    """Rename it, or keep a copy of it with this name, and lead to it. Raises Problem (403, 404)."""
    entry = _entry(kind, id_)
    renames = request.form.get("do") == "rename"
    if renames and not entry["own"]:
        raise Problem(403, "Only the browser that uploaded it can rename or delete it.")
    typed = request.form.get("name", "").strip()[: LONGEST + 1]
    try:
        if typed == entry["name"]:
            raise InputError("It already has that name. Type another one.")
        by = brought(tables(), kind).get(id_, ("", ""))[1] if renames else ""
        kept = bring(tables(), kind, {**find(tables(), kind, id_), "name": typed}, new_owner(), by)
    except InputError as error:
        page = render_template("library/name.html", entry=entry, typed=typed, mistake=error.problems[0])
        return make_response(page, 422)
    if renames:
        remove(tables(), kind, id_, owner())
    return to(f"/library#{kept['id']}")


@bp.get("/<kind>/<id_>/delete")
def confirm(kind: str, id_: str) -> str:
    """Ask before it is deleted. Raises Problem (404)."""
    return render_template("library/delete.html", entry=_entry(kind, id_))


@bp.post("/<kind>/<id_>/delete")
def delete(kind: str, id_: str) -> Response:
    """Delete what this browser brought. Raises Problem (403, 404)."""
    _entry(kind, id_)
    remove(tables(), kind, id_, owner())
    return to("/library")


def _entry(kind: str, id_: str) -> dict[str, Any]:
    """Return what the pages show. Raises Problem (404)."""
    if kind not in WORDS:
        raise Problem(404, "There is nothing at this address.")
    data = find(tables(), kind, id_)
    own = id_ in owned(tables(), kind, owner())
    return {"kind": kind, "id": id_, "name": data["name"], "word": WORDS[kind], "own": own}
