"""The OpenAPI description of the API, made from the routes themselves."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Blueprint, Flask, Response, current_app
from werkzeug.routing import Rule

from referee import __version__
from referee.games.toolkit.http import DESCRIPTIONS, Description, described, json_response, url_at
from referee.records.fields import Checked
from referee.web.api.idempotency import HEADER, MAX_KEY_LENGTH

bp = Blueprint("openapi", __name__)
ANY = "*/*"
"""The kind of an answer whose content type depends on what is asked for."""
_PARAMETER = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")
_PROBLEM = {
    "type": "object",
    "required": ["title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "one sentence for people"},
        "problems": {
            "type": "array",
            "items": {"type": "string"},
            "description": "every mistake, if there are several",
        },
        "ruling": {"type": "object", "description": "with 422, if the rules refuse the action"},
        "view": {"type": "object", "description": "with 409, the table as it is now"},
    },
}
_KEY = {
    "in": "header",
    "name": HEADER,
    "schema": {"type": "string", "pattern": f"^[ -~]{{1,{MAX_KEY_LENGTH}}}$"},
    "description": "the device's own name for this request: sent again with the same one, it counts once",
}


@bp.get("/api/openapi.json")
@described("This description", answers={200: "OpenAPI 3.0"}, seat=False)
def openapi() -> Response:
    """Return the description of the API."""
    return json_response(spec(current_app))


def spec(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI description of every route under `/api`."""
    schemas = MarshmallowPlugin()
    openapi = APISpec(
        "Referee", __version__, "3.0.3", plugins=[schemas], servers=[{"url": url_at("/").rstrip("/") or "/"}]
    )
    assert schemas.converter is not None
    schemas.converter.add_attribute_function(_limits)  # type: ignore[no-untyped-call]
    openapi.components.schema("Problem", _PROBLEM)
    openapi.components.security_scheme("seat", {"type": "http", "scheme": "bearer"})
    for rule in sorted(app.url_map.iter_rules(), key=lambda r: r.rule):
        if rule.rule.startswith("/api/"):
            view = app.view_functions[rule.endpoint]
            description = DESCRIPTIONS[f"{view.__module__}.{view.__name__}"]
            openapi.path(_PARAMETER.sub(r"{\1}", rule.rule), operations=_operations(rule, description))
    described_api: dict[str, Any] = openapi.to_dict()
    return described_api


def _limits(_converter: object, field: object, **_options: object) -> dict[str, Any]:
    """Return what a field of ours accepts, as JSON Schema."""
    return field.in_json_schema() if isinstance(field, Checked) else {}


def _operations(rule: Rule, description: Description) -> dict[str, Any]:
    parameters: list[Any] = [
        {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(rule.rule)
    ]
    if description.keyed:
        parameters.append(_KEY)
    if description.query is not None:
        parameters.append({"in": "query", "schema": description.query})
    operation: dict[str, Any] = {
        "summary": description.summary,
        "parameters": parameters,
        "responses": {
            **{
                str(status): {"description": text, **_content(status, description)}
                for status, text in description.answers.items()
            },
            "default": {"description": "a problem", **_content(400, description)},
        },
    }
    if description.seat:
        operation["security"] = [{"seat": []}]
    if description.request is not None:
        operation["requestBody"] = {"content": {"application/json": {"schema": description.request}}}
    methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
    return {method.lower(): operation for method in sorted(methods)}


def _content(status: int, description: Description) -> dict[str, Any]:
    """Return the content of an answer of that status."""
    if status == HTTPStatus.NOT_MODIFIED:
        return {}
    if status >= HTTPStatus.BAD_REQUEST:
        return {"content": {"application/problem+json": {"schema": "Problem"}}}
    if description.kind == ANY:
        return {"content": {ANY: {}}}
    if description.kind != "application/json":
        return {"content": {description.kind: {"schema": {"type": "string"}}}}
    shape: dict[str, Any] = {"type": "object"}
    if description.members:
        shape["required"] = list(description.members)
    return {"content": {description.kind: {"schema": shape}}}
