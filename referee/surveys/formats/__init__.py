"""Maps in the formats of other programs: GeoJSON and Universal VTT, there and back without loss."""

from __future__ import annotations

from typing import Any

from referee.surveys.formats.geojson import from_geojson, is_geojson, to_geojson
from referee.surveys.formats.universal_vtt import (
    from_universal_vtt,
    has_own_map,
    is_universal_vtt,
    universal_vtt,
)

__all__ = [
    "from_geojson", "from_universal_vtt", "has_own_map", "is_geojson", "is_universal_vtt", "map_in",
    "to_geojson", "universal_vtt",
]  # fmt: skip


def map_in(data: object) -> Any:
    """Return the map inside a document of any format, not yet checked, or the document. Raises InputError."""
    if is_geojson(data):
        return from_geojson(data)
    return from_universal_vtt(data) if is_universal_vtt(data) else data
