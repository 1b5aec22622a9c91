"""On the board now: what to move, place, turn over or take off on the cardboard, in order, for whoever keeps it.

It is read off what everybody at the table saw before and after each action, never off the position itself, and tells no
Zombie Value: players may trust their memory alone (2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.pages.squares import mover_square, occupied
from referee.pages.wording import DOORS, NAMES
from referee.tables.projections import Played
from rules.dawn_of_the_dead import game

Json = Mapping[str, Any]
FINGER = frozenset({"step", "open_door", "close_door", "close_main_door", "take_rifle", "put_down"})
"""What a player does on the tablet with his own finger, and on the cardboard with the same hand."""
SET_UP = frozenset({"place_hidden", "place_characters"})
PILES = {"hidden_box": "the Hidden Zombie box", "eliminated": "the eliminated units"}
"""Where the cardboard units lie that are not on the map (3.1, 13.0)."""
FROM_PILE = "Put a unit from {} into {}, face {}."
MET = "9.1"
COUNTERS = {
    "normal": "Turn {} back to the normal side.",
    "stunned": "Turn {} over to the stunned side.",
    "infected": "Put the infected counter in place of {}.",
    "super_zombie": "Turn {} over to the super zombie side.",
    "killed": "Take {} off the map: killed.",
}


def player_turn(view: Json) -> tuple[int, bool]:
    """Return which Player-Turn a view is of: the Game-Turn, and whether it is the human player's."""
    return view["turn"], view["phase"] == "human"


def checklist(played: Sequence[Played], *, practice: bool = False) -> list[Json]:
    """Return the lines to tick: those of the present Player-Turn, and before them those of the earlier ones (`past`).

    `played` are the actions of all of them, the oldest first. With `practice` the referee may have moved the
    characters too, so that nothing is left out as done with the same hand.
    """
    now = player_turn(played[-1].after) if played else None
    return [
        {
            "id": f"{done.line['n']}.{index}",
            "text": text,
            "case": _case(done, text),
            "past": player_turn(done.after) != now,
        }
        for done in walked(played)
        if done.line["action"]["do"] not in SET_UP and done.line["cases"]
        for index, text in enumerate(on_the_board(done, practice=practice))
    ]


def _case(done: Played, text: str) -> str:
    """Return the case that a line rests on: the action's first, but for a hidden zombie met on the way (9.1)."""
    cases: Sequence[str] = done.line["cases"]
    drawn = text.startswith(FROM_PILE.partition("{")[0])
    return MET if drawn and MET in cases else cases[0]


def walked(played: Sequence[Played]) -> list[Played]:
    """Return the actions with a walk of the same characters, step after step, as one from its start to its end.

    Where a step changed more than their square, a walk ends, so that every change keeps its line; and a step back to
    where it began is a line of its own, for whoever has followed it with the counter.
    """
    found: list[Played] = []
    for done in played:
        last = found[-1] if found else None
        if last and _goes_on(last, done):
            found[-1] = Played(done.line, last.before, done.after)
        else:
            found.append(done)
    return found


def _goes_on(last: Played, done: Played) -> bool:
    steps = last.line["action"]["do"] == done.line["action"]["do"] == "step"
    together = last.line["seat"] == done.line["seat"] and _company(last) == _company(done)
    back = mover_square(last.before) == mover_square(done.after)
    return bool(steps and together and not back and _changed_squares_alone(last))


def _company(done: Played) -> Any:
    move = done.before["move"] or {}
    return move.get("characters"), move.get("carrying")


def _changed_squares_alone(done: Played) -> bool:
    before, after = (
        {name: {**c, "square": None} for name, c in view["characters"].items()}
        for view in (done.before, done.after)
    )
    return before == after and done.before["zombies"] == done.after["zombies"]


def on_the_board(done: Played, *, practice: bool = False) -> Iterator[str]:
    """Yield what an action changes on the cardboard, a sentence each."""
    own = not practice and done.line["seat"] == "table" and done.line["action"]["do"] in FINGER
    yield from _characters(done, own=own)
    yield from _units(done)
    yield from _doors(done, own=own)


def _characters(done: Played, *, own: bool) -> Iterator[str]:
    for name, after in done.after["characters"].items():
        before, called = done.before["characters"][name], NAMES[name]
        if after["status"] != before["status"]:
            yield COUNTERS[after["status"]].format(called)
        if own:
            continue
        if after["square"] and after["square"] != before["square"]:
            yield f"Move {called} from {before['square']} to {after['square']}."
        if after["rifle"] and not before["rifle"]:
            yield f"Give {called} a hunting rifle."
    for name, after in done.after["characters"].items():
        if done.before["characters"][name]["rifle"] and not after["rifle"]:
            yield f"Take {NAMES[name]}'s hunting rifle off: it is out of play."


