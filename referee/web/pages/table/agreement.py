"""Taking back and overruling: who asks, who must agree, and what this seat may answer (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.games.ports import RequestWords, TableWords
from referee.tables.pending_actions import SHOT
from rules.sentences import listed, sentence

Json = Mapping[str, Any]
TABLE, REDO = "table", "redo"


@dataclass(frozen=True, slots=True)
class Answer:
    """A key: what it says, the `answer` it posts, the `side` it speaks for, the line to take back to.

    `away` is what is said before a key that is there only while the side's own devices are away.
    """

    label: str
    answer: str
    side: str = ""
    tone: str = ""
    away: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """The panel: a question with its keys, or the keys to ask.

    `waits` says who has to answer, after the `cases` that the sentence rests on.
    `absent` has a sentence on each side waited for whose devices are away. `further` are the keys that take
    back more; a game that shows these places itself has a `further_url` instead.
    """

    kind: str = "undo"
    serial: int | None = None
    title: str = ""
    sentence: str = ""
    cases: tuple[str, ...] = ()
    waits: str = ""
    keys: tuple[Answer, ...] = ()
    absent: tuple[Json, ...] = ()
    further: tuple[Answer, ...] = ()
    further_url: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """A table as one seat sees it: who may be asked, and what was. `taken` are the seats with a device."""

    view: Json
    seat: str
    taken: frozenset[str]
    words: TableWords
    over: bool

    def panel(self, *, looks_on: bool = False) -> Agreement:
        """Return the panel with this seat's keys; a seat that `looks_on` has none."""
        panel = self._question() if self.view.get("request") else self._before()
        if not looks_on:
            return panel
        told = panel.sentence or "You are watching."
        return replace(panel, sentence=told, keys=(), further=(), further_url="")

    def _before(self) -> Agreement:
        """Return the panel while nobody asks for anything."""
        step, unread = self.view.get("undo"), self.view.get("unread")
        refused = unread or self.view.get("declined")
        places = (step or {}).get("places", ())
        own_list = self.words.further_url
        if (self.view.get("underway") or {}).get("may_cancel"):
            # One key at a time that takes something back: the one beside the question.
            step, places = None, ()
        read = (Answer("OK", "read", tone="main"),) if unread else ()
        ask = (Answer(self.words.step(), "ask"),) if step else ()
        redo = self.view.get("redo")
        if redo and redo["seat"] == self.seat:
            ask = (*ask, Answer("Do it again" if redo["steps"] == 1 else "Do them again", REDO))
        return Agreement(
            title="" if not refused else "No answer" if refused.get("lapsed") else "Declined",
            sentence=self._declined(refused) if refused else "" if step else self._nothing(),
            keys=(*read, *ask),
            further=()
            if own_list
            else tuple(Answer(f"Back to {place['name']}", "ask", n=place["n"]) for place in places),
            further_url=own_list if places else "",
        )

    def _declined(self, refused: Json) -> str:
        """Return who said no or played on, since the last step or as yet unread, and what stands."""
        mine = refused["seat"] == self.seat != TABLE
        who = "You" if mine else sentence(self.words.player(refused["seat"]))
        if refused.get("lapsed"):
            on = "The game went on at the tablet" if refused["seat"] == TABLE else f"{who} played on"
            why = f" {refused['why']}" if refused["why"] else ""
            return f"{on}, so the request lapsed: {self.words.stands(refused['kind'])}.{why}"
        told = "Declined at the tablet" if refused["seat"] == TABLE else f"{who} declined"
        return f"{told}: {self.words.stands(refused['kind'])}."

    def _nothing(self) -> str:
        if self.over:
            return "The rematch has begun, so this game stays finished."
        if self.view.get("undo"):
            return "To take back a step, choose something else first."
        return "Nothing to take back yet."

    def _question(self) -> Agreement:
        asked, player = self.view["request"], self.words.player
        mine = self.seat == asked["seat"] != TABLE
        asks = "You ask" if mine else f"{sentence(player(asked['seat']))} asks"
        words = self.words.request(asked, asks)
        return Agreement(
            kind=asked["kind"],
            serial=asked["serial"],
            title=words.title,
            sentence=words.wish,
            cases=words.cases,
            waits=self._waits(asked),
            keys=tuple(self._answers(asked, words)),
            absent=() if self.seat == TABLE or words.secret else tuple(self._absent(asked)),
        )

    def _waits(self, asked: Json) -> str:
        """Return who has to agree still, as the seat is told that may be one of them."""
        others = [self.words.player(side) for side in asked["wanted"] if side != self.seat]
        if self.seat in asked["agreed"] and self.seat != asked["seat"]:
            return f"You agreed. Waiting for {listed(others)}."
        if self.seat not in asked["wanted"]:
            return f"Waiting for {listed(others)} to agree."
        return f"Do you agree? {sentence(listed(others))} must agree too." if others else "Do you agree?"

    def _answers(self, asked: Json, words: RequestWords) -> Iterator[Answer]:
        for side in asked["wanted"]:
            if self.seat == side:
                yield Answer(words.agree, "agree", side)
            elif self.seat == TABLE:
                away = f"{self.words.owner(side)}’s phone is away" if side in self.taken else ""
                if not (away and words.secret):
                    says = f"{sentence(self.words.player(side))} {words.agrees}"
                    yield Answer(says, "agree", side, away=away)
        yield from self._no(asked, words)

    def _no(self, asked: Json, words: RequestWords) -> Iterator[Answer]:
        """Yield the key that ends the request. Only its own players say no to what several do together."""
        joint = asked["kind"] == SHOT
        if self.seat == TABLE and words.withdraw:
            yield Answer(words.withdraw, "withdraw")
        elif not joint or self.seat in {TABLE, *asked["wanted"], *asked["agreed"]}:
            asker = asked["seat"] == self.seat or (not joint and self.seat in asked["agreed"])
            yield Answer("Withdraw" if asker else "Decline", "withdraw" if asker else "decline")

    def _absent(self, asked: Json) -> Iterator[Json]:
        """Yield what is said of each side waited for while its devices are away."""
        for side in asked["wanted"]:
            if side != self.seat and side in self.taken:
                told = f"{self.words.owner(side)}’s phone is away; the tablet can answer for that player."
                yield {"side": side, "sentence": told}
