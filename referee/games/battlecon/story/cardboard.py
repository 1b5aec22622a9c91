"""What the players do with the cardboard after a beat, or in the middle of one: from its effects alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.story.beat_stories import BeatStory, Sheet
from referee.games.battlecon.wording import pair_name
from rules.battlecon.cards import Figures
from rules.sentences import listed


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do by hand beside the plate of a seat: its words, and a figure in large type.

    `id` changes with the figure.
    """

    id: str
    figure: str
    words: str
    seat: str


def task(name: str, figure: str, words: str, seat: str) -> Task:
    """Return a task whose id tells what moved, and how."""
    return Task(f"{name}-{figure}".replace(" ", ""), figure, words, seat)


def tasks(cards: Figures, beat: BeatStory) -> tuple[Task, ...]:
    """Return what to do with the cardboard for a beat so far; what changed twice stands there once."""
    done: dict[str, tuple[str, str, str]] = {}
    start: dict[str, int] = {}
    tokens: dict[tuple[str, str], int] = {}
    for effect in beat.effects:
        kind, seat = effect["effect"], effect.get("whom") or effect.get("seat") or ""
        if kind == "move":
            start.setdefault(seat, effect["from"])
            done[f"space-{seat}"] = (f"{start[seat]} → {effect['to']}", "Space", seat)
        elif kind == "life":
            done[f"life-{seat}"] = (str(effect["now"]), "Life", seat)
        elif kind == "trap":
            done["trap"] = (str(effect["space"]), "Trap to", trapper(cards, beat.fighters))
        elif kind == "form":
            done[f"form-{seat}"] = (effect["form"], "Turn to", seat)
        elif kind == "special":
            done[f"special-{seat}"] = ("Special action", "Out of the duel", seat)
        elif kind == "token":
            key = (seat, effect["token"])
            tokens[key] = tokens.get(key, 0) + effect["change"]
            words = "Back to the pool" if tokens[key] > 0 else "Out of the pool"
            done[f"token-{seat}-{effect['token']}"] = (
                cards.name(effect["token"]),
                words,
                seat,
            )
    done |= {**_hands(cards, beat), **_piles(cards, beat)}
    settled = {f"space-{seat}" for seat in start if start[seat] == beat.spaces.get(seat)}
    settled |= {f"token-{seat}-{token}" for (seat, token), change in tokens.items() if not change}
    return tuple(
        task(f"{beat.duel}-{beat.number}-{name}", figure, words, seat)
        for name, (figure, words, seat) in done.items()
        if name not in settled
    )


def set_up(cards: Figures, view: Mapping[str, Any]) -> tuple[Task, ...]:
    """Return what each player lays out for a duel whose first beat has not begun (3.0)."""
    return tuple(
        task(f"{view['match']['duel']}-0-{name}-{seat}", figure, words, seat)
        for seat, fighter in view["fighters"].items()
        for name, words, figure in _laid_out(cards, view, fighter)
    )


def _laid_out(
    cards: Figures, view: Mapping[str, Any], fighter: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    yield "space", "Stand on space", str(fighter["space"])
    yield "life", "Life", str(fighter["life"])
    for number, pile in enumerate(fighter["discards"], 1):
        yield f"discard{number}", f"Into discard {number}", " + ".join(map(cards.name, pile))
    yield "hand", "Into your hand", "All other cards"
    if view["match"]["special_actions"]:  # With the back of a style: from a hand nobody sees it go (14.1).
        yield "special", "Into your hand", "Special action"
    if cards.fighters[fighter["fighter"]].has_trap:
        yield "trap", "Off the board", "Trap"
    if fighter.get("form"):
        yield "form", "Turn to", fighter["form"]
    if pool := fighter.get("tokens"):
        named = (f"{cards.name(token)} {n if n > 1 else ''}".strip() for token, n in pool.items() if n)
        yield "tokens", "Into the pool", listed(named)


def trapper(cards: Figures, fighters: Mapping[str, str]) -> str:
    """Return the seat whose trap it is, from the fighter of each seat."""
    return next(seat for seat, fighter in fighters.items() if cards.fighters[fighter].has_trap)


def _hands(cards: Figures, beat: BeatStory) -> dict[str, tuple[str, str, str]]:
    """Return the bases that go back to hand, by seat: after a clash or a special action (8.2, 8.3, 14.2)."""
    back = {one["seat"]: tuple(one["bases"]) for one in beat.effects if one["effect"] == "taken_back"}
    for seat, base in beat.cancelled.items():
        if not _lies_again(beat.sheets[seat], base):
            back[seat] = (base, *back.get(seat, ()))
    if any(effect["effect"] == "recycle" for effect in beat.effects):
        for seat, sheet in beat.sheets.items():
            laid = () if seat in beat.played or not sheet.base else (sheet.base,)
            bases = dict.fromkeys((*back.get(seat, ()), *sheet.under, *laid))
            back[seat] = tuple(base for base in bases if base not in beat.played.get(seat, ()))
    return {
        f"hand-{seat}": (listed(cards.name(base) for base in bases), "Back to hand", seat)
        for seat, bases in back.items()
        if bases
    }


def _lies_again(sheet: Sheet, base: str) -> bool:
    """Return whether the base of a Cancel lies on the table again, in the new pair or under a new base."""
    return sheet.special != "cancel" and base in (sheet.base, *sheet.under)


def _piles(cards: Figures, beat: BeatStory) -> Mapping[str, tuple[str, str, str]]:
    """Return what happens to the piles at the Recycle, by seat, in the order of the hands (11.0)."""
    moved = {}
    for seat, played in beat.played.items():
        for name, words, pile in (
            ("back", "Discard 2 to hand", beat.returned[seat]),
            ("on", "Discard 1 to discard 2", beat.moved_on[seat]),
        ):
            if pile:
                moved[f"{name}-{seat}"] = (" + ".join(map(cards.name, pile)), words, seat)
        laid = (
            pair_name(cards, *[*played, None][:2]) if len(played) > 1 else " ".join(map(cards.name, played))
        )
        moved[f"laid-{seat}"] = (laid, "Into discard 1", seat)
    return moved
