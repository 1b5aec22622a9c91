"""Taking back and overruling: who asks, who must agree, and what this seat may answer (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.step_names import step_name
from referee.games.dawn_of_the_dead.pages.wording import counted, player
from referee.games.dawn_of_the_dead.seating import TABLE
from referee.games.dawn_of_the_dead.shown_actions import whole
from rules.dawn_of_the_dead import game
from rules.sentences import listed, sentence

Json = Mapping[str, Any]
Names = Mapping[str, str]
NAMELESS: Names = {}
WILL_BE_TOLD = "The record and every screen will say that all secrets were open."


@dataclass(frozen=True, slots=True)
class Answer:
    """A key of the panel: the `answer` it posts, and the `side` it speaks for.

    `away` is what is said before a key that is there only while the side's own devices are away.
    """

    label: str
    answer: str
    side: str = ""
    tone: str = ""
    away: str = ""


def agreement(view: Json, role: str, joined: frozenset[str], *, looks_on: bool = False) -> Json:
    """Return the panel of a request and this seat's keys to answer it; a seat that `looks_on` has none.

    `joined` are the seats that some device has taken: those sides answer for themselves.
    """
    panel = _panel(view, role, joined)
    if not looks_on:
        return panel
    return {**panel, "sentence": panel["sentence"] or "You are looking on.", "keys": (), "further": False}


def _panel(view: Json, role: str, joined: frozenset[str]) -> Json:
    asked = view.get("request")
    if asked is None:
        return {
            "kind": "undo",
            "title": "Declined" if _unread_refusal(view) else "",
            "sentence": _declined(view) or _nothing(view),
            "keys": (*_read(view), *_ask(view)),
            "absent": (),
            "further": bool((view.get("undo") or {}).get("places")),
        }
    return {
        "kind": asked["kind"],
        "serial": asked["serial"],
        "title": _title(asked),
        "sentence": _sentence(view, asked, role),
        "keys": tuple(_answers(asked, role, joined, view["names"])),
        "absent": () if role == "table" else tuple(_absent(asked, role, joined, view["names"])),
    }


def _title(asked: Json) -> str:
    """Return the question in a few words."""
    if asked["kind"] == "undo":
        return "Take back?"
    if asked["kind"] == "shot":
        return "Shoot together?"
    return "Correct a value?" if _corrects(asked) else "Overrule the referee?"


def _corrects(asked: Json) -> bool:
    """Whether the request corrects a misread value (R-5.4b)."""
    return bool(asked["action"] and asked["action"]["do"] == "read_value")


def _declined(view: Json) -> str:
    """Return who declined what was asked for since the last step or before this seat read it, or ""."""
    declined = _unread_refusal(view)
    if not declined:
        return ""
    stands = {"undo": "nothing is taken back", "shot": "nobody shoots together"}.get(
        declined["kind"], "the referee's verdict stands"
    )
    who = (
        "Declined at the tablet"
        if declined["seat"] == "table"
        else f"{sentence(player(declined['seat'], view['names']))} declined"
    )
    return f"{who}: {stands}."


def _unread_refusal(view: Json) -> Json | None:
    """Return the no that is still to be told at this seat."""
    return view.get("unread") or view.get("declined")


def _read(view: Json) -> Iterator[Answer]:
    if view.get("unread"):
        yield Answer("OK", "read", tone="main")


def _nothing(view: Json) -> str:
    """Return why nothing can be taken back, or ""."""
    if view.get("undo"):
        return ""
    if view["phase"] == "over":
        return "The rematch has begun, so this game stays finished."
    return "Nothing to take back yet."


def _ask(view: Json) -> Iterator[Answer]:
    step = view.get("undo")
    if step:
        yield Answer(f"Take back: {step_name(step['action'])}", "ask")


def _sentence(view: Json, asked: Json, role: str) -> str:
    told = f" {WILL_BE_TOLD}" if view["phase"] == "over" else ""
    return f"{_wish(view, asked, role)}{told} {_waits(asked, role, view['names'])}"


def secrets_lay_open(ends: Sequence[Json]) -> str:
    """Return the sentence on the ends of the game that were taken back, or ""."""
    if not ends:
        return ""
    turns = listed(dict.fromkeys(str(end["turn"]) for end in ends))
    return f"The end of this game was taken back in Game-Turn {turns}: all secrets were open then."


def _wish(view: Json, asked: Json, role: str) -> str:
    """Return who asks, and for what."""
    mine = role == asked["seat"] and role != TABLE
    asks = "You ask" if mine else f"{sentence(player(asked['seat'], view['names']))} asks"
    if asked["kind"] == "shot":
        return f"{asks}: “{whole(asked['action'], view)}”."
    if asked["kind"] == "override" and _corrects(asked):
        return f"{asks} to correct a value. {whole(asked['action'], view)}."
    if asked["kind"] == "override":
        return (
            f"{asks} for an exception. Allow this anyway: “{whole(asked['action'], view)}”. "
            f"The referee refused it.{_lost(view, asked['action'])}"
        )
    if asked["steps"] > 1:
        place = f", back to {asked['place']}" if asked["place"] else ""
        return f"{asks} to take back {counted(asked['steps'], 'step')}{place}."
    story = (view.get("undo") or {}).get("story") or "the action just begun."
    return f"{asks} to take back the last step: {story}"


def _lost(view: Json, action: Json) -> str:
    """Return what the sides would give up by ending a phase, or "" (R-4.0b)."""
    state = view["phase_state"]
    if action["do"] != "next_phase" or view["phase"] not in {"attack", "generation"}:
        return ""
    attack = state.get("attack")
    squares = [*([attack["square"]] if attack else []), *state.get("pending", ())]
    if not squares:
        return ""
    one = len(squares) == 1
    return f" The attack{'' if one else 's'} in {listed(squares)} would not be made."


def _waits(asked: Json, role: str, names: Names) -> str:
    """Return who has to agree still, as the seat is told that may be one of them."""
    others = [player(s, names) for s in asked["wanted"] if s != role]
    if role in asked["agreed"] and role != asked["seat"]:
        return f"You agreed. Waiting for {listed(others)}."
    if role not in asked["wanted"]:
        return f"Waiting for {listed(others)} to agree."
    return f"Do you agree? {sentence(listed(others))} must agree too." if others else "Do you agree?"


def mark(
    *,
    taken_back: bool,
    overridden: bool,
    answered_for: Sequence[str],
    names: Names = NAMELESS,
    secrets_open: bool = False,
) -> str:
    """Return the log's note on what was agreed about a line, and for whom the tablet answered."""
    back = "taken back after the end, with all secrets open" if secrets_open else "taken back"
    agreed = back if taken_back else "by agreement" if overridden else ""
    if not answered_for:
        return agreed
    told = f"the tablet answered for {listed(player(s, names) for s in answered_for)}"
    return f"{agreed}; {told}" if agreed else told


