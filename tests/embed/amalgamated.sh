#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as two files: they compile without warnings, run, hold what was chosen, and are small.
. "$(dirname "$0")/embed.sh"
all_warnings="$warnings -Wconversion -Wsign-conversion -Wshadow"

# Into a folder vkscan, so that <vkscan/vkscan.h> is found beside it.
amalgamate() {
    name=$1
    shift
    "$source/tools/amalgamate" --modules "$VKSCAN_BUILD/shaders" "$@" "$work/$name/vkscan"
}

# Seconds of the processor, as others may be using it, and not of ccache.
compiles() {
    CCACHE_DISABLE=1 $CC -std=c11 $all_warnings -O2 -c "$work/all/vkscan/vkscan.c" -o "$work/vkscan.o"
}

# By the compiler $1.
is_clean() {
    $1 -std=c11 $all_warnings -DVK_NO_PROTOTYPES -fsyntax-only "$work/all/vkscan/vkscan.c"
}

is_at_most() {
    [ "$(wc -c <"$2")" -le "$1" ]
}

exports_the_api_alone() {
    $CC -fPIC -shared "$work/reduce/vkscan/vkscan.c" -o "$work/reduce.so" &&
        nm -D --defined-only "$work/reduce.so" | sed 's/.* //' >"$work/exported" &&
        grep -q '^vkscan_cmd_run$' "$work/exported" && ! grep -v '^vkscan_' "$work/exported"
}

# With VKSCAN_STATIC, by the compiler's default visibility.
exports_nothing() {
    $CC -DVKSCAN_STATIC -fPIC -shared "$work/reduce/vkscan/vkscan.c" -o "$work/static.so" &&
        ! nm -D --defined-only "$work/static.so" | grep .
}

# Nothing but the API has external linkage, so that it cannot meet an engine's own names.
links_the_api_alone() {
    nm -g --defined-only "$work/vkscan.o" | sed 's/.* //' >"$work/linked" &&
        grep -q '^vkscan_cmd_run$' "$work/linked" && ! grep -v '^vkscan_' "$work/linked"
}

# Code and data in bytes: sorts of u32 with the host code that they need, and no other's.
has_sorts_alone() {
    CCACHE_DISABLE=1 $CC -std=c11 -Os -c "$work/sort/vkscan/vkscan.c" -o "$work/sort.o" &&
        size "$work/sort.o" | awk 'NR == 2 { print; exit $1 + $2 > 128000 }'
}

link() {
    $CC -std=c11 $warnings -I"$work/all" "$source/examples/embed.c" "$work/vkscan.o" \
        -o "$work/program" $(pkg-config --cflags --libs vulkan)
}

link_chosen() {
    $CC -std=c11 -Wall -DREDUCE_U32 -I"$work/reduce" -I"$outside" "$source/tests/embed/subproject/user.c" \
        "$work/reduce/vkscan/vkscan.c" -o "$work/chosen" $(pkg-config --cflags --libs vulkan)
}

# A tree in which a source has one more line.
refuses() {
    rm -rf "$work/tree"
    mkdir "$work/tree"
    cp -r "$source/LICENSE" "$source/include" "$source/shaders" "$source/src" "$work/tree"
    mkdir "$work/tree/tools"
    cp "$source/tools/amalgamate" "$work/tree/tools"
    echo "$2" >>"$work/tree/src/$1"
    ! "$work/tree/tools/amalgamate" --modules "$VKSCAN_BUILD/shaders" "$work/refused" \
        2>"$work/message" && cat "$work/message" && grep -q "$3" "$work/message" &&
        [ ! -e "$work/refused" ]
}

# The classes of the modules in $1.
has_classes() {
    sed -n 's/^static const uint8_t vks_module_subgroup_reduce_\([a-z0-9]*\)\[.*/\1/p' \
        "$work/$1/vkscan/vkscan.c" | sort | paste -sd ' ' >"$work/classes"
    cat "$work/classes"
    [ "$(cat "$work/classes")" = "$2" ]
}

# Modules of a build with -Dtypes=u32,f32.
refuses_modules() {
    mkdir "$work/modules"
    sed '/words/d' "$VKSCAN_BUILD/shaders/module_list.h" >"$work/modules/module_list.h"
    ! "$source/tools/amalgamate" --modules "$work/modules" --types u64 "$work/refused" \
        2>"$work/message" && cat "$work/message" &&
        grep -q 'modules leaves out the module .*_words2' "$work/message"
}

# The message $1 and exit status 2 for the other arguments.
refuses_arguments() {
    says=$1
    shift
    "$source/tools/amalgamate" "$@" "$work/refused" 2>"$work/message" || [ $? = 2 ] &&
        grep -q "^amalgamate: .*$says" "$work/message"
}

check 'the library becomes two files' amalgamate all
# With the headers that it includes in their places, but for the first line of each.
public_header() {
    awk '/^#include "[a-z_]*\.h"$/ {
             file = folder "/" substr($2, 2, length($2) - 2)
             getline line <file
             while ((getline line <file) > 0) if (line != "#include \"vkscan.h\"") print line
             close(file)
             next
         }
         { print }' folder="$source/include/vkscan" "$source/include/vkscan/vkscan.h" |
        cmp - "$work/all/vkscan/vkscan.h"
}
check 'vkscan.h is the public header' public_header
check 'vkscan.c has at most 4.25 MB' is_at_most 4250000 "$work/all/vkscan/vkscan.c"
check 'it compiles without warnings' compiles
check 'it is clean with VK_NO_PROTOTYPES' is_clean "$CC"
if command -v clang >/dev/null; then
    check 'it is clean with VK_NO_PROTOTYPES for clang' is_clean clang
fi
check 'it links by the API alone' links_the_api_alone
check 'a program links with it' link
check 'it has the scalars of 32 bits' has_classes all 'float32 uint32'
check 'every type can be chosen' amalgamate every --types all --primitives reduce --no-addresses
check 'each has its modules' has_classes every \
    'float32 float64 half narrow uint32 words2 words3 words4'
check 'one wide type can be chosen' amalgamate wide --types u64 --primitives reduce --no-addresses
check 'it brings its class alone' has_classes wide words2
check 'reduction of u32 alone becomes two files' \
    amalgamate reduce --types u32 --primitives reduce --no-addresses
check 'that has at most 0.70 MB' is_at_most 700000 "$work/reduce/vkscan/vkscan.c"
check 'sorts of u32 alone become two files' \
    amalgamate sort --types u32 --primitives sort --no-addresses
check 'these have at most 128 KB of code and data' has_sorts_alone
check 'it exports the API alone' exports_the_api_alone
check 'with VKSCAN_STATIC it exports nothing' exports_nothing
check 'a program links with that' link_chosen
check 'a name that two files define is refused' refuses device/vk.c \
    'static const int sign_bit = 1;' 'element.c and src/device/vk.c both define sign_bit'
check 'a macro that a header defines otherwise is refused' refuses device/vk.c \
    '#define SHAPE_BANKS 31' 'plan.h and src/device/vk.c both define SHAPE_BANKS'
check 'an unknown type is refused' refuses_arguments "'u31' is unknown" --types u31
check 'types that are given twice are refused' refuses_arguments \
    'option --types is given twice; give it once, with commas between' --types u32 --types i64
check 'modules that a build left out are refused' refuses_modules
check_on_device 'the program runs' "$work/program"
check_on_device 'what was left out has a sentence' "$work/chosen"
finish
