"""Rulings for programs: JSON in, JSON out, the same for every game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol

from referee.errors import InputError
from referee.games.interface import ActionT, PositionT
from referee.records.text import show
from rules.effects import to_json
from rules.ruling import Ask, Missing, Options, Pool, Ruling, Score

_PARTS = ("position", "action")


class JudgesPositions(Protocol[PositionT, ActionT]):
    """What the rules of a game do for programs. A whole position comes from there, secrets included."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON. Raises InputError."""

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON."""

    def read(self, data: object) -> ActionT:
        """Return an action from JSON. Raises InputError."""

    def write(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal and complete."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without what chance gives."""


@dataclass(frozen=True, slots=True)
class RulesApi(Generic[PositionT, ActionT]):
    """Rulings on positions that a program sends."""

    rules: JudgesPositions[PositionT, ActionT]

    def judge(self, data: object) -> dict[str, Any]:
        """Return the ruling on `{"position": ..., "action": ...}`, with the next position whole.

        Raises InputError with a sentence for each thing that cannot be read.
        """
        asked = both_parts(data)
        position = self.rules.read_position(asked["position"])
        ruling = self.rules.rule(position, self.rules.read(asked["action"]))
        return self.ruling(ruling)

    def actions(self, position: object) -> dict[str, Any]:
        """Return `{"actions": [...]}`, every legal action of either seat. Raises InputError."""
        read = self.rules.read_position(position)
        return {"actions": [self.rules.write(action) for action in self.rules.actions(read)]}

    def ruling(self, ruling: Ruling[PositionT]) -> dict[str, Any]:
        """Return a ruling in the shape of the interface, secrets included."""
        return {
            "legal": ruling.legal,
            "cases": list(ruling.cases),
            "reason": ruling.reason,
            "needs": needs_json(ruling.needs),
            "after": None if ruling.after is None else self.rules.write_position(ruling.after),
            "effects": [to_json(effect) for effect in ruling.effects],
            **({"score": score_json(ruling.score)} if ruling.score else {}),
        }


def both_parts(data: object) -> dict[str, Any]:
    """Return what `judge` was asked, checked for its two parts and nothing else. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError(f'The line must be an object with "position" and "action", not {show(data)}.')
    missing = [f"{name} is missing." for name in _PARTS if name not in data]
    unknown = [name for name in data if name not in _PARTS]
    wrong = [*missing, *(f"{show(name)[1:-1]} is not a field that belongs here." for name in unknown)]
    if wrong:
        raise InputError(wrong)
    return data


def needs_json(needs: Mapping[str, Missing]) -> dict[str, Any]:
    """Return what a ruling still needs, as JSON data."""
    return {name: need_json(need) for name, need in needs.items()}


def need_json(need: Missing) -> int | list[str] | dict[str, Any]:
    """Return one need: a number, names, or an object with what is asked and of which kind the answer is."""
    match need:
        case int():
            return need
        case tuple():
            return list(need)
        case Pool():
            return need.count
        case Options():
            each = {"each": list(need.each)} if need.each else {}
            return {"ask": need.text, "kind": "choice", "options": [*need.values], **each}
        case Ask():
            each = {"each": list(need.each)} if need.each else {}
            asked = {"ask": need.text, "kind": need.kind or "number"}
            each = {"each": list(need.each)} if need.each else {}
            if need.kind == "yes_no":
                return {**asked, **each}
            limits = {"least": need.least, "most": need.most, "limits": list(need.limits or ())}
            halves = {"halves": True} if need.halves else {}
            return {**asked, **({"unit": need.unit} if need.unit else {}), **limits, **halves, **each}


def score_json(score: Score) -> dict[str, Any]:
    """Return a score taken apart: the parts add up to `needed` but for those added to the roll."""
    parts = [
        {"name": part.name, "value": part.value}
        | ({"case": part.case} if part.case else {})
        | ({"to": part.to} if part.to == "roll" else {})
        for part in score.parts
    ]
    rolled = list(score.rolled) if score.rolled else None
    told = {"dice": score.dice, "needed": score.needed, "parts": parts}
    return {**told, "rolled": rolled, "success": score.success}


def shown_ruling(judged: Ruling[PositionT], secret_needs: Collection[str] = frozenset()) -> dict[str, Any]:
    """Return a ruling as a seat may see it: without the position after it, and without `secret_needs`.

    Of a draw it tells the number, never what may be drawn.
    """
    return {
        "legal": judged.legal,
        "cases": list(judged.cases),
        "reason": judged.reason,
        "needs": {name: need_json(need) for name, need in judged.needs.items() if name not in secret_needs},
        "after": None,
        "effects": [],
        "firm": judged.firm,
        **({"score": score_json(judged.score)} if judged.score else {}),
    }
