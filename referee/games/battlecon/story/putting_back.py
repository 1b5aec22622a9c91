"""What the players put back on the table after a step was taken back, from what it had changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.games.battlecon.story.cardboard import Task, task, trapper
from rules.battlecon.actions import SEATS, SPECIAL
from rules.battlecon.cards import Figures
from rules.sentences import listed

Json = Mapping[str, Any]


def tasks_back(cards: Figures, view: Json, log: Sequence[Json]) -> tuple[Task, ...]:
    """Return what to put back: each thing that the lines taken back last had changed, as it stands now.

    `view` is what a seat sees now, `log` the told lines. Nothing where a line that stands comes after them,
    and nothing where the set-up of a duel was taken back: the whole table changes then.
    """
    back = _taken_back(log)
    effects = [effect for line in back for effect in line["effects"]]
    if not effects or any(effect["effect"] == "fighter" for effect in effects):
        return ()
    serial = max(line["n"] for line in back)
    return tuple(
        task(f"back-{serial}-{name}", figure, words, seat)
        for name, words, figure, seat in dict.fromkeys(_now(cards, view, effects))
    )


def _taken_back(log: Sequence[Json]) -> list[Json]:
    """Return the lines at the end of a log that were taken back."""
    stands = max((line["n"] for line in log if not line.get("back")), default=-1)
    return [line for line in log if line["n"] > stands]


def _now(cards: Figures, view: Json, effects: Iterable[Json]) -> Iterator[tuple[str, str, str, str]]:
    """Yield what the effects had changed: its name, what to do, how it is now, and beside whose plate."""
    for effect in effects:
        kind, seat = effect["effect"], effect.get("whom") or effect.get("seat") or ""
        if kind == "recycle":
            yield from _piles(cards, view)
            for one in SEATS:
                yield from _lying(cards, view, one)
        elif kind == "trap":
            yield _trap(cards, view)
        elif seat in view["fighters"]:
            yield from _of_seat(cards, view, kind, seat)


def _of_seat(cards: Figures, view: Json, kind: str, seat: str) -> Iterator[tuple[str, str, str, str]]:
    fighter = view["fighters"][seat]
    if kind in _FIELDS:
        field, words = _FIELDS[kind]
        yield f"{field}-{seat}", words, str(fighter[field]), seat
    elif kind == "taken_back":
        yield from _lying(cards, view, seat)
    elif kind == "special" and fighter["special"]:
        yield f"special-{seat}", "Back in the duel", "Special action", seat
    elif kind == "token":
        pool = fighter["tokens"].items()
        there = [
            f"{cards.name(token)} {count if count > 1 else ''}".strip() for token, count in pool if count
        ]
        yield f"tokens-{seat}", "Tokens in the pool", listed(there) if there else "none", seat
    elif kind == "reveal" and seat in _choosers(view):
        words = "Turn face down" if seat in view["committed"] else "Back to hand"
        yield f"pair-{seat}", words, "The new base" if view["phase"] == "clash" else "The pair", seat


_FIELDS = {
    "move": ("space", "Back to space"), "life": ("life", "Life back to"), "form": ("form", "Turn back to"),
}  # fmt: skip


def _choosers(view: Json) -> frozenset[str]:
    """Return the seats that choose cards now, or have cards face down: what they turned up goes back."""
    if view["phase"] in ("select", "ante"):
        return frozenset(SEATS)
    asked = {pending["seat"] for pending in view["pending"] if pending["kind"] in ("pair", "base")}
    return frozenset(asked).union(view["committed"])


def _lying(cards: Figures, view: Json, seat: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cards of a seat that lie face up in the middle of a beat, and the bases under them (8.0)."""
    attack = view["beat_state"].get("attacks", {}).get(seat)
    if not attack:
        return
    lying = " ".join(
        cards.name(card) for card in (attack["style"], attack["base"]) if card and card != SPECIAL
    )
    if lying:
        yield f"lies-{seat}", "Face up again", lying, seat
    if attack["under"]:
        yield f"under-{seat}", "Under it again", listed(map(cards.name, attack["under"])), seat


def _trap(cards: Figures, view: Json) -> tuple[str, str, str, str]:
    whose = trapper(cards, {seat: one["fighter"] for seat, one in view["fighters"].items()})
    if view["trap"] is None:
        return "trap", "Trap", "off the board", whose
    return "trap", "Trap back to", str(view["trap"]), whose


def _piles(cards: Figures, view: Json) -> Iterator[tuple[str, str, str, str]]:
    for seat in SEATS:
        for number, pile in enumerate(view["fighters"][seat]["discards"], 1):
            names = " + ".join(cards.name(card) for card in pile) or "empty"
            yield f"pile-{number}-{seat}", f"Discard {number} again", names, seat
