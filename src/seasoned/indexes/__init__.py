"""Indexes: derived, in memory or elsewhere, and rebuilt from the store at any time."""
