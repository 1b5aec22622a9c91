"""The moments of a BattleCON duel for `make screens`: joining, choosing, reveals, questions, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tools.api_table import ApiTable

Action = Mapping[str, Any]
Act = Callable[[Page], None]
Moment = tuple[ApiTable, str, str, str, Act | None]
"""A table, the name of a picture, the seat, the page of the table, and what a person does there."""


def _pair(seat: str, style: str, base: str) -> Action:
    return {"do": "commit_pair", "seat": seat, "style": style, "base": base}


def _pull(seat: str, whom: str, spaces: int) -> Action:
    option = {"what": "move", "whom": whom, "direction": "advance", "spaces": spaces}
    return {"do": "choose", "seat": seat, "option": option}


NO_TOKEN: Action = {"do": "pass", "seat": "a"}
FIGHTERS: Sequence[Action] = (
    {"do": "choose_fighter", "seat": "a", "fighter": "cadenza", "finish": "rocket_press"},
    {"do": "choose_fighter", "seat": "b", "fighter": "kallistar", "finish": "supernova"},
)
CLASH: Sequence[Action] = (_pair("a", "grapnel", "shot"), _pair("b", "ignition", "spellbolt"), NO_TOKEN)
FIRST_BEAT: Sequence[Action] = (
    *CLASH,
    {"do": "commit_base", "seat": "a", "base": "press"},
    {"do": "commit_base", "seat": "b", "base": "shot"},
    _pull("a", "b", 2),
)
CANCEL: Sequence[Action] = (_pair("a", "special", "grasp"), _pair("b", "caustic", "spellbolt"), NO_TOKEN)
SECOND_BEAT: Sequence[Action] = (*CANCEL, _pair("a", "clockwork", "shot"), _pull("b", "a", 2))
THIRD_BEAT: Sequence[Action] = (
    _pair("a", "hydraulic", "strike"),
    _pair("b", "volcanic", "strike"),
    NO_TOKEN,
)
LAST_BEAT: Sequence[Action] = (
    _pair("a", "grapnel", "press"),
    _pair("b", "special", "drive"),
    NO_TOKEN,
    {"do": "choose", "seat": "a", "option": {"what": "decline"}},
)
WHOLE = (*FIRST_BEAT, *SECOND_BEAT, *THIRD_BEAT, *LAST_BEAT)
REPLAYED = 8
"""The action in the picture of the replay: the reveal after a clash."""


def _table(server: str, actions: Sequence[Action], **options: Any) -> ApiTable:
    table = ApiTable.new(server, {"system": "battlecon", **options})
    for action in actions:
        table.do(str(action["seat"]), dict(action))
    return table


def moments(server: str) -> Iterator[Moment]:
    """Yield each moment with its picture's name."""
    table = _table(server, ())
    yield table, "duel-joining", "table", "", None
    yield table, "duel-fighters", "a", "", _second_fighter
    table = _table(server, FIGHTERS)
    yield table, "duel-hand", "a", "", _two_cards
    yield table, "duel-hand-tablet", "table", "", None
    yield table, "duel-empty-hand", "b", "", None
    table = _table(server, [*FIGHTERS, CLASH[0]])
    yield table, "duel-chosen", "a", "", None
    yield table, "duel-waiting", "table", "", None
    table = _table(server, [*FIGHTERS, *CLASH[:2]])
    yield table, "duel-ante", "a", "", None
    yield table, "duel-ante-tablet", "table", "", None
    table = _table(server, [*FIGHTERS, *CLASH])
    yield table, "duel-clash", "a", "", _base
    yield table, "duel-clash-tablet", "table", "", None
    table = _table(server, [*FIGHTERS, *FIRST_BEAT[:-1]])
    yield table, "duel-options", "a", "", None
    yield table, "duel-reveal", "table", "", None
    table = _table(server, [*FIGHTERS, *FIRST_BEAT])
    yield table, "duel-next-beat", "table", "", None
    yield table, "duel-next-hand", "b", "", None
    table = _table(server, [*FIGHTERS, *FIRST_BEAT, *CANCEL])
    yield table, "duel-cancel", "a", "", _last_cards
    yield table, "duel-cancel-tablet", "table", "", None
    table = _table(server, [*FIGHTERS, *WHOLE])
    yield table, "duel-over", "table", "", None
    yield table, "duel-over-phone", "a", "", None
    yield table, "duel-report", "table", "/report", None
    yield table, "duel-replay", "table", f"/replay/{REPLAYED}", None
    table = _table(server, [*FIGHTERS, *FIRST_BEAT], trainer=True)
    yield table, "duel-trainer", "a", "?lesson=1", _lesson


def _second_fighter(page: Page) -> None:
    page.locator("label.candidate").nth(1).click()


def _two_cards(page: Page) -> None:
    page.locator(".styles label.pick").first.click()
    _base(page)


def _last_cards(page: Page) -> None:
    page.locator(".styles label.pick").last.click()
    page.locator(".bases label.pick").last.click()


def _base(page: Page) -> None:
    page.locator(".bases label.pick").first.click()
    expect(page.locator("button.commit:visible")).to_be_visible()


def _lesson(page: Page) -> None:
    page.locator(".lesson").scroll_into_view_if_needed()
