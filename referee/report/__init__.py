"""The report after a game: its figures, computed from the record and its positions.

`story` turns a finished game into `Step`s; `course`, `shots`, `luck` and `pieces` draw figures from them;
`plots` lays figures out as view objects for the SVG templates. All of it is pure. A game that is not over has
no steps: `referee.tables` gives a finished game only.
"""
