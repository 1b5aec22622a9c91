"""The moment: the one panel that says what must and may be done now, or what a tapped square offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.pages.cardboard.checklist import to_be_drawn
from referee.games.dawn_of_the_dead.pages.cardboard.layout_list import Row, layout_list
from referee.games.dawn_of_the_dead.pages.forms import forms
from referee.games.dawn_of_the_dead.pages.keys import Group, key
from referee.games.dawn_of_the_dead.pages.map import map_overlay, squares, taps
from referee.games.dawn_of_the_dead.pages.map.facts import Fact, facts_in
from referee.games.dawn_of_the_dead.pages.map.leaving import why_no_step
from referee.games.dawn_of_the_dead.pages.map.second_tap import going_group, square_groups
from referee.games.dawn_of_the_dead.pages.moment import musts, standing_in, todo, turns
from referee.games.dawn_of_the_dead.pages.moment.proposal import (
    Proposal,
    players_groups,
    proposal,
    proposal_marks,
)
from referee.games.dawn_of_the_dead.pages.moment.stopped import stopped, waits_for
from referee.games.dawn_of_the_dead.pages.moment.value_correction import Correction, correction
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.study.practice import Practice, practice, practice_marks
from referee.games.dawn_of_the_dead.pages.wording import NAMES, player
from referee.games.dawn_of_the_dead.shown_actions import label
from rules.sentences import listed

Json = Mapping[str, Any]
_AIM = "To see why not, tap the square it should go to."
Ask = Callable[[Json], Json]
"""Asks the referee about an action, and returns the ruling as the seat may see it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the panel shows. `square` was tapped, `chosen` is the square of the piece that is to go somewhere.

    `now_url` is asked when there is news and shows the same again; `expired` says that a form can no longer
    be sent; `marks` are the squares to point out on the map, by kind. `aside`: the keys offer something else
    than the tap most likely meant, which is refused; to companions one walks. `aims`: a piece was tapped that
    may not be moved, and where to was not said. `called` says in a tool that its player's turn has come.
    `acts_for` names the player whose keys are folded up, because the device is away; they are open where the
    tablet `acts_already`. `no_shot` refuses a shot nobody has asked for yet; `allow` allows it anyway. One
    that `confirms` asks once more. `cancels`: the action that waits for a value may be given up.
    """

    title: str
    now_url: str
    groups: tuple[Group, ...] = ()
    todo: tuple[Json, ...] = ()
    facts: tuple[Fact, ...] = ()
    form: forms.Form | None = None
    layout: tuple[Row, ...] = ()
    square: str = ""
    chosen: str = ""
    back_url: str = ""
    note: str = ""
    expired: str = ""
    called: str = ""
    cancels: bool = False
    awaits: bool = False
    scans: bool = False
    acts_for: str = ""
    acts_already: bool = False
    aside: bool = False
    aims: bool = False
    confirms: bool = False
    refusals: tuple[Json, ...] = ()
    no_shot: Json | None = None
    allow: Json | None = None
    marks: Mapping[str, str] | None = None
    proposal: Proposal | None = None
    practice: Practice | None = None
    correction: Correction | None = None


def present(context: SeatContext) -> Moment:
    """Return what must and may be done now."""
    view, phase = context.view, context.view["phase"]
    if view.get("underway"):
        return _begun(context, view["underway"])
    mine = {a["do"] for a in context.actions}
    form = None
    if phase == "place_hidden" and "place_hidden" in mine:
        form = forms.hiding(context.setting)
    elif phase == "place_characters" and "place_characters" in mine:
        form = forms.placing(context.setting)
    proposed = proposal(view, context.actions, context.base, context.sure_moves)
    offered = players_groups if view.get("advice") else turns.groups
    waiting = turns.waiting(view, context.role)
    device = context.awaited_device
    keys = () if form else tuple(offered(view, context.actions, context.base, context.sure_moves))
    awaited = turns.answer_awaited(view, context.role, context.actions) or standing_in.awaited(view, device)
    who = turns.who_moves(view, context.role) or turns.who_sets_up(view, form)
    cut_short = waits_for(view)
    lines = todo.lines(
        view,
        context.role,
        proposed=proposed is not None,
        waits=bool(waiting) or device == standing_in.HERE,
        away=device == standing_in.AWAY,
        asked=turns.asks_who(keys) and not standing_in.acting_for(view, device),
    )
    return Moment(
        title=_title(view, context.actions),
        now_url=f"{context.base}/now",
        groups=() if form else musts.with_key(keys, view, context.actions, context.base),
        todo=tuple(item for item in lines if item["text"] != cut_short),
        form=form,
        layout=layout_list(view, context.setting),
        note=" ".join(filter(None, (stopped(view), waiting or awaited or who, _why_not(context)))),
        awaits=bool(awaited),
        acts_for=standing_in.acting_for(view, device),
        acts_already=standing_in.acts_already(view),
        scans=bool(waiting) and phase == "place_hidden" and context.role == "table",
        marks={
            **map_overlay.marks(context.view, context.actions),
            **practice_marks(view),
            **proposal_marks(view),
        },
        proposal=proposed,
        practice=practice(view),
    )


def _why_not(context: SeatContext) -> str:
    """Return why there is no key for something a player may well look for, or ""."""
    view, actions = context.view, context.actions
    if view["phase"] == "human" and actions and not any(a["do"] == "step" for a in actions):
        return why_no_step(context.position)
    return turns.nobody_reacts(view, actions)


_AWAITED = {
    "dice": "roll the dice",
    "doors": "choose the door",
    "square": "choose the square",
}  # fmt: skip
"""What a player must do before play goes on, by what an action in progress still needs."""


def _begun(context: SeatContext, begun: Json) -> Moment:
    """Return the panel that asks for what only the players can tell of an action that has begun."""
    needs, kept = begun["needs"], begun.get("kept")
    form = forms.completing(begun["action"], needs, kept, reason=begun["reason"]) if context.actions else None
    drawn = to_be_drawn(context.view, begun)
    awaited = next((words for name, words in _AWAITED.items() if name in needs), "read the counters")
    note = drawn if form else f"Waiting for {player(begun['seat'], context.view['names'])} to {awaited}."
    proposed = proposal(context.view, context.actions, context.base)
    mover = squares.mover_square(context.view)
    marks = {
        **({mover: "chosen"} if mover else {}),
        **dict.fromkeys(begun["needs"].get("square", ()), "go"),
        **dict.fromkeys(begun["needs"].get("value", ()), "must"),
        **proposal_marks(context.view),
    }
    return Moment(
        label(begun["action"]), f"{context.base}/now", facts=tuple(_rolled(begun["action"])),
        form=form, note=" ".join(filter(None, (stopped(context.view), note))),
        proposal=proposed, marks=marks, cancels=begun["may_cancel"] and not proposed,
    )  # fmt: skip


def _rolled(action: Json) -> Iterator[Fact]:
    """Yield the dice that lie already while something else is asked for."""
    for name, die in (action.get("panic") or {}).items():
        yield Fact(f"Panic check for {NAMES[name]}", str(die))
    if dice := action.get("dice"):
        yield Fact("Dice", listed(map(str, dice)))
    if total := action.get("total"):
        yield Fact("Total of the dice", str(total))


def _title(view: Json, actions: Sequence[Json]) -> str:
    if view["phase"] == "over":
        return "The game is over"
    return {"place_hidden": "Set-up", "place_characters": "Set-up"}.get(
        view["phase"], turns.idle(view, actions).removesuffix(".") or "Now"
    )


def tapped(context: SeatContext, square: str, chosen: str, ask: Ask) -> Moment:
    """Return what a tap on `square` offers, while the piece in `chosen` (or none) is to go somewhere.

    Where nothing legal can have been meant, the referee is asked about the likeliest, and says why not.
    """
    view = context.view
    if squares.piece_in(view, square) and not taps.destinations(view, context.actions, chosen):
        chosen = ""  # A piece that may not move goes to no other piece's square: the other one is meant.
    if chosen and chosen != square:
        moves = [a for a in context.actions if taps.leads_to(view, a, chosen, square)]
        if moves:
            return _going(context, square, chosen, moves)
    here = [a for a in context.actions if taps.at_square(view, context.board, a, square)]
    if here or not chosen:
        return _standing(context, square, here, ask)
    return _standing(context, square, here, ask, chosen)


def left_to_spend(context: SeatContext) -> tuple[Json, ...]:
    """Return what is left to spend: it stays in sight whatever is looked at."""
    return tuple(todo.line(item) for item in context.view["agenda"] if item["kind"] == "left")


def _address(context: SeatContext, square: str, chosen: str) -> str:
    """Return where the panel of a tapped square is found again."""
    asked = {"from": chosen, "in": context.stage} if chosen else {"in": context.stage}
    return f"{context.base}/square/{square}?{urlencode(asked)}"


def _going(context: SeatContext, square: str, chosen: str, moves: list[Json]) -> Moment:
    return Moment(
        title=f"From {chosen} to {square}",
        now_url=_address(context, square, chosen),
        todo=left_to_spend(context),
        groups=(going_group(moves),),
        facts=tuple(facts_in(context, square)),
        square=square,
        chosen=chosen,
        back_url=f"{context.base}/now",
        marks={
            **dict.fromkeys(taps.destinations(context.view, context.actions, chosen), "go"),
            chosen: "chosen",
            square: "aim",
        },
    )


def _standing(context: SeatContext, square: str, here: list[Json], ask: Ask, chosen: str = "") -> Moment:
    moves = [a for a in here if a["do"] in squares.MOVES]
    others = [a for a in here if a["do"] not in squares.MOVES]
    way = context.ways.get(square)
    far = way if way and len(way.path) > 1 else None
    groups = square_groups(others, far, moves=bool(moves))
    if moves:
        hint = "Tap where it should go."
        groups.append(Group("May go", tuple(key(a) for a in moves), hint))
    refused = _refusals(context, square, chosen, here, ask, walks=bool(far))
    aside = bool(far) and not here and not squares.people_in(context.view, square)
    no_shot = [r for r in refused if r["action"]["do"] == "shoot" and (aside or not groups)]
    refusals = [r for r in refused if r not in no_shot]
    aims = any(squares.piece_square(context.view, r["action"]) == square for r in refusals) and not here
    goer = square if moves or aims else chosen
    goes = taps.destinations(context.view, context.actions, square) if moves else set()
    marks = {**dict.fromkeys(goes, "go"), square: "aim", **({goer: "chosen"} if goer else {})}
    return Moment(
        title=f"Square {square}",
        now_url=_address(context, square, chosen),
        todo=left_to_spend(context),
        groups=tuple(groups),
        facts=(
            *facts_in(context, square),
            *(Fact("No shot", r["reason"], tuple(r["cases"])) for r in no_shot),
        ),
        square=square,
        chosen=goer,
        back_url=f"{context.base}/now",
        note=_AIM if aims else "",
        refusals=tuple(refusals),
        no_shot=no_shot[0] if no_shot else None,
        aside=aside,
        aims=aims,
        correction=correction(context, square),
        marks=marks if goer else {**map_overlay.marks(context.view, context.actions), **marks},
    )


def _refusals(
    context: SeatContext, square: str, chosen: str, here: list[Json], ask: Ask, *, walks: bool
) -> list[Json]:
    """Ask about what is not among the legal actions but may have been meant; refusals say why.

    Where one `walks` to the square anyhow, a step to it was meant only from the square beside it.
    """
    meant = squares.guesses_besides(context.view, context.board, square)
    idle = squares.left_behind(context.view, square, here)
    guess = taps.placing(context.view, context.setting, square) or squares.guess(
        context.view, context.board, square, chosen or None
    )
    if not here and guess:
        meant.insert(0, guess)
    rulings = [{**ask(a), "action": a} for a in idle] if context.may_ask("start_move") else []
    done = {a["do"] for a in (*here, *idle)}
    if walks and square not in context.board.neighbours[squares.mover_square(context.view) or square]:
        done.add("step")
    for action in meant:
        if action["do"] in done or not context.may_ask(action["do"]):
            continue
        done.add(action["do"])
        rulings.append({**(context.walk_refused(action) or ask(action)), "action": action})
    refused = [ruling for ruling in rulings if not ruling["legal"]]
    # One sentence may refuse all that was meant, as an action in progress does.
    return list({refusal["reason"]: refusal for refusal in reversed(refused)}.values())[::-1]
