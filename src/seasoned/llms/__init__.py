"""Language models: one vendor per file, each an `LLM` of `seasoned.ports.llm`."""
