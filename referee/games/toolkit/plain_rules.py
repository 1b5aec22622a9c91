"""The `Rules` port of a game whose positions and actions are frozen data classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, Generic, cast, get_args

from referee.errors import InputError
from referee.games.interface import ActionT, PositionT
from referee.games.toolkit import data_classes
from referee.records.text import show
from rules.ruling import Ruling, allow

FORMAT = "referee-position/1"


@dataclass(frozen=True, slots=True)
class PlainRules(Generic[PositionT, ActionT]):
    """The rules of a game by its functions `judge` and `legal_actions`, with the JSON around them.

    `action` is the data class of its actions, or several, `A | B`, that differ in `do`.

    The first case of a ruling that allows something must rest on open facts alone: it answers those who ask
    before they act.
    """

    system: str
    position: type[PositionT]
    action: type[ActionT] | UnionType
    judge: Callable[[PositionT, ActionT], Ruling[PositionT]]
    legal_actions: Callable[[PositionT], Sequence[ActionT]]

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON. Raises InputError."""
        if isinstance(data, dict):
            for name, wanted in (("format", FORMAT), ("system", self.system)):
                if name not in data:
                    raise InputError(f"{name} is missing; it must be {show(wanted)}.")
                if data[name] != wanted:
                    raise InputError(f"{name}: {show(data.get(name))} is not {show(wanted)}.")
            data = {name: value for name, value in data.items() if name not in {"format", "system"}}
        return data_classes.read(self.position, data, "The position")

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""
        return {"format": FORMAT, "system": self.system, **data_classes.write(position)}

    def read_action(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON; `seat` is put in where the data name none. Raises InputError."""
        if seat is not None and isinstance(data, dict) and "seat" not in data and self._names_a_seat():
            data = {**data, "seat": seat}
        return data_classes.read(cast("type[ActionT]", self.action), data, "The action")

    def _names_a_seat(self) -> bool:
        kinds = get_args(self.action) or (self.action,)
        return any(field.name == "seat" for kind in kinds for field in fields(kind))

    def write_action(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""
        written: dict[str, Any] = data_classes.write(action)
        return written

    def check(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return whether an action is allowed, without what it would bring about."""
        ruling = self.judge(position, action)
        return allow(ruling.cases[:1], "This is allowed.", ruling.needs) if ruling.legal else ruling

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal."""
        return self.judge(position, action)

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action of all seats."""
        return self.legal_actions(position)
