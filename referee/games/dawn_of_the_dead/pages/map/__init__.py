"""The map as a page shows it: overlays, taps on squares and doors, and the sight tool."""
