# The front door; `make help` lists the targets. Each installs what it needs first and can be repeated
# at will. The work is done by CMake (CMakePresets.json) and scripts/.

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 20
JOBS ?= $(shell nproc)

# ThreadSanitizer of GCC 12 cannot cope with the most random address spaces.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)

configure = cmake --preset $(1) >/dev/null
build = $(call configure,$(1)) && cmake --build --preset $(1) --parallel $(JOBS)
run_tests = ctest --preset $(1) --parallel $(JOBS) --no-tests=error

.PHONY: help demo build test bench lint format docs asan tsan fuzz install clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: build  ## build the program and see it at work
	@scripts/demo.sh

build:  ## build the program: build/oovec
	@scripts/setup.sh build
	@$(call build,release)

test:  ## run all tests
	@scripts/setup.sh build test
	@$(call build,dev)
	@$(call run_tests,dev)

bench: build  ## measure speed and memory
	@scripts/setup.sh bench
	@scripts/bench.sh

lint:  ## check layout (clang-format) and code (clang-tidy)
	@scripts/setup.sh build test lint
	@$(call configure,dev)
	@scripts/lint.sh

format:  ## lay out all C++ files
	@scripts/setup.sh lint
	@scripts/sources.sh | xargs clang-format -i

docs: build  ## put the program's help into docs/cli.md
	@python3 scripts/cli_docs.py build/oovec docs/cli.md

asan:  ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@scripts/setup.sh build test
	@$(call build,asan)
	@$(call run_tests,asan)

tsan:  ## run the tests of threaded code under ThreadSanitizer
	@scripts/setup.sh build test
	@$(call build,tsan) --target threaded_tests
	@$(FIXED_ADDRESSES) $(call run_tests,tsan)

fuzz:  ## feed every reader broken input, FUZZ_SECONDS=20 each
	@scripts/setup.sh build fuzz
	@$(call build,fuzz)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

install: build  ## install program, library and headers under PREFIX=/usr/local
	@cmake --install build --prefix $(PREFIX)
	@if [ -z "$(DESTDIR)" ] && [ -w /etc/ld.so.cache ]; then ldconfig; fi

clean:  ## remove everything built; .venv stays
	@rm -rf build build-*
