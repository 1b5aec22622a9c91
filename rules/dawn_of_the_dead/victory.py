"""14.0 How the Game is Won: checked after every action."""

from __future__ import annotations

from dataclasses import replace

from rules.dawn_of_the_dead.effects import GameWon
from rules.dawn_of_the_dead.equipment.units import LOST
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.position import Position, Status, Winner
from rules.effects import Change

FRAN_FALLEN: frozenset[Status] = LOST | {"infected"}
LOSSES_TO_WIN = 3


def zombies_have_won(position: Position) -> bool:
    """Return whether three are lost, or one and Fran is lost or infected (14.1, R-14.1a)."""
    lost = [n for n, c in position.characters.items() if c.status in LOST]
    if len(lost) >= LOSSES_TO_WIN:
        return True
    fran = position.characters.get("fran")
    return fran is not None and fran.status in FRAN_FALLEN and any(n != "fran" for n in lost)


def humans_have_won(position: Position) -> bool:
    """Return whether doors, rifles and zombies, hidden ones too, meet the conditions (14.2, R-14.2a)."""
    return (
        all(position.main_doors.get(d) == "closed" for d in position.setting.board.main_doors)
        and all(position.characters[n].rifle or not position.characters[n].in_play for n in RIFLE_BEARERS)
        and not position.zombies
        and not position.hidden
        and not any(c.status == "super_zombie" for c in position.characters.values())
        and not zombies_have_won(position)
    )


def cases(after: Position) -> tuple[str, ...]:
    """Return the case that decided the game, none while it is undecided."""
    if after.phase != "over":
        return ()
    return ("14.1",) if after.winner == "zombie" else ("14.2",)


def winner(before: Position, after: Position) -> Winner | None:
    """Return the side whose conditions the action met, the zombies' first (R-14.0a), or None.

    If a position met the zombie player's conditions from the start, play continues for study until another
    loss (R-14.1b).
    """
    if after.phase in {"place_hidden", "place_characters", "over"}:
        return None
    if zombies_have_won(after):
        if zombies_have_won(before) and _losses(after) == _losses(before):
            return None
        return "zombie"
    return "human" if humans_have_won(after) else None


def end_game(position: Position, side: Winner) -> Change[Position]:
    """Return the position with the game over."""
    return Change(replace(position, phase="over", winner=side, phase_state=None), (GameWon(side),))


def _losses(position: Position) -> int:
    """Return the number killed and turned, plus one if Fran is infected or lost (R-14.1a)."""
    fran = position.characters.get("fran")
    lost = sum(c.status in LOST for c in position.characters.values())
    return lost + (fran is not None and fran.status in FRAN_FALLEN)


def winner_sentence(mode: str, side: str) -> str:
    """Return in words who has won; without a zombie player no player is named."""
    if mode == "two-player":
        return f"The {side} player has won"
    return "The characters have won" if side == "human" else "The zombies have won"
