"""How ZoMbIeS! is shown: its words for actions and values, and the parts of its screens."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.interface import Context, Introduction, Json, MappingView, Screens

INTRODUCTION = Introduction(
    line="Survivors cross a dead city. You measure, the referee counts.",
    players="1–6",
    modes="together, alone, or with secret aims",
    picture="zombies_surviving/picture.svg",
    pictured="A street at night. Three figures with a lamp stand at a door; others come near.",
)
PHASES = {
    "set_up": "Set-up",
    "game": "Game phase",
    "menace": "Menace phase",
    "survival": "Survival phase",
    "over": "Over",
}


@dataclass(frozen=True, slots=True)
class Screen:
    """What the templates of a seat's screen show."""

    view: Json
    last: str


class ZombiesScreens(Screens[MappingView]):
    """How the game is shown: the names of its templates, and its words."""

    moment: str = "zombies_surviving/moment.html"
    page: str = "zombies_surviving/table.html"
    credit: str = "zombies_surviving/_credit.html"
    introduction: Introduction = INTRODUCTION

    def screen(self, context: Context[MappingView]) -> Screen:
        """Return what the templates of a seat's screen show, as `game`."""
        stories = [line["story"] for line in context.log if not line["back"]]
        return Screen(context.view.to_json(), stories[-1] if stories else "")


SCREENS = ZombiesScreens()
