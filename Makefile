# make play   a match of the greedy bot against itself, drawn in the terminal
# make test   lint, types and tests, in a virtual environment of its own
# make bench  the speed tables of docs/performance.md
# make lint   ruff and mypy alone

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
.DEFAULT_GOAL := help

.PHONY: help play test bench lint ready clean
help:
	@sed -n "s/^# \(make .*\)/\1/p" Makefile

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

# Compiled code and word graphs: seconds the first time, half a second after that.
ready: $(READY)
	@$(BIN)/python -m scrabble_util.movegen

play: ready
	@$(BIN)/referee play oxyphenbutazone oxyphenbutazone

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

test: lint ready
	@$(BIN)/python -m pytest -n 2 --dist loadfile

bench: ready
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache
