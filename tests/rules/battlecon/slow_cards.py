"""The second referee's cards: what each does, told one by one in plain steps."""

from __future__ import annotations

from itertools import permutations

from tests.rules.battlecon.slow_table import FOE, Asking, Request, Table

BOTH_WAYS = ("advance", "retreat")
TOKENS = ("earth", "fire", "water", "wind")


class Cards(Table):
    """A table on which cards take effect. A card's effect is the method `card_trigger`."""

    def ask(self, seat: str, options: list[str]) -> Asking:
        """Ask for one of several options, and keep the answer in `picked`; an only one is taken."""
        if len(options) == 1:
            self.picked = options[0]
        else:
            self.picked = yield Request("choice", (seat,), tuple(options))

    def go(self, me: str, whom: str, ways: tuple[str, ...], counts: tuple[int, ...], **how: bool) -> Asking:
        """Move somebody, as `me` chooses; `passed` tells whether the two changed sides."""
        moves = self.moves(whom, ways, counts, **how)
        yield from self.ask(me, list(moves))
        side, foe = self.sides[whom], self.sides[FOE[whom]]
        before = side.space < foe.space
        side.space = moves[self.picked]
        self.passed = before != (side.space < foe.space)

    def place_trap(self, me: str, spaces: list[int]) -> Asking:
        """Put the trap on one of these spaces, unless it is held fast."""
        if spaces and not self.sides[me].has("snare"):
            yield from self.ask(me, [f"trap {space}" for space in spaces])
            self.trap = int(self.picked.split()[1])

    def regain(self, me: str) -> Asking:
        """Take back a token that was not spent in this beat; `regained` tells whether there was one."""
        side = self.sides[me]
        lost = [t for t in TOKENS if not side.pool[t] and t not in side.anted and t not in side.used]
        self.regained = bool(lost)
        if lost:
            yield from self.ask(me, lost)
            side.pool[self.picked] = 1

    def teleport_somewhere(self, me: str) -> Asking:
        """Go to a free space."""
        taken = [side.space for side in self.sides.values()]
        yield from self.ask(me, [f"go {space}" for space in range(1, 8) if space not in taken])
        self.sides[me].space = int(self.picked.split()[1])

    def near_trap(self, me: str) -> bool:
        """Whether the opponent is on the trap or next to it."""
        return self.trap is not None and abs(self.sides[FOE[me]].space - self.trap) < 2

    # Generic bases

    def drive_before_activating(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (1, 2))

    def burst_start_of_beat(self, me: str) -> Asking:
        yield from self.go(me, me, ("retreat",), (1, 2))

    def grasp_on_hit(self, me: str) -> Asking:
        yield from self.go(me, FOE[me], BOTH_WAYS, (1,))

    def dash_after_activating(self, me: str) -> Asking:
        yield from self.go(me, me, BOTH_WAYS, (1, 2, 3))
        self.sides[me].safe |= self.passed

    # Cadenza

    def hydraulic_before_activating(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (1,))

    def battery_end_of_beat(self, me: str) -> Asking:
        yield from ()
        self.sides[me].coming["priority"] = self.sides[me].coming.get("priority", 0) + 4

    def grapnel_on_hit(self, me: str) -> Asking:
        yield from self.go(me, FOE[me], ("advance",), (0, 1, 2, 3))

    def mechanical_end_of_beat(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (0, 1, 2, 3))

    def rocket_press_before_activating(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (2, 3, 4, 5, 6))

    def feedback_field_on_hit(self, me: str) -> Asking:
        yield from ()
        self.sides[me].add("power", 2 * self.sides[me].soaked)

    # Hikaru

    def give_back(self, me: str) -> None:
        """Return the tokens of the ante to the pool."""
        for token in self.sides[me].anted:
            self.sides[me].pool[token] += 1
        self.sides[me].anted = []

    def trance_reveal(self, me: str) -> Asking:
        yield from ()
        self.give_back(me)

    def trance_end_of_beat(self, me: str) -> Asking:
        yield from self.regain(me)

    def geomantic_start_of_beat(self, me: str) -> Asking:
        side = self.sides[me]
        yield from self.ask(me, [*(t for t in TOKENS if side.pool[t]), "decline"])
        if self.picked != "decline":
            side.pool[self.picked] -= 1
            side.anted = [*side.anted, self.picked]

    def focused_on_hit(self, me: str) -> Asking:
        yield from self.regain(me)

    def advancing_start_of_beat(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (1,))
        if self.passed:
            self.sides[me].add("power", 1)

    def palm_strike_start_of_beat(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (1,))

    def palm_strike_on_damage(self, me: str) -> Asking:
        yield from self.regain(me)

    def wrath_of_elements_reveal(self, me: str) -> Asking:
        yield from ()
        side = self.sides[me]
        for token in TOKENS:
            if side.pool[token]:
                side.pool[token] = 0
                side.anted = [*side.anted, token]

    def four_winds_reveal(self, me: str) -> Asking:
        yield from ()
        self.give_back(me)

    def four_winds_before_activating(self, me: str) -> Asking:
        yield from self.go(me, me, ("advance",), (0, 1))

    def four_winds_on_hit(self, me: str) -> Asking:
        yield from self.regain(me)
        self.sides[me].again |= self.regained

    # Kallistar

    def flare_reveal(self, me: str) -> Asking:
        yield from ()
        side = self.sides[me]
        if side.form == "human" and self.profile == "boxed":
            side.life = max(1, side.life - 3)
            side.add("priority", 3)

    def flare_end_of_beat(self, me: str) -> Asking:
        yield from ()
        self.sides[me].form = "human"

    def ignition_reveal(self, me: str) -> Asking:
        yield from ()
        side = self.sides[me]
        if side.form == "elemental":
            side.life = max(1, side.life - 3)
            side.add("power", 3)

    def ignition_end_of_beat(self, me: str) -> Asking:
        yield from ()
        self.sides[me].form = "elemental"

    def caustic_on_hit(self, me: str) -> Asking:
        yield from ()
        if self.sides[me].form == "elemental" and not self.immune(FOE[me]):
            self.sides[FOE[me]].stunned = True

    def blazing_after_activating(self, me: str) -> Asking:
        if self.sides[me].form == "human":
            yield from self.go(me, me, BOTH_WAYS, (1, 2))

    def volcanic_on_hit(self, me: str) -> Asking:
        yield from ()
        foe = self.sides[FOE[me]]
        if self.sides[me].form == "elemental":
            foe.coming["priority"] = foe.coming.get("priority", 0) - 2

    def volcanic_end_of_beat(self, me: str) -> Asking:
        if self.sides[me].form == "human":
            yield from self.teleport_somewhere(me)

    def spellbolt_on_hit(self, me: str) -> Asking:
        if self.sides[me].form == "human":
            self.sides[FOE[me]].add("power", -2)
        else:
            yield from self.go(me, FOE[me], ("advance",), (0, 1, 2))

    def supernova_end_of_beat(self, me: str) -> Asking:
        yield from ()
        self.winner = FOE[me]

    def chain_of_destruction_on_hit(self, me: str) -> Asking:
        side = self.sides[me]
        if side.life >= 4:
            yield from self.ask(me, ["use", "decline"])
            if self.picked == "use":
                side.life -= 3
                side.again = True

    # Khadath

    def evacuation_start_of_beat(self, me: str) -> Asking:
        yield from self.place_trap(me, [self.sides[me].space])
        yield from self.go(me, me, ("retreat",), (1,))

    def hunters_reveal(self, me: str) -> Asking:
        yield from ()
        if self.near_trap(me):
            self.sides[me].add("power", 2)
            self.sides[me].add("priority", 2)

    def teleport_end_of_beat(self, me: str) -> Asking:
        yield from self.teleport_somewhere(me)
        yield from self.place_trap(me, list(range(1, 8)))

    def lure_on_hit(self, me: str) -> Asking:
        yield from self.go(me, FOE[me], ("advance",), (0, 1, 2, 3, 4, 5), past=False, trapped=False)

    def blight_start_of_beat(self, me: str) -> Asking:
        span, here, foe = self.reach(me), self.sides[me].space, self.sides[FOE[me]].space
        if span is not None:
            inside = [s for s in range(1, 8) if span[0] <= abs(s - here) <= span[1] and s != foe]
            yield from self.place_trap(me, inside)

    def planar_crossing_on_hit(self, me: str) -> Asking:
        side, foe = self.sides[me], self.sides[FOE[me]]
        yield from self.ask(me, [f"go {space}" for space in range(1, 8)])
        here, side.space = side.space, int(self.picked.split()[1])
        if foe.space == side.space:
            foe.space = here
        yield from self.ask(me, [f"go {space}" for space in range(1, 8) if space != side.space])
        foe.space = int(self.picked.split()[1])
        yield from self.place_trap(me, list(range(1, 8)))

    # Several effects of one trigger

    def trigger(self, me: str, on: str) -> Asking:
        """Carry out a player's effects of one trigger, in the order that he likes where it matters."""
        names = [
            card["id"] for card in reversed(self.sides[me].cards()) if hasattr(self, f"{card['id']}_{on}")
        ]
        if len(names) > 1:
            results = {first: self.outcomes(me, on, names, first) for first in names}
            if len(set(results.values())) > 1:
                yield from self.ask(me, [f"{name}.{on}" for name in names])
                first = self.picked.split(".")[0]
                names = [first, *(name for name in names if name != first)]
        for name in names:
            yield from getattr(self, f"{name}_{on}")(me)

    def outcomes(self, me: str, on: str, names: list[str], first: str) -> frozenset[str]:
        """All that can come of the effects with one of them first, by trying every answer."""
        results = set()
        for order in (order for order in permutations(names) if order[0] == first):
            waiting: list[list[str]] = [[]]
            while waiting:
                answers = waiting.pop()
                trial = self.copy()
                request = trial.answered(me, on, order, answers)
                if request is None:
                    results.add(trial.snapshot())
                else:
                    waiting += [[*answers, option] for option in request.options]
        return frozenset(results)

    def answered(self, me: str, on: str, order: tuple[str, ...], answers: list[str]) -> Request | None:
        """Carry out effects in this order with these answers; return the next question, None at the end."""
        left = list(answers)
        for name in order:
            asking = getattr(self, f"{name}_{on}")(me)
            try:
                request = next(asking)
                while left:
                    request = asking.send(left.pop(0))
            except StopIteration:
                continue
            return request  # type: ignore[no-any-return]
        return None
