#!/bin/sh
# SPDX-License-Identifier: MIT
# What docs/embedding.md says of releases: the ABI is the recorded one, and programs and libraries of
# different versions go together or say why not.
#
#     versions.sh SOURCE --record    writes the ABI of this tree
set -eu
. "$(dirname "$0")/../support/tap.sh"

source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
recorded=$source/tests/embed/abi.xml

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

# What differs, but for types that are no part of the headers. Exits with 4 if anything does.
find_differences() {
    status=0
    abidiff "$recorded" "$work/$1/libvkscan.so" >"$work/differences" || status=$?
    cat "$work/differences"
    [ $status = 0 ] || [ $status = 4 ]
}

is_the_recorded_one() {
    find_differences today && ! grep '^ *\[' "$work/differences"
}

differs() {
    find_differences changed && grep -q "'uint64_t amid'" "$work/differences"
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

build_all
if [ "${2:-}" = --record ]; then
    abidw --headers-dir "$work/today/vkscan" --drop-private-types --no-show-locs --no-corpus-path \
        --no-comp-dir-path --out-file "$recorded" "$work/today/libvkscan.so"
    exit
fi
for header in vkscan.h select.h sort.h histogram.h textbook.h; do
    check "$header stands alone, in C and C++" stands_alone $header
done
if command -v abidiff >/dev/null; then
    check 'the ABI is the recorded one' is_the_recorded_one
    check 'a member amid a structure is a difference' differs
else
    for what in 'the ABI is the recorded one' 'a member amid a structure is a difference'; do
        cases=$((cases + 1))
        echo "ok $cases # SKIP $what: no abidiff, of the package abigail-tools"
    done
fi
check_on_device 'a program runs' runs today today ''
check_on_device 'with a later library, whose structures are longer' runs today grown ''
check_on_device 'with a later header, and the library of today' runs grown today ''
check_on_device 'what only a later library knows is refused' is_refused
finish
