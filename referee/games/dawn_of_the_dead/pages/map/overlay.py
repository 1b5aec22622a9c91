"""The highlights of the map: squares by kind, points and rolls written on them, arrows.

All of it follows from what the seat was sent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from referee.games.dawn_of_the_dead.drawing import Annotations, Arrow, Roll
from referee.games.dawn_of_the_dead.labels.actions import SHOWN
from referee.games.dawn_of_the_dead.labels.squares import piece_square
from referee.games.dawn_of_the_dead.labels.wording import NAMES
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import MOVES
from rules.dawn_of_the_dead.game import HUMAN_ACTIONS
from rules.dawn_of_the_dead.humans.gunfire import ShotFigures, hardest
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed

Actions = Sequence[Json]


def marks(view: View, actions: Actions) -> dict[str, str]:
    """Return the squares to highlight while none is tapped.

    They are the squares to start in (3.2), to go to, to shoot at, or to decide about.

    Those on the move are pointed out to all. The zombie player also sees his hidden squares.
    """
    kinds: dict[str, str] = dict.fromkeys(view.hidden or (), "hidden")
    for action in actions:
        for square, kind in SHOWN[action["do"]].marks(view, action).items():
            kinds[square] = kinds.get(square, kind) if kind == "go" else kind
    for item in view.agenda:
        if item["kind"] == "must":
            kinds.update(dict.fromkeys(item["squares"], "must"))
    if here := view.mover_square:
        kinds.setdefault(here, "chosen")
    return kinds


def roll(shot: ShotFigures) -> Roll:
    """Return the roll of a shot for the map: the number needed, or the subtraction for a hidden value."""
    if shot.needed is not None:
        return Roll(shot.dice, f"{shot.needed}+")
    return Roll(shot.dice, f"−{shot.minus}" if shot.minus else "")


def shot_words(shots: Iterable[ShotFigures]) -> str:
    """Return the shots at one target in words."""
    return "; ".join(f"{listed(NAMES[n] for n in shot.by)}: {_roll_words(shot)}" for shot in shots)


def _roll_words(shot: ShotFigures) -> str:
    dice = f"{shot.dice} {'die' if shot.dice == 1 else 'dice'}"
    if shot.needed is not None:
        return f"{shot.needed} or more on {dice}"
    return f"{dice}, less {shot.minus}" if shot.minus else dice


def overlay(context: SeatContext, lines: Actions, square: str, chosen: str) -> Annotations:
    """Return the map's annotations while `square` is tapped and the piece in `chosen` is to move.

    Both are "" while nothing is looked at. `lines` is the log that the seat was sent.
    """
    view, way = context.view, context.ways.get(square)
    walk = (Arrow((view.game.mover_square or "", *way.path), "way"),) if way and len(way.path) > 1 else ()
    return Annotations(
        costs={s: f"{w.points}{'+' if w.at_least else ''}" for s, w in context.ways.items()},
        rolls={at: roll(hardest(shots)) for at, shots in context.shots.items()},
        arrows=(*_gone(view, lines), *_going(context, chosen), *walk),
    )


def _going(context: SeatContext, chosen: str) -> Iterator[Arrow]:
    """Yield possible moves: of every unit that reacts or of the chosen one; or the referee's proposal."""
    view, actions = context.view, context.actions
    proposed = view.advice
    if proposed and not chosen:
        actions = () if proposed["among"] else (proposed["action"],)
    options: dict[str, dict[str, Arrow]] = defaultdict(dict)
    others: set[str] = set()
    for action in actions:
        start = piece_square(view.game, action)
        if not start or (chosen and start != chosen):
            continue
        moves = action["do"] in MOVES
        if not moves or action.get("super"):
            others.add(start)
        if moves and (chosen or proposed or SHOWN[action["do"]].arrows):
            options[start].setdefault(action["path"][-1], Arrow((start, *action["path"]), "choice"))
    for start, arrows in options.items():
        alone = len(arrows) == 1 and start not in others and (proposed or start in context.sure_moves)
        yield from (Arrow(a.squares, "forced") if alone else a for a in arrows.values())


def _gone(view: DawnView, lines: Actions) -> Iterator[Arrow]:
    """Yield where zombie pieces just went: the last run of one kind of move, for the cardboard.

    Once the players who face the referee's zombies are to act, all that these zombies did since. Where the
    tap that moved them also ended the phase, all that it moved.
    """
    back = [line for line in reversed(lines) if not line.get("taken_back")]
    theirs = view.game.mode != "two-player" and view.game.phase == "human"
    first = next((line["action"]["do"] for line in back if not line.get("automatic")), "")
    batch = {step["n"] for step in (view.moment["batch"] if view.moment else ())}
    run: list[Json] = []
    for line in back:
        done = line["action"]["do"]
        together = line.get("n") in batch or line.get("automatic")
        if done in HUMAN_ACTIONS or not (theirs or together or (done == first and first in MOVES)):
            break
        run.append(line)
    for line in reversed(run):
        for effect in line["effects"]:
            if effect["effect"] == "move" and effect["by"] is None:  # A unit taken along has no arrow.
                yield Arrow((effect["from"], *effect["path"]), "done")
