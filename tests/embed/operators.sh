#!/bin/sh
# SPDX-License-Identifier: MIT
# vkscan-operator: in the repository and installed, what it writes, and what it says of files that
# are no operators.
. "$(dirname "$0")/embed.sh"
dihedral=$source/tests/operators/dihedral.glsl
weave=$source/tests/operators/weave.glsl
within=$source/tests/operators/within.glsl
program=$source/tools/vkscan-operator

# The GLSL of the document, of an element of two words and a source of three.
awk '/^```/ { if (inside) exit }
     inside
     /^```glsl$/ { inside = 1 }' "$source/docs/operators.md" >"$work/longest.glsl"
sed -n '/^    #define PREDICATE$/,/^$/s/^    //p' "$source/docs/operators.md" >"$work/nearby.glsl"

installed_is_the_same() {
    "$program" --no-optimize "$dihedral" -o "$work/dihedral.h" --depfile "$work/dihedral.d" &&
        "$prefix/bin/vkscan-operator" --no-optimize "$dihedral" -o "$work/installed.h" &&
        cmp "$work/dihedral.h" "$work/installed.h"
}

predicate_is_the_same() {
    "$program" "$within" -o "$work/within.h" &&
        "$prefix/bin/vkscan-operator" "$within" -o "$work/installed.h" &&
        cmp "$work/within.h" "$work/installed.h" &&
        grep -q '^    {"lookback_select_64_by_address", ' "$work/within.h" &&
        ! grep -q _scan "$work/within.h"
}

is_clean() {
    $CC -std=c11 $warnings -Wno-unused-const-variable -I"$source/include" -fsyntax-only -x c "$1" &&
        $CXX -std=c++17 $warnings -Wno-unused-const-variable -I"$source/include" -fsyntax-only \
            -x c++ "$1"
}

depends_on_includes() {
    mkdir -p "$work/include"
    echo '#define ONE 1' >"$work/include/one.glsl"
    { echo '#include "one.glsl"'; sed 's/return 1;/return ONE;/' "$dihedral"; } >"$work/with.glsl"
    "$program" --no-addresses --no-optimize "$work/with.glsl" -I "$work/include" --name other \
        --depfile "$work/with.d" &&
        grep -q "^$work/with.h: " "$work/with.d" && grep -q include/one.glsl "$work/with.d" &&
        grep -q with.glsl "$work/with.d" && grep -q scan/lookback_scan.comp "$work/with.d" &&
        grep -q '^static const vkscan_operator other = {' "$work/with.h"
}

leaves_addresses_out() {
    "$program" --no-addresses --no-optimize "$dihedral" -o "$work/less.h" &&
        ! grep -q _by_address "$work/less.h" &&
        [ "$(wc -c <"$work/less.h")" -lt "$(wc -c <"$work/dihedral.h")" ]
}

# Of the file $1 with the changes $2: refused with a sentence that has $3, and nothing is written.
refuses() {
    sed "$2" "$1" >"$work/bad.glsl"
    if "$program" "$work/bad.glsl" -o "$work/bad.h" 2>"$work/message"; then
        return 1
    fi
    cat "$work/message"
    [ "$(tail -n 1 "$work/message" | cut -d: -f1)" = vkscan-operator ] &&
        grep -qF "$3" "$work/message" && [ ! -e "$work/bad.h" ]
}

longest=$work/longest.glsl
check 'the build installs' install_build
check 'the installed program writes the same as that of the repository' installed_is_the_same
check 'the header is clean in C and C++' is_clean "$work/dihedral.h"
check 'a header depends on what its file includes' depends_on_includes
check 'modules for addresses can be left out' leaves_addresses_out
check 'the operator of the document compiles' \
    "$program" --no-addresses --no-optimize "$longest" -o "$work/longest.h"
check 'its header is clean in C and C++' is_clean "$work/longest.h"
check 'a file without combine is refused' refuses "$longest" 's/combine/combined/' \
    'has no function combine: define Longest combine(Longest left, Longest right)'
check 'a file without identity is refused' refuses "$longest" 's/identity/id/' \
    'has no function identity'
check 'a file without pack is refused' refuses "$longest" 's/pack(L/packed(L/' \
    'has no function pack: define uvec2 pack(Longest e)'
check 'a file without unpack is refused' refuses "$longest" 's/unpack/unpacked/' \
    'has no function unpack'
check 'a file without map is refused' refuses "$longest" 's/ map/ mapped/' 'no function map: define Longest map(uvec3 words, uint index)'
check 'a map without INPUT_WORDS is refused' refuses "$longest" '/INPUT_WORDS/d' \
    'has a function map, but no #define INPUT_WORDS'
check 'a file without ELEMENT is refused' refuses "$longest" '/ELEMENT /d' \
    'has no #define ELEMENT'
check 'ELEMENT_WORDS beside pack is refused' refuses "$longest" 's/ELEMENT_WORDS 2/ELEMENT_WORDS 3/' \
    'ELEMENT_WORDS is 3, but pack() returns 2'
check 'ELEMENT_WORDS beside a type is refused' refuses "$dihedral" \
    's/ELEMENT_WORDS 1/ELEMENT_WORDS 2/' 'ELEMENT_WORDS is 2, but uint has 1'
check 'five words are refused' refuses "$longest" 's/ELEMENT_WORDS 2/ELEMENT_WORDS 5/' \
    'ELEMENT_WORDS is 5, and has to be 1, 2, 3 or 4'
check "glslang's errors have the file's name and line" refuses "$longest" \
    's/left.squared == right/left.squared == rite/' "$work/bad.glsl:24: 'rite' : undeclared"
check 'a second source without a first is refused' refuses "$weave" '/define INPUT_WORDS/d' \
    'has SECOND_INPUT_WORDS, and no #define INPUT_WORDS for the first source'
check 'a map of one source where there are two is refused' refuses "$weave" \
    's/, uvec3 second_words//; s/second_words/words.xyx/g' \
    'has SECOND_INPUT_WORDS but no function map: define uvec2 map(uvec2 words, uvec3 second_words, uint index)'
check 'the installed program compiles predicates as that of the repository' predicate_is_the_same
check "a predicate's header is clean in C and C++" is_clean "$work/within.h"
check 'the predicate of the document compiles' \
    "$program" --no-addresses --no-optimize "$work/nearby.glsl" -o "$work/nearby.h"
check 'a predicate without keep is refused' refuses "$within" 's/bool keep/bool kept/' \
    'has no function keep: define bool keep(Interval element, Limits seed, uint index)'
check 'a predicate without unpack of its seed is refused' refuses "$within" 's/in uvec3/uvec4/' \
    'no function unpack: define void unpack(uvec3 words, out Limits e)'
check 'a predicate with the words of another seed is refused' refuses "$work/nearby.glsl" \
    's/SEED_WORDS 4/SEED_WORDS 3/' 'SEED_WORDS is 3, but vec4 has 4'
check 'SEED without SEED_WORDS is refused' refuses "$within" '/SEED_WORDS/d' \
    'has one of SEED and SEED_WORDS, which go together'
check 'a predicate that commutes is refused' refuses "$within" 's/PREDICATE/&\n#define COMMUTATIVE/' \
    'has COMMUTATIVE, which predicates have not'
check 'an operator with a SEED is refused' refuses "$within" '/PREDICATE/d' \
    'has SEED, and no #define PREDICATE: the seed of operators is an ELEMENT'
check 'an empty file is refused' refuses /dev/null '' 'has no #define ELEMENT'
finish
