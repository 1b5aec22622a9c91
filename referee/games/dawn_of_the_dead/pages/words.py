"""The words of *Dawn of the Dead* for the seats and requests of a table."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.labels.actions import SHOWN, full_label
from referee.games.dawn_of_the_dead.labels.wording import SEATS, player, seat_name
from referee.games.dawn_of_the_dead.pages.counter_sheets import other_ratings, unit_counts
from referee.games.dawn_of_the_dead.records import setting_now
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import RequestWords
from referee.games.interface.host import host
from referee.games.interface.screens import OVERRIDE, TITLES, UNDO, TableWords, to_take_back
from referee.games.toolkit.http import url_at
from referee.records.text import Json
from rules.dawn_of_the_dead import game
from rules.sentences import listed

WILL_BE_TOLD = "The record and every screen will say that all secrets were open."
SHOT = "shot"


class DawnWords(TableWords[DawnView]):
    """The words of one table."""

    def __init__(self, view: DawnView) -> None:
        last = view.undo["n"] if view.undo else "back"
        super().__init__(view, lambda seat, _: SEATS[seat], url_at(f"/t/{view.code}/now?back={last}"))

    def name(self, seat: str) -> str:
        """Return who sits at a seat: "Ann (zombies)", else "Zombie player"."""
        return seat_name(seat, self.view.names)

    def player(self, seat: str) -> str:
        """Return who sits at a seat, within a sentence: "Ann (zombies)", else "the zombie player"."""
        return player(seat, self.view.names)

    def step(self) -> str:
        """Return what the key says that takes back the last step: "Take back: moving"."""
        assert self.view.undo is not None
        return f"Take back: {step_name(self.view.undo['action'])}"

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request; after the end every secret is open, and it says so."""
        told = f" {WILL_BE_TOLD}" if self.view.game.phase == "over" else ""
        action = asked["action"]
        secret = bool(action and action["do"] in game.SECRET_ACTIONS)
        if asked["kind"] == UNDO:
            story = (self.view.undo and self.view.undo["story"]) or "the action just begun."
            return RequestWords(TITLES[UNDO], f"{asks} {to_take_back(asked, story)}{told}")
        what = full_label(action, self.view.game)
        if asked["kind"] == SHOT:
            return RequestWords(
                "Shoot together?", f"{asks}: “{what}”.{told}",
                agree="Shoot too", agrees="shoots too", withdraw="Call off this shot", secret=secret,
            )  # fmt: skip
        if action["do"] == "read_value":
            wish = f"{asks} to correct a value. {what}.{told}"
            return RequestWords("Correct a value?", wish, secret=secret)
        if action["do"] == "use_sheet":
            sheet = action["sheet"]
            figures = f"It has {unit_counts(sheet)}. {self._ratings(sheet)}"
            wish = f"{asks} to go on with the counter sheet “{sheet['name']}”. {figures}"
            return RequestWords("Other counters?", wish)
        if corrects := asked.get("corrects"):
            made = listed(f"the unit in {square} is a {value}" for square, value in sorted(corrects.items()))
            before = "Before it was taken back, another value was read."
            wish = f"{asks} to correct a value: {made}. {before} It is for this: “{what}”.{told}"
            return RequestWords("Correct a value?", wish, secret=secret)
        refused = asked.get("refused")
        why, cases = (f"{refused['reason']} ", tuple(refused["cases"])) if refused else ("", ())
        wish = f"{asks} for an exception. Allow this anyway: “{what}”. The referee refused it. {why}".rstrip()
        told = f"{wish}{self._lost(action)}{told}"
        return RequestWords(TITLES[OVERRIDE], told, secret=secret, cases=cases)

    def _ratings(self, sheet: Json) -> str:
        """Return the ratings on another sheet that differ from those on the present one."""
        with host().tables.locked(self.view.code) as table:
            new = other_ratings(sheet, setting_now(table).sheet)
        if not new:
            return "The characters keep their ratings."
        return f"Other ratings (fire-panic-moves): {new}."

    def stands(self, kind: str) -> str:
        """Return what a no to a request of this kind leaves as it is."""
        return "nobody shoots together" if kind == SHOT else super().stands(kind)

    def exception(self, action: Json) -> str:
        """Return what a refused action would do, so that players know what they agree to."""
        return full_label(action, self.view.game)

    def _lost(self, action: Json) -> str:
        """Return what the sides would give up by ending a phase, or "" (R-4.0b)."""
        view = self.view.game
        if action["do"] != "next_phase" or view.phase not in {"attack", "generation"}:
            return ""
        squares = [*([view.attack.square] if view.attack else []), *sorted(view.attacks_due)]
        if not squares:
            return ""
        one = len(squares) == 1
        return f" The attack{'' if one else 's'} in {listed(squares)} would not be made."


def step_name(action: Json) -> str:
    """Return what a step was, within a sentence; "the last step" for an action that has no name here."""
    shown = SHOWN.get(action["do"])
    return shown.step(action) if shown else "the last step"
