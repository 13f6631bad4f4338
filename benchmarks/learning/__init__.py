"""Whether what was learned from outcomes helps: each module is a benchmark of its own."""
