"""How each kind of action is shown: one declaration for each, beside its descriptor in `rules`.

Actions come in as the JSON data that every seat may be offered, so nothing secret can slip in here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from referee.games.dawn_of_the_dead.labels import dice
from referee.games.dawn_of_the_dead.labels.descriptor import (
    Chart,
    Heading,
    Shown,
    always,
    door,
    door_step,
    guns,
    shoots,
)
from referee.games.dawn_of_the_dead.labels.squares import piece_square
from referee.games.dawn_of_the_dead.labels.wording import DOORS, NAMES, counted, people
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    ChooseVictims,
    CloseDoor,
    CloseMainDoor,
    DeclareAttack,
    Defend,
    EndTurn,
    FreeMove,
    HoldFire,
    NextPhase,
    OpenAttack,
    OpenDoor,
    PlaceCharacters,
    PlaceHidden,
    PutDown,
    React,
    ReadValue,
    Reveal,
    RollAttack,
    RollEntrance,
    RollFreeMoves,
    RollHidden,
    RollInfection,
    Shoot,
    Smash,
    StartMove,
    Step,
    TakeRifle,
    UseSheet,
    ZombieMove,
)
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed

__all__ = ["SHOWN", "Shown", "full_label", "kinds_shown", "label", "proposal_label"]


def _set_up(action: Json) -> str:
    together: defaultdict[str, list[str]] = defaultdict(list)
    for name, square in action["squares"].items():
        together[square].append(name)
    return "set up " + ", ".join(f"{people(names)} in {square}" for square, names in together.items())


_SETTING_UP = (
    Shown(
        kind=PlaceHidden,
        label=always("Hide the zombies in these five squares"),
        step=always("the hidden squares"),
        tapped=True,
    ),
    Shown(
        kind=PlaceCharacters,
        label=always("Set up the characters here"),
        step=always("setting up"),
        would=_set_up,
        marks=lambda _view, action: dict.fromkeys(action["squares"].values(), "go"),
        tapped=True,
    ),
)


DOORS_AND_RIFLES = Heading("Doors and rifles")


def _start_move(action: Json) -> str:
    carry = action.get("carry")
    along = f", carrying {NAMES[carry['whom']]}" if carry else ""
    by = f" ({NAMES[carry['by']]} carries)" if carry and len(action["characters"]) > 1 else ""
    return f"Move {people(action['characters'])}{along}{by}"


def _who_may(view: View, action: Json) -> Mapping[str, str]:
    return {} if view.move else {view.characters[action["characters"][0]].square or "": "may"}


def _steps(action: Json, view: View) -> str:
    move = view.move
    if not move:
        return f"Go to {action['to']}"
    who, carried = move.characters, move.carrying
    goes = "goes" if len(who) == 1 else "go"
    start = view.characters[who[0]].square
    along = f" with {NAMES[carried[1]]}" if carried else ""
    return f"{people(who)} {goes} from {start} to {action['to']}{along}"


def _at_character(view: View, _board: Board, action: Json) -> Sequence[str | None]:
    names = action.get("characters") or [action["character"]]
    return (view.characters[names[0]].square,)


def _at_door(_view: View, _board: Board, action: Json) -> Sequence[str | None]:
    return tuple(action["between"])


_HUMAN_TURN = (
    Shown(
        kind=StartMove,
        label=_start_move,
        step=lambda a: f"moving {people(a['characters'])}",
        places=_at_character,
        marks=_who_may,
        tapped=True,
    ),
    Shown(
        kind=Step,
        label=lambda a: f"Go to {a['to']}",
        step=lambda a: f"step to {a['to']}",
        whole=_steps,
        would=lambda a: f"go on to {a['to']}",
        marks=lambda _view, action: {action["to"]: "go"},
        tapped=True,
    ),
    Shown(
        kind=PutDown,
        label=always("Put down the carried character"),
        step=always("putting down"),
        places=lambda view, _board, _action: (view.mover_square,),
    ),
    Shown(
        kind=OpenDoor,
        label=lambda a: f"Open the door between {door(a)}",
        step=door_step,
        heading=DOORS_AND_RIFLES,
        places=_at_door,
    ),
    Shown(
        kind=CloseDoor,
        label=lambda a: f"Close the door between {door(a)}",
        step=door_step,
        heading=DOORS_AND_RIFLES,
        places=_at_door,
    ),
    Shown(
        kind=CloseMainDoor,
        label=lambda a: f"Close the {DOORS[a['door']]} door for good",
        step=lambda a: f"{DOORS[a['door']]} door",
        would=lambda a: f"close the {DOORS[a['door']]} door for good",
        heading=DOORS_AND_RIFLES,
        places=lambda _view, board, action: (board.main_doors[action["door"]].square,),
    ),
    Shown(
        kind=TakeRifle,
        label=lambda a: f"{NAMES[a['character']]} takes a hunting rifle",
        step=lambda a: f"{NAMES[a['character']]}’s rifle",
        would=lambda a: f"give {NAMES[a['character']]} a hunting rifle",
        heading=DOORS_AND_RIFLES,
        places=_at_character,
    ),
    Shown(
        kind=Shoot,
        only_reads=True,  # 6.0
        label=lambda a: f"{people(a['by'])} {shoots(a)} at {a['at']}",
        step=lambda a: f"shot at {a['at']}",
        would=lambda a: f"shoot at {a['at']} with {guns(a)}",
        odds=dice.shot_odds,
        chart=Chart("6.7", dice.shot_marks),
        marks=lambda _view, action: {action["at"]: "target"},
        tapped=True,
    ),
    Shown(
        kind=EndTurn,
        label=always("End the Human Player-Turn"),
        step=always("end of the turn"),
        would=always("end the Human Player-Turn"),
    ),
)


MAIN = Heading(tone="main")


def _way(action: Json) -> str:
    *through, end = action["path"]
    return f"to {end}" + (f" through {listed(through)}" if through else "")


def _zombie_move(action: Json) -> str:
    if action.get("super"):
        along = " with the unit" if action.get("with_zombie") else ""
        return f"{NAMES[action['super']]}{along} {_way(action)}"
    return f"{action['from']} {_way(action)}"


def _zombie_goes(action: Json, view: View) -> str:
    if not action.get("super"):
        return f"The unit in {action['from']} goes {_way(action)}"
    start = view.characters[action["super"]].square
    along = " and the unit with it go" if action.get("with_zombie") else " goes"
    return f"Super zombie {NAMES[action['super']]}{along} from {start} {_way(action)}"


def _revealed(action: Json, _: View) -> str:
    """Return what is revealed; while it is only asked for, the other seats do not know the square (9.2)."""
    where = f"the hidden zombie in {action['square']}" if "square" in action else "a hidden zombie"
    return f"Reveal {where}"


def _move_step(action: Json) -> str:
    return f"move to {action['path'][-1]}"


def _move_it(action: ZombieMove) -> str:
    *through, end = action.path
    way = f" through {listed(through)}" if through else ""
    if action.super is None:
        return f"Move the unit from {action.source}{way} to {end}."
    along = " with the unit in the square" if action.with_zombie else ""
    return f"Move {NAMES[action.super]}{along}{way} to {end}."


def _strike_it(action: Smash) -> str:
    who = NAMES[action.super] if action.super else f"The unit in {action.source}"
    return f"{who} strikes the glass door between {' and '.join(action.between)}."


def _at_piece(view: View, _board: Board, action: Json) -> Sequence[str | None]:
    return (piece_square(view, action),)


_MOVE = partial(
    Shown,
    label=_zombie_move,
    step=_move_step,
    whole=_zombie_goes,
    on_table=_move_it,
    places=_at_piece,
    tapped=True,
)
"""A unit goes its way, by either of two kinds of action."""

_ZOMBIE_TURN = (
    Shown(
        kind=RollHidden,
        label=always("Roll on the Hidden Zombie Table"),
        step=always("hidden zombie roll"),
        on_table=lambda _: "Roll two dice, one after the other, on the Hidden Zombie Table.",
        heading=MAIN,
        odds=dice.appearance_odds,
        chart=Chart("15.8", dice.hidden_zombie_marks),
    ),
    Shown(
        kind=CheckBerserk,
        label=lambda a: f"Check the unit in {a['square']}",
        step=lambda a: f"check in {a['square']}",
        on_table=lambda a: f"Roll one die for the unit in {a.square}.",
        odds=dice.berserk_odds,
        told_by_ruling=True,
    ),
    _MOVE(kind=React, can="Can react", arrows=True),
    _MOVE(kind=FreeMove, can="Can move"),
    Shown(
        kind=Smash,
        only_reads=True,  # 10.5
        label=lambda a: f"Smash the glass between {door(a)}",
        step=lambda a: f"glass {'-'.join(a['between'])}",
        on_table=_strike_it,
        odds=dice.glass_odds,
        told_by_ruling=True,
        places=_at_piece,
    ),
    Shown(
        kind=Reveal,
        label=lambda a: f"Reveal the hidden zombie in {a['square']}",
        step=lambda a: f"reveal in {a['square']}",
        whole=_revealed,
    ),
    Shown(
        kind=RollFreeMoves,
        label=always("Roll for free moves"),
        step=always("free-move roll"),
        on_table=lambda _: "Roll one die for the free moves.",
        heading=MAIN,
        follows=True,
    ),
)


SHOTS_FIRST = Heading("Shoot before the attack")


def _hold_fire(action: Json) -> str:
    if not action.get("by"):
        return "No shot: the attack goes on"
    return f"{people(action['by'])} {'holds' if len(action['by']) == 1 else 'hold'} fire"


def _declare(action: Json) -> str:
    count = action.get("count")
    return f"Attack {counted(count, 'character')}" if count else "Roll how many are attacked"


def _under_attack(view: View, _board: Board, _action: Json) -> Sequence[str | None]:
    return (view.attack.square if view.attack else None,)


_ATTACKS = (
    Shown(
        kind=OpenAttack,
        label=lambda a: f"Resolve the attack in {a['square']}",
        step=lambda a: f"attack in {a['square']}",
        on_table=lambda a: f"Resolve the attack in {a.square}.",
        heading=Heading("Attacks to resolve", tone="main"),
        leads_on=True,
        follows=True,
    ),
    Shown(
        kind=Defend,
        label=lambda a: f"{people(a['by'])} {shoots(a)} first",
        step=always("shot at the zombies"),
        would=lambda a: f"shoot first with {guns(a)}",
        heading=SHOTS_FIRST,
        odds=dice.defence_odds,
        chart=Chart("6.7", dice.shot_marks),
        places=_under_attack,
    ),
    Shown(
        kind=HoldFire,
        label=_hold_fire,
        step=always("holding fire"),
        heading=SHOTS_FIRST,
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=DeclareAttack,
        label=_declare,
        step=always("number attacked"),
        on_table=lambda _: "Roll one die for how many are attacked.",
        heading=Heading(hint="The zombies’ value is divided among those attacked."),
        typed=False,
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=ChooseVictims,
        label=lambda a: f"{people(a['characters'])} {'is' if len(a['characters']) == 1 else 'are'} attacked",
        step=always("choice of victims"),
        would=lambda a: f"let {people(a['characters'])} be attacked",
        heading=Heading("Who is attacked?"),
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=RollAttack,
        label=lambda a: f"Roll the attack on {NAMES[a['character']]}",
        step=lambda a: f"attack on {NAMES[a['character']]}",
        on_table=lambda a: f"Roll two dice for the attack on {NAMES[a.character]}.",
        heading=Heading(tone="main"),
        odds=dice.attack_odds,
        told_by_ruling=True,
        chart=Chart("8.8", dice.attack_marks),
        places=_under_attack,
        follows=True,
    ),
)


def _fell(action: Json) -> bool:
    """Return whether the dice of a roll have fallen."""
    return bool(action.get("dice") or action.get("total"))


_GENERATION = (
    Shown(
        kind=RollEntrance,
        label=lambda a: "Bring in what was rolled" if _fell(a) else "Roll on the Zombie Entrance Table",
        step=always("entrance roll"),
        on_table=lambda _: "Roll two dice on the Zombie Entrance Table.",
        heading=MAIN,
        odds=dice.entrance_odds,
        chart=Chart("13.5", dice.total_marks),
    ),
    Shown(
        kind=RollInfection,
        label=lambda a: f"Infection roll for {NAMES[a['character']]}",
        step=lambda a: f"{NAMES[a['character']]}’s infection roll",
        on_table=lambda a: f"Roll two dice for {NAMES[a.character]}, who is infected.",
        heading=MAIN,
        odds=dice.infection_odds,
        told_by_ruling=True,
    ),
    Shown(
        kind=NextPhase,
        label=always("End this phase"),
        step=always("end of the phase"),
        on_table=lambda _: "Nothing more to do; the phase ends.",
        leads_on=True,
    ),
)


def _value_label(action: Json) -> str:
    return f"Enter the value of the unit in {action['square']}"


def _value_told(action: Json, _view: View) -> str:
    was = f", not a {action['was']}" if action.get("was") else ""
    if "value" not in action:
        return _value_label(action)
    return f"The unit in {action['square']} is a {action['value']}{was}"


def _other_counters(action: Json, _view: View) -> str:
    return f"Go on with the counter sheet “{action['sheet']['name']}”"


_CARDBOARD = (
    Shown(kind=ReadValue, label=_value_label, step=lambda a: f"value in {a['square']}", whole=_value_told),
    Shown(
        kind=UseSheet,
        label=always("Go on with other counters"),
        step=always("other counters"),
        whole=_other_counters,
    ),
)


SHOWN: Mapping[str, Shown] = {
    shown.kind.do: shown
    for part in (_SETTING_UP, _HUMAN_TURN, _ZOMBIE_TURN, _ATTACKS, _GENERATION, _CARDBOARD)
    for shown in part
}
"""How each kind of action is shown, by its name in JSON."""


def kinds_shown(where: Callable[[Shown], object]) -> frozenset[str]:
    """Return the names of the kinds of actions that pass a test."""
    return frozenset(do for do, shown in SHOWN.items() if where(shown))


def label(action: Json) -> str:
    """Return what the key of an action says. Raises KeyError for an action that has no name here."""
    return SHOWN[action["do"]].label(action)


def full_label(action: Json, view: View) -> str:
    """Return the full label of an action, with what its key leaves to the map: who goes, and from where.

    Of another seat's secret only the kind is known, and named.
    """
    shown = SHOWN[action["do"]]
    return shown.whole(action, view) if shown.whole else shown.label(action)


def proposal_label(action: Json) -> str:
    """Return what the referee would do, in words that follow "would"."""
    shown = SHOWN[action["do"]]
    if shown.would:
        return shown.would(action)
    words = shown.label(action)
    return words[0].lower() + words[1:]
