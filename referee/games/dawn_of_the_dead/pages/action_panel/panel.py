"""The action panel: what must and may be done now, or what a tap, an ending or a correction offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.batches import can_skip_optional
from referee.games.dawn_of_the_dead.labels import squares
from referee.games.dawn_of_the_dead.labels.actions import label
from referee.games.dawn_of_the_dead.labels.squares import people_in, unit_in
from referee.games.dawn_of_the_dead.labels.wording import NAMES, counted, player
from referee.games.dawn_of_the_dead.pages.action_panel import agenda, forms, phase_keys, turn_indicator
from referee.games.dawn_of_the_dead.pages.action_panel.agenda import stop_reason, waits_for
from referee.games.dawn_of_the_dead.pages.action_panel.forms import Form
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, key
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import (
    ASKS_MANDATORY,
    ENDS,
    SKIP_QUESTION,
    confirmation,
    left_over,
    mandatory_keys,
)
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import (
    Practice,
    Proposal,
    players_groups,
    practice,
    practice_marks,
    proposal,
    proposal_marks,
)
from referee.games.dawn_of_the_dead.pages.cardboard.checklist import draw_reminder
from referee.games.dawn_of_the_dead.pages.cardboard.instructions import Row, layout_list
from referee.games.dawn_of_the_dead.pages.map import overlay, taps
from referee.games.dawn_of_the_dead.pages.map.facts import Fact, facts_in, why_no_step
from referee.games.dawn_of_the_dead.pages.map.taps import going_group, square_groups
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.table_view import UndoPlace
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import MOVES
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed


@dataclass(frozen=True, slots=True)
class Correction:
    """The keys, one for each value that the unit may show, and the `address` that they post to."""

    address: str
    group: Group


def correction(context: SeatContext, square: str) -> Correction | None:
    """Return the keys for the unit in a square, or None without a face-up cardboard unit there."""
    view, unit = context.view, unit_in(context.view.game, square)
    face_up = unit is not None and bool(people_in(view.game, square))
    if view.game.counters != "physical" or not face_up or view.pending_action or view.game.phase == "over":
        return None
    assert unit is not None
    was = unit.value
    values = [v for v, count in context.setting.sheet.zombie_values.items() if count and v != was]
    reading = {"do": "read_value", "square": square, **({"was": was} if was else {})}
    keys = tuple(key({**reading, "value": value}, says=str(value)) for value in values)
    title = f"Misread? It is not {_a(was)}" if was else "Enter its value"
    hint = "Tap the value on the counter." + (
        " Both sides must agree." if was and _two_sides(view.game) else ""
    )
    address = f"{context.base}/{'override' if was else 'do'}"
    return Correction(address, Group(title, keys, hint, squares=True, folded=True, counts=False))


def _a(value: int) -> str:
    """Return a Zombie Value with its article, as it is said: "an 8", "an 11"."""
    return f"{'an' if value in {8, 11, 18} else 'a'} {value}"


def _two_sides(view: View) -> bool:
    return bool(view.mode == "two-player")


_AIM = "To see why not, tap the square it should go to."
Ask = Callable[[Json], Json]
"""Asks the referee about an action, and returns the ruling as the seat may see it."""


@dataclass(frozen=True, slots=True)
class ActionPanel:
    """The contents of the panel. `square` was tapped, `chosen` is the square of the piece to move.

    `now_url` shows the same panel again after news; `expired` says that a form can no longer be sent; `marks`
    are the squares to highlight, by kind. `aside`: the keys offer something else than the tap most likely
    meant, which is refused. `aims`: the tapped piece may not be moved, and no destination was given.
    `called`: a sentence, in a tool, that it is this player's turn. `acts_for` names the player whose keys are
    folded up, because the device is away; they are open where the tablet `acts_already`. `no_shot` refuses a
    shot before it is asked for; `allow` allows it anyway. A panel that `confirms` asks once more. `cancels`:
    the pending action may be abandoned.
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


