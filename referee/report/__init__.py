"""The report after a game: its figures, worked out of the record and the positions it adds up to.

`story` turns a finished game into `Step`s; `course`, `shots`, `luck` and `pieces` draw figures from them;
`plots` lays figures out as view objects for the SVG templates. All of it is pure. A game that is not over has
no steps: `referee.tables` gives a finished game only.
"""
