# What `cmake --install` gives to users of the library: the libraries, the public headers, a CMake
# package and pkg-config files. tests/install builds and runs programs against the result.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/oovec)
foreach(kind static shared c)
  install(TARGETS oovec_${kind} EXPORT oovec_${kind})
  install(EXPORT oovec_${kind} NAMESPACE oovec:: FILE ${kind}.cmake DESTINATION ${package_dir})
endforeach()

# The public headers are a list on purpose. tests/install checks that it is complete: what a public header
# includes is public.
file(STRINGS public_headers.txt public_headers)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS public_headers.txt)
foreach(header ${public_headers})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

include(CMakePackageConfigHelpers)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/oovecConfig.cmake.in oovecConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(oovecConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/oovecConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/oovecConfigVersion.cmake
        DESTINATION ${package_dir})

# Paths relative to the .pc file itself: the installed tree may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
foreach(name oovec oovec-c)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${pkgconfig_dir})
endforeach()
