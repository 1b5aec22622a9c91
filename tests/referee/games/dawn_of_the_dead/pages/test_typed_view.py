"""Pages are made of a seat's typed view: its JSON is made for the API alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import request

from referee.games.table_view import TableView
from tests.referee.seated import HIDDEN, START, Seated

MODES = ("two-player", "solitaire")
MOVE = ({"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "028"}, {"do": "end_turn"})


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of the requests for which a view was written as JSON."""
    paths: list[str] = []
    write = TableView._written

    def noted(view: TableView) -> dict[str, Any]:
        paths.append(request.path)
        return write(view)

    monkeypatch.setattr(TableView, "_written", noted)
    return paths


@pytest.mark.parametrize("mode", MODES)
def test_no_page_makes_the_json_of_a_view(tmp_path: Path, written: list[str], mode: str) -> None:
    table = Seated(tmp_path, options={"mode": mode})
    human = "human" if mode == "two-player" else "table"
    steps = [(human, START), *((human, action) for action in MOVE)]
    for seat, action in [*([("zombie", HIDDEN)] if mode == "two-player" else []), *steps]:
        for looks in table.tokens:
            headers = table.headers(looks) | {"HX-Request": "true"}
            for path in ("", "/now", "/now?back=back", "/square/028", "/sight?from=009&to=028"):
                assert table.client.get(f"/t/{table.code}{path}", headers=headers).status_code == 200, path
        form = {"version": str(table.version), "action": json.dumps(action)}
        done = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers(seat))
        assert done.status_code in {200, 303}
    assert table.version == len(steps) + (mode == "two-player")
    assert written == []
    table.view()
    assert written == [f"/api/tables/{table.code}/view"]
