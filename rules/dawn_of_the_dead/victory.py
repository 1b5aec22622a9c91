"""14.0 How the Game is Won: asked after every action."""

from __future__ import annotations

from dataclasses import replace

from rules.dawn_of_the_dead.position import Position, Status
from rules.dawn_of_the_dead.rifles import RIFLE_BEARERS

LOST: frozenset[Status] = frozenset({"killed", "super_zombie"})
FRAN_FALLEN: frozenset[Status] = LOST | {"infected"}
LOSSES_TO_WIN = 3


def zombies_have_won(position: Position) -> bool:
    """Whether three characters are lost, or Fran has fallen and one other is lost (14.1, R-14.1a)."""
    lost = [n for n, c in position.characters.items() if c.status in LOST]
    if len(lost) >= LOSSES_TO_WIN:
        return True
    fran = position.characters.get("fran")
    return fran is not None and fran.status in FRAN_FALLEN and any(n != "fran" for n in lost)


def humans_have_won(position: Position) -> bool:
    """Whether doors, rifles and zombies are all seen to, hidden zombies included (14.2, R-14.2a)."""
    return (
        all(position.main_doors.get(d) == "closed" for d in position.setting.board.main_doors)
        and all(position.characters[n].rifle or not position.characters[n].in_play for n in RIFLE_BEARERS)
        and not position.zombies
        and not position.hidden
        and not any(c.status == "super_zombie" for c in position.characters.values())
        and not zombies_have_won(position)
    )


def cases(after: Position) -> tuple[str, ...]:
    """Return the case by which the game has just been won, if it has."""
    if after.phase != "over":
        return ()
    return ("14.1",) if after.winner == "zombie" else ("14.2",)


def settle(before: Position, after: Position) -> Position:
    """End the game if the action fulfilled somebody's conditions; the zombie player's go first (R-14.0a).

    A position handed in with the zombie player's conditions already met is played on for study, until a
    further loss (R-14.1b).
    """
    if after.phase in {"place_hidden", "place_characters", "over"}:
        return after
    if zombies_have_won(after):
        if zombies_have_won(before) and _losses(after) == _losses(before):
            return after
        return replace(after, phase="over", winner="zombie", phase_state=None)
    if humans_have_won(after):
        return replace(after, phase="over", winner="human", phase_state=None)
    return after


def _losses(position: Position) -> int:
    """Count those killed and turned; Fran counts once more from her infection on (R-14.1a)."""
    fran = position.characters.get("fran")
    lost = sum(c.status in LOST for c in position.characters.values())
    return lost + (fran is not None and fran.status in FRAN_FALLEN)


def winner_told(mode: str, side: str) -> str:
    """Return who has won, in the words of the mode: where nobody plays the zombies no player is named for them."""
    if mode == "two-player":
        return f"The {side} player has won"
    return "The characters have won" if side == "human" else "The zombies have won"
