# The front door; `make help` lists the targets. Each installs what it needs first and can be repeated
# at will. The work is done by CMake (CMakePresets.json) and scripts/.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 20
MINUTES ?= 3
JOBS ?= $(shell nproc)

# ThreadSanitizer of GCC 12 cannot cope with the most random address spaces.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)

# Quiet unless it fails.
configure = log=$$(cmake --preset $(1) 2>&1) || { echo "$$log"; exit 1; }
build = $(call configure,$(1)) && cmake --build --preset $(1) --parallel $(JOBS)
# All tests of a preset, in its folder; then a summary, which tells of skipped tests.
run_tests = rm -rf $(2)/results && $(3) ctest --preset $(1) --parallel $(JOBS) --no-tests=error; \
	status=$$?; .venv/bin/python scripts/test_summary.py $(2)/results && exit $$status

# Targets share build folders.
.NOTPARALLEL:

.PHONY: help demo build test test-spark bench lint format docs site asan tsan fuzz attack coverage wheel trywheel install clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##  *\(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: build  ## build the program and see it at work; SERVE=1 serves the model at the end
	@scripts/setup.sh demo
	@SERVE=$(SERVE) scripts/demo.sh

build:  ## build the program: build/oovec
	@scripts/setup.sh build
	@echo "build: compiling library and program, about 3 minutes of processor time on $(JOBS) core(s) if all is new"
	@$(call build,release)

test:  ## run all tests, on what `make build` builds
	@scripts/setup.sh build test
	@echo "test: compiling tests and Python package, about 4 minutes of processor time (7 with the library) if all is new"
	@$(call build,test)
	@echo "test: running all tests but those of oovec.spark (make test-spark), about 3 minutes"
	@$(call run_tests,test,build)

test-spark:  ## run the tests of oovec.spark on a local cluster, which `make test` leaves out
	@scripts/setup.sh build test spark
	@$(call build,test) --target oovec_cli oovec_python_files oovec_python_stubs write_models
	@echo "test-spark: running the tests of oovec.spark, about 3 minutes"
	@OOVEC_PROGRAM=build/oovec OOVEC_BUILD_DIR=build PYTHONPATH=$(CURDIR)/build/python \
		.venv/bin/python -B -m pytest -q -p no:cacheprovider tests/spark

bench: build  ## measure speed and memory
	@scripts/setup.sh bench
	@scripts/bench.sh

lint:  ## check layout and code: clang-format, clang-tidy, ruff, mypy, shellcheck, hadolint
	@scripts/setup.sh build test lint
	@$(call configure,dev)
	@$(call build,test) --target oovec_python_files oovec_python_stubs
	@scripts/lint.sh

format:  ## lay out all C++ and Markdown files, and apply ruff's fixes to Python
	@scripts/setup.sh lint
	@scripts/sources.sh | xargs clang-format -i
	@.venv/bin/ruff check --quiet --fix .
	@python3 scripts/wrap_markdown.py *.md docs/*.md docs/decisions/*.md examples/*.md bench/README.md

docs: build  ## put the program's help into docs/cli.md
	@python3 scripts/cli_docs.py build/oovec docs/cli.md

site:  ## build the documentation as a web site: build/site/index.html
	@scripts/setup.sh site
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict
	@echo "site: build/site/index.html"

asan:  ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@scripts/setup.sh build test
	@$(call build,asan)
	@$(call run_tests,asan,build-asan)

tsan:  ## run the C++ tests and those of the server under ThreadSanitizer
	@scripts/setup.sh build test
	@$(call build,tsan)
	@$(call run_tests,tsan,build-tsan,$(FIXED_ADDRESSES))

fuzz:  ## feed every reader broken input, FUZZ_SECONDS=20 each
	@scripts/setup.sh build fuzz
	@$(call build,fuzz)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

attack:  ## damage, forge and kill from outside for MINUTES=3, or HOURS=4; findings go to build/attack
	@scripts/setup.sh build test
	@$(call build,test) --target oovec_cli oovec_c oovec_python_files
	@.venv/bin/python -B scripts/attack.py $(if $(HOURS),--hours $(HOURS),--minutes $(MINUTES))

coverage:  ## what share of lines and branches the tests reach: build-coverage/coverage.html
	@scripts/setup.sh build test coverage
	@$(call build,coverage)
	@find build-coverage -name '*.gcda' -delete
	@$(call run_tests,coverage,build-coverage)
	@scripts/coverage.sh

wheel:  ## build a wheel that runs on other Linux systems, too: dist/
	@scripts/setup.sh build wheel
	@scripts/wheel.sh

trywheel:  ## try the wheel of dist/ in a bare Debian (as root), and with CPython 3.10 to 3.13
	@scripts/setup.sh wheel
	@scripts/try_wheel.sh

install: build  ## install program, library and headers under PREFIX=/usr/local
	@cmake --install build --prefix $(PREFIX)
	@if [ -z "$(DESTDIR)" ] && [ -w /etc/ld.so.cache ]; then ldconfig; fi

clean:  ## remove everything built; .venv stays
	@rm -rf build build-* dist
