"""The memory for programs that run on an event loop: the same verbs, awaited."""
