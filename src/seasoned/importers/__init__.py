"""Importers: one foreign format per file, a sniffer in front."""