def _answers(asked: Json, role: str, joined: frozenset[str], names: Names) -> Iterator[Answer]:
    for side in asked["wanted"]:
        if role == side:
            yield Answer("Shoot too" if asked["kind"] == "shot" else "Agree", "agree", side, "main")
        elif role == "table":
            name = sentence(player(side, names))
            away = f"{_phone(side, names)} is away" if side in joined else ""
            if not (away and _secret(asked)):
                does = "shoots too" if asked["kind"] == "shot" else "agrees"
                yield Answer(f"{name} {does}", "agree", side, "main", away)
    if asked["kind"] == "shot" and role not in {"table", *asked["wanted"], *asked["agreed"]}:
        return
    if asked["kind"] == "shot" and role == TABLE:  # It withdraws for a player who is away, else it declines.
        yield Answer("Call off this shot", "withdraw")
        return
    asker = asked["seat"] == role or (asked["kind"] != "shot" and role in asked["agreed"])
    yield Answer("Withdraw" if asker else "Decline", "withdraw" if asker else "decline")


def _phone(side: str, names: Names) -> str:
    """Return whose phone it is: "Ann's phone", or "The zombie player's phone"."""
    return f"{names.get(side) or sentence(player(side, names))}'s phone"


def _absent(asked: Json, role: str, joined: frozenset[str], names: Names) -> Iterator[Json]:
    """Yield what is said of each side waited for while its devices are away."""
    for side in asked["wanted"]:
        if side != role and side in joined and not _secret(asked):
            yield {
                "side": side,
                "sentence": f"{_phone(side, names)} is away; the tablet can answer for that player.",
            }


def _secret(asked: Json) -> bool:
    """Whether the request is about what only one side may see, so that the tablet answers for nobody."""
    return bool(asked["action"] and asked["action"]["do"] in game.SECRET_ACTIONS)
