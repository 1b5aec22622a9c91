"""Templates that join what they draw: the same text as Jinja's own, in one piece."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, TemplateAssertionError

from referee.joined_templates import JoinedTemplates
from tests.rows import each_row

TEMPLATES = {
    "frame": "<h1>{% block title %}Table{% endblock %}</h1>{% block moment %}none{% endblock %}.",
    "moment": """{% extends "frame" %}{% from "macros" import key %}
        {% block title %}{{ super() }} of {{ name }}{% endblock %}
        {% block moment %}
        {% for n in (1, 2, 3) if n != 2 %}{{ key(n) }}{% else %}nothing{% endfor %}
        {% include "part" %}{% endblock %}""",
    "macros": "{% macro key(n) %}{% if n > 2 %}<b>{{ n }}</b>{% else %}{{ n }}{% endif %}{% endmacro %}",
    "part": """{% set said = "<&>" %}{% with more = said ~ name %}{{ more }}{% endwith %}
        {% filter upper %}{% include ["missing", "leaf"] %}{% endfilter %}
        {% include "none" ignore missing %}""",
    "leaf": "{% for n in (1, 2) recursive %}leaf {{ loop.index }} {% endfor %}",
    "child": """{% extends parent %}{% block moment %}{{ caller_of("x") }}{% endblock %}""",
    "empty": "",
}


def environment(*, joined: bool) -> Environment:
    made = Environment(loader=DictLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    if joined:
        made.code_generator_class = JoinedTemplates
    return made


@each_row("name", ["frame", "moment", "part", "child", "empty"])
def test_joined_templates_draw_the_same_in_one_piece(name: str) -> None:
    shown = {"name": "<Peter>", "parent": "frame", "caller_of": str}
    plain = environment(joined=False).get_template(name).render(shown)
    joined = environment(joined=True).get_template(name)
    assert joined.render(shown) == plain
    assert [piece for piece in joined.generate(shown) if piece] == [plain] * bool(plain)


def test_an_include_without_its_context_is_refused() -> None:
    """Jinja would draw it before the rest of its template."""
    with pytest.raises(TemplateAssertionError, match="context"):
        environment(joined=True).from_string('a{% include "leaf" without context %}b')
