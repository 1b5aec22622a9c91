"""The bar with the phases, the characters, how far each side is from winning, and how a game ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.games.dawn_of_the_dead.labels.wording import (
    DOORS,
    NAMES,
    PHASES,
    STATUSES,
    counted,
    game_turn,
    people,
    set_up,
    winner,
)
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, CounterSheet, Setting
from rules.dawn_of_the_dead.equipment.units import LOST
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.position import ACTIVE, Character
from rules.dawn_of_the_dead.victory import FRAN_FALLEN, LOSSES_TO_WIN
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed

Outcome = Literal["won", "lost", "open"]
"""The end of a game for a screen; "open" on one that both sides share."""
SHARED_SEAT = "table"


_DOWN: Mapping[str, str] = {"killed": "killed", "super_zombie": "a super zombie", "infected": "infected"}
_BOTH: Mapping[str, str] = {**_DOWN, "super_zombie": "super zombies"}


def why_won(winner: str, statuses: Mapping[str, str]) -> str:
    """Return the condition that the winner met, by the status of each character (14.1, 14.2).

    Return "" where the position meets none, as after an override.
    """
    if winner == "human":
        return "Every main door is closed, the rifles are in hand, and no zombie is left."
    lost = [name for name, status in statuses.items() if status in LOST]
    if len(lost) >= LOSSES_TO_WIN:
        return f"Three characters are lost: {listed(_down(name, statuses) for name in lost)}."
    others = [name for name in lost if name != "fran"]
    if others and statuses.get("fran") in FRAN_FALLEN:
        return f"{_fallen('fran', others[0], statuses)}. The zombies need only Fran and one other."
    return ""


def _down(name: str, statuses: Mapping[str, str]) -> str:
    return f"{NAMES[name]} ({_DOWN[statuses[name]]})"


def _fallen(one: str, other: str, statuses: Mapping[str, str]) -> str:
    """Return what became of two characters: "Fran and Roger are killed"."""
    if statuses[one] == statuses[other]:
        return f"{NAMES[one]} and {NAMES[other]} are {_BOTH[statuses[one]]}"
    return listed(f"{NAMES[name]} is {_DOWN[statuses[name]]}" for name in (one, other))


def outcome(mode: str, winner: str, seat: str = SHARED_SEAT) -> Outcome:
    """Return what the victory of `winner` ("human" or "zombie") is for a seat.

    Two players share the tablet, so that it takes no side. In every other mode all seats play the characters.
    """
    if mode == "two-player" and seat == SHARED_SEAT:
        return "open"
    side = seat if mode == "two-player" else "human"
    return "won" if winner == side else "lost"


def side_at_tablet(view: View, seat: str, devices: Collection[str]) -> str:
    """Return the side that alone plays at the tablet, while the other has its own device, or "".

    `devices` are the seats with a device that listens, which every screen shows.
    """
    away = {"human", "zombie"} & {*devices}
    if seat != SHARED_SEAT or view.mode != "two-player" or len(away) != 1:
        return ""
    return "human" if away == {"zombie"} else "zombie"


def phase_bar(view: View, names: Mapping[str, str]) -> Json:
    """Return Game-Turn, phase and the phases behind and ahead, with who has won by name where it is known."""
    phase = PHASES[view.phase]
    before, turn = set_up(view), game_turn(view)
    order = before if phase.id in before else turn
    here = order.index(phase.id) if phase.id in order else len(order)
    steps = [
        {"short": PHASES[p].short, "state": "past" if n < here else "now" if n == here else "ahead"}
        for n, p in enumerate(order)
    ]
    name = winner(view.mode, view.winner, names) if view.winner else phase.name
    return {
        "turn": view.turn,
        "phase": name,
        "case": phase.case,
        "steps": steps,
        "setting_up": phase.id in before,
        "playing": phase.id in turn,
    }


def characters(view: View, sheet: CounterSheet, base: str) -> list[Json]:
    """Return the four characters: how they are, where, and the figures of the side that is up."""
    return [_person(view, sheet, name, base) for name in CHARACTERS if name in view.characters]


def rests(character: Character) -> bool:
    """Return whether a character who could move is marked as one who moved and so rests (5.0)."""
    return character.moved_last_turn and character.status in ACTIVE


def _person(view: View, sheet: CounterSheet, name: str, base: str) -> Json:
    character = view.characters[name]
    status, square = character.status, character.square
    rating = sheet.rating(name, status)
    figures = f"{rating.fire_rate}-{rating.panic_level}-{rating.movement_allowance}"
    parts = [f"Fire {rating.fire_rate}, panic {rating.panic_level}, moves {rating.movement_allowance}"]
    if status == "super_zombie":
        figures, parts = "2", ["Zombie Value 2"]
    elif status == "killed":
        figures, parts = "–", ["Out of play"]
    elif character.rifle:
        parts.append("hunting rifle")
    if rests(character) and view.phase != "over":
        # The position marks those who moved as soon as the Human Player-Turn ends (5.0).
        parts.append("moved last turn" if view.phase == "human" else "moved this turn")
    return {
        "name": NAMES[name],
        "short": NAMES[name][0],
        "status": status,
        "state": STATUSES[status],
        "figures": figures,
        "detail": ", ".join(parts) + ".",
        "square": square,
        "url": f"{base}/square/{square}" if square else "",
        "moving": bool(view.move and name in view.move.characters),
    }


def secret(view: View, role: str, base: str) -> Json | None:
    """Return what the zombie player alone sees: the squares that hide a zombie, and values he may look at."""
    if role != "zombie":
        return None
    under = {s for s in view.hidden or () if s in view.zombies}
    hidden = [
        {"square": s, "url": f"{base}/square/{s}", "note": "a unit stands there (9.3)" if s in under else ""}
        for s in view.hidden or ()
    ]
    looked = [{"square": s, "value": v} for s, v in sorted(view.inspected.items())]
    return {"hidden": hidden, "looked": looked, "chosen": view.phase != "place_hidden"}


def uploads_in_play(view: DawnView, setting: Setting) -> list[str]:
    """Return the names of the map and the counter sheet of a table that do not come with the project."""
    sheet = view.game.sheet or view.sheet
    own = [] if view.map in equipment.maps() else [f"Map: {setting.board.name}"]
    return own + ([] if sheet in equipment.counter_sheets() else [f"Counters: {setting.sheet.name}"])


def stand_in(setting: Setting) -> str:
    """Return the note on figures that are not the printed ones, or ""."""
    return "Stand-in figures, not the printed ones." if setting.sheet.provenance == "stand-in" else ""


def waits_for_others(view: View) -> bool:
    """Whether a table waits for others to join it: for the zombie player, or for those who play together."""
    return bool(view.phase == ("place_characters" if view.mode == "cooperative" else "place_hidden"))


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition of victory: its name, its state in a few characters, and in words."""

    name: str
    value: str
    says: str


