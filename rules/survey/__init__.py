"""A board as it is surveyed: a plane that is only ever cut, merged and moved.

`static/survey/` has the same code for the page. Both give the same bytes for the same gestures.
"""
