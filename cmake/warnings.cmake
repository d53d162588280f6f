# Compiler flags shared by every target of this project; nothing here reaches its users.
add_library(oovec_flags INTERFACE)
target_compile_options(oovec_flags INTERFACE -Wall -Wextra -Wshadow
                       $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
                       $<$<BOOL:${OOVEC_DEVELOPER}>:-Werror -UNDEBUG>)
if(OOVEC_SANITIZE)
  target_compile_options(oovec_flags INTERFACE -fsanitize=${OOVEC_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(oovec_flags INTERFACE -fsanitize=${OOVEC_SANITIZE})
endif()
