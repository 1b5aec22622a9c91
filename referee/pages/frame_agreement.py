"""Taking back by agreement (R-UNDO), for any game: who asks, who must agree, what this seat may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.ports import Context
from rules.sentences import listed

Json = Mapping[str, Any]
NameOf = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Answer:
    """A key: what it says, the `answer` it posts, the `side` it speaks for, the line to take back to.

    `away` is what is said before a key that is there only while that side's own device is away.
    """

    label: str
    answer: str
    side: str = ""
    tone: str = ""
    n: int = 0
    away: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The panel: a question with its keys, or the keys to ask; `further` are those that take back more."""

    kind: str = "undo"
    serial: int | None = None
    title: str = ""
    sentence: str = ""
    answers: tuple[Answer, ...] = ()
    further: tuple[Answer, ...] = ()


def agreement(context: Context, name_of: NameOf) -> Agreement:
    """Return the panel of a seat; a spectator has no keys."""
    view, seat = context.view, context.seat
    asked = view.get("request")
    if seat == "spectator":
        return Agreement(sentence=_wish(asked, seat, name_of) if asked else "You are looking on.")
    if asked is not None:
        return Agreement(
            kind=asked["kind"],
            serial=asked["serial"],
            title="Take back?" if asked["kind"] == "undo" else "Overrule the referee?",
            sentence=f"{_wish(asked, seat, name_of)} {_waits(asked, seat, name_of)}",
            answers=tuple(_answers(context, asked, name_of)),
        )
    declined = view.get("unread") or view.get("declined")
    step = view.get("undo")
    read = (Answer("OK", "read", tone="main"),) if view.get("unread") else ()
    ask = (Answer("Take back the last step", "ask"),) if step else ()
    return Agreement(
        title="Declined" if view.get("unread") else "",
        sentence=f"{_who(declined['seat'], name_of)} declined: nothing is taken back."
        if declined
        else ""
        if step
        else "Nothing to take back yet.",
        answers=(*read, *ask),
        further=tuple(
            Answer(f"Back to {place['name']}", "ask", n=place["n"])
            for place in (step or {}).get("places", ())
        ),
    )


def _who(seat: str, name_of: NameOf) -> str:
    return "The tablet" if seat == "table" else name_of(seat)


def _wish(asked: Json, seat: str, name_of: NameOf) -> str:
    """Return who asks, and for what."""
    asks = "You ask" if seat == asked["seat"] != "table" else f"{_who(asked['seat'], name_of)} asks"
    if asked["kind"] != "undo":
        return f"{asks} to allow an action that the referee refused."
    if asked.get("place"):
        return f"{asks} to take back all to {asked['place']}."
    steps = asked["steps"]
    return f"{asks} to take back {'the last step' if steps == 1 else f'{steps} steps'}."


def _waits(asked: Json, seat: str, name_of: NameOf) -> str:
    """Return who has to agree still."""
    others = [name_of(side) for side in asked["wanted"] if side != seat]
    if seat in asked["agreed"] and seat != asked["seat"]:
        return f"You agreed. Waiting for {listed(others)}."
    if seat not in asked["wanted"]:
        return f"Waiting for {listed(others)} to agree."
    return f"Do you agree? {listed(others)} must agree too." if others else "Do you agree?"


def _answers(context: Context, asked: Json, name_of: NameOf) -> Iterator[Answer]:
    seat = context.seat
    for side in asked["wanted"]:
        if seat == side:
            yield Answer("Agree", "agree", side, "main")
        elif seat == "table":
            away = f"{name_of(side)}’s phone is away" if side in context.taken else ""
            yield Answer(f"{name_of(side)} agrees", "agree", side, "main", away=away)
    mine = seat == asked["seat"] or seat in asked["agreed"]
    yield Answer("Withdraw" if mine else "Decline", "withdraw" if mine else "decline")
