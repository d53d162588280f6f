# Snowball's stemmers, which come without a CMake package or pkg-config file: Stemmer::Stemmer, if
# they are installed.
find_path(STEMMER_INCLUDE_DIR libstemmer.h)
find_library(STEMMER_LIBRARY stemmer)
mark_as_advanced(STEMMER_INCLUDE_DIR STEMMER_LIBRARY)
if(STEMMER_INCLUDE_DIR AND STEMMER_LIBRARY AND NOT TARGET Stemmer::Stemmer)
  add_library(Stemmer::Stemmer UNKNOWN IMPORTED)
  set_target_properties(Stemmer::Stemmer PROPERTIES
    IMPORTED_LOCATION ${STEMMER_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${STEMMER_INCLUDE_DIR})
endif()
