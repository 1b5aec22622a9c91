"""The charts of the game for the rules; the figures are in data/tables.json."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def charts() -> dict[str, Any]:
    """Return all charts by case number, each with title, columns, rows, notes and `values`."""
    text = (files("rules.dawn_of_the_dead") / "data" / "tables.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def _values(case: str) -> dict[str, Any]:
    values: dict[str, Any] = charts()[case]["values"]
    return values


@cache
def enter_cost() -> int:
    """Return the Movement Points to enter a square (5.9)."""
    return int(_values("5.9")["enter"])


@cache
def door_cost() -> int:
    """Return the Movement Points to open or close a door (5.9)."""
    return int(_values("5.9")["door"])


@cache
def carry_cost(character: str) -> int:
    """Return the extra Movement Points for carrying, for each square entered (5.9)."""
    return int(_values("5.9")["carry"][character])


@cache
def shot_modifier(squares: int, door: str | None) -> int:
    """Return what one gun subtracts for a distance in squares and a door (6.7).

    `door` is None, "open_door" or "closed_glass_door".
    """
    values = _values("6.7")
    return squares * int(values["per_square"]) + (int(values[door]) if door else 0)


@cache
def attack_result(strength: int, total: int) -> str:
    """Return "I", "S" or "-" for a strength of at least 1 and the total of two dice (8.8)."""
    values = _values("8.8")
    columns = values["columns"]
    strength = min(strength, columns[-1][1])
    column = next(i for i, (low, high) in enumerate(columns) if low <= strength <= high)
    return str(values["results"][str(total)][column])


@cache
def entrance_doors(total: int) -> tuple[str, ...]:
    """Return the main doors for the total of two dice (13.5)."""
    return tuple(_values("13.5")[str(total)])


@cache
def hidden_digit(column: int, row: int) -> int | None:
    """Return the last digit for two dice in turn, or None for no hidden zombie (15.8)."""
    digit = _values("15.8")["1-3" if column <= 3 else "4-6"][row - 1]
    return None if digit is None else int(digit)
