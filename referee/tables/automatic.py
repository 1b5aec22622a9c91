"""The referee as the player of a side that nobody plays: one action at a time, or on to the players' next choice.

Where a table was made for practice it acts besides for the side that has its players, when one of them wants that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.problems import Problem, Stale
from referee.systems.protocol import JsonObject
from referee.tables import seeing
from referee.tables.advising import settled
from referee.tables.keeper import Keeper
from referee.tables.live import Live
from referee.tables.playing import Playing

_NOBODY = "Every side at this table has its player; the referee plays none."
_NOT_NOW = "It is for the players to act now."
_NO_PRACTICE = "The referee does not play the characters for this seat."
_NOTHING = "The characters have nothing to do now."
_MOST_STEPS = 500


@dataclass(frozen=True, slots=True)
class Automatic:
    """What the referee does for the side that nobody plays."""

    keeper: Keeper
    playing: Playing

    def advice(self, code: str, seat: str) -> dict[str, Any]:
        """Return `{"advice": ..., "practice": ...}`: what the view holds under these names.

        Either is None while that side has nothing to do, and `practice` is there only for the seats that practise.
        Raises Problem (422) for a seat that is proposed nothing, because every side has its player.
        """
        with self.keeper.at(code) as live:
            if seat not in live.match.practice_seats:
                _refuse_played(live)
            seen = seeing.view(live, seat)
            return {name: seen[name] for name in ("advice", "practice") if name in seen}

    def proposed(self, code: str) -> JsonObject | None:
        """Return the next action as JSON, a tie decided, or None while the players have to act."""
        with self.keeper.at(code) as live:
            found = settled(live)
            return None if found is None else live.match.write(found.action)

    def advance(
        self, code: str, seat: str, version: int, *, whole: bool = False, phase: bool = False
    ) -> dict[str, Any]:
        """Carry out the next action, and with `whole` all that follow until the players have something to choose.

        With `phase` it stops besides when a phase has ended. Returns `{"ruling", "rulings", "steps", "view"}`: the
        last ruling, all of them, and the lines of the record that were written. Raises Stale (409), Refused (422), and
        Problem (422) when there is nothing that the referee could do.
        """
        with self.keeper.at(code) as live:
            _refuse_played(live)
            if version != live.version:
                raise Stale(seeing.view(live, seat), version)
            first = live.last_number
            rulings: list[JsonObject] = []
            while len(rulings) < _MOST_STEPS:
                found = settled(live)
                if found is None:
                    break
                before = live.match.summary(live.position)
                rulings.append(self.playing.step(live, seat, found.action)["ruling"])
                ended = live.match.summary(live.position) != before
                if not whole or (phase and ended) or self._theirs(live):
                    break
            if not rulings:
                raise Problem(422, _NOT_NOW)
            return _told(live, seat, rulings, first)

    def practise(self, code: str, seat: str, version: int, *, whole: bool = False) -> dict[str, Any]:
        """Carry out what the view proposes under `practice`, and with `whole` all that follow in this phase.

        It stops when the Player-Turn ends, and at anything that another player does or that is read off the pieces.
        Returns what `advance` returns. Raises Stale (409), and Problem (403) for a seat that does not practise, (422)
        when there is nothing to do.
        """
        with self.keeper.at(code) as live:
            if seat not in live.match.practice_seats:
                raise Problem(403, _NO_PRACTICE)
            if version != live.version:
                raise Stale(seeing.view(live, seat), version)
            first, before = live.last_number, live.match.summary(live.position)
            rulings: list[JsonObject] = []
            while len(rulings) < _MOST_STEPS and (found := seeing.view(live, seat)["practice"]):
                action = live.match.read(found["action"])
                rulings.append(self.playing.step(live, seat, action)["ruling"])
                if not whole or live.match.summary(live.position) != before:
                    break
            if not rulings:
                raise Problem(422, _NOTHING)
            return _told(live, seat, rulings, first)

    def _theirs(self, live: Live) -> bool:
        """Whether the players have something to choose now, or to read off their pieces."""
        adviser = live.match.adviser
        assert adviser is not None
        begun = self.playing.begun(live)
        return adviser.waits(live.position) if begun is None else adviser.waits_for(begun.needs)


def _told(live: Live, seat: str, rulings: list[JsonObject], first: int) -> dict[str, Any]:
    """Return the rulings, the lines of the record after the `first`, and the view, as the seat may see them."""
    steps = [line for line in seeing.story(live, seat) if line["n"] > first]
    return {"ruling": rulings[-1], "rulings": rulings, "steps": steps, "view": seeing.view(live, seat)}


def _refuse_played(live: Live) -> None:
    if live.match.adviser is None:
        raise Problem(422, _NOBODY)
