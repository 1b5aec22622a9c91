"""A page that already has the map's heavy layers, or a panel, is not sent them again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.web.pages import KEPT_HEADER
from tests.referee.seated import Seated

LAYERS = ("doors", "counters")


def fragment(table: Seated, path: str, kept: str = "") -> str:
    headers = {**table.headers("table"), "HX-Request": "true", KEPT_HEADER: kept}
    return table.client.get(f"/t/{table.code}{path}", headers=headers).get_data(as_text=True)


PANELS = {"bar", "goal", "people", "checklist", "secret", "log", "seats", "others", "naming", "settings"}
STEADY = {"naming", "settings", "seats", "others"}
"""The panels that hang on the settings alone, and on who is there and how each is called."""


def panels(text: str) -> dict[str, str]:
    return dict(re.findall(r'<(?:section|header|dl)[^>]* id="(\w+)"[^>]* data-stamp="([\w+-]+)"', text))


def stamps(text: str) -> dict[str, str]:
    return dict(re.findall(r'<g id="(\w+)" data-stamp="([\w-]+)"', text))


def test_what_the_page_has_is_left_out(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    whole = fragment(table, "/now")
    layers = stamps(whole)
    assert set(layers) == set(LAYERS)
    less = fragment(table, "/square/009", " ".join(layers.values()))
    assert stamps(less) == {}
    assert all(f'hx-target="#{layer}"' not in less for layer in LAYERS)
    assert 'hx-target="#marks"' in less
    assert len(less) < len(whole) / 2


def test_what_has_changed_is_sent(tmp_path: Path) -> None:
    """A step moves a counter and no door; a page that says nonsense is sent everything."""
    table = Seated(tmp_path)
    table.set_up()
    before = stamps(fragment(table, "/now"))
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    after = stamps(fragment(table, "/now", " ".join(before.values())))
    assert set(after) == {"counters"}
    assert after["counters"] != before["counters"]
    assert set(stamps(fragment(table, "/now", "doors-0 counters-x"))) == set(LAYERS)


def test_another_page_of_the_same_moment_has_the_same_stamps(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
    assert stamps(page) == stamps(fragment(table, "/now"))


def test_a_look_is_not_sent_the_panels_that_the_page_has(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    sent = panels(fragment(table, "/now"))
    assert set(sent) == PANELS
    less = fragment(table, "/square/009", " ".join(sent.values()))
    assert panels(less) == {}
    assert all(f'hx-target="#{panel}"' not in less for panel in PANELS)
    assert all(f'hx-target="#{panel}"' in less for panel in ("ruling", "ways", "agreement"))


def test_after_an_action_every_panel_is_sent(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    before = panels(fragment(table, "/now"))
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    assert set(panels(fragment(table, "/now", " ".join(before.values())))) == PANELS - STEADY


def test_the_panels_of_another_seat_are_not_taken_for_ones_own(tmp_path: Path) -> None:
    """A page that was opened before its device took another seat is sent what the seat sees now."""
    table = Seated(tmp_path)
    table.set_up()
    tablet = panels(fragment(table, "/now"))
    headers = {**table.headers("zombie"), "HX-Request": "true", KEPT_HEADER: " ".join(tablet.values())}
    phone = table.client.get(f"/t/{table.code}/now", headers=headers).get_data(as_text=True)
    assert set(panels(phone)) == PANELS


def test_who_has_left_is_sent_although_nothing_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seated(tmp_path)
    table.set_up()
    before = panels(fragment(table, "/now"))
    events = table.app.extensions["tables"].events
    monkeypatch.setattr(events, "connected", lambda code, names: dict.fromkeys(names, False))
    assert set(panels(fragment(table, "/now", " ".join(before.values())))) == {"seats"}
