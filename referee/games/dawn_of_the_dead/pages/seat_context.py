"""A seat's view and actions, with the public setting: the data for its screen.

Where the rules have to be asked, they are asked about the open position that the seat's view shows, so that a
square with a secret looks like any other.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.pages.action_panel.keys import of_kinds
from referee.games.dawn_of_the_dead.pages.action_panel.turn_indicator import tablet_actions, zombie_device
from referee.games.dawn_of_the_dead.records import setting_now
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import SPECTATOR, Context
from referee.games.interface.host import Table, host
from referee.games.toolkit.rules_api import shown_ruling
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import kinds_where
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.game import seats_for
from rules.dawn_of_the_dead.humans.gunfire import ShotFigures, shot_figures
from rules.dawn_of_the_dead.humans.reach import UNPLANNED, Way, out_of_reach, reach
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.zombies.mandatory import sure_squares

SHOTS = kinds_where(lambda kind: kind.rolls == "shot")
CANNOT_PLAN = "Can’t plan this route"
"""The word of an answer that refuses nothing: step by step it may work."""
_BEGUN = "begun"
_SEATS_KEPT = 64
"""The number of seats whose last context is kept: those of the tables in play."""


@dataclass(frozen=True)
class SeatContext:
    """A seat's view and actions, and the values derived from them, computed on first use.

    `awaited_device` is the state of the device that the tablet waits for (`zombie_device`). Werkzeug's
    `cached_property` holds no lock, which in Python 3.11 `functools`' shares between all tables.
    """

    view: DawnView
    actions: Sequence[Json]
    role: str
    setting: Setting
    base: str
    awaited_device: str = ""

    @property
    def board(self) -> Board:
        return self.setting.board

    @property
    def stage(self) -> str:
        """The phase and Game-Turn, who acts in them, and whether an action has begun."""
        acting = sorted({item["seat"] for item in self.view.game.agenda})
        begun = [_BEGUN] if self.view.pending_action else []
        return ".".join((str(self.view.game.turn), self.view.game.phase, *acting, *begun))

    def is_over(self, stage: str) -> bool:
        """Whether what somebody looked at in a stage is over: it has ended, or an action has begun since."""
        return stage not in {self.stage, f"{self.stage}.{_BEGUN}"}

    def may_ask(self, name: str) -> bool:
        """Whether this seat may ask about a kind of action; about all where the referee plays the zombies."""
        if self.role == SPECTATOR:
            return False
        return self.view.game.mode != "two-player" or self.role in seats_for(name)

    @cached_property
    def ways(self) -> Mapping[str, Way]:
        """How far those on the move can walk, for a seat that may move them (5.1); empty for another."""
        if self.view.pending_action or not of_kinds(self.actions, "step"):
            return {}
        return reach(self.position)

    @cached_property
    def shots(self) -> Mapping[str, Sequence[ShotFigures]]:
        """The figures of every shot that may be announced, by target (6.0, 6.9)."""
        figures: dict[str, list[ShotFigures]] = defaultdict(list)
        offered = [] if self.view.pending_action else of_kinds(self.actions, *SHOTS)
        for action in offered:
            attack = self.view.game.attack
            here = (
                self.view.game.mover_square if action["do"] == "shoot" else attack.square if attack else None
            )
            at = action.get("at") or here
            if here and at:
                figures[at].append(shot_figures(self.position, tuple(action["by"]), here, at))
        return dict(figures)

    def walk_refused(self, action: Json) -> Json | None:
        """Return why a distant square is out of reach; None for any action but a step there."""
        here = self.view.game.mover_square
        if action["do"] != "step" or self.view.pending_action or here is None:
            return None
        if action["to"] in self.board.neighbours[here]:
            return None
        assert self.position.move is not None
        refused = out_of_reach(self.position, self.position.move, action["to"])
        told = shown_ruling(refused)
        return {**told, "word": CANNOT_PLAN} if refused.cases == UNPLANNED else told

    @cached_property
    def sure_moves(self) -> tuple[str, ...]:
        """The squares of the units that react without a choice, in whatever order they go (R-7.2a).

        Units behind them that can go only then follow, if these have no choice either.
        """
        reacts = self.view.game.phase == "reaction"
        return sure_squares(self.view.game, self.actions, self.position) if reacts else ()

    @cached_property
    def position(self) -> Position:
        """The open position that the view shows."""
        return self.view.game.open_position()


def contexts_of(table: Table, seat: str) -> tuple[Context[DawnView], SeatContext]:
    """Return what the seat of this request is sent, for the frame and for the game."""
    sent = cast("Context[DawnView]", host().pages.build_context(table, seat))
    return sent, seat_context(sent)


def seat_context(sent: Context[DawnView]) -> SeatContext:
    """Return what a seat was sent, with the map and the counter sheet of its table."""
    tables, code = host().tables, sent.code
    device = zombie_device(
        sent.view.game, sent.seat, lambda other: tables.presence.device_connected(code, other)
    )
    offered = tablet_actions(sent.actions, device)
    with tables.locked(code) as table:
        setting = setting_now(table)
    return _CACHE.same(SeatContext(sent.view, offered, sent.seat, setting, sent.base, device))


class ContextCache:
    """The last context of each seat. The next request at the same version reuses what follows from it.

    A context is reused only for the very same view object, which the table makes for one seat and one
    version; nothing that another seat was sent is ever compared with it.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], SeatContext] = OrderedDict()

    def same(self, context: SeatContext) -> SeatContext:
        """Return this seat's last context if nothing has changed; else store and return this one."""
        seat = context.base, context.role
        with self._guard:
            kept = self._kept.pop(seat, context)
            same = kept.actions == context.actions and kept.awaited_device == context.awaited_device
            if kept.view is not context.view or not same:
                kept = context
            self._kept[seat] = kept
            if len(self._kept) > _SEATS_KEPT:
                self._kept.popitem(last=False)
            return kept


_CACHE = ContextCache()
