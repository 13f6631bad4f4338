"""Surfaces: the only place for arguments, environment variables and terminals."""
