"""Readers: one format of documents per file, `choosing.read` in front."""
