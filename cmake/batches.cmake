# Compiles a target in batches: up to `size` source files of a folder become one translation unit, so
# that the compiler reads their common headers once. Names in anonymous namespaces must therefore be
# unique within a folder; tests/layers_test.py checks it. docs/decisions/batches.md has the measurements.
function(compile_in_batches target size)
  if(NOT OOVEC_BATCHES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    # Highway compiles such a file once per instruction set, by including it again.
    file(STRINGS ${source} highway REGEX "hwy/foreach_target.h" LIMIT_COUNT 1)
    if(highway)
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    list(LENGTH sources_of_${folder} before)
    list(APPEND sources_of_${folder} ${source})
    math(EXPR batch "${before} / ${size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
