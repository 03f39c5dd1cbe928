# SPDX-License-Identifier: MIT
# vkscan_add_operator(target FILE.glsl [NAME name] [OPTIONS option...]) compiles an operator file
# with VKSCAN_OPERATOR_PROGRAM, as docs/operators.md has it, to FILE.h in a folder that the target
# includes from. NAME is that of the constant, by default FILE; options are the program's.
function(vkscan_add_operator target file)
    cmake_parse_arguments(PARSE_ARGV 2 operator "" NAME OPTIONS)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    get_filename_component(source "${file}" ABSOLUTE)
    get_filename_component(stem "${file}" NAME_WE)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/vkscan_operators/${target}")
    set(header "${folder}/${stem}.h")
    set(options ${operator_OPTIONS})
    if(operator_NAME)
        list(APPEND options --name "${operator_NAME}")
    endif()
    set(depfile)
    if(CMAKE_GENERATOR MATCHES Ninja OR NOT CMAKE_VERSION VERSION_LESS 3.20)
        list(APPEND options --depfile "${header}.d")
        set(depfile DEPFILE "${header}.d")
    endif()
    add_custom_command(
        OUTPUT "${header}"
        COMMAND "${Python3_EXECUTABLE}" "${VKSCAN_OPERATOR_PROGRAM}" "${source}" -o "${header}"
                ${options}
        DEPENDS "${source}" "${VKSCAN_OPERATOR_PROGRAM}"
        ${depfile}
        COMMENT "Compiling operator ${stem}"
        VERBATIM)
    target_sources(${target} PRIVATE "${header}")
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()
