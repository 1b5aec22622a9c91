"""The addresses of seats, and their QR codes."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import qrcode
from flask import current_app, has_request_context, request
from qrcode.image.svg import SvgPathImage

from referee.games.ports import SPECTATOR
from referee.games.shared.plain_match import TABLE

ASKING = "?ask=name"
"""After a seat's link: the player is asked for a name first."""
NAMELESS = frozenset({TABLE, SPECTATOR})
"""The seats that belong to no single player."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})


def address() -> str:
    """Return the address at which other devices reach this server, with a slash at the end.

    A tablet that is itself the server sees it as localhost; on a phone that would be the phone. Where the
    host has named its address, no header of a request changes it.
    """
    if one := current_app.config["ADDRESS"]:
        return str(one)
    public: str = current_app.config["PUBLIC_URL"]
    if public and (urlsplit(request.host_url).hostname or "") in _LOOPBACK:
        return public.rstrip("/") + url_at("/")
    return request.root_url


def url_at(path: str) -> str:
    """Return the address of a path of this app: a proxy may have it under a path of its host.

    So "/rules" is "/referee/rules" there. `url_for` returns such an address by itself, and in a template
    `{{ root }}/rules` is one. Outside a request it is the path.
    """
    return (request.script_root if has_request_context() else "") + path


def own_path(text: str) -> str:
    """Return a path of this site, or "/" for any other text.

    Browsers leave control characters out of an address and read a backslash as "/": neither may stand in it.
    """
    ours = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if ours and text.isprintable() else "/"


def seat_url(token: str) -> str:
    """Return the link that takes a seat."""
    return f"{address()}join/{token}"


def joining_url(seat: str, token: str) -> str:
    """Return the link that a screen shows for a seat: players give a name before they take it."""
    return seat_url(token) + ("" if seat in NAMELESS else ASKING)


def links(seats: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, Any]]:
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
