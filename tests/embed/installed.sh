#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as installed: what its files hold, and programs that build with pkg-config and run.
. "$(dirname "$0")/embed.sh"

# Knows this package alone, so not the loader's.
pkg() {
    PKG_CONFIG_LIBDIR=$libraries/pkgconfig PKG_CONFIG_PATH='' \
        pkg-config --define-variable=prefix="$prefix" "$@" vkscan
}

exports_what_the_headers_declare() {
    nm -D --defined-only "$libraries"/libvkscan*.so | awk 'NF == 3 {print $3}' | sort >"$work/exported"
    list_declared "$prefix"/include/vkscan/*.h >"$work/declared"
    [ -s "$work/declared" ] && diff "$work/declared" "$work/exported"
}

imports_no_vulkan() {
    nm -u "$1" >"$work/undefined" && ! grep -w 'vk[A-Z][A-Za-z0-9]*' "$work/undefined"
}

prefixes_its_names() {
    nm -g --defined-only "$libraries/libvkscan.a" | awk 'NF == 3 {print $3}' >"$work/defined"
    [ -s "$work/defined" ] && ! grep -vE '^(vkscan|vks)_' "$work/defined"
}

holds_its_objects() {
    [ "$(head -c 7 "$libraries/libvkscan.a")" = '!<arch>' ]
}

needs() {
    readelf -d "$1" | grep -q "NEEDED.*$2"
}

link_shared() {
    $CC $warnings "$source/examples/embed.c" -o "$work/shared" \
        $(pkg --cflags --libs) $(pkg-config --cflags --libs vulkan) &&
        needs "$work/shared" libvkscan
}

link_static() {
    $CC $warnings "$source/examples/embed.c" -o "$work/static" \
        $(pkg --cflags) "$libraries/libvkscan.a" $(pkg-config --cflags --libs vulkan) &&
        ! needs "$work/static" libvkscan
}

link_cpp() {
    $CXX -std=c++20 $warnings -Wno-missing-field-initializers -x c++ "$source/examples/embed.c" \
        -x none -o "$work/cpp" \
        $(pkg --cflags --libs) $(pkg-config --cflags --libs vulkan)
}

# Named WITH_VOLK and WITH_OWN: neither may link to the loader.
link_without_loader() {
    $CC -std=c11 $warnings "-D$1" -I"$source/examples" "$outside/without_loader.c" -o "$work/$1" \
        $(pkg --cflags --libs) -ldl &&
        ! needs "$work/$1" libvulkan
}

compile_glsl() {
    glslangValidator --target-env vulkan1.1 -I"$(pkg --variable=glsldir)" \
        -o "$work/sum.spv" "$outside/sum.comp"
}

# Tells whether a file is installed; one without a folder, which -I chooses, in any of them.
is_installed() {
    case $1 in
    */*) [ -f "$1" ] ;;
    *) find . -name "$1" | grep -q . ;;
    esac || { echo "no $1" && false; }
}

# But for what those write who compile: the tests, and vkscan-operator.
glsl_is_complete() {
    folder=$(pkg --variable=glsldir)
    cat "$folder"/*/*.glsl "$folder"/*/*/*.glsl "$folder"/*/*.comp |
        sed -n 's/^ *#include "\(.*\)".*/\1/p' | sort -u |
        grep -vxE '(counted|user_operator)\.glsl' >"$work/included"
    [ -s "$work/included" ] && (cd "$folder" && while read -r name; do
        is_installed "$name" || exit 1
    done <"$work/included")
}

check 'the build installs' install_build
check 'pkg-config knows its version' [ "$(pkg --modversion)" = "$version" ]
check 'the shared libraries export what the headers declare' exports_what_the_headers_declare
check 'the shared library imports no Vulkan' imports_no_vulkan "$libraries/libvkscan.so"
check 'the static library imports no Vulkan' imports_no_vulkan "$libraries/libvkscan.a"
check 'the static library prefixes its names' prefixes_its_names
check 'the static library holds its objects' holds_its_objects
check 'the installed GLSL includes only what is installed' glsl_is_complete
check 'a shader compiles with the installed GLSL' compile_glsl
check 'embed.c links with the shared library' link_shared
check 'embed.c links with the static library' link_static
check 'embed.c links as C++20' link_cpp
check 'embed.c with volk links without the loader' link_without_loader WITH_VOLK
check 'embed.c with a vkGetInstanceProcAddr of its own links without the loader' \
    link_without_loader WITH_OWN
export LD_LIBRARY_PATH="$libraries"
check_on_device 'embed.c runs with the shared library' "$work/shared"
check_on_device 'embed.c runs with the static library' "$work/static"
check_on_device 'embed.c runs as C++20' "$work/cpp"
check_on_device 'embed.c runs with volk' "$work/WITH_VOLK"
check_on_device 'embed.c runs with a vkGetInstanceProcAddr of its own' "$work/WITH_OWN"
finish
