"""The panel for what players change at a running table, and the sentences that tell of a change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.api.auth import seat_at
from referee.games.dawn_of_the_dead.pages.wording import player
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC, TAPPED
from referee.games.ports import SPECTATOR
from referee.tables import tables
from rules.sentences import sentence

bp = Blueprint("settings", __name__)
Json = Mapping[str, Any]
_NOW: Mapping[str, tuple[str, str, str]] = {
    AUTOMATIC: (
        "end by themselves",
        "A phase with nothing left to do or choose ends by itself, and the screen says so.",
        "Tap to end every phase",
    ),
    TAPPED: ("end with a tap", "Every phase waits for a tap.", "End finished phases without a tap"),
}
"""What the panel says of each way to end a phase: in short, in a sentence, and on the key that changes it."""
_CHANGES: Mapping[str, str] = {
    AUTOMATIC: "finished phases now end by themselves",
    TAPPED: "every phase now waits for a tap",
}


@bp.post("/t/<code>/settings")
def change(code: str) -> AnyResponse:
    """Change a setting for the whole table, and stay where one is."""
    tables().settings.change(code, seat_at(code), {"phases": request.form.get("phases", "")})
    return Response(status=204) if "HX-Request" in request.headers else redirect(f"/t/{code}", 303)


def settings_panel(view: Json, role: str) -> Json | None:
    """Return what the panel says and what its key changes; None for a spectator and after the game."""
    if role == SPECTATOR or view["phase"] == "over":
        return None
    now = view["settings"]["phases"]
    short, says, key = _NOW[now]
    return {"short": short, "says": says, "key": key, "to": TAPPED if now == AUTOMATIC else AUTOMATIC}


def change_notice(changed: Json | None, names: Mapping[str, str]) -> str:
    """Return the sentence on a change and who made it, or ""."""
    if changed is None:
        return ""
    by = "At the tablet" if changed["by"] == "table" else f"Set by {player(changed['by'], names)}"
    return sentence(f"{by}: {_CHANGES[changed['to']]}.")
