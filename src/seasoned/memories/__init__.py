"""One file per kind of memory and decision; built on `core` and the protocols of `ports`."""
