"""Where a map or a counter sheet comes from, as a mark beside its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UPLOADED = "uploaded"
BUNDLED: Mapping[str, str] = {"map": "bundled reconstruction", "counters": "bundled stand-in"}
"""The mark of what comes with the project, by kind."""


def marked(document: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return an entry of `documents.listed` with a mark of where it comes from, and as a `choice` of a list.

    Of those that share a name the mark also says what tells them apart. A choice says nothing twice: a name
    that ends with a word of the mark in brackets is shown without it.
    """
    by = "you" if document.get("own") else document.get("by")
    mark = BUNDLED[kind] if document["bundled"] else f"{UPLOADED} by {by}" if by else UPLOADED
    apart = document.get("apart")
    whole = f"{mark}, {apart}" if apart else mark
    name, _, bracketed = document["name"].rpartition(" (")
    short = name if name and bracketed.removesuffix(")") in mark.split() else document["name"]
    return {**document, "mark": whole, "choice": f"{short} ({whole})"}
