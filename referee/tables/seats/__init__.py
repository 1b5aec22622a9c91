"""Seats: their links, the devices that join, and wrong PINs."""
