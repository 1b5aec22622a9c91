"""The bar with the phases ahead, and the characters with what their counters say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import NAMES, PHASES, STATUSES, game_turn, set_up, winner
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, CounterSheet, Setting

Json = Mapping[str, Any]


def bar(view: Json) -> Json:
    """Return Game-Turn, phase and the phases behind and ahead."""
    phase = PHASES[view["phase"]]
    before, turn = set_up(view), game_turn(view)
    order = before if phase.id in before else turn
    here = order.index(phase.id) if phase.id in order else len(order)
    steps = [
        {"short": PHASES[p].short, "state": "past" if n < here else "now" if n == here else "ahead"}
        for n, p in enumerate(order)
    ]
    name = winner(view["mode"], view["winner"], view.get("names", {})) if view.get("winner") else phase.name
    return {
        "turn": view["turn"],
        "phase": name,
        "case": phase.case,
        "steps": steps,
        "setting_up": phase.id in before,
        "playing": phase.id in turn,
    }


def people(view: Json, sheet: CounterSheet, base: str) -> list[Json]:
    """Return the four characters: how they are, where, and the figures of the side that is up."""
    return [_person(view, sheet, name, base) for name in CHARACTERS if name in view["characters"]]


def rests(character: Json) -> bool:
    """Return whether a character who could move is marked as one who moved and so rests (5.0)."""
    return bool(character["moved_last_turn"]) and character["status"] in {"normal", "infected"}


def _person(view: Json, sheet: CounterSheet, name: str, base: str) -> Json:
    character = view["characters"][name]
    status, square = character["status"], character["square"]
    rating = sheet.rating(name, status)
    figures = f"{rating.fire_rate}-{rating.panic_level}-{rating.movement_allowance}"
    parts = [f"Fire {rating.fire_rate}, panic {rating.panic_level}, moves {rating.movement_allowance}"]
    if status == "super_zombie":
        figures, parts = "2", ["Zombie Value 2"]
    elif status == "killed":
        figures, parts = "–", ["Out of play"]
    elif character["rifle"]:
        parts.append("hunting rifle")
    if rests(character) and view["phase"] != "over":
        # The position marks those who moved as soon as the Human Player-Turn ends (5.0).
        parts.append("moved last turn" if view["phase"] == "human" else "moved this turn")
    return {
        "name": NAMES[name],
        "short": NAMES[name][0],
        "status": status,
        "state": STATUSES[status],
        "figures": figures,
        "detail": ", ".join(parts) + ".",
        "square": square,
        "url": f"{base}/square/{square}" if square else "",
        "moving": bool(view["move"] and name in view["move"]["characters"]),
    }


def secret(view: Json, role: str, base: str) -> Json | None:
    """Return what the zombie player alone sees: the squares that hide a zombie, and values he may look at."""
    if role != "zombie":
        return None
    under = {s for s in view["hidden"] or () if any(z["square"] == s for z in view["zombies"])}
    hidden = [
        {"square": s, "url": f"{base}/square/{s}", "note": "a unit stands there (9.3)" if s in under else ""}
        for s in view["hidden"] or ()
    ]
    looked = [{"square": s, "value": v} for s, v in sorted((view.get("inspected") or {}).items())]
    return {"hidden": hidden, "looked": looked, "chosen": view["phase"] != "place_hidden"}


def brought(view: Json, setting: Setting) -> list[str]:
    """Return the names of the map and the counter sheet of a table that do not come with the project."""
    own = [] if view["map"] in equipment.maps() else [f"Map: {setting.board.name}"]
    return own + ([] if view["sheet"] in equipment.counter_sheets() else [f"Counters: {setting.sheet.name}"])


def stand_in(setting: Setting) -> str:
    """Return the note on figures that are not the printed ones, or ""."""
    return "Stand-in figures, not the printed ones." if setting.sheet.provenance == "stand-in" else ""


def waits_for_others(view: Json) -> bool:
    """Whether a table waits for others to join it: for the zombie player, or for those who play together."""
    return bool(view["phase"] == ("place_characters" if view["mode"] == "cooperative" else "place_hidden"))
