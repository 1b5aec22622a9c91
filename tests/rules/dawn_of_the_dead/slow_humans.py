"""A second opinion on the Human Player-Turn, slow and plain, from the book (5.0, 6.0, 8.3, 9.1, 12.0).

It takes a position as JSON and shares nothing with the engine. Chance goes by agreement: panic dice are all
1, or all 6, or the first shooter's 1 and the others' 6; shot dice are all 1 or all 6; the first unit in the
box is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

from tests.rules.dawn_of_the_dead.slow_mall import KINDS, MAIN_DOORS, RIFLES, beside, kind, line, shut, side
from tests.rules.dawn_of_the_dead.small_mall import SHEET

NAMES = ("peter", "roger", "steve", "fran")
CARRIED_FOR = {"peter": 2, "roger": 2, "steve": 3, "fran": 4}
GUNS = {"peter": 2, "roger": 2, "steve": 1, "fran": 1}


class HumanTurn:
    """A Human Player-Turn in progress. Every method that does something returns a turn of its own."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.people = {n: dict(p) for n, p in source["characters"].items() if p["square"]}
        self.units = {z["square"]: dict(z) for z in source["zombies"]}
        self.doors = {side(*d["between"]): d["state"] for d in source.get("doors", ())}
        self.mains = {d for d, s in source.get("main_doors", {}).items() if s == "closed"}
        self.rifles = source.get("rifles", 2)
        self.hidden = set(source.get("hidden", ()))
        self.entered = set(source.get("passed", ()))
        self.box = list(source.get("hidden_box", ()))
        move = source.get("move") or {}
        self.stack = tuple(move.get("characters", ()))
        carrying = move.get("carrying") or {}
        self.carrier, self.carried = carrying.get("by", ""), carrying.get("whom", "")
        self.spent, self.acted = move.get("spent", 0), move.get("acted", False)
        self.armed = bool(move.get("rifles"))
        self.shots = dict(move.get("shots", {}))
        self.scared = set(move.get("panicked", ()))

    # --- what one can look up ---------------------------------------------------------------------

    def figure(self, name: str, what: str) -> int:
        """Return what the counter says (2.3)."""
        infected = self.people[name].get("status", "normal") == "infected"
        return int(SHEET["characters"][name]["infected" if infected else "normal"][what])

    def here(self) -> str:
        return str(self.people[self.stack[0]]["square"])

    def allowance(self) -> int:
        return min(self.figure(n, "movement_allowance") for n in self.stack)

    def alive(self, square: str) -> list[str]:
        """Return the characters in a square whom the human player has."""
        return [
            n for n, p in self.people.items() if p["square"] == square and p.get("status") != "super_zombie"
        ]

    def strength(self, square: str) -> int:
        """Return the Zombie Values in a square together, 0 if there are no zombies (11.3)."""
        supers = [
            p for p in self.people.values() if p["square"] == square and p.get("status") == "super_zombie"
        ]
        unit = self.units.get(square)
        return int(unit["value"] if unit else 0) + 2 * len(supers)

    def left(self) -> int:
        return self.allowance() - int(self.spent)

    # --- what may be done -------------------------------------------------------------------------

    def after(self) -> Iterator[HumanTurn | None]:
        """Yield the turn after each thing that may be done next; None where it ends the turn."""
        yield None
        if not self.acted:
            yield from self.starts()
        if self.stack:
            yield from self.steps()
            yield from self.works()
            yield from self.shootings()

    def copy(self, cost: int = 0, *, act: bool = True) -> HumanTurn:
        new = deepcopy(self)
        new.spent += cost
        new.acted = new.acted or act
        return new

    def starts(self) -> Iterator[HumanTurn]:
        """5.0, 5.2, 5.6: those who may be moved, together if they begin together; one may carry another."""
        fit = [
            n for n in NAMES
            if n in self.people
            and self.people[n].get("status", "normal") in {"normal", "infected"}
            and not self.people[n].get("moved_last_turn")
        ]  # fmt: skip
        for size in range(1, len(fit) + 1):
            for stack in combinations(fit, size):
                squares = {self.people[n]["square"] for n in stack}
                if len(squares) > 1:
                    continue
                new = self.copy(act=False)
                new.stack, new.carrier, new.carried = stack, "", ""
                yield new
                for by in stack:
                    if self.people[by].get("status") == "infected":
                        continue
                    for whom in self.alive(*squares):
                        if whom not in stack:
                            load = new.copy(act=False)
                            load.carrier, load.carried = by, whom
                            yield load

    def steps(self) -> Iterator[HumanTurn]:
        """5.1, 5.3, 5.4, 5.6, 8.3, 9.1: one square on."""
        cost = 1 + self.strength(self.here()) + (CARRIED_FOR[self.carrier] if self.carrier else 0)
        for to in beside(self.here()):
            if kind(self.here(), to) == "wall" or shut(self.here(), to, self.doors) or cost > self.left():
                continue
            new = self.copy(cost)
            for name, person in new.people.items():
                if name in self.stack or name == self.carried:
                    person["square"] = to
                elif person["square"] == to and person.get("status") == "stunned":
                    person["status"] = "normal"
            new.meet(to)
            yield new

    def meet(self, square: str) -> None:
        """9.1, 9.3: a hidden zombie appears, unless another unit is or was in the square."""
        if square not in self.hidden or square in self.entered:
            return
        if square in self.units:
            self.entered.add(square)
            return
        self.hidden.remove(square)
        self.units[square] = {"square": square, "value": self.box.pop(0)}

    def works(self) -> Iterator[HumanTurn]:
        """5.5, 5.6, 12.0: putting down, doors, main doors, rifles."""
        here, free = self.here(), not self.strength(self.here())
        if self.carrier:
            new = self.copy(act=False)
            new.carrier = new.carried = ""
            yield new
        somebody_free = [n for n in self.stack if n != self.carrier]
        if not somebody_free or not free:
            return
        for near in beside(here):
            name = side(here, near)
            if kind(here, near).endswith("door") and self.left() >= 2 and self.doors.get(name) != "destroyed":
                new = self.copy(2)
                if new.doors.pop(name, "open") == "open":
                    new.doors[name] = "closed"
                yield new
        if here in MAIN_DOORS and MAIN_DOORS[here] not in self.mains and not self.spent:
            new = self.copy(self.allowance())
            new.mains.add(MAIN_DOORS[here])
            yield new
        whole = not self.spent or (self.armed and not self.scared)
        for name in somebody_free if here == RIFLES and whole else ():
            if name in {"steve", "fran"} and not self.people[name].get("rifle") and self.rifles:
                new = self.copy(self.left())
                new.people[name]["rifle"] = True
                new.rifles, new.armed = self.rifles - 1, True
                yield new

    def shootings(self) -> Iterator[HumanTurn]:
        """6.1 to 6.4, 6.8: everybody with a shot left, alone and together, at what may be shot at."""
        ready = [
            n for n in self.stack
            if n != self.carrier and n not in self.scared
            and self.shots.get(n, 0) < self.figure(n, "fire_rate")
        ]  # fmt: skip
        here = self.here()
        supers = {p["square"] for p in self.people.values() if p.get("status") == "super_zombie"}
        for at in [here] if self.strength(here) else sorted({*self.units, *supers}):
            if at != here and not self.clear(here, at):
                continue
            for size in range(1, len(ready) + 1):
                for by in combinations(ready, size):
                    yield from self.shoot(by, at)

    def clear(self, here: str, at: str) -> bool:
        """6.3, 6.4: in sight, nobody there, and nothing in the way."""
        sees, between, _, _ = line(here, at, self.doors)
        return sees and not self.alive(at) and not any(self.strength(s) or self.alive(s) for s in between)

    def shoot(self, by: tuple[str, ...], at: str) -> Iterator[HumanTurn]:
        """6.5: no check, or one with each of the agreed rolls."""
        unit = self.units.get(at)
        berserk = bool(unit and unit.get("berserk"))
        super_there = self.strength(at) != (unit["value"] if unit else 0)
        same = at == self.here()
        if not (same or berserk or super_there):
            yield from self.roll(by, (), at)
            return
        more = (1 if berserk and same else 0) + ((3 if same else 1) if super_there else 0)
        throws = [[1] * len(by), [6] * len(by)] + ([[1] + [6] * (len(by) - 1)] if len(by) > 1 else [])
        for dice in throws:
            scared = tuple(
                n for n, d in zip(by, dice, strict=True) if d <= self.figure(n, "panic_level") + more
            )
            yield from self.roll(tuple(n for n in by if n not in scared), scared, at)

    def roll(self, by: tuple[str, ...], scared: tuple[str, ...], at: str) -> Iterator[HumanTurn]:
        """6.6 to 6.8: all ones, and all sixes."""
        base = self.copy()
        if scared:
            base.scared |= set(scared)
            base.spent = base.allowance()
        if not by:
            yield base
            return
        _, _, modifier, doors = line(self.here(), at, self.doors)
        dice = min(3, sum(2 if self.people[n].get("rifle") else GUNS[n] for n in by))
        for face in (1, 6):
            new = base.copy()
            for name in by:
                new.shots[name] = new.shots.get(name, 0) + 1
            if at != self.here():
                for door in doors:
                    if KINDS[door] == "glass_door" and self.doors.get(door) == "closed":
                        new.doors[door] = "destroyed"
            if face * dice + modifier * len(by) >= self.strength(at):
                new.units.pop(at, None)
                new.people = {
                    n: p
                    for n, p in new.people.items()
                    if p["square"] != at or p.get("status") != "super_zombie"
                }
            yield new


def count(turn: HumanTurn, depth: int) -> int:
    """Return the number of sequences of `depth` actions."""
    if depth == 0:
        return 1
    return sum((depth == 1) if new is None else count(new, depth - 1) for new in turn.after())
