"""What the last step was in two or three words, for the narrow key that takes it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import DOORS, NAMES, people

Action = Mapping[str, Any]


def step_name(action: Action) -> str:
    """Return what a step was, within a sentence; "the last step" for an action that has no name here."""
    name = _NAMES.get(action["do"])
    return name(action) if name else "the last step"


def _door(action: Action) -> str:
    return f"door {'-'.join(action['between'])}"


def _move(action: Action) -> str:
    return f"move to {action['path'][-1]}"


_NAMES: Mapping[str, Callable[[Action], str]] = {
    "place_hidden": lambda _: "the hidden squares",
    "place_characters": lambda _: "the set-up",
    "start_move": lambda a: f"moving {people(a['characters'])}",
    "step": lambda a: f"step to {a['to']}",
    "put_down": lambda _: "putting down",
    "open_door": _door,
    "close_door": _door,
    "close_main_door": lambda a: f"{DOORS[a['door']]} door",
    "take_rifle": lambda a: f"{NAMES[a['character']]}'s rifle",
    "shoot": lambda a: f"shot at {a['at']}",
    "end_turn": lambda _: "end of the turn",
    "roll_hidden": lambda _: "hidden zombie roll",
    "check_berserk": lambda a: f"check in {a['square']}",
    "react": _move,
    "free_move": _move,
    "smash": lambda a: f"glass {'-'.join(a['between'])}",
    "reveal": lambda a: f"reveal in {a['square']}",
    "roll_free_moves": lambda _: "free-move roll",
    "open_attack": lambda a: f"attack in {a['square']}",
    "defend": lambda _: "shot at the zombies",
    "hold_fire": lambda _: "holding fire",
    "declare_attack": lambda _: "number attacked",
    "choose_victims": lambda _: "choice of victims",
    "roll_attack": lambda a: f"attack on {NAMES[a['character']]}",
    "roll_entrance": lambda _: "entrance roll",
    "roll_infection": lambda a: f"{NAMES[a['character']]}'s infection roll",
    "read_value": lambda a: f"value in {a['square']}",
    "next_phase": lambda _: "end of the phase",
}
