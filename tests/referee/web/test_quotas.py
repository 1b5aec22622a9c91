"""What one address may make: a server that anybody reaches is not filled by one of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.config import Config, Sources
from referee.errors import InputError, Problem
from referee.web import limits
from referee.web.auth import SEAT_COOKIE
from referee.web.limits import WINDOW_SECONDS, Quota
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}


def make(table: Seated, address: str = "/api/tables", **given: Any) -> Any:
    """Return the answer to a stranger who makes something new."""
    return table.client.post(address, environ_base=STRANGER, **given)


def test_a_stranger_makes_so_many_tables_and_no_more(tmp_path: Path) -> None:
    table = Seated(tmp_path, new_per_hour=3)
    assert [make(table, json={}).status_code for _ in range(4)] == [201, 201, 201, 429]
    answer = make(table, json={})
    assert 0 < int(answer.headers["Retry-After"]) <= WINDOW_SECONDS + 1
    assert "made 3 new things within an hour" in answer.get_json()["detail"]
    assert table.client.get("/", environ_base=STRANGER).status_code == 200
    other = table.client.post("/api/tables", json={}, environ_base={"REMOTE_ADDR": "192.0.2.8"})
    assert other.status_code == 201
    assert table.client.post("/api/tables", json={}).status_code == 201


@pytest.mark.parametrize(
    "address",
    ["/", "/api/maps", "/api/counters", "/api/surveys", "/library", "/surveys", "/api/surveys/one/map"],
)
def test_all_that_is_kept_counts_together(tmp_path: Path, address: str) -> None:
    table = Seated(tmp_path, new_per_hour=1)
    make(table, json={})
    assert make(table, address).status_code == 429


def test_a_rematch_counts_for_whoever_begins_it_and_not_for_who_comes_along(tmp_path: Path) -> None:
    """Otherwise one table would lead to any number of others, without a limit."""
    over = Seated(tmp_path, sources=ordered({}), new_per_hour=1)
    play_out(over)
    make(over, json={})

    def again(stranger: dict[str, str]) -> int:
        client = over.app.test_client()
        client.set_cookie(SEAT_COOKIE + over.code, over.tokens["human"])
        return client.post(f"/t/{over.code}/rematch", data={"swap": "no"}, environ_base=stranger).status_code

    assert again(STRANGER) == 429
    assert again({"REMOTE_ADDR": "192.0.2.8"}) == 303
    assert again(STRANGER) == 303


def test_after_an_hour_an_address_goes_on() -> None:
    now = [0.0]
    quota = Quota(2, lambda: now[0])
    quota.count("192.0.2.7")
    now[0] = 1800.0
    quota.count("192.0.2.7")
    with pytest.raises(Problem, match="Go on in 31 minutes") as raised:
        quota.count("192.0.2.7")
    assert raised.value.status == 429
    now[0] = WINDOW_SECONDS
    quota.count("192.0.2.7")
    with pytest.raises(Problem):
        quota.count("192.0.2.7")


def test_all_addresses_of_one_ipv6_network_count_together() -> None:
    """Whoever has one has as many as he likes."""
    quota = Quota(2, lambda: 0.0)
    quota.count("2001:db8::1")
    quota.count("2001:db8::2")
    with pytest.raises(Problem):
        quota.count("2001:db8::3")
    quota.count("2001:db8:0:1::1")


def test_many_networks_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that made something last are still counted."""
    monkeypatch.setattr(limits, "_MAX_NETWORKS", 100)
    quota = Quota(1, lambda: 0.0)
    for n in range(500):
        quota.count(f"10.0.{n // 250}.{n % 250}")
    assert len(quota._made) == 100
    with pytest.raises(Problem):
        quota.count("10.0.1.249")
    quota.count("10.0.0.0")


def test_the_host_sets_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_NEW_PER_HOUR", "5000")
    assert Config.of({"sources": Sources()}).new_per_hour == 5000
    monkeypatch.setenv("REFEREE_NEW_PER_HOUR", "many")
    with pytest.raises(InputError, match="REFEREE_NEW_PER_HOUR"):
        Config.of(None)


def test_a_map_that_is_full_of_something_else_is_refused(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    (mall,) = [entry["id"] for entry in table.client.get("/api/maps").get_json()["maps"]][:1]
    board = table.client.get(f"/api/maps/{mall}").get_json()
    assert table.client.post("/api/maps", json=board | {"note": "short"}).status_code == 201
    answer = table.client.post("/api/maps", json=board | {"note": "x" * 700_000})
    assert answer.status_code == 422
    assert "longer than 600000 characters" in answer.get_json()["detail"]


def test_members_that_a_map_does_not_have_are_not_kept(tmp_path: Path) -> None:
    """Wherever they stand; the map itself comes back as it was."""
    table = Seated(tmp_path)
    board = table.client.get("/api/maps/mall").get_json() | {"name": "Ours"}
    error = {"error": 0, "lines": []}
    strange = json.loads(json.dumps(board | {"looks": error})) | {"note": "x", "colour": {"a": 1}}
    for name in ("squares", "areas", "sides", "main_doors"):
        strange[name][0]["note"] = "x"
    strange["rifles"]["note"] = strange["looks"]["note"] = "x"
    made = table.client.post("/api/maps", json=strange).get_json()
    assert table.client.get(f"/api/maps/{made['id']}").get_json() == board | {"looks": error}
    assert table.client.post("/api/maps", json=board | {"looks": error}).get_json()["id"] == made["id"]


def test_members_that_a_counter_sheet_does_not_have_are_not_kept(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    sheet = equipment.load_counters() | {"name": "Ours"}
    made = table.client.post("/api/counters", json=sheet | {"note": ["x"]}).get_json()
    assert table.client.get(f"/api/counters/{made['id']}").get_json() == sheet
