# Two commands are the ones to know: `make serve` and `make test`.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
# Not --quiet: with it MkDocs no longer counts warnings, and strict would let broken links pass.
BUILD := $(BIN)/mkdocs build
# The theme announces its successor at every build; nothing here depends on it.
export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve site test soak lint lint-spec parity bench bench-large clean

help:
	@echo "make serve        build the site and serve it (PORT=8000)"
	@echo "make test         run every test, in a real browser too"
	@echo "make soak         the costly proofs of runs: 200 of them with random kills"
	@echo "make parity       2,000 generated inputs and a million records, page and command line"
	@echo "make site         build the site into site/"
	@echo "make lint         ruff, mypy and the project's own lints"
	@echo "make bench        measure against peers, ratios side by side"
	@echo "make bench-large  the same with 1 GB of records"

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv .venv || { rm -rf .venv; echo "No environment could be made. Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }

.venv/.site: pyproject.toml .venv/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[site]'
	@touch $@

.venv/.dev: pyproject.toml .venv/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[site,dev]'
	@touch $@ .venv/.site

node_modules/.done: package.json package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null \
		|| { echo "Node 20 or newer with npm is needed" >&2; exit 1; }
	npm ci --silent
	@touch $@

site: .venv/.site node_modules/.done
	$(BUILD)

serve: site
	$(BIN)/python -m site_tools.serve --port $(PORT)

test: .venv/.dev node_modules/.done
	$(BIN)/python -m site_tools.chromium
	$(BUILD)
	$(BIN)/python -m pytest

soak: .venv/.dev
	$(BIN)/python -m pytest -m slow tests/runs

parity: .venv/.dev node_modules/.done
	$(BIN)/python -m site_tools.chromium
	$(BUILD)
	$(BIN)/python -m pytest tests/browser -m slow

lint: .venv/.dev lint-spec
	$(BIN)/ruff check arfpy site_tools tests
	$(BIN)/ruff format --check arfpy site_tools
	$(BIN)/mypy
	$(BIN)/python -m site_tools.lint

# With the site, since its build fails where an address in it leads nowhere.
lint-spec: .venv/.dev site
	$(BIN)/python -m site_tools.vectors lint
	$(BIN)/python -m site_tools.lint_spec

bench: .venv/.dev node_modules/.done
	$(BIN)/python -m site_tools.chromium
	$(BUILD)
# One more peer to compare with; without it the run says why it is missing.
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check jcs-admit==0.1.0
	$(BIN)/python -m tests.bench

bench-large: .venv/.dev node_modules/.done
	$(BIN)/python -m tests.bench --large

clean:
	rm -rf .venv node_modules build site
