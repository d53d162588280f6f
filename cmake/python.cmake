# The Python of tests and package; a build by pip brings its own.
find_program(OOVEC_PYTHON python3 PATHS ${PROJECT_SOURCE_DIR}/.venv/bin NO_DEFAULT_PATH
             DOC "Python with what scripts/setup.sh test installs")
