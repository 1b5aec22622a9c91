"""Figures for Prometheus (REFEREE_METRICS): what is counted, who reads it, and what is in none of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from referee.app import create_app
from referee.config import Config
from referee.errors import InputError
from tests.referee.seated import HIDDEN, Seated

PASSWORD = "sixteen-or-more-of-them"


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Return a table of a host that counts."""
    return Seated(tmp_path, metrics=PASSWORD)


def told(table: Seated) -> str:
    """Return the figures as Prometheus reads them."""
    answer = table.client.get("/metrics", headers={"Authorization": f"Bearer {PASSWORD}"})
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=")
    return answer.text


def figure(text: str, name: str, **labels: str) -> float:
    """Return a figure; 0 where nothing was counted."""
    samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return sum(s.value for s in samples if s.name == name and labels.items() <= s.labels.items())


def test_requests_rulings_and_refusals_are_counted(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    table.try_("human", {"do": "place_characters", "squares": dict.fromkeys(
        ("peter", "roger", "steve", "fran"), "009")})  # fmt: skip
    table.client.get("/healthz")
    table.client.get("/no/such/page")
    text = told(table)
    do = {"route": "/api/tables/<code>/do", "method": "POST"}
    assert figure(text, "referee_requests_total", **do, status="200") == 1
    assert figure(text, "referee_requests_total", **do, status="422") == 1
    assert figure(text, "referee_requests_total", route="other", method="other", status="404") == 1
    assert figure(text, "referee_request_seconds_count", route="/healthz") == 1
    assert figure(text, "referee_request_seconds_sum", route="/api/tables/<code>/do") > 0
    system = {"system": "dawn-of-the-dead"}
    assert figure(text, "referee_rulings_total", **system, allowed="yes") == 1
    assert figure(text, "referee_rulings_total", **system, allowed="no") == 1
    assert figure(text, "referee_refusals_total", **system, case="3.2") == 1
    assert figure(text, "referee_tables") == 1


def test_a_stream_is_counted_while_it_is_held(table: Seated) -> None:
    with table.tables.events.open_stream(table.code, "human"):
        table.client.get("/healthz")
        assert figure(told(table), "referee_streams") == 1
    table.client.get("/healthz")
    assert figure(told(table), "referee_streams") == 0


def test_no_figure_names_a_table_a_token_or_what_a_stranger_typed(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    for token in table.tokens.values():
        table.client.get(f"/join/{token}?name=Annabel")
    table.client.get(f"/t/{table.code}/now")
    table.client.open("/stranger", method="ODDITY")
    text = told(table)
    for secret in (table.code, "Annabel", "stranger", "ODDITY", *HIDDEN["squares"], *table.tokens.values()):
        assert f'"{secret}"' not in text
        assert not (len(secret) > 3 and secret in text), secret


@pytest.mark.parametrize("sent", [None, "", "Bearer", "Bearer wrong-but-long-enough", PASSWORD, "Bearer é"])
def test_without_the_password_there_is_no_such_address(table: Seated, sent: str | None) -> None:
    headers = {} if sent is None else {"Authorization": sent}
    answer = table.client.get("/metrics", headers=headers)
    assert answer.status_code == 404
    nowhere = table.client.get("/metrisc", headers=headers)
    assert answer.data == nowhere.data.replace(b"metrisc", b"metrics")


def test_a_host_that_names_no_password_has_no_figures(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    assert "/metrics" not in {rule.rule for rule in table.app.url_map.iter_rules()}
    assert not table.tables.store.on_ruling


@pytest.mark.parametrize("password", ["short", "with a space in the middle", "0123456789012345é"])
def test_a_password_that_cannot_be_sent_or_is_short_is_refused(
    monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    monkeypatch.setenv("REFEREE_METRICS", password)
    with pytest.raises(InputError, match="REFEREE_METRICS: it needs at least 16"):
        Config.of({})
    with pytest.raises(InputError):
        create_app({"metrics": "short"})
