"""*Dawn of the Dead* (SPI, 1978). One module for each major section of its rulebook."""
