# Everything happens in .venv; the first target that needs it makes it.

PYTHON ?= python3.11
PYTHON := $(shell command -v $(PYTHON) || command -v python3)
BIN := .venv/bin

# The tests run hundreds of commands; without kept bytecode each compiles the program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test slow check bench coverage mutants pictures man wheel format lock clean

demo: .venv/ready
	$(BIN)/pbem demo midway

test: .venv/ready
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"

# Whole games and cut-off commands, which the tests above leave out.
slow: .venv/ready
	$(BIN)/pytest -n 2 --dist worksteal -m slow

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready
	$(BIN)/python -m benchmarks

# What the tests reach, branch by branch, against the floors of tests/coverage.toml. It takes twice as
# long as the tests, and is none: those that take disk, time or standard error away may fail here.
coverage: .venv/ready
	rm -rf .coverage && mkdir .coverage
	-$(BIN)/coverage run -m pytest -n 2 --dist worksteal -m "not slow"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet
	$(BIN)/python -m benchmarks floors

mutants: .venv/ready
	$(BIN)/python -m benchmarks mutants

# Those of the README, of pages in a browser and the icon of packed games, from recorded games; tests tell when they are no longer
# true. Look at what has changed.
pictures: .venv/ready
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.screenshots

# A manual page for each command; 'man -l docs/man/pbem-map.1' shows one.
man: .venv/ready
	mkdir -p docs/man
	$(BIN)/python -m tests.manpages docs/man

# The same bytes wherever and whenever it is built from a commit.
wheel: .venv/ready
	rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/pip wheel --quiet --no-index --no-deps \
		--disable-pip-version-check --no-build-isolation --wheel-dir dist .

format: .venv/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.venv/ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Newer versions within the ranges of pyproject.toml, with their hashes, into the lock file.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/pip install --quiet --disable-pip-version-check uv
	.venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--extra dev --upgrade --custom-compile-command 'make lock' pyproject.toml -o requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
