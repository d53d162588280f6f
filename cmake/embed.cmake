# Files that become part of a library: embed(variable namespace function file) appends to `variable` a source
# that defines
#
#   namespace NAMESPACE { std::string_view FUNCTION(); }
#
# which returns the content of the file. A change of the file makes the source anew.
function(embed sources namespace function file)
  file(READ ${file} content)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/assets/${function}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
[[// Made by cmake/embed.cmake.
#include <string_view>

namespace @namespace@ {

std::string_view @function@() { return R"asset~(@content@)asset~"; }

}  // namespace @namespace@
]])
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${sources} ${${sources}} ${source} PARENT_SCOPE)
endfunction()