def _units(done: Played) -> Iterator[str]:
    before = {unit["square"]: unit for unit in done.before["zombies"]}
    after = {unit["square"]: unit for unit in done.after["zombies"]}
    start, end = unit_way(done, before, after)
    if start:
        yield f"Move the unit from {start} to {end}{_turned(done, before.pop(start), after[end])}."
        before[end] = {**after[end], "moved": True}
    for square in sorted(before.keys() - after.keys()):
        yield f"Take the unit in {square} off the map: eliminated."
    # A unit that stayed is turned over when it changed itself, or when characters came to its square or left it.
    came_or_gone = occupied(done.before) ^ occupied(done.after)
    for square in sorted(after):
        if square not in before:
            turned = "up" if face_up(done.after, after[square]) else "down"
            yield FROM_PILE.format(pile(done.line["action"]), square, turned)
        elif before[square].get("moved"):
            continue
        elif before[square] != after[square] or square in came_or_gone:
            yield from _same_square(done, before[square], after[square])


def pile(action: Json) -> str:
    """Return where a unit is drawn from that an action puts on the map (9.0, 13.0)."""
    return PILES[game.POOLS[action["do"]]]


def to_be_drawn(view: Json, begun: Json) -> str:
    """Return what to put on the cardboard before its value can be read: a unit that an action draws (9.1, 13.0)."""
    there = {unit["square"] for unit in view["zombies"]}
    new = [
        s for s in begun["needs"].get("value", ()) if s not in there and begun["action"]["do"] in game.POOLS
    ]
    return " ".join(FROM_PILE.format(pile(begun["action"]), square, "up") for square in new)


def unit_way(done: Played, before: Json, after: Json) -> tuple[str, str]:
    """Return the squares between which a unit was moved, or nothing."""
    action = done.line["action"]
    if not action.get("path"):
        return "", ""
    start = action.get("from") or done.before["characters"].get(action.get("super"), {}).get("square") or ""
    end = action["path"][-1]
    moved = start in before and end in after and (start not in after or start == end) and start != end
    return (start, end) if moved else ("", "")


def face_up(view: Json, unit: Json) -> bool:
    """Whether a unit shows its value: also one of cardboard that nobody has read yet to the referee (5.4, 9.0)."""
    return unit["value"] is not None or unit["square"] in occupied(view)


def _turned(done: Played, before: Json, after: Json) -> str:
    was, is_now = face_up(done.before, before), face_up(done.after, after)
    if is_now and not was and done.after["phase"] != "over":
        return " and turn it face up"
    if was and not is_now and after["square"] not in done.before["shown"]:
        return " and turn it face down"
    return ""


def _same_square(done: Played, before: Json, after: Json) -> Iterator[str]:
    square = after["square"]
    if after["berserk"] != before["berserk"]:
        yield (
            f"Put a Berserk marker on the unit in {square}."
            if after["berserk"]
            else f"Take the Berserk marker off the unit in {square}."
        )
    was, is_now = face_up(done.before, before), face_up(done.after, after)
    if is_now and not was and square in done.after["shown"]:
        yield f"Turn the unit in {square} up to see its value, and face down again."
    elif is_now and not was and done.after["phase"] != "over":
        yield f"Turn the unit in {square} face up."
    elif was and not is_now and square not in done.before["shown"]:
        yield f"Turn the unit in {square} face down."


def _doors(done: Played, *, own: bool) -> Iterator[str]:
    if own:
        return
    before = {tuple(door["between"]): door["state"] for door in done.before["doors"]}
    after = {tuple(door["between"]): door["state"] for door in done.after["doors"]}
    for between in sorted({*before, *after}):
        state, name = after.get(between, "open"), f"the door between {between[0]} and {between[1]}"
        if state == before.get(between, "open"):
            continue
        if state == "destroyed":
            yield f"Turn the Closed marker of {name} over: destroyed."
        else:
            yield (
                f"Put a Closed marker on {name}."
                if state == "closed"
                else f"Take the Closed marker off {name}."
            )
    for door, state in done.after["main_doors"].items():
        if state != done.before["main_doors"].get(door, "open"):
            yield f"Put a Closed marker on the {DOORS[door]} door."
