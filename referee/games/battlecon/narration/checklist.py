"""Instructions for moving cards and pieces: after a beat, before a duel, and after an undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.games.battlecon.narration.narrator import BeatStory, Sheet
from referee.games.battlecon.wording import pair_name
from referee.records.text import Json
from rules.battlecon.actions import SEATS, SPECIAL, Seat
from rules.battlecon.cards import Figures
from rules.battlecon.position import Fighter
from rules.battlecon.view import View
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
    """Return a task whose id changes with its name and figure."""
    return Task(f"{name}-{figure}".replace(" ", ""), figure, words, seat)


def tasks(cards: Figures, beat: BeatStory) -> tuple[Task, ...]:
    """Return the tasks of a beat so far, one per piece even if it changed twice."""
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


def set_up(view: View) -> tuple[Task, ...]:
    """Return what each player lays out for a duel whose first beat has not begun (3.0)."""
    return tuple(
        task(f"{view.match.duel}-0-{name}-{seat}", figure, words, seat)
        for seat, fighter in view.fighters.items()
        for name, words, figure in _laid_out(view, fighter)
    )


def _laid_out(view: View, fighter: Fighter) -> Iterator[tuple[str, str, str]]:
    cards = view.figures
    yield "space", "Stand on space", str(fighter.space)
    yield "life", "Life", str(fighter.life)
    for number, pile in enumerate(fighter.discards, 1):
        yield f"discard{number}", f"Into discard {number}", " + ".join(map(cards.name, pile))
    yield "hand", "Into your hand", "All other cards"
    if (
        view.match.special_actions
    ):  # It has the back of a style: taken from a hand, it gives nothing away (14.1).
        yield "special", "Into your hand", "Special action"
    if cards.fighters[fighter.fighter].has_trap:
        yield "trap", "Off the board", "Trap"
    if fighter.form:
        yield "form", "Turn to", fighter.form
    if pool := fighter.tokens:
        named = (f"{cards.name(token)} {n if n > 1 else ''}".strip() for token, n in pool.items() if n)
        yield "tokens", "Into the pool", listed(named)


def trapper(cards: Figures, fighters: Mapping[str, str]) -> str:
    """Return the seat whose trap it is, from the fighter of each seat."""
    return next(seat for seat, fighter in fighters.items() if cards.fighters[fighter].has_trap)


def _hands(cards: Figures, beat: BeatStory) -> dict[str, tuple[str, str, str]]:
    """Return the bases that go back to hand, by seat: after a clash or a special action (8.2, 8.3, 14.2)."""
    back = {one["seat"]: tuple(one["bases"]) for one in beat.effects if one["effect"] == "taken_back"}
    for seat, base in beat.cancelled.items():
        if not _on_table_again(beat.sheets[seat], base):
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


def _on_table_again(sheet: Sheet, base: str) -> bool:
    """Return whether the base of a Cancel is on the table again, in the new pair or under a new base."""
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


def rewind_tasks(view: View, log: Sequence[Json]) -> tuple[Task, ...]:
    """Return the tasks that undo the lines taken back last, from the present state of their pieces.

    `log` has the lines that the seat may know. None where a later line is valid, and none where the set-up
    of a duel was taken back, because the whole table changes then.
    """
    back = _taken_back(log)
    effects = [effect for line in back for effect in line["effects"]]
    if not effects or any(effect["effect"] == "fighter" for effect in effects):
        return ()
    serial = max(line["n"] for line in back)
    return tuple(
        task(f"back-{serial}-{name}", figure, words, seat)
        for name, words, figure, seat in dict.fromkeys(_changed(view, effects))
    )


def _taken_back(log: Sequence[Json]) -> list[Json]:
    """Return the lines at the end of a log that were taken back."""
    last = max((line["n"] for line in log if not line.get("back")), default=-1)
    return [line for line in log if line["n"] > last]


def _changed(view: View, effects: Iterable[Json]) -> Iterator[tuple[str, str, str, str]]:
    """Yield each piece that the effects had changed: its name, instruction, present state and seat."""
    for effect in effects:
        kind, seat = effect["effect"], effect.get("whom") or effect.get("seat") or ""
        if kind == "recycle":
            yield from _piles_again(view)
            for one in SEATS:
                yield from _lying(view, one)
        elif kind == "trap":
            yield _trap_again(view)
        elif seat in SEATS and seat in view.fighters:
            yield from _of_seat(view, kind, seat)


def _of_seat(view: View, kind: str, seat: Seat) -> Iterator[tuple[str, str, str, str]]:
    fighter = view.fighters[seat]
    if kind in _FIELDS:
        field, words = _FIELDS[kind]
        yield f"{field}-{seat}", words, str(getattr(fighter, field)), seat
    elif kind == "taken_back":
        yield from _lying(view, seat)
    elif kind == "special" and fighter.special:
        yield f"special-{seat}", "Back in the duel", "Special action", seat
    elif kind == "token":
        pool = fighter.tokens.items()
        there = [
            f"{view.figures.name(token)} {count if count > 1 else ''}".strip()
            for token, count in pool
            if count
        ]
        yield f"tokens-{seat}", "Tokens in the pool", listed(there) if there else "none", seat
    elif kind == "reveal" and seat in _choosers(view):
        words = "Turn face down" if seat in view.face_down else "Back to hand"
        yield f"pair-{seat}", words, "The new base" if view.phase == "clash" else "The pair", seat


_FIELDS = {
    "move": ("space", "Back to space"), "life": ("life", "Life back to"), "form": ("form", "Turn back to"),
}  # fmt: skip


def _choosers(view: View) -> frozenset[str]:
    """Return the seats that choose cards now or have cards face down: their face-up cards go back."""
    if view.phase in ("select", "ante"):
        return frozenset(SEATS)
    asked = {pending.seat for pending in view.pending if pending.kind in ("pair", "base")}
    return frozenset(asked).union(view.face_down)


def _lying(view: View, seat: Seat) -> Iterator[tuple[str, str, str, str]]:
    """Yield the face-up cards of a seat in the middle of a beat, and the bases under them (8.0)."""
    cards = view.figures
    attack = view.attacks.get(seat)
    if not attack:
        return
    lying = " ".join(cards.name(card) for card in (attack.style, attack.base) if card and card != SPECIAL)
    if lying:
        yield f"lies-{seat}", "Face up again", lying, seat
    if attack.under:
        yield f"under-{seat}", "Under it again", listed(map(cards.name, attack.under)), seat


def _trap_again(view: View) -> tuple[str, str, str, str]:
    whose = trapper(view.figures, {seat: one.fighter for seat, one in view.fighters.items()})
    if view.trap is None:
        return "trap", "Trap", "off the board", whose
    return "trap", "Trap back to", str(view.trap), whose


def _piles_again(view: View) -> Iterator[tuple[str, str, str, str]]:
    for seat in SEATS:
        for number, pile in enumerate(view.fighters[seat].discards, 1):
            names = " + ".join(view.figures.name(card) for card in pile) or "empty"
            yield f"pile-{number}-{seat}", f"Discard {number} again", names, seat
