"""The effects of the game, a small record for each kind; `rules.effects` has what games share.

Effects on the map are in `pieces`, dice and fights are in `fights`, the rest is in `course`.
"""

from __future__ import annotations

from rules.dawn_of_the_dead.effects.course import (
    CharacterPlaced,
    GameWon,
    HiddenChosen,
    MoveBegun,
    MustRest,
    PhaseBegun,
    PlayerTurnBegun,
    PointsSpent,
    RifleChanged,
    SetDown,
    TrailLaid,
)
from rules.dawn_of_the_dead.effects.fights import (
    AttackDeclared,
    AttackDue,
    Attacked,
    AttackOpened,
    AttackOver,
    AttackResult,
    BerserkChecked,
    FireHeld,
    FreeMovesLeft,
    GlassStruck,
    Panicked,
    Rolled,
    RollFor,
    ShotFired,
    VictimsNamed,
)
from rules.dawn_of_the_dead.effects.pieces import (
    UNIT,
    Appeared,
    BerserkChanged,
    DoorChanged,
    Drawn,
    Eliminated,
    HiddenPassed,
    Inspected,
    MainDoorClosed,
    MapSwept,
    Moved,
    SheetChanged,
    Shown,
    SideDoorState,
    StatusChanged,
    TurnedDown,
    TurnedUp,
    ValueRead,
)
from rules.effects import Effect

__all__ = [
    "KINDS", "UNIT", "Appeared", "AttackDeclared", "AttackDue", "AttackOpened", "AttackOver",
    "AttackResult", "Attacked", "BerserkChanged", "BerserkChecked", "CharacterPlaced", "DoorChanged",
    "Drawn", "Eliminated", "FireHeld", "FreeMovesLeft", "GameWon", "GlassStruck", "HiddenChosen",
    "HiddenPassed", "Inspected", "MainDoorClosed", "MapSwept", "MoveBegun", "Moved", "MustRest",
    "Panicked", "PhaseBegun", "PlayerTurnBegun", "PointsSpent", "RifleChanged", "RollFor", "Rolled",
    "SetDown", "SheetChanged", "ShotFired", "Shown", "SideDoorState", "StatusChanged", "TrailLaid",
    "TurnedDown", "TurnedUp", "ValueRead", "VictimsNamed",
]  # fmt: skip

KINDS: tuple[type[Effect], ...] = (
    HiddenChosen, CharacterPlaced, PlayerTurnBegun, PhaseBegun, MustRest, GameWon, MoveBegun, SetDown,
    PointsSpent, TrailLaid, RifleChanged, Moved, Appeared, Drawn, TurnedUp, TurnedDown, Shown, Inspected,
    ValueRead, HiddenPassed, Eliminated, BerserkChanged, StatusChanged, MapSwept, DoorChanged,
    MainDoorClosed, Rolled, Panicked, ShotFired, BerserkChecked, GlassStruck, FreeMovesLeft, AttackDue,
    AttackOpened, FireHeld, AttackDeclared, VictimsNamed, Attacked, AttackOver,
    SheetChanged,
)  # fmt: skip
"""Every kind of effect."""