def goal(view: View, board: Board) -> tuple[Aim, ...]:
    """Return the state of the conditions of victory, all of it public; nothing before the game has begun."""
    if not view.turn or view.phase in {"place_hidden", "place_characters"}:
        return ()
    return _doors(view, board), _rifles(view), _zombies(view), _lost(view)


def _doors(view: View, board: Board) -> Aim:
    doors = list(board.main_doors)
    closed = [door for door in doors if view.main_doors.get(door) == "closed"]
    named = f": {listed(DOORS.get(door, door) for door in closed)}" if closed else ""
    says = f"{len(closed)} of {len(doors)} main doors closed{named}."
    return Aim("Doors", f"{len(closed)}/{len(doors)}", says)


def _rifles(view: View) -> Aim:
    """12.0: who is lost does not need one."""
    need = [name for name in NAMES if name in RIFLE_BEARERS and not _is_lost(view, name)]
    have = [name for name in need if view.characters[name].rifle]
    lack = [name for name in need if name not in have]
    told = [f"{people(have)} {'has' if len(have) == 1 else 'have'} a rifle"] if have else []
    told += [f"{people(lack)} {'needs' if len(lack) == 1 else 'need'} one"] if lack else []
    says = f"Rifles: {listed(told)}." if need else "Nobody who needs a rifle is left."
    return Aim("Rifles", f"{len(have)}/{len(need)}" if need else "–", says)


def _zombies(view: View) -> Aim:
    units, hidden = len(view.zombies), view.hidden_count
    supers = sum(character.status == "super_zombie" for character in view.characters.values())
    told = [counted(units, "zombie unit") + " on the map"]
    told += [f"{hidden} hidden"] if hidden else []
    told += [counted(supers, "super zombie")] if supers else []
    value = f"{units + supers}+{hidden}" if hidden else f"{units + supers}"
    return Aim("Zombies", value, f"{listed(told)}.")


def _lost(view: View) -> Aim:
    """Fran counts as soon as she is infected (14.1)."""
    lost = [name for name in view.characters if _is_lost(view, name)]
    infected = "fran" in view.characters and view.characters["fran"].status == "infected"
    letters = " ".join(NAMES[name][0] for name in (*lost, *(["fran"] if infected else [])))
    return Aim("Lost", letters or "–", " ".join(_told_of(lost, infected=infected)))


def _told_of(lost: list[str], *, infected: bool) -> Iterator[str]:
    yield f"Lost: {people(lost)}." if lost else "Nobody is lost."
    if infected:
        yield "Fran is infected."


def _is_lost(view: View, name: str) -> bool:
    return name in view.characters and view.characters[name].status in LOST
