"""How many actions a figure has in a turn (5.0), what each costs, and who may not do it now.

Every action of a figure asks `refusal` first and ends with `spend`, whatever room it is in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.ruling import Ruling, refuse
from rules.sentences import sentence
from rules.zombies_surviving.position import HUMANS, OFF, Figure, Phase, Position, Status, in_words, moved

ACTIONS = 2
EXTRA, LOST, ONE, NONE, GAS = "extra_action", "lost_action", "one_action", "no_action", "tear_gas"
"""States: "extra_action heroic 3" and "lost_action clumsy 4" are for the turn that they last until."""
GAS_TURNS = 2
PRONE, HIDDEN, PANICKED, UNCONSCIOUS, INCAPACITATED, STUNNED = (
    "prone", "hidden", "panicked", "unconscious", "incapacitated", "stunned",
)  # fmt: skip
HIDDEN_FROM_HUMANS = "hidden_from_humans"
HIDING = (HIDDEN, HIDDEN_FROM_HUMANS)
HELPLESS = (UNCONSCIOUS, INCAPACITATED, STUNNED)


@dataclass(frozen=True, slots=True)
class Act:
    """A kind of action: what it is called in a sentence, its case, and what it costs.

    `held`: a grabbed figure may do it (8.2). `panicked`: one that panics may (5.15). `boss`: a boss that
    somebody plays may (4.2). `whole`: one that does it does nothing else in its turn.
    `mounted`: it can be done from a bicycle (11.2).
    """

    words: str
    case: str
    cost: int = 1
    held: bool = True
    panicked: bool = False
    boss: bool = False
    whole: bool = False
    mounted: bool = False


ACTS: Mapping[str, Act] = {
    "move": Act("moving", "5.1", held=False, boss=True, mounted=True),
    "run": Act("running", "5.1", held=False, boss=True, mounted=True),
    "assisted_move": Act("an assisted move", "5.1", held=False),
    "search": Act("searching", "5.2", 2, held=False),
    "look_at_vehicle": Act("looking at a vehicle", "7.0", 2, held=False),
    "negotiate": Act("negotiating", "5.3", 2),
    "barter": Act("bartering", "5.3", 2),
    "befriend": Act("making friends with a dog", "5.3", 2),
    "hide": Act("hiding", "5.4", 2, held=False, panicked=True),
    "enter": Act("entering", "5.5", held=False, boss=True),
    "exit": Act("leaving a building or a vehicle", "5.5", held=False, boss=True),
    "spot": Act("spotting", "5.6", boss=True, mounted=True),
    "observe": Act("observing", "5.6", 2),
    "snap_shot": Act("a snap shot", "5.10", mounted=True),
    "aimed_shot": Act("an aimed shot", "5.11", 2),
    "burst": Act("a burst", "6.6"),
    "automatic": Act("automatic fire", "6.7", mounted=True),
    "melee": Act("a melee", "5.12", boss=True),
    "throw": Act("a throw", "6.13"),
    "double_tap": Act("a double-tap", "5.13"),
    "reload": Act("reloading", "5.14"),
    "get": Act("getting something", "5.7"),
    "mount": Act("getting on or off a bicycle", "11.2", mounted=True),
    "exchange": Act("an exchange", "5.7"),
    "drop": Act("laying something down", "5.7", 0, panicked=True),
    "drive_toy": Act("driving a toy car", "11.2", 2),
    "fit": Act("fitting a part", "5.7"),
    "fuel": Act("filling a tank", "5.7"),
    "siphon": Act("taking gasoline", "5.7", 2),
    "first_aid": Act("first aid", "5.8", 2, held=False, whole=True),
    "trade": Act("trading", "5.3", 0),
    "dog_attack": Act("sending a dog", "5.3", 0, panicked=True),
    "psychic": Act("using the second sight", "5.6", 0),
    "heroism": Act("being heroic", "5.17", 0),
    "stimulate": Act("taking stimulants", "11.2", 0, held=True),
    "barricade": Act("barricading", "5.9", 2),
    "panic": Act("panicking", "5.15", held=False, panicked=True, mounted=True),
    "rally": Act("rallying", "5.15", panicked=True, mounted=True),
    "shout": Act("shouting", "5.16"),
    "groan": Act("groaning", "5.16", boss=True),
    "drive": Act("driving", "7.3", held=False),
    "collide": Act("running into something", "7.5", 0),
    "start": Act("starting a vehicle", "7.2"),
    "ski": Act("handling skis", "13.2"),
    "free_vehicle": Act("freeing a vehicle", "13.3", 2),
}


def lasts(position: Position, status: Status) -> bool:
    """Whether a state still lasts in this turn."""
    return not status.until or status.until >= position.turn


def allowance(position: Position, name: str) -> int:
    """Return how many single actions a figure has in this turn, whatever it has done (5.0, 5.17)."""
    count, most = ACTIONS, None
    for one in position.figures[name].statuses:
        kind, now = one.name.split()[0], one.until in {0, position.turn}
        gassed = kind == GAS and one.until - GAS_TURNS < position.turn <= one.until
        count += (kind == EXTRA and now) - (kind == LOST and now) - gassed
        if kind in {ONE, NONE, *HELPLESS} and lasts(position, one):
            most = min(int(kind == ONE), ACTIONS if most is None else most)
    return max(0, count if most is None else min(count, most))


def left(position: Position, name: str) -> int:
    """Return how many single actions a figure has left in this turn."""
    return max(0, allowance(position, name) - position.figures[name].spent)


def change(position: Position, name: str, state: str, why: str, turn: int | None = None) -> Position:
    """Return the position in which a figure has more actions or fewer in a turn: this one, unless told.

    `state` is EXTRA, LOST, ONE or NONE.
    """
    until = position.turn if turn is None else turn
    return position.put(name, position.figures[name].with_status(f"{state} {why} {until}", until))


def called(position: Position, name: str) -> str:
    """Return the name of a figure or a place, as people say it: "Old Ana", "Shuffler 3"."""
    for things in (position.figures, position.buildings, position.vehicles):
        if (one := things.get(name)) is not None and one.name:
            return one.name
    return sentence(in_words(name))


def said(place: str) -> str:
    """Return a place in a sentence."""
    return place.replace("_", " ")


def refusal(
    position: Position, seat: str, name: str, act: str, cost: int | None = None
) -> Ruling[Position] | None:
    """Return why a figure of a seat may not do this now, in a sentence with its case; or None."""
    figure, what = position.figures.get(name), ACTS[act]
    if figure is None:
        return refuse(("5.0",), f"There is no figure {name[:40]} on the table.", firm=True)
    who = called(position, name)
    if not (figure.kind == "survivor" or (figure.kind == "boss" and what.boss)):
        return refuse(("5.0",), f"{who} does not act by the choice of a player.", firm=True)
    if figure.seat != seat:
        return refuse(("5.0",), f"{who} is another player’s figure.", firm=True)
    phase: Phase = "menace" if figure.kind == "boss" else "survival"
    if position.phase != phase:
        return refuse(("2.0",), f"{who} acts in the {phase} phase.", firm=True)
    if phase == "survival" and (said := _out_of_turn(position, seat)):
        return refuse(("5.0",), said)
    return _state(figure, who, what) or _actions(position, name, who, what, cost)


def partner_refusal(
    position: Position, name: str, act: str, cost: int | None = None
) -> Ruling[Position] | None:
    """Return why a figure cannot take part in what another one begins: it spends its own actions too."""
    figure, what = position.figures[name], ACTS[act]
    who = called(position, name)
    if figure.kind != "survivor":
        return refuse(("5.0",), f"{who} is no survivor.", firm=True)
    if figure.seat in position.played:
        return refuse(("5.0",), f"The player of {who} has finished this turn.")
    return _state(figure, who, what) or _actions(position, name, who, what, cost)


def _out_of_turn(position: Position, seat: str) -> str:
    if position.acting not in {"", seat}:
        return "Another player’s figures act now; each player finishes first."
    if seat in position.played:
        return "This player’s figures have all acted in this turn."
    return ""


def _state(figure: Figure, who: str, what: Act) -> Ruling[Position] | None:
    if figure.zone == OFF:
        return refuse(("1.5",), f"{who} has left the table.", firm=True)
    if state := next((one for one in HELPLESS if figure.status(one)), ""):
        return refuse(("8.3",), f"{who} is {state} and can do nothing.", firm=True)
    if figure.grabbed_by and not what.held:
        wish = what.words.removeprefix("an ").removeprefix("a ")
        return refuse(("8.2",), f"{who} is grabbed: no {wish} before that ends.")
    if figure.status(PANICKED) and not what.panicked:
        return refuse(("5.15",), f"{who} panics: only panicking, hiding or rallying is possible.")
    bicycle = figure.item("mountain_bike")
    if bicycle is not None and bicycle.on and what.cost and not what.mounted:
        wish = what.words.removeprefix("an ").removeprefix("a ")
        return refuse(("11.2",), f"{who} is on a bicycle: no {wish} before getting off.")
    return None


def _actions(position: Position, name: str, who: str, what: Act, cost: int | None) -> Ruling[Position] | None:
    figure, have = position.figures[name], left(position, name)
    lacking = what.cost if cost is None else cost
    if lacking > have:
        takes = {1: "one action", 2: "two actions"}.get(lacking, f"{lacking} actions")
        has = {0: "no action", 1: "one action"}.get(have, f"{have} actions")
        return refuse(("5.0",), f"{who} has {has} left, and {what.words} takes {takes}.")
    if what.whole and figure.spent:
        return refuse((what.case,), f"{who} has acted already: {what.words} takes the whole turn.")
    return None


def spend(position: Position, name: str, act: str, cost: int | None = None) -> Position:
    """Return the position after a figure has spent an action; its player's figures act now."""
    figure, what = position.figures[name], ACTS[act]
    spent = figure.spent + (what.cost if cost is None else cost)
    if what.whole:
        spent = max(spent, allowance(position, name))
    done = replace(figure, acts=(*figure.acts, act), spent=spent)
    for state in HIDING if act != "hide" else ():
        done = done.without_status(state)
    acting = figure.seat if figure.kind in HUMANS else position.acting
    return replace(position.put(name, done), acting=acting)


