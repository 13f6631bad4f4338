"""Measurements of speed, memory and quality; one command each, seeds fixed, tables printed."""
