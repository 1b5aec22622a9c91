"""The second referee's beat, from the selection of pairs to the Recycle, in plain steps."""

from __future__ import annotations

from tests.rules.battlecon.slow_cards import TOKENS, Cards
from tests.rules.battlecon.slow_table import FOE, Asking, Player, Request

SEATS = ("a", "b")
SPECIAL = {"burst": "pulse", "dash": "pulse", "grasp": "cancel", "shot": "cancel"}
FORM_OF_FINISH = {"supernova": "elemental", "chain_of_destruction": "human"}


class SlowDuel(Cards):
    """A duel that asks by yielding requests. Secret ones are answered with the choice of each seat."""

    def by_icons(self) -> None:
        """Put the cards with icons 1 and 2 in the piles."""
        for side in self.sides.values():
            for icon, pile in ((1, side.pile1), (2, side.pile2)):
                for cards in (side.styles, side.bases):
                    (card,) = (c for c in cards if side.printed[c].get("icon") == icon)
                    cards.remove(card)
                    pile.append(card)

    def duel(self) -> Asking:
        """Play until somebody has won."""
        while self.winner is None:
            yield from self.one_beat()

    def leader(self) -> str:
        return self.first or "a"

    def one_beat(self) -> Asking:
        yield from self.choose_pairs(SEATS)
        for side in self.sides.values():
            for figure, amount in side.coming.items():
                side.add(figure, amount)
            side.coming = {}
            side.ante_form = side.form
            if side.form == "elemental":
                side.life = max(1, side.life - 1)
        yield from self.antes()
        yield from self.reveal()
        if self.winner is None:
            self.recycle()

    def choose_pairs(self, seats: tuple[str, ...]) -> Asking:
        answer = yield Request("pair", seats)
        for seat in seats:
            side = self.sides[seat]
            side.style, side.base = answer[seat]
            side.bases.remove(side.base)
            if side.style == "special":
                assert side.special
            else:
                side.styles.remove(side.style)

    def antes(self) -> Asking:
        seat, passes = self.leader(), 0
        while passes < 2:
            side = self.sides[seat]
            tokens = [t for t in ("iron_body", *TOKENS) if side.pool.get(t)] if not side.anted else []
            answer = "pass"
            if tokens:
                answer = yield Request("ante", (seat,), (*tokens, "decline"))
            if answer == "pass":
                passes += 1
            else:
                passes = 0
                side.pool[answer] -= 1
                side.anted = [answer]
            seat = FOE[seat]

    def reveal(self) -> Asking:
        kinds = {s: self.special_kind(side) for s, side in self.sides.items() if side.style == "special"}
        for seat in kinds:
            self.sides[seat].special = False
        pulses = [seat for seat, kind in kinds.items() if kind == "pulse"]
        if pulses:
            yield from self.pulse(pulses)
            return
        for seat, kind in kinds.items():
            if kind == "finish":
                self.sides[seat].finish = self.sides[seat].finish_name
                self.sides[seat].keeps_piles = True
        yield from self.cancel(tuple(seat for seat, kind in kinds.items() if kind == "cancel"))
        for seat in SEATS:
            if self.sides[seat].name == "khadath" and self.trap is not None:
                away = abs(self.sides[FOE[seat]].space - self.trap)
                self.sides[FOE[seat]].add("priority", {0: -3, 1: -1}.get(away, 0))
        yield from self.compare()

    def special_kind(self, side: Player) -> str:
        kind = SPECIAL.get(side.base or "", "finish")
        if kind == "finish":
            form = FORM_OF_FINISH.get(side.finish_name)
            if side.life > 7 or form not in (None, side.form):
                return "cancel"
        return kind

    def cancel(self, seats: tuple[str, ...]) -> Asking:
        """Take the bases back and choose anew."""
        if not seats:
            return
        for seat in seats:
            side = self.sides[seat]
            side.bases.append(side.base or "")
            side.style = side.base = side.finish = None
            side.keeps_piles = False
        yield from self.choose_pairs(seats)

    def pulse(self, pulses: list[str]) -> Asking:
        """Push fighters apart; nothing else happens in this beat."""
        for seat in pulses:
            self.sides[seat].keeps_piles = True
        if len(pulses) == 2:
            for seat in SEATS:
                self.sides[FOE[seat]].space = self.end_of_move(FOE[seat], "retreat", 6)
            return
        (me,) = pulses
        self.sides[FOE[me]].out = True
        yield from self.go(me, FOE[me], ("retreat",), tuple(range(7)))
        yield from self.go(me, me, ("retreat",), tuple(range(7)))

    def compare(self) -> Asking:
        """Reveal effects, then who is faster; clashes in between."""
        yield from self.reveal_effects()
        rounds = dict.fromkeys(SEATS, 0)
        while self.priority("a") == self.priority("b"):
            finishing = [seat for seat in SEATS if self.sides[seat].finish]
            if len(finishing) == 1:
                self.first = finishing[0]
                yield from self.attacks()
                return
            if finishing:
                yield from self.cancel(SEATS)
                yield from self.reveal_effects()
                continue
            for seat in SEATS:
                if not self.sides[seat].bases:
                    rounds[seat] += 1
            if max(rounds.values()) > 1:
                yield from self.end_of_beat()
                return
            yield from self.clash()
        self.first = "a" if self.priority("a") > self.priority("b") else "b"
        yield from self.attacks()

    def reveal_effects(self) -> Asking:
        for seat in (self.leader(), FOE[self.leader()]):
            yield from self.trigger(seat, "reveal")

    def clash(self) -> Asking:
        for side in self.sides.values():
            if not side.bases:
                side.bases = [*side.covered, side.base or ""]
                side.covered, side.base = [], None
        answer = yield Request("base", SEATS)
        for seat in SEATS:
            side = self.sides[seat]
            if side.base:
                side.covered.append(side.base)
            side.base = answer[seat]
            side.bases.remove(answer[seat])

    def attacks(self) -> Asking:
        fast = self.first or ""
        yield from self.trigger(fast, "start_of_beat")
        yield from self.trigger(FOE[fast], "start_of_beat")
        if self.priority(FOE[fast]) > self.priority(fast):
            fast = self.first = FOE[fast]
        for seat in (fast, FOE[fast]):
            if not self.sides[seat].stunned and self.winner is None:
                yield from self.attack(seat)
        if self.winner is None:
            yield from self.end_of_beat()

    def attack(self, me: str) -> Asking:
        yield from self.trigger(me, "before_activating")
        more = True
        while more and self.winner is None:
            more = False
            if self.in_reach(me):
                self.sides[me].again = False
                yield from self.trigger(me, "on_hit")
                more = self.sides[me].again
                yield from self.damage(me)
        if self.winner is None:
            yield from self.trigger(me, "after_activating")

    def damage(self, me: str) -> Asking:
        foe = self.sides[FOE[me]]
        force = (self.power(me) or 0) + (2 if foe.has("sweeping") else 0)
        loss = max(0, force - self.soak(foe.seat))
        knocked = loss > 0 and foe.hurt + loss > self.guard(foe.seat) and not self.immune(foe.seat)
        late = self.first == me
        if knocked and late and not foe.stunned and loss < foe.life and foe.pool.get("iron_body"):
            yield from self.ask(foe.seat, ["use", "decline"])
            if self.picked == "use":
                foe.pool["iron_body"] -= 1
                foe.braced, knocked = True, False
        foe.soaked += force - loss
        foe.hurt += loss
        foe.life = max(0, foe.life - loss)
        foe.stunned |= knocked
        if foe.life == 0:
            self.winner = me
        elif loss:
            yield from self.trigger(me, "on_damage")

    def end_of_beat(self) -> Asking:
        fast = self.leader()
        for seat in (fast, FOE[fast]):
            if self.winner is None:
                yield from self.trigger(seat, "end_of_beat")

    def recycle(self) -> None:
        for side in self.sides.values():
            side.bases += side.covered
            if side.keeps_piles:
                side.bases.append(side.base or "")
            else:
                for card in side.pile2:
                    (side.styles if card in side.own_styles else side.bases).append(card)
                side.pile2 = side.pile1
                side.pile1 = [card for card in (side.style, side.base) if card and card != "special"]
            side.clear()
        self.beat += 1
