"""What an action still wants from people: squares, dice, values read off the cardboard."""
