# Files that become part of the program: embed(variable function file) appends to `variable` a source
# that has the function declared in lab/experiment/assets.h.
function(embed sources function file)
  file(READ ${file} content)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/assets/${function}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
[[// Made by cmake/embed.cmake.
#include "lab/experiment/assets.h"

namespace oovec::lab {

std::string_view @function@() { return R"asset~(@content@)asset~"; }

}  // namespace oovec::lab
]])
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${sources} ${${sources}} ${source} PARENT_SCOPE)
endfunction()
