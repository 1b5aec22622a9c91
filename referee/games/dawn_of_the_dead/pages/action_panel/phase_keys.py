"""The keys of each phase while no square is tapped, and those that end it or skip what is optional.

The key that skips everything optional plays the Zombie Player-Turn up to the next real choice (4.0). It
checks no unit of its player’s choice, reveals nothing and makes no free move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.games.dawn_of_the_dead.batches import can_skip_optional
from referee.games.dawn_of_the_dead.labels.actions import DOORS_AND_RIFLES, SHOWN
from referee.games.dawn_of_the_dead.labels.descriptor import Heading
from referee.games.dawn_of_the_dead.labels.squares import people_in, piece_square
from referee.games.dawn_of_the_dead.labels.wording import PHASES, counted, game_turn, people, player
from referee.games.dawn_of_the_dead.pages.action_panel.agenda import asks_who_moves
from referee.games.dawn_of_the_dead.pages.action_panel.keys import (
    Group,
    Key,
    group,
    key,
    of_kinds,
    square_group,
)
from referee.games.dawn_of_the_dead.pages.status_bar import rests
from referee.games.dawn_of_the_dead.seats import DawnView, played
from referee.games.interface import SPECTATOR
from referee.games.toolkit.http import url_at
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import MOVES, kinds_where, piece_actions
from rules.dawn_of_the_dead.position import BerserkState
from rules.dawn_of_the_dead.view import View
from rules.dawn_of_the_dead.zombies.mandatory import forced_now, must_now
from rules.sentences import listed

Actions = Sequence[Json]
ENDINGS = kinds_where(lambda kind: kind.ends)
_SPENDING = kinds_where(lambda kind: kind.spends_points)
ENDS = "ending"
"""The query parameter of the panel that asks for confirmation."""


def ending_groups(view: View, actions: Actions, base: str) -> list[Group]:
    """Return the key that ends the phase, apart from all others; nothing for a seat that does not end it.

    It says what is left, and then only asks: what it would cut off is never done by one tap.
    """
    ending = of_kinds(actions, *ENDINGS)
    if not ending:
        return []
    says, left = ending_words(view, ending[0]), left_over(view, actions)
    if left:
        asks = Key(f"{says} ({left})", url=f"{base}/now?{ENDS}={ENDS}")
        return [Group("", (asks,), apart=True)]
    bright = len(of_kinds(actions, *ENDINGS)) == len(actions)
    return [Group("", (key(ending[0], tone="main" if bright else "", says=says),), apart=True)]


def ending_words(view: View, ending: Json) -> str:
    """Return what the key says that ends a phase: what comes after it."""
    if ending["do"] == "end_turn":
        return "End the Human Player-Turn"
    order = game_turn(view)
    here = order.index(view.phase)
    if here + 1 == len(order):
        return f"On to Game-Turn {view.turn + 1}"
    return f"On to the {PHASES[order[here + 1]].name}"


def left_over(view: View, actions: Actions) -> str:
    """Return what players may still want in a phase, or "" where they can only end it."""
    left = _left(view, actions)
    return left.says if left else ""


def confirmation(view: View, actions: Actions) -> tuple[str, tuple[Group, ...]] | None:
    """Return the question that ending a phase asks, and its key; None where it asks nothing."""
    ending, left = of_kinds(actions, *ENDINGS), _left(view, actions)
    if not ending or not left:
        return None
    says = ending_words(view, ending[0])
    what = "the turn" if ending[0]["do"] == "end_turn" else "this phase"
    keys = Group("", (key(ending[0], says=f"Yes: {says[0].lower()}{says[1:]}"),))
    return f"End {what} {left.asks}?", (keys,)


@dataclass(frozen=True, slots=True)
class _Left:
    """The rest of a phase: in brackets on the key that ends it, and in the question "End … {asks}?"."""

    says: str
    asks: str


def _left(view: View, actions: Actions) -> _Left | None:
    left_in = _LEFT.get(view.phase)
    return left_in(view, actions) if left_in else None


def _left_in_human(view: View, actions: Actions) -> _Left | None:
    if view.move is None:
        # Together, those who may still move are perhaps another player's, who has not had his turn.
        waits = of_kinds(actions, "start_move") or any(map(asks_who_moves, view.agenda))
        return _Left("Nobody has moved yet", "before anybody has moved") if waits else None
    points = of_kinds(actions, *_SPENDING)
    shots = of_kinds(actions, "shoot")
    if not points:
        return _Left("Shots left", "with shots left") if shots else None
    points_left = "Movement Points and shots left" if shots else "Movement Points left"
    return _Left(points_left, f"with {points_left}")


def _left_in_berserk(view: View, actions: Actions) -> _Left | None:
    if not of_kinds(actions, "check_berserk"):
        return None
    # The units that were berserk are checked first, so where one was, the check that is left is the free one.
    state = view.phase_state
    lapsed = isinstance(state, BerserkState) and state.lapsed
    if lapsed or any(unit.berserk for unit in view.zombies.values()):
        return _Left("One more unit can be checked", "without the check of one more unit")
    return _Left("No unit checked yet", "before any unit was checked")


def _left_in_reaction(_view: View, actions: Actions) -> _Left | None:
    if piece_actions(actions):
        return _Left("Some zombies can still react", "while zombies can still react")
    return _left_to_reveal(actions)


def _left_in_free(view: View, actions: Actions) -> _Left | None:
    state = view.free_moves
    if state is None or state.die is None:
        return _Left("Free moves not rolled", "without a roll for free moves")
    moves = of_kinds(actions, *MOVES)
    if state.left and moves:
        moves_left = f"{counted(state.left, 'free move')} left"
        return _Left(moves_left, f"with {moves_left}")
    if piece_actions(actions):
        still = "zombies can still move"
        return _Left(f"Berserk or super {still}", f"while berserk or super {still}")
    return _left_to_reveal(actions)


def _left_to_reveal(actions: Actions) -> _Left | None:
    count = len(of_kinds(actions, "reveal"))
    if not count:
        return None
    hidden = counted(count, "hidden zombie")
    return _Left(f"{hidden} to reveal", f"and leave {hidden} unrevealed")


_LEFT = {
    "human": _left_in_human,
    "berserk": _left_in_berserk,
    "reaction": _left_in_reaction,
    "free_movement": _left_in_free,
}


MANDATORY = '{"do":"musts"}'
"""The action that the key posts."""
ASKS_MANDATORY = "musts"
_SKIP = "Skip everything optional"
SKIP_QUESTION = "Skip everything optional?"
_SKIP_HINT = (
    "This skips a check of your choice, reveals, free moves, reactions of super zombies and smashing glass. "
    "Everything else is played, up to the next choice or shot."
)


def with_mandatory_key(
    groups: Sequence[Group], view: DawnView, actions: Sequence[Json], base: str
) -> tuple[Group, ...]:
    """Return the groups of a phase, with the key that asks beside the one that ends the phase."""
    if not can_skip_optional(view, actions):
        return tuple(groups)
    asks = Key(_SKIP, url=f"{base}/now?{ENDS}={ASKS_MANDATORY}")
    *others, last = groups or (Group("", (), apart=True),)
    if not last.apart:
        return (*groups, Group("", (asks,), apart=True))
    return (*others, replace(last, keys=(*last.keys, asks)))


def mandatory_keys() -> tuple[Group, ...]:
    """Return the key that answers the question."""
    return (Group("", (Key("Yes: play on", action=MANDATORY),), _SKIP_HINT),)


FORCED = '{"do":"forced"}'
"""The action posted by the key that moves all units without a choice."""
WHO_MOVES = "Who moves?"
LAST_CHANCE = "this can end your chance to reveal a hidden zombie"
"""The warning on that key while a hidden zombie may be revealed: a unit may take its square or its way."""


LAST_TAP = (
    "The last action can still be taken back. "
    "The record and every screen will then say that all secrets were open."
)
"""The note once the game is over."""

ANSWERED = kinds_where(lambda kind: kind.answers)

_HEADINGS = tuple(dict.fromkeys(shown.heading for shown in SHOWN.values() if shown.heading))
_OTHER_SIDE: Mapping[str, str] = {"human": "zombie", "zombie": "human"}


def groups(view: DawnView, actions: Actions, base: str, sure: Collection[str] | None = None) -> list[Group]:
    """Return the keys of a phase for a seat. `base` is the address of the table.

    `sure` are the squares of the units that react without a choice in any order, those behind others too;
    None: all that have one possible move now.
    """
    if view.game.phase == "over":
        begun = bool(view.rematch)
        plots = "Game report: plots, secrets, replay"
        report = Key(plots, url=f"{base}/report", tone="" if begun else "main", leaves=True)
        record = Key(
            "Save the full record, secrets included",
            url=url_at(f"/api/tables/{view.code}/record"),
            leaves=True,
        )
        again = "Go to the rematch" if begun else "Play again"
        rematch = Key(
            again, url=f"{base}/rematch", tone="main" if begun else "", leaves=True,
            posts=begun and view.seat != SPECTATOR,
        )  # fmt: skip
        keys = (report, rematch, record, Key("Start another table", url=url_at("/"), leaves=True))
        return [Group("", keys, LAST_TAP if view.undo else _in_rematch(view))]
    offered = _PHASES.get(view.game.phase)
    if not offered or not actions:
        return []
    if view.game.phase == "reaction" and sure is not None:
        return _reaction(view.game, actions, base, sure) + ending_groups(view.game, actions, base)
    return offered(view.game, actions, base) + ending_groups(view.game, actions, base)


def _in_rematch(view: DawnView) -> str:
    """Return which side a player has in the rematch that has begun, or ""."""
    begun, seat = view.rematch, view.seat
    if not begun or view.game.mode != "two-player" or seat not in _OTHER_SIDE:
        return ""
    side = _OTHER_SIDE[seat] if begun["swapped"] else seat
    return f"The rematch has begun. You are {'now' if begun['swapped'] else 'again'} {player(side, {})}."


def _human(view: View, actions: Actions, base: str) -> list[Group]:
    starts = of_kinds(actions, "start_move")
    walking, carrying = [a for a in starts if not a.get("carry")], [a for a in starts if a.get("carry")]
    if view.move is None:
        return group(WHO_MOVES, walking, _rests(view, starts)) + _folded("Carrying somebody", carrying)
    steps = tuple(key(a, says=a["to"]) for a in of_kinds(actions, "step"))
    offered = [Group("Go to", steps, "Or tap a square on the map.", squares=True)] if steps else []
    offered += square_group("Shoot at", (a["at"] for a in of_kinds(actions, "shoot")), base)
    offered += groups_under(DOORS_AND_RIFLES, actions)
    offered += group("", of_kinds(actions, "put_down"))
    return offered + _folded("Choose another character", walking + carrying)


def _rests(view: View, starts: Actions) -> str:
    """Return who may not move because he moved last turn (5.0), or ""."""
    may = {name for start in starts for name in start["characters"]}
    rest = [name for name, character in view.characters.items() if rests(character) and name not in may]
    return f"{people(rest)} moved last turn." if rest else ""


def asks_who(offered: Sequence[Group]) -> bool:
    """Return whether the title of some keys asks who moves."""
    return any(keys.title == WHO_MOVES for keys in offered)


def _folded(title: str, actions: Actions) -> list[Group]:
    return [Group(title, tuple(key(a) for a in actions), folded=True)] if actions else []


def _berserk(view: View, actions: Actions, base: str) -> list[Group]:
    checks = of_kinds(actions, "check_berserk")
    due = view.due
    offered = group(
        "Still berserk?", [a for a in checks if a["square"] in due], "4 or less: it stays berserk."
    )
    others = [a["square"] for a in checks if a["square"] not in due]
    hint = "Tap a unit on the map, or choose its square. 4 or less: it goes berserk."
    offered += square_group("Check one unit", others, base, hint, folded=True)
    return offered


def _without_choice(count: int, total: int) -> str:
    """Return how many of the units have no choice: "Each has only one legal move."."""
    if count == total:
        return f"{'It' if total == 1 else 'Each'} has only one legal move."
    return f"{count} of the {total} {'has' if count == 1 else 'have'} only one legal move."


def _reaction(view: View, actions: Actions, base: str, sure: Collection[str] | None = None) -> list[Group]:
    must = must_now(view)
    offered: list[Group] = []
    forced_moves = forced_now(view, actions)
    without = [a for a in forced_moves if sure is None or a["from"] in sure]
    behind = 0 if sure is None else len(sure) - len(without)
    if without:
        hint = _without_choice(len(without), len(must))
        if behind:
            hint += f" {counted(behind, 'unit')} behind follow{'s' if behind == 1 else ''}."
        only = f"Move it from {without[0]['from']} to {without[0]['path'][-1]}"
        says = "Move them" if len(without) + behind > 1 else only
        warned = f"{says} ({LAST_CHANCE})" if of_kinds(actions, "reveal") else says
        offered.append(Group("", (Key(warned, action=FORCED, tone="main"),), hint))
    if len(without) + behind > 1:
        single = tuple(key(a, says=f"{a['from']} to {a['path'][-1]}") for a in without)
        offered.append(Group("Or one by one", single, squares=True))
    choosing = set(must) - {a["from"] for a in without}
    hint = "Tap a unit to see where it may go."
    if len(without) < len(forced_moves):
        hint += " Which goes first is your choice too."
    offered += square_group("Must react", choosing, base, hint)
    pieces = piece_actions(actions)
    smashing = {a["from"] for a in pieces if a["do"] not in MOVES and not a.get("super")} - set(must)
    offered += square_group("Berserk: can smash a glass door", smashing, base)
    supers = {piece_square(view, a) or "" for a in pieces if a.get("super")}
    offered += square_group("Super zombies that can react", supers, base)
    offered += square_group(
        "Reveal a hidden zombie", (a["square"] for a in of_kinds(actions, "reveal")), base
    )
    return offered


def _free(view: View, actions: Actions, base: str) -> list[Group]:
    offered = group("", of_kinds(actions, "roll_free_moves"), tone="main")
    moves = piece_actions(actions)
    berserk = {square for square, unit in view.zombies.items() if unit.berserk}
    squares = {piece_square(view, a) or "" for a in moves}
    supers = {piece_square(view, a) or "" for a in moves if a.get("super")}
    offered += square_group(
        "No roll needed: berserk units and super zombies", squares & (berserk | supers), base
    )
    hint = "Tap a unit on the map, or choose its square."
    offered += square_group("Units that can move", squares - berserk - supers, base, hint, folded=True)
    offered += square_group(
        "Reveal a hidden zombie", (a["square"] for a in of_kinds(actions, "reveal")), base
    )
    return offered


def groups_under(heading: Heading, actions: Actions) -> list[Group]:
    """Return the keys under a heading, or nothing where there are none."""
    here = [action for action in actions if SHOWN[action["do"]].heading == heading]
    return group(heading.title, here, heading.hint, heading.tone)


def _by_heading(_view: View, actions: Actions, _base: str) -> list[Group]:
    """Return the keys of a phase, grouped by the heading of each kind of action.

    Three or four characters under attack can shoot together in four to eleven ways: these are folded below
    the keys of each, so that the key for no shot stays visible (6.9). On a small screen it is beside them.
    """
    shots = of_kinds(actions, "defend")
    joint = [shot for shot in shots if len(shot["by"]) > 1]
    folded = joint if len(joint) > 1 else []
    open_ = [action for action in actions if action not in folded]
    here = {SHOWN[action["do"]].heading for action in open_}
    offered = [keys for heading in _HEADINGS if heading in here for keys in groups_under(heading, open_)]
    offered = [replace(keys, abreast=bool(shots)) for keys in offered]
    return offered + _folded("Shoot together", folded)


_PHASES: Mapping[str, Callable[[View, Actions, str], list[Group]]] = {
    "human": _human,
    "hidden_appearance": _by_heading,
    "berserk": _berserk,
    "reaction": _reaction,
    "free_movement": _free,
    "attack": _by_heading,
    "generation": _by_heading,
}


def nobody_reacts(view: View, actions: Actions) -> str:
    """Return that no unit on the map reacts, where the Reaction Phase has nothing to do, or "" (7.0)."""
    return "No unit on the map can react now." if view.phase == "reaction" and idle(view, actions) else ""


def idle(view: View, actions: Actions) -> str:
    """Return that a phase has nothing left to do, or "" where it has."""
    alone = bool(actions) and all(a["do"] == "next_phase" for a in actions)
    return f"{PHASES[view.phase].name} is done." if alone else ""


def called(view: View, role: str) -> str:
    """Return the sentence that calls a player back from a tool, or "" while nothing waits for him.

    There is none on a shared device: the tablet, or any device where the referee plays the zombies.
    """
    if view.phase == "over":
        return "The game is over."
    mine = [item["text"] for item in view.agenda if item["seat"] == role]
    return f"Your turn. {mine[0]}" if mine and view.mode == "two-player" else ""


def answer_awaited(view: DawnView, role: str, actions: Actions) -> str:
    """Return who must tap a shot under attack, or its waiver, instead of the tablet; or "" (R-8.1a)."""
    attack = view.game.attack
    if role != "table" or not attack or view.pending_action or of_kinds(actions, *ANSWERED):
        return ""
    asked = [item for item in view.game.agenda if item["seat"] == "human" and item["kind"] == "may"]
    if not asked:
        return ""
    together, attacked = view.game.mode == "cooperative", people_in(view.game, attack.square)
    if together and len(attacked) == 1:
        return f"Waiting for {_who_plays(attacked[0], view.names)}."
    answers = "players answer on their phones" if together else "player answers on a phone"
    return f"Waiting for the characters under attack: their {answers}."


def _who_plays(name: str, names: Mapping[str, str]) -> str:
    """Return who plays a character in cooperative play: "Cleo (Steve)", "Cleo (Steve and Fran)", "Steve"."""
    return player(next((seat for seat in names if name in played(seat)), name), names)


def _acts(view: View, role: str, seats: set[Any]) -> bool:
    """Whether a seat that plays may be the one to act: with two players, one with something to do."""
    return view.mode != "two-player" or role == "table" or role in seats


def who_sets_up(view: View, form: object) -> str:
    """Return that one of several players places all characters, where a `form` asks for that; or "" (3.2)."""
    if form is None or view.mode != "cooperative":
        return ""
    return "Agree where all four begin. One of you places them for everybody."


def who_moves(view: DawnView, role: str) -> str:
    """Return who is moving, for those who play together and have none of these characters; or "" (5.0)."""
    if view.game.mode != "cooperative" or not view.game.move or not played(role):
        return ""
    moving = view.game.move.characters
    if not played(role).isdisjoint(moving):
        return ""
    owners = [name for seat, name in view.names.items() if name and not played(seat).isdisjoint(moving)]
    if owners:
        return f"{listed(owners)} {'is' if len(owners) == 1 else 'are'} moving {people(moving)}."
    return f"{people(moving)} {'is' if len(moving) == 1 else 'are'} moving."


def waiting(view: DawnView, role: str) -> str:
    """Return whom this seat waits for, or "" when it is not waiting."""
    seats: set[Any] = {item["seat"] for item in view.game.agenda}
    if role == "table" and view.game.phase == "place_hidden":
        return f"Waiting for {player('zombie', view.names)} to choose on a phone."
    if view.game.phase == "over" or (role != SPECTATOR and _acts(view.game, role, seats)):
        return ""
    if view.game.mode != "two-player":
        return "Waiting for the players." if view.game.mode == "cooperative" else "Waiting for the player."
    return f"Waiting for {player('zombie' if 'zombie' in seats else 'human', view.names)}."
