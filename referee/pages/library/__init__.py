"""Maps and counter sheets that people brought or drew: listed, kept, surveyed and printed."""