def begin(position: Position) -> Position:
    """Return the position at the start of the survival phase: all actions are there again (5.0)."""
    for name in position.of_kind("survivor", "boss"):
        figure = replace(position.figures[name], acts=(), spent=0)
        gone = [one.name for one in figure.statuses if one.name in HIDING or 0 < one.until < position.turn]
        for status in gone:
            figure = figure.without_status(status)
        position = position.put(name, figure)
    return replace(position, acting="", played=())


def must_roll(position: Position, name: str, dice: Sequence[int]) -> bool:
    """Whether a clumsy figure has rolled a 1, and rolls a die for what comes of it (10.2)."""
    return position.figures[name].has("clumsy") and 1 in dice


def stumble(position: Position, name: str, die: int) -> tuple[Position, str]:
    """Return the position after the die of a clumsy figure: on another 1 it loses an action (10.2)."""
    if die != 1:
        return position, ""
    after = change(position, name, LOST, "clumsy", position.turn + 1)
    return after, f" Clumsy {called(position, name)} loses the first action of the next turn."


def is_mad(position: Position, name: str, dice: Sequence[int]) -> bool:
    """Whether an insane figure has rolled a 1, and wanders off instead of acting (10.3)."""
    return position.figures[name].has("insane") and 1 in dice


def wander(position: Position, name: str) -> tuple[Position, str]:
    """Return the position after an insane figure has wandered off (10.3)."""
    story = f"{called(position, name)} rolls a 1, talks nonsense, and wanders 2 inches in a random direction."
    return moved(position, name), story
