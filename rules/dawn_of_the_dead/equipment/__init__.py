"""Game Equipment: the map, the counters, the charts and their checks (2.0)."""