def current_panel(context: SeatContext) -> ActionPanel:
    """Return what must and may be done now."""
    view, phase = context.view, context.view.game.phase
    if view.pending_action:
        return _pending_panel(context, view.pending_action)
    mine = {a["do"] for a in context.actions}
    form = None
    if phase == "place_hidden" and "place_hidden" in mine:
        form = forms.hiding_form(context.setting)
    elif phase == "place_characters" and "place_characters" in mine:
        form = forms.placing_form(context.setting)
    proposed = proposal(view, context.actions, context.base, context.sure_moves)
    offered = players_groups if view.advice else phase_keys.groups
    waiting = phase_keys.waiting(view, context.role)
    device = context.awaited_device
    keys = () if form else tuple(offered(view, context.actions, context.base, context.sure_moves))
    awaited = phase_keys.answer_awaited(view, context.role, context.actions) or turn_indicator.awaited_player(
        view, device
    )
    who = phase_keys.who_moves(view, context.role) or phase_keys.who_sets_up(view.game, form)
    cut_short = waits_for(view)
    lines = agenda.lines(
        view,
        context.role,
        proposed=proposed is not None,
        waits=bool(waiting) or device == turn_indicator.HERE,
        away=device == turn_indicator.AWAY,
        asked=phase_keys.asks_who(keys) and not turn_indicator.acting_for(view, device),
    )
    return ActionPanel(
        title=_title(view.game, context.actions),
        now_url=f"{context.base}/now",
        groups=() if form else phase_keys.with_mandatory_key(keys, view, context.actions, context.base),
        todo=tuple(item for item in lines if item["text"] != cut_short),
        form=form,
        layout=layout_list(view.game, context.setting),
        note=" ".join(filter(None, (stop_reason(view), waiting or awaited or who, _why_not(context)))),
        awaits=bool(awaited),
        acts_for=turn_indicator.acting_for(view, device),
        acts_already=turn_indicator.acts_already(view),
        scans=bool(waiting) and phase == "place_hidden" and context.role == "table",
        marks={
            **overlay.marks(context.view.game, context.actions),
            **practice_marks(view),
            **proposal_marks(view),
        },
        proposal=proposed,
        practice=practice(view),
    )


def _why_not(context: SeatContext) -> str:
    """Return why there is no key for something a player may well look for, or ""."""
    view, actions = context.view, context.actions
    if view.game.phase == "human" and actions and not any(a["do"] == "step" for a in actions):
        return why_no_step(context.position)
    return phase_keys.nobody_reacts(view.game, actions)


_AWAITED = {
    "dice": "roll the dice",
    "doors": "choose the door",
    "square": "choose the square",
}  # fmt: skip
"""The thing to do before play continues, by the need of the pending action."""


def _pending_panel(context: SeatContext, begun: Json) -> ActionPanel:
    """Return the panel that asks for what a pending action needs from the players."""
    needs, kept = begun["needs"], begun.get("kept")
    form = (
        forms.completion_form(begun["action"], needs, kept, reason=begun["reason"])
        if context.actions
        else None
    )
    drawn = draw_reminder(context.view.game, begun)
    awaited = next((words for name, words in _AWAITED.items() if name in needs), "read the counters")
    note = drawn if form else f"Waiting for {player(begun['seat'], context.view.names)} to {awaited}."
    proposed = proposal(context.view, context.actions, context.base)
    mover = context.view.game.mover_square
    marks = {
        **({mover: "chosen"} if mover else {}),
        **dict.fromkeys(begun["needs"].get("square", ()), "go"),
        **dict.fromkeys(begun["needs"].get("value", ()), "must"),
        **proposal_marks(context.view),
    }
    return ActionPanel(
        label(begun["action"]), f"{context.base}/now", facts=tuple(_rolled(begun["action"])),
        form=form, note=" ".join(filter(None, (stop_reason(context.view), note))),
        proposal=proposed, marks=marks, cancels=begun["may_cancel"] and not proposed,
    )  # fmt: skip


