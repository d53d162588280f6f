# LIBLINEAR, which comes without a CMake package or pkg-config file: Linear::Linear, if it is
# installed.
find_path(LINEAR_INCLUDE_DIR linear.h)
find_library(LINEAR_LIBRARY linear)
mark_as_advanced(LINEAR_INCLUDE_DIR LINEAR_LIBRARY)
if(LINEAR_INCLUDE_DIR AND LINEAR_LIBRARY AND NOT TARGET Linear::Linear)
  add_library(Linear::Linear UNKNOWN IMPORTED)
  set_target_properties(Linear::Linear PROPERTIES
    IMPORTED_LOCATION ${LINEAR_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LINEAR_INCLUDE_DIR})
endif()
