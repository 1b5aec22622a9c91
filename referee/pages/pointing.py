"""What the map points out at a moment: squares by kind, the points and rolls written on them, arrows.

All of it is worked out from what the seat was sent. Where the rules have to be asked, they are asked about the open
position that the seat's view shows, so that a square with a secret looks like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.drawing import Arrow, Ink, Roll
from referee.pages.keys import of
from referee.pages.squares import MOVES, mover_square, piece_square
from referee.pages.wording import NAMES, listed
from referee.tables.seeing import ruling
from rules.dawn_of_the_dead.equipment import Setting
from rules.dawn_of_the_dead.game import HUMAN_ACTIONS
from rules.dawn_of_the_dead.reach import Way, out_of_reach, reach
from rules.dawn_of_the_dead.shot_figures import ShotFigures, hardest, shot_figures
from rules.dawn_of_the_dead.view import open_position

Json = Mapping[str, Any]
Actions = Sequence[Json]
Ways = Mapping[str, Way]


def marks(view: Json, actions: Actions) -> dict[str, str]:
    """Return the squares to point out while none is tapped: where one may start (3.2), go or shoot, what must be seen to.

    Those on the move are pointed out to all. The zombie player sees his hidden squares besides.
    """
    found: dict[str, str] = dict.fromkeys(view.get("hidden") or (), "hidden")
    for action in actions:
        if action["do"] == "step":
            found.setdefault(action["to"], "go")
        elif action["do"] == "place_characters":
            found.update(dict.fromkeys(action["squares"].values(), "go"))
        elif action["do"] == "shoot":
            found[action["at"]] = "target"
        elif action["do"] == "start_move" and not view["move"]:
            found[view["characters"][action["characters"][0]]["square"]] = "may"
    for item in view["agenda"]:
        if item["kind"] == "must":
            found.update(dict.fromkeys(item["squares"], "must"))
    if here := mover_square(view):
        found.setdefault(here, "chosen")
    return found


def ways(view: Json, actions: Actions, setting: Setting) -> Ways:
    """Return how far those on the move can walk, for a seat that may move them (5.1); empty for another."""
    if view["underway"] or not of(actions, "step"):
        return {}
    return reach(open_position(view, setting))


def walk_refused(view: Json, setting: Setting, action: Json) -> Json | None:
    """Return why nobody walks to a square that is several steps away and out of reach; None for any other action."""
    here = mover_square(view)
    if action["do"] != "step" or view["underway"] or here is None:
        return None
    if action["to"] in setting.board.neighbours[here]:
        return None
    position = open_position(view, setting)
    assert position.move is not None
    return ruling(out_of_reach(position, position.move, action["to"]))


def shots(view: Json, actions: Actions, setting: Setting) -> dict[str, list[ShotFigures]]:
    """Return the figures of every shot that may be announced, by target (6.0, 6.9)."""
    found: dict[str, list[ShotFigures]] = defaultdict(list)
    offered = [] if view["underway"] else of(actions, "shoot", "defend")
    table = open_position(view, setting) if offered else None
    for action in offered:
        attack = view["phase_state"].get("attack") or {}
        here = mover_square(view) if action["do"] == "shoot" else attack.get("square")
        at = action.get("at") or here
        if table and here and at:
            found[at].append(shot_figures(table, tuple(action["by"]), here, at))
    return found


def roll(shot: ShotFigures) -> Roll:
    """Return the roll of a shot as the map shows it: what is needed, or what comes off while the value lies face down."""
    if shot.needed is not None:
        return Roll(shot.dice, f"{shot.needed}+")
    return Roll(shot.dice, f"−{shot.minus}" if shot.minus else "")


def shot_words(found: Iterable[ShotFigures]) -> str:
    """Return the shots at one target in words."""
    return "; ".join(f"{listed(NAMES[n] for n in shot.by)}: {_roll_words(shot)}" for shot in found)


def _roll_words(shot: ShotFigures) -> str:
    dice = f"{shot.dice} {'die' if shot.dice == 1 else 'dice'}"
    if shot.needed is not None:
        return f"{shot.needed} or more on {dice}"
    return f"{dice}, less {shot.minus}" if shot.minus else dice


def ink(view: Json, actions: Actions, setting: Setting, lines: Actions, square: str, chosen: str) -> Ink:
    """Return what is written on the map while `square` is tapped and the piece in `chosen` is to go somewhere.

    Both are "" while nothing is looked at. `lines` is the story that the seat was sent.
    """
    far = ways(view, actions, setting)
    way = far.get(square)
    walk = (Arrow((mover_square(view) or "", *way.path), "way"),) if way and len(way.path) > 1 else ()
    return Ink(
        costs={s: f"{w.points}{'+' if w.at_least else ''}" for s, w in far.items()},
        rolls={at: roll(hardest(found)) for at, found in shots(view, actions, setting).items()},
        arrows=(*_gone(view, lines), *_going(view, actions, chosen), *walk),
    )


def _going(view: Json, actions: Actions, chosen: str) -> Iterator[Arrow]:
    """Yield where pieces may go: all that react, or the one that was chosen; and what the referee proposes."""
    proposed = view.get("advice")
    if proposed and not chosen:
        actions = () if proposed["among"] else (proposed["action"],)
    options: dict[str, dict[str, Arrow]] = defaultdict(dict)
    others: set[str] = set()
    for action in actions:
        start = piece_square(view, action)
        if not start or action["do"] not in {*MOVES, "smash"} or (chosen and start != chosen):
            continue
        if action["do"] == "smash" or action.get("super"):
            others.add(start)
        if action["do"] == "react" or (action["do"] in MOVES and (chosen or proposed)):
            options[start].setdefault(action["path"][-1], Arrow((start, *action["path"]), "choice"))
    for start, found in options.items():
        alone = len(found) == 1 and start not in others
        yield from (Arrow(a.squares, "forced") if alone else a for a in found.values())


def _gone(view: Json, lines: Actions) -> Iterator[Arrow]:
    """Yield where zombie units went just now: the last run of one kind of move, so that the board can follow.

    Once it is for those to act who play against nobody's zombies, all that these did since.
    """
    back = [line["action"] for line in reversed(lines) if not line.get("taken_back")]
    theirs = view["mode"] != "two-player" and view["phase"] == "human"
    first = back[0]["do"] if back else ""
    run: list[Json] = []
    for action in back:
        if action["do"] in HUMAN_ACTIONS or not (theirs or (action["do"] == first and first in MOVES)):
            break
        run.append(action)
    for action in reversed(run):
        if action["do"] in MOVES and action.get("from"):
            yield Arrow((action["from"], *action["path"]), "done")
