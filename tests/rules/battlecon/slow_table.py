"""A second, slow referee for BattleCON: what lies on the table.

Written from the book in plain steps, to be held against the rules. It shares no code with them and reads only
the printed figures from their data files. Cards lie in named places; sums are worked out anew each time.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple, Self

DATA = Path(__file__).resolve().parents[3] / "rules" / "battlecon" / "data"
GENERIC = {card["id"]: card for card in json.loads((DATA / "bases.json").read_text())["bases"]}
FIGHTERS = {
    name: json.loads((DATA / "fighters" / f"{name}.json").read_text())
    for name in ("cadenza", "hikaru", "kallistar", "khadath")
}
CHANGES: dict[str, Any] = json.loads((DATA / "profiles" / "preview.json").read_text())["changes"]
FOE = {"a": "b", "b": "a"}


class Request(NamedTuple):
    """What somebody is asked: the kind, the seats, and for open choices the options in short words."""

    kind: str
    seats: tuple[str, ...]
    options: tuple[str, ...] = ()


Asking = Generator[Request, Any, None]


class Player:
    """One side of the table."""

    def __init__(self, seat: str, name: str, profile: str) -> None:
        self.seat = seat
        self.name = name
        self.sheet = FIGHTERS[name]
        self.printed = {
            c["id"]: dict(c) for c in (*GENERIC.values(), self.sheet["base"], *self.sheet["styles"])
        }
        self.printed |= {c["id"]: dict(c) for c in self.sheet["finishes"]}
        if profile == "preview":
            for card, change in CHANGES.items():
                if card in self.printed:
                    self.printed[card] |= {k: v for k, v in change.items() if k != "without"}
        self.space = 2 if seat == "a" else 6
        self.life = 20
        self.own_styles = [card["id"] for card in self.sheet["styles"]]
        self.styles = list(self.own_styles)
        self.bases = [*GENERIC, self.sheet["base"]["id"]]
        self.finish_name = self.sheet["finishes"][0]["id"]
        self.pile1: list[str] = []
        self.pile2: list[str] = []
        self.special = True
        self.pool = {token["id"]: token["count"] for token in self.sheet.get("tokens", ())}
        self.form = self.sheet.get("form")
        self.coming: dict[str, int] = {}
        self.clear()

    def clear(self) -> None:
        """Begin a beat with nothing on the table."""
        self.style: str | None = None
        self.base: str | None = None
        self.covered: list[str] = []
        self.finish: str | None = None
        self.out = self.keeps_piles = self.stunned = self.safe = self.again = self.twice = False
        self.hurt = self.soaked = 0
        self.anted: list[str] = []
        self.used: list[str] = []
        self.bonus: dict[str, int] = {}
        self.ante_form: str | None = None
        self.braced = False

    def add(self, figure: str, amount: int) -> None:
        """Add to a figure for this beat."""
        self.bonus[figure] = self.bonus.get(figure, 0) + amount

    def cards(self) -> list[dict[str, Any]]:
        """Return the printed cards that make the attack now."""
        if self.out:
            return []
        if self.finish:
            return [self.printed[self.finish]]
        if self.style in (None, "special") or self.base is None:
            return []
        return [self.printed[self.base], self.printed[self.style or ""]]

    def has(self, card: str) -> bool:
        """Whether a card is part of the attack."""
        return any(c["id"] == card for c in self.cards())

    def tokens_in_play(self) -> list[str]:
        """Return the tokens added to this attack."""
        return self.anted


class Table:
    """Both players, the trap, and the figures of the attacks."""

    def __init__(self, a: str, b: str, profile: str) -> None:
        self.profile = profile
        self.sides = {"a": Player("a", a, profile), "b": Player("b", b, profile)}
        self.trap: int | None = None
        self.first: str | None = None
        self.winner: str | None = None
        self.beat = 1

    def distance(self) -> int:
        """Spaces between the two, next to each other 1."""
        return abs(self.sides["a"].space - self.sides["b"].space)

    def priority(self, me: str) -> int:
        """Priority with everything counted."""
        side = self.sides[me]
        total = sum(int(card["priority"]) for card in side.cards()) + side.bonus.get("priority", 0)
        total += 2 if "wind" in side.tokens_in_play() else 0
        return total + (2 if side.ante_form == "elemental" else 0)

    def power(self, me: str) -> int | None:
        """Power with everything counted, None for N/A."""
        side = self.sides[me]
        if not side.cards() or side.cards()[0]["power"] is None:
            return None
        total = sum(int(card["power"]) for card in side.cards()) + side.bonus.get("power", 0)
        total += 3 if "fire" in side.tokens_in_play() else 0
        total += side.hurt if side.has("press") else 0
        total += 2 if side.ante_form == "elemental" and self.profile == "boxed" else 0
        return max(0, total)

    def soak(self, me: str) -> int:
        """Soak of a player."""
        side = self.sides[me]
        total = sum(int(card.get("soak", 0)) for card in side.cards())
        total += 3 if "earth" in side.tokens_in_play() else 0
        total += 2 if side.has("caustic") and side.form == "human" else 0
        return total + (1 if side.ante_form == "human" and self.profile == "boxed" else 0)

    def immune(self, me: str) -> bool:
        """Whether nothing stuns a player."""
        side = self.sides[me]
        return "iron_body" in side.anted or any(map(side.has, ("snare", "rocket_press", "dimensional_exile")))

    def guard(self, me: str) -> int:
        """Stun Guard of a player."""
        side = self.sides[me]
        return sum(int(card.get("stun_guard", 0)) for card in side.cards()) + (10**6 if side.braced else 0)

    def reach(self, me: str) -> tuple[int, int] | None:
        """Return the distances hit, None for N/A and X."""
        side = self.sides[me]
        cards = side.cards()
        if not cards or not isinstance(cards[0]["range"], list):
            return None
        near, far = (sum(card["range"][end] for card in cards) for end in (0, 1))
        if side.has("blazing") and side.form == "elemental":
            far += 1
        if "water" in side.tokens_in_play():
            near, far = near - 1, far + 1
        return max(0, near), max(0, far)

    def in_reach(self, me: str) -> bool:
        """Whether an attack reaches the opponent, and nothing keeps it from hitting him."""
        side, foe = self.sides[me], self.sides[FOE[me]]
        if side.has("snare"):
            near_trap = self.trap is not None and abs(self.trap - foe.space) < 2
        elif side.has("dimensional_exile"):
            near_trap = self.trap == foe.space
        else:
            span = self.reach(me)
            near_trap = span is not None and span[0] <= self.distance() <= span[1]
        if foe.has("evacuation") and self.trap == side.space:
            return False
        low, high = sorted((side.space, foe.space))
        if foe.has("teleport") and self.trap is not None and low < self.trap < high:
            return False
        return near_trap and not foe.safe

    def end_of_move(self, whom: str, way: str, count: int, *, past: bool = True, trapped: bool = True) -> int:
        """Where a move ends: the six spaces without the opponent's, as one line."""
        me, foe = self.sides[whom], self.sides[FOE[whom]]
        line = [space for space in range(1, 8) if space != foe.space]
        here = line.index(me.space)
        up = (foe.space > me.space) == (way == "advance")
        path = (line[here + 1 :] if up else line[:here][::-1])[:count]
        if not past:
            path = [space for space in path if (space < foe.space) == (me.space < foe.space)]
        if trapped and foe.name == "khadath" and self.trap in path:
            path = path[: path.index(self.trap) + 1]
        return path[-1] if path else me.space

    def moves(self, whom: str, ways: tuple[str, ...], counts: tuple[int, ...], **how: bool) -> dict[str, int]:
        """Return the moves to choose between, by short words, with their ends."""
        by_end: dict[int, str] = {}
        for way in ways:
            for count in counts:
                by_end.setdefault(self.end_of_move(whom, way, count, **how), f"{way} {count}")
        here = self.sides[whom].space
        if 0 not in counts and set(by_end) != {here}:
            by_end = {end: words for end, words in by_end.items() if end != here}
        return {words: end for end, words in by_end.items()}

    def snapshot(self) -> str:
        """Everything that effects can change, as text to compare."""
        facts: list[Any] = [self.trap, self.winner]
        for side in self.sides.values():
            facts += [side.space, side.life, side.form, side.stunned, side.safe, side.again, side.soaked]
            facts += [sorted(side.pool.items()), sorted(side.bonus.items()), sorted(side.coming.items())]
        return repr(facts)

    def copy(self) -> Self:
        """Return a table of its own with the same on it."""
        return deepcopy(self)