def _rolled(action: Json) -> Iterator[Fact]:
    """Yield the dice that have fallen while something else is asked for."""
    for name, die in (action.get("panic") or {}).items():
        yield Fact(f"Panic check for {NAMES[name]}", str(die))
    if dice := action.get("dice"):
        yield Fact("Dice", listed(map(str, dice)))
    if total := action.get("total"):
        yield Fact("Total of the dice", str(total))


def _title(view: View, actions: Sequence[Json]) -> str:
    if view.phase == "over":
        return "The game is over"
    return {"place_hidden": "Set-up", "place_characters": "Set-up"}.get(
        view.phase, phase_keys.idle(view, actions).removesuffix(".") or "Now"
    )


def tapped_panel(context: SeatContext, square: str, chosen: str, ask: Ask) -> ActionPanel:
    """Return what a tap on `square` offers, while the piece in `chosen` (or none) is to go somewhere.

    Where nothing legal can have been meant, the referee is asked about the likeliest, and says why not.
    """
    view = context.view
    if squares.piece_in(view.game, square) and not taps.destinations(view.game, context.actions, chosen):
        chosen = ""  # A piece that may not move goes to no other piece's square: the other one is meant.
    if chosen and chosen != square:
        moves = [a for a in context.actions if taps.leads_to(view.game, a, chosen, square)]
        if moves:
            return _move_panel(context, square, chosen, moves)
    here = [a for a in context.actions if taps.at_square(view.game, context.board, a, square)]
    if here or not chosen:
        return _square_panel(context, square, here, ask)
    return _square_panel(context, square, here, ask, chosen)


def points_left(context: SeatContext) -> tuple[Json, ...]:
    """Return what is left to spend: it stays in sight whatever is looked at."""
    return tuple(agenda.line(item) for item in context.view.game.agenda if item["kind"] == "left")


def _address(context: SeatContext, square: str, chosen: str) -> str:
    """Return where the panel of a tapped square is found again."""
    asked = {"from": chosen, "in": context.stage} if chosen else {"in": context.stage}
    return f"{context.base}/square/{square}?{urlencode(asked)}"


def _move_panel(context: SeatContext, square: str, chosen: str, moves: list[Json]) -> ActionPanel:
    return ActionPanel(
        title=f"From {chosen} to {square}",
        now_url=_address(context, square, chosen),
        todo=points_left(context),
        groups=(going_group(moves),),
        facts=tuple(facts_in(context, square)),
        square=square,
        chosen=chosen,
        back_url=f"{context.base}/now",
        marks={
            **dict.fromkeys(taps.destinations(context.view.game, context.actions, chosen), "go"),
            chosen: "chosen",
            square: "aim",
        },
    )


def _square_panel(
    context: SeatContext, square: str, here: list[Json], ask: Ask, chosen: str = ""
) -> ActionPanel:
    moves = [a for a in here if a["do"] in MOVES]
    others = [a for a in here if a["do"] not in MOVES]
    way = context.ways.get(square)
    far = way if way and len(way.path) > 1 else None
    groups = square_groups(others, far, moves=bool(moves))
    if moves:
        hint = "Tap where it should go."
        groups.append(Group("May go", tuple(key(a) for a in moves), hint))
    refused = _refusals(context, square, chosen, here, ask, walks=bool(far))
    aside = bool(far) and not here and not squares.people_in(context.view.game, square)
    no_shot = [r for r in refused if r["action"]["do"] == "shoot" and (aside or not groups)]
    refusals = [r for r in refused if r not in no_shot]
    aims = any(squares.piece_square(context.view.game, r["action"]) == square for r in refusals) and not here
    goer = square if moves or aims else chosen
    goes = taps.destinations(context.view.game, context.actions, square) if moves else set()
    marks = {**dict.fromkeys(goes, "go"), square: "aim", **({goer: "chosen"} if goer else {})}
    return ActionPanel(
        title=f"Square {square}",
        now_url=_address(context, square, chosen),
        todo=points_left(context),
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
        marks=marks if goer else {**overlay.marks(context.view.game, context.actions), **marks},
    )


