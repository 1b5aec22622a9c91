"""Maps and counter sheets that people uploaded or drew: listed, kept, surveyed and printed."""
