"""ZoMbIeS! as a plug-in: its form, its words, its demo states, and what the referee counts on."""

from __future__ import annotations

from referee.games import registry
from referee.games.interface import MappingView
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.screens import SCREENS
from referee.testing.proving import prove
from rules.fields import kinds_of, name_of
from rules.zombies_surviving.options import READINGS
from tests import soak


def test_a_reading_of_the_form_stays_a_word_also_where_it_is_a_number() -> None:
    form = {"players": "2", **{name: one.values[-1] for name, one in READINGS.items()}}
    options = GAME.read_options(SCREENS.options_from(form, registry.games()[GAME.id]))
    assert options["players"] == 2
    assert {name: options[name] for name in READINGS} == {n: one.values[-1] for n, one in READINGS.items()}


def test_the_readings_of_a_table_are_what_its_rules_go_by() -> None:
    table = GAME.table(GAME.read_options({"boss_wounds": "3"}))
    assert table.start(()).options["boss_wounds"] == "3"


OPTIONS = (
    {"players": 2, "objectives": "secret"},
    {"players": 1, "events": "cards", "country": "canada"},
)
ACTIONS = [name_of(kind) for kind in kinds_of(GAME.rules.action)]
"""All of them: so few games do not get to each. Many do, but for those that are rare."""
RARE = ("choose", "free_vehicle", "in_snow", "passengers", "ram", "run_over", "ski")
"""A choice of finds is a rare roll, and the others come after a drive that goes well, or in snow.

None was listed in 150 games at random; the tests of searches, of vehicles and of Canada do each of them.
"""


def test_the_referee_can_count_on_this_game() -> None:
    prove(GAME, options=OPTIONS, games=8, tables=2, moves=25, seed="plug-in", seldom=ACTIONS)


@soak.GAMES
def test_the_referee_can_count_on_many_games() -> None:
    prove(GAME, games=150, tables=8, moves=60, seed="many", seldom=RARE)


def test_things_figures_and_moves_off_the_table_have_words() -> None:
    table = registry.games()[GAME.id].table(GAME.read_options({}))
    view = MappingView(table.view(table.start(()), "p1"), GAME.id, "ABCDEF", {}, seat="p1")
    assert SCREENS.value_words("what", "first_aid_kit", view) == "First aid kit"
    assert SCREENS.value_words("what", "zone", view) == "Where it is"
    assert SCREENS.value_words("goal", "turns", view) == "Hold out for eight turns"
    assert SCREENS.value_words("goal", "Wake the sleeper", view) == "Wake the sleeper", "a goal of their own"
    assert (
        SCREENS.action_words({"do": "move", "figure": "ana", "leaving": True}, view) == "Move off the table"
    )


def test_13_0_a_table_in_canada_says_where_each_comes_from() -> None:
    figures = {
        "ana": {"name": "Ana", "statuses": []},
        "bo": {"name": "Bo", "statuses": [{"name": "american"}]},
    }
    view = MappingView({"figures": figures, "buildings": {}, "vehicles": {}}, GAME.id, "ABCDEF", {})
    told = [SCREENS.action_words({"do": "come_from", "seat": "p1", "figure": one}, view) for one in figures]
    assert told == ["Ana comes from the United States", "Bo comes from Canada"]
    assert GAME.table(GAME.read_options({"country": "canada"})).start(()).canada
    assert not GAME.table(GAME.read_options({})).start(()).canada
