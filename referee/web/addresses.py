"""The addresses of the app: links of seats and their QR codes, a path before all of them, and typed ones."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import qrcode
from flask import Flask, Request, current_app, redirect, request
from qrcode.image.svg import SvgPathImage
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response as AnyResponse

from referee.config import ROOT_PATH
from referee.errors import InputError
from referee.games.interface import SPECTATOR
from referee.games.toolkit.http import url_at
from referee.records.text import plain, show
from rules.questions import TABLE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


ASK_NAME_QUERY = "?ask=name"
"""After a seat's link: the player is asked for a name first."""
SHARED_SEATS = frozenset({TABLE, SPECTATOR})
"""The seats that belong to no single player."""
_LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


def public_address() -> str:
    """Return the address at which other devices reach this server, with a slash at the end.

    A tablet that is itself the server sees it as localhost; on a phone that would be the phone. Where the
    host has named its address, no header of a request changes it.
    """
    if one := current_app.config["ADDRESS"]:
        return str(one)
    public: str = current_app.config["PUBLIC_URL"]
    if public and (urlsplit(request.host_url).hostname or "") in _LOOPBACK_HOSTS:
        return public.rstrip("/") + url_at("/")
    return request.root_url


def safe_path(text: str) -> str:
    """Return a path of this site, or "/" for any other text.

    Browsers leave control characters out of an address and read a backslash as "/": neither is allowed.
    """
    ours = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if ours and text.isprintable() else "/"


def seat_url(token: str) -> str:
    """Return the link that takes a seat."""
    return f"{public_address()}join/{token}"


def join_url(seat: str, token: str) -> str:
    """Return the link that a screen shows for a seat: players give a name before they take it."""
    return seat_url(token) + ("" if seat in SHARED_SEATS else ASK_NAME_QUERY)


def seat_links(seats: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, Any]]:
    """Return each seat with its token and its link."""
    return {seat: {"token": link["token"], "url": seat_url(link["token"])} for seat, link in seats.items()}


def qr_svg(text: str) -> str:
    """Return a QR code as SVG, dark on light in every theme, with the margin that cameras need."""
    code = qrcode.QRCode(border=4, box_size=10, image_factory=SvgPathImage)
    code.add_data(text)
    code.make(fit=True)
    image = code.make_image()
    buffer = io.BytesIO()
    image.save(buffer)
    return buffer.getvalue().decode("utf-8")


_TABLE = re.compile("/t/([^/]+)")


class NormalizedRequest(Request):
    """A request whose query is plain: it holds codes, numbers and words to look for, never a name."""

    @cached_property
    def args(self) -> MultiDict[str, str]:
        typed = super().args
        return ImmutableMultiDict([(name, plain(text)) for name, text in typed.items(multi=True)])


def register(app: Flask) -> None:
    """Have every address take what is typed in another form, and lead `/t/abcdef` to `/t/ABCDEF`."""
    app.request_class = NormalizedRequest
    app.url_map.strict_slashes = False

    @app.url_value_preprocessor
    def make_plain(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        for name, value in (values or {}).items():
            if isinstance(value, str) and name != "filename":
                values[name] = plain(value)  # type: ignore[index]

    @app.before_request
    def lead_to_capitals() -> AnyResponse | None:
        typed = _TABLE.match(request.path)
        if typed is None or request.method != "GET" or typed[1] == (code := plain(typed[1]).upper()):
            return None
        return redirect(url_at(f"/t/{code}{request.full_path[typed.end() :].rstrip('?')}"), 308)


def mount_below_prefix(app: WSGIApplication, root: str) -> WSGIApplication:
    """Have the addresses of an app begin with a path, whether the proxy strips it or passes it on.

    With `root` "" it is the path that the proxy or the server names, if it is one.
    """

    def rooted(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        told, path = root or environ.get("SCRIPT_NAME", "").rstrip("/"), environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = here = told if ROOT_PATH.fullmatch(told) else ""
        if here and f"{path}/".startswith(f"{here}/"):
            environ["PATH_INFO"] = path[len(here) :]
        return app(environ, start_response)

    return rooted


def register_prefix(app: Flask) -> None:
    """Lead `/referee` to `/referee/`: a cookie and the service worker are for what is below that slash."""

    @app.before_request
    def lead_below() -> AnyResponse | None:
        if request.environ.get("PATH_INFO") or not request.script_root or request.method != "GET":
            return None
        return redirect(url_at(request.full_path.rstrip("?")), 308)


def check_prefix(app: Flask, root: str) -> None:
    """Check that no address of the app begins as `root` does. Raises InputError."""
    first = root.split("/")[1] if root else ""
    if first and first in {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}:
        raise InputError(
            f"REFEREE_PUBLIC_URL: addresses of the referee itself begin as {show(root)} does, so take another"
            " path."
        )
