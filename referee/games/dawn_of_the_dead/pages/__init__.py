"""The screens of *Dawn of the Dead*."""
