"""The app under a path of its host, as https://club.example/referee/."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.config import ROOT
from referee.errors import InputError
from referee.json_text import show
from referee.web.api.links import url_at

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def below(app: WSGIApplication, root: str) -> WSGIApplication:
    """Have the addresses of an app begin with a path, whether the proxy strips it or passes it on.

    With `root` "" it is the path that the proxy or the server names, if it is one.
    """

    def rooted(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        told, path = root or environ.get("SCRIPT_NAME", "").rstrip("/"), environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = here = told if ROOT.fullmatch(told) else ""
        if here and f"{path}/".startswith(f"{here}/"):
            environ["PATH_INFO"] = path[len(here) :]
        return app(environ, start_response)

    return rooted


def register(app: Flask) -> None:
    """Lead `/referee` to `/referee/`: a cookie and the service worker are for what is below that slash."""

    @app.before_request
    def lead_below() -> AnyResponse | None:
        if request.environ.get("PATH_INFO") or not request.script_root or request.method != "GET":
            return None
        return redirect(url_at(request.full_path.rstrip("?")), 308)


def check(app: Flask, root: str) -> None:
    """Check that no address of the app begins as `root` does. Raises InputError."""
    first = root.split("/")[1] if root else ""
    if first and first in {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}:
        raise InputError(
            f"REFEREE_PUBLIC_URL: addresses of the referee itself begin as {show(root)} does, so take another"
            " path."
        )
