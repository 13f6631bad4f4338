"""Formats that others read, one per file: from episodes to demonstrations and training data."""
