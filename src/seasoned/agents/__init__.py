"""Agents that use every kind of memory."""
