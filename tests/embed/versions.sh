#!/bin/sh
# SPDX-License-Identifier: MIT
# What docs/embedding.md says of releases: the library exports what the headers declare, its ABI has
# all that the last release's had, and programs and libraries of different versions go together or
# say why not.
. "$(dirname "$0")/embed.sh"
abi=$source/tests/embed/abi

# A structure with struct_size ends with one more member, or has one amid those of today.
grow='/struct_size;/ { sized = 1 } sized && /^}/ { print "    uint64_t later;"; sized = 0 } { print }'
change='{ print } /struct_size;/ { print "    uint64_t amid;" }'

# The library as one file in $1, its header changed by awk's program $2.
build() {
    mkdir -p "$work/$1/vkscan"
    cp "$work/library/vkscan.c" "$work/$1/vkscan"
    awk "$2" "$work/library/vkscan.h" >"$work/$1/vkscan/vkscan.h"
    $CC -std=c11 -g -fPIC -shared -Wl,-soname,libvkscan.so "$work/$1/vkscan/vkscan.c" -o "$work/$1/libvkscan.so"
}

build_all() {
    "$source/tools/amalgamate" --modules "$VKSCAN_BUILD/shaders" --types u32 --no-addresses \
        "$work/library" >/dev/null && build today '{ print }' && build grown "$grow" &&
        build changed "$change" &&
        grep -q 'uint64_t later' "$work/grown/vkscan/vkscan.h" &&
        grep -q 'uint64_t amid' "$work/changed/vkscan/vkscan.h"
}

exports_what_is_declared() {
    "$abi" "$work/today" | sed -n 's/.*[ *]\(vkscan_[a-z_]*\)(.*/\1/p' | sort >"$work/declared" &&
        nm -D --defined-only "$work/today/libvkscan.so" | sed 's/.* //' | sort >"$work/exported" &&
        test -s "$work/declared" && diff "$work/declared" "$work/exported"
}

# Tells whether the headers of $2 have all members, values and functions of $1, where they were.
keeps() {
    "$abi" "$1" | sort >"$work/before" && "$abi" "$2" | sort >"$work/after" &&
        test -s "$work/before" && ! comm -23 "$work/before" "$work/after" | grep .
}

loses() {
    ! keeps "$1" "$2" && comm -23 "$work/before" "$work/after" | grep -q 'vkscan_plan_params\.'
}

keeps_the_last_release() {
    mkdir "$work/release" && git -C "$source" archive "$release" include | tar -x -C "$work/release" &&
        keeps "$work/release/include" "$source/include"
}

# examples/embed.c, its text changed by sed's $3, with the header of $1 and the library of $2.
runs() {
    sed "$3" "$source/examples/embed.c" >"$work/program.c" &&
        $CC -std=c11 -Wall -Wextra -Werror -I"$work/$1" "$work/program.c" -o "$work/program" \
            "$work/today/libvkscan.so" $(pkg-config --cflags --libs vulkan) &&
        LD_LIBRARY_PATH="$work/$2" "$work/program"
}

is_refused() {
    ! runs grown today 's/\.capacity = COUNT/.later = 1, &/' 2>"$work/message" &&
        grep 'vkscan_plan_params has .* bytes, and the library, which is older, knows' "$work/message"
}

# By the compilers of C and C++.
stands_alone() {
    echo "#include <vkscan/$1>" >"$work/header.c"
    $CC -std=c11 -Wall -Wextra -pedantic -Werror -I"$source/include" -fsyntax-only "$work/header.c" &&
        $CXX -std=c++11 -Wall -Wextra -pedantic -Werror -I"$source/include" -fsyntax-only \
            -x c++ "$work/header.c"
}

# A program by vkscan.hpp, in a standard of C++.
wraps() {
    $CXX "-std=$1" -fno-exceptions -Wall -Wextra -pedantic -Werror -Wno-missing-field-initializers \
        -I"$source/include" "$source/tests/embed/outside/wrapped.cpp" -o "$work/wrapped" \
        "$work/today/libvkscan.so" $(pkg-config --cflags --libs vulkan) &&
        LD_LIBRARY_PATH="$work/today" "$work/wrapped"
}

build_all
# That of vkscan_mpi needs MPI.
for header in $(cd "$source/include/vkscan" && ls -- *.h | grep -v vkscan_mpi.h); do
    check "$header stands alone, in C and C++" stands_alone "$header"
done
check 'the library exports what the headers declare' exports_what_is_declared
check 'no structure has padding' [ -z "$("$abi" --padding "$source/include" 2>&1)" ]
check 'a structure may grow' keeps "$work/today" "$work/grown"
check 'a member amid a structure is a difference' loses "$work/today" "$work/changed"
if release=$(git -C "$source" describe --tags --abbrev=0 2>/dev/null); then
    check "the ABI has all of $release's" keeps_the_last_release
else
    cases=$((cases + 1))
    echo "ok $cases # SKIP the ABI has all of the last release's: there is no tag"
fi
check_on_device 'a program of C++17 runs by vkscan.hpp' wraps c++17
check_on_device 'a program of C++20, with a span, too' wraps c++20
check_on_device 'a program runs' runs today today ''
check_on_device 'with a later library, whose structures are longer' runs today grown ''
check_on_device 'with a later header, and the library of today' runs grown today ''
check_on_device 'what only a later library knows is refused' is_refused
finish
