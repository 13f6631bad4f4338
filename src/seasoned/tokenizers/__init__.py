"""Analyzers: text to the terms of lexical search. One library per file."""