def _refusals(
    context: SeatContext, square: str, chosen: str, here: list[Json], ask: Ask, *, walks: bool
) -> list[Json]:
    """Ask about what is not among the legal actions but may have been meant; refusals say why.

    Where one `walks` to the square anyhow, a step to it was meant only from the square beside it.
    """
    meant = squares.other_guesses(context.view.game, context.board, square)
    idle = squares.idle_characters(context.view, square, here)
    guess = taps.placing(context.view.game, context.setting, square) or squares.guess(
        context.view.game, context.board, square, chosen or None
    )
    if not here and guess:
        meant.insert(0, guess)
    rulings = [{**ask(a), "action": a} for a in idle] if context.may_ask("start_move") else []
    done = {a["do"] for a in (*here, *idle)}
    if walks and square not in context.board.neighbours[context.view.game.mover_square or square]:
        done.add("step")
    for action in meant:
        if action["do"] in done or not context.may_ask(action["do"]):
            continue
        done.add(action["do"])
        rulings.append({**(context.walk_refused(action) or ask(action)), "action": action})
    refused = [ruling for ruling in rulings if not ruling["legal"]]
    # One sentence may refuse all that was meant, as an action in progress does.
    return list({refusal["reason"]: refusal for refusal in reversed(refused)}.values())[::-1]


BACK = "back"
"""The query parameter that asks for this panel, with the number of the last step."""


def undo_panel(context: SeatContext, asked: str) -> ActionPanel | None:
    """Return the panel, or None if nothing can be taken back or a request waits for an answer.

    Nor is it there once the last step is another one than when it was `asked` for: its keys would mean
    other steps.
    """
    undo = context.view.undo
    if not undo or context.view.request or asked not in {BACK, str(undo["n"])}:
        return None
    last: UndoPlace = {"n": undo["n"], "name": "the last step", "steps": 1}
    places = [last, *undo["places"]]
    keys = tuple(
        {
            "n": place["n"],
            "says": place["name"][0].upper() + place["name"][1:],
            "steps": counted(place["steps"], "step") if place["steps"] > 1 else "",
        }
        for place in places
    )
    return ActionPanel(
        "Take back",
        f"{context.base}/now?{BACK}={undo['n']}",
        form=Form("places", places=keys),
        back_url=f"{context.base}/now",
    )


def ending_panel(context: SeatContext, asked_in: str) -> ActionPanel | None:
    """Return the panel, or None if nothing needs a question or the phase has passed."""
    if asked_in in {ASKS_MANDATORY, f"{ASKS_MANDATORY}.{context.stage}"}:
        return _mandatory_panel(context)
    mandatory_keys = confirmation(context.view.game, context.actions)
    if mandatory_keys is None or asked_in not in {ENDS, context.stage}:
        return None
    title, keys = mandatory_keys
    left = left_over(context.view.game, context.actions)
    return ActionPanel(
        title,
        f"{context.base}/now?{urlencode({ENDS: context.stage})}",
        groups=keys,
        todo=tuple(line for line in points_left(context) if line["text"] != f"{left}."),
        back_url=f"{context.base}/now",
        confirms=True,
        marks=overlay.marks(context.view.game, context.actions),
    )


def _mandatory_panel(context: SeatContext) -> ActionPanel | None:
    """Return the panel that asks whether to do only what must be done, or None where that is not offered."""
    if not can_skip_optional(context.view, context.actions):
        return None
    return ActionPanel(
        SKIP_QUESTION,
        f"{context.base}/now?{urlencode({ENDS: f'{ASKS_MANDATORY}.{context.stage}'})}",
        groups=mandatory_keys(),
        back_url=f"{context.base}/now",
        confirms=True,
        marks=overlay.marks(context.view.game, context.actions),
    )
