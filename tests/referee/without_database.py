"""Pages that need no database: they are answered while it says nothing, or another program holds it."""

from __future__ import annotations

from werkzeug.test import Client

from referee.games import registry

_GAME = registry.default()
ADDRESSES = (
    "/", "/sight", "/static/page/page.css", f"/rules/{_GAME}", f"/rules/{_GAME}/10.5",
    f"/api/rules/{_GAME}/cases/10.5", f"/api/rules/{_GAME}/search?q=door", f"/help/{_GAME}",
    "/api/openapi.json",
)  # fmt: skip


def answered(client: Client) -> None:
    """Check that each of them is answered to a device without a seat."""
    for address in ADDRESSES:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.get_data(as_text=True))
