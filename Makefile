# Each target sets up .venv and all it needs; see README.md for the plain commands.
PYTHON ?= python3
BIN := .venv/bin

run: .venv/run
	$(BIN)/streamlit run app.py

test: .venv/test
	$(BIN)/python -m tests.browser
	$(BIN)/python -m pytest

.venv/run: requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q -r requirements.txt
	touch $@

.venv/test: requirements.txt requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q -r requirements-dev.txt
	touch $@ .venv/run

.PHONY: run test
