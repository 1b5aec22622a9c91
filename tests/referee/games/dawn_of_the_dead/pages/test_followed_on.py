"""The checklist goes on from where it was: only what is new is followed, and the list is the same."""

from __future__ import annotations

from pathlib import Path
from random import Random
from unittest import mock

import pytest

from referee.games.dawn_of_the_dead.pages.cardboard.checklist import TrackerCache, due, listed
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import Tracker
from referee.games.interface.host import Happened
from referee.records.data import Tick, Ticks
from tests import soak
from tests.referee.dawn_views import seen_of, view_of
from tests.referee.games.dawn_of_the_dead.pages.test_cardboard_taken_back import Game
from tests.referee.seated import START, Seated, ordered

ROUNDS = 60


@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_steps_taken_back_and_ticks_come_to_the_same_list(counters: str) -> None:
    """Late ticks on older lists and ticks that were a mistake too; each list is followed anew beside it."""
    game, random = Game("b", "two-player", counters), Random("followed on")
    followed, ticks = TrackerCache(), list[Tick]()
    happened, stands = list[Happened](game.happened(game.first)), game.first
    start = game.views[0]
    for serial in range(ROUNDS):
        if random.random() < 0.3 and stands > game.first:
            stands -= 1
            happened.append(Happened(happened_line(happened, stands), back=True))
        elif stands < game.last:
            happened.append(game.happened(stands + 1)[-1])
            stands += 1
        view, at = game.views[stands], len(happened) - random.randrange(3)
        for now in (len(happened), at):
            given = Ticks(serial, tuple(ticks))
            physical = counters == "physical"
            tracker = followed.tracker(
                "CODE", view_of(start), happened[:now], given, physical=physical, practice=False
            )
            kept = listed(tracker, happened, given, view_of(view), "table", now)
            assert kept == due(game.start, happened, given, seen_of(view), "table", at=now)
        if kept.lines and random.random() < 0.5:
            ticks.append((at, (kept.lines[0].text,)))
        elif ticks and random.random() < 0.2:
            ticks.pop()


def happened_line(happened: list[Happened], n: int) -> dict[str, object]:
    """Return the line of an action that is taken back."""
    return next(one.line for one in reversed(happened) if one.line["n"] == n and not one.back)


@soak.DAYS
def test_a_page_follows_only_what_is_new(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}), options={"mode": "solitaire"})
    table.do("table", START, {"do": "start_move", "characters": ["peter"]})
    page = f"/t/{table.code}"
    table.client.get(page, headers=table.headers("table"))
    with mock.patch.object(Tracker, "follow", autospec=True, side_effect=Tracker.follow) as follow:
        for _ in range(3):
            table.client.get(page, headers=table.headers("table"))
        assert follow.call_count == 0
        step = next(a for a in table.get("table", "/actions").get_json()["actions"] if a["do"] == "step")
        table.do("table", step)
        table.client.get(page, headers=table.headers("table"))
        table.client.get(page, headers=table.headers("human"))
        assert follow.call_count == 1
        table.post("table", "/undo", answer="ask", version=table.version)
        table.client.get(page, headers=table.headers("table"))
        assert follow.call_count == 2
