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
