"""Embedders: one source of vectors per file, each an `Embedder` of `seasoned.ports`."""
