# The tests written in Python: one test per file, named by its path. They find the program and the
# build under test in their environment, OOVEC_PROGRAM and OOVEC_BUILD_DIR, and can import the package.
file(GLOB_RECURSE python_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *_test.py)
list(FILTER python_tests EXCLUDE REGEX "^spark/")  # need PySpark: make test-spark
if(OOVEC_SANITIZE)
  # Programs built against an installed library would have to be built with its sanitizers. What a browser makes of
  # a page is the same with sanitizers and without; what it asks of the server is asked by other tests, too.
  list(REMOVE_ITEM python_tests install/install_test.py server/page_test.py)
endif()
if(OOVEC_SANITIZE MATCHES "thread")
  # Those that keep the threads of the server busy. What has threads beside it is tested in C++.
  list(FILTER python_tests INCLUDE REGEX "^server/(hostile_clients|lifecycle|refusals|remembering|routes)_test")
endif()
if(NOT TARGET oovec_python)
  list(FILTER python_tests EXCLUDE REGEX "^python/")
  list(REMOVE_ITEM python_tests notebooks_test.py recipes_test.py)  # they import the package, too
endif()
if(NOT OOVEC_PYTHON)
  message(FATAL_ERROR "The tests need Python: run scripts/setup.sh test, or set OOVEC_PYTHON")
endif()
foreach(test ${python_tests})
  string(REPLACE "/" "." result ${test})
  add_test(NAME ${test}
           COMMAND ${OOVEC_PYTHON} -B -m pytest -q -p no:cacheprovider --junitxml=${results}/${result}.xml
                   ${CMAKE_CURRENT_SOURCE_DIR}/${test})
  set_tests_properties(${test} PROPERTIES ENVIRONMENT
    "OOVEC_PROGRAM=$<TARGET_FILE:oovec_cli>;OOVEC_BUILD_DIR=${PROJECT_BINARY_DIR};PYTHONPATH=${PROJECT_BINARY_DIR}/python")
endforeach()
