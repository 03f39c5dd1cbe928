#!/bin/sh
# SPDX-License-Identifier: MIT
# CMake projects outside the repository: with the installed package, and with the repository as a
# subdirectory.
. "$(dirname "$0")/embed.sh"

if ! command -v cmake >/dev/null; then
    echo 'no cmake' >&2
    exit 77
fi
export CMAKE_GENERATOR=Ninja # meson has brought it; make need not be there

# The project NAME of this folder, with the program, configured with what follows.
configure() {
    name=$1
    shift
    mkdir "$work/$name"
    cp "$source/tests/embed/$name/CMakeLists.txt" "$source/examples/embed.c" \
        "$source"/tests/embed/outside/*.[ch] "$source/tests/operators/dihedral.glsl" "$work/$name"
    [ "$name" = package ] || ln -s "$source" "$work/$name/vkscan"
    cmake -S "$work/$name" -B "$work/$name/build" -Werror=dev "$@"
}

compile() {
    cmake --build "$work/$1/build"
}

refuses_other_versions() {
    mkdir "$work/version"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(version NONE)' \
        "find_package(vkscan $1 REQUIRED)" >"$work/version/CMakeLists.txt"
    ! cmake -S "$work/version" -B "$work/version/build" -Dvkscan_DIR="$libraries/cmake/vkscan" \
        >"$work/refused" 2>&1 && cat "$work/refused" &&
        grep -q "vkscanConfig.cmake, version: $version" "$work/refused"
}

check 'the build installs' install_build
where=-DCMAKE_PREFIX_PATH=$prefix
# meson's libdir on a Debian without dpkg-dev, where Debian's CMake does not look.
[ "$VKSCAN_LIBDIR" != lib64 ] || where=-Dvkscan_DIR=$libraries/cmake/vkscan
check 'find_package configures' configure package "$where"
check 'find_package builds' compile package
check 'find_package refuses another version' refuses_other_versions 0.2
check 'add_subdirectory configures' configure subdirectory \
    -DVKSCAN_MODULES="$VKSCAN_BUILD/shaders" -DVKSCAN_TYPES=u32 -DVKSCAN_PRIMITIVES=reduce,inclusive-scan
check 'add_subdirectory builds' compile subdirectory
check_on_device 'the program with the shared library runs' "$work/package/build/shared"
check_on_device 'the program with the static library runs' "$work/package/build/static"
check_on_device 'the program with the subdirectory runs' "$work/subdirectory/build/program"
check_on_device 'the program with an operator runs' "$work/package/build/operator"
check_on_device 'the program with an operator and the subdirectory runs' \
    "$work/subdirectory/build/operator"
finish
