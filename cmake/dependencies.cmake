# What the library links to; docs/decisions/ says why each is there.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3>=3.37)  # for STRICT tables
# Libraries that come without a CMake package or pkg-config file, as NAME::NAME if they are installed.
function(find_plain_library name header library)
  string(TOUPPER ${name} NAME)
  find_path(${NAME}_INCLUDE_DIR ${header})
  find_library(${NAME}_LIBRARY ${library})
  mark_as_advanced(${NAME}_INCLUDE_DIR ${NAME}_LIBRARY)
  if(${NAME}_INCLUDE_DIR AND ${NAME}_LIBRARY AND NOT TARGET ${name}::${name})
    add_library(${name}::${name} UNKNOWN IMPORTED)
    set_target_properties(${name}::${name} PROPERTIES
      IMPORTED_LOCATION ${${NAME}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${${NAME}_INCLUDE_DIR})
  endif()
endfunction()
find_plain_library(Stemmer libstemmer.h stemmer)  # Snowball's
find_plain_library(Linear linear.h linear)        # LIBLINEAR
find_library(LINEAR_ARCHIVE liblinear.a)          # the same without BLAS, for programs: it cannot go into a module
mark_as_advanced(LINEAR_ARCHIVE)
foreach(library Stemmer Linear)
  if(NOT TARGET ${library}::${library})
    message(FATAL_ERROR "lib${library} is missing: scripts/setup.sh build")
  endif()
endforeach()
find_file(D3_SCRIPT d3.min.js PATH_SUFFIXES share/nodejs/d3/dist DOC "D3, version 5 or later")
if(NOT D3_SCRIPT)
  message(FATAL_ERROR "D3, Debian's node-d3, is missing")
endif()
