"""A board as it is surveyed: a plane that is only ever cut, merged and moved.

The same code stands in `static/survey/` for the page. Both give the same bytes for the same gestures.
"""
