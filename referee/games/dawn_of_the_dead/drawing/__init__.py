"""The map as SVG: view objects of a board and its pieces, and the templates that draw them.

The template `map/board/_board.svg` draws a `BoardView`; its layers are fragments of their own (`_doors.svg`,
`_counters.svg`, `_trail.svg`, `_marks.svg`, `_ink.svg`, `_sightline.svg`), each one `<g>` with an id, so that
a page can renew one without sending the map again. The look is in `map.css`, by classes and custom
properties.
"""

from referee.games.dawn_of_the_dead.drawing.annotations import Annotations, Arrow, Roll
from referee.games.dawn_of_the_dead.drawing.board_view import (
    BoardView,
    board_view,
    draw_map,
    marks_of,
    ratings_of,
    trail_of,
)
from referee.games.dawn_of_the_dead.drawing.layers import (
    Placing,
    counters_of,
    placing_of,
    rifles_of,
    sight_of,
)
from referee.games.dawn_of_the_dead.drawing.plan import door_views, plan_of

__all__ = [
    "Annotations",
    "Arrow",
    "BoardView",
    "Placing",
    "Roll",
    "board_view",
    "counters_of",
    "door_views",
    "draw_map",
    "marks_of",
    "placing_of",
    "plan_of",
    "ratings_of",
    "rifles_of",
    "sight_of",
    "trail_of",
]
