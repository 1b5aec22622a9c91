"""R-UNDO: after a take-back the list is the net effect since the last tick, each piece in one line."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.cardboard.checklist import Due, due
from referee.games.dawn_of_the_dead.pages.cardboard.instructions import lines_of
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import Board, Person, Pieces, Tracker, board_of
from referee.games.interface.host import Happened
from referee.records.data import Tick, Ticks
from rules.dawn_of_the_dead.position import Mode
from tests import soak
from tests.referee.dawn_views import seen_of, view_of
from tests.referee.games.dawn_of_the_dead.pages.hand import Hand, lying
from tests.referee.games.dawn_of_the_dead.pages.test_cardboard_followed import views_of
from tests.referee.seated import START, Seated, ordered
from tests.rows import each_row

Json = dict[str, Any]
Aspect = tuple[str, object]
FORWARD = 14
TRIES = pytest.mark.parametrize("tries", [5, *soak.rest(soak.SEVERAL, [12])])
BUSY = 0.85
"""How often a random action is one that may move a piece, where there is one."""
GAMES = pytest.mark.parametrize(("seed", "mode"), [("b", "two-player"), ("c", "solitaire")])
COUNTERS = pytest.mark.parametrize("counters", ["digital", "physical"])


class Game:
    """A simulated game, as everybody saw it, with steps taken back at will."""

    def __init__(self, seed: str, mode: Mode, counters: str) -> None:
        self.lines, self.views = views_of(seed, mode, counters)
        self.start = board_of(view_of(self.views[0]))
        self.first = sum(line["action"]["do"] in {"place_hidden", "place_characters"} for line in self.lines)
        self.last = len(self.lines) - FORWARD - 1

    def happened(self, far: int, back: int = 0) -> list[Happened]:
        """Return what happened where `far` actions were played and the last `back` of them taken back."""
        forward = [self._one(n) for n in range(far)]
        return forward + [self._one(n, back=True) for n in reversed(range(far - back, far))]

    def _one(self, n: int, *, back: bool = False) -> Happened:
        line = self.lines[n] | {"n": n, "seat": "human"}  # A phone: no hand moved the counter with the tap.
        return Happened(line, back=back)

    def due(self, happened: list[Happened], ticks: list[Tick], stands: int) -> Due:
        return due(self.start, happened, Ticks(1, tuple(ticks)), seen_of(self.views[stands]), "table")

    def ticked(self, happened: list[Happened], ticks: list[Tick], stands: int) -> list[str]:
        """Tick all that is due after what happened, and return the lines."""
        done: list[str] = []
        while lines := self.due(happened, ticks, stands).lines:
            ticks.append((len(happened), tuple(line.text for line in lines)))
            done += [line.text for line in lines]
        return done


def aspects(hand: Hand) -> dict[Aspect, object]:
    """Return how each piece of cardboard lies, by what one grip changes: a unit, a marker, a side, a door."""
    lies: dict[Aspect, object] = {("door", door): state for door, state in hand.doors.items()}
    for square, look in hand.units.items():
        lies[("unit", id(look))] = (square, look[0])
        lies[("marker", id(look))] = look[1]
    for name, parts in hand.people.items():
        lies |= {(kind, name): part for kind, part in zip(("square", "side", "rifle"), parts, strict=True)}
    return lies


def follow(hand: Hand, lines: list[str]) -> None:
    """Follow the lines; AssertionError where one changes nothing, or a piece comes up in two lines."""
    kept = list(hand.units.values())  # An identity is given to no other piece while this one is kept.
    touched = set[Aspect]()
    for text in lines:
        before = aspects(hand)
        hand.follow(text)
        kept += hand.units.values()
        after = aspects(hand)
        changed = {a for a in before.keys() | after.keys() if before.get(a) != after.get(a)}
        changed -= {("marker", name) for kind, name in changed if kind == "unit"}
        assert changed or " with " in text, f"It lies so already: {text}"
        assert not changed & touched, f"A second line for one piece: {text}"
        touched |= changed


@TRIES
@COUNTERS
@GAMES
def test_steps_taken_back_before_a_hand_moved_leave_the_list_as_if_they_had_never_been(
    seed: str, mode: Mode, counters: str, tries: int
) -> None:
    game, rng, longest = Game(seed, mode, counters), Random(f"{seed}{counters}"), 0
    for _ in range(tries):
        ticked = rng.randint(game.first, game.last)
        forward = rng.randint(1, FORWARD)
        back = rng.randint(1, forward)
        stands = ticked + forward - back
        ticks: list[Tick] = []
        game.ticked(game.happened(ticked), ticks, ticked)
        told = game.due(game.happened(ticked + forward, back), ticks, stands)
        never = game.due(game.happened(stands), ticks, stands)
        assert [line.text for line in told.lines] == [line.text for line in never.lines]
        assert told.more == never.more
        assert told.count == 0 or back < forward
        longest = max(longest, told.count)
    assert longest > 1


@soak.GAMES
@COUNTERS
@GAMES
def test_after_a_take_back_no_piece_is_in_two_lines_nor_in_one_where_it_lies_right(
    seed: str, mode: Mode, counters: str
) -> None:
    """A hand followed part of the steps, so some pieces go back and others stay."""
    game, rng, followed = Game(seed, mode, counters), Random(f"{counters}{seed}"), 0
    for _ in range(12):
        far = rng.randint(game.first + FORWARD, game.last)
        back = rng.randint(1, FORWARD)
        ticked = far - rng.randint(0, FORWARD)
        ticks: list[Tick] = []
        game.ticked(game.happened(ticked), ticks, ticked)
        hand = Hand(game.views[ticked])
        lines = game.ticked(game.happened(far, back), ticks, far - back)
        follow(hand, lines)
        assert hand.lies() == lying(game.views[far - back])
        followed += len(lines)
    assert followed > 12


def listed(table: Seated) -> list[str]:
    """Return the lines on the tablet."""
    text = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
    part = text[text.index('<section id="checklist"') :]
    return re.findall(r'name="tick" value="([^"]*\.)"', part[: part.index("</section>")])


def tick_all(table: Seated) -> None:
    while listed(table):
        with table.tables.store.locked(table.code) as loaded:
            at = len(loaded.lines) + sum(not line.stands for line in loaded.lines)
        table.client.post(
            f"/t/{table.code}/checklist", headers=table.headers("table"), data={"tick": "all", "at": str(at)}
        )


def one_step(table: Seated, rng: Random) -> None:
    """Do a random lawful action from a phone."""
    phones = [seat for seat in table.tokens if seat != "table"]
    offered = [(s, a) for s in phones for a in table.get(s, "/actions").get_json()["actions"]]
    idle = {"start_move", "put_down", "end_turn", "next_phase"}
    busy = [choice for choice in offered if choice[1]["do"] not in idle]
    seat, action = rng.choice(busy if busy and rng.random() < BUSY else offered)
    needs = table.do(seat, action)["ruling"]["needs"]
    if "doors" in needs:
        table.do(seat, {**action, "doors": needs["doors"][:1]})


@soak.GAMES
@TRIES
@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_at_a_table_what_was_done_and_taken_back_leaves_the_list_as_it_was(
    tmp_path: Path, mode: str, tries: int
) -> None:
    table, rng = Seated(tmp_path, options={"mode": mode}, sources=ordered({})), Random(mode)
    if mode == "two-player":
        table.set_up()
    else:
        table.do("human", START)
    lists = 0
    for _ in range(tries):
        for _ in range(rng.randint(1, 4)):
            one_step(table, rng)
        if rng.random() < 0.5:
            tick_all(table)
            assert listed(table) == []
        before, phase = listed(table), table.view()["phase"]
        n = table.record()[-1]["n"] + 1
        for _ in range(rng.randint(3, 9)):
            one_step(table, rng)
        lists += listed(table) != before
        answer = table.post("human", "/undo", n=n)
        if answer.status_code == 202:
            table.post("zombie", "/undo", answer="agree")
        assert (listed(table), table.view()["phase"]) == (before, phase)
    assert lists > tries // 6


@each_row(
    "lies, now, text",
    [
        ("infected", "normal", "Put the normal counter in place of Fran."),
        ("super_zombie", "infected", "Turn Fran back to the infected side."),
        ("infected", "super_zombie", "Turn Fran over to the super zombie side."),
        ("stunned", "normal", "Turn Fran back to the normal side."),
        ("normal", "super_zombie", "Put the infected counter in place of Fran, super zombie side up."),
        ("killed", "stunned", "Put the normal counter in place of Fran, stunned side up."),
    ],
)
def test_2_3_a_status_that_is_taken_back_is_on_the_right_counter(lies: str, now: str, text: str) -> None:
    """8.4 and 11.0: an infected counter replaces the normal one; a super zombie is its other side."""
    tracker = Tracker(Board({"fran": Person("012", lies, rifle=False)}, {}, {}))
    tracker.now = Pieces(people={"fran": Person("012", now, rifle=False)})
    assert [line.text for line in lines_of(tracker, physical=True)] == [text]
