"""Maps in the formats of other programs: GeoJSON, there and back without loss, and Universal VTT."""
