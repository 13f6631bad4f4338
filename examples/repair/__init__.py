"""A repair agent that gets better because it remembers: the demo of seasoned.

`python -m examples.repair` runs it. Importing the package loads nothing.
"""
