# Everything here needs only Python 3.11 or newer; the environment makes itself in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_TO_TEST := $(VENV)/.ready-to-test
PYTEST_ARGS ?= -n auto --dist worksteal
# Where this is set, every test process and every server compiles the project anew, for seconds each.
export PYTHONDONTWRITEBYTECODE :=

# What tests write lies in memory where that has 2 GB to spare: to wait for a disk is a fifth of their time.
export PYTEST_DEBUG_TEMPROOT := \
	$(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 2000000 { print "/dev/shm" }')

.DEFAULT_GOAL := run
.PHONY: run demo check test soak lock lint format audit fuzz bench cases browser screens pictures clean

# make run PORT=8010 listens on another port.
run: $(READY)
	$(BIN)/referee serve $(if $(PORT),--port $(PORT))

# make demo STATE=reaction serves a table in that state, and reloads its screens when a file is saved.
demo: $(READY)
	$(BIN)/referee demo $(STATE)

# Every rule, every screen and every flow once. Starts PostgreSQL where the machine has it.
test: $(READY_TO_TEST) browser
	$(BIN)/python -m tools.postgresql $(BIN)/python -m pytest $(PYTEST_ARGS)

# What sweeps: other engines by the thousand, whole games, every page at every size. tests/soak.py has the
# kinds, and the run says how long each took.
soak: $(READY_TO_TEST) browser
	$(BIN)/python -m tools.postgresql $(BIN)/python -m pytest $(PYTEST_ARGS) -m soak

# What to run before each commit: lint, types and the fast tests, in under two minutes. They try every rule,
# and need no browser, no PostgreSQL and no server. tests/slow_files.txt names what they leave out.
check: lint
	$(BIN)/python -m pytest $(PYTEST_ARGS) --fast

lint: $(READY_TO_TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY_TO_TEST)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY_TO_TEST)
	$(BIN)/python -m bench

# Advisories on the installed packages, where a source of them can be reached.
audit: $(READY_TO_TEST)
	$(BIN)/python -m tools.audit

# Asks the API, and every reader of files, what nobody would. SECONDS (60) go to each seat that asks the API
# and to the files together: `make fuzz SECONDS=300` asks longer.
fuzz: $(READY_TO_TEST)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tools.fuzz $(SECONDS)

cases: $(READY_TO_TEST)
	$(BIN)/python -m tools.cases

# Pictures of every screen, into build/screens/, which git ignores.
screens: $(READY_TO_TEST) browser
	$(BIN)/python -m tools.screens

# The few pictures that the README and docs/ show, into docs/pictures/.
pictures: $(READY_TO_TEST) browser
	$(BIN)/python -m tools.screens --shown

# Finds Chromium and WebKit, or installs them where that can be done;
# the browser tests themselves say what it means if not.
browser: $(READY_TO_TEST)
	$(BIN)/python -m tools.browser

# The newest versions that pyproject.toml allows, for everybody who runs the tests.
lock:
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check '.[test]'
	build/lock/bin/python -m pip freeze --exclude tabletop-referee > constraints.txt

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed.")'
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(READY_TO_TEST): pyproject.toml constraints.txt $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable '.[test]'
	touch $(READY) $@
