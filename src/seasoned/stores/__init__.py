"""Stores: where the truth is kept. One file or engine each, all behind `ports.Store`."""
