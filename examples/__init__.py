"""Worked examples of seasoned."""
