# Each target sets up .venv and all it needs; see README.md for the plain commands.
PYTHON ?= python3
BIN := .venv/bin
NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# What an update of the system, or a move of the folder, has broken is made anew.
ifneq ($(wildcard .venv),)
ifneq ($(shell $(BIN)/python -c 'import pip; $(NEW_ENOUGH)' >/dev/null 2>&1 && echo runs),runs)
$(shell rm -rf .venv)
endif
endif

run: .venv/run
	$(BIN)/python -m streamlit run app.py

# Shows a change of the code at the next click.
dev: .venv/test
	$(BIN)/python -m streamlit run app.py --server.fileWatcherType=auto --client.showErrorDetails=full

# The style, the engine and what shows it: without a browser and the cost of documents, and with fewer examples.
check: .venv/test
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/deno lint && $(BIN)/deno fmt --check
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -n auto --ignore-glob='*_browser.py' \
		--ignore=tests/show/documents/test_cost.py tests/engine tests/show tests/repo/test_imports.py

test: .venv/test
	$(BIN)/python -m tests.browser
	$(BIN)/python -m pytest -n auto

.venv/run: requirements.txt | python
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q -r requirements.txt
	touch $@

.venv/test: requirements.txt requirements-notebook.txt requirements-dev.txt | python
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q -r requirements-dev.txt
	touch $@ .venv/run

python:
	@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { \
	echo "dtlearn needs Python 3.11 or newer with venv, and $(PYTHON) is not: say which, as in make run PYTHON=python3.12"; exit 1; }

.PHONY: run dev check test python
