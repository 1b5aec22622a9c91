"""A plain game's screen: its template reads the members of the game's view by their names."""

from __future__ import annotations

from jinja2 import Environment

from referee.games.interface import Context, MappingView, Screens

VIEW = {"summary": "of the game", "stage": 7, "hands": {"a": [1]}}


def test_a_member_of_the_view_is_never_hidden_by_one_of_the_tables_own_names() -> None:
    view = MappingView(VIEW, "auction", "ABCDEF", {})
    context = Context(
        code="ABCDEF", base="/t/ABCDEF", seat="a", view=view, actions=[], log=[], names={}, here=frozenset(),
        taken=frozenset(), options={}, version=0, stage="", over=False,
    )  # fmt: skip
    shown = Screens("auction/moment.html").screen(context)
    template = Environment().from_string("{{ game.view.summary }} {{ game.view.stage }} {{ game.view.code }}")
    assert template.render(game=shown) == "of the game 7 ABCDEF"
