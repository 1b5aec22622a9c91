"""The app is plain functions, and says its headers once whatever an answer brings of its own."""

from __future__ import annotations

from inspect import iscoroutinefunction
from pathlib import Path

from flask import Response

from referee.app import create_app
from referee.records.text import dump_line
from tests.referee.seated import Seated


def test_no_function_of_the_app_is_a_coroutine(tmp_path: Path) -> None:
    """The app calls each as it is; what a coroutine would answer nobody would wait for."""
    app = Seated(tmp_path).app
    hooks = [one for of in (app.before_request_funcs, app.after_request_funcs) for one in of.values()]
    called = [*app.view_functions.values(), *(one for some in hooks for one in some)]
    assert called
    assert not any(iscoroutinefunction(one) for one in called)


def test_a_header_of_an_answer_stands_before_the_one_of_all_answers(tmp_path: Path) -> None:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}"})
    app.add_url_rule("/own", "own", lambda: Response("", headers={"referrer-policy": "no-referrer"}))
    answer = app.test_client().get("/own")
    assert answer.headers.getlist("Referrer-Policy") == ["no-referrer"]
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    app.extensions["tables"].close()


def test_a_line_of_json_keeps_its_order_and_its_letters() -> None:
    assert dump_line({"b": "é", "a": [1, None]}) == '{"b": "é", "a": [1, null]}'
