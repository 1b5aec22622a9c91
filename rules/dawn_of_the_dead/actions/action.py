"""What all actions share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

Dice = tuple[int, ...]
Values = Mapping[str, int]
"""Zombie Values read off cardboard units that were just turned face up, by square."""


@dataclass(frozen=True, slots=True)
class Action:
    """What all actions share: their name in JSON."""

    do: ClassVar[str]
