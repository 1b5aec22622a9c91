"""What is printed, measured."""
