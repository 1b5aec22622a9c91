"""How ZoMbIeS! is shown: its words for actions and values, and the parts of its screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.interface import Context, FinishedGame, Game, Introduction, Json, MappingView, Screens
from referee.games.zombies_surviving.screens import words
from referee.games.zombies_surviving.screens.moment import Screen
from rules.sentences import sentence
from rules.zombies_surviving.options import READINGS

INTRODUCTION = Introduction(
    line="Survivors cross a dead city. You measure, the referee counts.",
    players="1–6",
    modes="together, alone, or with secret aims",
    picture="zombies_surviving/picture.svg",
    pictured="A street at night. Three survivors with a lamp stand at a door, and the dead come near.",
)


@dataclass(frozen=True)
class ZombiesScreens(Screens[MappingView]):
    """How the game is shown: the names of its templates, and its words."""

    moment: str = "zombies_surviving/moment.html"
    page: str = "zombies_surviving/table.html"
    credit: str = "zombies_surviving/_credit.html"
    new_table: str = "zombies_surviving/set_up/new.html"
    report: str = "zombies_surviving/report/report.html"
    help: str = "zombies_surviving/help/_help.html"
    first_help: str = "zombies_surviving/help/_first_help.html"
    introduction: Introduction = INTRODUCTION

    def screen(self, context: Context[MappingView]) -> Screen:
        """Return what the templates of a seat's screen show, as `game`."""
        stories = [line["story"] for line in context.log if not line["back"]]
        return Screen(context, stories[-1] if stories else "")

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the template of the report shows."""
        from referee.games.zombies_surviving import report  # noqa: PLC0415 - few pages are a report

        return report.of_table(finished)

    def fields(self, game: Game) -> object:
        """Return the options of a new table: the plain ones, and the readings of doubtful places."""
        return {
            "plain": [option for option in game.options if option.name not in READINGS],
            "readings": [option for option in game.options if option.name in READINGS],
        }

    def options_from(self, form: Mapping[str, str], game: Game) -> dict[str, Any]:
        """Return the options of a new table from its form; a reading is a word, also where it is a number."""
        words = {name: form[name] for name in READINGS if name in form}
        return {**super().options_from(form, game), **words}

    def action_words(self, action: Json, view: MappingView) -> str:
        """Return what an action is called on its key."""
        if action["do"] == "end_turn" and view.seat != action["seat"]:
            return f"{sentence(self.words(view).player(action['seat']))} is done"
        if (said := words.action(action, view)) is not None:
            return said
        return super().action_words({k: v for k, v in action.items() if k not in {"figure", "seat"}}, view)

    def value_words(self, field: str, value: object, view: MappingView) -> str:
        """Return what a value of a field is called: a figure, a place, a thing, an objective."""
        if field == "in_cover" and isinstance(value, bool):
            return "In cover" if value else "In the open"
        if isinstance(value, str) and (said := words.value(field, value, view)) is not None:
            return said
        return super().value_words(field, value, view)

    def value_row(self, field: str, value: object, view: MappingView) -> tuple[str, str]:
        """Return the row of a group, and whom it goes at."""
        return words.row(field, value, view) if isinstance(value, str) else ("", "")

    def question_words(self, name: str, view: MappingView) -> str:
        """Return the heading over the keys of a question."""
        return words.question(name, view)


SCREENS = ZombiesScreens()
