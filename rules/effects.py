"""Effects: what a ruling did, in order, as data, each with who may know it; the same for every game.

A procedure notes each effect at the place that brings it about. Nothing is inferred later from two
positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

PositionT = TypeVar("PositionT")
P = ParamSpec("P")

Seats = tuple[str, ...] | None
"""The seats that may know an effect: None is everybody, and no seats where the referee alone knows."""

_FIELDS: dict[type[Effect], tuple[tuple[str, str], ...]] = {}
"""The fields of each kind that was written as JSON, with their names there: looked up once for a kind."""
_JSON_NAMES: Mapping[str, str] = MappingProxyType({"start": "from", "end": "to"})


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that happened; each kind is a subclass with its own fields.

    `name` is what JSON calls it. `momentary` are the fields that players see now and may later only remember:
    no log and no list may keep them. JSON leaves out the `optional` ones where they are None.
    """

    name: ClassVar[str]
    momentary: ClassVar[frozenset[str]] = frozenset()
    optional: ClassVar[frozenset[str]] = frozenset()

    @property
    def known_to(self) -> Seats:
        """The seats that may know it, None for everybody."""
        return None


@dataclass(frozen=True, slots=True)
class Chosen(Effect):
    """A seat laid a choice face down. That it did so is all that anybody learns."""

    name: ClassVar[str] = "chosen"
    seat: str


@dataclass(frozen=True, slots=True)
class Change(Generic[PositionT]):
    """The next position, and what happened on the way to it, in order."""

    after: PositionT
    effects: tuple[Effect, ...] = ()

    def then(
        self,
        step: Callable[Concatenate[PositionT, P], Change[PositionT]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Change[PositionT]:
        """Return the change of this and one more step, which gets the position after this one."""
        more = step(self.after, *args, **kwargs)
        return Change(more.after, self.effects + more.effects)


def effects_known_to(effects: Iterable[Effect], seat: str) -> tuple[Effect, ...]:
    """Return the effects that a seat may know, in order: the one way in which effects leave."""
    return tuple(e for e in effects if (seats := e.known_to) is None or seat in seats)


def to_json(effect: Effect, *, lasting: bool = False) -> dict[str, Any]:
    """Return an effect as JSON data: its name as "effect", then its fields.

    With `lasting` the momentary fields are null, for a log or a list that players can read again later.
    """
    data: dict[str, Any] = {"effect": effect.name}
    for name, called in _names(type(effect)):
        if name in effect.optional and getattr(effect, name) is None:
            continue
        data[called] = None if lasting and name in effect.momentary else _plain(getattr(effect, name))
    return data


def _names(kind: type[Effect]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a kind of effect, each with its name in JSON."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple((f.name, _JSON_NAMES.get(f.name, f.name)) for f in fields(kind))
    return _FIELDS[kind]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return dict(value) if isinstance(value, Mapping) else value
