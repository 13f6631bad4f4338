"""Entry point: `python -m examples.repair`."""

from __future__ import annotations

from examples.repair.demo import main

if __name__ == "__main__":
    raise SystemExit(main())
